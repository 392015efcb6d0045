"""The window on software OpenGL: frames, a frame beside a thinking computer, the way to the first frame, and scenes."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

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
ALLOWED = {"frame": 6, "frame while the computer thinks": 12}


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


def start_row(screen: str) -> Row:
    """From starting the command to the first frame. The first start fills the caches and does not count."""
    command = Path(sys.executable).with_name("tilewright")
    if not command.exists():
        raise NotMeasured(f"{command} does not exist; run make venv.")
    taken: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as compiled:
        # Compiled modules are part of what is warm, also where Python is told not to write them.
        environment = {**os.environ, "DISPLAY": screen, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(STARTS):
            taken.append(_start(command, environment))
    whole, used = (median(values) for values in zip(*taken[1:], strict=True))
    return Row("warm start to the first frame", {"median ms": whole, "cpu ms": used, "allowed ms": 1500})


def _start(command: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Milliseconds to the first frame of a player who has never played: by the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace")
        begun = time.time()
        process = subprocess.Popen(
            [command, "play", GAME],
            env={**environment, "TILEWRIGHT_TRACE": str(trace), "TILEWRIGHT_DATA": folder},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            frame = _first_frame(process, trace)
        finally:
            process.terminate()
            process.communicate()
    return 1000 * (frame["time"] - begun), 1000 * frame["cpu"]


def _first_frame(process: "subprocess.Popen[str]", trace: Path) -> dict[str, float]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if trace.exists() and (line := trace.read_text().partition("\n")[0]).endswith("}"):
            found: dict[str, float] = json.loads(line)
            return found
        if process.poll() is not None:
            break
        time.sleep(0.005)
    raise NotMeasured("The window did not show a first frame.")


def scene_row() -> Row:
    """A table of 361 sites as nodes, and what has changed since the move before."""
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
        measured.append(start_row(screen))
    return measured
