"""Amazons: OpenSpiel chooses the amazon, its target and the arrow's target one by one, and counts squares row by row
from the top left."""

from typing import Any

from tools.truth.source import Source, Ways

SIZE = 10


def square(action: int) -> str:
    """The name of one of our squares."""
    row, column = divmod(action, SIZE)
    return f"{'abcdefghij'[column]}{SIZE - row}"


def ways(state: Any) -> Ways:
    """The moves of amazons, or after one the shots."""
    if state.move_number() % 3 == 2:
        (target,) = state.history()[-1:]
        return {(f"shoot {square(target)} {square(c)}",): (c,) for c in state.legal_actions()}
    return {
        (f"move {square(a)} {square(b)}",): (a, b)
        for a in state.legal_actions()
        for b in state.child(a).legal_actions()
    }


SOURCE = Source("amazons", "amazons", ways)
