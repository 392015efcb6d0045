"""The steps move, swap and remove, and the code that picks pieces up and puts them down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.advice.values import form_of, nearest_remedy
from interpreter.code.lowering import Lowering
from interpreter.language import terms, types
from interpreter.language.scope import Schema, Scope
from interpreter.library.steps.step import Step, StepChecker, not_none
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.nodes import Span
from interpreter.spec.suggest import suggestion
from interpreter.state.layout import Layout

BY_SITE = ("at.", "cell.", "pile.")
"""How the names of columns begin that have an entry for each site."""


def whereabouts(schema: Schema, kind: str) -> set[str]:
    """The fields that say where pieces of a kind are."""
    found = {f"{kind}.site"}
    if schema.holders(kind):
        found.add(f"at.{kind}")
    if schema.is_piled(kind):
        found.add(f"pile.{kind}")
    zones = {f"zone.{zone.name}" for zone in schema.zones.values() if zone.kind == kind}
    return found | zones | ({f"{kind}.zone"} if zones else set())


def piece_changes(layout: Layout, schema: Schema, kind: str, piece: str, *sites: str) -> Iterator[str]:
    """Python for the changes when a piece has left and reached sites or zones, as events record them."""
    yield layout.change(f"{kind}.site", piece)
    if schema.kinds[kind].covers_many:
        yield layout.change(f"at.{kind}")
    elif schema.holders(kind):
        columns = [f"at.{kind}", *([f"pile.{kind}"] if schema.is_piled(kind) else [])]
        yield from (layout.change(column, site) for column in columns for site in sites if site != "0")
    zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    if zones:
        yield layout.change(f"{kind}.zone", piece)
    yield from (layout.change(f"zone.{zone.name}") for zone in zones)


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
    base = types.first_key(zone.per)
    index = lowering.temporary(
        lowering.value(term.index) if base == 1 else f"{lowering.value(term.index)} - {base - 1}"
    )
    return variable, index, f"{zone.first - 1} + {index}"


def emit_leave(lowering: Lowering, kind: str, piece: str, layout: Layout) -> None:
    """Take a piece from its place."""
    schema, code = lowering.schema, lowering.code
    site = lowering.column(f"{kind}.site")
    if schema.holders(kind):
        at = lowering.column(f"at.{kind}")
        if schema.kinds[kind].covers_many:
            place = code.fresh("o")
            code.line(f"{place} = {site}[{piece}]")
            with code.block(f"if {place}:"):
                cells = layout.footprint_cells(lowering, kind, piece, place)
                code.line(f"for {place} in {cells}: {at}[{place}] = 0")
        elif schema.is_piled(kind):
            place, piles = code.fresh("o"), lowering.column(f"pile.{kind}")
            code.line(f"{place} = {site}[{piece}]")
            with code.block(f"if {place}:"):
                code.line(f"{piles}[{place}] = without({piles}[{place}], {piece})")
                code.line(f"{at}[{place}] = {piles}[{place}][-1] if {piles}[{place}] else 0")
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


def emit_arrive_site(
    lowering: Lowering, kind: str, piece: str, place: str, layout: Layout, beneath: bool = False
) -> None:
    """Put an unplaced piece on a site, on top of a pile or beneath it."""
    schema, code = lowering.schema, lowering.code
    at, site = lowering.column(f"at.{kind}"), lowering.column(f"{kind}.site")
    others = [lowering.column(f"at.{other}") for other in schema.kinds if schema.holders(other)]
    room = lowering.constant(schema.room(kind), "room")
    if len(schema.holders(kind)) < len(schema.boards):
        code.line(f"if not {room}[{place}]: raise Fault('This board does not hold {kind}.')")
    if schema.is_piled(kind):
        piles, names = lowering.column(f"pile.{kind}"), lowering.constant(schema.topology.names, "names")
        code.line(f"if len({piles}[{place}]) >= {room}[{place}]: raise full_pile({names}, {place}, {room})")
        taken = " or ".join(f"{other}[{place}]" for other in others if other != at)
        if taken:
            code.line(f"if {taken}: raise Fault('A piece is moved onto another.')")
        laid = f"({piece}, *{piles}[{place}])" if beneath else f"(*{piles}[{place}], {piece})"
        code.line(f"{piles}[{place}] = {laid}; {at}[{place}] = {piles}[{place}][-1]")
        code.line(f"{site}[{piece}] = {place}")
        return
    if schema.kinds[kind].covers_many:
        cells = lowering.temporary(layout.footprint_cells(lowering, kind, piece, place), "c")
        taken = " or ".join(f"{other}[_s]" for other in others)
        code.line(f"if not {cells} or any({taken} for _s in {cells}): raise Fault('The piece does not fit there.')")
        code.line(f"for _s in {cells}: {at}[_s] = {piece}")
    else:
        taken = " or ".join(f"{other}[{place}]" for other in others)
        code.line(f"if {taken}: raise Fault('A piece is moved onto another.')")
        code.line(f"{at}[{place}] = {piece}")
    code.line(f"{site}[{piece}] = {place}")


def emit_arrive_zone(
    lowering: Lowering, kind: str, piece: str, zone: tuple[str, str, str], size: int | None, beneath: bool = False
) -> None:
    """Put an unplaced piece in a zone, behind the others or before them."""
    code = lowering.code
    variable, index, number = zone
    held = f"{variable}[{index}]" if index else variable
    if size is not None:
        code.line(f"if len({held}) >= {size}: raise Fault('The zone is full.')")
    if index:
        code.line(f"{held} = ({piece}, *{held})" if beneath else f"{held} = (*{held}, {piece})")
    else:
        code.line(f"{variable}.insert(0, {piece})" if beneath else f"{variable}.append({piece})")
    code.line(f"{lowering.column(f'{kind}.zone')}[{piece}] = {number}")
    code.line(f"{lowering.column(f'{kind}.site')}[{piece}] = 0")


def piece_kind(steps: StepChecker, term: terms.Term | None, what: str, scope: Scope) -> str | None:
    """The kind of a piece or of a list of pieces; anything else is reported."""
    if term is None or isinstance(term.type, types.Unknown):
        return None
    kind = types.strip(term.type)
    inner = kind.item if isinstance(kind, types.Listing) else kind
    if isinstance(inner, types.Unknown):
        return None
    if isinstance(inner, types.Piece):
        return inner.kind
    wanted: list[types.Type] = [types.Piece(kind) for kind in steps.schema.kinds]
    wanted += [types.Listing(types.Piece(kind), 0) for kind in steps.schema.kinds]
    help_text = nearest_remedy(term, wanted, scope) or "Declare pieces under entities: first."
    piled = steps.schema.piled_kinds()
    if isinstance(kind, types.Site) and len(piled) == 1:
        written = term.node.source
        help_text = f"Write {written}.{piled[0]} for the top piece, or pile({written}) for all."
    steps.error("wrong-type", term.node.span, f"{what} needs a piece, but this is {types.named(term.type)}.", help_text)
    return None


def dealt_kind(steps: StepChecker, source: terms.Term, to: terms.Term | None = None) -> str | None:
    """The kind of the pieces of a zone, or of the pile on a site; None if it is neither."""
    if isinstance(source.type, types.ZonePieces) and isinstance(source.type.item, types.Piece):
        return source.type.item.kind
    if not isinstance(types.strip(source.type), types.Site):
        return None
    piled = steps.schema.piled_kinds()
    if len(piled) > 1 and to is not None and isinstance(to.type, types.ZonePieces):
        piled = [kind for kind in piled if to.type.item == types.Piece(kind)]
    return piled[0] if len(piled) == 1 else None


def refuse_piles(steps: StepChecker, kind: str, verb: str, span: Span) -> bool:
    """Return whether pieces of a kind may be in piles, and report it for a step that cannot handle piles."""
    if not steps.schema.is_piled(kind):
        return False
    message = f"{verb} lays out one piece on each site, and a {kind} may be in a pile."
    steps.error("in-piles", span, message, "Use a board without pile:, or move the pieces one by one.")
    return True


def refuse_faces(steps: StepChecker, kind: str, removable: terms.Term) -> None:
    """Report a condition that reads a piece's face: faces are dealt only once it is known when pieces may go."""
    for part in terms.walk(removable):
        if isinstance(part, terms.ColumnItem) and part.column.role == "piece" and part.column.of == kind:
            message = f"‘{part.column.name}’ is dealt only after it is known when pieces may go."
            steps.error("dealt-later", part.node.span, message, "Let removable ask where pieces lie.")
            return


