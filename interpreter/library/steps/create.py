"""The steps create and deal, which make pieces and hand them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.code.lowering import Lowering
from interpreter.language import terms, types
from interpreter.language.scope import Kind, Local, Schema, Scope
from interpreter.language.terms import rounded
from interpreter.library.steps import pieces
from interpreter.library.steps.step import Step, StepChecker, not_none
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.nodes import Span
from interpreter.spec.suggest import one_of, suggestion
from interpreter.state.layout import Layout


@dataclass(frozen=True, slots=True, eq=False)
class Create(Step):
    """Makes a piece, or as many of each value as a table says."""

    kind: Kind
    values: tuple[tuple[str, terms.Term], ...]
    place: terms.Term
    counts: tuple[str, dict[object, int]] | None
    name: str

    def writes(self, schema: Schema) -> set[str]:
        return pieces.whereabouts(schema, self.kind.name) | pieces.columns_of(schema, self.kind.name)

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
            pieces.zone_reference(lowering, self.place)
            if isinstance(types.strip(self.place.type), types.ZonePieces)
            else None
        )
        place = not_none(lowering, self.place, self.place.node.source) if into_zone is None else ""
        given = {
            prop: lowering.temporary(lowering.as_type(term, self.kind.properties[prop].type))
            for prop, term in self.values
            if not _about(term, piece)
        }
        code.line(f"{piece} = new_piece({site}, {zone})")
        if self.kind.at_most is not None:
            message = f"There are already {self.kind.at_most} pieces of kind {kind}, as many as at_most allows."
            code.line(f"if {piece} > {self.kind.at_most}: raise Fault({message!r})")
        with code.block(f"if {piece} == len({site}):"):
            for name in sorted(pieces.columns_of(schema, kind)):
                code.line(f"{lowering.column(name)}.append({layout.encode_value(name, None)!r})")
        if extra is not None:
            given[extra[0]] = extra[1]
        for prop, value in given.items():
            code.line(layout.write(self.kind.properties[prop].column, piece, value))
        for prop, term in self.values:
            if prop not in given:
                column = self.kind.properties[prop].column
                code.line(layout.write(column, piece, lowering.as_type(term, self.kind.properties[prop].type)))
        if into_zone is None:
            pieces.emit_arrive_site(lowering, kind, piece, place, layout)
            self.tell(lowering, layout, "created", kind=repr(kind), piece=piece, site=place, zone="0")
        else:
            assert isinstance(self.place, terms.ZoneTerm)
            pieces.emit_arrive_zone(lowering, kind, piece, into_zone, schema.zones[self.place.zone].size)
            self.tell(lowering, layout, "created", kind=repr(kind), piece=piece, site="0", zone=into_zone[2])


def _about(term: terms.Term, piece: str) -> bool:
    """Whether a start value is computed from the new piece itself."""
    return any(isinstance(part, terms.Variable) and part.name == piece for part in terms.walk(term))


@step("create")
def check_create(steps: StepChecker, given: arguments.Create, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the kind, the values of its properties, and where the piece goes."""
    node = steps.named_call(given.create, {name: kind.properties for name, kind in steps.schema.kinds.items()})
    if node is None:
        return None, scope
    kind = steps.schema.kinds.get(node.name)
    if kind is None:
        steps.error(
            "unknown-kind",
            given.create.part(node.start, node.start + len(node.name)),
            f"There is no kind of pieces called ‘{node.name}’.",
            suggestion(node.name, steps.schema.kinds),
        )
        return None, scope
    place = _create_place(steps, given, kind, scope)
    values: dict[str, terms.Term] = {}
    unknown = False
    for value in node.values:
        prop = kind.properties.get(value.name)
        if prop is None:
            steps.error(
                "no-such-property",
                value.span,
                f"A {kind.name} has no ‘{value.name}’.",
                suggestion(value.name, kind.properties),
            )
            unknown = True
            continue
        term = steps.checker.check(value.value, scope, prop.type)
        steps.checker.require_fit(term, prop.type, f"‘{value.name}’", scope)
        values[value.name] = term
    before = len(steps.checker.diagnostics)
    counts = _counts(steps, given, kind, scope)
    if len(steps.checker.diagnostics) > before or unknown:
        return None, scope
    name = steps.checker.fresh("made")
    piece = terms.Variable(types.Piece(kind.name), node, name)
    given_names = {*values, *([counts[0]] if counts else [])}
    for prop_name, term in start_values(steps, kind, piece, given_names, given.create.span).items():
        values[prop_name] = term
    if place is None:
        return None, scope
    return Create(given.span, kind, tuple(values.items()), place, counts, name), scope


