"""Where pieces are: taking them from a site or zone and putting them into another."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.advice.values import nearest_remedy
from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Schema, Scope
from interpreter.expr.types import (
    Listing,
    Piece,
    Type,
    Unknown,
    first_key,
    named,
    strip,
)
from interpreter.layout import Layout
from interpreter.steps.base import StepChecker


def whereabouts(schema: Schema, kind: str) -> set[str]:
    """The fields that say where pieces of a kind are."""
    found = {f"{kind}.site", f"{kind}.zone"}
    if schema.holders(kind):
        found.add(f"at.{kind}")
    found.update(f"zone.{zone.name}" for zone in schema.zones.values() if zone.kind == kind)
    return found


def piece_changes(layout: Layout, schema: Schema, kind: str, piece: str, *sites: str) -> Iterator[str]:
    """Python for what has changed where a piece has left and reached sites or zones, as events keep it."""
    yield layout.change(f"{kind}.site", piece)
    if schema.kinds[kind].covers_many:
        yield layout.change(f"at.{kind}")
    elif schema.holders(kind):
        yield from (layout.change(f"at.{kind}", site) for site in sites if site != "0")
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
    base = first_key(zone.per)
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
        if schema.kinds[kind].covers_many:
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
    if schema.kinds[kind].covers_many:
        cells = lowering.temporary(layout.footprint_cells(lowering, kind, piece, place), "c")
        taken = " or ".join(f"{other}[_s]" for other in others)
        code.line(f"if {cells} is None or any({taken} for _s in {cells}): raise Fault('The piece does not fit there.')")
        code.line(f"for _s in {cells}: {at}[_s] = {piece}")
    else:
        taken = " or ".join(f"{other}[{place}]" for other in others)
        code.line(f"if {taken}: raise Fault('A piece is moved onto another.')")
        code.line(f"{at}[{place}] = {piece}")
    code.line(f"{site}[{piece}] = {place}")


def emit_arrive_zone(lowering: Lowering, kind: str, piece: str, zone: tuple[str, str, str], size: int | None) -> None:
    """Put a piece that is nowhere into a zone, behind the others."""
    code = lowering.code
    variable, index, number = zone
    held = f"{variable}[{index}]" if index else variable
    if size is not None:
        code.line(f"if len({held}) >= {size}: raise Fault('The zone is full.')")
    code.line(f"{held} = (*{held}, {piece})" if index else f"{variable}.append({piece})")
    code.line(f"{lowering.column(f'{kind}.zone')}[{piece}] = {number}")
    code.line(f"{lowering.column(f'{kind}.site')}[{piece}] = 0")


def piece_kind(steps: StepChecker, term: terms.Term | None, what: str, scope: Scope) -> str | None:
    """The kind of a piece or of a list of pieces; anything else is reported."""
    if term is None or isinstance(term.type, Unknown):
        return None
    kind = strip(term.type)
    inner = kind.item if isinstance(kind, Listing) else kind
    if isinstance(inner, Piece):
        return inner.kind
    wanted: list[Type] = [Piece(kind) for kind in steps.schema.kinds]
    wanted += [Listing(Piece(kind), 0) for kind in steps.schema.kinds]
    help_text = nearest_remedy(term, wanted, scope) or "Declare pieces under entities: first."
    steps.error("wrong-type", term.node.span, f"{what} needs a piece, this is {named(term.type)}.", help_text)
    return None
