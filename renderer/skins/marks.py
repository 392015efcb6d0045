"""Marks on a board: where one may go, what was done last, where the keyboard is, what a hint means."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PIL import Image, ImageFilter

from renderer.skins.boxed import Boxed, Square
from renderer.skins.masks import box_shadow, ellipse, frame, rounded
from renderer.skins.painting import clear, coloured, faded, lay, without


@dataclass(frozen=True, slots=True)
class Ring(Boxed):
    """A border with round corners, inside of its box. A radius of half the side makes it a circle."""

    width: int
    height: int
    radius: float
    colour: str
    thickness: float = 2

    def draw(self) -> Image.Image:
        """The border."""
        width, height = self.size
        if width == height and 2 * self.radius >= width - 1:
            mask = without(ellipse(width, height), ellipse(width, height, self.thickness))
        else:
            mask = frame(width, height, self.radius, self.thickness)
        return coloured(self.colour, mask)


@dataclass(frozen=True, slots=True)
class Dot(Square):
    """A flat disc: a place where one may go. A rim keeps it visible on a ground of its own colour."""

    side: float
    colour: str
    rim: str | None = None

    def draw(self) -> Image.Image:
        """The disc, on its rim if it has one."""
        side = self.size[0]
        if self.rim is None:
            return coloured(self.colour, ellipse(side, side))
        picture = coloured(self.rim, faded(ellipse(side, side), 0.55))
        lay(picture, self.colour, ellipse(side, side, max(1.0, side * 0.09)))
        return picture


@dataclass(frozen=True, slots=True)
class Halo:
    """A soft glow around a box, which it leaves free: what a hint points at, or what has won."""

    width: int
    height: int
    radius: float
    colour: str

    @property
    def margin(self) -> int:
        """How far the glow reaches."""
        return ceil(3 * self._blur) + max(2, round(min(self.width, self.height) * 0.045))

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return max(1, round(self.width)) + 2 * self.margin, max(1, round(self.height)) + 2 * self.margin

    @property
    def _blur(self) -> float:
        return max(2.0, min(self.width, self.height) * 0.09)

    def draw(self) -> Image.Image:
        """The glow, with a clear line next to the box."""
        margin = self.margin
        wide, high = self.size
        width, height = wide - 2 * margin, high - 2 * margin
        picture = clear(wide, high)
        thick = max(2, round(min(width, height) * 0.045))
        glow = box_shadow(width + 2 * thick, height + 2 * thick, self.radius + thick, self._blur)
        place = (wide - glow.width) // 2
        lay(picture, self.colour, glow, at=(place, place))
        line = rounded(width + 2 * thick, height + 2 * thick, self.radius + thick)
        lay(picture, self.colour, line, at=(margin - thick, margin - thick))
        picture.paste((0, 0, 0, 0), (margin, margin), rounded(width, height, self.radius))
        return picture


@dataclass(frozen=True, slots=True)
class Wash(Boxed):
    """A colour over a box with round corners, seen through: a lit cell, a hovered one."""

    width: int
    height: int
    radius: float
    colour: str
    alpha: float = 0.35
    soft: bool = False

    def draw(self) -> Image.Image:
        """The colour; a soft one fades out at its edge."""
        width, height = self.size
        mask = rounded(width, height, self.radius)
        if self.soft:
            inset = max(1, round(min(width, height) * 0.14))
            inner = Image.new("L", (width, height))
            inner.paste(255, (inset, inset, width - inset, height - inset))
            mask = inner.filter(ImageFilter.GaussianBlur(inset * 0.6))
        return coloured(self.colour, faded(mask, self.alpha))
