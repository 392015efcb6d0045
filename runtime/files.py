"""The user's own files: where they are, and how they are changed so that nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import platformdirs

from interpreter import cache_folder, lock, place, read_file, sweep, sync_folder
from runtime.digest import text_digest

DATA_VARIABLE = "TILEWRIGHT_DATA"
"""The environment variable that names another folder for user data."""
LARGEST = 4 << 20
"""A file of more bytes was not written here."""
PATIENCE = 10.0
"""Seconds to wait for another process that is writing; a write takes some milliseconds."""


def data_folder() -> Path:
    """Where this user's data is kept."""
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("tilewright", appauthor=False)


def sweep_all() -> None:
    """Remove half-written files that earlier, killed runs have left among the user's files."""
    for root in (data_folder(), cache_folder()):
        sweep(root)
        try:
            below = [each for each in root.iterdir() if each.is_dir() and not each.is_symlink()]
        except OSError:
            continue
        for folder in below:
            sweep(folder)


def write_atomically(path: Path, text: str) -> None:
    """Replace a file so that at every moment, even if the machine stops, it is either the old one or the new one."""
    place(path, text.encode("utf-8"))


def put_aside(path: Path, content: bytes, why: str = "damaged") -> Path:
    """Move a file away under a name that says why: `game.damaged-1f0c5a2b9e33.json`."""
    kept = path.with_name(f"{path.stem}.{why.replace(' ', '-')}-{text_digest(content.hex())[:12]}{path.suffix}")
    os.replace(path, kept)
    sync_folder(path.parent)
    return kept


def read_stored(path: Path) -> dict[str, Any]:
    """The content of a file; nothing if it is missing or damaged. OSError if it cannot be read."""
    return _parsed(_content(path)) or {}


def change_stored(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Change the current content of a file, whoever has written it; return the new content.

    A damaged file is renamed, so it is never overwritten. OSError if the change is not on disk.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone(path.parent):
        content = _content(path)
        before = _parsed(content)
        if before is None and content is not None:
            put_aside(path, content)
        after = change(before or {})
        write_atomically(path, json.dumps(after, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
        return after


def _content(path: Path) -> bytes | None:
    try:
        return read_file(path, LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _parsed(content: bytes | None) -> dict[str, Any] | None:
    try:
        found = json.loads(content.decode("utf-8")) if content is not None else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


# Locks


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only one to change the files of a folder, among all who use this; OSError if another never lets go."""
    descriptor = _lockable(folder)
    try:
        ends = monotonic() + PATIENCE
        while descriptor is not None and lock(descriptor) is False:
            if monotonic() > ends:
                raise OSError(errno.EBUSY, "Another program is writing there", str(folder))
            sleep(0.005)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lockable(folder: Path) -> int | None:
    """The folder, opened so that it can be locked, or a file in it if folders cannot be opened; None if neither
    works."""
    try:
        if sys.platform == "win32":
            return os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        return os.open(folder, os.O_RDONLY)
    except PermissionError:
        return None


# Files that grow


class Overtaken(Exception):
    """Another process has written to a growing file, or replaced it."""


class Appended:
    """A file that grows at its end, locked as long as it is open. `length` is how much of it is known to be on disk.

    `alone` is false if another process had it locked.
    """

    def __init__(self, path: Path, length: int) -> None:
        self.path = path
        self.length = length
        self._tried = b""
        with alone(path.parent):
            self._descriptor = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                self.alone = lock(self._descriptor) is not False
                # Nobody was told that an unfinished line is on disk.
                if (rest := self._rest()) and b"\n" not in rest:
                    os.ftruncate(self._descriptor, length)
            except OSError:
                os.close(self._descriptor)
                raise

    def _rest(self) -> bytes:
        """The bytes after everything that is known to be on disk."""
        more = os.fstat(self._descriptor).st_size - self.length
        os.lseek(self._descriptor, self.length, os.SEEK_SET)
        return os.read(self._descriptor, more) if more > 0 else b""

    def append(self, content: bytes) -> None:
        """Write at the end; when this returns, the data is on disk. If it fails, none of it stays there."""
        with alone(self.path.parent):
            self.require_own()
            if self._rest():
                os.ftruncate(self._descriptor, self.length)
            self.alone = self.alone or lock(self._descriptor) is not False
            self._tried = content
            try:
                written = 0
                while written < len(content):
                    written += os.write(self._descriptor, content[written:])
                os.fsync(self._descriptor)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, self.length)
                raise
            self.length += len(content)

    def require_own(self) -> None:
        """Raise Overtaken if this is no longer the file that was opened, or another process has written to it.

        Leftovers of a failed write of our own may be at its end.
        """
        mine, there = os.fstat(self._descriptor), os.stat(self.path)
        if (mine.st_dev, mine.st_ino) != (there.st_dev, there.st_ino) or mine.st_size < self.length:
            raise Overtaken
        if not self._tried.startswith(self._rest()):
            raise Overtaken

    def is_overtaken(self) -> bool:
        """Whether another process has written to it; a file that is gone does not count."""
        try:
            self.require_own()
        except Overtaken:
            return True
        except OSError:
            return False
        return False

    def close(self) -> None:
        """Release the file."""
        os.close(self._descriptor)


def is_locked(path: Path) -> bool:
    """Whether another process has a file locked."""
    try:
        with alone(path.parent):
            descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            try:
                return lock(descriptor) is False
            finally:
                os.close(descriptor)
    except OSError:
        return False
