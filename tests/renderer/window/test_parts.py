"""The small parts of the window: names of keys, the icon, pictures on disk, sounds, and the loop."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from renderer.window.shell import ICON_SIZES, icon, save_screenshot

if TYPE_CHECKING:
    from renderer.window.shell import Shell


@pytest.mark.parametrize("size", ICON_SIZES)
def test_the_icon_has_round_corners_and_four_tiles(size: int) -> None:
    image = icon(size)
    assert (image.size, image.mode) == ((size, size), "RGBA")
    assert [image.getpixel((x, y))[3] < 200 for x in (0, size - 1) for y in (0, size - 1)] == [True] * 4
    quarter, far = round(size * 0.29), round(size * 0.71)
    colours = {image.getpixel(place) for place in ((quarter, quarter), (quarter, far), (far, quarter), (far, far))}
    assert len(colours) == 4


def test_screenshots_never_take_the_place_of_others(tmp_path: Path) -> None:
    image, now = Image.new("RGB", (4, 3), "#123456"), datetime(2031, 5, 7, 8, 9, 10)
    names = [save_screenshot(image, tmp_path / "shots", now).name for _ in range(3)]
    assert names == ["2031-05-07 08.09.10.png", "2031-05-07 08.09.10 2.png", "2031-05-07 08.09.10 3.png"]
    with Image.open(tmp_path / "shots" / names[2]) as read:
        assert (read.size, read.getpixel((3, 2))) == ((4, 3), (18, 52, 86))


def test_names_of_keys(shell: Shell) -> None:
    from pyglet.window import key

    from renderer.window.shell import key_name, with_alt, with_control, with_shift

    symbols = [key.ENTER, key.NUM_ENTER, key.NUM_7, key.F11, key.A, key.QUESTION, key.PAGEDOWN, key.LSHIFT, key.SPACE]
    assert [key_name(symbol) for symbol in symbols] == [
        *("Enter", "Enter", "7", "F11", "a", "?", "PageDown", None, "Space")
    ]
    held = key.MOD_SHIFT | key.MOD_NUMLOCK
    assert (with_shift(held), with_control(held), with_alt(held)) == (True, False, False)
    assert with_control(key.MOD_CTRL) and with_control(key.MOD_COMMAND)
    assert with_alt(key.MOD_ALT)


def test_where_there_is_no_sound_playing_does_nothing(shell: Shell, capfd: pytest.CaptureFixture[str]) -> None:
    from renderer.window.shell import Speakers

    speakers = Speakers()
    for name in ("move", "move", "win"):
        speakers.play(name)
    speakers.volume = 0.2
    speakers.play("wave_1")
    assert capfd.readouterr() == ("", "")


def test_the_loop_keeps_its_pace_and_sleeps_when_nothing_moves(shell: Shell) -> None:
    from renderer.window.shell import FRAME, QUIET, Loop

    now, beats, moving = 10.0, 0, True

    def beat() -> bool:
        nonlocal beats, now
        beats += 1
        now += 0.004
        return moving

    loop = Loop(beat, lambda: now)
    assert loop.idle() == pytest.approx(FRAME - 0.004)
    # Input that arrives before the next frame is due waits for it.
    now += 0.002
    assert (loop.idle(), beats) == (pytest.approx(FRAME - 0.006), 1)
    now += FRAME
    moving = False
    assert (loop.idle(), beats) == (QUIET, 2)
    # Input that arrives later than that is answered at once.
    now += 0.02
    assert (loop.idle(), beats) == (QUIET, 3)
    # A frame that took too long is followed by the next.
    moving, now = True, now + 1
    loop._beat = lambda: beat() and beat() and beat() and beat() and beat()
    assert loop.idle() == 0
