"""The bot that looks ahead: deeper and deeper until its depth or its allowance is reached.

Where something is hidden or luck is to come it looks ahead in several worlds and goes by the mean.
"""

from __future__ import annotations

from typing import Any

from interpreter import Action, Fault, Game, View
from interpreter.registry import bot
from interpreter.rules.program import Program
from interpreter.streams import shuffled
from runtime.bots.alpha_beta import SURE, WIN, AlphaBeta
from runtime.bots.base import Allowance, Choice, Spent
from runtime.bots.measures import considered, evaluation
from runtime.bots.options import Options
from runtime.bots.worlds import worlds

Data = tuple[Any, ...]

BUDGET = 40_000
MILLISECONDS = 5_000
DEEPEST = 64
WORLDS = 8


class SearchBot:
    """Alpha-beta with iterative deepening."""

    def __init__(
        self, game: Game, program: Program, player: int, options: Options, deepest: int = DEEPEST, table: bool = True
    ) -> None:
        self.game = game
        self.program = program
        self.player = player
        self.deepest = min(deepest, max(1, options.depth if options.depth is not None else deepest))
        self.budget = options.budget if options.budget is not None else BUDGET
        self.milliseconds = options.milliseconds if options.milliseconds is not None else MILLISECONDS
        self.evaluate = evaluation(program, options.evaluate)
        self.legal = considered(program, options.only)
        self.table = table

    def choose(self, view: View, seed: int) -> Choice:
        """The action with the best value after the deepest look that was finished."""
        allowance = Allowance(self.budget, self.milliseconds)
        looks = [
            Look(data, AlphaBeta(self.program, self.player, self.evaluate, self.legal, allowance, self.table))
            for data in worlds(view, seed, WORLDS)
        ]
        actions = list(dict.fromkeys(action for look in looks for action in look.legal))
        if not actions:
            raise Fault(f"{view.state.to_move} has no legal action, but the game is not over.")
        ranking, _ = shuffled(seed, "search bot", 0, actions)
        if len(ranking) == 1:
            return allowance.choice(ranking)
        for depth in range(self.deepest):
            try:
                if len(looks) == 1:
                    ranking, done = looks[0].ranked(ranking, depth)
                else:
                    ranking, done = _agreed(looks, ranking, depth)
            except Spent:
                break
            if done or not allowance.left():
                break
        return allowance.choice(ranking)


class Look:
    """A look ahead in one world."""

    def __init__(self, data: Data, search: AlphaBeta) -> None:
        self.data = data
        self.search = search
        self.legal = search.legal(data)

    def ranked(self, actions: list[Action], depth: int) -> tuple[list[Action], bool]:
        """The actions, best first, and whether looking deeper could change nothing.

        Only the first has its true place: the others are known to be no better. When the allowance ends on the way, an
        action that already did better than the former best is taken.
        """
        self.search.cut = False
        values: dict[Action, int] = {}
        best = -WIN
        for action in actions:
            try:
                values[action] = self.search.after(self.data, action, depth, best, WIN)
            except Spent:
                if not values:
                    raise
                return _sorted(actions, values), True
            best = max(best, values[action])
        return _sorted(actions, values), not self.search.cut or abs(best) > SURE

    def values(self, depth: int) -> dict[Action, int]:
        """The true value of every action."""
        return {action: self.search.after(self.data, action, depth, -WIN, WIN) for action in self.legal}


def _agreed(looks: list[Look], actions: list[Action], depth: int) -> tuple[list[Action], bool]:
    """The actions by their mean value over the worlds in which they are legal."""
    found: dict[Action, list[int]] = {action: [] for action in actions}
    for look in looks:
        look.search.cut = False
        for action, value in look.values(depth).items():
            found[action].append(value)
    count = len(looks)
    means = {action: sum(values) * count // len(values) for action, values in found.items()}
    return _sorted(actions, means), not any(look.search.cut for look in looks)


def _sorted(actions: list[Action], values: dict[Action, int]) -> list[Action]:
    """By falling value; equal ones stay in order, and what has no value yet comes last."""
    return sorted(actions, key=lambda action: values.get(action, -WIN - 1), reverse=True)


@bot("search")
def make(game: Game, program: Program, player: int, options: Options) -> SearchBot:
    """A bot that looks ahead."""
    return SearchBot(game, program, player, options)
