"""A display without a screen, and hands for it: starts a program in a window, points, presses, types and looks.

The program itself says where things are, in its trace (see `renderer.window.trace`).
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from tests.processes import PATIENCE
from tools.display import display, missing

__all__ = ["MISSING", "ROOT", "Gone", "Player", "display", "playing", "program"]

ROOT = Path(__file__).resolve().parents[3]
DRAG_STEPS = 6

MISSING = missing() or ("" if shutil.which("xdotool") is not None else "xdotool is not installed.")


class Gone(Exception):
    """Something that was waited for did not happen."""


class Player:
    """A program in a window, and somebody who plays with it."""

    def __init__(self, display: str, folder: Path, command: Sequence[str], **environment: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.data = folder / "data"
        self._trace = folder / "trace.jsonl"
        self._trace.unlink(missing_ok=True)
        self._read = 0
        self.lines: list[dict[str, Any]] = []
        self._environment = {
            **os.environ,
            "DISPLAY": display,
            "TILEWRIGHT_DATA": str(self.data),
            "TILEWRIGHT_TRACE": str(self._trace),
            "PYTHONPATH": str(ROOT),
            # With other tests running, two of its threads would only wait for each other.
            "LP_NUM_THREADS": "1",
            **environment,
        }
        self._environment.pop("WAYLAND_DISPLAY", None)
        self._said = open(folder / "said.txt", "w+", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def said(self) -> str:
        """What it has printed."""
        return (self.folder / "said.txt").read_text(encoding="utf-8")

    # Looking

    def _look(self) -> None:
        """Read the new lines of the trace. A line that is only half written is left for the next time."""
        if not self._trace.exists():
            return
        with open(self._trace, encoding="utf-8") as file:
            file.seek(self._read)
            text = file.read()
        whole = text[: text.rfind("\n") + 1]
        self._read += len(whole.encode())
        self.lines += [json.loads(line) for line in whole.splitlines()]

    @property
    def scene(self) -> dict[str, Any]:
        """The last picture that came to rest."""
        self._look()
        return next(line for line in reversed(self.lines) if line["event"] == "scene")

    def wait(self, wanted: Callable[[dict[str, Any]], bool], patience: float = PATIENCE) -> dict[str, Any]:
        """Wait until the picture at rest is as wanted, and return it."""
        return self._wait_for(lambda line: line["event"] == "scene" and wanted(line), patience)

    def wait_for_frame(self) -> dict[str, Any]:
        """Wait until the first frame is visible."""
        return self._wait_for(lambda line: line["event"] == "frame", PATIENCE, any_line=True)

    def _wait_for(
        self, wanted: Callable[[dict[str, Any]], bool], patience: float, any_line: bool = False
    ) -> dict[str, Any]:
        end = time.monotonic() + patience
        while True:
            self._look()
            for line in self.lines if any_line else self.lines[-1:]:
                if wanted(line):
                    return line
            if self.process.poll() is not None:
                raise Gone(f"It ended with {self.process.returncode}: {self.said}")
            if time.monotonic() > end:
                raise Gone(f"Waited in vain; at rest: {self.lines[-1:]}; printed: {self.said}")
            time.sleep(0.02)

    def box(self, name: str) -> list[int]:
        """Where a spot is, by its name, or a node that can be pressed, by its key."""
        scene = self.scene
        box: list[int] = scene["spots"][name] if name in scene["spots"] else scene["nodes"][name]["box"]
        return box

    def middle(self, name: str) -> tuple[int, int]:
        """The middle of a spot or node, in pixels of the window."""
        left, top, width, height = self.box(name)
        return left + width // 2, top + height // 2

    # Hands

    def do(self, *arguments: str | int) -> None:
        """Run xdotool."""
        subprocess.run(["xdotool", *map(str, arguments)], env=self._environment, check=True)

    def _at(self, x: int, y: int) -> tuple[int, int]:
        left, top = self.scene["window"]
        return left + x, top + y

    def point(self, x: int, y: int) -> None:
        """Move the pointer to a place in the window."""
        self.do("mousemove", *self._at(x, y))

    def click_at(self, x: int, y: int) -> None:
        """Click a place in the window."""
        self.do("mousemove", *self._at(x, y), "click", 1)

    def click(self, name: str) -> None:
        """Click a spot by its name, or a button by its key."""
        self.click_at(*self.middle(name))

    def drag(self, start: str, end: str) -> None:
        """Drag one spot onto another, by way of some places in between."""
        (x, y), (to_x, to_y) = self._at(*self.middle(start)), self._at(*self.middle(end))
        self.do("mousemove", x, y, "mousedown", 1)
        for step in range(1, DRAG_STEPS + 1):
            self.do(
                *("mousemove", x + (to_x - x) * step // DRAG_STEPS, y + (to_y - y) * step // DRAG_STEPS),
                *("sleep", 0.02),
            )
        self.do("mouseup", 1)

    def key(self, *names: str) -> None:
        """Press keys one after the other, by their X11 names: Up, Return, ctrl+q."""
        self.do("key", *names)

    def type(self, text: str) -> None:
        """Type a text."""
        self.do("type", text)

    def screenshot(self) -> Image.Image:
        """What the window shows, according to the program’s own F12."""
        pictures = self.data / "screenshots"
        before = set(pictures.glob("*.png")) if pictures.exists() else set()
        self.key("F12")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for path in (set(pictures.glob("*.png")) if pictures.exists() else set()) - before:
                try:
                    with Image.open(path) as image:
                        return image.convert("RGB")
                except (OSError, SyntaxError):
                    # The file is still being written.
                    pass
            time.sleep(0.02)
        raise Gone("There is no picture.")

    # The end

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()

    def leave(self) -> int:
        """Quit as a player does; return the exit code."""
        self.key("ctrl+q")
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        """Make sure that it is gone, together with everything it started."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for child in self.children():
            os.kill(child, signal.SIGKILL)
        self._said.close()

    def left_behind(self) -> list[int]:
        """The processes that are still there although it has ended. Python’s own take a moment to notice."""
        end = time.monotonic() + 5
        while (found := self.children()) and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def children(self) -> list[int]:
        """The processes of its session that are still running, except itself."""
        found: list[int] = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != self.process.pid:
                try:
                    _, _, fields = (entry / "stat").read_text().rpartition(") ")
                except OSError:
                    continue
                state, _, _, session = fields.split()[:4]
                if int(session) == self.process.pid and state != "Z":
                    found.append(int(entry.name))
        return found


@contextmanager
def playing(display: str, folder: Path, *arguments: str, **environment: str) -> Iterator[Player]:
    """The command `tilewright play` in a window, as a process of its own."""
    with program(display, folder, "runtime", "play", *arguments, **environment) as player:
        yield player


@contextmanager
def program(display: str, folder: Path, *command: str, **environment: str) -> Iterator[Player]:
    """A module of Python as a program with a window."""
    player = Player(display, folder, command, **environment)
    try:
        yield player
    finally:
        player.end()
