"""Machine code for each function that is not fixed: fixed ones are looked up in tables.

VALUES returns a number or flag, STANDING a list that need not be made, STREAMED writes a loop over the items of a list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.code.columns import conjuncts
from interpreter.code.loops import simple_walk
from interpreter.language import terms, types
from interpreter.language.types import Listing, Piece
from interpreter.library.functions.parts import STRAIGHT
from interpreter.native import footprints, ir, lists, routes, tabulation
from interpreter.native.histories import number_of
from interpreter.native.ir import ABSENT, ONE, ZERO, Binary, Call, Entry, Expr, Items, Lit, Lookup, Named, Select, Var
from interpreter.native.structure import Unsupported
from interpreter.native.values import Body, Value
from interpreter.native.vocabulary import EXISTS, STANDING, STREAMED, VALUES, WriteValue
from interpreter.sudoku import board_grid

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering

MOST_CELLS, MOST_NUMBERS = 128, 32
"""A sudoku of machine code has at most so many cells and numbers."""


def _only(call: terms.FunctionCall) -> terms.Term:
    return call.arguments[0]


# Numbers and flags


def _length(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term = _only(call)
    if not isinstance(types.strip(term.type), Listing):
        raise Unsupported("it counts letters")
    if isinstance(term, terms.FunctionCall) and term.function.name in ("prefix", "span"):
        if simple_walk(term.arguments[-1]):
            return lists.walk_length(lowering, term)
    found = _stands(lowering, term)
    return ir.LengthOf(lists.steady(lowering, found)) if found is not None else _counted(lowering, term)


def _stands(lowering: Lowering, term: terms.Term) -> Items | None:
    kind = types.strip(term.type)
    if isinstance(kind, Listing) and isinstance(types.strip(kind.item), Listing):
        return None
    found = tabulation.looked_up(lowering, term)
    return found if isinstance(found, Items) else lists.standing(lowering, term)


def _counted(lowering: Lowering, term: terms.Term) -> Expr:
    number = lowering.fresh("n")
    lowering.emit(ir.Assign(number, ZERO))
    lists.each(lowering, term, lambda _item: lowering.emit(ir.Assign(number, ir.plus(Var(number), ONE))))
    lowering.bind((number,))
    return Var(number)


def _count(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term = _only(call)
    return _counted(lowering, term) if isinstance(term, terms.Comprehension) else _length(lowering, call)


def _search(wanted: bool) -> WriteValue:
    def write(lowering: Lowering, call: terms.FunctionCall) -> Expr:
        term, found = _only(call), lowering.fresh("f")
        lowering.emit(ir.Assign(found, Lit(int(not wanted))))

        def hit() -> None:
            lowering.emit(ir.Assign(found, Lit(int(wanted))))
            lowering.emit(ir.Leave(label))

        with lowering.scope() as label:
            if isinstance(term, terms.Comprehension) and term.stop is None:
                _search_nest(lowering, term, 0, wanted, hit)
            else:

                def look(value: Value) -> None:
                    assert isinstance(value, Expr)
                    test = Binary(">", value, ZERO)
                    lowering.when(test if wanted else ir.negated(test), hit)

                lists.each(lowering, term, look)
        lowering.bind((found,))
        return Var(found)

    return write


def _search_nest(
    lowering: Lowering, term: terms.Comprehension, number: int, wanted: bool, hit: Callable[[], None]
) -> None:
    if number < len(term.loops):
        loop, rest = term.loops[number], list(term.loops[number + 1 :])
        inner = lambda: _search_nest(lowering, term, number + 1, wanted, hit)  # noqa: E731
        if lists.each_ray(lowering, loop, rest, term.body, inner):
            return
        lists.loop_over(
            lowering,
            loop.name,
            loop.items,
            conjuncts(loop.condition),
            lambda: _search_nest(lowering, term, number + 1, wanted, hit),
        )
        return
    test = lowering.condition(term.body)
    lowering.when(test if wanted else ir.negated(test), hit)


def _sum(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term, total = _only(call), lowering.fresh("n")
    careful = not lists.bounded_sum(term)
    lowering.emit(ir.Assign(total, ZERO))

    def add(value: Value) -> None:
        assert isinstance(value, Expr)
        more = Call("sum_of", (Var(total), value)) if careful else ir.plus(Var(total), value)
        lowering.emit(ir.Assign(total, more))

    lists.each(lowering, term, add)
    lowering.bind((total,))
    return Var(total)


def _extreme(operator: ir.Operator) -> WriteValue:
    def write(lowering: Lowering, call: terms.FunctionCall) -> Expr:
        best = lowering.fresh("b")
        if len(call.arguments) > 1:
            lowering.emit(ir.Assign(best, lowering.value(call.arguments[0])))
            for each in call.arguments[1:]:
                other = lowering.temporary(lowering.value(each))
                lowering.emit(ir.Assign(best, Select(Binary(operator, other, Var(best)), other, Var(best))))
            lowering.bind((best,))
            return Var(best)
        lowering.emit(ir.Assign(best, ABSENT))

        def compare(value: Value) -> None:
            assert isinstance(value, Expr)
            value = lowering.temporary(value)
            better = ir.either(Binary("==", Var(best), ABSENT), Binary(operator, value, Var(best)))
            lowering.emit(ir.Assign(best, Select(better, value, Var(best))))

        lists.each(lowering, _only(call), compare)
        lowering.bind((best,))
        return Var(best)

    return write


def _first(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term, none = _only(call), lowering.none(call.type)
    _refuse_lists(call)
    found = _stands(lowering, term)
    if found is not None:
        found = lists.steady(lowering, found)
        return Select(ir.LengthOf(found), ir.ItemAt(found, ZERO), none)
    name = lowering.fresh("v")
    lowering.emit(ir.Assign(name, none))
    with lowering.scope() as label:

        def keep(value: Value) -> None:
            assert isinstance(value, Expr)
            lowering.emit(ir.Assign(name, value))
            lowering.emit(ir.Leave(label))

        lists.each(lowering, term, keep)
    lowering.bind((name,))
    return Var(name)


def _last(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term, none = _only(call), lowering.none(call.type)
    _refuse_lists(call)
    found = _stands(lowering, term)
    if found is not None:
        found = lists.steady(lowering, found)
        length = ir.LengthOf(found)
        return Select(length, ir.ItemAt(found, ir.minus(length, ONE)), none)
    name = lowering.fresh("v")
    lowering.emit(ir.Assign(name, none))

    def keep(value: Value) -> None:
        assert isinstance(value, Expr)
        lowering.emit(ir.Assign(name, value))

    lists.each(lowering, term, keep)
    lowering.bind((name,))
    return Var(name)


def _refuse_lists(call: terms.FunctionCall) -> None:
    if isinstance(types.strip(call.type), Listing | types.Record | types.Text):
        raise Unsupported("it has lists or texts that may be none")


def _best(operator: ir.Operator) -> WriteValue:
    def write(lowering: Lowering, call: terms.FunctionCall) -> Expr:
        _refuse_lists(call)
        term = _only(call)
        assert isinstance(term, terms.Comprehension)
        best, holder, tied = lowering.fresh("b"), lowering.fresh("v"), lowering.none(call.type)
        lowering.emit(ir.Assign(best, ABSENT))
        lowering.emit(ir.Assign(holder, tied))
        item = Var(term.loops[-1].name)

        def compare(value: Value) -> None:
            assert isinstance(value, Expr)
            value = lowering.temporary(value)

            def better() -> None:
                lowering.emit(ir.Assign(best, value))
                lowering.emit(ir.Assign(holder, item))

            def equal() -> None:
                lowering.when(Binary("==", value, Var(best)), lambda: lowering.emit(ir.Assign(holder, tied)))

            test = ir.either(Binary("==", Var(best), ABSENT), Binary(operator, value, Var(best)))
            lowering.when(test, better, equal)

        lists.each(lowering, term, compare)
        lowering.bind((holder,))
        return Var(holder)

    return write


def _default(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    value, other = call.arguments
    _refuse_lists(call)
    if isinstance(value.type, types.Nothing):
        return lowering.value(other)
    if not types.can_be_none(value.type):
        return lowering.value(value)
    found = lowering.temporary(lowering.value(value))
    with lowering.block() as aside:
        instead = lowering.value(other)
    there = lowering.is_present(found, value.type)
    if not aside:
        return Select(there, found, instead)
    name = lowering.fresh("v")
    lowering.emit(ir.Assign(name, found))
    lowering.emit(ir.If(ir.negated(there), [*aside, ir.Assign(name, instead)], []))
    lowering.bind((name,))
    return Var(name)


def _sure(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term = _only(call)
    _refuse_lists(call)
    value = lowering.value(term)
    if not types.can_be_none(term.type):
        return value
    value = lowering.temporary(value)
    lowering.fault_unless(lowering.is_present(value, term.type))
    return value


def _position(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    items, wanted = call.arguments
    if isinstance(types.strip(wanted.type), Listing | types.Text):
        raise Unsupported("it searches for lists or texts in lists")
    value = lowering.temporary(lowering.value(wanted))
    place = lowering.temporary(Call("position_in", (lowering.items(items), value)))
    return Select(Binary("<", place, ZERO), ABSENT, ir.plus(place, ONE))


def _absolute(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    value = lowering.temporary(lowering.value(_only(call)))
    return Select(Binary("<", value, ZERO), Binary("-", ZERO, value), value)


def standing_kinds(lowering: Lowering) -> list[str]:
    """The kinds of pieces that some board holds."""
    return [kind for kind in lowering.schema.kinds if lowering.schema.holders(kind)]


def taken(lowering: Lowering, place: Expr) -> Expr:
    """Whether there is any piece on a site."""
    found: Expr = ZERO
    for kind in standing_kinds(lowering):
        found = ir.either(found, Entry(terms.column("at", kind), place))
    return found


def _empty(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term = _only(call)
    kind = types.strip(term.type)
    if isinstance(kind, types.ZonePieces):
        return ir.negated(Binary(">", ir.LengthOf(lowering.items(term)), ZERO))
    if not isinstance(kind, types.BoardSites):
        return ir.negated(taken(lowering, lowering.temporary(lowering.value(term))))
    found = lowering.fresh("f")
    lowering.emit(ir.Assign(found, ONE))
    with lowering.scope() as label:

        def look(site: Value) -> None:
            assert isinstance(site, Expr)

            def stop() -> None:
                lowering.emit(ir.Assign(found, ZERO))
                lowering.emit(ir.Leave(label))

            lowering.when(taken(lowering, site), stop)

        lists.each(lowering, term, look)
    lowering.bind((found,))
    return Var(found)


def cells_of(lowering: Lowering, kind: str, piece: Expr, place: Expr) -> tuple[Expr, Items]:
    """Whether a piece fits on a board, starting from a site, and the cells that it would cover."""
    return footprints.cells(lowering, kind, piece, place)


def _fits(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    term, place = call.arguments
    kind = types.strip(term.type)
    assert isinstance(kind, Piece)
    piece = lowering.temporary(lowering.value(term))
    site = lowering.temporary(lowering.value(place))
    if lowering.schema.is_piled(kind.kind):
        room = Lookup(lowering.tables.of_numbers(lowering.schema.room(kind.kind)), site)
        return Binary("<", ir.LengthOf(ir.Held(terms.column("pile", kind.kind), site)), room)
    inside, cells = cells_of(lowering, kind.kind, piece, site)
    free = lowering.fresh("f")
    lowering.emit(ir.Assign(free, inside))

    def look() -> None:
        with lowering.scope() as label:

            def cell(value: Value) -> None:
                assert isinstance(value, Expr)
                blocked: Expr = ZERO
                for other in standing_kinds(lowering):
                    held = Entry(terms.column("at", other), value)
                    strange = ir.both(held, Binary("!=", held, piece)) if other == kind.kind else held
                    blocked = ir.either(blocked, strange)

                def stop() -> None:
                    lowering.emit(ir.Assign(free, ZERO))
                    lowering.emit(ir.Leave(label))

                lowering.when(blocked, stop)

            lists.each_of(lowering, cells, cell, lowering.fresh("x"))

    lowering.when(Var(free), look)
    lowering.bind((free,))
    return Var(free)


def _can(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    player = lowering.value(call.arguments[0]) if call.arguments else Var("me")
    if call.extra[0] not in lowering.program.actions:
        return ZERO
    return lowering.temporary(Call(f"can {call.extra[0]}", (player,), stateful=True))


def _stuck(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    return ir.negated(lowering.temporary(Call("can_act", (lowering.value(_only(call)),), stateful=True)))


def _payoff(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    player = lowering.temporary(lowering.value(_only(call)))
    there = ir.both(Entry(".over"), Binary(">", player, ZERO))
    return Select(there, Entry(".paid", ir.minus(player, ONE)), ABSENT)


def _seen_before(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    count = lowering.temporary(Call(f"seen {number_of(lowering.program, call)}", (Var("me"),), stateful=True))
    return ir.minus(count, ONE) if lowering.committed else count


def _row_of(lowering: Lowering, kind: str, piece: Expr) -> Items:
    """The pile or zone that contains a piece; a piece out of play is on its own."""
    name = lowering.fresh("r")
    alone = lists.new(lowering, 1)
    lowering.emit(ir.Append(alone, piece))
    lowering.emit(ir.Point(name, Named(alone)))
    schema = lowering.schema
    zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    if zones:
        number = lowering.temporary(Entry(terms.column("zone_of", kind), piece))
        for zone in zones:
            inside = ir.both(Binary("<=", Lit(zone.first), number), Binary("<", number, Lit(zone.first + zone.count)))
            held = ir.Held(terms.column("zone", zone.name), ir.minus(number, Lit(zone.first)))
            copied = _copied(lowering, held, lowering.structure.places[held.place].room)
            lowering.when(inside, lambda copied=copied: copied(name))  # type: ignore[misc]
    if schema.is_piled(kind):
        site = lowering.temporary(Entry(terms.column("site", kind), piece))
        held = ir.Held(terms.column("pile", kind), site)
        copied = _copied(lowering, held, lowering.structure.places[held.place].room)
        lowering.when(site, lambda: copied(name))
    lowering.bind((name,))
    return Named(name)


def _copied(lowering: Lowering, held: ir.Held, most: int) -> Callable[[str], None]:
    """The statement that lets a name point to a copy of a zone or pile."""
    listed = lists.new(lowering, max(1, most))

    def write(name: str) -> None:
        lowering.emit(ir.Do(Call("copy_items", (Named(listed), held))))
        lowering.emit(ir.Point(name, Named(listed)))

    return write


def _beneath(lowering: Lowering, call: terms.FunctionCall) -> Expr:
    kind = types.strip(_only(call).type)
    assert isinstance(kind, Piece)
    piece = lowering.temporary(lowering.value(_only(call)))
    row = _row_of(lowering, kind.kind, piece)
    place = lowering.temporary(Call("position_in", (row, piece)))
    return Select(Binary(">", place, ZERO), ir.ItemAt(row, ir.minus(place, ONE)), ZERO)


def _too_far(_lowering: Lowering, call: terms.FunctionCall) -> Expr:
    raise Unsupported(f"‘{call.function.name}’ depends on more than a table can hold")


VALUES |= {
    "len": _length,
    "count": _count,
    "any": _search(True),
    "all": _search(False),
    "sum": _sum,
    "min": _extreme("<"),
    "max": _extreme(">"),
    "first": _first,
    "last": _last,
    "most": _best(">"),
    "least": _best("<"),
    "default": _default,
    "sure": _sure,
    "position": _position,
    "abs": _absolute,
    "empty": _empty,
    "fits": _fits,
    "can": _can,
    "stuck": _stuck,
    "payoff": _payoff,
    "seen_before": _seen_before,
    "beneath": _beneath,
    "step": _too_far,
    "distance": _too_far,
}


# Lists that stand somewhere


def _listed(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    if len(call.arguments) == 1 and isinstance(types.strip(_only(call).type), Listing):
        return lowering.items(_only(call))
    return None


def _taken_first(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    found = lists.steady(lowering, lowering.items(_only(call)))
    wanted = lowering.temporary(lowering.value(call.arguments[1]))
    length = ir.LengthOf(found)
    few = Select(Binary("<", wanted, ZERO), ZERO, wanted)
    return ir.Part(found, ZERO, lowering.temporary(Select(Binary("<", few, length), few, length)))


def _pile(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    return ir.Held(terms.column("pile", call.extra[0]), lowering.temporary(lowering.value(_only(call))))


def _prefixed(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    past_end = call.function.name == "reach"
    if not simple_walk(call.arguments[-1]):
        return lists.walked(lowering, call, past_end)
    count, along = lists.prefix_length(lowering, call)
    if past_end:
        more = Binary("<", count, ir.LengthOf(along))
        count = lowering.temporary(Select(more, ir.plus(count, ONE), count))
    return ir.Part(along, ZERO, count)


def _span(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    return lists.spanned(lowering, call)


def _values(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    words = types.strip(call.extra[0])
    assert isinstance(words, types.Words)
    return ir.Row(lowering.tables.of_rows([range(1, len(words.words) + 1)]), ZERO)


def _ray(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    """A ray that is cut short by a number, or one of those that a loop goes through."""
    way = call.arguments[1]
    if isinstance(way, terms.Variable) and way.name in lowering.rays and len(call.arguments) == 2:
        return Named(lowering.rays[way.name])
    if len(call.arguments) < 3:
        raise Unsupported("‘ray’ depends on more than a table can hold")
    whole = terms.FunctionCall(call.type, call.node, call.function, call.arguments[:2], call.extra)
    found = lists.steady(lowering, lowering.items(whole))
    wanted = lowering.temporary(lowering.value(call.arguments[2]))
    length = ir.LengthOf(found)
    few = Select(Binary("<", wanted, ZERO), ZERO, wanted)
    return ir.Part(found, ZERO, lowering.temporary(Select(Binary("<", few, length), few, length)))


def _upwards(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    kind = types.strip(_only(call).type)
    assert isinstance(kind, Piece)
    piece = lowering.temporary(lowering.value(_only(call)))
    row = _row_of(lowering, kind.kind, piece)
    place = lowering.temporary(Call("position_in", (row, piece)))
    return ir.Part(row, place, ir.minus(ir.LengthOf(row), place))


def _solve_sudoku(lowering: Lowering, call: terms.FunctionCall) -> Items | None:
    board, numbers = call.arguments
    assert isinstance(board, terms.BoardTerm)
    instance = lowering.schema.boards[board.board].instances[0]
    grid = board_grid(lowering.topology, instance, call.extra[0])
    if board.index is not None or grid is None or grid.cells > MOST_CELLS or grid.numbers > MOST_NUMBERS:
        raise Unsupported("its sudokus are very large, or there are several boards")
    units = lowering.tables.of_rows([[cell for cell in range(grid.cells) if unit >> cell & 1] for unit in grid.units])
    solved = lists.new(lowering, grid.cells)
    given = (Lit(units), Lit(grid.cells), Lit(grid.numbers), lists.steady(lowering, lowering.items(numbers)))
    lowering.emit(ir.Do(Call("solve_sudoku", (Named(solved), *given))))
    return Named(solved)


STANDING |= {
    "solve_sudoku": _solve_sudoku,
    "list": _listed,
    "take": _taken_first,
    "pile": _pile,
    "prefix": _prefixed,
    "reach": _prefixed,
    "span": _span,
    "values": _values,
    "ray": _ray,
    "upwards": _upwards,
}


# Lists that are gone through


def _each_distinct(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    if lists.is_distinct(lowering, _only(call)):
        lists.each(lowering, _only(call), body, name)
    else:
        lists.each_of(lowering, lists.made(lowering, _only(call), distinct=True), body, name)


def _each_backwards(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    found = lists.steady(lowering, lowering.items(_only(call)))
    number = lowering.fresh("j")
    with lowering.block("loop", (number, name)) as inner:
        last = ir.minus(ir.LengthOf(found), ONE)
        lowering.emit(ir.Assign(name, ir.ItemAt(found, ir.minus(last, Var(number)))))
        body(Var(name))
    lowering.emit(ir.ForRange(number, ZERO, ir.minus(ir.LengthOf(found), ONE), inner))


def _each_piece(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    kind = types.item_of(call.type)
    assert isinstance(kind, Piece)
    at, board = terms.column("at", kind.kind), _only(call)
    if lowering.schema.is_piled(kind.kind):

        def each_pile(site: Value) -> None:
            assert isinstance(site, Expr)
            lists.each_of(lowering, ir.Held(terms.column("pile", kind.kind), site), body, name)

        lists.each(lowering, board, each_pile)
        return

    stretch = lists.stretch(lowering, board)
    if stretch is not None and not lowering.schema.kinds[kind.kind].covers_many:
        place = lowering.fresh("x")
        with lowering.block("loop", (place, name)) as inner:
            body(Var(name))
        lowering.emit(ir.ForHeld(place, name, at, *stretch, inner))
        return

    def each_site(site: Value) -> None:
        assert isinstance(site, Expr)
        lowering.emit(ir.Assign(name, Entry(at, site)))
        lowering.bind((name,))
        if not lowering.schema.kinds[kind.kind].covers_many:
            lowering.when(Var(name), lambda: body(Var(name)))
            return
        # A piece that covers several cells comes where its first cell is met.
        fresh = ir.both(Var(name), ir.negated(ir.Marked(seen, Var(name))))

        def first() -> None:
            lowering.emit(ir.Mark(seen, Var(name), ONE))
            body(Var(name))

        lowering.when(fresh, first)

    seen = lowering.fresh("m")
    if lowering.schema.kinds[kind.kind].covers_many:
        lowering.emit(ir.Clear(seen, lowering.structure.rooms[kind.kind] + 1))
    lists.each(lowering, board, each_site)


def _onward(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    found = lists.steady(lowering, lowering.items(call.arguments[0]))
    start = lowering.temporary(lowering.value(call.arguments[1]))
    number = lowering.temporary(lowering.value(call.arguments[2]))
    lowering.fault_unless(Binary("<=", number, Lit(types.LONGEST_RANGE)))
    place = lowering.temporary(Call("position_in", (found, start)))
    count = lowering.temporary(Select(Binary("<", place, ZERO), ZERO, number))
    step = lowering.fresh("j")
    with lowering.block("loop", (step, name)) as inner:
        at = Binary("%", ir.plus(place, Var(step)), ir.LengthOf(found))
        lowering.emit(ir.Assign(name, ir.ItemAt(found, at)))
        body(Var(name))
    lowering.emit(ir.ForRange(step, ONE, count, inner))


def _each_of_group(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    lists.each_of(lowering, _group(lowering, call), body, name)


def _member_test(lowering: Lowering, members: terms.Term) -> Callable[[Expr], Expr]:
    """The test whether a site is one of some members: by a mark, set when they are first listed."""
    marks = lowering.fresh("m")
    lowering.emit(ir.Clear(marks, lowering.topology.count + 1))

    def mark(site: Value) -> None:
        assert isinstance(site, Expr)
        lowering.emit(ir.Mark(marks, site, ONE))

    lists.each(lowering, members, mark)
    return lambda site: ir.Marked(marks, site)


def neighbour_rows(lowering: Lowering) -> int:
    """The table of the neighbours of every site."""
    return lowering.tables.of_rows(lowering.topology.neighbours)


def _group(lowering: Lowering, call: terms.FunctionCall) -> Named:
    start, members = call.arguments
    marks = lowering.fresh("m")
    lowering.emit(ir.Clear(marks, lowering.topology.count + 1))

    def mark(site: Value) -> None:
        assert isinstance(site, Expr)
        lowering.emit(ir.Mark(marks, site, ONE))

    lists.each(lowering, members, mark)
    reached = lists.new(lowering, lowering.topology.count + 1)
    lowering.emit(ir.Do(Call("begin_spread", (Named(reached), lowering.value(start), Named(marks)))))
    _spread(lowering, reached, marks)
    return Named(reached)


def _spread(lowering: Lowering, reached: str, marks: str) -> None:
    """Take all marked sites that can be reached from the given ones by walking; their marks are used up."""
    here, there = lowering.fresh("x"), lowering.fresh("y")
    with lowering.block("loop", (here,)) as outer:
        with lowering.block("loop", (there,)) as inner:

            def take() -> None:
                lowering.emit(ir.Mark(marks, Var(there), ZERO))
                lowering.emit(ir.Append(reached, Var(there)))

            lowering.when(ir.Marked(marks, Var(there)), take)
        lowering.emit(ir.ForEach(there, ir.Row(neighbour_rows(lowering), Var(here)), inner))
    lowering.emit(ir.ForGrowing(here, reached, outer))


def _each_group(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    """The connected parts of a list, each nearest first from its first member."""
    members = lists.steady(lowering, lowering.items(_only(call)))
    marks = lowering.fresh("m")
    lowering.emit(ir.Clear(marks, lowering.topology.count + 1))

    def mark(site: Value) -> None:
        assert isinstance(site, Expr)
        lowering.emit(ir.Mark(marks, site, ONE))

    lists.each_of(lowering, members, mark, lowering.fresh("x"))

    def start(site: Value) -> None:
        assert isinstance(site, Expr)

        def whole() -> None:
            reached = lists.new(lowering, lowering.topology.count + 1)
            lowering.emit(ir.Mark(marks, site, ZERO))
            lowering.emit(ir.Append(reached, site))
            _spread(lowering, reached, marks)
            lowering.emit(ir.Point(name, Named(reached)))
            lowering.bind((name,))
            body(Named(name))

        lowering.when(ir.Marked(marks, site), whole)

    lists.each_of(lowering, members, start, lowering.fresh("x"))


def _each_of_border(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    members = lists.steady(lowering, lowering.items(_only(call)))
    marks = lowering.fresh("m")
    lowering.emit(ir.Clear(marks, lowering.topology.count + 1))
    lists.each_of(
        lowering,
        members,
        lambda site: lowering.emit(ir.Mark(marks, site, ONE)),  # type: ignore[arg-type]
        lowering.fresh("x"),
    )

    def around(site: Value) -> None:
        assert isinstance(site, Expr)

        def other(there: Value) -> None:
            assert isinstance(there, Expr)

            def found() -> None:
                lowering.emit(ir.Mark(marks, there, ONE))
                body(there)

            lowering.when(ir.negated(ir.Marked(marks, there)), found)

        lists.each_of(lowering, ir.Row(neighbour_rows(lowering), site), other, name)

    lists.each_of(lowering, members, around, lowering.fresh("x"))


def _each_run(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    """Stretches of equal neighbours along the lines of a board."""
    board, at_least, *axes = call.arguments
    prop = call.extra[0]
    if axes or not isinstance(board, terms.BoardTerm) or board.index is not None:
        raise Unsupported("‘runs’ goes along axes of its own")
    instance = lowering.schema.boards[board.board].instances[:1]
    lines, rings = lowering.topology.straight_lines(instance, STRAIGHT)
    if rings or not types.is_reference(prop.type):
        raise Unsupported("‘runs’ goes round, or counts something that is not a word")
    least = lowering.temporary(lowering.value(at_least))
    line, first, end = lowering.fresh("l"), lowering.fresh("i"), lowering.fresh("j")
    with lowering.block("loop", (line, first)) as each_line:
        length = ir.LengthOf(Named(line))

        def value_at(place: Expr) -> Expr:
            return Entry(prop.column, ir.ItemAt(Named(line), place))

        lowering.emit(ir.Assign(first, ZERO))
        with lowering.block("loop", (end,)) as each_place:
            same = ir.both(Binary("<", Var(end), length), Binary("==", value_at(Var(end)), value_at(Var(first))))

            def ended() -> None:
                size = ir.minus(Var(end), Var(first))

                def run() -> None:
                    lowering.emit(ir.Point(name, ir.Part(Named(line), Var(first), size)))
                    lowering.bind((name,))
                    body(Named(name))

                lowering.when(ir.both(Binary(">=", size, least), value_at(Var(first))), run)
                lowering.emit(ir.Assign(first, Var(end)))

            lowering.when(ir.negated(same), ended)
        lowering.emit(ir.ForRange(end, ONE, length, each_place))
    rows = lowering.tables.of_rows(lines)
    lowering.emit(ir.ForRows(line, rows, ZERO, Lit(len(lines)), each_line))


def _each_walked(lowering: Lowering, call: terms.FunctionCall, body: Body, name: str) -> None:
    routes.each(lowering, call, body, name)


STREAMED |= {
    "distinct": _each_distinct,
    "reversed": _each_backwards,
    "pieces": _each_piece,
    "onward": _onward,
    "group": _each_of_group,
    "groups": _each_group,
    "border": _each_of_border,
    "runs": _each_run,
    "prefix": lists.each_walked,
    "reach": lists.each_walked,
    "walk": _each_walked,
}
EXISTS["walk"] = routes.arrives
