"""Recordings: a game as a readable JSON file. If it includes the help that was used, the game can be continued from it.

Reading trusts nothing: it distinguishes files that are truncated, damaged, changed by hand or written by a newer
version.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from interpreter import Action
from runtime.digest import seal, spec_digest, state_digest, words_digest
from runtime.session.session import Move, Seat, Session, Topic, Words

FORMAT = 1
LARGEST = 64 << 20
"""A file of more bytes is no recording."""

Fault: TypeAlias = Literal[
    "truncated", "damaged", "edited", "newer", "not_a_recording", "other_game", "unknown_game", "other_spec",
    "other_words", "wrong_start", "wrong_move", "unreadable",
]  # fmt: skip


class BadRecording(Exception):
    """A recording that cannot be read or replayed: what is wrong, and what to do about it."""

    def __init__(self, fault: Fault, message: str, help: str) -> None:
        super().__init__(f"{message} {help}")
        self.fault: Fault = fault
        self.message = message
        self.help = help


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move: as people write it, as exact values, and the fingerprint of the resulting state."""

    move: str
    player: str
    by: Seat
    action: Action
    digest: str


@dataclass(frozen=True, slots=True)
class Help:
    """What a save contains beyond the moves: how often help was used, the undone moves, the next to redo last, the
    seconds of play, and the players' notes."""

    undos: int
    hints: int
    lives: int
    undone: tuple[RecordedMove, ...]
    seconds: int = 0
    notes: tuple[tuple[Topic, Words], ...] = ()


@dataclass(frozen=True, slots=True)
class Recording:
    """Everything needed to replay a game. `spec` and `words` are fingerprints of rules and word list, `start` is that
    of the first position. `position` is that position itself, if setup would not produce it."""

    game: str
    title: str
    spec: str
    words: str | None
    level: str | None
    settings: dict[str, Any]
    seed: int
    seats: dict[str, Seat]
    start: str
    moves: tuple[RecordedMove, ...]
    help: Help | None = None
    position: str | None = None


def recording_of(session: Session, with_help: bool = False) -> Recording:
    """The recording of a session; if it includes the help that was used, it is a save."""
    game, used = session.game, session.used
    undone = tuple(recorded(move) for move in session.undone)
    help = Help(used.undos, used.hints, used.lives, undone, round(session.seconds), tuple(session.notes.items()))
    return Recording(
        game.name,
        game.title,
        spec_digest(game),
        words_digest(game),
        session.level,
        dict(session.settings),
        session.seed,
        dict(session.seats),
        state_digest(game, session.start),
        tuple(recorded(move) for move in session.history),
        help if with_help else None,
        game.encode(session.start) if session.is_arranged else None,
    )


def recorded(move: Move) -> RecordedMove:
    """A move in the form in which it is stored."""
    return RecordedMove(move.text, move.player, move.by, move.action, move.digest)


# Writing


