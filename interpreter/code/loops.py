"""Comprehensions → Python: plain loops, walks with `while` and `until`, and loops fused with the rays they pick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.boards import Topology
from interpreter.code.columns import conjuncts, mask
from interpreter.code.routes import can_be_left, flooding, is_flood, walk_arrives
from interpreter.language import terms
from interpreter.language.types import SITE, Listing, Site, can_be_none, is_reference

if TYPE_CHECKING:
    from interpreter.code.lowering import Lowering
    from interpreter.language.scope import Schema


def simple_walk(term: terms.Term) -> bool:
    """A `while` comprehension that gives the loop's own items: it can be counted instead of listed."""
    return (
        isinstance(term, terms.Comprehension)
        and term.stop is not None
        and len(term.loops) == 1
        and term.loops[0].condition is None
        and isinstance(term.body, terms.Variable)
        and term.body.name == term.loops[0].name
    )


def prefix_length(lowering: Lowering, call: terms.FunctionCall) -> tuple[str, str]:
    """Write the loop that counts a prefix; return the count and the list that it is a prefix of."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    items = lowering.temporary(lowering.value(loop.items), "w")
    count = code.fresh("n")
    leave_empty, lowering.leave_empty = lowering.leave_empty, False
    if walk.until is not None and leave_empty:
        code.line(f"{loop.name} = {items}[0]")
        lowering.leave_unless(walk.stop, "continue")
    code.line(f"{count} = 0")
    if walk.until is None:
        with code.block(f"for {loop.name} in {items}:"):
            lowering.leave_unless(walk.stop, "break")
            code.line(f"{count} += 1")
        return count, items
    with code.block(f"for {loop.name} in {items}:"):
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            code.line(f"{count} += 1")
            code.line("continue")
        code.line(f"if not {lowering.condition(walk.until)}: {count} = 0")
        code.line("break")
    with code.block("else:"):
        code.line(f"{count} = 0")
    return count, items


def last_of_prefix(lowering: Lowering, call: terms.FunctionCall, none: str) -> str:
    """The last item of a prefix, remembered during the walk."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    if walk.until is not None:
        count, items = prefix_length(lowering, call)
        return f"({items}[{count} - 1] if {count} else {none})"
    code, loop = lowering.code, walk.loops[0]
    last = code.fresh("v")
    items = lowering.value(loop.items)
    code.line(f"{last} = {none}")
    with code.block(f"for {loop.name} in {items}:"):
        lowering.leave_unless(walk.stop, "break")
        code.line(f"{last} = {loop.name}")
    return last


def prefix_exists(lowering: Lowering, term: terms.Term, found: str) -> bool:
    """Write the loop that sets a name if a prefix with `until` has an item; return False if the term is not such a
    prefix."""
    if (
        not isinstance(term, terms.FunctionCall)
        or term.function.name != "prefix"
        or not simple_walk(term.arguments[-1])
    ):
        return False
    walk = term.arguments[-1]
    if not isinstance(walk, terms.Comprehension) or walk.stop is None or walk.until is None:
        return False
    code, loop = lowering.code, walk.loops[0]
    items = lowering.temporary(lowering.value(loop.items), "w")
    leave_empty, lowering.leave_empty = lowering.leave_empty, False
    begun = code.fresh("g")
    if leave_empty:
        code.line(f"{loop.name} = {items}[0]")
        lowering.leave_unless(walk.stop, "continue")
    else:
        code.line(f"{begun} = False")
    with code.block(f"for {loop.name} in {items}:"):
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            if not leave_empty:
                code.line(f"{begun} = True")
            code.line("continue")
        until = lowering.condition(walk.until)
        code.line(f"if {until}: {found} = True" if leave_empty else f"if {begun} and {until}: {found} = True")
        code.line("break")
    return True


