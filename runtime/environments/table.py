"""A game on the table of a learning program: one level under fixed settings, played in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from interpreter import Action, Game, load
from interpreter.expressions import Number
from runtime.board_text import board_text
from runtime.environments.encoding import Encoding
from runtime.environments.numbering import MOST_LISTED, ActionNumbers

SCORE = "score"


class Table:
    """What both kinds of environment share: the state, the legal actions by number, arrays and rewards."""

    def __init__(
        self,
        game: Game | str | Path,
        level: str | None = None,
        settings: Mapping[str, Any] | None = None,
        most_listed: int = MOST_LISTED,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.level = level
        self.settings = dict(settings or {})
        self.program = self.game.program(self.game.settings.choose(level, self.settings))
        self.encoding = Encoding(self.program)
        self.actions = ActionNumbers(self.program, most_listed)
        self.state = self.program.state(self.program.blank())
        self.legal: dict[int, Action] = {}
        self.moves = 0

    def start(self, seed: int) -> None:
        """A new game."""
        self.state = self.game.new(seed, self.level, self.settings)
        self.legal = self._numbered()
        self.moves = 0

    def act(self, number: int) -> None:
        """Do a legal action by its number."""
        self.state = self.program.guarded(lambda: self.game.advance(self.state, self.legal[number]))
        self.legal = self._numbered()
        self.moves += 1

    def _numbered(self) -> dict[int, Action]:
        if self.state.over:
            return {}
        found: dict[int, Action] = self.program.guarded(lambda: self.actions.legal(self.state))
        return found

    def observed(self, player: int) -> Any:
        """What a player may know, as an array."""
        return self.encoding.array(self.game.view(self.state, player))

    def mask(self) -> Any:
        """1 for the number of every legal action, 0 for others."""
        mask: Any = np.zeros(self.actions.count, dtype=np.int8)
        mask[list(self.legal)] = 1
        return mask

    def score(self) -> int:
        """The variable `score` of a game for one player; 0 if there is none."""
        variable = self.program.schema.variables.get(SCORE)
        if variable is None or variable.per is not None or not isinstance(variable.type, Number):
            return 0
        return int(self.state.variable(SCORE))

    def picture(self, player: int) -> str:
        """The boards as text, as a player may see them."""
        data = self.game.view(self.state, player).data
        return "\n\n".join(
            board_text(self.program, data, name, instance)
            for name, board in self.program.schema.boards.items()
            for instance in board.instances
        )
