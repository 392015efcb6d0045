"""Pieces: stones, tiles, cards and other shapes, and the texts on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.skins.icons import icon_mask
from renderer.skins.marks import pip_mask
from renderer.skins.masks import FINE, Point, border, ellipse, frame, moved, polygon, rounded, star_points
from renderer.skins.paint import both, clear, fall, gradient, lay, lay_picture, without
from renderer.skins.skin import image_of
from renderer.skins.text import Label, cap_height, fitted, measure, metrics, shortened, written
from runtime.show.colours import BLACK, READABLE, WHITE, clearest, contrast, legible, luminance, mixed

REPEATS = 5.0
"""How often a pattern repeats across a piece."""
LEAST_PERIOD = 4.5
"""A pattern is not made finer than this many pixels."""

Pen = ImageDraw.ImageDraw
Drawing = Callable[[Pen, float, float, float], None]
"""Draws on a large mask: the pen, its width and height, and the length after which the pattern repeats."""


def _steps(length: float, period: float, start: float = 0.0) -> list[float]:
    """Evenly spaced places, centred on the middle of a length."""
    count = int(length / period) + 2
    return [length / 2 + (at + start) * period for at in range(-count, count + 1)]


def _stroke(period: float, share: float) -> int:
    return max(1, round(period * share))


def _slashes(pen: Pen, width: float, height: float, period: float, way: int = 1) -> None:
    wide = period * 1.35
    for x in _steps(width + height, wide):
        middle = x - height / 2
        start, end = middle - way * height / 2 - way, middle + way * height / 2 + way
        pen.line([(start, height + 1), (end, -1)], fill=255, width=_stroke(wide, 0.34))


def _backslashes(pen: Pen, width: float, height: float, period: float) -> None:
    _slashes(pen, width, height, period, way=-1)


def _grid(pen: Pen, width: float, height: float, period: float) -> None:
    for way in (1, -1):
        wide = period * 1.5
        for x in _steps(width + height, wide):
            middle = x - height / 2
            start, end = middle - way * height / 2, middle + way * height / 2
            pen.line([(start, height), (end, 0)], fill=255, width=_stroke(wide, 0.17))


def _dots(pen: Pen, width: float, height: float, period: float) -> None:
    radius = period * 0.27
    for row, y in enumerate(_steps(height, period * 0.87)):
        for x in _steps(width, period, 0.5 * (row % 2)):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _bars(pen: Pen, width: float, height: float, period: float) -> None:
    for y in _steps(height, period):
        half = period * 0.2
        pen.rectangle((0, round(y - half), width, round(y + half) - 1), fill=255)


def _posts(pen: Pen, width: float, height: float, period: float) -> None:
    for x in _steps(width, period):
        half = period * 0.2
        pen.rectangle((round(x - half), 0, round(x + half) - 1, height), fill=255)


def _crosses(pen: Pen, width: float, height: float, period: float) -> None:
    wide = period * 1.3
    reach, half = wide * 0.34, wide * 0.11
    for row, y in enumerate(_steps(height, wide * 0.8)):
        for x in _steps(width, wide, 0.5 * (row % 2)):
            pen.rectangle((x - reach, y - half, x + reach, y + half), fill=255)
            pen.rectangle((x - half, y - reach, x + half, y + reach), fill=255)


def _checks(pen: Pen, width: float, height: float, period: float) -> None:
    half = period * 0.62
    for row, y in enumerate(_steps(height, half)):
        for x in _steps(width, 2 * half, 0.5 * (row % 2)):
            pen.rectangle((round(x), round(y), round(x + half) - 1, round(y + half) - 1), fill=255)


def _waves(pen: Pen, width: float, height: float, period: float) -> None:
    bend = period * 0.62
    for y in _steps(height, period * 1.12):
        for at, x in enumerate(_steps(width, 2 * bend * 0.92, 0.5)):
            top = at % 2 == 0
            box = (x - bend, y - bend, x + bend, y + bend)
            pen.arc(box, 180 if top else 0, 360 if top else 180, fill=255, width=_stroke(period, 0.28))


def _diamonds(pen: Pen, width: float, height: float, period: float) -> None:
    wide = period * 1.4
    across, down = wide * 0.27, wide * 0.4
    for row, y in enumerate(_steps(height, wide * 0.72)):
        for x in _steps(width, wide, 0.5 * (row % 2)):
            pen.polygon([(x - across, y), (x, y - down), (x + across, y), (x, y + down)], fill=255)


def _circles(pen: Pen, width: float, height: float, period: float) -> None:
    x, y = width / 2, height / 2
    radius = period * 0.4
    while radius < width + height:
        box = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(box, outline=255, width=_stroke(period, 0.36))
        radius += period * 0.95


def _zigzags(pen: Pen, width: float, height: float, period: float) -> None:
    bend = period * 0.7
    for y in _steps(height, period * 1.15):
        points = [(x, y + (bend / 2 if at % 2 else -bend / 2)) for at, x in enumerate(_steps(width, bend))]
        pen.line(points, fill=255, width=_stroke(period, 0.3), joint="curve")


DRAWINGS: tuple[Drawing, ...] = (
    _slashes, _dots, _bars, _crosses, _checks, _waves, _diamonds, _circles, _backslashes, _posts, _zigzags, _grid,
)  # fmt: skip
"""The patterns, numbered from 1."""


@lru_cache(maxsize=256)
def pattern_mask(number: int, width: int, height: int) -> Image.Image:
    """A pattern that fills a box. Numbers beyond the last start again."""
    large = Image.new("L", (width * FINE, height * FINE))
    period = max(LEAST_PERIOD, min(width, height) / REPEATS) * FINE
    DRAWINGS[(number - 1) % len(DRAWINGS)](ImageDraw.Draw(large), large.width, large.height, period)
    return large.reduce(FINE)


SHAPES = ("disc", "ring", "square", "tile", "diamond", "triangle", "star", "spike_up", "spike_down")
FLAT = ("square", "ring", "spike_up", "spike_down")
"""Shapes that lie flat and throw no shadow."""
SPIKE = 0.06
"""How far a spike stays from the sides of its box, as a share of its width."""
FILLING = ("square", "tile")
"""Shapes that fill their box; the others keep their proportions in the middle of it."""
TRIANGLE: tuple[Point, ...] = ((0.5, 0.04), (1.0, 0.93), (0.0, 0.93))
RING = 0.13
"""How thick a ring is, as a share of its size."""


class Room(NamedTuple):
    """The room for a face on a piece: its centre and its maximum size, as shares of the box."""

    x: float
    y: float
    width: float
    height: float


ROOMS = {
    "disc": Room(0.5, 0.5, 0.74, 0.62),
    "ring": Room(0.5, 0.5, 0.6, 0.5),
    "square": Room(0.5, 0.5, 0.82, 0.66),
    "tile": Room(0.5, 0.5, 0.82, 0.66),
    "diamond": Room(0.5, 0.5, 0.52, 0.44),
    "triangle": Room(0.5, 0.64, 0.48, 0.4),
    "star": Room(0.5, 0.54, 0.44, 0.4),
    "spike_up": Room(0.5, 0.72, 0.5, 0.3),
    "spike_down": Room(0.5, 0.28, 0.5, 0.3),
}


def radius_of(shape: str, width: int, height: int) -> float:
    """The radius of a box's corners."""
    side = min(width, height)
    return max(1.0, round(side * 0.05)) if shape == "square" else max(2.0, round(side * 0.14))


