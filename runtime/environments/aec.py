"""A game for two or more players as a PettingZoo environment: the players move one after another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from interpreter import Game
from runtime.environments.encoding import MOST_LISTED, Match, Readable

MOST_MOVES = 2000
_SEEDS = 1 << 53


def environment(
    game: Game | str | Path,
    level: str | None = None,
    settings: Mapping[str, Any] | None = None,
    most_moves: int = MOST_MOVES,
    most_listed: int = MOST_LISTED,
    render_mode: str | None = None,
) -> Any:
    """The environment with the usual guards: an agent that does something illegal loses at once, with a reward of
    -1."""
    players = GameEnvironment(game, level, settings, most_moves, most_listed, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(players, illegal_reward=-1)))


class GameEnvironment(Readable, AECEnv):
    """A game; the agents are its players, by name.

    An observation is a dict: `observation` is what the agent may know as an array, `action_mask` has a 1 for each legal
    action. Agents whose turn it is not have no legal action. A game that is won gives 1 to the winner and -1 to the
    others; a draw gives 0. Where ends have a `payoff`, that is the reward. After `most_moves` moves it is cut off.
    """

    metadata = {"name": "tilewright_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str | Path,
        level: str | None = None,
        settings: Mapping[str, Any] | None = None,
        most_moves: int = MOST_MOVES,
        most_listed: int = MOST_LISTED,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.match = Match(game, level, settings, most_listed)
        if len(self.match.game.players) < 2:
            raise ValueError(f"{self.match.game.name} is for one player: use runtime.environments.gym.")
        self.metadata = {**self.metadata, "name": f"{self.match.game.name}_v0"}
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.possible_agents = list(self.match.game.players)
        self.agents: list[str] = []
        encoding, count = self.match.encoding, self.match.actions.count
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(encoding.low, encoding.high, dtype=encoding.low.dtype),
                    "action_mask": Box(0, 1, (count,), dtype="int8"),
                }
            )
            for agent in self.possible_agents
        }
        self._random, _ = np_random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. A seed determines it and all later games that are reset without one; `options` may hold the
        `seed` of the game itself, or a `state` to start from."""
        if seed is not None:
            self._random, _ = np_random(seed)
        self.match.start(int(self._random.integers(_SEEDS)), options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.match.state.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows and may do."""
        mask = self.match.mask()
        if agent != self._to_move():
            mask[:] = 0
        player = self.possible_agents.index(agent) + 1
        return {"observation": self.match.observed(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent to move; None for one that is out of the game."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.match.legal:
            raise ValueError(f"{action} is not a legal action of {self.agent_selection}.")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.match.act(int(action))
        status = self.match.game.status(self.match.state)
        if status.over:
            self.terminations = dict.fromkeys(self.agents, True)
            if status.payoff is not None:
                self.rewards = {agent: float(status.payoff[agent]) for agent in self.agents}
            elif status.winner is not None:
                self.rewards = {agent: 1.0 if agent == status.winner else -1.0 for agent in self.agents}
        elif self.match.moves >= self.most_moves or not self.match.legal:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def _to_move(self) -> str:
        return self.match.state.to_move

    def render(self) -> str | None:
        """The boards as text, as the agent to move sees them."""
        if self.render_mode is None:
            return None
        return self.match.picture(self.match.state.mover)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
