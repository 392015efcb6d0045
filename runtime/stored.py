"""Small JSON files of the user's own: written whole or not at all, and put aside when they cannot be read."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from runtime.files import put_aside, write_atomically

LARGEST = 4 << 20
"""A file of more bytes was not written here."""


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
