"""Games on disk: started ones, each as a journal, and finished ones, as recordings."""

from __future__ import annotations

import errno
import json
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from interpreter import Game, place, read_file
from runtime.digest import state_digest, text_digest
from runtime.files import alone, data_folder, is_locked, put_aside, write_atomically
from runtime.keep.journal import Journal, read_journal
from runtime.keep.keeping import Keeping, Opened, remove
from runtime.keep.recording import LARGEST, BadRecording, Fault, Recording, read, recording_of, written
from runtime.keep.replay import replayed
from runtime.keep.statistics import Result
from runtime.messages import counted
from runtime.session.pencil import is_pencilled
from runtime.session.session import Session, moves_made

ENDING = ".save"
OLDER = ".json"
LONGEST_NAME = 60
"""A longer name of a game is cut in the names of files, and told apart by a fingerprint."""
REASONS: dict[Fault, str] = {
    "truncated": "cut short",
    "damaged": "damaged",
    "edited": "changed by hand",
    "newer": "of a newer version",
    "not_a_recording": "no saved game",
    "other_game": "of another game",
    "unknown_game": "of an unknown game",
    "other_spec": "rules changed",
    "other_words": "words changed",
    "wrong_start": "starts differently now",
    "wrong_move": "plays differently now",
}
"""Why a save cannot be continued, as the name of its file tells it."""


class BadName(ValueError):
    """A name that no saved game can have."""


@dataclass(frozen=True, slots=True)
class Started:
    """A game that was started but not finished: what it is, how far it is, and when it was last played.

    For one that cannot be read, only the file is known, and the game from its name.
    """

    path: Path
    game: str
    played: datetime
    moves: int = 0
    level: str | None = None
    seed: int = 0
    settings: dict[str, Any] | None = None
    daily: date | None = None
    luck: bool = False
    is_readable: bool = True


