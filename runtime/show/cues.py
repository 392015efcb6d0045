"""The sounds of a move's stages: a cue for each, depending on what its viewer sees happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from interpreter import Event
from interpreter.plugin import BUILT_IN
from runtime.show.values import Presentation

Cue = Literal["move", "slide", "capture", "fall", "wave_1", "wave_2", "wave_3", "wave_4", "wave_5"]
"""What is heard: something set down, pushed or turned over, taken off, or falling, and the waves of a cascade."""
WAVES: tuple[Cue, ...] = ("wave_1", "wave_2", "wave_3", "wave_4", "wave_5")
"""The waves of a cascade: each is higher than the one before, and the last stands for all that follow."""
FALLING = ("fell", "filled")
LOUDEST: tuple[Cue, ...] = (*reversed(WAVES), "capture", "slide", "move", "fall")
"""All cues, those first that are heard above the others."""


class Contents(NamedTuple):
    """What a viewer sees: `places` with the contents of each, and how many things there are on boards and in zones."""

    places: dict[object, object]
    on_boards: int
    in_zones: int


def contents(shown: Presentation) -> Contents:
    """The things on the boards and in the zones."""
    places: dict[object, object] = {}
    for board in shown.boards:
        for site in board.places:
            held = (site.look if site.look is not None and site.look.show else None, site.face)
            if held != (None, ""):
                places[board.instance, site.site] = held
        for piece in board.pieces:
            if not piece.drafted:
                places[piece.value] = (piece.sites, piece.look, piece.faces, piece.hidden)
    on_boards = len(places)
    for zone in shown.zones:
        places[zone.instance] = (zone.count, tuple((piece.value, piece.look, piece.faces) for piece in zone.pieces))
    return Contents(places, on_boards, sum(zone.count for zone in shown.zones))


def cue(
    before: Contents, after: Contents, events: Sequence[Event], of_move: Sequence[Event], first: bool
) -> Cue | None:
    """The cue of a stage with its events; None if its viewer sees no change.

    `of_move` are the events of the whole move, `first`: it is its first stage.
    """
    waves: list[int] = [event.fields["wave"] for event in events if event.name == "matched"]
    if waves:
        return WAVES[min(max(waves), len(WAVES)) - 1]
    if before == after:
        return None
    names = {event.name for event in events}
    if names.intersection(FALLING):
        return "fall"
    gone = before.on_boards - after.on_boards
    if gone > 0:
        return "capture" if _is_taken(before, after, gone, of_move) else "slide"
    if "swapped" in names or (not first and before.places.keys() == after.places.keys()):
        return "slide"
    return "move"


def _is_taken(before: Contents, after: Contents, gone: int, of_move: Sequence[Event]) -> bool:
    """Whether something was taken off the boards, rather than cleared or put in a zone by its owner."""
    if any(before.places.get(key) != held for key, held in after.places.items() if not isinstance(key, str)):
        # Something else came or changed: it took what is gone.
        return True
    into_zones = after.in_zones - before.in_zones >= gone
    told = any(event.name == "removed" or event.name not in BUILT_IN for event in of_move)
    return not into_zones and (gone > 1 or told)


def loudest(cues: Sequence[Cue]) -> Cue | None:
    """The cue that stands for all if a move is shown at once."""
    return min(cues, key=LOUDEST.index, default=None)
