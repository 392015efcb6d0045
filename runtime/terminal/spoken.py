"""What stands where, in words that a screen reader reads aloud: the same that the terminal shows."""

from __future__ import annotations

from interpreter.drawing import EMPTY
from runtime.show.boards import board_title
from runtime.show.shown import Shown
from runtime.show.values import ZoneShown
from runtime.terminal.drawing import READ_AS, SUITS, CellReader, piece_in_words
from runtime.terminal.screen import surroundings

SUIT_NAMES = {sign: f" of {name}" for name, sign in SUITS.items()}


def sites_in_words(shown: Shown) -> dict[int, str]:
    """What every site of the boards shows to the viewer."""
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
    """All that stands on the boards, beside them and in zones. Empty sites are left out."""
    words, names = sites_in_words(shown), shown.schema.topology.names
    lines = []
    for name, board in shown.schema.boards.items():
        for instance in board.instances:
            groups: dict[str, list[str]] = {}
            for site in shown.schema.topology.boards[instance].sites:
                if words[site] != READ_AS[EMPTY]:
                    groups.setdefault(words[site], []).append(names[site])
            title = board_title(shown, name, instance) or name.replace("_", " ").capitalize()
            told = "; ".join(f"{what} on {', '.join(sites)}" for what, sites in groups.items())
            lines.append(f"{title}: {told or READ_AS[EMPTY]}.")
    return [*lines, *(f"{label}: {_spelled(value)}." for label, value in surroundings(shown))]


def _spelled(value: str) -> str:
    """A value whose suits are words: `7♥` is `7 of hearts`."""
    for sign, name in SUIT_NAMES.items():
        value = value.replace(sign, name)
    return value
