"""The game of the day: which games have one, and what it is on a given day, the same for everybody."""

from __future__ import annotations

from datetime import date, timedelta

from interpreter import Game, has_luck
from interpreter.spec.model import Spec
from interpreter.streams import number_below
from runtime.session.session import SEEDS, Session, seats_of, usual_seats


def has_daily(spec: Spec) -> bool:
    """Whether a game has a game of the day: it has luck, and its spec asks for one, or it is for one person and its
    spec does not refuse it."""
    if not has_luck(spec):
        return False
    if spec.daily is not None:
        return spec.daily.only is None
    return list(seats_of(spec).values()).count("person") == 1


def daily_seed(game: str, day: date) -> int:
    """The seed of a game on a day, short enough to type: the first number of the stream `daily GAME` whose seed is the
    day, counted as `date.toordinal` does."""
    return number_below(day.toordinal(), f"daily {game}", 0, SEEDS)[0]


def daily_level(spec: Spec) -> str | None:
    """The level of the game of the day, if the spec says so; otherwise it is the first."""
    return str(spec.daily.level) if spec.daily is not None and spec.daily.level is not None else None


def daily_settings(spec: Spec) -> dict[str, str]:
    """The settings of the game of the day that its level does not set."""
    given = spec.daily.settings if spec.daily is not None else None
    return {str(name): str(value) for name, value in (given or {}).items()}


def daily_session(game: Game, day: date) -> Session:
    """The game of a day, from its start."""
    return Session(game, daily_level(game.spec), daily_settings(game.spec), daily_seed(game.name, day))


def is_daily(session: Session, day: date) -> bool:
    """Whether a session is the game of a day: its luck, level, settings and seats. Settings that can be changed at any
    time are everybody's own affair."""
    game, spec = session.game, session.game.spec
    if session.seed != daily_seed(game.name, day) or not has_daily(spec) or session.is_arranged:
        return False
    chosen = game.settings.choose(daily_level(spec), daily_settings(spec))
    fixed = game.settings.fixed
    same = fixed(game.settings.shown(chosen.values)) == fixed(session.settings)
    return same and session.level == chosen.level and session.seats == usual_seats(game)


def day_of(session: Session, today: date) -> date | None:
    """The day whose game a session is: today, or yesterday if it was begun before midnight."""
    return next((day for day in (today, today - timedelta(days=1)) if is_daily(session, day)), None)
