"""A game for one player as a Gymnasium environment, also known as `tilewright/Game-v0`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.spaces import Box, Discrete

from interpreter import Game
from runtime.environments.encoding import MOST_LISTED, Match, Readable

MOST_MOVES = 2000
NAME = "tilewright/Game-v0"
_SEEDS = 1 << 53


class GameEnvironment(Readable, gymnasium.Env):
    """A game. An observation is what the player may know as an array; `action_mask` in the info has a 1 for each legal
    action.

    The reward is how much the variable `score` grew, if there is one, and 1 for a game that is won or -1 for one that
    is lost; where ends have a `payoff`, it is that and nothing else. An illegal action does nothing but cost
    `illegal_reward`. After `most_moves` steps the game is cut off.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str | Path,
        level: str | None = None,
        settings: Mapping[str, Any] | None = None,
        most_moves: int = MOST_MOVES,
        most_listed: int = MOST_LISTED,
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(game, level, settings, most_listed)
        if len(self.match.game.players) > 1:
            raise ValueError(f"{self.match.game.name} is for several players: use runtime.environments.aec.")
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.illegal_reward = illegal_reward
        self.steps = 0
        encoding = self.match.encoding
        self.action_space = Discrete(self.match.actions.count)
        self.observation_space = Box(encoding.low, encoding.high, dtype=encoding.low.dtype)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game. A seed determines it and all later games that are reset without one; `options` may hold the
        `seed` of the game itself, or a `state` to start from."""
        super().reset(seed=seed)
        self.match.start(int(self.np_random.integers(_SEEDS)), options)
        self.steps = 0
        return self.match.observed(1), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action: return the observation, the reward, whether the game ended or was cut off, and the info."""
        self.steps += 1
        if int(action) in self.match.legal:
            before = self.match.score()
            self.match.act(int(action))
            reward = 0.0 if self.match.state.program.schema.pays else float(self.match.score() - before)
        else:
            reward = self.illegal_reward
        status = self.match.game.status(self.match.state)
        if status.payoff is not None:
            reward += sum(status.payoff.values())
        elif status.over and status.won is not None:
            reward += 1.0 if status.won else -1.0
        stuck = not status.over and not self.match.legal
        cut = not status.over and (stuck or self.steps >= self.most_moves)
        return self.match.observed(1), reward, status.over, cut, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask()}

    def render(self) -> str | None:
        """The boards as text."""
        return None if self.render_mode is None else self.match.picture(1)


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point=f"{__name__}:GameEnvironment")
