"""The bots that tests may let play."""

from __future__ import annotations

from interpreter.game import Game
from interpreter.streams import number_below
from runtime.bots import Chooser, bot_names, chooser

_SEEDS = 1 << 62


def bot_for(game: Game, player: str | None, name: str | None) -> Chooser | None:
    """The bot of that name, or the one that plays a player by the spec; None if there is no such bot or player."""
    if name is not None:
        return chooser(name=name) if name in bot_names() else None
    return chooser() if player in game.players else None


def bot_seed(seed: int, draws: int) -> int:
    """The seed for a bot's choice after so many others in one test."""
    return number_below(seed, "bots of a test", draws, _SEEDS)[0]
