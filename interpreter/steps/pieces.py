"""Steps that handle pieces: move, swap, remove, create and deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.expr import nodes, terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Kind, Local, Schema, Scope
from interpreter.expr.types import (
    NUMBER,
    SITE,
    Listing,
    Nothing,
    Number,
    Piece,
    Site,
    Table,
    Type,
    Unknown,
    ZonePieces,
    fits,
    named,
    plural,
    strip,
)
from interpreter.registry import step
from interpreter.rules.layout import Layout
from interpreter.spec import steps as arguments
from interpreter.spec.source import Span
from interpreter.steps.base import Step, StepChecker, event, not_none, suggest


def whereabouts(schema: Schema, kind: str) -> set[str]:
    """The fields that say where pieces of a kind are."""
    found = {f"{kind}.site", f"{kind}.zone"}
    if schema.holders(kind):
        found.add(f"at.{kind}")
    found.update(f"zone.{zone.name}" for zone in schema.zones.values() if zone.kind == kind)
    return found


def columns_of(schema: Schema, kind: str) -> set[str]:
    """Every field with an entry for each piece of a kind."""
    return {f"{kind}.site", f"{kind}.zone", *(prop.column for prop in schema.kinds[kind].properties.values())}


def zone_reference(lowering: Lowering, term: terms.Term) -> tuple[str, str, str]:
    """A zone as generated code sees it: its variable, an index (or empty), and its number among all zones."""
    assert isinstance(term, terms.ZoneTerm)
    zone = lowering.schema.zones[term.zone]
    variable = lowering.column(f"zone.{term.zone}")
    if term.index is None:
        return variable, "", str(zone.first)
    base = zone.per.low if isinstance(zone.per, Number) and zone.per.low is not None else 1
    index = lowering.temporary(
        lowering.value(term.index) if base == 1 else f"{lowering.value(term.index)} - {base - 1}"
    )
    return variable, index, f"{zone.first - 1} + {index}"


def emit_leave(lowering: Lowering, kind: str, piece: str, layout: Layout) -> None:
    """Take a piece from where it is."""
    schema, code = lowering.schema, lowering.code
    site = lowering.column(f"{kind}.site")
    if schema.holders(kind):
        at = lowering.column(f"at.{kind}")
        if layout.has_footprint(kind):
            place = code.fresh("o")
            code.line(f"{place} = {site}[{piece}]")
            with code.block(f"if {place}:"):
                cells = layout.footprint_cells(lowering, kind, piece, place)
                code.line(f"for {place} in {cells}: {at}[{place}] = 0")
        else:
            code.line(f"{at}[{site}[{piece}]] = 0")
    zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    if zones:
        number = code.fresh("z")
        column = lowering.column(f"{kind}.zone")
        code.line(f"{number} = {column}[{piece}]")
        with code.block(f"if {number}:"):
            code.line(f"{column}[{piece}] = 0")
            for zone in zones:
                variable = lowering.column(f"zone.{zone.name}")
                if zone.per is None:
                    code.line(f"if {number} == {zone.first}: {variable}.remove({piece})")
                else:
                    last = zone.first + zone.count - 1
                    held = f"{variable}[{number} - {zone.first - 1}]"
                    code.line(f"if {zone.first} <= {number} <= {last}: {held} = without({held}, {piece})")


def held_at(schema: Schema, kind: str) -> tuple[bool, ...]:
    """By site: whether its board holds the kind."""
    sites = {
        site
        for board in schema.holders(kind)
        for instance in board.instances
        for site in schema.topology.boards[instance].sites
    }
    return tuple(site in sites for site in range(schema.topology.count + 1))


def emit_arrive_site(lowering: Lowering, kind: str, piece: str, place: str, layout: Layout) -> None:
    """Put a piece that is nowhere onto a site."""
    schema, code = lowering.schema, lowering.code
    at, site = lowering.column(f"at.{kind}"), lowering.column(f"{kind}.site")
    others = [lowering.column(f"at.{other}") for other in schema.kinds if schema.holders(other)]
    if len(schema.holders(kind)) < len(schema.boards):
        held = lowering.constant(held_at(schema, kind), "held")
        code.line(f"if not {held}[{place}]: raise Fault('This board does not hold {kind}.')")
    if layout.has_footprint(kind):
        cells = lowering.temporary(layout.footprint_cells(lowering, kind, piece, place), "c")
        taken = " or ".join(f"{other}[_s]" for other in others)
        code.line(
            f"if {cells} is None or any({taken} for _s in {cells}): raise Fault('The piece does not fit there.')"
        )
        code.line(f"for _s in {cells}: {at}[_s] = {piece}")
    else:
        taken = " or ".join(f"{other}[{place}]" for other in others)
        code.line(f"if {taken}: raise Fault('A piece is moved onto another.')")
        code.line(f"{at}[{place}] = {piece}")
    code.line(f"{site}[{piece}] = {place}")


def emit_arrive_zone(
    lowering: Lowering, kind: str, piece: str, zone: tuple[str, str, str], size: int | None
) -> None:
    """Put a piece that is nowhere into a zone, behind the others."""
    code = lowering.code
    variable, index, number = zone
    held = f"{variable}[{index}]" if index else variable
    if size is not None:
        code.line(f"if len({held}) >= {size}: raise Fault('The zone is full.')")
    code.line(f"{held} = (*{held}, {piece})" if index else f"{variable}.append({piece})")
    code.line(f"{lowering.column(f'{kind}.zone')}[{piece}] = {number}")
    code.line(f"{lowering.column(f'{kind}.site')}[{piece}] = 0")


@dataclass(frozen=True, slots=True, eq=False)
class Move(Step):
    """Moves a piece or a list of pieces to a site or a zone."""

    kind: str
    pieces: terms.Term
    to: terms.Term

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind)

    def terms(self) -> Iterator[terms.Term]:
        yield self.pieces
        yield self.to

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        if isinstance(self.pieces.type, Listing):
            piece = code.fresh("p")
            with code.block(f"for {piece} in tuple({lowering.value(self.pieces)}):"):
                self._one(lowering, layout, piece)
        else:
            self._one(lowering, layout, not_none(lowering, self.pieces, self.pieces.node.source))

    def _one(self, lowering: Lowering, layout: Layout, piece: str) -> None:
        code = lowering.code
        site = lowering.column(f"{self.kind}.site")
        source = code.fresh("o")
        if lowering.full:
            code.line(f"{source} = {site}[{piece}]")
        if isinstance(strip(self.to.type), ZonePieces):
            zone = zone_reference(lowering, self.to)
            emit_leave(lowering, self.kind, piece, layout)
            assert isinstance(self.to, terms.ZoneTerm)
            emit_arrive_zone(lowering, self.kind, piece, zone, lowering.schema.zones[self.to.zone].size)
            event(
                lowering, "moved", kind=repr(self.kind), piece=piece, source=source, target="0", zone=zone[2]
            )
            return
        place = not_none(lowering, self.to, self.to.node.source)
        emit_leave(lowering, self.kind, piece, layout)
        emit_arrive_site(lowering, self.kind, piece, place, layout)
        event(lowering, "moved", kind=repr(self.kind), piece=piece, source=source, target=place, zone="0")


def piece_kind(steps: StepChecker, term: terms.Term | None, what: str) -> str | None:
    """The kind of a piece or of a list of pieces; anything else is reported."""
    if term is None or isinstance(term.type, Unknown):
        return None
    kind = strip(term.type)
    inner = kind.item if isinstance(kind, Listing) else kind
    if isinstance(inner, Piece):
        return inner.kind
    held = steps.schema.kinds
    help_text = (
        f"Write {term.node.source}.{next(iter(held))}."
        if isinstance(inner, Site) and len(held) == 1
        else None
    )
    steps.error("wrong-type", term.node.span, f"{what} needs a piece, this is {named(term.type)}.", help_text)
    return None


@step("move")
def check_move(steps: StepChecker, given: arguments.Move, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the pieces and where they go."""
    pieces = steps.listed(given.move, scope)
    to = steps.term(given.to, scope)
    kind = piece_kind(steps, pieces, "move")
    if pieces is None or to is None or kind is None or isinstance(to.type, Unknown):
        return None, scope
    target = strip(to.type)
    if isinstance(target, ZonePieces):
        if target.item != Piece(kind):
            steps.error("wrong-type", to.node.span, f"This zone holds {target.item}, not {kind}.")
            return None, scope
    elif not isinstance(target, Site):
        steps.error("wrong-type", to.node.span, f"to needs a site or a zone, this is {named(to.type)}.")
        return None, scope
    elif not steps.schema.holders(kind):
        steps.error("not-held", to.node.span, f"No board holds {kind}.", f"Add {kind} to holds: of a board.")
        return None, scope
    return Move(given.span, kind, pieces, to), scope


