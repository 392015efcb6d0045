"""Finished games in words: how one ended and with what help, and a line beside the best before it."""

from __future__ import annotations

from runtime.keep.statistics import Figures, Finished
from runtime.messages import counted

DOT = "  ·  "
RESULTS = {"won": "Won", "lost": "Lost", "drawn": "A draw", "played": "Over"}


def duration(seconds: int) -> str:
    """A time as people read it."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def with_help(ended: Finished) -> str:
    """How a game ended with hints: ‘Won with 3 hints’; empty if nobody asked for any."""
    if not ended.hints:
        return ""
    hints = counted(ended.hints, "hint")
    return f"Won with {hints}" if ended.result == "won" else hints


def summed_up(ended: Finished, before: Figures) -> str:
    """A game in a line, beside the best of those before it. With hints there is nothing to be best at."""
    parts = [f"Time {duration(ended.seconds)}", counted(ended.moves, "move")]
    if helped := with_help(ended):
        return DOT.join([helped, *parts])
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
