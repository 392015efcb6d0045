"""The bot that takes any legal action, all equally likely."""

from __future__ import annotations

from interpreter import Action, Fault, Game, State, View
from interpreter.plugin import bot
from interpreter.program import Program
from interpreter.streams import number_below, shuffled
from runtime.bots.bot import Allowance, Choice, Options, worlds
from runtime.bots.measures import Legal, usable

STREAM = "random bot"


class RandomBot:
    """Plays at random."""

    def __init__(self, program: Program, options: Options) -> None:
        self.words = usable(program, options.vocabulary)

    def choose(self, view: View, seed: int) -> Choice:
        """One of the legal actions, drawn by the seed."""
        allowance = Allowance(0, None)
        return allowance.choice(legal_in_random_order(view, seed, self.words))


def choose(game: Game, state: State, seed: int) -> Action:
    """One of the legal actions of a state, drawn by the seed."""
    legal = game.legal(state)
    if not legal:
        raise Fault(f"{state.to_move} has no legal action, but the game is not over.")
    number, _ = number_below(seed, STREAM, 0, len(legal))
    return legal[number]


def legal_in_random_order(view: View, seed: int, words: Legal) -> list[Action]:
    """The legal actions of a world that agrees with a view, limited to words that a bot uses if there are any."""
    data = next(worlds(view, seed, 1))
    legal = words(data) or view.program.legal(data)
    if not legal:
        raise Fault(f"{view.state.to_move} has no legal action, but the game is not over.")
    order, _ = shuffled(seed, STREAM, 0, legal)
    return order


@bot("random")
def make(_game: Game, program: Program, _player: int, options: Options) -> RandomBot:
    """Any legal move, all equally likely."""
    return RandomBot(program, options)