class Saves:
    """The started games in one folder, each in its own file, and the games saved under a name."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "saves"
        self._seen: dict[Path, tuple[tuple[int, int, int], Started]] = {}

    # Games under names

    def path(self, name: str) -> Path:
        """The file of a game that is saved under a name."""
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_ -]{0,79}", name):
            raise BadName(f"‘{name}’ cannot be the name of a saved game; use letters, digits, spaces, - and _.")
        return self.folder / f"{name}{OLDER}"

    def names(self) -> list[str]:
        """The names of the saved games."""
        return sorted(path.stem for path in self._files(OLDER))

    def _files(self, ending: str) -> list[Path]:
        """The files whose names have this ending, and no other; see `unreadable` if there are none."""
        try:
            paths = [self.folder / name for name in os.listdir(self.folder)]
        except OSError:
            return []
        return [path for path in paths if path.suffix == ending and "." not in path.stem]

    def unreadable(self) -> OSError | None:
        """Why the contents of the folder are unknown; None if there is nothing to report."""
        try:
            os.listdir(self.folder)
        except FileNotFoundError:
            return None
        except OSError as problem:
            return problem
        return None

    def write(self, session: Session, name: str | None = None) -> Path:
        """Save a copy of a game under a name, by default its own; when this returns it is on disk."""
        path = self.path(name or session.game.name)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, written(recording_of(session, with_help=True)))
        return path

    def clear(self, game: Game, name: str) -> Path | None:
        """Rename the file of a name if it cannot be continued, so that nothing overwrites it; return its new place."""
        path = self.path(name)
        try:
            self.load(game, name)
        except BadRecording as problem:
            if problem.fault == "unreadable":
                raise OSError(errno.EIO, problem.message) from None
            return put_aside(path, read_file(path, LARGEST), REASONS[problem.fault])
        return None

    def load(self, game: Game, name: str | None = None) -> Session | None:
        """The game saved under a name, or else the most recent one, or None; BadRecording if it cannot be continued, in
        which case it is left alone."""
        if name is None:
            last = next(iter(self.started(game.name)), None)
            return self.load(game, game.name) if last is None else self._read(game, last.path)[0]
        try:
            content = read_file(self.path(name), LARGEST)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as problem:
            raise _unreadable(self.path(name), problem) from None
        return replayed(read(content, str(self.path(name))), game, str(self.path(name)))

    # Started games

    def started(self, game: str | None = None) -> list[Started]:
        """The unfinished games, of one game or of all; the most recently played first."""
        found = [started for path in self._files(ENDING) if (started := self._started(path, game)) is not None]
        for name in [game] if game is not None else [name for name in self.names() if " " not in name]:
            older = self.folder / f"{name}{OLDER}"
            if (each := self._started(older, game)) is not None:
                found.append(each)
        return sorted(found, key=lambda each: (each.played, each.path.name), reverse=True)

    def _started(self, path: Path, game: str | None) -> Started | None:
        """The contents of a file. One that was read before is read again only if it has changed."""
        try:
            found = path.stat()
            mark = (found.st_ino, found.st_size, found.st_mtime_ns)
            seen = self._seen.get(path)
            if seen is not None and seen[0] == mark:
                return seen[1] if game in (None, seen[1].game) else None
            content = read_file(path, LARGEST)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            name = path.stem.split(" ")[0]
            return Started(path, name, datetime.fromtimestamp(0), is_readable=False) if game in (None, name) else None
        started = self._told_by(path, content, datetime.fromtimestamp(found.st_mtime))
        if started is not None:
            self._seen[path] = (mark, started)
        return started if started is not None and game in (None, started.game) else None

    def _told_by(self, path: Path, content: bytes, played: datetime) -> Started | None:
        try:
            recording, journal = _content(content, path)
        except BadRecording:
            return Started(path, path.stem.split(" ")[0], played, is_readable=False)
        help = recording.help
        is_empty = not recording.moves and not (help and (help.undone or is_pencilled(dict(help.notes))))
        if is_empty or (journal is not None and journal.over):
            # Its player was gone before the file was removed: nothing is in it, or it is among the replays.
            if journal is not None and not is_locked(path):
                remove(path)
            return None
        daily, luck = (journal.daily, journal.luck) if journal is not None else (None, False)
        return Started(
            path,
            recording.game,
            played,
            moves_made(recording.moves),
            recording.level,
            recording.seed,
            recording.settings,
            daily,
            luck,
        )

    def same(self, session: Session) -> Started | None:
        """The started game with the level, settings and luck of a session, if there is one; the most recent, if there
        are several."""
        base, fixed = self.slot(session), session.game.settings.fixed
        return next(
            (
                each
                for each in self.started(session.game.name)
                if each.is_readable
                and (each.path.suffix == OLDER or re.fullmatch(rf"{re.escape(base)}( copy \d+)?", each.path.stem))
                and (each.level, each.seed) == (session.level, session.seed)
                and fixed(each.settings or {}) == fixed(session.settings)
            ),
            None,
        )

    def open(self, game: Game, path: Path) -> Opened:
        """Open a started game to continue it. If a part of its file is damaged, everything before that is used.

        A file that cannot be continued at all is renamed, with the reason in its name; BadRecording says where it is.
        """
        try:
            session, journal = self._read(game, path)
        except BadRecording as problem:
            if problem.fault == "unreadable":
                raise
            raise self._put_aside(path, problem) from None
        if journal is None or journal.damaged is None:
            return Opened(session, path, journal)
        return self._mended(Opened(session, path, journal))

    def _read(self, game: Game, path: Path) -> tuple[Session, Journal | None]:
        try:
            content = read_file(path, LARGEST)
        except OSError as problem:
            raise _unreadable(path, problem) from None
        recording, journal = _content(content, path)
        return replayed(recording, game, str(path)), journal

    def _put_aside(self, path: Path, problem: BadRecording) -> BadRecording:
        """Move away a file that cannot be continued; return what to say, with its new place."""
        try:
            kept = put_aside(path, read_file(path, LARGEST), REASONS[problem.fault])
        except OSError:
            where = f"It is left as it is, in {path}."
        else:
            where = f"It is kept as {kept}."
        return BadRecording(problem.fault, problem.message, f"{where} {problem.help}")

    def _mended(self, opened: Opened) -> Opened:
        """Move a damaged file away and write its readable part again."""
        path, journal = opened.path, opened.journal
        assert journal is not None
        moves = moves_made(opened.session.history)
        told = f"The saved game is damaged from line {journal.damaged} on. {_continues(moves)}"
        try:
            content = read_file(path, LARGEST)
            kept = put_aside(path, content, REASONS["damaged"])
            place(path, content[: journal.length])
        except OSError:
            return Opened(opened.session, path, None, f"{told} The damaged file stays in {path}.")
        return Opened(opened.session, path, journal, f"{told} The damaged file is kept as {kept}.")

    def remove(self, started: Started) -> bool:
        """Remove a started game for good; return False if another process plays it."""
        if is_locked(started.path):
            return False
        remove(started.path)
        return True

    # Keeping

    def keep(
        self,
        session: Session,
        opened: Opened | None = None,
        today: date | None = None,
        instead: Path | None = None,
    ) -> Keeping:
        """Save a session after every change. `opened` is the game on disk that it continues, `instead` one that is
        given up for it."""
        return Keeping(self, session, opened, today, instead)

    def slot(self, session: Session) -> str:
        """What tells a started game from others: its name, level and seed, and its settings if they differ from the
        defaults."""
        game = session.game
        name = game.name if len(game.name) <= LONGEST_NAME else f"{game.name[:40]}_{text_digest(game.name)[:12]}"
        parts = [name]
        if session.level is not None:
            parts.append(re.sub(r"[^A-Za-z0-9_-]", "-", session.level)[:20])
        parts.append(str(session.seed))
        own = game.settings.fixed(session.settings)
        if own != game.settings.fixed(game.settings.shown(game.settings.choose(session.level, None).values)):
            parts.append(text_digest(json.dumps(own, sort_keys=True))[:6])
        if session.is_arranged:
            parts.append(state_digest(game, session.start)[:6])
        return " ".join(parts)

    def free(self, slot: str, owner: str) -> Path:
        """A new file for a game that is not on disk yet: one that nobody else has begun."""
        number = 1
        while True:
            path = self.folder / f"{slot}{f' copy {number}' if number > 1 else ''}{ENDING}"
            if not path.exists() or self._is_of(path, owner):
                return path
            number += 1

    def _is_of(self, path: Path, owner: str) -> bool:
        """Whether a certain writer has begun a file: they may not know that they succeeded."""
        try:
            return read_journal(read_file(path, LARGEST), str(path)).owner == owner
        except (OSError, BadRecording):
            return False


def _unreadable(path: Path, problem: OSError) -> BadRecording:
    message = f"{path} cannot be read: {problem.strerror}."
    return BadRecording("unreadable", message, "It is left as it is; try again when it can be read.")


def _content(content: bytes, path: Path) -> tuple[Recording, Journal | None]:
    if path.suffix == OLDER:
        return read(content, str(path)), None
    journal = read_journal(content, str(path))
    return journal.recording, journal


def _continues(moves: int) -> str:
    return f"It continues after {counted(moves, 'move')}." if moves else "It begins again from the start."


MOST = 200
"""So many games are kept; older ones go."""
STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"(?:(\d{6,}) )?(\d{8}-\d{6})(?:\.\d+)? ([a-z][a-z0-9_]*) (\d+) (won|lost|drawn|played)")


@dataclass(frozen=True, slots=True)
class Kept:
    """A saved replay, judging by its file name: when it ended, which game, how many moves it took and how it ended.

    `number` says how many were saved before it, which a clock that can be set back does not; old files have none.
    """

    path: Path
    number: int
    ended: datetime
    game: str
    moves: int
    result: str


class Replays:
    """The replays in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "replays"

    def keep(self, session: Session, result: Result, ended: datetime) -> Path:
        """Save a game; OSError if the disk does not accept it."""
        content = written(recording_of(session)).encode()
        rest = f"{ended.strftime(STAMP)} {session.game.name} {moves_made(session.history)} {result}.json"
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
        """Every replay, the latest first; OSError if the folder cannot be read."""
        # A glob would take what it may not read for empty.
        names = os.listdir(self.folder) if self.folder.exists() else []
        found = [kept for name in names if (kept := _kept(self.folder / name)) is not None]
        return sorted(found, key=lambda kept: (kept.number, kept.ended, kept.path.name), reverse=True)


def _kept(path: Path) -> Kept | None:
    match = _NAME.fullmatch(path.stem)
    if match is None or path.suffix != ".json":
        return None
    try:
        ended = datetime.strptime(match[2], STAMP)
    except ValueError:
        return None
    return Kept(path, int(match[1] or 0), ended, match[3], int(match[4]), match[5])
