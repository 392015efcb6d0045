"""Who plays whom: a bot for each player, by the names that people write.

A name is that of a bot, or `ai` for the computer as the spec describes it, or `ai:easy` for one of its levels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from interpreter import Action, Fault, Game, State
from interpreter.spec.diagnostics import did_you_mean
from interpreter.streams import number_below
from runtime.bots import Bot, bot_names, made, move_of, view_for
from runtime.bots.bot import playing_options
from runtime.bots.random_bot import STREAM
from runtime.messages import Problem

AS_SPEC = "ai"
AT_RANDOM = "random"
NO_CLOCK = 1 << 40

Seated = Callable[[State, list[Action], int], Action]
"""How a player chooses: a state, what is legal in it and a seed give an action."""


class WrongSeats(ValueError):
    """Bots that do not fit the players of a game."""


def bots_for(players: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """A bot for each player; a single name is for all of them."""
    if len(names) == 1:
        return tuple(names) * len(players)
    if len(names) != len(players):
        raise WrongSeats(f"There are {len(players)} players, but {len(names)} bots.")
    return tuple(names)


def seated(game: Game, state: State, names: Sequence[str]) -> list[Seated]:
    """The seats of the players, in their order; raises ValueError for a bot or a level that does not exist."""
    return [_seat(game, state, player, name) for player, name in enumerate(names, start=1)]


def chosen(seats: Sequence[Seated], state: State, legal: list[Action], seed: int) -> Action:
    """The action of the player to move."""
    if not legal:
        raise Fault(f"{state.to_move} has no legal action, but the game is not over.")
    return seats[state.mover - 1](state, legal, seed)


def _seat(game: Game, state: State, player: int, name: str) -> Seated:
    kind, _, level = name.partition(":")
    if kind != AS_SPEC and level:
        raise WrongSeats(f"‘{name}’ is not a bot. Only {AS_SPEC} has levels, as in {AS_SPEC}:{level}.")
    options = playing_options(state.program, level or None)
    # Time differs from run to run, nodes do not: only they count here.
    options = replace(options, bot=options.bot if kind == AS_SPEC else kind, think_ms=NO_CLOCK)
    if options.bot == AT_RANDOM:
        return _random
    return _careful(game, player, name, made(game, state, player, options))


def _random(_state: State, legal: list[Action], seed: int) -> Action:
    """The random bot without a view: it needs to know only what is legal."""
    return legal[number_below(seed, STREAM, 0, len(legal))[0]]


def _careful(game: Game, player: int, name: str, bot: Bot) -> Seated:
    """A bot that sees what its player may know, and has to follow the rules."""

    def choose(state: State, legal: list[Action], seed: int) -> Action:
        action = game.meaning(state, player)(move_of(bot, view_for(game, state, player), seed).action)
        if action not in legal:
            raise Fault(f"The bot {name} chose {game.text(state, action)}, which is not legal.")
        return action

    return choose


def named_bots(bots: str) -> list[str]:
    """The bots in a comma-separated list."""
    names = [each.strip() for each in bots.split(",")]
    known = [*bot_names(), AS_SPEC]
    for name in names:
        kind = name.partition(":")[0]
        if kind not in known:
            help = did_you_mean(kind, known) or f"There are {', '.join(known)}."
            raise Problem(f"There is no bot ‘{kind}’.", help)
    return names
