"""The pen for drawing icons, on a square of 24 units."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from PIL import Image, ImageDraw

from renderer.skins.masks import Point

UNITS = 24


class Pen:
    """Draws on a large mask in units of the icon. With `ink` 0 it erases, unless the pen is `whole`: then it draws the
    parts that would be cut out."""

    def __init__(self, side: int, whole: bool = False) -> None:
        self.picture = Image.new("L", (side, side))
        self._draw = ImageDraw.Draw(self.picture)
        self._unit = side / UNITS
        self._whole = whole

    def _at(self, x: float, y: float) -> Point:
        return x * self._unit - 0.5, y * self._unit - 0.5

    def shape(self, points: Sequence[Point], ink: int = 255, soft: float = 0.0) -> None:
        """A filled shape; `soft` thickens it with a round pen."""
        if self._whole and not ink:
            return
        self._draw.polygon([self._at(*point) for point in points], fill=ink)
        if soft:
            self.line([*points, points[0]], soft, ink)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        """A filled disc."""
        if self._whole and not ink:
            return
        self._draw.ellipse((*self._at(x - radius, y - radius), *self._at(x + radius, y + radius)), fill=ink)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle whose line is centred on the radius."""
        self.arc(x, y, radius, 0, 360, width, ends=False)

    def line(self, points: Sequence[Point], width: float, ink: int = 255) -> None:
        """A line with round ends and bends."""
        if self._whole and not ink:
            return
        placed = [self._at(*point) for point in points]
        self._draw.line(placed, fill=ink, width=max(1, round(width * self._unit)))
        for x, y in points:
            self.disc(x, y, width / 2, ink)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, width: float, ends: bool = True) -> None:
        """A part of a circle, clockwise in degrees from the right, with round ends."""
        outer = radius + width / 2
        box = (*self._at(x - outer, y - outer), *self._at(x + outer, y + outer))
        self._draw.arc(box, start, end, fill=255, width=max(1, round(width * self._unit)))
        if ends:
            for angle in (start, end):
                self.disc(x + radius * cos(radians(angle)), y + radius * sin(radians(angle)), width / 2)

    def box(self, x: float, y: float, width: float, height: float, radius: float, ink: int = 255) -> None:
        """A filled box with round corners."""
        if self._whole and not ink:
            return
        self._draw.rounded_rectangle((*self._at(x, y), *self._at(x + width, y + height)), radius * self._unit, fill=ink)
