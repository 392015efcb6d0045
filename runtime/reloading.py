"""A running game under changed rules: its moves are made again, or its position is kept, or it starts anew."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from interpreter import BadAction, BadSetting, Fault, Game, NotAState, SpecError
from interpreter.program import table_files
from runtime.digest import sources
from runtime.session import Move, Seat, Session


class Carried(NamedTuple):
    """The game under the new rules: its moves were made again (`replayed`), its position was kept, or it is `anew`."""

    session: Session
    how: Literal["replayed", "position", "anew"]


def files_of(game: Game) -> tuple[Path, ...]:
    """Every file that the rules are read from: the spec, its parents, and table files."""
    found = {Path(source.name).resolve() for source in sources(game.spec)} | table_files(game.spec)
    return tuple(sorted(path for path in found if path.is_file()))


def carried_over(session: Session, game: Game) -> Carried:
    """A game that is being played, under other rules. Raises SpecError if those cannot be played at all."""
    begun = _begun(session, game)
    if begun is not None and _replay(session, begun):
        return Carried(begun, "replayed")
    begun = _begun(session, game)
    if begun is not None and _keep_position(session, begun):
        return Carried(begun, "position")
    return Carried(_begun(session, game) or Session(game, seed=session.seed), "anew")


def _begun(session: Session, game: Game) -> Session | None:
    """The same game from its start; None if its level or settings are gone. Seats of players who are gone too."""
    seats: dict[str, Seat] = {player: seat for player, seat in session.seats.items() if player in game.players}
    settings = {name: value for name, value in session.settings.items() if name in game.settings.types}
    level = session.level if session.level in game.levels else None
    try:
        return Session(game, level, settings, session.seed, seats)
    except (BadSetting, Fault):
        return None


def _replay(session: Session, begun: Session) -> bool:
    """Make every move again, and what was taken back if that can still be done."""
    if not all(_again(move, begun) for move in session.history):
        return False
    history, state = begun.history, begun.state
    begun.history = list(history)
    redone = all(_again(move, begun) for move in reversed(session.undone))
    begun.undone = begun.history[len(history) :][::-1] if redone else []
    begun.history, begun.state = history, state
    begun.used, begun.seconds = session.used, session.seconds
    return True


def _again(move: Move, begun: Session) -> bool:
    """Make a move again, if it is allowed."""
    try:
        return move.player == begun.state.to_move and begun.perform(move.action, move.by).refusal is None
    except (BadAction, Fault):
        return False


def _keep_position(session: Session, begun: Session) -> bool:
    try:
        state = begun.game.decode(session.game.encode(session.state))
        begun.game.legal(state)
    except (SpecError, BadSetting, NotAState, Fault):
        return False
    if state.program is not begun.state.program:
        return False
    begun.start = begun.state = state
    begun.used, begun.seconds = session.used, session.seconds
    return True
