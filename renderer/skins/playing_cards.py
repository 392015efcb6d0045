"""Playing cards: index, pips, aces and court cards, and their backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from interpreter.spec.model import BLACK_SUITS, RED_SUITS
from renderer.skins.icons import SUIT_RED, icon_mask, own_ink
from renderer.skins.masks import FINE, Point, box_shadow, frame, polygon, rounded
from renderer.skins.paint import both, clear, coloured, faded, gradient, lay, lay_picture
from renderer.skins.text import cap_height, fitted, measure, metrics, written
from renderer.skins.tokens import pattern_mask
from runtime.show.colours import BLACK, READABLE, WHITE, legible, luminance, mixed

PAPER, BACK = "#fdfbf5", "#2f5aa0"
"""The colours of a card and of its back for which the spec names none."""
COURTS = ("J", "Q", "K")
ACES = ("A", "1")
SMALL = 40
"""Narrower cards show only their index, as large as it can be."""
INDEX = 0.21
"""How high the letters of an index are, as a share of the width of the card."""
GOLD, SKIN, BLUE = "#e3b23c", "#f2cfae", "#2d4f8e"

_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_SIDES = {
    4: (0.0, 1.0), 5: (0.0, 1.0), 6: (0.0, 0.5, 1.0), 7: (0.0, 0.5, 1.0), 8: (0.0, 0.5, 1.0),
    9: (0.0, 1 / 3, 2 / 3, 1.0), 10: (0.0, 1 / 3, 2 / 3, 1.0),
}  # fmt: skip
_BETWEEN = {2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6)}


def pip_places(count: int) -> tuple[Point, ...]:
    """The places of the pips on a number card from 2 to 10, as shares of the distance between the outermost ones."""
    sides = [(x, y) for y in _SIDES.get(count, ()) for x in (_LEFT, _RIGHT)]
    return (*sides, *((_MIDDLE, y) for y in _BETWEEN.get(count, ())))


def _radius(width: int, height: int) -> float:
    return max(2.0, round(min(width, height) * 0.085))


class _Sheet:
    """What every card has: its size, round corners and a shadow."""

    __slots__ = ()

    width: int
    height: int

    @property
    def margin(self) -> int:
        """How far the shadow extends beyond the card."""
        return ceil(self._blur * 3)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.width + 2 * self.margin, self.height + 2 * self.margin

    @property
    def _blur(self) -> float:
        return max(0.7, min(self.width, self.height) * 0.022)

    def _on_table(self, sheet: Image.Image, edge: str) -> Image.Image:
        """A card with its round corners, its edge and its shadow."""
        picture = clear(*self.size)
        radius = _radius(self.width, self.height)
        shadow = box_shadow(self.width, self.height, radius, self._blur)
        place = (self.size[0] - shadow.width) // 2
        lay(picture, BLACK, shadow, 0.42, (place, place + round(self._blur * 0.7)))
        sheet.putalpha(rounded(self.width, self.height, radius))
        picture.alpha_composite(sheet, (self.margin, self.margin))
        thin = min(1.6, max(1.0, self.width / 70))
        lay(picture, edge, frame(self.width, self.height, radius, thin), 0.5, (self.margin, self.margin))
        return picture


@dataclass(frozen=True, slots=True)
class PlayingCard(_Sheet):
    """The face of a card. `face` is its rank as written, `icon` its suit. `ink` is the colour of both, if it is not
    that of the suit."""

    width: int
    height: int
    face: str = ""
    icon: str | None = None
    paper: str = PAPER
    ink: str | None = None

    @property
    def lettering(self) -> str:
        """The colour of index and pips."""
        plain = BLACK if luminance(self.paper) > 0.25 else WHITE
        return legible(self.ink or own_ink(self.icon) or mixed(plain, self.paper, 0.1), self.paper, plain, READABLE)

    def draw(self) -> Image.Image:
        """The card."""
        sheet = Image.new("RGBA", (self.width, self.height))
        paper = gradient(
            self.width, self.height, mixed(self.paper, WHITE, 0.3), self.paper, mixed(self.paper, BLACK, 0.04)
        )
        lay_picture(sheet, paper, Image.new("L", sheet.size, 255))
        if self.width < SMALL:
            self._simply(sheet)
        else:
            self._middle(sheet)
            index = clear(self.width, self.height)
            self._index(index)
            sheet.alpha_composite(index)
            sheet.alpha_composite(index.transpose(Image.Transpose.ROTATE_180))
        return self._on_table(sheet, mixed(self.paper, BLACK, 0.75))

    def _simply(self, sheet: Image.Image) -> None:
        """The rank above the suit, for a card that is too small for more."""
        size = fitted(self.face, self.width * 0.84, max(6, round(self.height * 0.42)), True, 6) if self.face else 0
        if self.face:
            self._write(sheet, self.face, size, self.width / 2, self.height * (0.28 if self.icon else 0.5))
        if self.icon is not None:
            side = max(5, round(min(self.width * 0.62, self.height * 0.42)))
            middle = self.height * (0.7 if self.face else 0.5)
            place = (round((self.width - side) / 2), round(middle - side / 2))
            lay(sheet, self.lettering, icon_mask(self.icon, side), at=place)

    def _write(self, sheet: Image.Image, text: str, size: int, x: float, y: float) -> None:
        """A text centred on a point."""
        baseline = round(y + cap_height(size, True) / 2)
        left = round(x - measure(text, size, True)[0] / 2)
        lay(sheet, self.lettering, written(text, size, True), at=(left, baseline - metrics(size, True)[0]))

    # The index

    @property
    def _index_middle(self) -> float:
        return self.width * 0.135

    def _index(self, sheet: Image.Image) -> None:
        """The rank with the suit below it, in the upper left corner."""
        y = self.width * 0.07
        if self.face:
            wide = self.width * (0.23 if len(self.face) < 3 else 0.5)
            size = fitted(self.face, wide, max(7, round(self.width * INDEX / 0.72)), True, 6)
            x = max(self._index_middle, self.width * 0.03 + measure(self.face, size, True)[0] / 2)
            self._write(sheet, self.face, size, x, y + cap_height(size, True) / 2)
            y += cap_height(size, True) + self.width * 0.035
        if self.icon is not None:
            side = max(5, round(self.width * 0.17))
            lay(sheet, self.lettering, icon_mask(self.icon, side), at=(round(self._index_middle - side / 2), round(y)))

    # What stands in the middle

    def _middle(self, sheet: Image.Image) -> None:
        if self.icon is None:
            if len(self.face) > 2:
                self._large(sheet)
            return
        if self.face in COURTS:
            self._court(sheet)
        elif self.face.isdecimal() and 2 <= int(self.face) <= 10:
            self._pips(sheet, int(self.face))
        else:
            side = round(self.width * (0.56 if self.face in ACES else 0.44))
            place = (round((self.width - side) / 2), round((self.height - side) / 2))
            lay(sheet, self.lettering, icon_mask(self.icon, side), at=place)

    def _large(self, sheet: Image.Image) -> None:
        size = fitted(self.face, self.width * 0.7, max(6, round(self.height * 0.3)), True, 6)
        self._write(sheet, self.face, size, self.width / 2, self.height / 2)

    def _pips(self, sheet: Image.Image, count: int) -> None:
        """The pips: those in the lower half are upside down."""
        assert self.icon is not None
        side = max(4, round(self.width * (0.2 if count < 9 else 0.185)))
        left, right = self.width * 0.34, self.width * 0.66
        top, bottom = self.height * 0.175, self.height * 0.825
        upright = icon_mask(self.icon, side)
        turned = upright.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        for x, y in pip_places(count):
            place = (round(left + (right - left) * x - side / 2), round(top + (bottom - top) * y - side / 2))
            lay(sheet, self.lettering, turned if y > 0.5 else upright, at=place)

    def _court(self, sheet: Image.Image) -> None:
        """A frame with a figure that appears twice, the second time upside down."""
        assert self.icon is not None
        left, top = round(self.width * 0.25), round(self.height * 0.105)
        wide, high = self.width - 2 * left, self.height - 2 * top
        robe = self.lettering if self.icon in RED_SUITS or self.ink else BLUE
        panel = Image.new("RGBA", (wide, high), mixed(self.paper, GOLD, 0.16))
        half = _figure(self.face, wide, high, robe, SUIT_RED if robe == BLUE else BLUE)
        cut = _upper_half(wide, high)
        upper = Image.new("RGBA", (wide, high))
        upper.paste(half, (0, 0), both(cut, half.getchannel("A")))
        panel.alpha_composite(upper)
        panel.alpha_composite(upper.transpose(Image.Transpose.ROTATE_180))
        seam = polygon(wide, high, ((0, high * 0.585), (wide, high * 0.4), (wide, high * 0.415), (0, high * 0.6)))
        lay(panel, GOLD, seam)
        side = max(5, round(wide * 0.27))
        suit = coloured(self.lettering, icon_mask(self.icon, side))
        inset = max(2, round(wide * 0.05))
        corner = clear(wide, high)
        corner.alpha_composite(suit, (inset, inset))
        panel.alpha_composite(corner)
        panel.alpha_composite(corner.transpose(Image.Transpose.ROTATE_180))
        sheet.alpha_composite(panel, (left, top))
        thin = max(1.0, self.width / 80)
        lay(sheet, mixed(BLUE, BLACK, 0.2), frame(wide, high, max(1, round(wide * 0.05)), thin), 0.8, (left, top))


@lru_cache(maxsize=64)
def _upper_half(width: int, height: int) -> Image.Image:
    """The area above a slanted line through the centre."""
    return polygon(width, height, ((0, 0), (width, 0), (width, height * 0.41), (0, height * 0.59)))


class _Brush:
    """Draws shapes on a large picture, in shares of its width."""

    def __init__(self, width: int, height: int) -> None:
        self.picture = Image.new("RGBA", (width * FINE, height * FINE))
        self._pen = ImageDraw.Draw(self.picture)
        self._unit = width * FINE

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """A filled shape."""
        self._pen.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=colour)

    def mirrored(self, points: Sequence[Point], colour: str) -> None:
        """A filled shape and its reflection across the middle line."""
        self.shape(points, colour)
        self.shape([(1 - x, y) for x, y in points], colour)

    def disc(self, x: float, y: float, across: float, down: float, colour: str) -> None:
        """A filled ellipse around a centre."""
        box = tuple(each * self._unit for each in (x - across, y - down, x + across, y + down))
        self._pen.ellipse((box[0], box[1], box[2], box[3]), fill=colour)

    def line(self, points: Sequence[Point], width: float, colour: str) -> None:
        """A line."""
        placed = [(x * self._unit, y * self._unit) for x, y in points]
        self._pen.line(placed, fill=colour, width=max(1, round(width * self._unit)), joint="curve")

    def finished(self) -> Image.Image:
        """The picture in its final size."""
        return self.picture.reduce(FINE)


@lru_cache(maxsize=64)
def _figure(rank: str, width: int, height: int, robe: str, trim: str) -> Image.Image:
    """The upper half of a jack, queen or king, as wide as its frame."""
    brush = _Brush(width, height)
    dark, hair = mixed(robe, BLACK, 0.35), {"J": "#b8863b", "Q": "#8a4a22", "K": "#6b4a2e"}[rank]
    # The robe, with a trimmed opening.
    brush.shape(
        [(-0.02, 1.2), (-0.02, 0.82), (0.1, 0.68), (0.34, 0.6), (0.66, 0.6), (0.9, 0.68), (1.02, 0.82), (1.02, 1.2)],
        robe,
    )
    brush.mirrored([(0.1, 0.68), (0.2, 0.645), (0.32, 1.2), (0.16, 1.2)], dark)
    brush.shape([(0.39, 0.6), (0.61, 0.6), (0.6, 1.2), (0.4, 1.2)], trim)
    brush.mirrored([(0.34, 0.6), (0.41, 0.59), (0.45, 1.2), (0.38, 1.2)], GOLD)
    for y in (0.76, 0.88, 1.0):
        brush.disc(0.5, y, 0.03, 0.03, GOLD)
    # Hair behind the face.
    if rank == "Q":
        brush.disc(0.5, 0.47, 0.245, 0.23, hair)
        brush.mirrored([(0.255, 0.46), (0.4, 0.46), (0.38, 0.68), (0.23, 0.66)], hair)
    else:
        brush.disc(0.5, 0.44, 0.215, 0.19, hair)
        brush.mirrored([(0.285, 0.42), (0.36, 0.42), (0.36, 0.6), (0.25, 0.58)], hair)
    # Neck and face.
    brush.shape([(0.43, 0.55), (0.57, 0.55), (0.58, 0.63), (0.5, 0.68), (0.42, 0.63)], mixed(SKIN, BLACK, 0.12))
    brush.disc(0.5, 0.455, 0.155, 0.175, SKIN)
    if rank == "K":
        brush.shape(
            [(0.345, 0.47), (0.655, 0.47), (0.64, 0.6), (0.56, 0.72), (0.5, 0.75), (0.44, 0.72), (0.36, 0.6)], hair
        )
        brush.disc(0.5, 0.47, 0.125, 0.11, SKIN)
        brush.mirrored([(0.5, 0.53), (0.41, 0.555), (0.4, 0.575), (0.5, 0.56)], mixed(hair, BLACK, 0.3))
    for x in (0.44, 0.56):
        brush.disc(x, 0.445, 0.018, 0.022, "#2b2b33")
        brush.line([(x - 0.035, 0.405), (x + 0.035, 0.405)], 0.014, mixed(hair, BLACK, 0.3))
    brush.line([(0.5, 0.45), (0.485, 0.505), (0.51, 0.51)], 0.012, mixed(SKIN, BLACK, 0.35))
    brush.line([(0.465, 0.555), (0.535, 0.555)], 0.02, "#b2343c")
    if rank == "K":
        _crown(brush)
    elif rank == "Q":
        _tiara(brush)
        for x in (0.42, 0.46, 0.5, 0.54, 0.58):
            brush.disc(x, 0.655 + 0.12 * (0.25 - (2 * (x - 0.5)) ** 2), 0.018, 0.018, WHITE)
    else:
        _cap(brush, robe, trim)
    return brush.finished()


def _crown(brush: _Brush) -> None:
    brush.shape(
        [
            (0.3, 0.34),
            (0.27, 0.14),
            (0.38, 0.24),
            (0.42, 0.1),
            (0.5, 0.22),
            (0.58, 0.1),
            (0.62, 0.24),
            (0.73, 0.14),
            (0.7, 0.34),
        ],
        GOLD,
    )
    brush.shape([(0.295, 0.3), (0.705, 0.3), (0.7, 0.345), (0.3, 0.345)], mixed(GOLD, BLACK, 0.25))
    for x, y in ((0.27, 0.13), (0.42, 0.09), (0.58, 0.09), (0.73, 0.13)):
        brush.disc(x, y, 0.028, 0.028, mixed(GOLD, WHITE, 0.35))
    for x, colour in ((0.39, SUIT_RED), (0.5, BLUE), (0.61, SUIT_RED)):
        brush.disc(x, 0.322, 0.02, 0.018, colour)


def _tiara(brush: _Brush) -> None:
    brush.shape(
        [(0.31, 0.35), (0.3, 0.25), (0.4, 0.27), (0.5, 0.13), (0.6, 0.27), (0.7, 0.25), (0.69, 0.35), (0.5, 0.31)], GOLD
    )
    brush.disc(0.5, 0.23, 0.03, 0.035, SUIT_RED)
    for x in (0.3, 0.7):
        brush.disc(x, 0.25, 0.024, 0.024, WHITE)
    brush.disc(0.5, 0.12, 0.03, 0.03, WHITE)


def _cap(brush: _Brush, robe: str, trim: str) -> None:
    brush.shape([(0.29, 0.36), (0.27, 0.25), (0.4, 0.19), (0.62, 0.18), (0.75, 0.26), (0.71, 0.36), (0.5, 0.325)], robe)
    brush.shape([(0.28, 0.32), (0.5, 0.295), (0.72, 0.32), (0.715, 0.365), (0.5, 0.34), (0.285, 0.365)], GOLD)
    # A feather.
    brush.shape([(0.66, 0.31), (0.71, 0.2), (0.83, 0.1), (0.95, 0.08), (0.93, 0.17), (0.84, 0.25), (0.72, 0.32)], WHITE)
    brush.line([(0.68, 0.31), (0.79, 0.19), (0.93, 0.1)], 0.012, trim)


@dataclass(frozen=True, slots=True)
class CardBack(_Sheet):
    """The back of a card: a white rim around a lattice in a colour."""

    width: int
    height: int
    colour: str = BACK

    def draw(self) -> Image.Image:
        """The back."""
        width, height = self.width, self.height
        sheet = Image.new("RGBA", (width, height), PAPER)
        inset = max(2, round(width * 0.06))
        wide, high = width - 2 * inset, height - 2 * inset
        if wide < 3 or high < 3:
            lay(sheet, self.colour, Image.new("L", (width, height), 255))
            return self._on_table(sheet, mixed(self.colour, BLACK, 0.6))
        radius = max(1.0, _radius(width, height) - inset * 0.5)
        inner = rounded(wide, high, radius)
        lay_picture(
            sheet,
            gradient(wide, high, mixed(self.colour, WHITE, 0.1), self.colour, mixed(self.colour, BLACK, 0.12)),
            inner,
            (inset, inset),
        )
        light = mixed(self.colour, WHITE if luminance(self.colour) < 0.55 else BLACK, 0.55)
        lay(sheet, light, both(faded(pattern_mask(12, wide, high), 0.5), inner), at=(inset, inset))
        rim = max(2, round(width * 0.055))
        if wide > 4 * rim and high > 4 * rim:
            line = frame(wide - 2 * rim, high - 2 * rim, max(1.0, radius - rim), max(1.0, width / 80))
            lay(sheet, light, line, 0.9, (inset + rim, inset + rim))
            self._medallion(sheet, light)
        return self._on_table(sheet, mixed(self.colour, BLACK, 0.7))

    def _medallion(self, sheet: Image.Image, light: str) -> None:
        """Four small signs around the centre."""
        side = max(4, round(self.width * 0.2))
        across, down = self.width / 2, self.height / 2
        for wide, colour in ((2.5, self.colour), (2.2, light), (2.0, self.colour)):
            size = round(side * wide)
            diamond = polygon(size, size, ((size / 2, 0), (size, size / 2), (size / 2, size), (0, size / 2)))
            lay(sheet, colour, diamond, at=(round(across - size / 2), round(down - size / 2)))
        small = max(3, round(side * 0.46))
        for number, suit in enumerate((BLACK_SUITS[1], RED_SUITS[1], BLACK_SUITS[0], RED_SUITS[0])):
            x = across + (0, 0.5, 0, -0.5)[number] * side
            y = down + (-0.5, 0, 0.5, 0)[number] * side
            lay(sheet, light, icon_mask(suit, small), at=(round(x - small / 2), round(y - small / 2)))
