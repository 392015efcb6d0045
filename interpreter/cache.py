"""Files that can be made again and are kept for the next start: verified, in folders that only the user can write to.

A file is its content followed by a line with a checksum, so that a picture stays a picture. The checksum also covers
the file's name, which identifies what it was made from, so whatever passes was written for this very purpose.
"""

from __future__ import annotations

import mmap
import os
import shutil
import stat
from pathlib import Path
from zlib import crc32

import platformdirs

from interpreter.files import AT_ONCE, UNFOLLOWED, place

CACHE_VARIABLE = "TILEWRIGHT_CACHE"
"""The environment variable that names another folder for what can be made again."""
SEAL = "\nwhole %08x %016x\n"
SEALED = len(SEAL % (0, 0))
LENGTH = 17
PRIVATE = 0o700


def cache_folder() -> Path:
    """The folder of the cache."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named) if named else platformdirs.user_cache_path("tilewright", appauthor=False)


def kept(path: Path) -> memoryview | None:
    """The content of a file, mapped into memory; None if it is missing, damaged, or writable by others."""
    try:
        if not is_private(path.parent):
            return None
        with open(os.open(path, os.O_RDONLY | UNFOLLOWED | AT_ONCE), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or not _is_ours(found) or found.st_size <= SEALED:
                return None
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError:
        return None
    content = whole[:-SEALED]
    # A file of another length need not be read for its checksum.
    if whole[-LENGTH:] != (SEAL % (0, len(content)))[-LENGTH:].encode():
        return None
    return content if whole[-SEALED:] == _seal(path, content) else None


def keep(path: Path, content: bytes) -> bool:
    """Put a whole file in place, or none at all if the cache cannot be written or is not the user's own."""
    try:
        _make_private(path.parent)
        if not is_private(path.parent):
            return False
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        place(path, content + _seal(path, content), mode=0o600, lasting=False)
    except OSError:
        return False
    return True


def private(folder: Path) -> bool:
    """Whether a folder of the cache is there, made if need be, and the user's alone."""
    try:
        _make_private(folder)
        return is_private(folder) and os.access(folder, os.W_OK)
    except OSError:
        return False


def _seal(path: Path, content: bytes | memoryview) -> bytes:
    """The line after a content. It guards against damage; the folder decides who may write at all."""
    return (SEAL % (crc32(content, crc32(path.name.encode())), len(content))).encode()


def _make_private(folder: Path) -> None:
    """Make a folder for its owner alone, unless it exists or would be in somebody else's."""
    if not folder.is_dir():
        folder.parent.mkdir(PRIVATE, parents=True, exist_ok=True)
        if _is_ours(folder.parent.stat()):
            folder.mkdir(PRIVATE, exist_ok=True)


def is_private(folder: Path) -> bool:
    """Whether a folder is not a link, and nobody else can write or look into it."""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and _is_ours(found) and (os.name == "nt" or not found.st_mode & 0o077)


def _is_ours(found: os.stat_result) -> bool:
    return os.name == "nt" or found.st_uid == os.geteuid()
