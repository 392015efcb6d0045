"""A past for the player whose screens are drawn: finished games, unfinished ones and favourites."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from interpreter import load
from renderer.app.screen import Surroundings
from renderer.shot import play_on
from runtime.keep.statistics import finished
from runtime.session.daily import daily_session
from runtime.session.session import Session
from runtime.show.results import counted_in

BROKEN = """\
game: broken
title: Odd Lamps
about: Turn all the lamps off.
boards:
  lamps: {columns: 5, rows: 5, shapes: square, cell: {lit: flag}}
actions:
  press:
    choose:
      c: {from: lamps}
    efects:
      - c.lit = not c.lit
end_conditions:
  dark: {when: none(x.lit for x in lamps), won: true}
"""
"""A spec of the player’s own, with mistakes."""
FAVOURITES = ("sudoku", "hearts", "stackdoku")
LONGEST = 3000
"""No game has more moves."""


class Played(NamedTuple):
    """A game that the player finished: so many days ago, in so many seconds."""

    game: str
    days_ago: int
    seconds: int
    seed: int = 7
    level: str | None = None
    bots: str = "random"
    daily: bool = False


class Left(NamedTuple):
    """A game that the player left after some moves, so many hours ago."""

    game: str
    moves: int
    hours_ago: float
    seed: int = 7
    level: str | None = None
    daily: bool = False


FINISHED = (
    Played("lights_out", 40, 95),
    Played("connect_four", 33, 210, seed=3),
    Played("reversi", 21, 1260),
    Played("sudoku", 14, 4025, level="medium", bots="ai"),
    Played("five_dice", 9, 700),
    Played("sudoku", 8, 1501, level="easy", bots="ai"),
    Played("memory", 7, 260),
    Played("tic_tac_toe", 4, 31),
    Played("tic_tac_toe", 4, 24, seed=2),
    Played("tic_tac_toe", 3, 48, seed=4),
    Played("game_2048", 3, 600),
    Played("hidden_word", 2, 180, bots="ai", daily=True),
    Played("hidden_word", 1, 242, bots="ai", daily=True),
    Played("samegame", 1, 333),
    Played("lights_out", 0, 61, seed=9),
)
UNFINISHED = (
    Left("mosaic", 4, 500),
    Left("sudoku", 12, 80, level="hard"),
    Left("khi", 6, 30),
    Left("stackdoku", 9, 26, level="medium"),
    Left("stackdoku", 3, 5, daily=True),
    Left("reversi", 11, 0.2),
)


@lru_cache(maxsize=64)
def _ended(played: Played, at: datetime) -> Session:
    session = _session(played, at)
    play_on(session, LONGEST, [played.bots])
    session.seconds = played.seconds
    return session


@lru_cache(maxsize=64)
def _begun(left: Left, at: datetime) -> Session:
    session = _session(left, at)
    play_on(session, left.moves, ["ai"])
    return session


def _session(game: Played | Left, at: datetime) -> Session:
    loaded = load(game.game)
    return daily_session(loaded, at.date()) if game.daily else Session(loaded, game.level, seed=game.seed)


def give_a_past(around: Surroundings) -> None:
    """Write the games of the past down as the table does."""
    now = around.time()
    for played in FINISHED:
        at = now - timedelta(days=played.days_ago, minutes=played.seed)
        session = _ended(played, at)
        around.replays.keep(session, finished(session, session.seconds).result, at)
        counted_in(session, around.statistics, at.date() if played.daily else None, at.date())
    for left in UNFINISHED:
        _leave(around, left)
    for game in FAVOURITES:
        around.preferences.note_favourite(game, True)


def _leave(around: Surroundings, left: Left) -> None:
    """Put a game that was begun on disk, and leave it."""
    at = around.time() - timedelta(hours=left.hours_ago)
    keeping = around.saves.keep(_begun(left, at), None, at.date())
    keeping.save()
    path = keeping.path
    keeping.end()
    if path is not None:
        _date(path, at)


def damage(around: Surroundings) -> None:
    """Damage the file of one unfinished game."""
    each = around.saves.started()[-1]
    each.path.write_text("nothing that could be read", encoding="utf-8")
    _date(each.path, each.played)


def _date(path: Path, at: datetime) -> None:
    os.utime(path, (at.timestamp(), at.timestamp()))


def write_a_broken_spec(around: Surroundings) -> None:
    """Put a spec with mistakes among the player’s own games."""
    folder = around.library.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "broken.yaml").write_text(BROKEN, encoding="utf-8")
