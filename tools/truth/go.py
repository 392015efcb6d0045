"""Go on 9 × 9: OpenSpiel allows moves that repeat a position and then calls the game a draw; ours forbids them."""

from typing import Any

from tools.truth.source import Source, Ways

SIZE = 9
PASS = SIZE * SIZE


def point(action: int) -> str:
    """The name of one of our points: OpenSpiel counts row by row from a1."""
    row, column = divmod(action, SIZE)
    return f"{'abcdefghj'[column]}{row + 1}"


def ways(state: Any) -> Ways:
    """The points to play on. A stone ends the game only by repeating a position."""
    stones = [action for action in state.legal_actions() if action != PASS and not state.child(action).is_terminal()]
    return {("pass",): (PASS,), **{(f"place {point(action)}",): (action,) for action in stones}}


# The length at which OpenSpiel would stop is out of reach.
SOURCE = Source("go", f"go(board_size={SIZE},komi=7.5,max_game_length=100000)", ways)
