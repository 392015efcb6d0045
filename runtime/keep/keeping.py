"""A game that is saved during play: each change is on disk before anybody says so; and a game that another process
plays."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from interpreter import place, read_file, sync_folder
from runtime.files import Appended, Overtaken, alone, is_locked
from runtime.keep.journal import (
    BEFORE,
    OVER,
    TAKEN_OVER,
    Entry,
    Journal,
    entry_of,
    lines_of,
    played_for,
    read_journal,
    seated,
    whole,
)
from runtime.keep.recording import LARGEST, BadRecording, RecordedMove
from runtime.keep.replay import changed_since, replayed
from runtime.session.daily import day_of
from runtime.session.pencil import is_pencilled
from runtime.session.session import Change, Session

if TYPE_CHECKING:
    from runtime.keep.saves import Saves

FULL = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "your share of the disk is full"}
GOES_ON = "You can play on; every move tries to save again."
SAVED_AGAIN = "Saved again."


@dataclass(frozen=True, slots=True)
class Opened:
    """A started game from disk. `journal` is None if its file has an older format; `told` is what its player must know:
    that a part was lost, and where that is now."""

    session: Session
    path: Path
    journal: Journal | None
    told: str = ""

    @property
    def is_played(self) -> bool:
        """Whether another process plays it now."""
        return is_locked(self.path)


@dataclass(frozen=True, slots=True)
class _Place:
    """The game's place on disk: the byte up to which it is known to be there, and the checksum of its last line."""

    path: Path
    length: int
    last: str


class Keeping:
    """Saves a session after every change until it ends; a new one from its first move or pencil mark.

    `problem` is why the last changes are not on disk: the game goes on, and the next change tries again with everything
    that is missing. `overtaken`: another process continues the game; nothing more is written.
    """

    def __init__(
        self,
        saves: Saves,
        session: Session,
        opened: Opened | None = None,
        today: date | None = None,
        instead: Path | None = None,
    ) -> None:
        self.saves = saves
        self.session = session
        self.problem: OSError | None = None
        self.overtaken = False
        self.bytes_written = 0
        self._today = today
        self._owner = token_hex(4)
        self._taken = self._over = False
        self._game = saves.slot(session)
        self._place: _Place | None = None
        self._file: Appended | None = None
        self._waiting: list[Entry] = []
        self._gone: list[Path] = [instead] if instead is not None else []
        self._seconds = round(session.seconds)
        self._daily: date | None = None
        if opened is not None:
            self._go_on(opened)
        elif session.history:
            self.save()
        self._unsubscribe: Callable[[], None] = session.subscribe(self._changed)

    def _go_on(self, opened: Opened) -> None:
        journal, session = opened.journal, self.session
        if journal is None:
            self._gone.append(opened.path)
            self.save()
            return
        self._daily, self._owner = journal.daily, journal.owner
        self._place = _Place(opened.path, journal.length, journal.last)
        self._open()
        if self.busy or self.problem is not None:
            return
        if changed_since(journal.recording, session.game) is not None:
            self._rewrite()
        elif session.seats != journal.recording.seats:
            self._add(seated(session))

    def _open(self) -> None:
        """Open the known file, if possible."""
        at = self._place
        assert at is not None
        try:
            self._file = Appended(at.path, at.length)
        except OSError as problem:
            self.problem = problem

    # What can be asked

    @property
    def path(self) -> Path | None:
        """The file of the game; None as long as none of it is on disk."""
        return self._place.path if self._place is not None else None

    @property
    def day(self) -> date | None:
        """The day whose game of the day it is: as its file says, otherwise the value of `today` when it began."""
        return self._daily or (day_of(self.session, self._today) if self._today is not None else None)

    @property
    def busy(self) -> bool:
        """Whether another process has the game open, and it has not been taken over."""
        return self._file is not None and not self._file.alone and not self._taken

    @property
    def unsaved(self) -> int:
        """How many moves are not on disk."""
        if self._place is None:
            return len(self.session.history) if self.problem is not None or self.overtaken else 0
        return sum(entry["do"] == "move" for entry in self._waiting)

    @property
    def _is_begun(self) -> bool:
        """Whether somebody has made a move or a pencil mark."""
        return bool(self.session.history) or is_pencilled(self.session.notes)

    def notice(self) -> bool:
        """Check whether another process has taken the game over; return whether that is new."""
        if self.overtaken or self._file is None or not self._file.is_overtaken():
            return False
        self.overtaken = True
        return True

    # Saving

    def _changed(self, change: Change) -> None:
        if change.what == "settings":
            # Every state has another fingerprint under them.
            self._rewrite()
        elif change.what == "started" and self.saves.slot(self.session) != self._game:
            self._leave()
        elif (entry := entry_of(change, self.session)) is not None:
            self._over = self._over and change.what == "noted"
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        if self._place is not None:
            self._waiting.append(entry)
        self.save()

    def save(self) -> None:
        """Write what is not on disk yet. A game without a move or a pencil mark does not deserve a file."""
        if self.overtaken or self.busy or (self._place is None and not self._is_begun):
            return
        try:
            self._write()
        except Overtaken:
            self.overtaken = True
        except OSError as problem:
            self.problem = problem
        else:
            self.problem, self._seconds = None, round(self.session.seconds)
            self._remove_gone()

    def _write(self) -> None:
        at = self._place
        if at is not None and self._file is None:
            try:
                self._file = Appended(at.path, at.length)
            except FileNotFoundError:
                at = self._place = None
        if at is None or self._file is None:
            self._create()
        elif self._waiting:
            content, last = lines_of(self._waiting, at.last)
            try:
                self._file.append(content)
            except FileNotFoundError:
                # Somebody has removed the file, perhaps with its folder.
                self._close()
                self._create()
                return
            self.bytes_written += len(content)
            self._place = _Place(at.path, self._file.length, last)
            self._waiting.clear()

    def _create(self) -> None:
        """Write the whole game to a new file, which gets another name if somebody else's file has the usual one."""
        self.saves.folder.mkdir(parents=True, exist_ok=True)
        self._daily = self.day
        content, last = lines_of(whole(self.session, self._owner, self._daily), BEFORE)
        with alone(self.saves.folder):
            path = self.saves.free(self._game, self._owner)
            place(path, content)
        self.bytes_written += len(content)
        self._place = _Place(path, len(content), last)
        self._waiting.clear()
        self._file = Appended(path, len(content))

    def _rewrite(self) -> None:
        """Write the whole game over the content of its file."""
        if self.overtaken or self.busy or self._place is None:
            return
        content, last = lines_of(whole(self.session, self._owner, self._daily), BEFORE)
        path = self._place.path
        try:
            with alone(path.parent):
                if self._file is not None:
                    self._file.require_own()
                place(path, content)
            self.bytes_written += len(content)
            self._close()
            self._place = _Place(path, len(content), last)
            self._waiting.clear()
            self._file = Appended(path, len(content))
        except Overtaken:
            self.overtaken = True
        except OSError as problem:
            self.problem = problem

    def _remove_gone(self) -> None:
        """Remove the games that this one has replaced, now that it is on disk itself."""
        if self._place is None:
            return
        for path in self._gone:
            if path != self._place.path and not is_locked(path):
                remove(path)
        self._gone.clear()

    # Other games, other hands

    def take_over(self) -> None:
        """Take over a game that another process has open: that process notices at its next check."""
        self._taken = True
        self._add(dict(TAKEN_OVER))

    def attend(self, session: Session) -> None:
        """Save another session from now on that has replaced this one: the same game under other rules."""
        self._unsubscribe()
        self.session = session
        self._unsubscribe = session.subscribe(self._changed)
        self._rewrite()

    def give_up(self) -> None:
        """Give this game up for another: its file is removed once part of the other is on disk."""
        if self._place is not None and not self.overtaken:
            self._gone.append(self._place.path)

    def finish(self) -> None:
        """Note that the game is over and saved as a replay. Its file is removed when the game is left."""
        if self._place is not None and not self._over:
            self._over = True
            self._add(dict(OVER))

    def _leave(self) -> None:
        """Let go of the file, because another game begins in this session."""
        self._close()
        self._place, self._daily = None, None
        self._waiting.clear()
        self.overtaken = self._taken = self._over = False
        self.problem = None
        self._owner, self._game = token_hex(4), self.saves.slot(self.session)

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def end(self) -> None:
        """Stop saving; the file stays, with the time that was played. That of a finished game is removed."""
        self._unsubscribe()
        busy = self.busy
        if self._place is not None and not self.overtaken and not busy:
            if self._waiting or round(self.session.seconds) != self._seconds:
                self._add(played_for(self.session))
        self._close()
        nothing = self._over or not (self._is_begun or self.session.undone)
        if nothing and self._place is not None and not (self.problem or self.overtaken or busy):
            remove(self._place.path)


