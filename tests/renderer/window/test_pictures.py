"""Every shipped game on the graphics card: at the start, in the middle and at the end, the same as drawn by Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from interpreter import load
from interpreter.spec import catalogue
from renderer.motion.animation import Frame
from renderer.nodes import Scene
from renderer.scene.snapshot import snapshot
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.shot import play_on
from renderer.skins import image_of
from renderer.skins.theme import Size, theme
from renderer.window.canvas import Canvas
from renderer.window.textures import Textures
from runtime.session import draft as drafts
from runtime.session.session import Session
from runtime.show import present, viewer_of
from tests.shipped import GAMES

if TYPE_CHECKING:
    from renderer.window.shell import Shell

LARGE, SMALL = Size(1280, 800), Size(800, 600)
MIDDLE, END = 30, 400


@pytest.fixture(scope="module")
def canvas(shell: Shell) -> Canvas:
    """One canvas for all games, as if somebody played them all in an evening."""
    return Canvas(shell.ctx, Textures(shell.ctx, image_of))


def picture(session: Session, size: Size, name: str) -> Scene:
    """The table; if the game is over, with the card that says so."""
    shown = present(session, drafts.begin(session.state), viewer_of(session))
    overlay = "result" if shown.over and "result" in shown.overlays else None
    return scene(shown, Ui(overlay=overlay, keyboard=True), size, theme(name))


def compare(one: Image.Image, other: Image.Image) -> None:
    """The two round differently where something is half transparent, such as the veil behind a card: by one, rarely by
    two."""
    assert one.size == other.size
    difference = ImageChops.difference(one, other)
    assert max(high for _, high in ImageStat.Stat(difference).extrema) <= 3
    assert max(ImageStat.Stat(difference).mean) < 0.6
    counts = difference.histogram()
    beyond_one = sum(counts[256 * band + value] for band in range(3) for value in range(2, 256))
    assert beyond_one < 0.001 * 3 * one.width * one.height


@pytest.mark.parametrize("game", GAMES)
def test_a_game_looks_the_same_in_the_window_and_in_a_snapshot(game: str, canvas: Canvas) -> None:
    session = Session(load(catalogue.shipped()[game]), seed=1)
    for version, (moves, size, name) in enumerate(((0, LARGE, "dark"), (MIDDLE, SMALL, "light"), (END, LARGE, "dark"))):
        play_on(session, moves, ["random"])
        shown = picture(session, size, name)
        # Half of it is at rest and half of it moves: together they are the whole.
        half = len(shown.nodes) // 2
        frame = Frame(shown.nodes[:half], hash((game, version)), shown.nodes[half:])
        compare(canvas.image(frame, shown.size), snapshot(shown, theme(name)))


def test_a_difference_is_found(canvas: Canvas) -> None:
    """A comparison that never finds anything would be worthless: one more stone is noticed."""
    session = Session(load("tic_tac_toe"), seed=1)
    before = picture(session, LARGE, "dark")
    play_on(session, 1, ["random"])
    after = picture(session, LARGE, "dark")
    drawn = canvas.image(Frame(before.nodes, hash("before"), ()), before.size)
    compare(drawn, snapshot(before, theme("dark")))
    with pytest.raises(AssertionError):
        compare(drawn, snapshot(after, theme("dark")))
