"""Pieces: stones, tiles, cards and other shapes, with what is written on them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PIL import Image

from renderer.skins import token_shapes as shapes
from renderer.skins.fonts import cap_height, metrics
from renderer.skins.glyphs import written
from renderer.skins.icon_shapes import icon_mask
from renderer.skins.masks import frame, polygon
from renderer.skins.painting import both, clear, gradient, lay, lay_picture, without
from renderer.skins.patterns import pattern_mask
from renderer.skins.pips import pip_mask
from renderer.skins.text import fitted, measure, shortened
from runtime.colours import BLACK, READABLE, WHITE, clearest, contrast, legible, luminance, mixed

DUST = "#787d86"
"""What dimmed pieces fade towards."""
SMALLEST_FACE = 6
PIPS_SHARE = 0.98
"""How much of the room of a face pips take."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece that fills a box. The picture is larger by `margin` on each side, for shadow and thickness.

    `pattern` numbers the patterns from 1. `face` is written in the middle, `corner` small at the lower right. `depth`
    is the thickness in pixels, seen at the lower right. `dim`: it cannot be used now. `edge`: a border that stands out.
    `back`: seen from behind. `soft`: its pattern is only hinted at, for those who see its colour. `ink`: the colour of
    what is written, as far as it can be read. `pips`: so many icons in the middle, none at 0. `largest`: how large the
    letters of the face may be, where others beside it need smaller ones.
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

    @property
    def margin(self) -> int:
        """How far the picture reaches beyond the box."""
        return ceil(self._blur * 3) + self.depth

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.width + 2 * self.margin, self.height + 2 * self.margin

    @property
    def _blur(self) -> float:
        """How soft its shadow is: what lies flat or is hollow throws none."""
        if self.shape in ("square", "ring") and not self.depth:
            return 0.0
        return max(0.7, min(self.width, self.height) * 0.028)

    def draw(self) -> Image.Image:
        """The piece with its shadow, thickness, body, pattern, icon and texts."""
        picture = clear(*self.size)
        form = shapes.body(self._form, self.width, self.height)
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
        return self.shape if self.shape in shapes.SHAPES else "tile"

    @property
    def _paint(self) -> str:
        return mixed(self.colour, DUST, 0.5) if self.dim else self.colour

    @property
    def lettering(self) -> str:
        """What is written with: a dark shade of the piece's own colour, white, or plain black where both are weak."""
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
        """What fills the hole of a ring that something is written in, and the plainest ink on it."""
        return ("#2a2c31", WHITE) if luminance(self._paint) > 0.16 else ("#e8e6e0", BLACK)

    # Light and shadow

    def _cast(self, picture: Image.Image) -> None:
        blur = self._blur
        if not blur:
            return
        soft = shapes.soft_shadow(self._form, self.width, self.height, self.margin, blur, self.depth)
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
        flat = self._form in ("square", "ring")
        up, down = (0.05, 0.06) if flat else (0.1, 0.1) if self._form == "tile" else (0.16, 0.2)
        stops = [mixed(paint, WHITE, up), mixed(paint, WHITE, up * 0.4), paint]
        stops += [mixed(paint, BLACK, down * 0.36), mixed(paint, BLACK, down)]
        lay_picture(lit, gradient(width, height, *stops), form)
        if flat:
            lay(lit, BLACK, shapes.lower_dusk(self._form, width, height, 1.0), 0.14)
            lay(lit, WHITE, shapes.upper_light(self._form, width, height, 0.0), 0.2)
            return
        if self._form == "disc":
            lay(lit, WHITE, shapes.gloss(width, height), 0.15 if self.dim else 0.8 if light > 0.5 else 0.5)
        thin = min(1.6, max(1.0, min(width, height) / 56))
        lay(lit, BLACK, shapes.lower_dusk(self._form, width, height, max(1.2, min(width, height) * 0.04)), 0.16)
        # The edge of a black stone must be seen on a black board too.
        edge = mixed(paint, BLACK, 0.55) if light > 0.04 else mixed(paint, WHITE, 0.4)
        lay(lit, edge, shapes.rim(self._form, width, height, thin), 0.45 if self._form == "tile" else 0.6)
        lay(lit, WHITE, shapes.upper_light(self._form, width, height, thin), 0.65 if light > 0.4 else 0.4)

    def _hollow(self, lit: Image.Image) -> None:
        """The hole of a ring: a little darker, most of all below its upper edge."""
        hole = shapes.hollow(self.width, self.height)
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
            lay(lit, self._paint, both(shapes.calm_middle(self.width, self.height), form), 0.92)

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
        radius = max(1.0, shapes.radius_of("tile", width, height) - inset)
        inner = shapes.body("tile", width, height).crop((inset, inset, width - inset, height - inset))
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
            lay(lit, self.edge, shapes.rim(self._form, self.width, self.height, thick))

    # What is written

    @property
    def _writable(self) -> tuple[int, int]:
        """The width and height that there are to write on."""
        side = min(self.width, self.height)
        return (self.width, self.height) if self._form in shapes.FILLING else (side, side)

    @property
    def face_size(self) -> int:
        """How large the letters of the face are."""
        room, (wide, high) = shapes.ROOMS[self._form], self._writable
        size = round(high * room.height * (0.86 if len(self.face) > 2 else 0.94 if self.corner else 1.0))
        across = wide * room.width * (0.92 if self.corner else 1.0)
        fits = fitted(self.face, across, max(size, SMALLEST_FACE), True, SMALLEST_FACE)
        return fits if self.largest is None else min(fits, self.largest)

    def _write(self, lit: Image.Image) -> None:
        room, (wide, high) = shapes.ROOMS[self._form], self._writable
        side = min(self.width, self.height)
        if self.pips is not None:
            self._count_out(lit, room, wide, high)
        elif self.icon is not None:
            self._sign(lit, room, wide, high)
        lift = high * 0.05 if self.corner else 0.0
        if self.face:
            size = self.face_size
            text = shortened(self.face, self.width, size, True)
            left = self.width / 2 - measure(text, size, True)[0] / 2
            middle = (self.height - high) / 2 + high * room.y - lift
            self._put(lit, text, size, left, middle)
        if self.corner:
            size = max(SMALLEST_FACE, round(high * 0.19))
            size = fitted(self.corner, wide * 0.42, size, True, SMALLEST_FACE)
            across = measure(self.corner, size, True)[0]
            inset = max(2.0, side * (0.07 if self._form in shapes.FILLING else 0.2))
            middle = self.height - inset - cap_height(size, True) / 2
            self._put(lit, self.corner, size, self.width - inset - across, middle)

    def _put(self, lit: Image.Image, text: str, size: int, left: float, middle: float) -> None:
        """Write a text so that its capitals have their middle at a height."""
        mask = written(text, size, True)
        baseline = round(middle + cap_height(size, True) / 2)
        lay(lit, self.lettering, mask, at=(round(left), baseline - metrics(size, True)[0]))

    def _count_out(self, lit: Image.Image, room: shapes.Room, wide: int, high: int) -> None:
        """The pips, in a room as wide and high as that of a face may be."""
        across = max(1, round(wide * room.width * PIPS_SHARE))
        down = max(1, round(high * max(room.height, room.width) * PIPS_SHARE))
        middle = (self.height - high) / 2 + high * room.y
        place = (round((self.width - across) / 2), round(middle - down / 2))
        lay(lit, self.lettering, pip_mask(self.icon, self.pips or 0, across, down), 0.92, place)

    def _sign(self, lit: Image.Image, room: shapes.Room, wide: int, high: int) -> None:
        small = bool(self.face)
        side = max(5, round(min(wide * room.width, high * room.height * 1.1) * (0.42 if small else 0.92)))
        mask = icon_mask(self.icon or "", side)
        if small:
            inset = round(min(wide, high) * 0.1)
            place = (inset, inset)
        else:
            middle = (self.height - high) / 2 + high * room.y
            place = (round(self.width / 2 - side / 2), round(middle - side / 2))
        lay(lit, self.lettering, mask, 0.86, place)
