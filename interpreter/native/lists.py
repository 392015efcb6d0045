"""Lists: taken one by one if that is enough, and made only if they are stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.code.columns import conjuncts, may_repeat
from interpreter.code.loops import (
    halves_table,
    insides,
    lines_everywhere,
    rays_of_loop,
    same_name,
    shortest_ray,
    simple_walk,
)
from interpreter.language import terms, types
from interpreter.language.types import Listing
from interpreter.native import ir, tabulation
from interpreter.native.ir import ONE, ZERO, Binary, Call, Expr, Items, Lit, Lookup, Named, Var
from interpreter.native.structure import Unsupported
from interpreter.native.values import LONGEST_LIST, MOST_STORAGE, SMALL, Body, Bundle, Value, Waves, bound
from interpreter.native.vocabulary import EXISTS, STANDING, STREAMED

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering

_SAME = ("list", "distinct", "reversed")
"""Functions of one list that are empty if that is."""


# Lists as they stand


def items(lowering: Lowering, term: terms.Term) -> Items:
    """A list: in its place if it has one, otherwise made."""
    return standing(lowering, term) or made(lowering, term)


def standing(lowering: Lowering, term: terms.Term) -> Items | None:
    """A list that need not be made."""
    match term:
        case terms.Constant(value=tuple() as values):
            return ir.Row(lowering.tables.of_rows([[lowering.number(each) for each in values]]), ZERO)
        case terms.BoardTerm():
            return _board(lowering, term)
        case terms.ZoneTerm():
            return zone(lowering, term)
        case terms.Variable():
            return Named(term.name)
        case terms.StateValue() if term.name in lowering.structure.places:
            return ir.Held(term.name, ZERO)
        case terms.Let():
            lowering.bind_term(term.name, term.value)
            return lowering.items(term.body)
        case terms.FieldOf():
            found = lowering.record(term.target)[term.name]
            if isinstance(found, Waves):
                return Named(found.counts)  # Its length is all that can be asked of it as a list.
            assert isinstance(found, Items)
            return found
        case terms.FunctionCall():
            write = STANDING.get(term.function.name)
            return write(lowering, term) if write is not None else None
        case terms.Listed(items=()):
            return ir.Row(lowering.tables.of_rows([[]]), ZERO)
    return None


def _board(lowering: Lowering, term: terms.BoardTerm) -> Items:
    board = lowering.schema.boards[term.board]
    rows = [lowering.topology.boards[name].sites for name in board.instances]
    key = ZERO if term.index is None else ir.minus(lowering.value(term.index), Lit(types.first_key(board.per)))
    return ir.Row(lowering.tables.of_rows(rows), key)


def zone(lowering: Lowering, term: terms.ZoneTerm) -> ir.Held:
    """A zone as the state stores it."""
    found = lowering.schema.zones[term.zone]
    index: Expr = ZERO
    if term.index is not None:
        index = lowering.temporary(ir.minus(lowering.value(term.index), Lit(types.first_key(found.per))))
    return ir.Held(terms.column("zone", term.zone), index)


def steady(lowering: Lowering, found: Items) -> Items:
    """The list, with the value that finds it computed once."""
    match found:
        case ir.Row(table=table, key=key) if not isinstance(key, Lit | Var):
            return ir.Row(table, lowering.temporary(key))
    return found


def room(term: terms.Term) -> int:
    """The maximum number of items of a list."""
    kind = types.strip(term.type)
    most = kind.most if isinstance(kind, Listing) else 0
    return min(most, LONGEST_LIST) if most > 0 else LONGEST_LIST


def new(lowering: Lowering, most: int, hint: str = "l") -> str:
    """A new list of the function."""
    lowering.storage += 4 * most
    if lowering.storage > MOST_STORAGE:
        raise Unsupported("its lists take too much memory")
    name = lowering.fresh(hint)
    lowering.emit(ir.New(name, most))
    lowering.bind((name,))
    return name


def fits(term: terms.Term) -> bool:
    """Whether the items of a list are known to be small enough to be stored."""
    kind = types.strip(term.type)
    if not isinstance(kind, Listing):
        return False
    inner = kind.item
    if types.can_be_none(inner) and not types.is_reference(inner):
        return False
    inner = types.strip(inner)
    if isinstance(inner, types.Number):
        return inner.low is not None and inner.high is not None and max(abs(inner.low), abs(inner.high)) < SMALL
    return True


def made(lowering: Lowering, term: terms.Term, distinct: bool = False) -> Named:
    """A list of the function with the items of a term; `distinct`: each once."""
    kind = types.strip(term.type)
    assert isinstance(kind, Listing)
    if isinstance(types.strip(kind.item), Listing | types.Record | types.Text):
        raise Unsupported("it keeps lists of lists")
    name = new(lowering, room(term))
    small = fits(term)

    def add(value: Value) -> None:
        assert isinstance(value, Expr)
        if not distinct:
            lowering.emit(ir.Append(name, value, small))
            return
        value = lowering.temporary(value)
        known = Call("holds", (Named(name), value))
        lowering.when(known, lambda: None, lambda: lowering.emit(ir.Append(name, value, small)))

    each(lowering, term, add)
    return Named(name)


# One by one


def each(lowering: Lowering, term: terms.Term, body: Body, name: str = "") -> None:
    """Write loops that run `body` with each item of a list; `name` is the name for the item."""
    lowered = _rewritten(term)
    if lowered is not None:
        each(lowering, lowered, body, name)
        return
    name = name or lowering.fresh("x")
    kind = types.strip(term.type)
    if isinstance(term, terms.FieldOf) and isinstance(waves := lowering.record(term.target)[term.name], Waves):
        _each_wave(lowering, waves, body)
        return
    of_lists = isinstance(kind, Listing) and isinstance(types.strip(kind.item), Listing)
    if of_lists:
        _each_list(lowering, term, body, name)
        return
    match term:
        case terms.Comprehension(stop=None):
            _each_of_loops(lowering, term, body)
            return
        case terms.BoardTerm(index=None) if _each_site(lowering, term, body, name):
            return
        case terms.RangeOf():
            _each_number(lowering, term, body, name)
            return
        case terms.Listed() if tabulation.looked_up(lowering, term) is None:
            _each_listed(lowering, term, body)
            return
        case terms.Joined() if tabulation.looked_up(lowering, term) is None:
            for part in (term.left, term.right):
                each_of(lowering, lowering.items(part), body, lowering.fresh("x"))
            return
        case terms.Choice():
            lowering.when(
                lowering.condition(term.test),
                lambda: each_of(lowering, lowering.items(term.value), body, lowering.fresh("x")),
                lambda: each_of(lowering, lowering.items(term.other), body, lowering.fresh("x")),
            )
            return
        case terms.FunctionCall():
            write = STREAMED.get(term.function.name)
            if write is not None and tabulation.looked_up(lowering, term) is None:
                write(lowering, term, body, name)
                return
        case terms.Lessened():
            each_of(lowering, _lessened(lowering, term), body, name)
            return
    each_of(lowering, _found(lowering, term), body, name)


def _found(lowering: Lowering, term: terms.Term) -> Items:
    """A list that already exists, in a table or in the state."""
    looked_up = tabulation.looked_up(lowering, term)
    found = looked_up if isinstance(looked_up, Items) else standing(lowering, term)
    if found is None:
        what = term.function.name if isinstance(term, terms.FunctionCall) else type(term).__name__
        raise Unsupported(f"machine code has no ‘{what}’ of this form")
    return found


def _rewritten(term: terms.Term) -> terms.Term | None:
    """`list(…)` of a single list as that list, `list(…)` of values as the list of them."""
    if not isinstance(term, terms.FunctionCall) or term.function.name != "list":
        return None
    if len(term.arguments) == 1 and isinstance(types.strip(term.arguments[0].type), Listing):
        return term.arguments[0]
    return terms.Listed(term.type, term.node, term.arguments)


def each_of(lowering: Lowering, found: Items, body: Body, name: str) -> None:
    """Write a loop over a list that has a place."""
    with lowering.block("loop", (name,)) as inner:
        body(Var(name))
    lowering.emit(ir.ForEach(name, found, inner))


def stretch(lowering: Lowering, term: terms.Term) -> tuple[int, int] | None:
    """The first and the last site of a board whose sites follow one another."""
    if not isinstance(term, terms.BoardTerm) or term.index is not None:
        return None
    sites = lowering.topology.boards[lowering.schema.boards[term.board].instances[0]].sites
    return (sites[0], sites[-1]) if sites and sites == tuple(range(sites[0], sites[-1] + 1)) else None


def _each_site(lowering: Lowering, term: terms.BoardTerm, body: Body, name: str) -> bool:
    ends = stretch(lowering, term)
    if ends is None:
        return False
    with lowering.block("loop", (name,)) as inner:
        body(Var(name))
    lowering.emit(ir.ForRange(name, Lit(ends[0]), Lit(ends[1]), inner))
    return True


def _each_number(lowering: Lowering, term: terms.RangeOf, body: Body, name: str) -> None:
    low, high = lowering.temporary(lowering.value(term.low)), lowering.temporary(lowering.value(term.high))
    if isinstance(term.type, Listing) and term.type.item == types.NUMBER:
        longest = Lit(types.LONGEST_RANGE)
        lowering.fault_unless(Binary("<", Call("difference", (high, low)), longest))
    with lowering.block("loop", (name,)) as inner:
        body(Var(name))
    lowering.emit(ir.ForRange(name, low, high, inner))


def _each_listed(lowering: Lowering, term: terms.Listed, body: Body) -> None:
    """Make a list of a few values, so that the body is written only once."""
    name = new(lowering, max(1, len(term.items)))
    small = fits(term)
    for part in term.items:
        value = lowering.value(part)
        if types.can_be_none(part.type):
            value = lowering.temporary(value)
            add = ir.Append(name, value, small)
            lowering.when(lowering.is_present(value, part.type), lambda add=add: lowering.emit(add))  # type: ignore[misc]
        else:
            lowering.emit(ir.Append(name, value, small))
    each_of(lowering, Named(name), body, lowering.fresh("x"))


def _lessened(lowering: Lowering, term: terms.Lessened) -> Items:
    """The left list without one of each item of the right."""
    left = made(lowering, term.left)
    right = lowering.items(term.right)
    each_of(lowering, right, lambda value: lowering.emit(ir.Do(Call("take_out", (left, value)))), lowering.fresh("x"))  # type: ignore[arg-type]
    return left


def _each_of_loops(lowering: Lowering, term: terms.Comprehension, body: Body) -> None:
    def nest(number: int) -> None:
        if number < len(term.loops):
            loop, rest = term.loops[number], list(term.loops[number + 1 :])
            if each_ray(lowering, loop, rest, term.body, lambda: nest(number + 1)):
                return
            loop_over(lowering, loop.name, loop.items, conjuncts(loop.condition), lambda: nest(number + 1))
            return
        inner = types.strip(term.body.type)
        if isinstance(inner, Listing):
            body(lowering.items(term.body))
            return
        value = lowering.any_value(term.body)
        if types.can_be_none(term.body.type) and isinstance(value, Expr):
            value = lowering.temporary(value)
            lowering.when(lowering.is_present(value, term.body.type), lambda: body(value))
        else:
            body(value)

    nest(0)


def each_ray(
    lowering: Lowering, loop: terms.Loop, rest: list[terms.Loop], body: terms.Term, then: Callable[[], None]
) -> bool:
    """Write a loop over rays in place of one over directions, where only the rays from one spot are asked about."""
    shortest = shortest_ray(rest[0].items, loop.name) if rest else 0
    found = rays_of_loop(lowering.schema, loop, insides(rest, body), shortest)
    if found is None:
        return False
    spot, rays = found
    rows, firsts = lowering.tables.of_groups(rays)
    name, site = lowering.fresh("ray"), Var(spot)
    first = lowering.temporary(Lookup(firsts, site))
    count = ir.minus(Lookup(firsts, ir.plus(site, ONE)), first)
    lowering.rays[loop.name] = name
    with lowering.block("loop", (name, loop.name)) as inner:
        then()
    lowering.emit(ir.ForRows(name, rows, first, count, inner))
    return True


def loop_over(
    lowering: Lowering, name: str, term: terms.Term, conditions: list[terms.Term], body: Callable[[], None]
) -> None:
    """Write a loop that gives a name of the spec to each item of a list that passes some conditions."""

    def bound(value: Value) -> None:
        lowering.bind_value(name, value)
        under(lowering, conditions, body)

    each(lowering, term, bound, name)


def under(lowering: Lowering, conditions: list[terms.Term], body: Callable[[], None]) -> None:
    """Write steps under conditions, which are tested one after another."""
    if not conditions:
        body()
        return
    lowering.when(lowering.condition(conditions[0]), lambda: under(lowering, conditions[1:], body))


def _each_wave(lowering: Lowering, waves: Waves, body: Body) -> None:
    """Write a loop over the results of a cascade: each wave is a record."""
    number, start = lowering.fresh("w"), lowering.fresh("i")
    lowering.emit(ir.Assign(start, ZERO))
    counts = Named(waves.counts)
    with lowering.block("loop", (number, start)) as inner:
        count = lowering.temporary(ir.ItemAt(counts, Var(number)))
        wave: Bundle = {"removed": count, "number": ir.plus(Var(number), ONE)}
        if waves.sites is not None:
            wave["sites"] = ir.Part(Named(waves.sites), Var(start), count)
        body(wave)
        lowering.emit(ir.Assign(start, ir.plus(Var(start), count)))
    lowering.emit(ir.ForRange(number, ZERO, ir.minus(ir.LengthOf(counts), ONE), inner))


def _each_list(lowering: Lowering, term: terms.Term, body: Body, name: str) -> None:
    """A loop over a list of lists."""
    if isinstance(term, terms.Comprehension) and term.stop is None:
        _each_of_loops(lowering, term, body)
        return
    if isinstance(term, terms.FunctionCall | terms.Constant | terms.Listed):
        found = tabulation.groups(lowering, term)
        if found is not None:
            rows, firsts, key = found
            key = lowering.temporary(key)
            first = lowering.temporary(Lookup(firsts, key))
            count = ir.minus(Lookup(firsts, ir.plus(key, ONE)), first)
            with lowering.block("loop", (name,)) as inner:
                body(Named(name))
            lowering.emit(ir.ForRows(name, rows, first, count, inner))
            return
    if isinstance(term, terms.Listed):
        for part in term.items:
            body(lowering.items(part))
        return
    if isinstance(term, terms.FunctionCall):
        write = STREAMED.get(term.function.name)
        if write is not None:
            write(lowering, term, body, name)
            return
    raise Unsupported("it keeps lists of lists")


# Questions about lists


def exists(lowering: Lowering, term: terms.Term) -> Expr:
    """Whether a list has an item; the first one decides."""
    while isinstance(term, terms.FunctionCall) and term.function.name in _SAME and len(term.arguments) == 1:
        if not isinstance(types.strip(term.arguments[0].type), Listing):
            break
        term = term.arguments[0]
    if isinstance(term, terms.FunctionCall) and term.function.name in ("prefix", "span"):
        if simple_walk(term.arguments[-1]):
            if term.function.name == "prefix":
                return _prefix_exists(lowering, term)
            return Binary(">", span_length(lowering, term), ZERO)
    if isinstance(term, terms.FunctionCall) and term.function.name in EXISTS:
        return EXISTS[term.function.name](lowering, term)
    quick = standing(lowering, term) if not isinstance(term, terms.Let) else None
    if quick is None:
        quick_value = tabulation.looked_up(lowering, term)
        quick = quick_value if isinstance(quick_value, Items) else None
    if quick is not None:
        return Binary(">", ir.LengthOf(steady(lowering, quick)), ZERO)
    found = lowering.fresh("f")
    lowering.emit(ir.Assign(found, ZERO))
    with lowering.scope() as label:

        def stop(_value: Value) -> None:
            lowering.emit(ir.Assign(found, ONE))
            lowering.emit(ir.Leave(label))

        if isinstance(term, terms.Comprehension) and term.stop is None:
            _exists_nest(lowering, term, 0, lambda: stop(ZERO))
        else:
            each(lowering, term, stop)
    lowering.bind((found,))
    return Var(found)


def _exists_nest(lowering: Lowering, term: terms.Comprehension, number: int, stop: Callable[[], None]) -> None:
    """Loops that are left at the first item; an inner loop over the bare items of a list need only know whether there
    is one."""
    loop, rest = term.loops[number], list(term.loops[number + 1 :])
    if not rest and loop.condition is None and not types.can_be_none(term.body.type):
        lowering.when(exists(lowering, loop.items), stop)
        return

    def inside() -> None:
        if rest:
            _exists_nest(lowering, term, number + 1, stop)
        elif types.can_be_none(term.body.type):
            value = lowering.temporary(lowering.value(term.body))
            lowering.when(lowering.is_present(value, term.body.type), stop)
        else:
            stop()

    if not each_ray(lowering, loop, rest, term.body, inside):
        loop_over(lowering, loop.name, loop.items, conjuncts(loop.condition), inside)


def _prefix_exists(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    """Whether a simple walk has any item: one that passes, and with `until` one behind those that satisfies it."""
    walk = _walk_of(call)
    loop, found, begun = walk.loops[0], lowering.fresh("f"), lowering.fresh("g")
    along = lowering.items(loop.items)
    lowering.emit(ir.Assign(found, ZERO))
    lowering.emit(ir.Assign(begun, ZERO))
    with lowering.scope() as label:
        with lowering.block("loop", (loop.name,)) as body:
            assert walk.stop is not None
            going_on = lowering.condition(walk.stop)

            def passes() -> None:
                if walk.until is not None:
                    lowering.emit(ir.Assign(begun, ONE))
                    return
                lowering.emit(ir.Assign(found, ONE))
                lowering.emit(ir.Leave(label))

            def ends() -> None:
                if walk.until is not None:
                    until = walk.until
                    lowering.when(
                        Var(begun),
                        lambda: lowering.emit(ir.Assign(found, ir.negated(ir.negated(lowering.condition(until))))),
                    )
                lowering.emit(ir.Leave(label))

            lowering.when(going_on, passes, ends)
        lowering.emit(ir.ForEach(loop.name, along, body))
    lowering.bind((found, begun))
    return Var(found)


def holds(lowering: Lowering, term: terms.Term, value: Expr) -> Expr:
    """Whether a list contains an item with that value."""
    ends = stretch(lowering, term)
    if ends is not None:
        return ir.both(Binary("<=", Lit(ends[0]), value), Binary("<=", value, Lit(ends[1])))
    quick = standing(lowering, term)
    if quick is None:
        looked_up = tabulation.looked_up(lowering, term)
        quick = looked_up if isinstance(looked_up, Items) else None
    facts = lowering.unit.analysis.of(term)
    if quick is not None or (facts.heavy and any(place.kind == "loop" for place in lowering.places)):
        # What is asked about again and again is made once.
        return Call("holds", (steady(lowering, quick or lowering.items(term)), value))
    found = lowering.fresh("f")
    lowering.emit(ir.Assign(found, ZERO))
    with lowering.scope() as label:

        def compare(item: Value) -> None:
            assert isinstance(item, Expr)
            with lowering.block() as hit:
                lowering.emit(ir.Assign(found, ONE))
                lowering.emit(ir.Leave(label))
            lowering.emit(ir.If(Binary("==", item, value), hit, []))

        each(lowering, term, compare)
    lowering.bind((found,))
    return Var(found)


def compared_length(lowering: Lowering, term: terms.Compare) -> Expr | None:
    """`len(…) > 0` and the like need only know whether there is an item."""
    call, other = term.left, term.right
    if not isinstance(call, terms.FunctionCall) or call.function.name not in ("len", "count"):
        return None
    if not isinstance(other, terms.Constant) or not isinstance(types.strip(call.arguments[0].type), Listing):
        return None
    if call.function.name == "count" and not isinstance(call.arguments[0], terms.Comprehension):
        return None
    if (term.operator, other.value) in ((">", 0), ("!=", 0), (">=", 1)):
        return exists(lowering, call.arguments[0])
    if (term.operator, other.value) in (("==", 0), ("<", 1), ("<=", 0)):
        return ir.negated(exists(lowering, call.arguments[0]))
    return None


# Walks along a list


def _walk_of(call: terms.FunctionCall) -> terms.Comprehension:
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    return walk


def prefix_length(lowering: Lowering, call: terms.FunctionCall) -> tuple[Expr, Items]:
    """How far a simple walk goes, and the list along which it goes."""
    walk = _walk_of(call)
    loop, count = walk.loops[0], lowering.fresh("n")
    along = steady(lowering, lowering.items(loop.items))
    lowering.emit(ir.Assign(count, ZERO))
    more = ir.Assign(count, ir.plus(Var(count), ONE))
    with lowering.scope() as label:
        with lowering.block("loop", (loop.name,)) as body:

            def ends() -> None:
                if walk.until is not None:
                    lowering.when(
                        lowering.condition(walk.until), lambda: None, lambda: lowering.emit(ir.Assign(count, ZERO))
                    )
                lowering.emit(ir.Leave(label))

            assert walk.stop is not None
            lowering.when(lowering.condition(walk.stop), lambda: lowering.emit(more), ends)
        lowering.emit(ir.ForEach(loop.name, along, body))
        if walk.until is not None:
            lowering.emit(ir.Assign(count, ZERO))
    lowering.bind((count,))
    return Var(count), along


def walk_length(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    """How many items a prefix or span has."""
    return span_length(lowering, call) if call.function.name == "span" else prefix_length(lowering, call)[0]


def each_walked(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    """Write a loop over a prefix or a reach."""
    walk, past_end = _walk_of(call), call.function.name == "reach"
    loop = walk.loops[0]
    if simple_walk(walk) and walk.until is None:
        with lowering.scope() as label:
            along = lowering.items(loop.items)
            with lowering.block("loop", (loop.name,)) as inner:
                assert walk.stop is not None
                going_on = lowering.temporary(lowering.condition(walk.stop))
                stop = ir.Leave(label)
                if past_end:
                    body(Var(loop.name))
                    lowering.when(going_on, lambda: None, lambda: lowering.emit(stop))
                else:
                    lowering.when(going_on, lambda: None, lambda: lowering.emit(stop))
                    body(Var(loop.name))
            lowering.emit(ir.ForEach(loop.name, along, inner))
        return
    if simple_walk(walk):
        count, along = prefix_length(lowering, call)
        each_of(lowering, ir.Part(along, ZERO, count), body, name)
        return
    each_of(lowering, walked(lowering, call, past_end), body, name)


def walked(lowering: Lowering, call: terms.FunctionCall, past_end: bool) -> Named:
    """The items of a walk that is more than a stretch of a list."""
    walk = _walk_of(call)
    loop = walk.loops[0]
    listed = new(lowering, room(call))
    reached = lowering.fresh("f")
    lowering.emit(ir.Assign(reached, Lit(int(walk.until is None))))
    small = fits(call)

    def add() -> None:
        lowering.emit(ir.Append(listed, lowering.value(walk.body), small))

    with lowering.scope() as label:

        def ends() -> None:
            if walk.until is not None:
                lowering.emit(ir.Assign(reached, lowering.condition(walk.until)))
            if past_end:
                add()
            lowering.emit(ir.Leave(label))

        def step() -> None:
            assert walk.stop is not None
            lowering.when(lowering.condition(walk.stop), add, ends)

        loop_over(lowering, loop.name, loop.items, conjuncts(loop.condition), step)
    lowering.bind((reached,))
    lowering.when(Var(reached), lambda: None, lambda: lowering.emit(ir.Cut(listed, ZERO)))
    return Named(listed)


def _halves(lowering: Lowering, along: terms.Term, spot: terms.Term) -> tuple[Items, Items] | None:
    """The sites after a spot in its line and those before it, nearest first, if the line is that of the spot."""
    if not isinstance(along, terms.FunctionCall) or along.function.name != "line":
        return None
    through, axis = along.arguments
    if not same_name(through, spot) or not isinstance(types.strip(spot.type), types.Site):
        return None
    axes = (axis.value,) if isinstance(axis, terms.Constant) else range(1, 5)
    if types.can_be_none(spot.type) or not lines_everywhere(lowering.topology, axes):
        return None
    tables = [halves_table(lowering.topology, number) for number in range(max(axes) + 1)]
    place = ir.plus(
        Binary("*", lowering.value(axis), Lit(lowering.topology.count + 1)), lowering.temporary(lowering.value(spot))
    )
    key = lowering.temporary(place)
    ahead = lowering.tables.of_rows([pair[0] for table in tables for pair in table])
    back = lowering.tables.of_rows([pair[1] for table in tables for pair in table])
    return ir.Row(ahead, key), ir.Row(back, key)


def span_length(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    """The length of the unbroken stretch around a spot."""
    walk, spot = _walk_of(call), call.arguments[0]
    loop, count = walk.loops[0], lowering.fresh("n")
    here = lowering.temporary(lowering.spot(spot))
    halves = _halves(lowering, loop.items, spot)
    lowering.emit(ir.Assign(count, ZERO))
    more = ir.Assign(count, ir.plus(Var(count), ONE))

    def walk_on(half: Items) -> None:
        assert walk.stop is not None
        with lowering.scope() as label:
            with lowering.block("loop", (loop.name,)) as body:
                going_on = lowering.condition(walk.stop)
                lowering.when(going_on, lambda: lowering.emit(more), lambda: lowering.emit(ir.Leave(label)))
            lowering.emit(ir.ForEach(loop.name, half, body))

    def around() -> None:
        assert walk.stop is not None
        lowering.assign(loop.name, here)

        def passes() -> None:
            lowering.emit(more)
            for half in halves or _parts_around(lowering, loop.items, here):
                walk_on(half)

        lowering.when(lowering.condition(walk.stop), passes)

    if halves is not None:
        around()
    else:
        along = lowering.items(loop.items)
        lowering.when(Call("holds", (along, here)), around)
    lowering.bind((count,))
    return Var(count)


def _parts_around(lowering: Lowering, along: terms.Term, here: Expr) -> tuple[Items, Items]:
    found = steady(lowering, lowering.items(along))
    place = lowering.temporary(Call("position_in", (found, here)))
    behind = ir.plus(place, ONE)
    ahead = ir.Part(found, behind, ir.minus(ir.LengthOf(found), behind))
    back = new(lowering, room(along))
    lowering.emit(ir.Do(Call("turn_round", (Named(back), ir.Part(found, ZERO, place)))))
    return ahead, Named(back)


def spanned(lowering: Lowering, call: terms.FunctionCall) -> Items:
    """The unbroken stretch of a list around a spot."""
    walk, spot = _walk_of(call), call.arguments[0]
    loop = walk.loops[0]
    here = lowering.temporary(lowering.spot(spot))
    along = steady(lowering, lowering.items(loop.items))
    first, count = lowering.fresh("i"), lowering.fresh("n")
    lowering.emit(ir.Assign(first, ZERO))
    lowering.emit(ir.Assign(count, ZERO))
    place = lowering.temporary(Call("position_in", (along, here)))

    def stretch(step: int) -> None:
        assert walk.stop is not None
        at, number = lowering.fresh("i"), lowering.fresh("j")
        last = place if step < 0 else ir.minus(ir.minus(ir.LengthOf(along), place), ONE)
        with lowering.scope() as label:
            with lowering.block("loop", (number, at, loop.name)) as body:
                shifted = ir.minus(place, Var(number)) if step < 0 else ir.plus(place, Var(number))
                lowering.emit(ir.Assign(loop.name, ir.ItemAt(along, shifted)))

                def passes() -> None:
                    if step < 0:
                        lowering.emit(ir.Assign(first, shifted))
                    lowering.emit(ir.Assign(count, ir.plus(Var(count), ONE)))

                lowering.when(lowering.condition(walk.stop), passes, lambda: lowering.emit(ir.Leave(label)))
            lowering.emit(ir.ForRange(number, ONE, last, body))

    def around() -> None:
        assert walk.stop is not None
        lowering.assign(loop.name, here)

        def passes() -> None:
            lowering.emit(ir.Assign(first, place))
            lowering.emit(ir.Assign(count, ONE))
            stretch(-1)
            stretch(1)

        lowering.when(lowering.condition(walk.stop), passes)

    lowering.when(Binary("<=", ZERO, place), around)
    lowering.bind((first, count))
    return ir.Part(along, Var(first), Var(count))


def is_distinct(lowering: Lowering, term: terms.Term) -> bool:
    """Whether no item occurs in a list twice."""
    return not may_repeat(lowering.topology, term)


def bounded_sum(term: terms.Term) -> bool:
    """Whether the items of a list can be added without the risk of an overflow."""
    kind = types.strip(term.type)
    if not isinstance(kind, Listing):
        return False
    inner = types.strip(kind.item)
    if isinstance(inner, types.Number) and inner.low is not None and inner.high is not None:
        return max(abs(inner.low), abs(inner.high)) < SMALL
    size = bound(term.body) if isinstance(term, terms.Comprehension) else None
    return size is not None and size < 1 << 48
