"""Watching spec files: a look at their times now and then."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

EVERY = 0.5
"""Seconds between two looks."""


class Watching:
    """Tells when one of some files has changed, come or gone."""

    def __init__(self, files: Iterable[Path], now: float) -> None:
        self._looked = now
        self._times = {path: _time(path) for path in files}

    def changed(self, now: float) -> bool:
        """Whether there was a change since the last look; looks at most twice a second."""
        if now - self._looked < EVERY:
            return False
        self._looked = now
        times = {path: _time(path) for path in self._times}
        if times == self._times:
            return False
        self._times = times
        return True

    def also(self, files: Iterable[Path]) -> None:
        """Watch more files."""
        for path in files:
            self._times.setdefault(path, _time(path))


def _time(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