@dataclass(frozen=True, slots=True, eq=False)
class Swap(Step):
    """Swaps all that two sites hold."""

    first: terms.Term
    second: terms.Term

    def writes(self, schema: Schema) -> set[str]:
        found = {prop.column for board in schema.boards.values() for prop in board.cells.values()}
        for kind in schema.kinds:
            if schema.holders(kind):
                found |= {f"at.{kind}", f"{kind}.site"}
        return found

    def terms(self) -> Iterator[terms.Term]:
        yield self.first
        yield self.second

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        first = not_none(lowering, self.first, self.first.node.source)
        second = not_none(lowering, self.second, self.second.node.source)
        for name in sorted(self.writes(lowering.schema)):
            if name.startswith(("at.", "cell.")):
                column = lowering.column(name)
                code.line(f"{column}[{first}], {column}[{second}] = {column}[{second}], {column}[{first}]")
        for kind in lowering.schema.kinds:
            if lowering.schema.holders(kind):
                at, site = lowering.column(f"at.{kind}"), lowering.column(f"{kind}.site")
                for place in (first, second):
                    code.line(f"if {at}[{place}]: {site}[{at}[{place}]] = {place}")
        event(lowering, "swapped", first=first, second=second)


@step("swap")
def check_swap(steps: StepChecker, given: arguments.Swap, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the two sites."""
    listed = steps.listed(given.swap, scope, Listing(SITE, 2))
    if listed is None:
        return None, scope
    if not isinstance(listed, terms.Listed) or len(listed.items) != 2:
        steps.error("two-sites", given.swap.span, "swap needs two sites.", "Write swap: [a, b].")
        return None, scope
    first, second = (steps.wanted(item, SITE, "swap") for item in listed.items)
    return (Swap(given.span, first, second) if first is not None and second is not None else None), scope


@dataclass(frozen=True, slots=True, eq=False)
class Remove(Step):
    """Takes pieces out of play."""

    kind: str
    pieces: terms.Term

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind)

    def terms(self) -> Iterator[terms.Term]:
        yield self.pieces

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        if isinstance(self.pieces.type, Listing):
            piece = code.fresh("p")
            head = f"for {piece} in tuple({lowering.value(self.pieces)}):"
        else:
            piece = lowering.temporary(lowering.value(self.pieces))
            head = f"if {piece}:"
        with code.block(head):
            site = lowering.column(f"{self.kind}.site")
            source = code.fresh("o")
            if lowering.full:
                code.line(f"{source} = {site}[{piece}]")
            emit_leave(lowering, self.kind, piece, layout)
            code.line(f"{site}[{piece}] = 0")
            event(lowering, "removed", kind=repr(self.kind), piece=piece, site=source)


@step("remove")
def check_remove(steps: StepChecker, given: arguments.Remove, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the pieces."""
    pieces = steps.listed(given.remove, scope)
    kind = piece_kind(steps, pieces, "remove")
    if pieces is None or kind is None:
        return None, scope
    return Remove(given.span, kind, pieces), scope


@dataclass(frozen=True, slots=True, eq=False)
class Create(Step):
    """Makes a piece, or as many as a table says of each value."""

    kind: Kind
    values: tuple[tuple[str, terms.Term], ...]
    place: terms.Term
    counts: tuple[str, dict[object, int]] | None
    name: str

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind.name) | columns_of(schema, self.kind.name)

    def terms(self) -> Iterator[terms.Term]:
        yield from (term for _, term in self.values)
        yield self.place

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        if self.counts is None:
            self._one(lowering, layout)
            return
        prop, counts = self.counts
        value = code.fresh("v")
        listed = tuple(key for key, number in counts.items() for _ in range(number))
        with code.block(f"for {value} in {lowering.constant(listed, 'counts')}:"):
            self._one(lowering, layout, (prop, value))

    def _one(self, lowering: Lowering, layout: Layout, extra: tuple[str, str] | None = None) -> None:
        code, schema, kind = lowering.code, lowering.schema, self.kind.name
        site, zone = lowering.column(f"{kind}.site"), lowering.column(f"{kind}.zone")
        piece = self.name
        into_zone = (
            zone_reference(lowering, self.place) if isinstance(strip(self.place.type), ZonePieces) else None
        )
        place = not_none(lowering, self.place, self.place.node.source) if into_zone is None else ""
        given = {
            prop: lowering.temporary(lowering.as_type(term, self.kind.properties[prop].type))
            for prop, term in self.values
            if not _about(term, piece)
        }
        code.line(f"{piece} = new_piece({site}, {zone})")
        with code.block(f"if {piece} == len({site}):"):
            for name in sorted(columns_of(schema, kind)):
                code.line(f"{lowering.column(name)}.append({layout.encode_value(name, None)!r})")
        if extra is not None:
            given[extra[0]] = extra[1]
        for prop, value in given.items():
            code.line(layout.write(self.kind.properties[prop].column, piece, value))
        for prop, term in self.values:
            if prop not in given:
                column = self.kind.properties[prop].column
                code.line(
                    layout.write(column, piece, lowering.as_type(term, self.kind.properties[prop].type))
                )
        if into_zone is None:
            emit_arrive_site(lowering, kind, piece, place, layout)
            event(lowering, "created", kind=repr(kind), piece=piece, site=place, zone="0")
        else:
            assert isinstance(self.place, terms.ZoneTerm)
            emit_arrive_zone(lowering, kind, piece, into_zone, schema.zones[self.place.zone].size)
            event(lowering, "created", kind=repr(kind), piece=piece, site="0", zone=into_zone[2])


