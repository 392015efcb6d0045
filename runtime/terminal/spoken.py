"""The contents of the table, in words that a screen reader reads aloud: the same as the terminal shows."""

from __future__ import annotations

from interpreter.drawing import EMPTY
from runtime.show.boards import board_title
from runtime.show.panels import panels
from runtime.show.pieces import zones_shown
from runtime.show.shown import Shown
from runtime.show.values import ZoneShown, plain_name
from runtime.terminal.drawing import READ_AS, CellReader, piece_in_words

EMPTY_IN_WORDS = READ_AS[EMPTY]


def sites_in_words(shown: Shown) -> dict[int, str]:
    """The contents of every site of the boards, as the viewer sees them."""
    found: dict[int, str] = {}
    for name, board in shown.schema.boards.items():
        reader = CellReader(shown, name)
        for instance in board.instances:
            found |= {site: reader.in_words(site) for site in shown.schema.topology.boards[instance].sites}
    return found


def zone_in_words(shown: Shown, zone: ZoneShown, number: int) -> str:
    """A piece in a zone, with how many there are."""
    piece = zone.pieces[number]
    return f"{zone.label}, {number + 1} of {len(zone.pieces)}: {piece_in_words(shown, piece)}"


def table_in_words(shown: Shown) -> list[str]:
    """Everything on the boards, in zones and beside them. Empty sites are left out."""
    words, names = sites_in_words(shown), shown.schema.topology.names
    lines = []
    for name, board in shown.schema.boards.items():
        for instance in board.instances:
            groups: dict[str, list[str]] = {}
            for site in shown.schema.topology.boards[instance].sites:
                if words[site] != EMPTY_IN_WORDS:
                    groups.setdefault(words[site].removeprefix(f"{EMPTY_IN_WORDS}, "), []).append(names[site])
            title = board_title(shown, name, instance) or plain_name(name)
            told = "; ".join(f"{what} on {', '.join(sites)}" for what, sites in groups.items())
            lines.append(f"{title}: {told or EMPTY_IN_WORDS}.")
    lines += [f"{zone.label}: {_lying(shown, zone)}." for zone in zones_shown(shown)]
    return [*lines, *(f"{panel.label}: {panel.value}." for panel in panels(shown))]


def _lying(shown: Shown, zone: ZoneShown) -> str:
    """The contents of a zone; if nobody sees them, only their number."""
    if zone.as_ == "counter" or all(piece.hidden for piece in zone.pieces):
        return str(zone.count)
    return ", ".join(piece_in_words(shown, piece) for piece in zone.pieces)
