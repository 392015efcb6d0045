"""Nodes of which only a part is drawn, in a window and in pictures."""

from struct import Struct
from typing import Any

import pytest
from PIL import Image

from renderer.nodes import Box, Node
from renderer.scene.snapshot import cropped
from renderer.window.canvas import corners
from renderer.window.textures import Patch
from tests.renderer.window.figures import plain

NO_TEXTURE: Any = None
PATCH = Patch(NO_TEXTURE, 0.5, 0.0, 0.75, 0.25, 40, 40)
NODE = plain("token", 20, 30, 40, 40, "#ff0000")


def drawn(node: Node) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The upper left and the lower right corner: where they are on the screen, then in the texture."""
    numbers = Struct("20f").unpack(corners(node, PATCH))
    return numbers[0:4], numbers[15:19]


def clipped(box: Box) -> Node:
    return Node(NODE.key, NODE.skin, NODE.x, NODE.y, NODE.width, NODE.height, NODE.z, clip=box)


@pytest.mark.parametrize(
    ("clip", "upper_left", "lower_right"),
    [
        (Box(0, 0, 400, 400), (20, 30, 0.5, 0.0), (60, 70, 0.75, 0.25)),
        (Box(0, 50, 400, 400), (20, 50, 0.5, 0.125), (60, 70, 0.75, 0.25)),
        (Box(30, 0, 20, 60), (30, 30, 0.5625, 0.0), (50, 60, 0.6875, 0.1875)),
    ],
)
def test_a_part_of_a_node_has_that_part_of_its_picture(
    clip: Box, upper_left: tuple[float, ...], lower_right: tuple[float, ...]
) -> None:
    assert drawn(NODE) == ((20, 30, 0.5, 0.0), (60, 70, 0.75, 0.25))
    assert drawn(clipped(clip)) == (upper_left, lower_right)


def test_nothing_is_left_of_what_lies_outside() -> None:
    (left, top, *_), (right, bottom, *_) = drawn(clipped(Box(0, 100, 400, 400)))
    assert (right - left) * (bottom - top) == 0


def test_a_picture_is_cropped_alike() -> None:
    red = Image.new("RGBA", (4, 4), "#ff0000")
    seen = cropped(red, -2, 1, 3, 9)
    assert [seen.getpixel((x, y))[3] for x, y in ((0, 0), (0, 1), (2, 3), (3, 3))] == [0, 255, 255, 0]
    assert cropped(red, 9, 9, 12, 12).getbbox() is None
