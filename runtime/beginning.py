"""How a game begins that the command line asks for: where it was left, or anew as it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import Game
from interpreter.spec.diagnostics import did_you_mean
from runtime import targets
from runtime.problem import Problem
from runtime.recording import BadRecording
from runtime.saves import Saves
from runtime.session import Seat, Session
from runtime.wanted import Wanted


def new(game: Game, wanted: Wanted) -> Session:
    """A new game as it is asked for."""
    return Session(game, wanted.level, targets.settings(wanted.settings), wanted.seed, seats(game, wanted.seats))


def unfinished(game: Game, wanted: Wanted, saves: Saves) -> Session | None:
    """The saved game with the seats that are asked for, if it is neither over nor untouched; it may be refused."""
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
    session.seats.update(seats(game, wanted.seats))
    return session


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
