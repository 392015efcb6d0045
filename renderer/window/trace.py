"""A record of what the window shows, for whoever drives or debugs it from outside.

With TILEWRIGHT_TRACE=FILE the window adds lines of JSON to that file:
- `{"event": "frame", "time": …, "cpu": …}` when its first frame is to be seen: seconds since 1970, and those that the
  processor has worked for it.
- `{"event": "scene", "page": …, …}` whenever it has come to rest: what it says, the box of every spot by its name and
  of every node that can be pressed by its key. `focus` is the node that the keyboard is on, `cursor` the spot. Boxes
  are [left, top, width, height] in pixels of the window, whose own corner on the display is `window`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from time import process_time, time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from renderer.window.shell import Shown

VARIABLE = "TILEWRIGHT_TRACE"


class Trace:
    """Writes the record; without a file it writes nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._last: dict[str, Any] = {}

    @classmethod
    def from_environment(cls) -> Trace:
        """The record that the environment asks for."""
        named = os.environ.get(VARIABLE)
        return cls(Path(named) if named else None)

    def frame(self) -> None:
        """A first frame is on the screen."""
        if self._path is not None:
            self._write({"event": "frame", "time": time(), "cpu": process_time()})

    def scene(self, shown: Shown, corner: tuple[int, int]) -> None:
        """Nothing moves any more. What was written last is not written again."""
        if self._path is None:
            return
        from renderer.window.description import described

        line = {"event": "scene", "window": corner, **described(shown.screen, shown.scene, shown.pointing)}
        if line != self._last:
            self._last = line
            self._write(line)

    def _write(self, line: Mapping[str, Any]) -> None:
        assert self._path is not None
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
