"""Icons: small signs in one colour, drawn with a pen on a square of 24 units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops, ImageOps

from interpreter.spec.model import BLACK_SUITS, RED_SUITS
from renderer.skins.masks import Point, star_points
from renderer.skins.men import MEN
from renderer.skins.paint import coloured, without
from renderer.skins.pen import Pen
from renderer.skins.skin import Square
from renderer.skins.symbols import SYMBOLS

LEAST = 192
"""Icons are drawn at least this large before they are reduced."""
EDGE, LEAST_EDGE = 0.026, 0.9
"""How thick the edge of a figure is, as a share of its size, and at least, in pixels."""
ROUND = 16
"""In how many directions the edge of a figure is measured."""
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


def _copy(pen: Pen) -> None:
    pen.box(3.6, 3.6, 12, 12, 2.4)
    pen.box(5.9, 5.9, 7.4, 7.4, 0.6, 0)
    pen.box(7.4, 7.4, 14.2, 14.2, 3, 0)
    pen.box(8.6, 8.6, 12, 12, 2.4)


def _trophy(pen: Pen) -> None:
    pen.arc(6.4, 7.6, 3.3, 60, 290, 1.8)
    pen.arc(17.6, 7.6, 3.3, 250, 480, 1.8)
    pen.shape([(6.6, 3.2), (17.4, 3.2), (16.8, 9.4), (14.4, 13.2), (9.6, 13.2), (7.2, 9.4)], soft=0.8)
    pen.box(10.9, 13, 2.2, 5, 0)
    pen.box(7, 17.4, 10, 3.6, 1)


def _heart(pen: Pen) -> None:
    pen.shape([(12 + x * 0.6, 11.3 - y * 0.6) for x, y in _heart_curve()])


def _hearts(pen: Pen) -> None:
    points = [(12 + x * 0.62, 11.4 - y * 0.64) for x, y in _heart_curve()]
    pen.shape(points)


def _spades(pen: Pen) -> None:
    points = [(12 + x * 0.58, 10.2 + y * 0.54) for x, y in _heart_curve()]
    pen.shape(points)
    _stem(pen)


def _clubs(pen: Pen) -> None:
    for x, y in ((12, 6.6), (6.7, 13.6), (17.3, 13.6)):
        pen.disc(x, y, 4.7)
    pen.shape([(10.2, 9), (13.8, 9), (13.8, 15.4), (10.2, 15.4)])
    _stem(pen)


def _stem(pen: Pen) -> None:
    """The foot of a spade or a club: narrow at the top, with concave sides."""
    left = [(11.2, 13.0), (11.0, 16.8), (10.2, 19.4), (8.0, 21.9)]
    pen.shape([*left, *((24 - x, y) for x, y in reversed(left))])


def _diamonds(pen: Pen) -> None:
    points: list[Point] = []
    tips = ((12.0, 1.6), (20.4, 12.0), (12.0, 22.4), (3.6, 12.0), (12.0, 1.6))
    for tip, next_tip in pairwise(tips):
        for step in range(6):
            share = step / 6
            x, y = (a + (b - a) * share for a, b in zip(tip, next_tip, strict=True))
            # Its sides are a little hollow.
            pull = 0.11 * 4 * share * (1 - share)
            points.append((x + (12 - x) * pull, y + (12 - y) * pull))
    pen.shape(points)


def _heart_curve() -> list[Point]:
    """A heart around (0, 0), 32 wide, with its point at the bottom."""
    found: list[Point] = []
    for step in range(72):
        angle = 2 * pi * step / 72
        found.append((16 * sin(angle) ** 3, 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)))
    return found


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


def _pencil(pen: Pen) -> None:
    pen.shape([(3.2, 20.8), (4.6, 15.2), (8.8, 19.4)], soft=0.8)
    pen.shape([(6.2, 13.6), (14.6, 5.2), (18.8, 9.4), (10.4, 17.8)], soft=0.8)
    pen.shape([(16.2, 3.6), (17.4, 2.6), (21.4, 6.6), (20.4, 7.8)], soft=1.2)


def _shuffle(pen: Pen) -> None:
    for first, last in ((7, 17), (17, 7)):
        pen.line([(2.8, first), (7.4, first), (13.6, last), (17.6, last)], 2.2)
        pen.shape([(16.6, last - 3.8), (21.8, last), (16.6, last + 3.8)], soft=0.6)


Drawing = Callable[[Pen], None]
SHAPES: dict[str, Drawing] = {
    "star": _star, "dot": _dot, "cross": _cross, "crown": _crown, "flag": _flag, "lock": _lock, "arrow": _arrow,
    "ring": _ring, "square": _square, "diamond": _diamond, "triangle": _triangle, "mine": _mine, "undo": _undo,
    "clubs": _clubs, "diamonds": _diamonds, "hearts": _hearts, "spades": _spades,
    "hint": _hint, "restart": _restart, "menu": _menu,
    "play": _play, "pause": _pause, "next": _next, "close": _close, "search": _search, "check": _check,
    "trophy": _trophy, "heart": _heart, "clock": _clock, "help": _help, "settings": _settings, "gallery": _gallery,
    "full": _full, "sliders": _sliders, "bars": _bars, "pencil": _pencil, "shuffle": _shuffle, "copy": _copy,
    **MEN, **SYMBOLS,
}  # fmt: skip
SUIT_RED, SUIT_BLACK = "#c4203a", "#1b1d24"
MIRRORED = {"redo": "undo", "back": "next"}
"""Icons that are others seen in a mirror."""
NAMES: tuple[str, ...] = (*SHAPES, *MIRRORED)


def own_ink(name: str | None) -> str | None:
    """The colour that an icon has of its own: suits of cards are red or black."""
    return SUIT_RED if name in RED_SUITS else SUIT_BLACK if name in BLACK_SUITS else None


@lru_cache(maxsize=512)
def icon_mask(name: str, side: int) -> Image.Image:
    """An icon as a mask. Raises KeyError for a name that no icon has."""
    if name in MIRRORED:
        return icon_mask(MIRRORED[name], side).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    times = _times(side)
    return _drawn(name, max(1, side) * times).reduce(times)


def _times(side: int) -> int:
    """The factor by which an icon is drawn larger than it appears."""
    return max(4, -(-LEAST // max(1, side)))


def _drawn(name: str, side: int, whole: bool = False) -> Image.Image:
    pen = Pen(side, whole)
    SHAPES[name](pen)
    return pen.picture


class Masks(NamedTuple):
    """The masks through which a figure is painted: its whole outline, the lines within it, and its edge."""

    whole: Image.Image
    lines: Image.Image
    edge: Image.Image


@lru_cache(maxsize=256)
def figure_masks(name: str, side: int) -> Masks:
    """An icon as the masks of a figure, which has no holes: gaps in the icon become lines on it."""
    times = _times(side)
    large = side * times
    whole = _drawn(name, large, whole=True)
    thick = max(EDGE * large, LEAST_EDGE * times)
    edge = without(whole, _thinner(whole, thick))
    lines = without(whole, _drawn(name, large))
    return Masks(*(mask.reduce(times) for mask in (whole, lines, edge)))


def _thinner(mask: Image.Image, thick: float) -> Image.Image:
    """A shape without its edge: what is left where a disc of that size fits."""
    room = round(thick) + 1
    wide = ImageOps.expand(mask, room)
    found = mask
    for step in range(ROUND):
        angle = 2 * pi * step / ROUND
        x, y = room + round(thick * cos(angle)), room + round(thick * sin(angle))
        found = ImageChops.darker(found, wide.crop((x, y, x + mask.width, y + mask.height)))
    return found


@dataclass(frozen=True, slots=True)
class Icon(Square):
    """An icon in a square box."""

    name: str
    side: float
    colour: str

    def draw(self) -> Image.Image:
        """The icon in its colour."""
        return coloured(self.colour, icon_mask(self.name, self.size[0]))