@lru_cache(maxsize=256)
def body(shape: str, width: int, height: int) -> Image.Image:
    """The whole shape."""
    if shape in FILLING:
        return rounded(width, height, radius_of(shape, width, height))
    if shape in ("spike_up", "spike_down"):
        tip, foot = (0.0, float(height)) if shape == "spike_up" else (float(height), 0.0)
        edge = width * SPIKE
        points = ((edge, foot), (width / 2, tip), (width - edge, foot))
        return polygon(width, height, points)
    side = min(width, height)
    square = _figure(shape, side)
    if square.size == (width, height):
        return square
    mask = Image.new("L", (width, height))
    mask.paste(square, ((width - side) // 2, (height - side) // 2))
    return mask


def _figure(shape: str, side: int) -> Image.Image:
    if shape == "disc":
        return ellipse(side, side)
    if shape == "ring":
        return without(ellipse(side, side), ellipse(side, side, max(1.5, side * RING)))
    soft = side * 0.055
    if shape == "diamond":
        points: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
    elif shape == "triangle":
        points = TRIANGLE
    else:
        return polygon(side, side, star_points(side, side * 0.97, waist=0.5), soft * 0.6)
    return polygon(side, side, tuple((x * side, y * side) for x, y in points), soft)


@lru_cache(maxsize=256)
def hollow(width: int, height: int) -> Image.Image:
    """The hole of a ring."""
    side = min(width, height)
    mask = Image.new("L", (width, height))
    inner = ellipse(side, side, max(1.0, side * RING - 0.5))
    mask.paste(inner, ((width - side) // 2, (height - side) // 2))
    return mask


@lru_cache(maxsize=256)
def rim(shape: str, width: int, height: int, thickness: float) -> Image.Image:
    """The inner edge of a shape."""
    return border(body(shape, width, height), thickness)


@lru_cache(maxsize=256)
def upper_light(shape: str, width: int, height: int, inset: float) -> Image.Image:
    """A thin line of light inside the upper edge."""
    mask = body(shape, width, height)
    upper = without(moved(mask, 0, inset), moved(mask, 0, inset + 1.1))
    return both(both(upper, mask), fall(width, height, 255, -160))


@lru_cache(maxsize=256)
def lower_dusk(shape: str, width: int, height: int, depth: float) -> Image.Image:
    """The darker edge at the bottom, where a piece turns away from the light."""
    mask = body(shape, width, height)
    return both(without(mask, moved(mask, 0, -depth)), mask)


@lru_cache(maxsize=128)
def gloss(width: int, height: int) -> Image.Image:
    """A soft light on the upper left of a stone."""
    side = min(width, height)
    spot = ImageChops.invert(Image.radial_gradient("L")).resize((side, side), Image.Resampling.BILINEAR)
    mask = Image.new("L", (width, height))
    mask.paste(spot, ((width - side) // 2 - round(side * 0.13), (height - side) // 2 - round(side * 0.2)))
    # The light has faded out where its picture ends, at 74.
    fading = [round(255 * (max(0, value - 76) / 179) ** 1.6) for value in range(256)]
    return both(mask.point(fading), body("disc", width, height))


@lru_cache(maxsize=128)
def calm_middle(width: int, height: int) -> Image.Image:
    """The middle of a piece, fading out towards its edge."""
    spot = ImageChops.invert(Image.radial_gradient("L")).resize((width, height), Image.Resampling.BILINEAR)
    return spot.point([min(255, max(0, (value - 95) * 4)) for value in range(256)])


@lru_cache(maxsize=256)
def soft_shadow(shape: str, width: int, height: int, margin: int, blur: float, depth: int = 0) -> Image.Image:
    """The shadow of a shape, larger than its box by a margin; a thick piece casts a longer one."""
    mask = Image.new("L", (width + 2 * margin, height + 2 * margin))
    form = body(shape, width, height)
    if shape == "ring":
        form = ellipse(min(width, height), min(width, height))
    for step in range(0, depth + 1, max(1, depth)):
        mask.paste(255, (margin + step, margin + step), form)
    return mask.filter(ImageFilter.GaussianBlur(blur))


DUST = "#787d86"
"""What dimmed pieces fade towards."""
SMALLEST_FACE = 6
PIPS_SHARE = 0.98
"""How much of the room of a face pips take."""
LONG_PART = 0.86
"""How much of its height a face takes at most where only a long part of the piece is seen."""
CORNERED = 18
"""How many pixels a piece must measure so that what stands in its corner cannot be taken for a part of the face: an O
with a 1 beside it looks like a Q."""
SMALL_ICON, BESIDE_ICON = 0.22, 0.88
"""How large an icon in the corner is, as a share of what is written on, and the face beside it for its usual size."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece that fills a box. The picture is larger by `margin` on each side, for shadow and thickness.

    `pattern` numbers the patterns from 1. `face` is written in the middle, `corner` small at the lower right. `depth`
    is the thickness in pixels, visible at the lower right. `dim`: it cannot be used now. `edge`: a border that stands
    out. `back`: seen from behind. `soft`: its pattern is only hinted at, for people who see its colour. `ink`: the
    colour of its texts, as far as it can be read. `pips`: the number of icons in the middle, none at 0. `largest`: the
    maximum size of the letters of the face, if neighbouring pieces need smaller ones. `part`: the left, top, width and
    height of its visible part, if others lie on it: all texts go there.
    """

    shape: str
    width: int
    height: int
    colour: str
    pattern: int = 0
    icon: str | None = None
    face: str = ""
    corner: str = ""
    depth: int = 0
    dim: bool = False
    edge: str | None = None
    back: bool = False
    soft: bool = False
    ink: str | None = None
    pips: int | None = None
    largest: int | None = None
    part: tuple[int, int, int, int] | None = None

    @property
    def margin(self) -> int:
        """How far the picture extends beyond the box."""
        return ceil(self._blur * 3) + self.depth

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.width + 2 * self.margin, self.height + 2 * self.margin

    @property
    def _blur(self) -> float:
        """The softness of its shadow: something flat or hollow casts none."""
        if self.shape in FLAT and not self.depth:
            return 0.0
        return max(0.7, min(self.width, self.height) * 0.028)

    def draw(self) -> Image.Image:
        """The piece with its shadow, thickness, body, pattern, icon and texts."""
        picture = clear(*self.size)
        form = body(self._form, self.width, self.height)
        self._cast(picture)
        self._thicken(picture, form)
        lit = clear(self.width, self.height)
        if self._form == "ring":
            self._hollow(lit)
        self._fill(lit, form)
        if self.back:
            self._turn_over(lit)
        else:
            if self.pattern:
                self._weave(lit, form)
            self._write(lit)
        self._border(lit)
        picture.alpha_composite(lit, (self.margin, self.margin))
        return picture

    @property
    def _form(self) -> str:
        return self.shape if self.shape in SHAPES else "tile"

    @property
    def _paint(self) -> str:
        return mixed(self.colour, DUST, 0.5) if self.dim else self.colour

    @property
    def lettering(self) -> str:
        """The colour of texts: a dark shade of the piece's own colour, white, or plain black if both are weak."""
        ground = self._paint
        if self._form == "ring":
            hole, light = self._filling
            return legible(self.ink or ground, hole, light, READABLE)
        ink = clearest((mixed(ground, BLACK, 0.84), WHITE), ground)
        if contrast(ink, ground) < READABLE:
            ink = clearest((BLACK, WHITE), ground)
        if self.ink is not None:
            ink = legible(self.ink, ground, ink, READABLE)
        return mixed(ink, ground, 0.35) if self.dim else ink

    @property
    def _filling(self) -> tuple[str, str]:
        """The filling of a ring's hole that has a text in it, and the plainest ink on it."""
        return ("#2a2c31", WHITE) if luminance(self._paint) > 0.16 else ("#e8e6e0", BLACK)

    # Light and shadow

    def _cast(self, picture: Image.Image) -> None:
        blur = self._blur
        if not blur:
            return
        soft = soft_shadow(self._form, self.width, self.height, self.margin, blur, self.depth)
        lay(picture, BLACK, soft, 0.5, (0, round(blur * 0.9)))

    def _thicken(self, picture: Image.Image, form: Image.Image) -> None:
        """The side of a thick piece: dark at the foot, with a light line right below the face."""
        foot, side = mixed(self._paint, "#14352c", 0.62), mixed(self._paint, BLACK, 0.16)
        for step in range(self.depth, 0, -1):
            colour = foot if step > self.depth * 0.5 else side
            lay(picture, colour, form, at=(self.margin + step, self.margin + step))

    def _fill(self, lit: Image.Image, form: Image.Image) -> None:
        paint, width, height = self._paint, self.width, self.height
        light = luminance(paint)
        flat = self._form in FLAT
        up, down = (0.05, 0.06) if flat else (0.1, 0.1) if self._form == "tile" else (0.16, 0.2)
        stops = [mixed(paint, WHITE, up), mixed(paint, WHITE, up * 0.4), paint]
        stops += [mixed(paint, BLACK, down * 0.36), mixed(paint, BLACK, down)]
        lay_picture(lit, gradient(width, height, *stops), form)
        if flat:
            lay(lit, BLACK, lower_dusk(self._form, width, height, 1.0), 0.14)
            lay(lit, WHITE, upper_light(self._form, width, height, 0.0), 0.2)
            return
        if self._form == "disc":
            lay(lit, WHITE, gloss(width, height), 0.15 if self.dim else 0.8 if light > 0.5 else 0.5)
        thin = min(1.6, max(1.0, min(width, height) / 56))
        lay(lit, BLACK, lower_dusk(self._form, width, height, max(1.2, min(width, height) * 0.04)), 0.16)
        # The edge of a black stone must be seen on a black board too.
        edge = mixed(paint, BLACK, 0.55) if light > 0.04 else mixed(paint, WHITE, 0.4)
        lay(lit, edge, rim(self._form, width, height, thin), 0.45 if self._form == "tile" else 0.6)
        lay(lit, WHITE, upper_light(self._form, width, height, thin), 0.65 if light > 0.4 else 0.4)

    def _hollow(self, lit: Image.Image) -> None:
        """The hole of a ring: a little darker, especially below its upper edge."""
        hole = hollow(self.width, self.height)
        if self.face or self.icon or self.pips is not None:
            lay(lit, self._filling[0], hole, 0.86)
        lay(lit, BLACK, hole, 0.16)
        depth = max(1, round(min(self.width, self.height) * 0.05))
        lowered = Image.new("L", hole.size)
        lowered.paste(hole, (0, depth))
        lay(lit, BLACK, without(hole, lowered), 0.16)

    def _weave(self, lit: Image.Image, form: Image.Image) -> None:
        light = luminance(self._paint)
        ink = BLACK if light > 0.3 else WHITE
        mask = both(pattern_mask(self.pattern, self.width, self.height), form)
        lay(lit, ink, mask, (0.26 if light > 0.3 else 0.34) * (0.42 if self.soft else 1.0))
        if self.face or self.icon or self.pips:
            # What is written keeps a calm ground.
            x, y, wide, high = self.part or (0, 0, self.width, self.height)
            calm = Image.new("L", form.size)
            calm.paste(calm_middle(wide, high), (x, y))
            lay(lit, self._paint, both(calm, form), 0.92)

    def _turn_over(self, lit: Image.Image) -> None:
        """A calm back: a frame and a lattice in a shade of the piece's colour."""
        width, height = self.width, self.height
        side = min(width, height)
        inset = max(2, round(side * 0.09))
        wide, high = width - 2 * inset, height - 2 * inset
        if wide < 4 or high < 4:
            return
        light = luminance(self._paint) > 0.3
        ink = mixed(self._paint, BLACK, 0.45) if light else mixed(self._paint, WHITE, 0.5)
        radius = max(1.0, radius_of("tile", width, height) - inset)
        inner = body("tile", width, height).crop((inset, inset, width - inset, height - inset))
        lay(lit, ink, both(pattern_mask(12, wide, high), inner), 0.3, (inset, inset))
        lay(lit, ink, frame(wide, high, radius, max(1.0, side / 48)), 0.75, (inset, inset))
        middle = max(5, round(side * 0.3))
        gem = polygon(middle, middle, ((middle / 2, 0), (middle, middle / 2), (middle / 2, middle), (0, middle / 2)))
        place = ((width - middle) // 2, (height - middle) // 2)
        lay(lit, self._paint, gem, at=place)
        small = max(3, round(middle * 0.62))
        core = polygon(small, small, ((small / 2, 0), (small, small / 2), (small / 2, small), (0, small / 2)))
        lay(lit, ink, core, 0.8, ((width - small) // 2, (height - small) // 2))

    def _border(self, lit: Image.Image) -> None:
        if self.edge is not None:
            thick = max(2.0, round(min(self.width, self.height) * 0.055))
            lay(lit, self.edge, rim(self._form, self.width, self.height, thick))

    # What is written

    @property
    def _writable(self) -> tuple[int, int, int, int]:
        """The left, top, width and height of the area for texts."""
        if self._form in FILLING:
            return self.part or (0, 0, self.width, self.height)
        side = min(self.width, self.height)
        return (self.width - side) // 2, (self.height - side) // 2, side, side

    @property
    def face_size(self) -> int:
        """The size of the letters of the face."""
        room, (_, _, wide, high) = ROOMS[self._form], self._writable
        share = room.height if self.part is None else min(LONG_PART, room.height * max(wide / high, high / wide))
        corner = self._in_corner
        size = round(high * share * (0.86 if len(self.face) > 2 else 0.94 if corner else 1.0))
        size = round(size * BESIDE_ICON) if self.icon is not None else size
        across = wide * room.width * (0.92 if corner else 1.0)
        fits = fitted(self.face, across, max(size, SMALLEST_FACE), True, SMALLEST_FACE)
        return fits if self.largest is None else min(fits, self.largest)

    @property
    def _in_corner(self) -> str:
        """What is written in the corner, if there is room for it beside the face."""
        return self.corner if not self.face or min(self.width, self.height) >= CORNERED else ""

    def _write(self, lit: Image.Image) -> None:
        room, (x, y, wide, high) = ROOMS[self._form], self._writable
        corner = self._in_corner
        if self.pips is not None:
            self._count_out(lit, room)
        elif self.icon is not None:
            self._sign(lit, room)
        lift = high * 0.05 if corner else 0.0
        if self.face:
            size = self.face_size
            text = shortened(self.face, self.width if self.part is None else wide, size, True)
            left = x + wide / 2 - measure(text, size, True)[0] / 2
            self._put(lit, text, size, left, y + high * room.y - lift)
        if corner:
            if self._form not in FILLING:
                x, y, wide, high = 0, 0, self.width, self.height
            size = max(SMALLEST_FACE, round(min(wide, high) * (0.19 if self.part is None else 0.25)))
            size = fitted(corner, wide * 0.42, size, True, SMALLEST_FACE)
            across = measure(corner, size, True)[0]
            inset = max(2.0, min(wide, high) * (0.07 if self._form in FILLING else 0.2))
            middle = y + high - inset - cap_height(size, True) / 2
            self._put(lit, corner, size, x + wide - inset - across, middle)

    def _put(self, lit: Image.Image, text: str, size: int, left: float, middle: float) -> None:
        """Write a text so that its capitals are centred at a height."""
        mask = written(text, size, True)
        baseline = round(middle + cap_height(size, True) / 2)
        lay(lit, self.lettering, mask, at=(round(left), baseline - metrics(size, True)[0]))

    def _count_out(self, lit: Image.Image, room: Room) -> None:
        """The pips, in the space for a face."""
        x, y, wide, high = self._writable
        across = max(1, round(wide * room.width * PIPS_SHARE))
        down = max(1, round(high * max(room.height, room.width) * PIPS_SHARE))
        place = (round(x + (wide - across) / 2), round(y + high * room.y - down / 2))
        lay(lit, self.lettering, pip_mask(self.icon, self.pips or 0, across, down), 0.92, place)

    def _sign(self, lit: Image.Image, room: Room) -> None:
        """The icon in the middle, or small in the corner, where it hides no part of a face."""
        x, y, wide, high = self._writable
        small = bool(self.face)
        side = max(5, round(min(wide, high) * SMALL_ICON))
        inset = round(min(wide, high) * (0.06 if self._form in FILLING else 0.1))
        place = (x + inset, y + inset) if self._form in FILLING else (inset, inset)
        if not small:
            side = max(5, round(min(wide * room.width, high * room.height * 1.1) * 0.92))
            place = (round(x + wide / 2 - side / 2), round(y + high * room.y - side / 2))
        mask = icon_mask(self.icon or "", side)
        lay(lit, self.lettering, mask, 0.86, place)


FACE = 0.62
"""How large a face is in its cell: as large as on a piece of one cell, which leaves a gap around it."""
ROOM = 0.84
"""How much of its cell a face may be wide."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A body with texts on it. `faces` are texts with the centre, width and height of their cells, in pixels from the
    upper left corner of the body."""

    body: Token
    faces: tuple[tuple[str, float, float, float, float], ...]

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.body.size

    @property
    def margin(self) -> int:
        """How far the picture extends beyond the body."""
        return self.body.margin

    def draw(self) -> Image.Image:
        """The body with its faces."""
        picture = image_of(self.body).copy()
        for text, x, y, width, height in self.faces:
            if not text:
                continue
            size = fitted(text, width * ROOM, max(SMALLEST_FACE, round(height * FACE)), True, SMALLEST_FACE)
            label = image_of(Label(text, size, self.body.lettering, bold=True))
            baseline = y + cap_height(size, True) / 2
            left = self.margin + round(x - measure(text, size, True)[0] / 2)
            top = self.margin + round(baseline) - metrics(size, True)[0]
            picture.alpha_composite(label, (max(0, left), max(0, top)))
        return picture
