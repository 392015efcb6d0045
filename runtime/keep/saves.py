"""Saved games and finished ones on disk: written whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from interpreter import Game, place, read_file
from runtime.files import alone, data_folder, put_aside, write_atomically
from runtime.keep.recording import LARGEST, BadRecording, read, recording_of, written
from runtime.keep.replay import replayed
from runtime.keep.statistics import Result
from runtime.session.session import Change, Session

CHANGES = ("started", "performed", "undone", "redone", "hinted", "settings")


class BadName(ValueError):
    """A name that no saved game can have."""


class Saves:
    """The saved games in one folder, each under a name; the usual name is that of the game."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "saves"

    def path(self, name: str) -> Path:
        """The file of a saved game."""
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_ -]{0,79}", name):
            raise BadName(f"‘{name}’ is no name for a saved game; use letters, digits, blanks, - and _.")
        return self.folder / f"{name}.json"

    def names(self) -> list[str]:
        """The names of all saved games."""
        return sorted(path.stem for path in self.folder.glob("*.json") if "." not in path.stem)

    def exists(self, name: str) -> bool:
        """Whether there is such a saved game."""
        return self.path(name).is_file()

    def write(self, session: Session, name: str | None = None) -> Path:
        """Save a game; when this returns it is on disk."""
        path = self.path(name or session.game.name)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, written(recording_of(session, with_help=True)))
        return path

    def load(self, game: Game, name: str | None = None) -> Session | None:
        """The saved game, or None if there is none; BadRecording if it cannot be read, and then it stays as it is."""
        path = self.path(name or game.name)
        try:
            content = read_file(path, LARGEST)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return replayed(read(content, str(path)), game, str(path))

    def keep(self, session: Session, name: str | None = None) -> Keeping:
        """Save a session now and after every change. What stands there and cannot be continued is put aside first."""
        name = name or session.game.name
        return Keeping(self, session, name, self.put_aside(session.game, name))

    def put_aside(self, game: Game, name: str) -> Path | None:
        """Move a file away that cannot be continued under these rules; gives where to."""
        path = self.path(name)
        try:
            self.load(game, name)
        except BadRecording:
            return put_aside(path, read_file(path, LARGEST))
        return None


class Keeping:
    """Saves a session after every change until it is ended. A disk that fails does not stop the game: see `problem`."""

    def __init__(self, saves: Saves, session: Session, name: str, put_aside: Path | None) -> None:
        self.saves = saves
        self.session = session
        self.name = name
        self.put_aside = put_aside
        self.problem: OSError | None = None
        self.save()
        self._unsubscribe: Callable[[], None] = session.subscribe(self._changed)

    def _changed(self, change: Change) -> None:
        if change.what in CHANGES:
            self.save()

    def save(self) -> None:
        """Save the game as it stands."""
        try:
            self.saves.write(self.session, self.name)
            self.problem = None
        except OSError as problem:
            self.problem = problem

    def end(self) -> None:
        """Save no more; the file stays."""
        self._unsubscribe()


MOST = 200
"""So many games are kept; older ones go."""
STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"(?:(\d{6,}) )?(\d{8}-\d{6})(?:\.\d+)? ([a-z][a-z0-9_]*) (\d+) (won|lost|drawn|played)")


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game, as its file name tells: when it ended, which game, how many moves it took and how it ended.

    `number` says how many were kept before it, as no clock does that can be set back; old files have none.
    """

    path: Path
    number: int
    ended: datetime
    game: str
    moves: int
    result: str


class Replays:
    """The kept games in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "replays"

    def keep(self, session: Session, result: Result, ended: datetime) -> Path:
        """Keep a game; OSError if the disk would not have it."""
        content = written(recording_of(session)).encode()
        rest = f"{ended.strftime(STAMP)} {session.game.name} {len(session.history)} {result}.json"
        self.folder.mkdir(parents=True, exist_ok=True)
        with alone(self.folder):
            before = self.all()
            path = self.folder / f"{before[0].number + 1 if before else 1:06} {rest}"
            place(path, content, anew=True)
            for old in before[MOST - 1 :]:
                with suppress(OSError):
                    old.path.unlink()
        return path

    def all(self) -> list[Kept]:
        """Every kept game, the latest first."""
        found = [kept for path in self.folder.glob("*.json") if (kept := _kept(path)) is not None]
        return sorted(found, key=lambda kept: (kept.number, kept.ended, kept.path.name), reverse=True)


def _kept(path: Path) -> Kept | None:
    match = _NAME.fullmatch(path.stem)
    if match is None:
        return None
    try:
        ended = datetime.strptime(match[2], STAMP)
    except ValueError:
        return None
    return Kept(path, int(match[1] or 0), ended, match[3], int(match[4]), match[5])
