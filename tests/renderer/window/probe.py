"""A program with a window that records what its shell tells it: `python -m tests.renderer.window.probe FILE`.

It shows a quarter of each colour and a white mark at the pointer. Letters make it request something: c copies, f fills
the screen, h makes the pointer a hand, q quits, s plays a sound, t sets the title, a starts a second of animation.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from renderer.app.screen import Pointing, Screen
from renderer.motion.animation import Frame
from renderer.nodes import Box, Node, Scene, Target
from renderer.window import run
from tests.renderer.window.figures import plain

ASKS = {
    "c": ("copy", "won · 🟩🟨⬛ · seed 4711"),
    "f": ("fullscreen", ""),
    "h": ("cursor", "hand"),
    "q": ("quit", ""),
    "s": ("sound", "move"),
    "t": ("title", "Probe"),
}


class Probe:
    """A page with the picture, which takes notes."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._size = (1, 1)
        self._version = 0
        self._mark: tuple[float, float] = (-10.0, -10.0)
        self._effects: list[tuple[str, str]] = []
        self._until = self._now = 0.0
        self._drawn = 0
        self._fresh = False
        self.screen = Screen(None)
        self.pointing = Pointing()

    def _note(self, *what: Any) -> None:
        with open(self._file, "a", encoding="utf-8") as out:
            out.write(json.dumps(what) + "\n")

    def _change(self) -> None:
        self._version += 1
        self._fresh = False

    def resize(self, width: int, height: int, scale: float) -> None:
        self._note("resize", width, height, scale)
        self._size = (width, height)
        self._change()

    def pointer_moved(self, x: float, y: float) -> None:
        self._note("moved", x, y)
        self._mark = (x, y)
        self._change()

    def pointer_pressed(self, x: float, y: float, button: str = "left") -> None:
        self._note("pressed", x, y, button)

    def pointer_released(self, x: float, y: float) -> None:
        self._note("released", x, y)

    def wheel(self, x: float, y: float, amount: float) -> None:
        self._note("wheel", x, y, amount)

    def key_pressed(self, name: str, shift: bool = False, control: bool = False) -> None:
        self._note("key", name, shift, control)
        if name in ASKS and not control:
            self._effects.append(ASKS[name])
        if name == "a" and not control:
            self._until = self._now + 1.0
        if name == "F12":
            self._effects.append(("screenshot", ""))

    def typed(self, text: str) -> None:
        self._note("typed", text)

    def tick(self, now: float) -> None:
        self._now = now

    def frame(self) -> Frame:
        self._fresh = True
        self._drawn += 1
        if self._drawn % 10 == 0:
            self._note("drawn", self._drawn)
        moving = (plain("mark", *self._mark, 4, 4, "#ffffff"),)
        return Frame(self.scene.nodes, self._version, moving)

    @property
    def dirty(self) -> bool:
        return not self._fresh or self._now < self._until

    @property
    def scene(self) -> Scene:
        width, height = self._size[0] // 2, self._size[1] // 2
        quarters = [
            plain(colour, x * width, y * height, width, height, colour)
            for (x, y), colour in {(0, 0): "#ff0000", (1, 0): "#00ff00", (0, 1): "#0000ff", (1, 1): "#ffff00"}.items()
        ]
        button = Node("button", quarters[3].skin, width, height, width, height, 0, target=Target("command", "x"))
        spots = {1: Box(0, 0, width, height), 2: Box(width, 0, width, height)}
        return Scene(self._size, (*quarters[:3], button), spots)

    def effects(self) -> Sequence[tuple[str, str]]:
        found, self._effects = self._effects, []
        return found

    def leave(self) -> None:
        self._note("leave")
        self._effects.append(("quit", ""))

    def close(self) -> None:
        self._note("close")


if __name__ == "__main__":
    run(lambda: Probe(sys.argv[1]))
