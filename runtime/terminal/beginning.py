"""How a game in the terminal begins: anew as the command line says, or where it was left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.console import Console

from interpreter import Game
from interpreter.spec.suggest import did_you_mean
from runtime.commands import targets
from runtime.commands.output import counted
from runtime.commands.problems import Problem
from runtime.recording import BadRecording
from runtime.saves import Saves
from runtime.session import Seat, Session
from runtime.terminal.keyboard import Lines
from runtime.terminal.table import Table


class Wanted(Protocol):
    """What a player asks for; `resume` is None if that is to be asked."""

    @property
    def seed(self) -> int | None: ...
    @property
    def level(self) -> str | None: ...
    @property
    def settings(self) -> Sequence[str]: ...
    @property
    def seats(self) -> Sequence[str]: ...
    @property
    def resume(self) -> bool | None: ...
    @property
    def names_a_game(self) -> bool: ...


def begun(console: Console, lines: Lines, game: Game, wanted: Wanted, saves: Saves) -> Table:
    """The table with a session at it: the unfinished one, or a new one.

    A new game takes the place of the unfinished one only with its first move.
    """
    left = _unfinished(game, wanted, saves)
    if left is not None and _goes_on(lines, left, wanted):
        for player, seat in seats(game, wanted.seats).items():
            left.seats[player] = seat
        return Table(console, lines, left, saves, kept=True)
    session = Session(game, wanted.level, targets.settings(wanted.settings), wanted.seed, seats(game, wanted.seats))
    return Table(console, lines, session, saves, kept=False)


def _unfinished(game: Game, wanted: Wanted, saves: Saves) -> Session | None:
    """The saved game, if it is neither over nor untouched."""
    if wanted.resume is False:
        return None
    try:
        session = saves.load(game)
    except BadRecording as problem:
        if wanted.resume:
            raise Problem(problem.message, problem.help) from None
        # A save that cannot be read is put aside when the new game is first saved.
        return None
    if session is None or session.status.over or not session.history:
        if wanted.resume:
            raise Problem(f"There is no unfinished game of {game.title}.", "Leave --resume out to start one.")
        return None
    return session


def _goes_on(lines: Lines, left: Session, wanted: Wanted) -> bool:
    """Whether to go on with an unfinished game: as the command line says, or the player."""
    if wanted.resume is not None or wanted.names_a_game:
        return bool(wanted.resume)
    count = counted(len(left.history), "move")
    answer = lines.read(f"There is an unfinished game ({count}). Go on with it? [Y/n] ")
    return answer.strip().lower() not in ("n", "no")


def seats(game: Game, given: Sequence[str]) -> dict[str, Seat]:
    """Who plays whom, from `white=person`."""
    found: dict[str, Seat] = {}
    for text in given:
        player, _, seat = (part.strip() for part in text.partition("="))
        if seat not in ("person", "computer"):
            raise Problem(f"‘{text}’ is no seat.", "Write it as --seat name=person or --seat name=computer.")
        if player not in game.players:
            guess = did_you_mean(player, game.players) or f"There are {', '.join(game.players)}."
            raise Problem(f"There is no player ‘{player}’ in {game.title}.", guess)
        found[player] = "computer" if seat == "computer" else "person"
    return found
