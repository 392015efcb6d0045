"""Games of the day in words: how today’s stands, and how many days in a row were played."""

from __future__ import annotations

from datetime import date

from runtime.keep.saves import Saves
from runtime.keep.statistics import Days, Result

POINT = " · "
STANDS: dict[Result, str] = {"won": "won", "lost": "lost", "drawn": "a draw", "played": "played"}
"""How the game of a day ended."""


def day_text(day: date) -> str:
    """A day as people read it."""
    return f"{day.day} {day.strftime('%B %Y')}"


def today_text(days: Days, today: date, is_begun: bool = False) -> str:
    """The standing of today’s game, and the streak: ‘Today’s game: not played yet · streak 4’."""
    result = days.results.get(today)
    stands = STANDS[result] if result is not None else "unfinished" if is_begun else "not played yet"
    return POINT.join([f"Today’s game: {stands}", *streak_text(days, today)])


def streak_text(days: Days, today: date) -> list[str]:
    """The streak that continues today, and the longest if that was longer; nothing if there is none."""
    now, longest = days.streak(today), days.longest
    return [f"streak {now}" + (f", longest {longest}" if longest > now else "")] if longest else []


def is_unfinished(game: str, saves: Saves, today: date) -> bool:
    """Whether today’s game is unfinished on disk."""
    return any(each.daily == today for each in saves.started(game))


def daily_words(day: date) -> str:
    """What is said when the game of a day appears."""
    return f"The daily game of {day_text(day)}."