def _about(term: terms.Term, piece: str) -> bool:
    """Whether a start value is worked out from the new piece itself."""
    return any(isinstance(part, terms.Variable) and part.name == piece for part in terms.walk(term))


@step("create")
def check_create(steps: StepChecker, given: arguments.Create, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the kind, the values of its properties, and where it appears."""
    node = steps.parse(given.create, "named_call")
    if not isinstance(node, nodes.NamedCall):
        return None, scope
    kind = steps.schema.kinds.get(node.name)
    if kind is None:
        steps.error(
            "unknown-kind",
            given.create.part(node.start, node.start + len(node.name)),
            f"There is no kind of pieces called ‘{node.name}’.",
            suggest(node.name, steps.schema.kinds),
        )
        return None, scope
    place = _create_place(steps, given, kind, scope)
    values: dict[str, terms.Term] = {}
    for value in node.values:
        prop = kind.properties.get(value.name)
        if prop is None:
            steps.error(
                "no-such-property",
                value.span,
                f"A {kind.name} has no ‘{value.name}’.",
                suggest(value.name, kind.properties),
            )
            continue
        term = steps.checker.check(value.value, scope, prop.type)
        steps.checker.require_fit(term, prop.type, f"‘{value.name}’")
        values[value.name] = term
    before = len(steps.checker.diagnostics)
    counts = _counts(steps, given, kind, scope)
    if len(steps.checker.diagnostics) > before:
        return None, scope
    name = steps.checker.fresh("made")
    piece = terms.Variable(Piece(kind.name), node, name)
    given_names = {*values, *([counts[0]] if counts else [])}
    for prop_name, term in start_values(steps, kind, piece, given_names, given.create.span).items():
        values[prop_name] = term
    if place is None:
        return None, scope
    return Create(given.span, kind, tuple(values.items()), place, counts, name), scope


def start_values(
    steps: StepChecker, kind: Kind, piece: terms.Variable, given: set[str], span: Span
) -> dict[str, terms.Term]:
    """The values of the properties that a create leaves out."""
    from interpreter.rules.schema import default_value, has_default

    found: dict[str, terms.Term] = {}
    starts = steps.starts.get(kind.name, {})
    for name, prop in kind.properties.items():
        if name in given:
            continue
        if name in starts:
            node = steps.parse(starts[name], "expression")
            if node is not None:
                inner = Scope(steps.schema, frozenset(), {"it": Local(piece, "piece", None)})
                term = steps.checker.check(node, inner, prop.type)
                steps.checker.require_fit(term, prop.type, f"‘{name}’")
                found[name] = term
        elif has_default(prop.type):
            value = default_value(prop.type)
            found[name] = terms.Constant(Nothing() if value is None else prop.type, piece.node, value)
        elif not isinstance(prop.type, Unknown):
            steps.error(
                "no-value",
                span,
                f"create: {kind.name} leaves {name} without a value.",
                f"Write {kind.name}({name} = …).",
            )
    return found


def _create_place(steps: StepChecker, given: arguments.Create, kind: Kind, scope: Scope) -> terms.Term | None:
    scalar = given.at if given.at is not None else given.in_
    if scalar is None:
        steps.error("no-place", given.create.span, "create needs at: or in:.")
        return None
    term = steps.term(scalar, scope)
    if term is None or isinstance(term.type, Unknown):
        return None
    target = strip(term.type)
    if given.at is not None:
        if not isinstance(target, Site):
            steps.error("wrong-type", scalar.span, f"at needs a site, this is {named(term.type)}.")
            return None
        if not steps.schema.holders(kind.name):
            help_text = f"Add {kind.name} to holds: of a board."
            steps.error("not-held", scalar.span, f"No board holds {kind.name}.", help_text)
            return None
    elif not isinstance(target, ZonePieces) or target.item != Piece(kind.name):
        steps.error(
            "wrong-type", scalar.span, f"in needs a zone that holds {kind.name}, this is {named(term.type)}."
        )
        return None
    return term


def _described(kind: Type) -> str:
    """A type in a sentence; a table with what it goes by."""
    return f"a table that goes by {plural(kind.key)}" if isinstance(kind, Table) else named(kind)


def _counts(
    steps: StepChecker, given: arguments.Create, kind: Kind, scope: Scope
) -> tuple[str, dict[object, int]] | None:
    if given.counts is None or given.property is None:
        if (given.counts is None) != (given.property is None):
            steps.error("counts", given.create.span, "property: and counts: go together.")
        return None
    prop = kind.properties.get(str(given.property))
    if prop is None:
        steps.error(
            "no-such-property",
            given.property.span,
            f"A {kind.name} has no ‘{given.property}’.",
            suggest(given.property, kind.properties),
        )
        return None
    term = steps.term(given.counts, scope)
    if term is None:
        return None
    if (
        not isinstance(term, terms.Constant)
        or not isinstance(term.type, Table)
        or not fits(term.type.value, NUMBER)
        or not fits(term.type.key, strip(prop.type))
    ):
        steps.error(
            "wrong-type",
            given.counts.span,
            f"counts needs a table with a number for each {strip(prop.type)}, this is {_described(term.type)}.",
        )
        return None
    return prop.name, term.value


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Step):
    """Moves pieces from a zone, from its first on, until the target is full."""

    kind: str
    source: terms.Term
    to: terms.Term
    up_to: terms.Term | None

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind)

    def terms(self) -> Iterator[terms.Term]:
        yield self.source
        yield self.to
        if self.up_to is not None:
            yield self.up_to

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        source, index, _ = zone_reference(lowering, self.source)
        held = f"{source}[{index}]" if index else source
        piece, count = code.fresh("p"), code.fresh("n")
        code.line(f"{count} = 0")
        if isinstance(self.to, terms.ZoneTerm):
            zone = zone_reference(lowering, self.to)
            target = f"{zone[0]}[{zone[1]}]" if zone[1] else zone[0]
            size = lowering.schema.zones[self.to.zone].size
            limits = [str(size)] if size is not None else []
            if self.up_to is not None:
                limits.append(lowering.temporary(lowering.value(self.up_to)))
            limit = limits[0] if len(limits) == 1 else f"min({', '.join(limits)})"
            with code.block(f"for {piece} in tuple({held}):"):
                if limits:
                    code.line(f"if len({target}) >= {limit}: break")
                emit_leave(lowering, self.kind, piece, layout)
                emit_arrive_zone(lowering, self.kind, piece, zone, None)
                code.line(f"{count} += 1")
            event(lowering, "dealt", zone=zone[2], count=count)
            return
        place = code.fresh("s")
        at = [
            lowering.column(f"at.{other}")
            for other in lowering.schema.kinds
            if lowering.schema.holders(other)
        ]
        taken = " or ".join(f"{column}[{place}]" for column in at)
        targets = lowering.temporary(f"tuple({lowering.value(self.to)})", "l")
        most = None
        if self.up_to is not None:
            there = f"sum([1 for {place} in {targets} if {taken}])"
            most = lowering.temporary(f"{lowering.value(self.up_to)} - {there}")
        with code.block(f"for {place} in {targets}:"):
            code.line(f"if not {held}{f' or {count} >= {most}' if most else ''}: break")
            code.line(f"if {taken}: continue")
            code.line(f"{piece} = {held}[0]")
            emit_leave(lowering, self.kind, piece, layout)
            emit_arrive_site(lowering, self.kind, piece, place, layout)
            code.line(f"{count} += 1")
        event(lowering, "dealt", zone="0", count=count)


@step("deal")
def check_deal(steps: StepChecker, given: arguments.Deal, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the zone that gives and what takes."""
    source, to = steps.term(given.deal, scope), steps.term(given.to, scope)
    up_to = steps.term(given.up_to, scope, NUMBER) if given.up_to is not None else None
    if source is None or to is None or isinstance(source.type, Unknown) or isinstance(to.type, Unknown):
        return None, scope
    if not isinstance(source.type, ZonePieces) or not isinstance(source.type.item, Piece):
        steps.error("wrong-type", given.deal.span, f"deal needs a zone, this is {named(source.type)}.")
        return None, scope
    kind = source.type.item.kind
    if up_to is not None and not steps.checker.require_fit(up_to, NUMBER, "up_to"):
        return None, scope
    good_zone = isinstance(to.type, ZonePieces) and to.type.item == source.type.item
    good_sites = (
        isinstance(to.type, Listing) and isinstance(to.type.item, Site) and bool(steps.schema.holders(kind))
    )
    if not good_zone and not good_sites:
        steps.error(
            "wrong-type",
            given.to.span,
            f"to needs a zone, a board or sites that take {kind}, this is {named(to.type)}.",
        )
        return None, scope
    return Deal(given.span, kind, source, to, up_to), scope
