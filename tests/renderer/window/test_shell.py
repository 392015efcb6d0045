"""The window on a display of its own: a real mouse, a real keyboard, and a program that records what it is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PATIENCE, cpu_seconds, until
from tests.renderer.window.screen import MISSING, Player, display, program

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


class Noted:
    """The program, and what it has recorded."""

    def __init__(self, player: Player, file: Path) -> None:
        self.player = player
        self.file = file
        self._past = 0

    def _all(self) -> list[Any]:
        if not self.file.exists():
            return []
        return [json.loads(line) for line in self.file.read_text().splitlines() if line.endswith("]")]

    def notes(self, kind: str | None = None) -> list[Any]:
        """What has been recorded since `begin_anew`."""
        return [line for line in self._all()[self._past :] if kind in (None, line[0])]

    def begin_anew(self) -> None:
        """Ignore everything recorded so far."""
        self._past = len(self._all())

    def comes(self, *note: Any) -> bool:
        """Whether something is recorded within ten seconds."""
        end = time.monotonic() + 10
        while list(note) not in self.notes() and time.monotonic() < end:
            time.sleep(0.02)
        return list(note) in self.notes()

    def wait_for(self, *note: Any) -> None:
        end = time.monotonic() + PATIENCE
        while list(note) not in self.notes():
            assert self.player.process.poll() is None, self.player.said
            assert time.monotonic() < end, f"no {note} among {self.notes()[-12:]}"
            time.sleep(0.02)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


@contextmanager
def probe(screen: str, folder: Path) -> Iterator[Noted]:
    notes = folder / "notes.jsonl"
    with program(screen, folder, "tests.renderer.window.probe", str(notes)) as player:
        player.wait(lambda _: True)
        yield Noted(player, notes)


@pytest.fixture(scope="module")
def running(screen: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Noted]:
    """One program for the tests that leave it running: starting it takes longer than the tests do."""
    with probe(screen, tmp_path_factory.mktemp("probe")) as noted:
        assert noted.notes("resize") == [["resize", 1280, 800, 1.0]]
        yield noted


@pytest.fixture
def noted(running: Noted) -> Noted:
    running.begin_anew()
    return running


def test_the_pointer_is_where_it_is(noted: Noted) -> None:
    player = noted.player
    player.click_at(100, 30)
    noted.wait_for("pressed", 100, 30, "left")
    noted.wait_for("released", 100, 30)
    assert noted.notes("moved")[-1] == ["moved", 100, 30]
    player.do("click", 3)
    noted.wait_for("pressed", 100, 30, "right")
    player.do("click", 4)
    noted.wait_for("wheel", 100, 30, 1)
    player.do("mousemove", *player._at(1279, 799), "mousedown", 1, "mousemove", *player._at(640, 400), "mouseup", 1)
    noted.wait_for("pressed", 1279, 799, "left")
    noted.wait_for("moved", 640, 400)
    noted.wait_for("released", 640, 400)
    # The right button is reported when it goes down, not when it comes up.
    assert [note[0] for note in noted.notes() if note[0] in ("pressed", "released")] == [
        *("pressed", "released", "pressed", "pressed", "released")
    ]
    # Every pixel of the window comes from the frame, the right way up.
    image = player.screenshot()
    places = [(0, 0), (1279, 0), (0, 799), (1279, 799), (641, 401)]
    assert [image.getpixel(place) for place in places] == [
        *((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 255, 255))
    ]


def test_keys_have_their_names(noted: Noted) -> None:
    player = noted.player
    player.key("Up", "Return", "space", "Escape", "Tab", "shift+Tab", "BackSpace", "F1", "KP_5", "ctrl+z", "question")
    player.key("1")
    noted.wait_for("key", "1", False, False)
    assert [note[1:] for note in noted.notes("key")] == [
        ["Up", False, False],
        ["Enter", False, False],
        ["Space", False, False],
        ["Escape", False, False],
        ["Tab", False, False],
        ["Tab", True, False],
        ["Backspace", False, False],
        ["F1", False, False],
        ["5", False, False],
        ["z", False, True],
        ["?", True, False],
        ["1", False, False],
    ]
    player.type("Ab ")
    # No key of this keyboard has the letter: xdotool lends it one for as long as a stroke takes, and a program that is
    # kept waiting is too late to see it.
    for milliseconds in (100, 400, 1600, 6400, 25600):
        player.do("type", "--delay", milliseconds, "é")
        if noted.comes("typed", "é"):
            break
    assert "".join(note[1] for note in noted.notes("typed")).replace("5", "", 1).lstrip() == "?1Ab é"


def test_a_key_counts_again_after_shift_was_let_go_before_it(noted: Noted) -> None:
    for _ in range(3):
        noted.player.do("keydown", "shift", "keydown", "Tab", "keyup", "shift", "keyup", "Tab")
    noted.player.key("1")
    noted.wait_for("key", "1", False, False)
    assert [note[1:] for note in noted.notes("key")] == [*[["Tab", True, False]] * 3, ["1", False, False]]


def test_a_key_that_is_held_repeats(noted: Noted) -> None:
    def pressed() -> list[str]:
        return [note[1] for note in noted.notes("key")]

    noted.player.do("keydown", "Down")
    until(lambda: pressed().count("Down") > 5)
    noted.player.do("keyup", "Down")
    noted.player.key("Left")
    noted.wait_for("key", "Left", False, False)
    assert pressed().count("Left") == 1


def test_an_idle_window_does_next_to_nothing(noted: Noted) -> None:
    """Three per cent is allowed; a busy loop would take all of it."""
    before, began = cpu_seconds(noted.player.process.pid), time.monotonic()
    time.sleep(2)
    assert (cpu_seconds(noted.player.process.pid) - before) / (time.monotonic() - began) < 0.03
    drawn = len(noted.notes("drawn"))
    noted.player.key("a")
    noted.wait_for("key", "a", False, False)
    # A second of animation is tens of frames.
    until(lambda: len(noted.notes("drawn")) >= drawn + 2)


def test_a_new_size_is_told_before_it_is_drawn(noted: Noted, screen: str) -> None:
    player = noted.player
    found = subprocess.run(
        ["xdotool", "search", "--class", "Tilewright"],
        env={**os.environ, "DISPLAY": screen},
        capture_output=True,
        text=True,
        check=True,
    )
    window = found.stdout.split()[0]
    player.do("windowsize", window, 900, 700)
    noted.wait_for("resize", 900, 700, 1.0)
    player.wait(lambda scene: scene["size"] == [900, 700])
    image = player.screenshot()
    assert image.size == (900, 700)
    assert image.getpixel((899, 699)) == (255, 255, 0)


def test_what_is_asked_for_is_done(screen: str, tmp_path: Path) -> None:
    with probe(screen, tmp_path) as noted:
        player = noted.player
        player.key("t")
        noted.wait_for("key", "t", False, False)
        titled = subprocess.run(
            ["xdotool", "search", "--sync", "--name", "^Probe .*Tilewright$"],
            env={**os.environ, "DISPLAY": screen},
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
        assert titled.returncode == 0
        # Without sound, nothing is said about it.
        player.key("s", "h", "c", "f")
        noted.wait_for("resize", 1400, 1000, 1.0)
        assert player.said == ""
        player.key("q")
        assert player.process.wait(PATIENCE) == 0
        assert noted.notes()[-1] == ["close"]


def test_a_signal_closes_it_in_good_order(screen: str, tmp_path: Path) -> None:
    with probe(screen, tmp_path) as noted:
        noted.player.process.send_signal(signal.SIGTERM)
        assert noted.player.process.wait(PATIENCE) == 0
        assert noted.notes()[-1] == ["close"]


def test_a_display_with_finer_pixels_scales_everything(tmp_path: Path) -> None:
    with display(2700, 1800, "Xft.dpi: 192\n") as name, probe(name, tmp_path) as noted:
        player = noted.player
        assert noted.notes("resize") == [["resize", 2560, 1600, 2.0]]
        player.click_at(2000, 1500)
        noted.wait_for("pressed", 2000, 1500, "left")
        image = player.screenshot()
        assert image.size == (2560, 1600)
        assert image.getpixel((2559, 1599)) == (255, 255, 0)


def test_on_a_small_display_the_window_is_smaller(tmp_path: Path) -> None:
    with display(1024, 740) as name, probe(name, tmp_path) as noted:
        assert noted.notes("resize") == [["resize", 1004, 660, 1.0]]


def test_what_is_copied_is_pasted_whole_elsewhere(screen: str, tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with probe(screen, tmp_path / "one") as noted:
        noted.player.key("c")
        noted.wait_for("key", "c", False, False)
        with probe(screen, tmp_path / "other") as other:
            other.player.key("ctrl+v")
            other.wait_for("typed", "won · 🟩🟨⬛ · seed 4711")
