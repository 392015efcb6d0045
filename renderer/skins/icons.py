"""Icons: small signs in one colour, drawn with a pen on a square of 24 units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, radians, sin

from PIL import Image, ImageDraw

from renderer.skins.masks import Point, star_points
from renderer.skins.paint import coloured
from renderer.skins.skin import Square

UNITS = 24
LEAST = 192
"""Icons are drawn at least this large before they are reduced."""


class Pen:
    """Draws on a large mask in units of the icon. `ink` 0 rubs out."""

    def __init__(self, side: int) -> None:
        self.picture = Image.new("L", (side, side))
        self._draw = ImageDraw.Draw(self.picture)
        self._unit = side / UNITS

    def _at(self, x: float, y: float) -> Point:
        return x * self._unit - 0.5, y * self._unit - 0.5

    def shape(self, points: Sequence[Point], ink: int = 255, soft: float = 0.0) -> None:
        """A filled shape; `soft` makes it thicker by a round pen."""
        self._draw.polygon([self._at(*point) for point in points], fill=ink)
        if soft:
            self.line([*points, points[0]], soft, ink)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        """A filled disc."""
        self._draw.ellipse((*self._at(x - radius, y - radius), *self._at(x + radius, y + radius)), fill=ink)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle whose line has its middle on the radius."""
        self.arc(x, y, radius, 0, 360, width, ends=False)

    def line(self, points: Sequence[Point], width: float, ink: int = 255) -> None:
        """A line with round ends and bends."""
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
        self._draw.rounded_rectangle((*self._at(x, y), *self._at(x + width, y + height)), radius * self._unit, fill=ink)


LINE = 2.4


def _star(pen: Pen) -> None:
    points = [(x + 1.9, y + 1.7) for x, y in star_points(20.2, 19.4)]
    pen.shape(points, soft=1.0)


def _dot(pen: Pen) -> None:
    pen.disc(12, 12, 5)


def _cross(pen: Pen) -> None:
    pen.line([(5, 5), (19, 19)], 4)
    pen.line([(19, 5), (5, 19)], 4)


def _crown(pen: Pen) -> None:
    pen.shape([(3.4, 8), (8.2, 12.4), (12, 5.4), (15.8, 12.4), (20.6, 8), (18.8, 17), (5.2, 17)], soft=1)
    for x, y in ((3.2, 7.2), (12, 4.6), (20.8, 7.2)):
        pen.disc(x, y, 1.7)
    pen.box(5, 18.6, 14, 2.2, 1)


def _flag(pen: Pen) -> None:
    pen.line([(6, 3.5), (6, 21)], 2.2)
    pen.shape([(6.6, 4), (19.2, 8.2), (6.6, 13)], soft=1)


def _lock(pen: Pen) -> None:
    pen.arc(12, 9, 4.4, 180, 360, LINE, ends=False)
    pen.box(6.4, 9, 2.4, 4, 0)
    pen.box(15.2, 9, 2.4, 4, 0)
    pen.box(4.4, 11, 15.2, 10.4, 2.2)
    pen.disc(12, 15.2, 1.8, 0)
    pen.line([(12, 15.4), (12, 18.2)], 1.5, 0)


def _arrow(pen: Pen) -> None:
    pen.line([(4, 12), (19, 12)], 3)
    pen.line([(13, 5.6), (19.6, 12), (13, 18.4)], 3)


def _ring(pen: Pen) -> None:
    pen.ring(12, 12, 7.6, 3.8)


def _square(pen: Pen) -> None:
    pen.box(4, 4, 16, 16, 1.5)


def _diamond(pen: Pen) -> None:
    pen.shape([(12, 2), (20.5, 12), (12, 22), (3.5, 12)], soft=0.6)


def _triangle(pen: Pen) -> None:
    pen.shape([(12, 3), (21.5, 20), (2.5, 20)], soft=0.6)


def _mine(pen: Pen) -> None:
    for x, y in ((12, 2.2), (21.8, 12), (19, 5), (19, 19)):
        pen.line([(x, y), (24 - x, 24 - y)], 2.2)
    pen.disc(12, 12, 6.6)
    pen.disc(9.8, 9.8, 1.7, 0)


def _undo(pen: Pen) -> None:
    pen.line([(8.6, 4.6), (4, 9.2), (8.6, 13.8)], LINE)
    pen.line([(4.4, 9.2), (14.4, 9.2)], LINE)
    pen.arc(14.4, 14.4, 5.2, 270, 450, LINE)
    pen.line([(14.4, 19.6), (9, 19.6)], LINE)


def _hint(pen: Pen) -> None:
    pen.disc(12, 9.2, 6.8)
    pen.shape([(7.2, 12.5), (16.8, 12.5), (14.9, 17.2), (9.1, 17.2)])
    pen.disc(12, 9.2, 4.6, 0)
    pen.shape([(9.4, 12.4), (14.6, 12.4), (13.2, 15.2), (10.8, 15.2)], 0)
    pen.box(9, 18, 6, 1.7, 0.8)
    pen.box(9.9, 20.4, 4.2, 1.9, 0.9)


def _restart(pen: Pen) -> None:
    pen.arc(12, 13, 7.6, 270, 540, LINE)
    pen.shape([(12, 1.6), (6.4, 5.4), (12, 9.2)], soft=0.8)


