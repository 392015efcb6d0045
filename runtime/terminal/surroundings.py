"""What stands beside the boards: zones and panels, each a label and a text."""

from __future__ import annotations

from typing import Any

from interpreter.expr.evaluator import PieceValue
from interpreter.expr.scope import Zone
from interpreter.expr.types import Number, Words
from interpreter.spec.view_model import ZoneView
from runtime.board_text import value_text
from runtime.terminal.cells import UNSEEN
from runtime.terminal.shown import Shown

NOTHING = "–"


def surroundings(shown: Shown) -> list[tuple[str, str]]:
    """Zones and panels in the order of the spec; what the viewer may not see is counted, not shown."""
    return [*_zones(shown), *shown.panels()]


def _zones(shown: Shown) -> list[tuple[str, str]]:
    views = shown.spec.zones if shown.spec is not None else None
    if views is None:
        return [row for zone in shown.schema.zones.values() for row in _zone(shown, zone, None)]
    zones = shown.schema.zones
    return [row for name, view in views.items() for row in _zone(shown, zones[str(name)], view)]


def _zone(shown: Shown, zone: Zone, view: ZoneView | None) -> list[tuple[str, str]]:
    label = shown.text(view.label) if view is not None and view.label is not None else None
    name = label or zone.name.replace("_", " ").capitalize()
    counted = view is not None and str(view.as_) == "counter"
    if zone.per is None:
        return [(name, _content(shown, zone, None, counted))]
    if view is not None and view.of is not None:
        key = shown.value(view.of)
        return [] if not isinstance(key, int) else [(name, _content(shown, zone, key, counted))]
    return [
        (f"{name}, {title}", _content(shown, zone, key, counted or _is_hidden(shown, zone, key)))
        for key, title in _keys(shown, zone)
    ]


def _keys(shown: Shown, zone: Zone) -> list[tuple[int, str]]:
    """The zones under one name: the key of each, and what people call it."""
    if isinstance(zone.per, Words):
        names = shown.schema.titles if zone.per == shown.schema.players else zone.per.words
        return [(number, str(name)) for number, name in enumerate(names, start=1)]
    low = zone.per.low if isinstance(zone.per, Number) and zone.per.low is not None else 1
    return [(number, str(number)) for number in range(low, low + zone.count)]


def _is_hidden(shown: Shown, zone: Zone, key: int | None) -> bool:
    return zone.seen_by == "nobody" or (zone.seen_by == "owner" and key != shown.view.viewer)


def _content(shown: Shown, zone: Zone, key: int | None, counted: bool) -> str:
    pieces = shown.world.zone(zone.name, key)
    if counted or _is_hidden(shown, zone, key):
        return str(len(pieces))
    return " ".join(piece_text(shown, piece) for piece in pieces) or NOTHING


def piece_text(shown: Shown, piece: PieceValue) -> str:
    """A piece in a zone, as it is written in actions: its face, or its first property."""
    given, face = shown.piece_face(piece.kind, piece)
    if given:
        return face if face is not None else UNSEEN
    prop = next(iter(shown.schema.kinds[piece.kind].properties.values()), None)
    if prop is None:
        return piece.kind
    value: Any = shown.world.read(prop.column, piece)
    return UNSEEN if value is None else value_text(value, prop.type)
