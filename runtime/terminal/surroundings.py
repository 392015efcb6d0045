"""What stands beside the boards: zones and panels, each a label and a text."""

from __future__ import annotations

from typing import Any

from interpreter.drawing import symbol_in_parts
from runtime.board_text import value_text
from runtime.presentation.panels import panels
from runtime.presentation.shown import Shown
from runtime.presentation.values import PieceShown, ZoneShown
from runtime.presentation.zones import zones_shown
from runtime.terminal.cells import UNSEEN

NOTHING = "–"


def surroundings(shown: Shown) -> list[tuple[str, str]]:
    """Zones and panels in the order of the spec; what the viewer may not see is counted, not shown."""
    zones = [(zone.label, _content(shown, zone)) for zone in zones_shown(shown)]
    return [*zones, *((panel.label, panel.value) for panel in panels(shown))]


def _content(shown: Shown, zone: ZoneShown) -> str:
    if zone.as_ == "counter" or (zone.pieces and all(piece.hidden for piece in zone.pieces)):
        return str(zone.count)
    return " ".join(_piece_text(shown, piece) for piece in zone.pieces) or NOTHING


def _piece_text(shown: Shown, piece: PieceShown) -> str:
    """A piece in a zone, as it is written in actions: its symbol in parts, its face, or its first property."""
    properties = shown.schema.kinds[piece.kind].properties

    def read(name: str) -> Any:
        return shown.world.read(properties[name].column, piece.value)

    in_parts = symbol_in_parts(shown.schema, shown.program.legends, piece.kind, read)
    if in_parts is not None:
        return in_parts
    if shown.plan.piece(piece.kind).face is not None:
        return "".join(piece.faces) or UNSEEN
    prop = next(iter(properties.values()), None)
    if prop is None:
        return piece.kind
    value = read(prop.name)
    return UNSEEN if value is None else value_text(value, prop.type)
