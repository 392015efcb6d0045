"""Journals: a game in progress as a file of lines, to which every move adds one.

Each line is a checksum and a JSON object. The checksum covers the object and the previous line, so a line that is lost,
altered or misplaced is noticed. The first line describes the game, the others what was done.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from hashlib import blake2b
from typing import Any

from runtime.keep.recording import (
    LARGEST,
    Help,
    RecordedMove,
    Recording,
    damaged,
    entries,
    move_from,
    newer,
    not_a_recording,
    recorded,
    recording_from,
    recording_of,
    seats_from,
    truncated,
    whole_from,
    words_from,
)
from runtime.keep.recording import read as read_recording
from runtime.session.session import Change, Seat, Session, Topic, Words

FORMAT = 2
"""Format 1 is a recording: one JSON object, written whole after each move."""
BEFORE = "tilewright"
"""What the first line follows on."""
Entry = dict[str, Any]
"""What a line says."""


@dataclass(frozen=True, slots=True)
class Journal:
    """The contents of a journal. `owner` is a random word of whoever began it, `daily` the day whose game it is;
    `luck`: its seed makes a difference. `over`: it has ended and was saved as a replay.

    `length` is how many bytes are complete, correct lines, and `last` the checksum of the last of these; what follows
    was not finished, or is `damaged`: the number of the first wrong line.
    """

    recording: Recording
    owner: str
    daily: date | None
    luck: bool
    over: bool
    length: int
    last: str
    damaged: int | None = None


# Writing


def lines_of(written: Iterable[Entry], before: str) -> tuple[bytes, str]:
    """Lines that follow another, given by its checksum, and the checksum of the last of them."""
    lines = []
    for entry in written:
        text = json.dumps(entry, separators=(",", ":"))
        before = _checksum(before, text.encode("ascii"))
        lines.append(f"{before} {text}\n")
    return "".join(lines).encode("ascii"), before


def _checksum(before: str, text: bytes) -> str:
    return blake2b(before.encode("ascii") + b" " + text, digest_size=8).hexdigest()


def whole(session: Session, owner: str, daily: date | None) -> list[Entry]:
    """A game as it is now, as entries: its description, each move, and each undo."""
    recording = recording_of(session, with_help=True)
    first = {name: value for name, value in entries(recording).items() if name not in ("moves", "help")}
    if recording.position is None:
        del first["position"]
    help = recording.help
    assert help is not None
    moves = [*recording.moves, *reversed(help.undone)]
    luck = bool(session.start.program.steps.streams)
    about = {"luck": luck, "daily": daily.isoformat() if daily else None, "owner": owner}
    found: list[Entry] = [{"format": FORMAT, **first, **about}]
    found += [{"do": "move", **entries(move)} for move in moves]
    if help.undone or help.undos or help.hints or help.lives or help.seconds:
        found.append({"do": "undo", "moves": len(help.undone), **_counted(session)})
    return found + [_noted(topic, session) for topic in session.notes]


def entry_of(change: Change, session: Session) -> Entry | None:
    """The entry for a change; None for a change that is not part of the game."""
    match change.what:
        case "performed":
            [move] = change.moves
            return {"do": "move", **entries(recorded(move)), "seconds": round(session.seconds)}
        case "undone":
            return {"do": "undo", "moves": len(change.moves), **_counted(session)}
        case "redone":
            return {"do": "redo", "moves": len(change.moves), **_counted(session)}
        case "hinted":
            return {"do": "hint", **_counted(session)}
        case "started":
            return {"do": "restart"}
        case "noted":
            return _noted(change.topic, session)
    return None


def _noted(topic: Topic, session: Session) -> Entry:
    return {"do": "note", "topic": list(topic), "words": list(session.notes.get(topic, ()))}


def played_for(session: Session) -> Entry:
    """How long the game was played."""
    return {"do": "leave", **_counted(session)}


def seated(session: Session) -> Entry:
    """The entry that says who plays whom from now on."""
    return {"do": "seats", "seats": dict(session.seats)}


TAKEN_OVER: Entry = {"do": "take over"}
"""What another process writes that goes on with the game."""
OVER: Entry = {"do": "over"}
"""What is written when the game has ended and was kept as a replay."""


def _counted(session: Session) -> Entry:
    used = session.used
    return {"used": [used.undos, used.hints, used.lives], "seconds": round(session.seconds)}


# Reading


def read(content: bytes, name: str) -> Recording:
    """The game in a file, as a journal or as a recording; `name` is what people call the file."""
    if content.lstrip()[:1] == b"{":
        return read_recording(content, name)
    found = read_journal(content, name)
    if found.damaged is not None:
        raise damaged(name, found.damaged)
    return found.recording


def read_journal(content: bytes, name: str) -> Journal:
    """The contents of a journal, as far as its lines are correct; raises BadRecording if not even the first one is."""
    if len(content) > LARGEST:
        raise not_a_recording(name)
    lines = _lines(content)
    first = next(lines, None)
    if first is None:
        raise truncated(name) if b"\n" not in content else damaged(name, 1)
    header, length, last = first
    version = header.pop("format", None)
    if isinstance(version, int) and version > FORMAT:
        raise newer(name, version, FORMAT)
    owner, daily, luck = (header.pop(name, None) for name in ("owner", "daily", "luck"))
    try:
        begun = recording_from({**header, "moves": []})
        day = None if daily is None else date.fromisoformat(str(daily))
    except ValueError:
        raise not_a_recording(name) from None
    story, number = Story(begun), 1
    for entry, ends, checksum in lines:
        if not story.take(entry):
            break
        length, last, number = ends, checksum, number + 1
    spoilt = number + 1 if b"\n" in content[length:] else None
    return Journal(story.told, str(owner), day, bool(luck), story.over, length, last, spoilt)


def _lines(content: bytes) -> Iterator[tuple[Entry, int, str]]:
    """The correct lines, each with its end and its checksum. A line without an end was never finished."""
    start, before = 0, BEFORE
    while (end := content.find(b"\n", start)) >= 0:
        checksum, _, text = content[start:end].partition(b" ")
        if checksum != _checksum(before, text).encode("ascii"):
            return
        try:
            entry = json.loads(text.decode("ascii"))
        except (ValueError, RecursionError):
            return
        if not isinstance(entry, dict):
            return
        start, before = end + 1, checksum.decode("ascii")
        yield entry, start, before


class Story:
    """A game line by line: `told` is the point that the lines have reached."""

    def __init__(self, begun: Recording) -> None:
        self._begun = begun
        self._moves: list[RecordedMove] = []
        self._undone: list[RecordedMove] = []
        self._used = (0, 0, 0)
        self._seconds = 0
        self._seats: dict[str, Seat] = begun.seats
        self._notes: dict[Topic, Words] = {}
        self.over = False

    @property
    def told(self) -> Recording:
        """The game so far."""
        help = Help(*self._used, tuple(self._undone), self._seconds, tuple(self._notes.items()))
        return replace(self._begun, moves=tuple(self._moves), help=help, seats=self._seats)

    def take(self, entry: Mapping[str, Any]) -> bool:
        """Apply one more line; return False if it makes no sense."""
        said = dict(entry)
        what, seconds, used, count = (said.pop(name, None) for name in ("do", "seconds", "used", "moves"))
        self.over = what == "over" or (self.over and what in ("leave", "note"))
        try:
            self._seconds = self._seconds if seconds is None else whole_from(seconds)
            self._used = self._used if used is None else _used(used)
            return self._do(what, said, 0 if count is None else whole_from(count))
        except ValueError:
            return False

    def _do(self, what: object, said: dict[str, Any], count: int) -> bool:
        match what:
            case "move":
                self._moves.append(move_from(said))
                self._undone.clear()
            case "undo" if 0 <= count <= len(self._moves):
                self._undone += [self._moves.pop() for _ in range(count)]
            case "redo" if 0 <= count <= len(self._undone):
                self._moves += [self._undone.pop() for _ in range(count)]
            case "restart":
                self._moves, self._undone, self._used, self._seconds = [], [], (0, 0, 0), 0
                self._notes.clear()
            case "note":
                topic, words = words_from(said.get("topic")), words_from(said.get("words"))
                self._notes.pop(topic, None)
                self._notes |= {topic: words} if words else {}
            case "seats":
                self._seats = seats_from(said.get("seats"))
            case "hint" | "leave" | "take over" | "over":
                pass
            case _:
                return False
        return True


def _used(value: Any) -> tuple[int, int, int]:
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError
    undos, hints, lives = (whole_from(each) for each in value)
    return undos, hints, lives
