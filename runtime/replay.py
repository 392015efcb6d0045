"""Playing a recorded game again, and comparing each state with the one that was recorded."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import BadAction, BadSetting, Fault, Game, SpecError
from runtime.digest import spec_digest, state_digest, words_digest
from runtime.recording import BadRecording, RecordedMove, Recording
from runtime.session import Move, Session, Used


def replayed(recording: Recording, game: Game, name: str, changed_spec: bool = False) -> Session:
    """The session that was recorded, played again; `name` is what people call the file.

    A recording of other rules is refused, unless `changed_spec` asks to compare the states alone.
    """
    _require_same_rules(recording, game, name, changed_spec)
    session = _started(recording, game, name)
    for number, move in enumerate(recording.moves, start=1):
        _perform(session, move, number, name)
    help = recording.help
    if help is not None:
        session.undone = _undone(session, help.undone, name)
        session.used = Used(help.undos, help.hints, help.lives)
        session.seconds = help.seconds
    return session


def _require_same_rules(recording: Recording, game: Game, name: str, changed_spec: bool) -> None:
    if recording.game != game.name:
        raise BadRecording(
            "other_game", f"{name} is a game of ‘{recording.game}’, not of ‘{game.name}’.", "Open it with its own game."
        )
    if changed_spec:
        return
    if recording.spec != spec_digest(game):
        raise BadRecording(
            "other_spec",
            f"The spec of ‘{game.name}’ has changed since {name} was written.",
            "Use the spec of that time, or allow a changed spec to compare the moves alone.",
        )
    if recording.words != words_digest(game):
        raise BadRecording(
            "other_words",
            f"The word list of ‘{game.name}’ has changed since {name} was written.",
            "Use the word list of that time, or allow a changed spec to compare the moves alone.",
        )


def _started(recording: Recording, game: Game, name: str) -> Session:
    wrong = BadRecording(
        "wrong_start",
        f"The game in {name} does not start as it was recorded.",
        "Use the versions of Tilewright and of the spec that wrote it.",
    )
    if not recording.seats.keys() <= set(game.players):
        raise wrong
    try:
        session = Session(game, recording.level, recording.settings, recording.seed, recording.seats)
    except (BadSetting, SpecError, Fault):
        raise wrong from None
    if session.settings != recording.settings or state_digest(game, session.start) != recording.start:
        raise wrong
    return session


def _perform(session: Session, recorded: RecordedMove, number: int, name: str) -> Move:
    """Do one move again; it must be allowed, be written alike and lead to the same state."""

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
        raise wrong("is no action of this game") from None
    except Fault as fault:
        raise wrong(f"meets a fault in the spec ({fault.message.rstrip('.')})") from None
    if outcome.refusal is not None:
        raise wrong(f"is not allowed ({outcome.refusal.text.rstrip('.')})")
    move = session.history[-1]
    if move.text != recorded.move:
        raise wrong(f"is written otherwise than its values say ({move.text})")
    if move.digest != recorded.digest:
        raise wrong("leads to another state than was recorded")
    return move


def _undone(session: Session, moves: Sequence[RecordedMove], name: str) -> list[Move]:
    """What was taken back, the next to redo last: it is done and taken back again, so that it is known to fit."""
    before, history = session.state, session.history
    session.history = list(history)
    found = [
        _perform(session, move, len(history) + number, name) for number, move in enumerate(reversed(moves), start=1)
    ]
    session.state, session.history = before, history
    return found[::-1]