def written(recording: Recording) -> str:
    """A recording as text: a line for each entry and each move, sealed so that changes are noticed."""
    content: dict[str, Any] = {"format": FORMAT, **entries(recording)}
    content["moves"] = [entries(move) for move in recording.moves]
    if recording.position is None:
        del content["position"]
    if recording.help is None:
        del content["help"]
    else:
        content["help"] = {**entries(recording.help), "undone": [entries(move) for move in recording.help.undone]}
    content["seal"] = seal(content)
    lines = [f'  "{name}": {_entry(name, value)}' for name, value in content.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def entries(value: Recording | RecordedMove | Help) -> dict[str, Any]:
    """The contents of a value, by name."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _entry(name: str, value: Any) -> str:
    if name != "moves" or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(f"    {json.dumps(move, ensure_ascii=False)}" for move in value) + "\n  ]"


# Reading


def read(content: bytes, name: str) -> Recording:
    """The recording in a file; `name` is what people call the file."""
    parsed = _parsed(content, name)
    version = parsed.get("format")
    if isinstance(version, int) and not isinstance(version, bool) and version > FORMAT:
        raise newer(name, version, FORMAT)
    if version != FORMAT or isinstance(version, bool | float) or not isinstance(parsed.get("seal"), str):
        raise not_a_recording(name)
    unsealed = {key: value for key, value in parsed.items() if key != "seal"}
    try:
        if seal(unsealed) != parsed["seal"]:
            raise BadRecording(
                "edited", f"{name} was changed after it was written.", "Use a copy that has not been changed."
            )
        del unsealed["format"]
        return recording_from(unsealed)
    except (ValueError, RecursionError):
        raise not_a_recording(name) from None


def newer(name: str, version: int, known: int) -> BadRecording:
    """Explain a file in a format that is not known yet."""
    return BadRecording(
        "newer",
        f"{name} was written by a newer Tilewright (format {version}, this one reads {known}).",
        "Update Tilewright to read it.",
    )


def not_a_recording(name: str) -> BadRecording:
    """Explain a file that is something else."""
    return BadRecording("not_a_recording", f"{name} is not a recorded game.", "Choose a file that Tilewright wrote.")


def _parsed(content: bytes, name: str) -> dict[str, Any]:
    if len(content) > LARGEST:
        raise not_a_recording(name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        if problem.end == len(content) and problem.reason == "unexpected end of data":
            raise truncated(name) from None
        raise damaged(name, line) from None
    if not text.strip():
        raise truncated(name)
    if not text.lstrip().startswith("{"):
        raise not_a_recording(name)
    try:
        parsed = json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as problem:
        if _cut_short(text, problem):
            raise truncated(name) from None
        raise damaged(name, problem.lineno) from None
    except (ValueError, RecursionError):
        raise damaged(name, 1) from None
    if not isinstance(parsed, dict):
        raise not_a_recording(name)
    return parsed


def _cut_short(text: str, problem: json.JSONDecodeError) -> bool:
    """Whether the mistake is that the text ends too early."""
    return not text.rstrip().endswith("}") or problem.pos >= len(text.rstrip())


def truncated(name: str) -> BadRecording:
    """Explain a file that ends too early."""
    return BadRecording("truncated", f"{name} is cut short.", "Use a complete copy of it.")


def damaged(name: str, line: int) -> BadRecording:
    """Explain a file that cannot be read from some line on."""
    return BadRecording("damaged", f"{name} is damaged in line {line}.", "Use an undamaged copy of it.")


def _refused(text: str) -> Any:
    raise ValueError(text)


def recording_from(content: dict[str, Any]) -> Recording:
    """A recording from its entries; ValueError if they do not form one."""
    help, position = content.pop("help", None), content.pop("position", None)
    _require(content.keys() | {"help", "position"} == Recording.__dataclass_fields__.keys())
    return Recording(
        _text(content["game"]),
        _text(content["title"]),
        _text(content["spec"]),
        _optional(_text, content["words"]),
        _optional(_text, content["level"]),
        {name: _setting(value) for name, value in _map(content["settings"]).items()},
        whole_from(content["seed"]),
        seats_from(content["seats"]),
        _text(content["start"]),
        _moves(content["moves"]),
        None if help is None else _help(help),
        _optional(_text, position),
    )


def _help(value: Any) -> Help:
    found = _map(value)
    usual = {"seconds", "notes"}
    _require(found.keys() | usual == {"undos", "hints", "lives", "undone"} | usual)
    undos, hints, lives, seconds = (whole_from(found.get(name, 0)) for name in ("undos", "hints", "lives", "seconds"))
    _require(min(undos, hints, lives, seconds) >= 0)
    notes = found.get("notes", [])
    _require(isinstance(notes, list) and all(isinstance(note, list) and len(note) == 2 for note in notes))
    noted = tuple((words_from(topic), words_from(words)) for topic, words in notes)
    return Help(undos, hints, lives, _moves(found["undone"]), seconds, noted)


def words_from(value: Any) -> tuple[str | int, ...]:
    """The topic or the words of a note; ValueError if it is neither."""
    _require(isinstance(value, list) and all(isinstance(word, str | int) for word in value))
    return tuple(value)


def _moves(value: Any) -> tuple[RecordedMove, ...]:
    _require(isinstance(value, list))
    return tuple(move_from(_map(entry)) for entry in value)


def move_from(move: dict[str, Any]) -> RecordedMove:
    """A move from its entries; ValueError if they do not form one."""
    _require(move.keys() == {"move", "player", "by", "action", "digest"})
    action = _action(move["action"])
    _require(isinstance(action, tuple) and bool(action) and isinstance(action[0], str))
    return RecordedMove(_text(move["move"]), _text(move["player"]), _seat(move["by"]), action, _text(move["digest"]))


def _action(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_action(item) for item in value)
    _require(value is None or isinstance(value, str | int))
    return value


def _setting(value: Any) -> Any:
    _require(value is None or isinstance(value, str | int))
    return value


def seats_from(value: Any) -> dict[str, Seat]:
    """Who plays whom; ValueError if it does not say so."""
    return {name: _seat(seat) for name, seat in _map(value).items()}


def _seat(value: Any) -> Seat:
    _require(value in ("person", "computer"))
    return "computer" if value == "computer" else "person"


def _text(value: Any) -> str:
    _require(isinstance(value, str))
    return str(value)


def whole_from(value: Any) -> int:
    """A whole number; ValueError if it is not one."""
    _require(isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 64)
    return int(value)


def _map(value: Any) -> dict[str, Any]:
    _require(isinstance(value, dict))
    return dict(value)


def _optional(kind: Callable[[Any], str], value: Any) -> str | None:
    return None if value is None else kind(value)


def _require(fits: bool) -> None:
    if not fits:
        raise ValueError
