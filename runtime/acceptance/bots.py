"""The bots that tests may let play."""

from __future__ import annotations

from interpreter.game import Game
from interpreter.streams import number_below
from runtime.bots import Chooser
from runtime.bots.random_bot import choose

BOTS: dict[str, Chooser] = {"random": choose}

_SEEDS = 1 << 62


def bot_for(game: Game, player: str | None, name: str | None) -> Chooser | None:
    """The bot of that name, or the one that plays a player; None if there is no such bot."""
    if name is not None:
        return BOTS.get(name)
    return BOTS["random"] if player in game.players else None


def bot_seed(seed: int, draws: int) -> int:
    """The seed for a bot's choice after so many others in one test."""
    return number_below(seed, "bots of a test", draws, _SEEDS)[0]
