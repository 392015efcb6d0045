"""Looking ahead in one world: alpha-beta with a table of positions, killers and history.

Whoever is not the bot's player is taken to play against it. With one player nobody does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter import Action
from interpreter.position import Data, mover_of, result_of
from interpreter.program import Evaluate, Program, key_function
from interpreter.streams import Unforeseen
from runtime.bots.base import Allowance
from runtime.bots.measures import Legal

WIN = 1 << 60
SURE = WIN - (1 << 20)
EXACT, AT_LEAST, AT_MOST = range(3)


class AlphaBeta:
    """The search of one player in one world. Values are the player's; a win is worth more the sooner it comes."""

    def __init__(
        self,
        program: Program,
        player: int,
        evaluate: Evaluate | None,
        legal: Legal,
        allowance: Allowance,
        remembers: bool = True,
    ) -> None:
        self.do = program.do
        self.legal = legal
        self.player = player
        self.alone = len(program.schema.players.words) == 1
        self.evaluate = evaluate
        self.allowance = allowance
        self.cut = False
        self.key: Callable[[Data], Any] | None = key_function(program) if remembers else None
        self.table: dict[Any, tuple[int, int, int, Action]] = {}
        self.history: dict[Action, int] = {}
        self.killers: dict[int, Action] = {}

    def after(self, data: Data, action: Action, depth: int, alpha: int, beta: int) -> int:
        """The value of an action when so many more follow, exact if it lies between alpha and beta."""
        self.allowance.spend()
        return self.worth(self.do[action[0]](data, action), depth, alpha, beta, 1)

    def worth(self, data: Data, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position that was reached by so many actions, when so many more follow."""
        result = result_of(data)
        if result is not None:
            return self._ended(data, result, ply)
        if depth <= 0:
            return self._standing(data)
        return self._best(data, depth, alpha, beta, ply)

    def _standing(self, data: Data) -> int:
        """What a position is worth without a look further."""
        self.cut = True
        return self.evaluate(data, self.player) if self.evaluate is not None else 0

    def _ended(self, data: Data, result: tuple[int, int, bool | None], ply: int) -> int:
        """What the end of a game is worth."""
        _, winner, won = result
        if self.alone:
            if won is None:
                return self.evaluate(data, self.player) if self.evaluate is not None else 0
            return WIN - ply if won else ply - WIN
        if not winner:
            return 0
        return WIN - ply if winner == self.player else ply - WIN

    def _best(self, data: Data, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position that goes on, seen by the bot's player."""
        first: Action | None = None
        key = None
        if self.key is not None and depth > 1:
            key = self.key(data)
            entry = self.table.get(key)
            if entry is not None:
                known, kind, value, first = entry
                if known == depth:
                    value = value - ply if value > SURE else value + ply if value < -SURE else value
                    if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
                        return value
        mine = mover_of(data) == self.player
        low, high = alpha, beta
        best, chosen = (-WIN, None) if mine else (WIN, None)
        do, spend, ended = self.do, self.allowance.spend, result_of
        actions = self.legal(data)
        for action in self._ordered(actions, first, ply) if depth > 1 else actions:
            spend()
            try:
                # What `worth` does, written out: most nodes are leaves, and a call is dear.
                after = do[action[0]](data, action)
                result = ended(after)
                if result is not None:
                    value = self._ended(after, result, ply + 1)
                elif depth <= 1:
                    value = self._standing(after)
                else:
                    value = self._best(after, depth - 1, low, high, ply + 1)
            except Unforeseen:
                value = self._standing(data)
            if mine:
                if value > best or chosen is None:
                    best, chosen = value, action
                low = max(low, best)
            else:
                if value < best or chosen is None:
                    best, chosen = value, action
                high = min(high, best)
            if low >= high:
                self.killers[ply] = action
                self.history[action] = self.history.get(action, 0) + depth * depth
                break
        if chosen is None:
            return self._standing(data)
        if key is not None:
            kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
            kept = best + ply if best > SURE else best - ply if best < -SURE else best
            self.table[key] = (depth, kind, kept, chosen)
        return best

    def _ordered(self, actions: list[Action], first: Action | None, ply: int) -> list[Action]:
        """The actions that are likely to be good come first."""
        history = self.history
        if history:
            actions = sorted(actions, key=lambda action: -history.get(action, 0))
        for ahead in (self.killers.get(ply), first):
            if ahead is not None and ahead in actions and actions[0] != ahead:
                actions.remove(ahead)
                actions.insert(0, ahead)
        return actions
