"""The window on software OpenGL: frames, a frame beside a thinking computer, the time to the first frame, and
scenes."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from interpreter import catalogue
from renderer.app.thumbnails import Thumbnails
from renderer.motion.tween import plan
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, theme
from runtime.session import draft as drafts
from runtime.show import present, viewer_of
from tools.bench.frames import filled, milliseconds
from tools.bench.table import NotMeasured, Row
from tools.display import display, missing

GAME, STONES = "gomoku", 200
STARTS = 4
PATIENCE = 60
SCENES = 60
ALLOWED = {"frame": 6, "frame while the computer thinks": 12, "frame with confetti": 6}


def frame_rows(screen: str) -> list[Row]:
    """Frames at 1280×800. Half of them may take longer than the middle, one in twenty longer than p95."""
    finished = subprocess.run(
        [sys.executable, "-m", "tools.bench.frames", GAME, str(STONES)],
        env={**os.environ, "DISPLAY": screen},
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise NotMeasured(f"No window could be measured: {finished.stderr.strip().splitlines()[-1]}")
    found: dict[str, dict[str, float]] = json.loads(finished.stdout)
    return [Row(name, {**figures, "allowed ms": ALLOWED.get(name)}) for name, figures in found.items()]


def start_rows(screen: str) -> list[Row]:
    """The time from starting the command to the first frame of a game, and to a gallery with all its pictures. The
    first start fills the caches and does not count."""
    command = Path(sys.executable).with_name("tilewright")
    if not command.exists():
        raise NotMeasured(f"{command} does not exist; run make venv.")
    made, colours = Thumbnails(), theme("dark")
    for spec in catalogue.shipped().values():
        if made.is_missing(spec.resolve(), colours):
            made.make(spec.resolve(), colours)
    with tempfile.TemporaryDirectory() as compiled:
        # A warm start includes compiled modules, even if Python is told not to write them.
        environment = {**os.environ, "DISPLAY": screen, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        return [
            _start_row("warm start to the first frame", [command, "play", GAME], environment, "frame", 1500),
            _start_row("warm start to the gallery", [command, "play"], environment, "scene", 2000),
        ]


def _start_row(name: str, command: list[Path | str], environment: dict[str, str], event: str, allowed: int) -> Row:
    taken = [_start(command, environment, event) for _ in range(STARTS)]
    whole, used = (median(values) for values in zip(*taken[1:], strict=True))
    return Row(name, {"median ms": whole, "cpu ms": used, "allowed ms": allowed})


def _start(command: list[Path | str], environment: dict[str, str], event: str) -> tuple[float, float]:
    """Milliseconds until the record of a player who has never played has a line with that event: by the clock, and in
    processor time until the first frame."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace")
        begun = time.time()
        process = subprocess.Popen(
            command,
            env={**environment, "TILEWRIGHT_TRACE": str(trace), "TILEWRIGHT_DATA": folder},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            frame, found, heard = _heard(process, trace, event)
        finally:
            process.terminate()
            process.communicate()
    assert found["event"] == event
    return 1000 * (found.get("time", heard) - begun), 1000 * frame["cpu"]


def _heard(
    process: "subprocess.Popen[str]", trace: Path, event: str
) -> tuple[dict[str, float], dict[str, Any], float]:
    """The first frame, the first line of an event, and when it appeared."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        whole = [line for line in trace.read_text().splitlines(True) if line.endswith("\n")] if trace.exists() else []
        lines = [json.loads(line) for line in whole]
        found = next((line for line in lines if line["event"] == event), None)
        if found is not None:
            return lines[0], found, time.time()
        if process.poll() is not None:
            break
        time.sleep(0.005)
    raise NotMeasured(f"The window did not show a first {event}.")


def scene_row() -> Row:
    """A table of 361 sites as nodes, and what has changed since the previous move."""
    session = filled(GAME, STONES)
    shown = present(session, drafts.begin(session.state), viewer_of(session))
    size, colours = Size(1280, 800), theme("dark")
    before = scene(shown, Ui(), size, colours)
    session.perform(session.legal[0])
    after = present(session, drafts.begin(session.state), viewer_of(session))
    figures = milliseconds(lambda: plan(before, scene(after, Ui(), size, colours), {}, 200), SCENES)
    return Row("scene and difference", {**figures, "allowed ms": 3})


def rows() -> list[Row]:
    measured = [scene_row()]
    if missing():
        return [*measured, Row("frames and start", note=missing())]
    with display() as screen:
        measured += frame_rows(screen)
        measured += start_rows(screen)
    return measured
