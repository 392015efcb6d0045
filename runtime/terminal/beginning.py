"""How a game in the terminal begins: anew as the command line says, or where it was left."""

from __future__ import annotations

from rich.console import Console

from interpreter import Game
from runtime.beginning import new, unfinished
from runtime.saves import Saves
from runtime.session import Session
from runtime.terminal.keyboard import Lines
from runtime.terminal.table import Table
from runtime.wanted import Wanted
from runtime.wording import counted


def begun(console: Console, lines: Lines, game: Game, wanted: Wanted, saves: Saves) -> Table:
    """The table with a session at it: the unfinished one, or a new one.

    A new game takes the place of the unfinished one only with its first move.
    """
    left = unfinished(game, wanted, saves)
    if left is not None and _goes_on(lines, left, wanted):
        return Table(console, lines, left, saves, kept=True)
    return Table(console, lines, new(game, wanted), saves, kept=False)


def _goes_on(lines: Lines, left: Session, wanted: Wanted) -> bool:
    """Whether to go on with an unfinished game: as the command line says, or the player."""
    if wanted.resume is not None or wanted.names_a_game:
        return bool(wanted.resume)
    count = counted(len(left.history), "move")
    answer = lines.read(f"There is an unfinished game ({count}). Go on with it? [Y/n] ")
    return answer.strip().lower() not in ("n", "no")
