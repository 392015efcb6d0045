"""Steps that move pieces: move, swap and remove."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.advice.values import form_of, remedy
from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Schema, Scope
from interpreter.expr.types import (
    SITE,
    Listing,
    Piece,
    Site,
    Table,
    Unknown,
    ZonePieces,
    named,
    strip,
)
from interpreter.layout import Layout
from interpreter.registry import step
from interpreter.spec import steps as arguments
from interpreter.spec.suggest import suggestion
from interpreter.steps.base import Step, StepChecker, not_none
from interpreter.steps.placing import (
    emit_arrive_site,
    emit_arrive_zone,
    emit_leave,
    piece_changes,
    piece_kind,
    whereabouts,
    zone_reference,
)


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
        if lowering.tells:
            code.line(f"{source} = {site}[{piece}]")
        if isinstance(strip(self.to.type), ZonePieces):
            zone = zone_reference(lowering, self.to)
            emit_leave(lowering, self.kind, piece, layout)
            assert isinstance(self.to, terms.ZoneTerm)
            emit_arrive_zone(lowering, self.kind, piece, zone, lowering.schema.zones[self.to.zone].size)
            self.tell(
                lowering, layout, "moved", kind=repr(self.kind), piece=piece, source=source, target="0", zone=zone[2]
            )
            return
        place = not_none(lowering, self.to, self.to.node.source)
        emit_leave(lowering, self.kind, piece, layout)
        emit_arrive_site(lowering, self.kind, piece, place, layout)
        self.tell(lowering, layout, "moved", kind=repr(self.kind), piece=piece, source=source, target=place, zone="0")

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        return piece_changes(layout, schema, self.kind, fields["piece"], fields["source"], fields["target"])


@step("move")
def check_move(steps: StepChecker, given: arguments.Move, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the pieces and where they go."""
    pieces = steps.listed(given.move, scope)
    to = steps.term(given.to, scope)
    kind = piece_kind(steps, pieces, "move", scope)
    if pieces is None or to is None or kind is None or isinstance(to.type, Unknown):
        return None, scope
    target = strip(to.type)
    if isinstance(target, ZonePieces):
        if target.item != Piece(kind):
            steps.error(
                "wrong-type",
                to.node.span,
                f"This zone holds {target.item}, not {kind}.",
                form_of(ZonePieces(Piece(kind), 0, ""), scope),
            )
            return None, scope
    elif not isinstance(target, Site):
        several = isinstance(target, Table) and isinstance(target.value, ZonePieces)
        name = to.node.source
        help_text = f"There are several of them: write {name}[…], such as {name}[me]."
        if not several:
            help_text = remedy(to, SITE, scope)
        steps.error("wrong-type", to.node.span, f"to needs a site or a zone, this is {named(to.type)}.", help_text)
        return None, scope
    elif not steps.schema.holders(kind):
        steps.error("not-held", to.node.span, f"No board holds {kind}.", f"Add {kind} to holds: of a board.")
        return None, scope
    return Move(given.span, kind, pieces, to), scope


@dataclass(frozen=True, slots=True, eq=False)
class Swap(Step):
    """Swaps all that two sites hold, or only what they keep in one column."""

    first: terms.Term
    second: terms.Term
    column: str | None

    def writes(self, schema: Schema) -> set[str]:
        if self.column is not None:
            return {self.column}
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
        kinds = [kind for kind in lowering.schema.kinds if lowering.schema.holders(kind) and self.column is None]
        for kind in kinds:
            if lowering.schema.kinds[kind].covers_many:
                at = lowering.column(f"at.{kind}")
                told = f"swap takes what one cell holds, and a {kind} may cover several. Use move."
                code.line(f"if {at}[{first}] or {at}[{second}]: raise Fault({told!r})")
        for name in sorted(self.writes(lowering.schema)):
            if name.startswith(("at.", "cell.")):
                column = lowering.column(name)
                code.line(f"{column}[{first}], {column}[{second}] = {column}[{second}], {column}[{first}]")
        for kind in kinds:
            at, site = lowering.column(f"at.{kind}"), lowering.column(f"{kind}.site")
            for place in (first, second):
                code.line(f"if {at}[{place}]: {site}[{at}[{place}]] = {place}")
        self.tell(lowering, layout, "swapped", first=first, second=second, property=repr(self.column))

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        for name in sorted(self.writes(schema)):
            if name.startswith(("at.", "cell.")):
                yield layout.change(name, fields["first"])
                yield layout.change(name, fields["second"])
            else:
                yield layout.change(name)


@step("swap")
def check_swap(steps: StepChecker, given: arguments.Swap, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the two sites, and the property."""
    column = None
    if given.property is not None:
        cells = {name: prop for board in steps.schema.boards.values() for name, prop in board.cells.items()}
        if str(given.property) not in cells:
            message, help = f"No cell has a property ‘{given.property}’.", suggestion(given.property, cells)
            steps.error("no-such-property", given.property.span, message, help)
            return None, scope
        column = cells[str(given.property)].column
    listed = steps.listed(given.swap, scope, Listing(SITE, 2))
    if listed is None:
        return None, scope
    if not isinstance(listed, terms.Listed) or len(listed.items) != 2:
        steps.error("two-sites", given.swap.span, "swap needs two sites.", "Write swap: [a, b].")
        return None, scope
    first, second = (steps.wanted(item, SITE, "swap", scope) for item in listed.items)
    return (Swap(given.span, first, second, column) if first is not None and second is not None else None), scope


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
            if lowering.tells:
                code.line(f"{source} = {site}[{piece}]")
            emit_leave(lowering, self.kind, piece, layout)
            code.line(f"{site}[{piece}] = 0")
            self.tell(lowering, layout, "removed", kind=repr(self.kind), piece=piece, site=source)

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        return piece_changes(layout, schema, self.kind, fields["piece"], fields["site"])


@step("remove")
def check_remove(steps: StepChecker, given: arguments.Remove, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the pieces."""
    pieces = steps.listed(given.remove, scope)
    kind = piece_kind(steps, pieces, "remove", scope)
    if pieces is None or kind is None:
        return None, scope
    return Remove(given.span, kind, pieces), scope
