"""New games of the puzzles that are dealt so that they can be solved, and the first hint in each.

The first game of a level also compiles its program, which is not counted.
"""

from functools import partial
from statistics import mean, median

from interpreter import Game, load
from runtime.session.hints import hint
from tools.bench.stopwatch import seconds
from tools.bench.table import Row

PUZZLES = ("stackdoku", "stackdoku_mini", "stackdoku_turtle", "sudoku", "mahjong_solitaire")
DEALS = 30
HINTS = 5


def rows() -> list[Row]:
    """A row for each level of each puzzle."""
    return [
        measured(game, level, DEALS, HINTS)
        for game in map(load, PUZZLES)
        for level in (game.levels or (None,))
    ]


def measured(game: Game, level: str | None, deals: int, hints: int) -> Row:
    """How long deals and hints take, in milliseconds."""
    game.new(0, level)
    dealt = [1000 * seconds(partial(game.new, seed, level)) for seed in range(1, deals + 1)]
    states = [game.new(seed, level) for seed in range(1, hints + 1)]
    hint(game, states[0], game.players[0], "what", 1)
    told = [1000 * seconds(partial(hint, game, state, game.players[0], "what", 1)) for state in states]
    return Row(
        f"{game.name} {level or ''}".strip(),
        {"mean ms": mean(dealt), "median ms": median(dealt), "longest ms": max(dealt), "hint ms": mean(told)},
    )
