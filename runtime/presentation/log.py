"""What the log says of moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from interpreter import Event, Game
from interpreter.expr.types import Record
from interpreter.position import from_state
from interpreter.rules.view_scope import event_type
from runtime.presentation.moves import move_text
from runtime.presentation.sections import by_name
from runtime.presentation.shown import Shown
from runtime.session import Move


def log_lines(game: Game, viewer: int, move: Move, so_far: Iterable[Event] | None = None) -> tuple[str, ...]:
    """A move as the log tells it to a viewer: who did what, then what the spec says of its events, or of those that
    were shown so far.

    An action that the spec's `log` leaves out is told by its events alone; nothing is told of it where the log names
    events of it and leaves them out too.
    """
    shown = Shown(game.view(move.after, viewer))
    told = event_lines(shown, move.events if so_far is None else so_far)
    texts = by_name(shown.spec.log if shown.spec is not None else None)
    if texts.get(move.action[0]) == "none" and any(event.name in texts for event in move.events):
        return told
    text = move_text(game, move, viewer)
    if len(game.players) == 1:
        return (as_sentence(text), *told)
    title = move.before.program.schema.titles[game.players.index(move.player)]
    return (f"{title}: {text}", *told)


def as_sentence(text: str) -> str:
    """A text that begins with a capital, unless it begins with the name of a site: d2 stays d2."""
    first = text.partition(" ")[0]
    return text if any(letter.isdigit() for letter in first) else text[:1].upper() + text[1:]


def event_lines(shown: Shown, events: Iterable[Event]) -> tuple[str, ...]:
    """What the spec's `log` says of events; nothing of those that it leaves out."""
    texts = by_name(shown.spec.log if shown.spec is not None else None)
    lines = []
    for event in events if texts else ():
        text = texts.get(event.name)
        if text is not None and text != "none":
            kind = event_type(shown.terms.program, event.name)
            lines.append(shown.text(text, kind, {"it": as_record(event, kind)}))
    return tuple(lines)


def as_record(event: Event, kind: Record) -> tuple[Any, ...]:
    """An event as expressions see it."""
    return tuple(from_state(event.fields.get(name), field) for name, field in kind.fields)
