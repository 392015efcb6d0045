"""Reading and writing files the way everything here does: they are measured before they are read, and put in place
whole or not at all.

Anything but a plain file is refused at once: reading a FIFO would wait, a device may never end. A file is written under
another name, and locked as long as its writer lives; so the leftovers of a writer that died can be recognised and
removed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

# What is no plain file must not be waited for. Windows knows none of these but the last.
AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
UNFOLLOWED = getattr(os, "O_NOFOLLOW", 0)
TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
UNSUPPORTED = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
"""What a file system says that knows no locks, no links, or no folders that can be brought to disk."""
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
LONGEST = 40
"""So much of a file's name is in that of its half: a name with something added to it could be too long."""
_HALF = re.compile(r"\..+\.\d+\.half")
_numbers = count(1)


class RefusedFile(OSError):
    """A file that is not read or written at all, because of its type or its size; `help` says what to do instead."""

    def __init__(self, number: int, reason: str, path: Path, help: str) -> None:
        super().__init__(number, f"It {reason}", str(path))
        self.reason = reason
        self.help = help

    def __str__(self) -> str:
        return f"{self.filename} {self.reason}."


def require_plain(path: Path) -> None:
    """Refuse to write if something other than a plain file is there."""
    try:
        kind = _kind(path.stat())
    except (FileNotFoundError, NotADirectoryError):
        return
    if kind is not None:
        raise _no_file(path, kind)


def is_plain(path: Path) -> bool:
    """Whether there is a plain file; something that cannot be examined does not count."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def is_there(path: Path) -> bool:
    """Whether anything is there. Something that cannot be examined counts: reading it reports why it cannot be read."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as problem:
        return problem.errno not in (errno.ELOOP, errno.EBADF)
    return True


def read_file(path: Path, most: int) -> bytes:
    """The content of a plain file of at most this many bytes. Anything else raises RefusedFile before it is read."""
    try:
        opened = os.open(path, os.O_RDONLY | AT_ONCE)
    except OSError:
        # A socket cannot even be opened.
        require_plain(path)
        raise
    try:
        found = os.fstat(opened)
        kind = _kind(found)
        if kind is not None:
            raise _no_file(path, kind)
        if found.st_size > most:
            raise _too_large(path, found.st_size, most)
        parts, length = [], 0
        # One byte more tells a file that has grown since from one that has ended.
        while part := os.read(opened, max(found.st_size + 1 - length, 1 << 12)):
            parts.append(part)
            length += len(part)
            if length > most:
                raise _too_large(path, length, most)
        return parts[0] if len(parts) == 1 else b"".join(parts)
    except OSError as problem:
        problem.filename = str(path)
        raise
    finally:
        os.close(opened)


def place(path: Path, content: bytes, *, mode: int = 0o666, lasting: bool = True, anew: bool = False) -> None:
    """Replace a file so that at every moment it is either the old one or the new one, even if the machine stops.

    If this raises OSError, nothing has changed and nothing is left behind; only if the folder itself could not be
    flushed to disk may the file be there. `lasting`: it is on disk when this returns. `anew`: raise FileExistsError if
    there already is a file with that name.
    """
    sweep(path.parent)
    try:
        half, opened = _begun(path, mode)
        placed = False
        try:
            _take_mode(opened, path)
            _write(opened, content)
            if lasting:
                os.fsync(opened)
            if sys.platform == "win32":
                # It moves no open file.
                opened = _closed(opened)
            if anew:
                _name_anew(half, path)
            else:
                os.replace(half, path)
            placed = True
        finally:
            if not placed:
                with suppress(OSError):
                    os.unlink(half)
            _closed(opened)
        if lasting:
            sync_folder(path.parent)
    except OSError as problem:
        problem.filename, problem.filename2 = str(path), None
        raise


def sync_folder(folder: Path) -> None:
    """Make a renaming permanent. If folders cannot be opened, the system takes care of it."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(opened)
    except OSError as problem:
        if problem.errno not in UNSUPPORTED:
            raise
    finally:
        os.close(opened)


def sweep(folder: Path) -> None:
    """Remove half-written files whose writers are gone."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        if _HALF.fullmatch(name):
            with suppress(OSError):
                _remove_abandoned(folder / name)


def lock(opened: int) -> bool | None:
    """Lock an open file for as long as it is open, if need be until its process is killed; return False if another has
    it.

    The lock is advisory: it stops nobody from reading or writing. The result is None if the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            # A byte that no file has, so that the lock does not hinder readers.
            at = os.lseek(opened, 0, os.SEEK_CUR)
            os.lseek(opened, 1 << 30, os.SEEK_SET)
            try:
                msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(opened, at, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        if problem.errno in TAKEN:
            return False
        if problem.errno in UNSUPPORTED:
            return None
        raise
    return True


def _kind(found: os.stat_result) -> str | None:
    if stat.S_ISREG(found.st_mode):
        return None
    return next((kind for is_one, kind in KINDS if is_one(found.st_mode)), "something else")


def _no_file(path: Path, kind: str) -> RefusedFile:
    number = errno.EISDIR if kind == "a folder" else errno.EINVAL
    return RefusedFile(number, f"is {kind}, not a file", path, "Name a plain file.")


def _too_large(path: Path, size: int, most: int) -> RefusedFile:
    reason = f"is too large: it has {_megabytes(size)} MB, and at most {_megabytes(most)} MB are read"
    return RefusedFile(errno.EFBIG, reason, path, "Check that it is the file you mean.")


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f}" if size >= 10 << 20 else f"{size / (1 << 20):.1f}".removesuffix(".0")


def _begun(path: Path, mode: int) -> tuple[Path, int]:
    """A new file next to another, open and locked."""
    while True:
        half = path.with_name(f".{path.name[:LONGEST]}.{os.getpid()}{next(_numbers):03}.half")
        try:
            opened = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | UNFOLLOWED | AT_ONCE, mode)
        except FileExistsError:
            continue
        try:
            # Before it was locked somebody may have taken it for abandoned.
            if lock(opened) is not False and os.fstat(opened).st_nlink:
                return half, opened
        except OSError:
            os.close(opened)
            with suppress(OSError):
                os.unlink(half)
            raise
        os.close(opened)


def _take_mode(opened: int, path: Path) -> None:
    """Let the same people read and write a file as before."""
    with suppress(OSError):
        found = os.lstat(path)
        if stat.S_ISREG(found.st_mode) and hasattr(os, "fchmod"):
            os.fchmod(opened, stat.S_IMODE(found.st_mode))


def _closed(opened: int) -> int:
    if opened >= 0:
        os.close(opened)
    return -1


def _write(opened: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(opened, rest) :]


def _name_anew(half: Path, path: Path) -> None:
    """Give a file its name unless there already is one with that name."""
    try:
        os.link(half, path)
    except FileExistsError:
        raise
    except OSError as problem:
        # A file system without links: nothing is better there.
        if problem.errno not in (errno.EPERM, *UNSUPPORTED) or is_there(path):
            raise
        os.replace(half, path)
    else:
        with suppress(OSError):
            os.unlink(half)


def _remove_abandoned(half: Path) -> None:
    opened = os.open(half, os.O_RDONLY | UNFOLLOWED | AT_ONCE)
    try:
        found = os.fstat(opened)
        ours = sys.platform == "win32" or found.st_uid == os.geteuid()
        if ours and stat.S_ISREG(found.st_mode) and lock(opened):
            os.unlink(half)
    finally:
        os.close(opened)
