"""Computer players. A bot receives what its player may know and a seed, and chooses an action.

The same view and seed give the same action on every platform. `bot_for` makes the bot that a spec asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter
from typing import TypeAlias

from interpreter import Abandoned, Action, Game, State, View
from interpreter.plugin import bots
from interpreter.program import Program, sample_world
from interpreter.streams import shuffled
from runtime.bots.bot import Allowance, Bot, Choice, NoSuchLevel, Options, playing_options, worlds

__all__ = [
    "Allowance",
    "Bot",
    "Choice",
    "Chooser",
    "NoSuchBot",
    "NoSuchLevel",
    "Options",
    "bot_for",
    "bot_names",
    "choice_of",
    "chooser",
    "made",
    "move_of",
    "playing_options",
    "view_for",
    "worlds",
]

MOST_TRIED = 5
STREAM = "another move"
Chooser: TypeAlias = Callable[[Game, State, int], Action]
"""How games are played on: a state that is not over and a seed give a legal action."""


class NoSuchBot(ValueError):
    """A bot that nobody has registered."""


def bot_names() -> tuple[str, ...]:
    """Every bot by name: ours and those of plugins."""
    return tuple(_registered())


def bot_for(game: Game, state: State, player: str | int, level: str | None = None, name: str | None = None) -> Bot:
    """The bot that plays a player: as `ai` says for a level, or a bot named explicitly.

    Without an `ai` section it is a tree search, which needs no knowledge of the game.
    """
    options = playing_options(state.program, level)
    return made(game, state, player, options if name is None else replace(options, bot=name))


def made(game: Game, state: State, player: str | int, options: Options) -> Bot:
    """A bot by its options."""
    known = _registered()
    if options.bot not in known:
        raise NoSuchBot(f"There is no bot {options.bot}. There are {', '.join(known)}.")
    found: Bot = known[options.bot](game, state.program, _number(state.program, player), options)
    return found


def choice_of(bot: Bot, view: View, seed: int) -> Choice:
    """The bot's choice on a view; a mistake of the spec that comes up is a fault that names its place."""
    choice: Choice = view.program.guarded(lambda: bot.choose(view, seed))
    return choice


def move_of(bot: Bot, view: View, seed: int) -> Choice:
    """The move that a bot makes on a view; `Game.meaning` translates it for the state. If the positions it looks at
    take too long, it makes another move that does not."""
    try:
        return choice_of(bot, view, seed)
    except Abandoned as fault:
        stopped = fault
    program, start = view.program, perf_counter()
    possible: State = program.guarded(lambda: sample_world(view, seed))
    actions, _ = shuffled(seed, STREAM, 0, program.guarded(lambda: possible.listed(possible.data)))
    for nodes, action in enumerate(actions[:MOST_TRIED], start=1):
        try:
            program.guarded(partial(possible.done[action[0]], possible.data, action))
        except Abandoned:
            continue
        return Choice(action, nodes, perf_counter() - start, True, (action,))
    raise stopped


def view_for(game: Game, state: State, player: str | int) -> View:
    """What the bot of a player may know: the player's view, and the coming luck that `ai.knows` grants it."""
    number = _number(state.program, player)
    return game.view(state, number, state.program.computer_plan.known_streams(number))


def chooser(level: str | None = None, name: str | None = None) -> Chooser:
    """A function that plays on for every player, with the bot of the spec or with a named one."""
    kept: dict[tuple[Program, int], Bot] = {}

    def choose(game: Game, state: State, seed: int) -> Action:
        player = state.mover
        bot = kept.get((state.program, player))
        if bot is None:
            bot = kept[state.program, player] = bot_for(game, state, player, level, name)
        return game.meaning(state, player)(move_of(bot, view_for(game, state, player), seed).action)

    return choose


def _number(program: Program, player: str | int) -> int:
    return player if isinstance(player, int) else program.schema.players.words.index(player) + 1


@cache
def _registered() -> dict[str, Callable[..., Bot]]:
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return bots()
