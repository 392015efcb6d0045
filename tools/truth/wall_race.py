"""Wall Race: OpenSpiel's quoridor, whose rows count from the top and whose games are drawn after 324 moves."""

from random import Random
from typing import Any

from tools.truth.source import Source, Ways, own_returns

SIZE = 9
AXES = {"h": "row", "v": "column"}


def typed(action: str) -> str:
    """A move in our notation: `e8` is a step, `c3v` and `c3h` are walls on the corner below and to the right of c3."""
    column, row = action[0], int(action[1])
    if len(action) == 2:
        return f"go {column}{SIZE + 1 - row}"
    beside = chr(ord(column) + 1)
    return f"build {column}{SIZE - row}|{beside}{SIZE + 1 - row} {AXES[action[2]]}"


def ways(state: Any) -> Ways:
    """The steps and walls."""
    return {(typed(state.action_to_string(action)),): (action,) for action in state.legal_actions()}


def returns(state: Any) -> list[float] | None:
    """The returns of a game; nothing if it was only stopped."""
    found = own_returns(state)
    return found if any(found) else None


def a_race(chance: Random, moves: list[str], state: Any) -> str:
    """A step ahead, another step, or anything: with uniformly random moves the walls would be gone before the pawns
    meet."""
    steps = sorted((move for move in moves if move.startswith("go")), key=lambda move: int(move[-1]))
    ahead = steps[-1] if state.current_player() == 0 else steps[0]
    return chance.choice([ahead, chance.choice(steps), chance.choice(moves), chance.choice(moves)])


SOURCE = Source("wall_race", "quoridor", ways, returns=returns, choose=a_race)
