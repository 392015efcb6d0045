"""Marks on a board: legal targets, the last move, hints; and pips as on dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageFilter

from renderer.skins.icons import icon_mask
from renderer.skins.masks import box_shadow, ellipse, frame, rounded
from renderer.skins.paint import clear, coloured, faded, lay, without
from renderer.skins.skin import Boxed, Square

MOST = 12
"""More pips than this cannot be told at a glance: they are written as a number."""
DOT = "dot"
DOT_GROWTH = 1.9
"""A dot fills less of its box than other icons do."""
_DIAGONAL = {1: ((0.5, 0.5),), 2: ((0.26, 0.26), (0.74, 0.74)), 3: ((0.2, 0.2), (0.5, 0.5), (0.8, 0.8))}
_ROWS = {
    4: (2, 0, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (3, 1, 3), 8: (3, 2, 3),
    9: (3, 3, 3), 10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4),
}  # fmt: skip
"""How many pips stand in the upper, middle and lower row."""
_ACROSS = {0: (), 1: (0.5,), 2: (0.24, 0.76), 3: (0.17, 0.5, 0.83), 4: (0.13, 0.377, 0.623, 0.87)}
_DOWN = (0.17, 0.5, 0.83)


def places(count: int) -> tuple[tuple[float, float], ...]:
    """The centres of up to twelve pips, as shares of the room that they have."""
    if count in _DIAGONAL:
        return _DIAGONAL[count]
    rows = _ROWS.get(count, ())
    return tuple((x, y) for number, y in zip(rows, _DOWN, strict=False) for x in _ACROSS[number])


def _share(count: int) -> float:
    """The share of the room that one pip takes up."""
    return {1: 0.62, 2: 0.42, 3: 0.32, 4: 0.38}.get(count, 0.29 if count < 10 else 0.235)


@lru_cache(maxsize=512)
def pip_mask(icon: str | None, count: int, width: int, height: int) -> Image.Image:
    """A number of pips in a box, as a mask."""
    mask = Image.new("L", (width, height))
    name = icon or DOT
    side = max(2, round(min(width, height) * _share(count) * (DOT_GROWTH if name == DOT else 1.0)))
    sign = icon_mask(name, side)
    for x, y in places(count):
        one = Image.new("L", (width, height))
        one.paste(sign, (round(x * width - side / 2), round(y * height - side / 2)))
        mask = ImageChops.lighter(mask, one)
    return mask


@dataclass(frozen=True, slots=True)
class Pips(Square):
    """Pips on their own in a cell."""

    icon: str | None
    count: int
    side: int
    colour: str

    def draw(self) -> Image.Image:
        """The pips in their colour."""
        return coloured(self.colour, pip_mask(self.icon, self.count, self.side, self.side))


@dataclass(frozen=True, slots=True)
class Ring(Boxed):
    """A border with round corners, inside its box. A radius of half the side makes it a circle."""

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
    """A flat disc: a legal target. A rim keeps it visible on a background of its own colour."""

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
    """A soft glow around a box, which stays clear: for what a hint points out, or what has won."""

    width: int
    height: int
    radius: float
    colour: str

    @property
    def margin(self) -> int:
        """How far the glow extends."""
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
    """A translucent colour over a box with round corners: a highlighted cell, or one under the pointer."""

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