def faces(schema: Schema, kind: str) -> set[str]:
    """The fields that change when pieces get other faces."""
    remembered = {f"known.{prop.column}" for prop in schema.kinds[kind].properties.values() if prop.remembered}
    return columns_of(schema, kind) | remembered


def emit_faces(lowering: Lowering, kind: str, pieces: str, sources: str) -> None:
    """Give pieces the faces of others, where both lists contain the same pieces; whatever was known about them is
    forgotten."""
    code, each = lowering.code, lowering.code.fresh("p")
    for prop in lowering.schema.kinds[kind].properties.values():
        column, shown, face = lowering.column(prop.column), code.fresh("l"), code.fresh("v")
        code.line(f"{shown} = [{column}[{each}] for {each} in {sources}]")
        code.line(f"for {each}, {face} in zip({pieces}, {shown}): {column}[{each}] = {face}")
        if prop.remembered:
            known = lowering.column(f"known.{prop.column}")
            code.line(f"{known} = [0 if {each} in {sources} else {face} for {each}, {face} in enumerate({known})]")


@dataclass(frozen=True, slots=True, eq=False)
class Move(Step):
    """Moves a piece or a list of pieces to a site or a zone."""

    kind: str
    pieces: terms.Term
    to: terms.Term
    beneath: bool = False

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind)

    def terms(self) -> Iterator[terms.Term]:
        yield self.pieces
        yield self.to

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        if isinstance(self.pieces.type, types.Listing):
            piece = code.fresh("p")
            # What goes beneath keeps its order: the last of them first.
            order = "[::-1]" if self.beneath else ""
            with code.block(f"for {piece} in tuple({lowering.value(self.pieces)}){order}:"):
                self._one(lowering, layout, piece)
        else:
            self._one(lowering, layout, not_none(lowering, self.pieces, self.pieces.node.source))

    def _one(self, lowering: Lowering, layout: Layout, piece: str) -> None:
        code = lowering.code
        site = lowering.column(f"{self.kind}.site")
        source = code.fresh("o")
        if lowering.tells:
            code.line(f"{source} = {site}[{piece}]")
        if isinstance(types.strip(self.to.type), types.ZonePieces):
            zone = zone_reference(lowering, self.to)
            emit_leave(lowering, self.kind, piece, layout)
            assert isinstance(self.to, terms.ZoneTerm)
            size = lowering.schema.zones[self.to.zone].size
            emit_arrive_zone(lowering, self.kind, piece, zone, size, self.beneath)
            self.tell(
                lowering, layout, "moved", kind=repr(self.kind), piece=piece, source=source, target="0", zone=zone[2]
            )
            return
        place = not_none(lowering, self.to, self.to.node.source)
        emit_leave(lowering, self.kind, piece, layout)
        emit_arrive_site(lowering, self.kind, piece, place, layout, self.beneath)
        self.tell(lowering, layout, "moved", kind=repr(self.kind), piece=piece, source=source, target=place, zone="0")

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        return piece_changes(layout, schema, self.kind, fields["piece"], fields["source"], fields["target"])


