"""Functions over piles: the pieces on a site, on top of a piece and beneath it. A zone is a pile off the board."""

from __future__ import annotations

from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.kernel import beneath_in, upwards_in
from interpreter.language.scope import Scope
from interpreter.language.types import Piece, strip
from interpreter.position import PieceValue
from interpreter.registry import function

GROUP = "sites"


def _pile_kind(scope: Scope, arguments: tuple[terms.Term, ...], kind: str | None = None) -> tuple[Any, ...] | str:
    """The kind of the pieces in piles, if a call does not name it."""
    piled, written = scope.schema.piled_kinds(), arguments[0].node.source
    if not piled:
        return "No board has piles. Write pile: and a number in the board, such as pile: 52."
    if kind is not None:
        return () if kind in piled else f"A {kind} never lies in a pile. Write pile({written}, {piled[0]})."
    if len(piled) > 1:
        return f"{' and '.join(piled)} lie in piles. Write pile({written}, {piled[0]})."
    return (piled[0],)


def _pile(lowering: Lowering, call: terms.FunctionCall) -> str:
    return f"{lowering.column(f'pile.{call.extra[0]}')}[{lowering.value(call.arguments[0])}]"


@function("pile(site, kind?) -> list piece", group=GROUP, bound="pile", emit=_pile, resolve=_pile_kind)
def pile(world: Any, place: int, kind: str) -> list[Any]:
    """All pieces on a site, from the bottom up; only those of one kind if piles hold several."""
    return list(world.pile(kind, place))


def _row(lowering: Lowering, kind: str, piece: str) -> str:
    """Python for the pile or zone that contains a piece; a piece out of play is on its own."""
    schema = lowering.schema
    found = f"({piece},)"
    zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    if zones:
        number = lowering.temporary(f"{lowering.column(f'{kind}.zone')}[{piece}]", "z")
        for zone in zones:
            variable, last = lowering.column(f"zone.{zone.name}"), zone.first + zone.count - 1
            held = variable if zone.per is None else f"{variable}[{number} - {zone.first - 1}]"
            found = f"({held} if {zone.first} <= {number} <= {last} else {found})"
    if schema.is_piled(kind):
        site = lowering.temporary(f"{lowering.column(f'{kind}.site')}[{piece}]", "o")
        found = f"({lowering.column(f'pile.{kind}')}[{site}] if {site} else {found})"
    return found


def _in_row(name: str) -> Any:
    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        kind = strip(call.arguments[0].type)
        assert isinstance(kind, Piece)
        piece = lowering.temporary(lowering.value(call.arguments[0]))
        return f"{name}({_row(lowering, kind.kind, piece)}, {piece})"

    return emit


def _numbers_around(world: Any, piece: PieceValue) -> list[int]:
    """The pile or zone that contains a piece, as numbers."""
    site, zone = world.site_of(piece), world.zone_of(piece)
    if site is not None:
        held = world.pile(piece.kind, site)
    elif zone is not None:
        held = world.zone(zone[0].name, zone[1])
    else:
        held = [piece]
    return [each.number for each in held]


@function("upwards(piece) -> list piece", group=GROUP, bound="row", emit=_in_row(upwards_in.__name__))
def upwards(world: Any, piece: PieceValue) -> list[Any]:
    """A piece and everything on top of it, from the bottom up; in a zone, everything behind it."""
    return [PieceValue(piece.kind, number) for number in upwards_in(_numbers_around(world, piece), piece.number)]


@function("beneath(piece) -> piece or none", group=GROUP, emit=_in_row(beneath_in.__name__))
def beneath(world: Any, piece: PieceValue) -> Any:
    """The piece directly below another; in a zone, the one before it."""
    number = beneath_in(_numbers_around(world, piece), piece.number)
    return PieceValue(piece.kind, number) if number else None
