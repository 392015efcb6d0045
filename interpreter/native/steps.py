"""Steps → the intermediate representation. Events are not emitted here: anyone who needs them plays in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from interpreter.code.columns import conjuncts
from interpreter.language import terms, types
from interpreter.library.steps import cascade, chance, control, create, outcomes, pieces, statements
from interpreter.library.steps.step import Step
from interpreter.native import footprints, ir, lists
from interpreter.native.functions import standing_kinds, taken
from interpreter.native.ir import (
    ABSENT,
    ONE,
    ZERO,
    Binary,
    Call,
    Entry,
    Expr,
    Held,
    Items,
    Lit,
    Lookup,
    Named,
    Select,
    Var,
)
from interpreter.native.structure import Unsupported
from interpreter.native.values import LONGEST_LIST, Value, Waves
from interpreter.native.vocabulary import STEPS

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering

AGAIN, PENDING, MAY_STOP, END = "again!", "pending!", "stop!", "end!"
"""Names of what a function notes of the steps on the way."""


MOST_CLEARED = 8_192
"""So many sites one cascade may clear where the rules ask which, and so many items lists may have together."""


def fixed_name(number: int) -> str:
    """The name of a value that is already chosen for the action that a turn goes on with."""
    return f"fixed {number}!"


def write_all(lowering: Lowering, steps: Sequence[Step]) -> None:
    """Write steps in order."""
    for each in steps:
        write(lowering, each)


def write(lowering: Lowering, step: Step) -> None:
    """Write one step."""
    made = STEPS.get(type(step))
    if made is None:
        raise Unsupported(f"machine code has no step ‘{type(step).__name__.lower()}’")
    made(lowering, step)


def _event(_lowering: Lowering, _step: outcomes.Event) -> None:
    pass


def _let(lowering: Lowering, step: statements.Let) -> None:
    lowering.bind_term(step.name, step.value)


def _again(lowering: Lowering, _step: statements.Again) -> None:
    lowering.assign(AGAIN, ONE)
    lowering.assign(PENDING, ZERO)


def _end(lowering: Lowering, step: outcomes.End) -> None:
    lowering.assign(END, Lit(step.number))


def _require(lowering: Lowering, step: outcomes.Require) -> None:
    if lowering.attempting:
        test = lowering.condition(step.check)
        lowering.when(test, lambda: None, lambda: lowering.emit(ir.Return(ZERO)))


def _continue(lowering: Lowering, step: outcomes.Continue) -> None:
    values = [lowering.temporary(lowering.value(term)) for term in step.values]
    for number, value in enumerate(values):
        lowering.assign(fixed_name(number), value)
    may_stop = lowering.condition(step.may_stop) if step.may_stop is not None else ZERO
    lowering.assign(MAY_STOP, ir.negated(ir.negated(may_stop)))
    lowering.assign(PENDING, Lit(lowering.structure.ways.index(step.ways) + 1))
    lowering.assign(AGAIN, ZERO)


def _if(lowering: Lowering, step: control.If) -> None:
    if isinstance(step.test, terms.Constant):
        write_all(lowering, step.then if step.test.value else step.otherwise)
        return
    test = lowering.condition(step.test)
    lowering.when(test, lambda: write_all(lowering, step.then), lambda: write_all(lowering, step.otherwise))


def _held_fixed(lowering: Lowering, term: terms.Term) -> Items | None:
    """A copy of a list that steps may change while they loop over it; None if they cannot."""
    return lowering.copied(term) if lowering.unit.analysis.of(term).reads else None


def each_fixed(lowering: Lowering, term: terms.Term, body: Callable[[Value], None], name: str = "") -> None:
    """Write a loop over a list as it is when the loop begins."""
    kept = _held_fixed(lowering, term)
    if kept is None:
        lists.each(lowering, term, body, name)
    else:
        lists.each_of(lowering, kept, body, name or lowering.fresh("x"))


def _for(lowering: Lowering, step: control.For) -> None:
    def nest(number: int) -> None:
        if number == len(step.loops):
            write_all(lowering, step.body)
            return
        loop = step.loops[number]

        def inside(value: Value) -> None:
            lowering.bind_value(loop.name, value)
            lists.under(lowering, conjuncts(loop.condition), lambda: nest(number + 1))

        each_fixed(lowering, loop.items, inside, loop.name)

    nest(0)


def _repeat(lowering: Lowering, step: control.Repeat) -> None:
    most = lowering.temporary(lowering.value(step.most))
    with lowering.scope() as label:
        number = lowering.fresh("r")
        with lowering.block("loop", (number,)) as body:
            if step.until is not None:
                lowering.when(lowering.condition(step.until), lambda: lowering.emit(ir.Leave(label)))
            lowering.emit(ir.Do(Call("look_up", ())))
            write_all(lowering, step.body)
        lowering.emit(ir.ForRange(number, ONE, most, body))
        if step.until is not None:
            lowering.fault_unless(lowering.condition(step.until))


def _run(lowering: Lowering, step: control.Run) -> None:
    for name, term in step.bound:
        lowering.bind_term(name, term)
    write_all(lowering, step.body)


# Values


def stored(kind: types.Type, value: Expr) -> Expr:
    """A value of a type as the state stores it; a value that the type cannot hold is a fault."""
    inner = types.strip(kind)
    if isinstance(inner, types.Text | types.Listing | types.Record):
        raise Unsupported("its steps set texts or lists")
    if not isinstance(inner, types.Number):
        return value
    if inner.low is None or inner.high is None:
        return Call("bounded", (value,))
    if isinstance(value, Lit) and inner.low <= value.value <= inner.high:
        return value
    name = "within_or_none" if isinstance(kind, types.Maybe) else "within"
    return Call(name, (value, Lit(inner.low), Lit(inner.high)))


def put(lowering: Lowering, column: terms.Column, place: Expr, value: Expr) -> None:
    """Set an entry of a column."""
    field = lowering.layout.fields[column]
    if field.code == "letter":
        raise Unsupported("its steps set letters")
    if field.type is not None:
        value = stored(field.type, value)
        if field.store == "bytes" and isinstance(field.type, types.Maybe) and not types.is_reference(field.type):
            value = lowering.temporary(value)
            value = Select(Binary("==", value, ABSENT), ZERO, value)
    lowering.emit(ir.Store(column, place, value))


def _assign(lowering: Lowering, step: statements.Assign) -> None:
    target = step.target
    if isinstance(target, terms.StateValue) and target.name in lowering.structure.places:
        _assign_list(lowering, step, Held(target.name, ZERO))
        return
    if isinstance(types.strip(target.type), types.Listing | types.Text | types.Record):
        raise Unsupported("its steps set texts, or lists of lists")
    value = lowering.as_type(step.value, step.target.type)
    if step.loops:
        value = lowering.temporary(value)

    def nest(number: int) -> None:
        if number == len(step.loops):
            _set(lowering, step, value)
            return
        name, items = step.loops[number]
        if isinstance(items, terms.Variable):
            lists.each(lowering, items, lambda item: _inside(name, item, number), name)
        else:
            each_fixed(lowering, items, lambda item: _inside(name, item, number), name)

    def _inside(name: str, item: Value, number: int) -> None:
        lowering.bind_value(name, item)
        nest(number + 1)

    nest(0)


def _assign_list(lowering: Lowering, step: statements.Assign, held: Held) -> None:
    """Set a list that the state stores, or add to it, or take from it."""
    value = lowering.copied(step.value)
    match step.operator:
        case "=":
            lowering.emit(ir.Do(Call("hold", (held, value))))
        case "+=":
            add = lambda item: lowering.emit(ir.Do(Call("put_on", (held, item))))  # noqa: E731
            lists.each_of(lowering, value, add, lowering.fresh("x"))
        case _:
            take = lambda item: lowering.emit(ir.Do(Call("take_first", (held, item))))  # noqa: E731
            lists.each_of(lowering, value, take, lowering.fresh("x"))


def _set(lowering: Lowering, step: statements.Assign, value: Expr) -> None:
    target = step.target

    def changed(old: Expr) -> Expr:
        if step.operator == "=":
            return value
        return Call("sum_of" if step.operator == "+=" else "difference", (old, value))

    if isinstance(target, terms.StateValue):
        kind = lowering.schema.variables[target.name].type
        lowering.emit(ir.Store(target.name, None, stored(kind, changed(Entry(target.name)))))
        return
    if isinstance(target, terms.StateItem):
        index = lowering.temporary(ir.minus(lowering.value(target.index), Lit(target.base - 1)))
        if types.can_be_none(target.type):
            lowering.fault_unless(ir.both(Binary("<", ZERO, index), Binary("<=", index, Lit(target.size))))
        kind = lowering.schema.variables[target.name].type
        lowering.emit(ir.Store(target.name, index, stored(kind, changed(Entry(target.name, index)))))
        return
    assert isinstance(target, terms.ColumnItem)
    place = lowering.temporary(lowering.value(target.target))
    if types.can_be_none(target.target.type):
        lowering.fault_unless(place)
    put(lowering, target.column, place, changed(Entry(target.column, place)))


# Pieces


def _not_none(lowering: Lowering, term: terms.Term) -> Expr:
    value = lowering.temporary(lowering.value(term))
    if types.can_be_none(term.type):
        lowering.fault_unless(value)
    return value


def _zone_number(lowering: Lowering, held: Held) -> Expr:
    zone = lowering.schema.zones[held.place.split(".", 1)[1]]
    return ir.plus(held.index, Lit(zone.first))


def leave(lowering: Lowering, kind: str, piece: Expr) -> None:
    """Take a piece from its place."""
    schema = lowering.schema
    at, site = terms.column("at", kind), Entry(terms.column("site", kind), piece)
    if schema.kinds[kind].covers_many and schema.holders(kind):
        place = lowering.temporary(site)

        def lift() -> None:
            _, cells = footprints.cells(lowering, kind, piece, place)
            clear = lambda cell: lowering.emit(ir.Store(at, cell, ZERO))  # noqa: E731
            lists.each_of(lowering, cells, clear, lowering.fresh("x"))

        lowering.when(place, lift)
    elif schema.is_piled(kind):
        place = lowering.temporary(site)
        held = Held(terms.column("pile", kind), place)

        def take() -> None:
            lowering.emit(ir.Do(Call("take_held", (held, piece))))
            lowering.emit(ir.Store(at, place, _top(held)))

        lowering.when(place, take)
    elif schema.holders(kind):
        lowering.emit(ir.Store(at, site, ZERO))
    _leave_zone(lowering, kind, piece)


def _top(held: Held) -> Expr:
    length = ir.LengthOf(held)
    return Select(length, ir.ItemAt(held, ir.minus(length, ONE)), ZERO)


def _leave_zone(lowering: Lowering, kind: str, piece: Expr) -> None:
    zones = [zone for zone in lowering.schema.zones.values() if zone.kind == kind]
    if not zones:
        return
    column = terms.column("zone_of", kind)
    number = lowering.temporary(Entry(column, piece))

    def out() -> None:
        lowering.emit(ir.Store(column, piece, ZERO))
        for zone in zones:
            inside = ir.both(Binary("<=", Lit(zone.first), number), Binary("<", number, Lit(zone.first + zone.count)))
            held = Held(terms.column("zone", zone.name), ir.minus(number, Lit(zone.first)))
            lowering.when(
                inside,
                lambda held=held: lowering.emit(ir.Do(Call("take_held", (held, piece)))),  # type: ignore[misc]
            )

    lowering.when(number, out)


def arrive_at_site(lowering: Lowering, kind: str, piece: Expr, place: Expr, beneath: bool = False) -> None:
    """Put an unplaced piece on a site, on top of a pile or beneath it."""
    schema = lowering.schema
    at = terms.column("at", kind)
    room = Lookup(lowering.tables.of_numbers(schema.room(kind)), place)
    if len(schema.holders(kind)) < len(schema.boards):
        lowering.fault_unless(room)
    if schema.is_piled(kind):
        held = Held(terms.column("pile", kind), place)
        lowering.fault_unless(Binary("<", ir.LengthOf(held), room))
        for other in standing_kinds(lowering):
            if other != kind:
                lowering.fault_unless(ir.negated(Entry(terms.column("at", other), place)))
        lowering.emit(ir.Do(Call("put_beneath" if beneath else "put_on", (held, piece))))
        lowering.emit(ir.Store(at, place, _top(held)))
    elif schema.kinds[kind].covers_many:
        inside, cells = footprints.cells(lowering, kind, piece, place)
        lowering.fault_unless(inside)

        def cover(cell: Value) -> None:
            assert isinstance(cell, Expr)
            lowering.fault_unless(ir.negated(taken(lowering, cell)))
            lowering.emit(ir.Store(at, cell, piece))

        lists.each_of(lowering, cells, cover, lowering.fresh("x"))
    else:
        lowering.fault_unless(ir.negated(taken(lowering, place)))
        lowering.emit(ir.Store(at, place, piece))
    lowering.emit(ir.Store(terms.column("site", kind), piece, place))


def arrive_in_zone(lowering: Lowering, kind: str, piece: Expr, held: Held, beneath: bool = False) -> None:
    """Put an unplaced piece in a zone, behind the others or before them."""
    zone = lowering.schema.zones[held.place.split(".", 1)[1]]
    if zone.size is not None:
        lowering.fault_unless(Binary("<", ir.LengthOf(held), Lit(zone.size)))
    lowering.emit(ir.Do(Call("put_beneath" if beneath else "put_on", (held, piece))))
    lowering.emit(ir.Store(terms.column("zone_of", kind), piece, _zone_number(lowering, held)))
    lowering.emit(ir.Store(terms.column("site", kind), piece, ZERO))


def _move(lowering: Lowering, step: pieces.Move) -> None:
    def one(value: Value) -> None:
        assert isinstance(value, Expr)
        if isinstance(types.strip(step.to.type), types.ZonePieces):
            assert isinstance(step.to, terms.ZoneTerm)
            held = lists.zone(lowering, step.to)
            leave(lowering, step.kind, value)
            arrive_in_zone(lowering, step.kind, value, held, step.beneath)
            return
        place = _not_none(lowering, step.to)
        leave(lowering, step.kind, value)
        arrive_at_site(lowering, step.kind, value, place, step.beneath)

    if not isinstance(step.pieces.type, types.Listing):
        one(_not_none(lowering, step.pieces))
        return
    found = lowering.copied(step.pieces)
    if step.beneath:
        order = lists.new(lowering, lists.room(step.pieces))
        lowering.emit(ir.Do(Call("turn_round", (Named(order), found))))
        found = Named(order)
    lists.each_of(lowering, found, one, lowering.fresh("p"))


def _remove(lowering: Lowering, step: pieces.Remove) -> None:
    def one(value: Value) -> None:
        assert isinstance(value, Expr)
        leave(lowering, step.kind, value)
        lowering.emit(ir.Store(terms.column("site", step.kind), value, ZERO))

    if isinstance(step.pieces.type, types.Listing):
        lists.each_of(lowering, lowering.copied(step.pieces), one, lowering.fresh("p"))
        return
    piece = lowering.temporary(lowering.value(step.pieces))
    lowering.when(piece, lambda: one(piece))


def _swap(lowering: Lowering, step: pieces.Swap) -> None:
    schema = lowering.schema
    first, second = _not_none(lowering, step.first), _not_none(lowering, step.second)
    kinds = [kind for kind in standing_kinds(lowering) if step.column is None]
    for kind in kinds:
        if schema.kinds[kind].covers_many or schema.is_piled(kind):
            raise Unsupported("it swaps piles, or pieces of several cells")
    for name in sorted(step.writes(schema)):
        column = lowering.layout.fields[name].name
        if column.role in ("cell", "at"):
            one, other = lowering.temporary(Entry(column, first)), lowering.temporary(Entry(column, second))
            lowering.emit(ir.Store(column, first, other))
            lowering.emit(ir.Store(column, second, one))
    for kind in kinds:
        for place in (first, second):
            piece = lowering.temporary(Entry(terms.column("at", kind), place))
            lowering.when(
                piece,
                lambda kind=kind, piece=piece, place=place: lowering.emit(  # type: ignore[misc]
                    ir.Store(terms.column("site", kind), piece, place)
                ),
            )


def _create(lowering: Lowering, step: create.Create) -> None:
    kind = step.kind
    if step.counts is not None:
        raise Unsupported("it makes pieces by a table while it is played")
    into = isinstance(types.strip(step.place.type), types.ZonePieces)
    held = lists.zone(lowering, step.place) if into and isinstance(step.place, terms.ZoneTerm) else None
    place = _not_none(lowering, step.place) if held is None else ZERO
    given: dict[str, Expr] = {}
    for prop, term in step.values:
        if not create._about(term, step.name):
            given[prop] = lowering.temporary(lowering.as_type(term, kind.properties[prop].type))
    lowering.assign(step.name, Call(f"new {kind.name}", (), stateful=True))
    for prop, value in given.items():
        put(lowering, kind.properties[prop].column, Var(step.name), value)
    for prop, term in step.values:
        if prop not in given:
            own = kind.properties[prop]
            put(lowering, own.column, Var(step.name), lowering.as_type(term, own.type))
    if held is None:
        arrive_at_site(lowering, kind.name, Var(step.name), place)
    else:
        arrive_in_zone(lowering, kind.name, Var(step.name), held)


def _deal(lowering: Lowering, step: create.Deal) -> None:
    source = _dealt_from(lowering, step)
    order = lists.new(lowering, lowering.structure.places[source.place].room)
    # A zone gives its first piece, a pile its top one.
    from_zone = isinstance(step.source, terms.ZoneTerm)
    lowering.emit(ir.Do(Call("copy_items" if from_zone else "turn_round", (Named(order), source))))
    piece = lowering.fresh("p")
    if isinstance(step.to, terms.ZoneTerm):
        target = lists.zone(lowering, step.to)
        size = lowering.schema.zones[step.to.zone].size
        most: list[Expr] = [Lit(size)] if size is not None else []
        if step.up_to is not None:
            most.append(lowering.temporary(lowering.value(step.up_to)))
        with lowering.scope() as label:

            def one(value: Value) -> None:
                assert isinstance(value, Expr)
                for limit in most:
                    full = Binary(">=", ir.LengthOf(target), limit)
                    lowering.when(full, lambda: lowering.emit(ir.Leave(label)))
                leave(lowering, step.kind, value)
                arrive_in_zone(lowering, step.kind, value, target)

            lists.each_of(lowering, Named(order), one, piece)
        return
    if lowering.schema.is_piled(step.kind):
        _deal_onto_piles(lowering, step, order)
    else:
        _deal_onto_sites(lowering, step, order)


def _dealt_from(lowering: Lowering, step: create.Deal) -> Held:
    if isinstance(step.source, terms.ZoneTerm):
        return lists.zone(lowering, step.source)
    return Held(terms.column("pile", step.kind), _not_none(lowering, step.source))


def _deal_onto_sites(lowering: Lowering, step: create.Deal, order: str) -> None:
    targets = lowering.copied(step.to)
    next_one = lowering.fresh("i")
    lowering.emit(ir.Assign(next_one, ZERO))
    most: Expr | None = None
    if step.up_to is not None:
        there = lowering.fresh("n")
        lowering.emit(ir.Assign(there, ZERO))

        def count(site: Value) -> None:
            assert isinstance(site, Expr)
            lowering.when(taken(lowering, site), lambda: lowering.emit(ir.Assign(there, ir.plus(Var(there), ONE))))

        lists.each_of(lowering, targets, count, lowering.fresh("x"))
        most = lowering.temporary(ir.minus(lowering.value(step.up_to), Var(there)))
    with lowering.scope() as label:

        def one(site: Value) -> None:
            assert isinstance(site, Expr)
            used_up: Expr = Binary(">=", Var(next_one), ir.LengthOf(Named(order)))
            if most is not None:
                used_up = ir.either(used_up, Binary(">=", Var(next_one), most))
            lowering.when(used_up, lambda: lowering.emit(ir.Leave(label)))

            def deal() -> None:
                piece = lowering.temporary(ir.ItemAt(Named(order), Var(next_one)))
                leave(lowering, step.kind, piece)
                arrive_at_site(lowering, step.kind, piece, site)
                lowering.emit(ir.Assign(next_one, ir.plus(Var(next_one), ONE)))

            lowering.when(ir.negated(taken(lowering, site)), deal)

        lists.each_of(lowering, targets, one, lowering.fresh("x"))


def _deal_onto_piles(lowering: Lowering, step: create.Deal, order: str) -> None:
    if isinstance(types.strip(step.to.type), types.Listing):
        targets: Items = lowering.copied(step.to)
    else:
        only = lists.new(lowering, 1)
        lowering.emit(ir.Append(only, _not_none(lowering, step.to)))
        targets = Named(only)
    next_one, before = lowering.fresh("i"), lowering.fresh("n")
    lowering.emit(ir.Assign(next_one, ZERO))
    room = lowering.tables.of_numbers(lowering.schema.room(step.kind))
    up_to = lowering.temporary(lowering.value(step.up_to)) if step.up_to is not None else None
    with lowering.scope() as label:
        number = lowering.fresh("r")
        with lowering.block("loop", (number,)) as rounds:
            lowering.emit(ir.Assign(before, Var(next_one)))

            def one(site: Value) -> None:
                assert isinstance(site, Expr)
                gone = Binary(">=", Var(next_one), ir.LengthOf(Named(order)))
                lowering.when(gone, lambda: lowering.emit(ir.Leave(label)))
                limit: Expr = Lookup(room, site)
                if up_to is not None:
                    limit = Select(Binary("<", up_to, limit), up_to, limit)

                def deal() -> None:
                    piece = lowering.temporary(ir.ItemAt(Named(order), Var(next_one)))
                    leave(lowering, step.kind, piece)
                    arrive_at_site(lowering, step.kind, piece, site)
                    lowering.emit(ir.Assign(next_one, ir.plus(Var(next_one), ONE)))

                held = Held(terms.column("pile", step.kind), site)
                lowering.when(Binary("<", ir.LengthOf(held), limit), deal)

            lists.each_of(lowering, targets, one, lowering.fresh("x"))
            same = Binary("==", Var(before), Var(next_one))
            lowering.when(same, lambda: lowering.emit(ir.Leave(label)))
        lowering.emit(ir.ForRange(number, ONE, Lit(lowering.structure.rooms[step.kind] + 1), rounds))


# Luck


def _stream(lowering: Lowering, name: str) -> Expr:
    names = [field.name.of for field in lowering.layout.fields.values() if field.name.role == "stream"]
    return Lit(names.index(name))


def _below(lowering: Lowering, stream: str, limit: Expr) -> Expr:
    """A number from 0 up to but not including a limit."""
    return lowering.temporary(Call("draw", (_stream(lowering, stream), limit), stateful=True))


def _random(lowering: Lowering, step: chance.Random) -> None:
    if isinstance(step.items.type, types.Table):
        _weighted(lowering, step)
        return
    if isinstance(types.strip(types.item(types.strip(step.items.type))), types.Listing):
        _random_list(lowering, step)
        return
    if step.sample is not None:
        left = lists.made(lowering, step.items)
        wanted = lowering.temporary(lowering.value(step.sample))
        lowering.fault_unless(Binary("<=", wanted, ir.LengthOf(left)))
        drawn, number = lists.new(lowering, lists.room(step.items)), lowering.fresh("r")
        with lowering.block("loop", (number,)) as body:
            place = _below(lowering, step.from_stream, ir.LengthOf(left))
            value = lowering.temporary(ir.ItemAt(left, place))
            lowering.emit(ir.Do(Call("take_out", (left, value))))
            lowering.emit(ir.Append(drawn, value))
        lowering.emit(ir.ForRange(number, ONE, wanted, body))
        lowering.bind_value(step.name, Named(drawn))
        return
    found = lists.steady(lowering, lowering.items(step.items))
    lowering.fault_unless(Binary(">", ir.LengthOf(found), ZERO))
    lowering.assign(step.name, ir.ItemAt(found, _below(lowering, step.from_stream, ir.LengthOf(found))))


def _random_list(lowering: Lowering, step: chance.Random) -> None:
    """Draw one of several lists, which are made one after another."""
    if step.sample is not None:
        raise Unsupported("it draws several lists at once")
    items, starts = lists.new(lowering, MOST_CLEARED), lists.new(lowering, LONGEST_LIST)
    lowering.emit(ir.Append(starts, ZERO))

    def keep(row: Value) -> None:
        assert isinstance(row, Items)
        add = lambda item: lowering.emit(ir.Append(items, item, small=False))  # noqa: E731
        lists.each_of(lowering, row, add, lowering.fresh("x"))
        lowering.emit(ir.Append(starts, ir.LengthOf(Named(items))))

    lists.each(lowering, step.items, keep)
    count = lowering.temporary(ir.minus(ir.LengthOf(Named(starts)), ONE))
    lowering.fault_unless(Binary(">", count, ZERO))
    drawn = _below(lowering, step.from_stream, count)
    first = lowering.temporary(ir.ItemAt(Named(starts), drawn))
    length = lowering.temporary(ir.minus(ir.ItemAt(Named(starts), ir.plus(drawn, ONE)), first))
    lowering.bind_value(step.name, ir.Part(Named(items), first, length))


def _weighted(lowering: Lowering, step: chance.Random) -> None:
    if not isinstance(step.items, terms.Constant) or not isinstance(step.items.type, types.Table):
        raise Unsupported("it draws by weights that change")
    key = step.items.type.key
    weights = [(lowering.encoded(word, key), weight) for word, weight in step.items.value.items() if weight > 0]
    total = sum(weight for _, weight in weights)
    if not weights or total > 1 << 31:
        raise Unsupported("it draws by very large weights")
    drawn = _below(lowering, step.from_stream, Lit(total))
    ends = lowering.tables.of_rows([accumulate(weight for _, weight in weights)])
    place = lowering.temporary(Call("first_above", (ir.Row(ends, ZERO), drawn)))
    lowering.assign(step.name, Lookup(lowering.tables.of_numbers([value for value, _ in weights]), place))


def _shuffle(lowering: Lowering, step: chance.Shuffle) -> None:
    if isinstance(step.what, terms.ZoneTerm):
        _shuffle_row(lowering, step, lists.zone(lowering, step.what))
        return
    if isinstance(types.strip(step.what.type), types.Site):
        place = _not_none(lowering, step.what)
        held = Held(terms.column("pile", step.kind or ""), place)
        _shuffle_row(lowering, step, held)
        lowering.emit(ir.Store(terms.column("at", step.kind or ""), place, _top(held)))
        return
    if step.column is None:
        raise Unsupported("the pieces of a board are shuffled while it is played")
    sites = lists.steady(lowering, lowering.items(step.what))
    column = lowering.layout.fields[step.column].name
    step_back, number = lowering.fresh("j"), lowering.fresh("i")
    with lowering.block("loop", (step_back, number)) as body:
        last = ir.minus(ir.LengthOf(sites), ONE)
        lowering.emit(ir.Assign(number, ir.minus(last, Var(step_back))))
        other = _below(lowering, step.from_stream, ir.plus(Var(number), ONE))
        here, there = lowering.temporary(ir.ItemAt(sites, Var(number))), lowering.temporary(ir.ItemAt(sites, other))
        one, another = lowering.temporary(Entry(column, here)), lowering.temporary(Entry(column, there))
        lowering.emit(ir.Store(column, here, another))
        lowering.emit(ir.Store(column, there, one))
    lowering.emit(ir.ForRange(step_back, ZERO, ir.minus(ir.LengthOf(sites), Lit(2)), body))


def _shuffle_row(lowering: Lowering, step: chance.Shuffle, held: Held) -> None:
    """Shuffle a zone or a pile. The pieces stay in the order of their numbers, and get the faces of others."""
    assert step.kind is not None
    room = lowering.structure.places[held.place].room
    order, numbers = lists.new(lowering, room), lists.new(lowering, room)
    lowering.emit(ir.Do(Call("copy_items", (Named(order), held))))
    _mix(lowering, step.from_stream, order)
    lowering.emit(ir.Do(Call("copy_items", (Named(numbers), Named(order)))))
    lowering.emit(ir.Do(Call("sort", (Named(numbers),))))
    last = ir.minus(ir.LengthOf(Named(order)), ONE)
    for prop in lowering.schema.kinds[step.kind].properties.values():
        shown = lists.new(lowering, room)
        place = lowering.fresh("i")
        with lowering.block("loop", (place,)) as read:
            face = Entry(prop.column, ir.ItemAt(Named(order), Var(place)))
            lowering.emit(ir.Append(shown, face, small=False))
        lowering.emit(ir.ForRange(place, ZERO, last, read))
        with lowering.block("loop", (place,)) as given:
            piece = ir.ItemAt(Named(numbers), Var(place))
            lowering.emit(ir.Store(prop.column, piece, ir.ItemAt(Named(shown), Var(place))))
        lowering.emit(ir.ForRange(place, ZERO, last, given))
    lowering.emit(ir.Do(Call("hold", (held, Named(numbers)))))


def _mix(lowering: Lowering, stream: str, name: str) -> None:
    """Put a list of the function in random order."""
    back, place = lowering.fresh("j"), lowering.fresh("i")
    mixed = Named(name)
    with lowering.block("loop", (back, place)) as body:
        lowering.emit(ir.Assign(place, ir.minus(ir.minus(ir.LengthOf(mixed), ONE), Var(back))))
        other = _below(lowering, stream, ir.plus(Var(place), ONE))
        here, there = lowering.temporary(ir.ItemAt(mixed, Var(place))), lowering.temporary(ir.ItemAt(mixed, other))
        lowering.emit(ir.Put(name, Var(place), there))
        lowering.emit(ir.Put(name, other, here))
    lowering.emit(ir.ForRange(back, ZERO, ir.minus(ir.LengthOf(mixed), Lit(2)), body))


def _fill(lowering: Lowering, step: chance.Fill) -> None:
    values = lists.steady(lowering, lowering.copied(step.values))
    column = lowering.layout.fields[step.column].name

    def one(site: Value) -> None:
        assert isinstance(site, Expr)
        drawn = _below(lowering, step.from_stream, ir.LengthOf(values))
        put(lowering, column, site, ir.ItemAt(values, drawn))

    lists.each(lowering, step.board, one)


def _cascade(lowering: Lowering, step: cascade.Cascading) -> None:
    schema, layout = lowering.schema, lowering.layout
    field = layout.fields[step.prop.column]
    if step.board.index is not None or field.code == "letter" or field.store != "bytes":
        raise Unsupported("a cascade of it is on one of several boards, or of letters")
    well = step.well(schema, layout, schema.boards[step.board.board].instances[0])
    if well.rings or well.sites != tuple(range(well.sites[0], well.sites[-1] + 1)):
        raise Unsupported("a cascade of it goes round")
    counts = lists.new(lowering, cascade.MOST_WAVES)
    sites = lists.new(lowering, MOST_CLEARED) if well.tells_sites else lists.new(lowering, 1)
    values: Items = ir.Row(lowering.tables.of_rows([[]]), ZERO)
    if step.refill is not None:
        values = lists.steady(lowering, lowering.copied(step.refill))
    call = Call(
        "cascade",
        (
            Named(counts),
            Named(sites),
            Entry(field.name),
            Lit(lowering.tables.of_rows(well.lines)),
            Lit(lowering.tables.of_rows(well.falls)),
            Lit(well.at_least),
            Lit(well.sites[0]),
            Lit(well.sites[-1]),
            _stream(lowering, step.from_stream) if step.from_stream is not None else Lit(-1),
            values,
            Lit(int(well.tells_sites)),
        ),
        stateful=True,
    )
    lowering.emit(ir.Do(call))
    if step.name is not None:
        removed = lowering.temporary(Call("total", (Named(counts),)))
        waves = Waves(counts, sites if well.tells_sites else None)
        lowering.bundles[step.name] = {"removed": removed, "waves": waves}
        lowering.bind((step.name,))


STEPS |= {
    outcomes.Event: _event,
    outcomes.End: _end,
    outcomes.Require: _require,
    outcomes.Continue: _continue,
    statements.Let: _let,
    statements.Again: _again,
    statements.Assign: _assign,
    control.If: _if,
    control.For: _for,
    control.Repeat: _repeat,
    control.Run: _run,
    pieces.Move: _move,
    pieces.Remove: _remove,
    pieces.Swap: _swap,
    create.Create: _create,
    create.Deal: _deal,
    chance.Random: _random,
    chance.Shuffle: _shuffle,
    chance.Fill: _fill,
    cascade.Cascading: _cascade,
}
"""How each step is written."""