def span_length(lowering: Lowering, call: terms.FunctionCall) -> str:
    """Write the loops that count an unbroken stretch around a site."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    spot = lowering.temporary(lowering.spot(call.arguments[0]), "s")
    halves = _halves(lowering, loop.items, spot, call.arguments[0])
    count = code.fresh("n")
    code.line(f"{count} = 0")
    with ExitStack() as inside:
        if halves is None:
            items = lowering.temporary(lowering.value(loop.items), "w")
            inside.enter_context(code.block(f"if {spot} in {items}:"))
            halves = code.fresh("a"), code.fresh("b")
            code.line(f"{halves[0]}, {halves[1]} = halves_of({items}, {spot})")
        elif not isinstance(call.arguments[0].type, Site):
            inside.enter_context(code.block(f"if {spot}:"))
        code.line(f"{loop.name} = {spot}")
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            code.line(f"{count} = 1")
            for half in halves:
                with code.block(f"for {loop.name} in {half}:"):
                    lowering.leave_unless(walk.stop, "break")
                    code.line(f"{count} += 1")
    return count


def _halves(lowering: Lowering, items: terms.Term, spot: str, spot_term: terms.Term) -> tuple[str, str] | None:
    """The two rays that make up `line(spot, axis)`, if the stretch is measured around that same spot."""
    if not isinstance(items, terms.FunctionCall) or items.function.name != "line":
        return None
    through, axis = items.arguments
    if not same_name(through, spot_term):
        return None
    if isinstance(axis, terms.Variable) and axis.name in lowering.fused:
        ahead, back = lowering.fused[axis.name].split(",")
        return ahead, back
    topology = lowering.schema.topology
    if not lines_everywhere(topology, (axis.value,) if isinstance(axis, terms.Constant) else range(1, 5)):
        return None
    if isinstance(axis, terms.Constant):
        pair = f"{lowering.constant(halves_table(topology, axis.value), 'halves')}[{spot}]"
    else:
        tables = tuple(halves_table(topology, number) for number in range(5))
        pair = f"{lowering.constant(tables, 'halves')}[{lowering.value(axis)}][{spot}]"
    ahead, back = lowering.code.fresh("a"), lowering.code.fresh("b")
    lowering.code.line(f"{ahead}, {back} = {pair}")
    return ahead, back


def lines_everywhere(topology: Topology, axes: Iterable[int]) -> bool:
    """Whether every site has a line along each of the axes."""
    return all(site in topology.line_table(axis)[site] for axis in axes for site in range(1, topology.count + 1))


def halves_table(topology: Topology, axis: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """For each site, what follows it in its line along an axis, and what precedes it, nearest first."""
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    table = topology.line_table(axis) if axis else ((),) * (topology.count + 1)
    for site in range(1, topology.count + 1):
        line = table[site]
        found.append((line[line.index(site) + 1 :], line[: line.index(site)][::-1]) if site in line else ((), ()))
    return tuple(found)


def same_name(left: terms.Term, right: terms.Term) -> bool:
    """Whether two terms are the same variable."""
    return isinstance(left, terms.Variable) and isinstance(right, terms.Variable) and left.name == right.name


@contextmanager
def looping(
    lowering: Lowering,
    loop: terms.Loop,
    inside: list[terms.Term],
    shortest: int = 0,
    search: bool = False,
    whole: bool = False,
) -> Iterator[None]:
    """A block that runs for each item of a loop that passes its condition; a `search` may leave it early, and a block
    that is `whole` is never cut short by `continue`. If rays replace directions, those that are too short are left
    out."""
    left = conjuncts(loop.condition)
    if search and isinstance(loop.items, terms.FunctionCall) and is_flood(loop.items) and can_be_left(loop.items):
        with flooding(lowering, loop.items, loop.name, whole=whole and not left):
            for condition in left:
                lowering.leave_unless(condition, "continue")
            yield
        return
    head = _fused_rays(lowering, loop, inside, shortest) or _fused_halves(lowering, loop, inside)
    if head is None:
        source, left = _passing(lowering, loop, search)
        head = f"for {loop.name} in {source}:"
    with lowering.code.block(head):
        for condition in left:
            lowering.leave_unless(condition, "continue")
        yield


def _passing(lowering: Lowering, loop: terms.Loop, search: bool = False) -> tuple[str, list[terms.Term]]:
    """Python for the items of a loop, without those that columns of bytes rule out; and the conditions left to test."""
    if search and isinstance(loop.items, terms.FunctionCall) and loop.items.function.each is not None:
        return lowering.one_by_one(loop.items), conjuncts(loop.condition)
    conditions = conjuncts(loop.condition)
    passing = mask(lowering, loop.name, loop.items, conditions[0]) if conditions else None
    if passing is None:
        return lowering.value(loop.items), conditions
    return f"compress({lowering.value(loop.items)}, {passing})", conditions[1:]


def insides(loops: list[terms.Loop], body: terms.Term) -> list[terms.Term]:
    """The terms inside a loop: those of later loops, and the body."""
    found = [body]
    for loop in loops:
        found += [loop.items] if loop.condition is None else [loop.items, loop.condition]
    return found


def _uses(inside: list[terms.Term], name: str) -> int:
    return sum(isinstance(part, terms.Variable) and part.name == name for term in inside for part in terms.walk(term))


def _calls(inside: list[terms.Term], word: str) -> Iterator[terms.FunctionCall]:
    for term in inside:
        for part in terms.walk(term):
            if isinstance(part, terms.FunctionCall) and part.function.name == word:
                yield part


def _choices(schema: Schema, items: terms.Term, attribute: str) -> tuple[int, ...] | None:
    """The directions or axes of a list that is known now."""
    if isinstance(items, terms.FunctionCall) and items.function.name == attribute:
        board = items.arguments[0]
        if isinstance(board, terms.BoardTerm):
            instance = schema.boards[board.board].instances[0]
            found: tuple[int, ...] = getattr(schema.topology.boards[instance], attribute)
            return found
    if isinstance(items, terms.Constant) and isinstance(items.value, tuple):
        return items.value
    if isinstance(items, terms.Listed) and all(isinstance(item, terms.Constant) for item in items.items):
        return tuple(item.value for item in items.items if isinstance(item, terms.Constant) and item.value is not None)
    return None


def _common_spot(calls: list[terms.FunctionCall], inside: list[terms.Term]) -> terms.Variable | None:
    """The one variable from which all rays start, if nothing inside the loop binds it."""
    spot = calls[0].arguments[0]
    if not isinstance(spot, terms.Variable) or not all(same_name(call.arguments[0], spot) for call in calls):
        return None
    return None if spot.name in set(_bound(inside)) else spot


def _bound(inside: list[terms.Term]) -> Iterator[str]:
    for term in inside:
        for part in terms.walk(term):
            if isinstance(part, terms.Comprehension):
                yield from (loop.name for loop in part.loops)
            elif isinstance(part, terms.Let):
                yield part.name


def rays_of_loop(
    schema: Schema, loop: terms.Loop, inside: list[terms.Term], shortest: int
) -> tuple[str, tuple[tuple[tuple[int, ...], ...], ...]] | None:
    """Where a loop over directions is about nothing but the rays from one spot: the name of the spot, and by site its
    rays, without those that are shorter than wanted."""
    directions = _choices(schema, loop.items, "directions") if loop.condition is None else None
    if directions is None:
        return None
    calls = [call for call in _calls(inside, "ray") if len(call.arguments) == 2 and _is(call.arguments[1], loop.name)]
    if not calls or len(calls) != _uses(inside, loop.name):
        return None
    spot = _common_spot(calls, inside)
    if spot is None or not _is_site(spot):
        return None
    topology = schema.topology
    rays = tuple(
        tuple(ray for direction in directions if len(ray := topology.ray_table(direction)[site]) >= shortest)
        for site in range(topology.count + 1)
    )
    return spot.name, rays


def _fused_rays(lowering: Lowering, loop: terms.Loop, inside: list[terms.Term], shortest: int) -> str | None:
    found = rays_of_loop(lowering.schema, loop, inside, shortest)
    if found is None:
        return None
    spot, rays = found
    name = lowering.code.fresh("ray")
    lowering.fused[loop.name] = name
    return f"for {name} in {lowering.constant(rays, 'rays')}[{spot}]:"


def shortest_ray(items: terms.Term, direction: str) -> int:
    """The length of the shortest ray in a direction from which a loop over these items takes anything: 0 if the items
    may come from elsewhere."""
    if _is_ray(items, direction):
        return 1
    walk = items.arguments[-1] if isinstance(items, terms.FunctionCall) and items.function.name == "prefix" else None
    if not isinstance(walk, terms.Comprehension) or not _is_ray(walk.loops[0].items, direction):
        return 0
    # With `until` there must be an item before the one that satisfies it.
    return 2 if walk.until is not None else 1


def _is_ray(term: terms.Term, direction: str) -> bool:
    return isinstance(term, terms.FunctionCall) and term.function.name == "ray" and _is(term.arguments[1], direction)


def _is(term: terms.Term, name: str) -> bool:
    return isinstance(term, terms.Variable) and term.name == name


def _is_site(spot: terms.Variable) -> bool:
    return str(spot.type) == "site"


def _fused_halves(lowering: Lowering, loop: terms.Loop, inside: list[terms.Term], least: int = 0) -> str | None:
    axes = _choices(lowering.schema, loop.items, "axes") if loop.condition is None else None
    if axes is None:
        return None
    lines = []
    for call in _calls(inside, "span"):
        walk = call.arguments[-1]
        if isinstance(walk, terms.Comprehension):
            items = walk.loops[0].items
            if (
                isinstance(items, terms.FunctionCall)
                and items.function.name == "line"
                and _is(items.arguments[1], loop.name)
            ):
                if same_name(items.arguments[0], call.arguments[0]):
                    lines.append(items)
    if not lines or len(lines) != _uses(inside, loop.name):
        return None
    spot = _common_spot(lines, inside)
    if spot is None or not _is_site(spot) or not lines_everywhere(lowering.schema.topology, axes):
        return None
    tables = [halves_table(lowering.schema.topology, axis) for axis in axes]
    pairs: Any = tuple(
        tuple(table[site] for table in tables if len(table[site][0]) + len(table[site][1]) + 1 >= least)
        for site in range(lowering.schema.topology.count + 1)
    )
    ahead, back = lowering.code.fresh("a"), lowering.code.fresh("b")
    lowering.fused[loop.name] = f"{ahead},{back}"
    lowering.peeled[loop.name] = pairs
    return f"for {ahead}, {back} in {lowering.constant(pairs, 'halves')}[{spot.name}]:"


def stretch_search(lowering: Lowering, term: terms.Comprehension, hit: Callable[[], None] | None = None) -> str | None:
    """`any(len(span(s, x for x in line(s, a) while …)) >= n for a in axes(board))`: the spot is tested once, and axes
    whose line is shorter than n are left out. `hit` writes what happens as soon as it holds, and must leave the
    function; without `hit`, the result is stored under the name that is returned."""
    loop, body = term.loops[0], term.body
    if len(term.loops) > 1 or not isinstance(body, terms.Compare) or body.operator not in ("==", ">="):
        return None
    length, least = body.left, body.right
    if (
        not isinstance(length, terms.FunctionCall)
        or length.function.name != "len"
        or not isinstance(least, terms.Constant)
    ):
        return None
    call = length.arguments[0]
    if not isinstance(call, terms.FunctionCall) or call.function.name != "span" or least.value < 1:
        return None
    walk = call.arguments[-1]
    spot = call.arguments[0]
    if not isinstance(walk, terms.Comprehension) or not simple_walk(walk) or not isinstance(spot, terms.Variable):
        return None
    head = _fused_halves(lowering, loop, [body], least.value)
    if head is None:
        return None
    walk = _hoisted(lowering, walk)
    assert walk.stop is not None
    code, name = lowering.code, walk.loops[0].name
    found, count = code.fresh("f"), code.fresh("n")

    def keep() -> None:
        code.line(f"{found} = True")
        code.line("break")

    if hit is None:
        code.line(f"{found} = False")
    code.line(f"{name} = {spot.name}")
    whole = _whole_lines(lowering, loop, least.value)
    if whole is not None:
        with _if_spot_passes(lowering, walk, spot.name):
            _whole_search(lowering, walk, spot.name, whole, hit or keep)
        return found
    if least.value > 1 and _fails_off_board(walk):
        _peeled(lowering, walk, spot.name, lowering.peeled[loop.name], f"{body.operator} {least.value}", hit or keep)
        return found
    with code.block(f"if {lowering.condition(walk.stop)}:"), code.block(head):
        code.line(f"{count} = 1")
        for half in lowering.fused[loop.name].split(","):
            with code.block(f"for {name} in {half}:"):
                lowering.leave_unless(walk.stop, "break")
                code.line(f"{count} += 1")
        with code.block(f"if {count} {body.operator} {least.value}:"):
            (hit or keep)()
    return found


def _whole_search(
    lowering: Lowering, walk: terms.Comprehension, spot: str, others: Any, hit: Callable[[], None]
) -> None:
    """Look for a line whose other sites all pass; where all lines are alike, their sites are named one by one."""
    assert walk.stop is not None
    code, name = lowering.code, walk.loops[0].name
    table = lowering.constant(others, "whole")
    sizes = {len(line) for lines in others for line in lines}
    if sizes == {2} and _fails_off_board(walk):
        first, second = code.fresh("p"), code.fresh("q")
        tests = " and ".join(_passes(lowering, walk, site) for site in (first, second))
        with code.block(f"for {first}, {second} in {table}[{spot}]:"), code.block(f"if {tests}:"):
            hit()
        return
    line = code.fresh("w")
    with code.block(f"for {line} in {table}[{spot}]:"):
        with code.block(f"for {name} in {line}:"):
            lowering.leave_unless(walk.stop, "break")
        with code.block("else:"):
            hit()


def _hoisted(lowering: Lowering, walk: terms.Comprehension) -> terms.Comprehension:
    """The walk with the value that its items are compared with computed once, if it is the same for every item."""
    stop, name = walk.stop, walk.loops[0].name
    if not isinstance(stop, terms.Compare) or isinstance(stop.right, terms.Constant | terms.Global | terms.Variable):
        return walk
    if any(isinstance(part, terms.Variable) and part.name == name for part in terms.walk(stop.right)):
        return walk
    kept = terms.Variable(stop.right.type, stop.right.node, lowering.code.fresh("k"))
    lowering.code.line(f"{kept.name} = {lowering.value(stop.right)}")
    return replace(walk, stop=replace(stop, right=kept))


def _if_spot_passes(lowering: Lowering, walk: terms.Comprehension, spot: str) -> AbstractContextManager[None]:
    """A block for a spot that passes; no test is needed if the action has just made it pass."""
    stop = walk.stop
    assert stop is not None
    if isinstance(stop, terms.Compare) and stop.operator == "==" and isinstance(stop.left, terms.ColumnItem):
        made = lowering.settled.get((stop.left.column, spot))
        if made is not None and made == lowering.value(stop.right):
            return nullcontext()
    return lowering.code.block(f"if {lowering.condition(stop)}:")


def _passes(lowering: Lowering, walk: terms.Comprehension, site: str) -> str:
    """The condition of a walk that requires a property to equal something, for a site by its name."""
    stop = walk.stop
    assert isinstance(stop, terms.Compare) and isinstance(stop.left, terms.ColumnItem)
    read = terms.ColumnItem(stop.left.type, stop.node, stop.left.column, terms.Variable(SITE, stop.node, site))
    return lowering.condition(replace(stop, left=read))


def _whole_lines(lowering: Lowering, loop: terms.Loop, length: int) -> Any:
    """By site: the other sites of each line of exactly the required length; None if some line is longer."""
    topology = lowering.schema.topology
    axes = _choices(lowering.schema, loop.items, "axes") or ()
    tables = [topology.line_table(axis) for axis in axes]
    if any(len(line) > length for table in tables for line in table):
        return None
    return tuple(
        tuple(tuple(other for other in table[site] if other != site) for table in tables if len(table[site]) == length)
        for site in range(topology.count + 1)
    )


def _fails_off_board(walk: terms.Comprehension) -> bool:
    """Whether the condition of a walk is false for a missing site: it requires a property to equal something."""
    stop = walk.stop
    if not isinstance(stop, terms.Compare) or stop.operator != "==" or not is_reference(stop.left.type):
        return False
    read, other = stop.left, stop.right
    if not isinstance(read, terms.ColumnItem) or not isinstance(read.target, terms.Variable):
        return False
    settled = isinstance(other, terms.Constant | terms.Global | terms.Variable) and not can_be_none(other.type)
    return read.target.name == walk.loops[0].name and settled


def _peeled(
    lowering: Lowering, walk: terms.Comprehension, spot: str, pairs: Any, enough: str, hit: Callable[[], None]
) -> None:
    """Count a stretch with the nearest site of each half tested first: most axes end there."""
    assert walk.stop is not None
    code, name = lowering.code, walk.loops[0].name
    first, ahead, second, back, count = (code.fresh(hint) for hint in ("p", "a", "q", "b", "n"))
    quads = tuple(tuple((a[0] if a else 0, a[1:], b[0] if b else 0, b[1:]) for a, b in halves) for halves in pairs)
    stop = walk.stop

    def passes(site: str) -> str:
        return _passes(lowering, walk, site)

    def walk_on(half: str) -> None:
        with code.block(f"for {name} in {half}:"):
            lowering.leave_unless(stop, "break")
            code.line(f"{count} += 1")

    with _if_spot_passes(lowering, walk, spot):
        table = lowering.constant(quads, "quads")
        with code.block(f"for {first}, {ahead}, {second}, {back} in {table}[{spot}]:"):
            with code.block(f"if {passes(first)}:"):
                code.line(f"{count} = 2")
                walk_on(ahead)
                with code.block(f"if {passes(second)}:"):
                    code.line(f"{count} += 1")
                    walk_on(back)
            with code.block(f"elif {passes(second)}:"):
                code.line(f"{count} = 2")
                walk_on(back)
            code.line("else: continue")
            with code.block(f"if {count} {enough}:"):
                hit()


Body = Callable[[str], None]


def comprehension(lowering: Lowering, term: terms.Comprehension) -> str:
    """The list that a comprehension makes; items that are none are left out."""
    inline = _inline(lowering, term)
    if inline is not None:
        return inline
    name = lowering.code.fresh("l")
    lowering.code.line(f"{name} = []")
    each(lowering, term, lambda item: lowering.code.line(f"{name}.append({item})"), bulk=name)
    return name


def _inline(lowering: Lowering, term: terms.Comprehension) -> str | None:
    """A list comprehension, if no part of it needs statements."""
    if term.stop is not None or can_be_none(term.body.type):
        return None
    with lowering.code.aside() as before:
        items, left = _passing(lowering, term.loops[0])
    with lowering.code.aside() as aside, ExitStack() as inside:
        parts = []
        for position, loop in enumerate(term.loops):
            source = items if position == 0 else lowering.value(loop.items)
            inside.enter_context(lowering.code.within("listing", (loop.name,)))
            tests = [lowering.condition(each) for each in (left if position == 0 else conjuncts(loop.condition))]
            parts.append(f" for {loop.name} in {source}")
            parts += [f" if {' and '.join(tests)}"] if tests else []
        body = lowering.value(term.body)
    if aside:
        return None
    lowering.code.paste(before)
    if len(parts) == 1 and body == term.loops[0].name:
        return items if term.loops[0].condition is None else f"list({items})"
    return f"[{body}{''.join(parts)}]"


def each(lowering: Lowering, term: terms.Term, body: Body, found: str | None = None, bulk: str | None = None) -> None:
    """Write loops that run `body` with each item of a list. If `found` is given, `body` may set it and break, and then
    every loop ends. If `bulk` is given, it is a list that collects the items, and bare items of an inner list are added
    together."""
    if not isinstance(term, terms.Comprehension) or term.stop is not None:
        name = lowering.code.fresh("x")
        with lowering.code.block(f"for {name} in {lowering.value(term)}:"):
            body(name)
        return
    _nest(lowering, list(term.loops), term, body, found, bulk)


def listed(term: terms.Term) -> terms.Comprehension | None:
    """The loops that make a list, if it is made by loops that can stop at any item."""
    if isinstance(term, terms.FunctionCall) and term.function.name in ("list", "distinct") and len(term.arguments) == 1:
        term = term.arguments[0]
    return term if isinstance(term, terms.Comprehension) and term.stop is None else None


def _nest(
    lowering: Lowering,
    loops: list[terms.Loop],
    term: terms.Comprehension,
    body: Body,
    found: str | None,
    bulk: str | None,
) -> None:
    loop, rest = loops[0], loops[1:]
    bare = isinstance(term.body, terms.Variable) and term.body.name == loop.name
    if bulk is not None and not rest and loop.condition is None and bare:
        lowering.code.line(f"{bulk} += {lowering.value(loop.items)}")
        return
    with _each_item(lowering, loop, rest, term, search=found is not None):
        if rest:
            _nest(lowering, rest, term, body, found, bulk)
            if found is not None:
                lowering.code.line(f"if {found}: break")
            return
        value = lowering.value(term.body)
        if can_be_none(term.body.type):
            value = lowering.temporary(value)
            test = value if is_reference(term.body.type) else f"{value} is not None"
            with lowering.code.block(f"if {test}:"):
                body(value)
        else:
            body(value)


@contextmanager
def _each_item(
    lowering: Lowering, loop: terms.Loop, rest: list[terms.Loop], term: terms.Comprehension, search: bool
) -> Iterator[None]:
    """The block of a loop; if the next loop walks along a ray in this loop's direction, empty walks are skipped."""
    shortest = shortest_ray(rest[0].items, loop.name) if rest else 0
    with looping(lowering, loop, insides(rest, term.body), shortest, search, whole=bool(rest)):
        walks = rest[0].items if rest else None
        if shortest and loop.name in lowering.fused and isinstance(walks, terms.FunctionCall):
            lowering.leave_empty = walks.function.name == "prefix" and simple_walk(walks.arguments[-1])
        yield


