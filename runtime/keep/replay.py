"""Replaying recorded games: state by state as recorded, or under changed rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from interpreter import BadAction, BadSetting, Fault, Game, NotAState, SpecError, is_plain
from interpreter.program import table_files
from runtime.digest import sources, spec_digest, state_digest, words_digest
from runtime.keep.recording import BadRecording, RecordedMove, Recording
from runtime.session.session import Move, Seat, Session, Used


def replayed(recording: Recording, game: Game, name: str) -> Session:
    """The recorded session, replayed and compared state by state; `name` is what people call the file.

    The spec may have changed since then in parts that do not affect this game, such as tests and comments. If the game
    turns out differently, that change is given as the reason.
    """
    if recording.game != game.name:
        raise BadRecording(
            "other_game", f"{name} is a game of ‘{recording.game}’, not of ‘{game.name}’.", "Open it with its own game."
        )
    try:
        return _played(recording, game, name)
    except BadRecording as problem:
        what = changed_since(recording, game)
        if what is None:
            raise
        raise BadRecording(
            "other_spec" if what == "spec" else "other_words",
            f"The {what} of ‘{game.name}’ has changed since {name} was written. {problem.message}",
            f"Use the {what} of that time.",
        ) from None


def changed_since(recording: Recording, game: Game) -> Literal["spec", "word list"] | None:
    """Which of the texts behind a game have changed since the recording, in whatever way."""
    if recording.spec != spec_digest(game):
        return "spec"
    return None if recording.words == words_digest(game) else "word list"


def _played(recording: Recording, game: Game, name: str) -> Session:
    session = _started(recording, game, name)
    for number, move in enumerate(recording.moves, start=1):
        _perform(session, move, number, name)
    help = recording.help
    if help is not None:
        session.undone = _undone(session, help.undone, name)
        session.used = Used(help.undos, help.hints, help.lives)
        session.seconds = help.seconds
        session.notes = dict(help.notes)
    return session


def _started(recording: Recording, game: Game, name: str) -> Session:
    wrong = BadRecording(
        "wrong_start",
        f"The game in {name} does not start as it was recorded.",
        "Use the versions of Tilewright and of the spec that wrote it.",
    )
    if not recording.seats.keys() <= set(game.players):
        raise wrong
    try:
        start = None if recording.position is None else game.decode(recording.position)
        session = Session(game, recording.level, recording.settings, recording.seed, recording.seats, start)
    except (BadSetting, SpecError, Fault, NotAState):
        raise wrong from None
    if session.settings != recording.settings or state_digest(game, session.start) != recording.start:
        raise wrong
    return session


def _perform(session: Session, recorded: RecordedMove, number: int, name: str) -> Move:
    """Make one move again; it must be allowed, be written in the same way and lead to the same state."""

    def wrong(what: str) -> BadRecording:
        return BadRecording(
            "wrong_move",
            f"Move {number} of {name} ({recorded.move}) {what}.",
            "Use the versions of Tilewright and of the spec that wrote it.",
        )

    if recorded.player != session.state.to_move:
        raise wrong(f"is not the move of {recorded.player}")
    try:
        outcome = session.perform(recorded.action, recorded.by)
    except BadAction:
        raise wrong("is not an action of this game") from None
    except Fault as fault:
        raise wrong(f"runs into a mistake in the spec ({fault.message.rstrip('.')})") from None
    if outcome.refusal is not None:
        raise wrong(f"is not allowed ({outcome.refusal.text.rstrip('.')})")
    move = session.history[-1]
    if move.text != recorded.move:
        raise wrong(f"is not written as its values say ({move.text})")
    if move.digest != recorded.digest:
        raise wrong("leads to another state than was recorded")
    return move


def _undone(session: Session, moves: Sequence[RecordedMove], name: str) -> list[Move]:
    """The undone moves, the next to redo last: they are made and undone again, so that they are known to fit."""
    before, history = session.state, session.history
    session.history = list(history)
    found = [
        _perform(session, move, len(history) + number, name) for number, move in enumerate(reversed(moves), start=1)
    ]
    session.state, session.history = before, history
    return found[::-1]


class Carried(NamedTuple):
    """The game under the new rules: its moves were made again (`replayed`), its position was kept, or it is `anew`."""

    session: Session
    how: Literal["replayed", "position", "anew"]


def files_of(game: Game) -> tuple[Path, ...]:
    """Every file that the rules come from: the spec, its parents, and table files."""
    found = {Path(source.name).resolve() for source in sources(game.spec)} | table_files(game.spec)
    return tuple(sorted(path for path in found if is_plain(path)))


def carried_over(session: Session, game: Game) -> Carried:
    """A game in progress under other rules. Raises SpecError if those cannot be played at all."""
    begun = _begun(session, game)
    if begun is not None and _replay(session, begun):
        return Carried(begun, "replayed")
    begun = _begun(session, game)
    if begun is not None and _keep_position(session, begun):
        return Carried(begun, "position")
    return Carried(_begun(session, game) or Session(game, seed=session.seed), "anew")


def _begun(session: Session, game: Game) -> Session | None:
    """The recorded game at its beginning, without the seats of players who no longer exist; None if its level or
    settings are gone."""
    seats: dict[str, Seat] = {player: seat for player, seat in session.seats.items() if player in game.players}
    settings = {name: value for name, value in session.settings.items() if name in game.settings.types}
    level = session.level if session.level in game.levels else None
    try:
        return Session(game, level, settings, session.seed, seats)
    except (BadSetting, Fault):
        return None


def _replay(session: Session, begun: Session) -> bool:
    """Make every move again, and the undone ones if that is still possible."""
    if not all(_again(move, begun) for move in session.history):
        return False
    history, state = begun.history, begun.state
    begun.history = list(history)
    redone = all(_again(move, begun) for move in reversed(session.undone))
    begun.undone = begun.history[len(history) :][::-1] if redone else []
    begun.history, begun.state = history, state
    begun.used, begun.seconds, begun.notes = session.used, session.seconds, session.notes
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
    begun.carry_on(state)
    begun.used, begun.seconds, begun.notes = session.used, session.seconds, session.notes
    return True
