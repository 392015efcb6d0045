"""What the log says of moves."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter import Event, Game
from runtime.presentation.moves import move_text
from runtime.presentation.shown import Shown
from runtime.session import Move


def log_lines(game: Game, viewer: int, move: Move, so_far: Iterable[Event] | None = None) -> tuple[str, ...]:
    """A move as the log tells it to a viewer: who did what, then what the spec says of its events, or of those that
    were shown so far.

    An action that the spec's `log` leaves out is told by its events alone; nothing is told of it where the log names
    events of it and leaves them out too.
    """
    shown = Shown(game.view(move.after, viewer))
    told = shown.log(move.events if so_far is None else so_far)
    plans = shown.plan.log
    own = plans.get(move.action[0])
    if own is not None and own.text is None and any(event.name in plans for event in move.events):
        return told
    text = move_text(game, move, viewer)
    titles, players = shown.schema.titles, shown.schema.players.words
    if len(players) == 1:
        return (as_sentence(text), *told)
    title = titles[players.index(move.player)]
    return (f"{title}: {text}", *told)


def as_sentence(text: str) -> str:
    """A text that begins with a capital, unless it begins with the name of a site: d2 stays d2."""
    first = text.partition(" ")[0]
    return text if any(letter.isdigit() for letter in first) else text[:1].upper() + text[1:]
