"""Started games in words: what each is, when it was last played, and what is said if two processes have one open."""

from __future__ import annotations

from datetime import date, datetime

from runtime.keep.saves import Started
from runtime.messages import counted
from runtime.session.session import Session
from runtime.show.buttons import usual_title

LOOKING_ON = "You are looking on: every move made there is shown here."
COPIED = "You are playing a copy. The other game stays as it is."
TAKEN_OVER = "You have taken over. The other window or terminal will be told."
GONE = "That game is gone: it was finished or given up."
COPY_LEFT = "You carry on with a copy of it."


def new_game_text(session: Session) -> str:
    """The text about a new game: its seed, with which it can be played again, if it has any luck."""
    return f"A new game, seed {session.seed}." if session.state.program.steps.streams else "A new game."


def first_words(session: Session) -> str:
    """The text when a game appears: its seed, if the game is new and the seed is not its spec's own."""
    is_another = not session.history and session.game.spec.seed not in (None, session.seed)
    return new_game_text(session) if is_another else ""


def what(started: Started, today: date) -> str:
    """What distinguishes a started game from others of the same game: its level, and its seed or the day whose game it
    is."""
    parts = [usual_title(started.level)] if started.level is not None else []
    if started.daily is not None:
        parts.append(f"daily game of {_day(started.daily, today)}")
    elif started.luck:
        parts.append(f"seed {started.seed}")
    if " copy " in started.path.stem:
        parts.append("copy")
    return capitalised(", ".join(parts))


def capitalised(text: str) -> str:
    """A text as it is written on its own."""
    return text[:1].upper() + text[1:]


def when(played: datetime, today: date) -> str:
    """When a game was last played."""
    days = (today - played.date()).days
    day = {0: "today", 1: "yesterday"}.get(days) or _day(played.date(), today)
    return f"{day} at {played.hour}:{played.minute:02}"


def summary(started: Started, today: date) -> str:
    """A started game in a line."""
    parts = [what(started, today), counted(started.moves, "move"), f"played {when(started.played, today)}"]
    return ", ".join(part for part in parts if part)


def _day(day: date, today: date) -> str:
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day.day} {day.strftime('%B')}{year}"
