"""Finished games in words: how one ended and with what help, and a line comparing it with the best before it."""

from __future__ import annotations

from datetime import date

from runtime.keep.statistics import Figures, Finished, Statistics, finished
from runtime.messages import counted
from runtime.session.session import Session
from runtime.show.days import streak_text
from runtime.show.kinds import kind_of

DOT = "  ·  "
ONCE = "only the first ending counts"
UNCOUNTED = "This game could not be counted in the statistics"
NO_REPLAY = "This game could not be saved as a replay"
RESULTS = {"won": "Won", "lost": "Lost", "drawn": "A draw", "played": "Finished"}


def duration(seconds: int) -> str:
    """A length of time as people read it."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def counted_in(session: Session, statistics: Statistics, day: date | None, today: date) -> str:
    """Count a game that is over, as the game of a day if it is one, and sum it up; OSError if the count does not reach
    the disk."""
    game, ended, kind = session.game.name, finished(session, session.seconds), kind_of(session)
    summary = summed_up(ended, statistics.of(game, kind))
    statistics.note(game, ended, day, kind)
    return summary if day is None else DOT.join([summary, *streak_text(statistics.days(game), today)])


def again(ended: Finished) -> str:
    """A game in a line whose end was taken back and made again."""
    return DOT.join([_in_figures(ended), ONCE])


def uncounted(problem: OSError) -> str:
    """Why a game is missing in the statistics."""
    return f"{UNCOUNTED}: {problem.strerror}."


def without_replay(problem: OSError) -> str:
    """Why a game is missing among the replays."""
    return f"{NO_REPLAY}: {problem.strerror}."


def with_help(ended: Finished) -> str:
    """How a game ended with hints: ‘Won with 3 hints’; empty if nobody used any."""
    if not ended.hints:
        return ""
    hints = counted(ended.hints, "hint")
    return f"Won with {hints}" if ended.result == "won" else hints


def _in_figures(ended: Finished) -> str:
    """The time, the moves and the hints of a game."""
    parts = [f"Time {duration(ended.seconds)}", counted(ended.moves, "move")]
    return DOT.join(part for part in (with_help(ended), *parts) if part)


def summed_up(ended: Finished, before: Figures) -> str:
    """A game in a line, compared with the best before it. With hints it cannot be the best at anything."""
    parts = [_in_figures(ended)]
    if ended.hints:
        return parts[0]
    if ended.score is not None:
        if before.best_score is not None:
            parts.append("a new best score" if ended.score > before.best_score else f"best score {before.best_score}")
    elif ended.result == "won":
        if before.fewest_moves is not None and ended.moves < before.fewest_moves:
            parts[-1] += ", your fewest"
        if before.fastest is not None:
            faster = ended.seconds < before.fastest
            parts.append("a new best time" if faster else f"best time {duration(before.fastest)}")
    return DOT.join(parts)