def _menu(pen: Pen) -> None:
    for y in (6, 12, 18):
        pen.line([(4.6, y), (19.4, y)], 2.6)


def _play(pen: Pen) -> None:
    pen.shape([(7.6, 5), (19, 12), (7.6, 19)], soft=1.6)


def _pause(pen: Pen) -> None:
    pen.box(5.8, 4.4, 4.4, 15.2, 1.2)
    pen.box(13.8, 4.4, 4.4, 15.2, 1.2)


def _next(pen: Pen) -> None:
    pen.line([(8.6, 4.8), (15.8, 12), (8.6, 19.2)], 3)


def _close(pen: Pen) -> None:
    pen.line([(6, 6), (18, 18)], 2.8)
    pen.line([(18, 6), (6, 18)], 2.8)


def _search(pen: Pen) -> None:
    pen.ring(10.2, 10.2, 6.2, LINE)
    pen.line([(15, 15), (20.4, 20.4)], 3)


def _check(pen: Pen) -> None:
    pen.line([(4.4, 12.8), (9.6, 18), (19.6, 6.4)], 3.2)


def _trophy(pen: Pen) -> None:
    pen.arc(6.4, 7.6, 3.3, 60, 290, 1.8)
    pen.arc(17.6, 7.6, 3.3, 250, 480, 1.8)
    pen.shape([(6.6, 3.2), (17.4, 3.2), (16.8, 9.4), (14.4, 13.2), (9.6, 13.2), (7.2, 9.4)], soft=0.8)
    pen.box(10.9, 13, 2.2, 5, 0)
    pen.box(7, 17.4, 10, 3.6, 1)


def _heart(pen: Pen) -> None:
    points: list[Point] = []
    for step in range(48):
        angle = 2 * pi * step / 48
        x = 16 * sin(angle) ** 3
        y = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
        points.append((12 + x * 0.6, 11.3 - y * 0.6))
    pen.shape(points)


def _clock(pen: Pen) -> None:
    pen.ring(12, 12, 8.6, LINE)
    pen.line([(12, 6.8), (12, 12), (15.6, 14.2)], 2.2)


def _help(pen: Pen) -> None:
    pen.arc(12, 8.6, 4.6, 175, 410, 2.8)
    pen.line([(14.9, 12.1), (12, 14.2), (12, 15.4)], 2.8)
    pen.disc(12, 20, 1.8)


def _settings(pen: Pen) -> None:
    points: list[Point] = []
    for tooth in range(8):
        middle = 2 * pi * tooth / 8
        for turn, reach in ((-0.29, 7.2), (-0.17, 10.2), (0.17, 10.2), (0.29, 7.2)):
            points.append((12 + reach * sin(middle + turn), 12 - reach * cos(middle + turn)))
    pen.shape(points, soft=0.6)
    pen.disc(12, 12, 3.3, 0)


def _sliders(pen: Pen) -> None:
    for y, knob in ((5.6, 15.6), (12, 8.4), (18.4, 14)):
        pen.line([(3.4, y), (20.6, y)], 2)
        pen.disc(knob, y, 3.4, 0)
        pen.disc(knob, y, 2.6)


def _bars(pen: Pen) -> None:
    for x, top in ((3.6, 12.4), (9.8, 4), (16, 8.6)):
        pen.box(x, top, 4.4, 20.4 - top, 1)


def _gallery(pen: Pen) -> None:
    for x in (3.6, 13.2):
        for y in (3.6, 13.2):
            pen.box(x, y, 7.2, 7.2, 1.6)


def _full(pen: Pen) -> None:
    for x, across in ((4.4, 5), (19.6, -5)):
        for y, down in ((4.4, 5), (19.6, -5)):
            pen.line([(x + across, y), (x, y), (x, y + down)], LINE)


Drawing = Callable[[Pen], None]
SHAPES: dict[str, Drawing] = {
    "star": _star, "dot": _dot, "cross": _cross, "crown": _crown, "flag": _flag, "lock": _lock, "arrow": _arrow,
    "ring": _ring, "square": _square, "diamond": _diamond, "triangle": _triangle, "mine": _mine, "undo": _undo,
    "hint": _hint, "restart": _restart, "menu": _menu,
    "play": _play, "pause": _pause, "next": _next, "close": _close, "search": _search, "check": _check,
    "trophy": _trophy, "heart": _heart, "clock": _clock, "help": _help, "settings": _settings, "gallery": _gallery,
    "full": _full, "sliders": _sliders, "bars": _bars,
}  # fmt: skip
MIRRORED = {"redo": "undo", "back": "next"}
"""Icons that are others seen in a mirror."""
NAMES: tuple[str, ...] = (*SHAPES, *MIRRORED)


@lru_cache(maxsize=512)
def icon_mask(name: str, side: int) -> Image.Image:
    """An icon as a mask. Raises KeyError for a name that no icon has."""
    if name in MIRRORED:
        return icon_mask(MIRRORED[name], side).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    times = max(4, -(-LEAST // max(1, side)))
    pen = Pen(max(1, side) * times)
    SHAPES[name](pen)
    return pen.picture.reduce(times)


@dataclass(frozen=True, slots=True)
class Icon(Square):
    """An icon in a square box."""

    name: str
    side: float
    colour: str

    def draw(self) -> Image.Image:
        """The icon in its colour."""
        return coloured(self.colour, icon_mask(self.name, self.size[0]))
