"""Frames on the graphics card, read back pixel by pixel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from renderer.motion.animation import Frame
from renderer.nodes import Node
from renderer.window.canvas import Canvas
from renderer.window.textures import MOST_PAGES, PAGE, Textures
from tests.renderer.window.figures import Plain, plain

if TYPE_CHECKING:
    from renderer.window.shell import Shell

SIZE = (120, 80)
BACK = plain("back", 0, 0, 120, 80, "#102030")
RED = plain("red", 10, 20, 30, 40, "#ff0000")
GREEN = plain("green", 25, 30, 30, 10, "#00ff00")


@pytest.fixture
def canvas(shell: Shell) -> Canvas:
    return Canvas(shell.ctx, Textures(shell.ctx, lambda skin: skin.draw()))


def drawn(canvas: Canvas, still: tuple[Node, ...], moving: tuple[Node, ...] = (), version: int = 1) -> Image.Image:
    return canvas.image(Frame(still, version, moving), SIZE)


def colours(image: Image.Image) -> dict[object, int]:
    """How many pixels there are of each colour."""
    return {colour: count for count, colour in image.getcolors() or []}


def pixel(image: Image.Image, x: int, y: int) -> object:
    return image.getpixel((x, y))


def test_nodes_stand_where_they_should_the_last_one_on_top(canvas: Canvas) -> None:
    image = drawn(canvas, (BACK, RED, GREEN))
    assert image.size == SIZE
    assert colours(image) == {
        (255, 0, 0): 30 * 40 - 15 * 10,
        (0, 255, 0): 30 * 10,
        (16, 32, 48): 120 * 80 - 30 * 40 - 15 * 10,
    }
    assert [pixel(image, *at) for at in ((10, 20), (9, 20), (10, 19), (39, 59), (40, 59), (39, 60))] == [
        (255, 0, 0),
        (16, 32, 48),
        (16, 32, 48),
        (255, 0, 0),
        (16, 32, 48),
        (16, 32, 48),
    ]
    assert pixel(image, 25, 30) == (0, 255, 0)


def test_places_are_rounded_to_whole_pixels(canvas: Canvas) -> None:
    near = drawn(canvas, (BACK, replace(RED, x=10.4, y=19.6)))
    assert ImageChops.difference(near, drawn(canvas, (BACK, RED), version=2)).getbbox() is None


def test_alpha_mixes_with_what_is_beneath(canvas: Canvas) -> None:
    image = drawn(canvas, (BACK, replace(RED, alpha=0.5)))
    assert pixel(image, 20, 40) in [(136, 16, 24), (135, 16, 24)]


def test_scale_and_angle_are_about_the_middle(canvas: Canvas) -> None:
    turned = drawn(canvas, (BACK,), (replace(GREEN, angle=90.0),))
    # 30 × 10 around (40, 35) becomes 10 × 30.
    assert [pixel(turned, *at) for at in ((36, 21), (44, 48))] == [(0, 255, 0)] * 2
    assert [pixel(turned, *at) for at in ((27, 35), (53, 35))] == [(16, 32, 48)] * 2
    larger = drawn(canvas, (BACK,), (replace(GREEN, scale=2.0),))
    assert [pixel(larger, *at) for at in ((12, 27), (67, 42))] == [(0, 255, 0)] * 2


def test_positive_angles_turn_clockwise(canvas: Canvas) -> None:
    """A bar that points to the right points down and to the right after an eighth of a turn."""
    bar = plain("bar", 20, 38, 80, 4, "#ffffff", angle=45.0)
    image = drawn(canvas, (BACK,), (bar,))
    assert pixel(image, 60 + 20, 40 + 20) == (255, 255, 255)
    assert pixel(image, 60 + 20, 40 - 20) == (16, 32, 48)


def test_what_moves_leaves_no_trace(canvas: Canvas) -> None:
    before = drawn(canvas, (BACK, RED))
    drawn(canvas, (BACK, RED), (GREEN,))
    assert ImageChops.difference(before, drawn(canvas, (BACK, RED))).getbbox() is None


def test_a_partial_redraw_gives_the_same_as_a_whole_one(canvas: Canvas, shell: Shell) -> None:
    """What changes is above some nodes and beneath others, and half transparent."""
    veil = replace(plain("veil", 15, 25, 60, 30, "#ffff00"), alpha=0.4)
    states = [
        (BACK, RED, GREEN, veil),
        (BACK, RED, replace(GREEN, x=60), veil),
        (BACK, replace(RED, skin=Plain(30, 40, "#8800ff", True)), replace(GREEN, x=60), veil),
        (BACK, GREEN, veil),
        (BACK, RED, GREEN),
    ]
    for version, nodes in enumerate(states):
        fresh = Canvas(shell.ctx, Textures(shell.ctx, lambda skin: skin.draw()))
        step, whole = drawn(canvas, nodes, version=version), drawn(fresh, nodes)
        assert ImageChops.difference(step, whole).getbbox() is None


def test_the_same_version_is_not_drawn_again(canvas: Canvas) -> None:
    before = drawn(canvas, (BACK, RED))
    assert ImageChops.difference(before, drawn(canvas, (BACK,))).getbbox() is None
    assert ImageChops.difference(before, drawn(canvas, (BACK,), version=2)).getbbox() == (10, 20, 40, 60)


def test_another_size_begins_anew(canvas: Canvas) -> None:
    drawn(canvas, (BACK, RED))
    wide = canvas.image(Frame((plain("back", 0, 0, 200, 90, "#445566"), RED), 1, ()), (200, 90))
    assert wide.size == (200, 90)
    assert colours(wide) == {(255, 0, 0): 1200, (68, 85, 102): 200 * 90 - 1200}


# Thousands of pictures


def skins(count: int, first: int = 0) -> list[Plain]:
    """Different pictures of the size of short texts."""
    return [Plain(60 + number % 90, 16 + number % 7, f"#{number:06x}") for number in range(first, first + count)]


def test_a_long_evening_of_texts_stays_on_one_page(shell: Shell) -> None:
    drawn_skins = 0

    def image_of(skin: Plain) -> Image.Image:
        nonlocal drawn_skins
        drawn_skins += 1
        return skin.draw()

    textures = Textures(shell.ctx, image_of)
    standing = skins(100)
    for number in range(200):
        textures.patches([*standing, *skins(50, 1000 + 50 * number)])
    assert textures.pages == 1
    assert textures.held < 2500
    # Nodes at rest are redrawn only when the page has been emptied, which the new pictures make necessary a few times.
    assert 10_000 + 100 <= drawn_skins <= 10_000 + 100 * 12


def test_pages_are_added_while_all_of_it_is_shown_and_no_more_than_some(shell: Shell) -> None:
    textures = Textures(shell.ctx, lambda skin: skin.draw())
    large = [Plain(500, 500, f"#{number:06x}") for number in range(16 * MOST_PAGES + 10)]
    first = textures.patches(large[:20])
    assert textures.pages == 2
    assert len({(patch.texture, patch.left, patch.top) for patch in first}) == 20
    everything = textures.patches(large)
    assert textures.pages == MOST_PAGES
    assert len({(patch.texture, patch.left, patch.top) for patch in everything}) == len(large)


def test_a_patch_is_where_its_picture_was_written(shell: Shell) -> None:
    textures = Textures(shell.ctx, lambda skin: skin.draw())
    for patch, skin in zip(textures.patches(skins(40)), skins(40), strict=True):
        assert (patch.width, patch.height) == (skin.width, skin.height)
        assert round((patch.right - patch.left) * PAGE) == skin.width
        assert round((patch.bottom - patch.top) * PAGE) == skin.height


def test_large_pictures_are_forgotten_when_they_are_many(shell: Shell) -> None:
    """Each has four million pixels; sixteen million are kept beyond those that are shown."""
    textures = Textures(shell.ctx, lambda skin: skin.draw())
    for number in range(8):
        textures.patches([Plain(2048, 2048, f"#0000{number:02x}")])
    assert textures.held == 4
