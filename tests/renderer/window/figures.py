"""Plain skins for tests: one colour, whole or round."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.nodes import Node


@dataclass(frozen=True)
class Plain:
    """A rectangle of one colour; `round_` makes it an ellipse on a transparent background."""

    width: int
    height: int
    colour: str
    round_: bool = False

    def draw(self) -> Image.Image:
        if not self.round_:
            return Image.new("RGBA", (self.width, self.height), self.colour)
        image = Image.new("RGBA", (self.width, self.height), (0, 0, 0, 0))
        ImageDraw.Draw(image).ellipse((0, 0, self.width - 1, self.height - 1), fill=self.colour)
        return image


def plain(key: str, x: float, y: float, width: int, height: int, colour: str, **more: float) -> Node:
    """A node of one colour."""
    return Node(key, Plain(width, height, colour), x, y, width, height, 0, **more)