def exists(lowering: Lowering, term: terms.Term) -> str:
    """Whether a list has an item."""
    if isinstance(term, terms.FunctionCall):
        only = len(term.arguments) == 1 and isinstance(term.arguments[0].type, Listing)
        if term.function.name in ("list", "distinct", "reversed") and only:
            return exists(lowering, term.arguments[0])
        if term.function.name in ("prefix", "span") and simple_walk(term.arguments[-1]):
            return f"({walk_length(lowering, term)} > 0)"
        if term.function.name == "walk":
            return walk_arrives(lowering, term)
        return f"(len({lowering.value(term)}) > 0)"
    if isinstance(term, terms.Comprehension) and term.stop is None:
        found = lowering.code.fresh("f")
        lowering.code.line(f"{found} = False")
        _exists_nest(lowering, list(term.loops), term, found)
        return found
    return f"(len({lowering.value(term)}) > 0)"


def walk_length(lowering: Lowering, call: terms.FunctionCall) -> str:
    """How many items a prefix or span has, without making the list."""
    return span_length(lowering, call) if call.function.name == "span" else prefix_length(lowering, call)[0]


def _exists_nest(lowering: Lowering, loops: list[terms.Loop], term: terms.Comprehension, found: str) -> None:
    """Loops that stop at the first item; an inner loop over the bare items of a list is not needed at all."""
    loop, rest = loops[0], loops[1:]
    if not rest and loop.condition is None and not can_be_none(term.body.type):
        if prefix_exists(lowering, loop.items, found):
            return
        with lowering.code.block(f"if {exists(lowering, loop.items)}:"):
            lowering.code.line(f"{found} = True")
        return
    with _each_item(lowering, loop, rest, term, search=True):
        if rest:
            _exists_nest(lowering, rest, term, found)
            lowering.code.line(f"if {found}: break")
            return
        if can_be_none(term.body.type):
            value = lowering.value(term.body)
            lowering.code.line(
                f"if not {value}: continue" if is_reference(term.body.type) else f"if {value} is None: continue"
            )
        lowering.code.line(f"{found} = True")
        lowering.code.line("break")