def start_values(
    steps: StepChecker, kind: Kind, piece: terms.Variable, given: set[str], span: Span, verb: str = "create"
) -> dict[str, terms.Term]:
    """The values of the properties that a step leaves out when it makes pieces."""
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
                steps.checker.require_fit(term, prop.type, f"‘{name}’", inner)
                found[name] = term
        elif types.has_default(prop.type):
            value = types.default_value(prop.type)
            found[name] = terms.Constant(types.Nothing() if value is None else prop.type, piece.node, value)
        elif not isinstance(prop.type, types.Unknown):
            help_text = f"Write {kind.name}({name} = …)." if verb == "create" else f"Give {name} a start: in entities."
            steps.error("no-value", span, f"{verb}: {kind.name} leaves {name} without a value.", help_text)
    return found


def _create_place(steps: StepChecker, given: arguments.Create, kind: Kind, scope: Scope) -> terms.Term | None:
    scalar = given.at if given.at is not None else given.in_
    if scalar is None:
        steps.error("no-place", given.create.span, "create needs at: or in:.", "Add at: and a site, or in: and a zone.")
        return None
    term = steps.term(scalar, scope)
    if term is None or isinstance(term.type, types.Unknown):
        return None
    target = types.strip(term.type)
    if given.at is not None:
        if not isinstance(target, types.Site):
            help = f"Write in: {given.at} for a zone." if isinstance(term.type, types.ZonePieces) else ""
            steps.wrong_type(scalar, term, types.SITE, "at needs a site", scope, help)
            return None
        if not steps.schema.holders(kind.name):
            help_text = f"Add {kind.name} to holds: of a board."
            steps.error("not-held", scalar.span, f"No board holds {kind.name}.", help_text)
            return None
    elif not isinstance(target, types.ZonePieces) or target.item != types.Piece(kind.name):
        wanted = types.ZonePieces(types.Piece(kind.name), 0, "")
        help = f"Write at: {scalar} for a site." if isinstance(target, types.Site) else ""
        steps.wrong_type(scalar, term, wanted, f"in needs a zone that holds {kind.name}", scope, help)
        return None
    return term


def _described(kind: types.Type) -> str:
    """A type in a sentence; for a table, also the type of its keys."""
    return f"a table indexed by {types.plural(kind.key)}" if isinstance(kind, types.Table) else types.named(kind)


def _counting_tables(key: types.Type, scope: Scope) -> str:
    """The tables that count the values of a property."""
    tables = scope.schema.tables.items()
    found = [
        name for name, (kind, _) in tables if isinstance(kind, types.Table) and types.fits(kind.key, types.strip(key))
    ]
    return one_of(found) if found else f"Write one under tables:, with a number for each {types.strip(key)}."


