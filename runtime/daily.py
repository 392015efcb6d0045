"""The game of the day: a date gives everyone the same seed."""

from __future__ import annotations

from datetime import date
from hashlib import blake2b

from interpreter import Game
from runtime.session import SEEDS, Session


def daily_seed(game: str, day: date) -> int:
    """The seed of a game on a day, short enough to be typed."""
    drawn = blake2b(f"{game}/{day.isoformat()}".encode(), digest_size=8).digest()
    return int.from_bytes(drawn, "big") % SEEDS


def daily_level(game: Game) -> str | None:
    """The level that is played as the game of the day: as the spec says, else the first."""
    daily = game.spec.daily
    return str(daily.level) if daily is not None and daily.level is not None else None


def is_daily(session: Session, day: date) -> bool:
    """Whether a session is the game of a day."""
    game = session.game
    return game.spec.daily is not None and session.seed == daily_seed(game.name, day)