def remove(path: Path) -> None:
    """Remove a file that is no longer needed."""
    with suppress(OSError):
        path.unlink()
        sync_folder(path.parent)


def why_unsaved(problem: OSError, folder: Path) -> str:
    """Why a game is not being saved, in words for players."""
    if problem.errno in FULL:
        why = FULL[problem.errno]
    elif problem.errno == errno.EROFS:
        why = f"the disk with {folder} is read-only"
    elif problem.errno in (errno.EACCES, errno.EPERM):
        why = f"you may not write to {folder}"
    elif problem.errno in (errno.ENOTDIR, errno.EEXIST):
        why = f"{folder} is not a folder"
    else:
        why = f"{(problem.strerror or 'the disk failed').rstrip('.')} ({folder})"
    return f"Not saved: {why}."


class Following:
    """A game that another process plays, as seen from here: `session` follows it. `gone`: it no longer exists."""

    def __init__(self, opened: Opened) -> None:
        self.session = opened.session
        self.path = opened.path
        self.gone = False
        self._seen: object = self._look()

    def _look(self) -> object:
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def news(self) -> bool:
        """Apply the moves since the last check, and return whether there were any. `session` may then be another."""
        seen = self._look()
        if seen == self._seen or self.gone:
            return False
        self._seen, self.gone = seen, seen is None
        if self.gone:
            return True
        try:
            recording = read_journal(read_file(self.path, LARGEST), str(self.path)).recording
            if not self._goes_on(recording.moves, bool(recording.help and recording.help.undone)):
                self.session = replayed(recording, self.session.game, str(self.path))
        except (OSError, BadRecording):
            self.gone = True
        return True

    def _goes_on(self, moves: tuple[RecordedMove, ...], undone: bool) -> bool:
        """Make the new moves, if they continue the ones already seen."""
        history = self.session.history
        known = len(history)
        if undone or self.session.undone or known > len(moves):
            return False
        if known and history[-1].digest != moves[known - 1].digest:
            return False
        for move in moves[known:]:
            self.session.perform(move.action, move.by)
        return True