def _counts(
    steps: StepChecker, given: arguments.Create, kind: Kind, scope: Scope
) -> tuple[str, dict[object, int]] | None:
    if given.counts is None or given.property is None:
        if (given.counts is None) != (given.property is None):
            steps.error(
                "counts",
                given.create.span,
                "property: and counts: go together.",
                "Add the other one, as in property: letter, counts: a_table.",
            )
        return None
    prop = kind.properties.get(str(given.property))
    if prop is None:
        steps.error(
            "no-such-property",
            given.property.span,
            f"A {kind.name} has no ‘{given.property}’.",
            suggestion(given.property, kind.properties),
        )
        return None
    term = steps.term(given.counts, scope)
    if term is None or isinstance(term.type, types.Unknown):
        return None
    if (
        not isinstance(term, terms.Constant)
        or not isinstance(term.type, types.Table)
        or not types.fits(term.type.value, types.NUMBER)
        or not types.fits(term.type.key, types.strip(prop.type))
    ):
        steps.error(
            "wrong-type",
            given.counts.span,
            f"counts needs a table with a number for each {types.strip(prop.type)}, but this is "
            f"{_described(term.type)}.",
            _counting_tables(prop.type, scope),
        )
        return None
    if not isinstance(term.value, dict):
        return None  # The table itself was wrong.
    total = sum(max(0, count) for count in term.value.values())
    if total > types.MOST_PIECES:
        message = f"This makes {rounded(total)} pieces; at most {types.MOST_PIECES:,} are allowed."
        steps.error("too-many-pieces", given.counts.span, message, "Lower the numbers in the table.")
        return None
    letters = steps.schema.letters
    strange = (
        sorted(key for key in term.value if key not in letters)
        if isinstance(types.strip(prop.type), types.Letter)
        else []
    )
    if strange:
        message = f"‘{strange[0].upper()}’ is not a letter of this game."
        steps.error("no-such-letter", given.counts.span, message, "Its letters are those of its word list.")
        return None
    return prop.name, term.value


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Step):
    """Moves pieces from the front of a zone, or from the top of a pile, until the target is full."""

    kind: str
    source: terms.Term
    to: terms.Term
    up_to: terms.Term | None

    def writes(self, schema: Schema) -> set[str]:
        return pieces.whereabouts(schema, self.kind)

    def terms(self) -> Iterator[terms.Term]:
        yield self.source
        yield self.to
        if self.up_to is not None:
            yield self.up_to

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        left = self._left(lowering)
        count = code.fresh("n")
        code.line(f"{count} = 0")
        if isinstance(self.to, terms.ZoneTerm):
            zone = pieces.zone_reference(lowering, self.to)
            target = f"{zone[0]}[{zone[1]}]" if zone[1] else zone[0]
            size = lowering.schema.zones[self.to.zone].size
            limits = [str(size)] if size is not None else []
            if self.up_to is not None:
                limits.append(lowering.temporary(lowering.value(self.up_to)))
            limit = limits[0] if len(limits) == 1 else f"min({', '.join(limits)})"
            with code.block(f"while {left}{f' and len({target}) < {limit}' if limits else ''}:"):
                piece = lowering.temporary(f"{left}.pop()", "p")
                pieces.emit_leave(lowering, self.kind, piece, layout)
                pieces.emit_arrive_zone(lowering, self.kind, piece, zone, None)
                code.line(f"{count} += 1")
            self.tell(lowering, layout, "dealt", zone=zone[2], count=count)
            return
        if lowering.schema.is_piled(self.kind):
            self._onto_piles(lowering, layout, left, count)
        else:
            self._onto_sites(lowering, layout, left, count)
        self.tell(lowering, layout, "dealt", zone="0", count=count)

    def _left(self, lowering: Lowering) -> str:
        """Python for a list of the pieces left to deal, the next of them last: a zone deals from its front, a pile from
        its top. Pieces dealt to the target are not dealt again, even if it is also the source."""
        if isinstance(self.source, terms.ZoneTerm):
            source, index, _ = pieces.zone_reference(lowering, self.source)
            return lowering.temporary(f"[*{f'{source}[{index}]' if index else source}][::-1]", "l")
        place = not_none(lowering, self.source, self.source.node.source)
        return lowering.temporary(f"[*{lowering.column(f'pile.{self.kind}')}[{place}]]", "l")

    def _onto_sites(self, lowering: Lowering, layout: Layout, left: str, count: str) -> None:
        """Deal a piece to each site that is free."""
        code, place = lowering.code, lowering.code.fresh("s")
        at = [lowering.column(f"at.{other}") for other in lowering.schema.kinds if lowering.schema.holders(other)]
        taken = " or ".join(f"{column}[{place}]" for column in at)
        targets = lowering.temporary(f"tuple({lowering.value(self.to)})", "l")
        most = None
        if self.up_to is not None:
            there = f"sum([1 for {place} in {targets} if {taken}])"
            most = lowering.temporary(f"{lowering.value(self.up_to)} - {there}")
        with code.block(f"for {place} in {targets}:"):
            code.line(f"if not {left}{f' or {count} >= {most}' if most else ''}: break")
            code.line(f"if {taken}: continue")
            piece = lowering.temporary(f"{left}.pop()", "p")
            pieces.emit_leave(lowering, self.kind, piece, layout)
            pieces.emit_arrive_site(lowering, self.kind, piece, place, layout)
            code.line(f"{count} += 1")

    def _onto_piles(self, lowering: Lowering, layout: Layout, left: str, count: str) -> None:
        """Deal a piece to each pile in turn, until every pile has enough."""
        code, place, before = lowering.code, lowering.code.fresh("s"), lowering.code.fresh("n")
        several = isinstance(self.to.type, types.Listing)
        to = lowering.value(self.to) if several else f"({not_none(lowering, self.to, self.to.node.source)},)"
        targets = lowering.temporary(f"tuple({to})", "l")
        room, piles = lowering.constant(lowering.schema.room(self.kind), "room"), lowering.column(f"pile.{self.kind}")
        limit = f"{room}[{place}]"
        if self.up_to is not None:
            limit = f"min({limit}, {lowering.temporary(lowering.value(self.up_to))})"
        code.line(f"{before} = -1")
        with code.block(f"while {before} < {count}:"):
            code.line(f"{before} = {count}")
            with code.block(f"for {place} in {targets}:"):
                code.line(f"if not {left}: break")
                code.line(f"if len({piles}[{place}]) >= {limit}: continue")
                piece = lowering.temporary(f"{left}.pop()", "p")
                pieces.emit_leave(lowering, self.kind, piece, layout)
                pieces.emit_arrive_site(lowering, self.kind, piece, place, layout)
                code.line(f"{count} += 1")

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        # From zone to zone nothing on a board changes.
        between_zones = isinstance(self.source, terms.ZoneTerm) and isinstance(self.to, terms.ZoneTerm)
        boards = {f"at.{self.kind}", f"pile.{self.kind}", f"{self.kind}.site"} if between_zones else set()
        return (layout.change(name) for name in sorted(self.writes(schema) - boards))