@step("move")
def check_move(steps: StepChecker, given: arguments.Move, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the pieces and where they go."""
    pieces = steps.listed(given.move, scope)
    to = steps.term(given.to, scope)
    kind = piece_kind(steps, pieces, "move", scope)
    if pieces is None or to is None or kind is None or isinstance(to.type, types.Unknown):
        return None, scope
    target = types.strip(to.type)
    if isinstance(target, types.ZonePieces):
        if target.item != types.Piece(kind):
            steps.error(
                "wrong-type",
                to.node.span,
                f"This zone holds {target.item}, not {kind}.",
                form_of(types.ZonePieces(types.Piece(kind), 0, ""), scope),
            )
            return None, scope
    elif not isinstance(target, types.Site):
        several = isinstance(target, types.Table) and isinstance(target.value, types.ZonePieces)
        name = to.node.source
        help = f"There are several of them: write {name}[…], such as {name}[me]." if several else ""
        steps.wrong_type(given.to, to, types.SITE, "to needs a site or a zone", scope, help)
        return None, scope
    elif not steps.schema.holders(kind):
        steps.error("not-held", to.node.span, f"No board holds {kind}.", f"Add {kind} to holds: of a board.")
        return None, scope
    return Move(given.span, kind, pieces, to, bool(given.beneath)), scope


@dataclass(frozen=True, slots=True, eq=False)
class Swap(Step):
    """Swaps everything that two sites hold, or only their values in one column."""

    first: terms.Term
    second: terms.Term
    column: str | None

    def writes(self, schema: Schema) -> set[str]:
        if self.column is not None:
            return {self.column}
        found: set[str] = {prop.column for board in schema.boards.values() for prop in board.cells.values()}
        for kind in schema.kinds:
            if schema.holders(kind):
                found |= {f"at.{kind}", f"{kind}.site"}
            if schema.is_piled(kind):
                found.add(f"pile.{kind}")
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
                told = f"swap takes the contents of one cell, and a {kind} may cover several. Use move."
                code.line(f"if {at}[{first}] or {at}[{second}]: raise Fault({told!r})")
        for name in sorted(self.writes(lowering.schema)):
            if name.startswith(BY_SITE):
                column = lowering.column(name)
                code.line(f"{column}[{first}], {column}[{second}] = {column}[{second}], {column}[{first}]")
        for kind in kinds:
            at, site = lowering.column(f"at.{kind}"), lowering.column(f"{kind}.site")
            for place in (first, second):
                if lowering.schema.is_piled(kind):
                    piece = code.fresh("p")
                    code.line(f"for {piece} in {lowering.column(f'pile.{kind}')}[{place}]: {site}[{piece}] = {place}")
                else:
                    code.line(f"if {at}[{place}]: {site}[{at}[{place}]] = {place}")
        self.tell(lowering, layout, "swapped", first=first, second=second, property=repr(self.column))

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        for name in sorted(self.writes(schema)):
            if name.startswith(BY_SITE):
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
    listed = steps.listed(given.swap, scope, types.Listing(types.SITE, 2))
    if listed is None or isinstance(listed.type, types.Unknown):
        return None, scope
    if not isinstance(listed, terms.Listed) or len(listed.items) != 2:
        steps.error("two-sites", given.swap.span, "swap needs two sites.", "Write swap: [a, b].")
        return None, scope
    first, second = (steps.wanted(item, types.SITE, "swap", scope) for item in listed.items)
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
        if isinstance(self.pieces.type, types.Listing):
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
