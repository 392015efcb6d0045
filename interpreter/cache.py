"""What can be made anew and is kept for the next start: in the user's own cache, never in a shared folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "TILEWRIGHT_CACHE"
"""The environment variable that names another folder for what can be made anew."""


def cache_folder() -> Path:
    """Where it is kept."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named) if named else platformdirs.user_cache_path("tilewright", appauthor=False)


def keep(path: Path, content: bytes) -> None:
    """Put a file in place whole, or not at all where the cache cannot be written."""
    half = path.with_name(f".{path.name}.{os.getpid()}.half")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(content)
        os.replace(half, path)
    except OSError:
        with suppress(OSError):
            half.unlink()