@step("deal")
def check_deal(steps: StepChecker, given: arguments.Deal, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the zone or pile to deal from, and the target."""
    source, to = steps.term(given.deal, scope, types.ANY_ZONE), steps.term(given.to, scope)
    up_to = steps.term(given.up_to, scope, types.NUMBER) if given.up_to is not None else None
    if source is None or to is None or isinstance(source.type, types.Unknown) or isinstance(to.type, types.Unknown):
        return None, scope
    kind = pieces.dealt_kind(steps, source, to)
    if kind is None:
        steps.wrong_type(given.deal, source, types.ANY_ZONE, "deal needs a zone or the site of a pile", scope)
        return None, scope
    if up_to is not None and not steps.checker.require_fit(up_to, types.NUMBER, "up_to", scope):
        return None, scope
    good_zone = isinstance(to.type, types.ZonePieces) and to.type.item == types.Piece(kind)
    sites = to.type.item if isinstance(to.type, types.Listing) else to.type if steps.schema.is_piled(kind) else None
    good_sites = isinstance(sites, types.Site) and bool(steps.schema.holders(kind))
    if not good_zone and not good_sites:
        wanted = types.ZonePieces(types.Piece(kind), 0, "")
        steps.wrong_type(given.to, to, wanted, f"to needs a zone, a board or sites that take {kind}", scope)
        return None, scope
    return Deal(given.span, kind, source, to, up_to), scope
