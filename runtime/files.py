"""Files of the user's own: where they are, and how they are written so that nothing is lost."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

from runtime.digest import text_digest

DATA_VARIABLE = "TILEWRIGHT_DATA"
"""The environment variable that names another folder for user data."""
LARGEST = 4 << 20
"""A file of more bytes was not written here."""


def data_folder() -> Path:
    """Where this user's data is kept."""
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("tilewright", appauthor=False)


def write_atomically(path: Path, text: str) -> None:
    """Put a file in place so that at every moment, even if the machine stops, it is the old one or the new one."""
    half = path.with_name(f".{path.name}.{os.getpid()}.half")
    with open(half, "wb") as file:
        file.write(text.encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())
    os.replace(half, path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a renaming last. Where folders cannot be opened the system sees to it."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def put_aside(path: Path, content: bytes) -> Path:
    """Move a file away under a name that tells what it was."""
    kept = path.with_name(f"{path.stem}.kept-{text_digest(content.hex())[:12]}{path.suffix}")
    os.replace(path, kept)
    _sync_folder(path.parent)
    return kept


def read_stored(path: Path) -> dict[str, Any]:
    """What a file holds; nothing if there is none. A damaged one is put aside, so that it is never written over."""
    try:
        content = path.read_bytes()
    except OSError:
        return {}
    try:
        found = json.loads(content.decode("utf-8")) if len(content) <= LARGEST else None
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return found
    with suppress(OSError):
        put_aside(path, content)
    return {}


def write_stored(path: Path, content: dict[str, Any]) -> bool:
    """Write a file; false if the disk would not have it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    except OSError:
        return False
    return True
