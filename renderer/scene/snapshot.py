"""A scene as a picture, without a window: for README pictures, thumbnails and tests."""

from __future__ import annotations

from math import floor

from PIL import Image

from renderer.nodes import Node, Scene
from renderer.skins import images_of
from renderer.skins.paint import faded, gradient, put_all
from renderer.skins.theme import Theme


def snapshot(scene: Scene, theme: Theme) -> Image.Image:
    """The picture of a scene on the background of a theme: nodes in their order, at whole pixels."""
    width, height = scene.size
    picture = gradient(width, height, theme.background, theme.background_low).convert("RGBA")
    seen = [node for node in scene.nodes if node.alpha > 0]
    images = images_of([node.skin for node in seen])
    put_all(picture, [_placed(image, node) for image, node in zip(images, seen, strict=True)])
    return picture.convert("RGB")


def _placed(drawn: Image.Image, node: Node) -> tuple[Image.Image, int, int]:
    """The picture of a node as it appears, and its place."""
    x, y = round(node.x), round(node.y)
    if node.scale != 1 or node.angle % 360:
        drawn, x, y = _turned(drawn, node)
    elif node.clip is not None:
        box = (node.clip.x - x, node.clip.y - y, node.clip.right - x, node.clip.bottom - y)
        drawn = cropped(drawn, *(round(side) for side in box))
    if node.alpha < 1:
        drawn = drawn.copy()
        drawn.putalpha(faded(drawn.getchannel("A"), node.alpha))
    return drawn, x, y


def cropped(drawn: Image.Image, left: int, top: int, right: int, bottom: int) -> Image.Image:
    """A picture cut to the part within a box."""
    seen = Image.new("RGBA", drawn.size)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, drawn.width), min(bottom, drawn.height)
    if left < right and top < bottom:
        seen.paste(drawn.crop((left, top, right, bottom)), (left, top))
    return seen


def _turned(drawn: Image.Image, node: Node) -> tuple[Image.Image, int, int]:
    """A picture scaled and turned clockwise about the centre of its node, and its new place."""
    middle = round(node.x) + drawn.width / 2, round(node.y) + drawn.height / 2
    if node.scale != 1:
        size = max(1, round(drawn.width * node.scale)), max(1, round(drawn.height * node.scale))
        drawn = drawn.resize(size, Image.Resampling.BILINEAR)
    if node.angle % 360:
        drawn = drawn.rotate(-node.angle, Image.Resampling.BILINEAR, expand=True)
    return drawn, floor(middle[0] - drawn.width / 2 + 0.5), floor(middle[1] - drawn.height / 2 + 0.5)
