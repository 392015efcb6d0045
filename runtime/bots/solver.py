"""The bot that solves puzzles: it takes what `only` marks as right, or looks for the shortest way to win."""

from __future__ import annotations

from interpreter import Action, Game, View
from interpreter.plugin import bot
from interpreter.position import Data, result_of
from interpreter.program import Program, key_function
from runtime.bots.bot import Allowance, Choice, Options, worlds
from runtime.bots.measures import considered, usable
from runtime.bots.random_bot import legal_in_random_order

BUDGET = 40_000
MILLISECONDS = 5_000


class SolverBot:
    """For puzzles: a single player."""

    def __init__(self, program: Program, options: Options) -> None:
        self.program = program
        self.only = bool(options.only)
        self.about = options.about
        self.words = usable(program, options.vocabulary)
        self.considered = considered(program, options)
        self.budget = options.budget if options.budget is not None else BUDGET
        self.think_ms = options.think_ms if options.think_ms is not None else MILLISECONDS

    def choose(self, view: View, seed: int) -> Choice:
        """A right move; any legal one if none is found."""
        allowance = Allowance(self.budget, self.think_ms)
        data = next(worlds(view, seed, 1))
        legal = legal_in_random_order(view, seed, self.words)
        if self.only:
            right = set(self.considered(data))
            ahead = sorted((action for action in legal if action in right), key=self._rank)
        else:
            first = self._first_step(data, allowance)
            ahead = [first] if first is not None else []
        return allowance.choice([*ahead, *(action for action in legal if action not in ahead)])

    def _rank(self, action: Action) -> int:
        """Sort the subjects of hints first, in their order."""
        return self.about.index(action[0]) if action[0] in self.about else len(self.about)

    def _first_step(self, start: Data, allowance: Allowance) -> Action | None:
        """The first action of a shortest way to win."""
        key, do, legal = key_function(self.program), self.program.do, self.words
        seen = {key(start)}
        reached: list[tuple[Data, Action | None]] = [(start, None)]
        while reached:
            further: list[tuple[Data, Action | None]] = []
            for data, first in reached:
                if not allowance.left():
                    return None
                for action in legal(data):
                    allowance.nodes += 1
                    after = do[action[0]](data, action)
                    begun = first if first is not None else action
                    result = result_of(after)
                    if result is not None:
                        if result[2]:
                            return begun
                    elif (place := key(after)) not in seen:
                        seen.add(place)
                        further.append((after, begun))
            reached = further
        return None


@bot("solver")
def make(_game: Game, program: Program, _player: int, options: Options) -> SolverBot:
    """For puzzles: takes what `only` marks as right or, without `only`, the first step of a shortest way to win.

    It tries out at most `budget` actions, so a long way needs `only`. If it finds none, any legal move will do.
    """
    return SolverBot(program, options)
