"""The ground of a board: all its cells and lines as one picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from PIL import Image

from renderer.skins.masks import Point, border, ellipse, moved, polygon, rounded, stroke
from renderer.skins.paint import clear, coloured, lay, put, without
from renderer.skins.skin import Boxed
from runtime.show.colours import BLACK, WHITE, luminance, parts

Rectangle = tuple[float, float, float, float]
Outline = Rectangle | tuple[Point, ...]
"""A cell: x, y, width and height of a box, or the corners of another shape, clockwise."""
Polyline = tuple[Point, ...]
Spot = tuple[float, float, float]
"""A dot on the ground: its middle and its radius."""


@dataclass(frozen=True, slots=True)
class Ground(Boxed):
    """The cells of a board, each in its colour, then lines through points, then dots.

    `radius` rounds the corners of cells. `bevel`: cells have a light upper and a dark lower edge. `edge` is a border
    around each cell. Everything is in pixels from the upper left corner of the picture.
    """

    width: int
    height: int
    cells: tuple[tuple[Outline, str], ...] = ()
    lines: tuple[Polyline, ...] = ()
    line_colour: str = BLACK
    line_width: float = 1.0
    radius: float = 0.0
    bevel: bool = False
    edge: str | None = None
    edge_width: float = 1.0
    dots: tuple[Spot, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        # A board has hundreds of cells: their hash is worked out once.
        values = (self.width, self.height, self.cells, self.lines, self.line_colour, self.line_width, self.dots)
        object.__setattr__(self, "_hash", hash((values, self.radius, self.bevel, self.edge, self.edge_width)))

    def __hash__(self) -> int:
        return self._hash

    def draw(self) -> Image.Image:
        """The ground."""
        picture = clear(*self.size)
        for outline, colour in self.cells:
            if isinstance(outline[0], tuple):
                self._shape(picture, outline, colour)
            else:
                self._box(picture, outline, colour)
        for line in self.lines:
            self._line(picture, line)
        for x, y, radius in self.dots:
            self._dot(picture, x, y, radius)
        return picture

    # Cells

    def _box(self, picture: Image.Image, box: Rectangle, colour: str) -> None:
        left, top = round(box[0]), round(box[1])
        width, height = round(box[0] + box[2]) - left, round(box[1] + box[3]) - top
        if width < 1 or height < 1:
            return
        if not (self.radius or self.bevel or self.edge):
            picture.paste((*parts(colour), 255), (left, top, left + width, top + height))
            return
        finish = Finish(colour, self.radius, self.bevel, self.edge, self.edge_width)
        put(picture, _box_cell(width, height, finish), left, top)

    def _shape(self, picture: Image.Image, corners: tuple[Point, ...], colour: str) -> None:
        left, top = floor(min(x for x, _ in corners)), floor(min(y for _, y in corners))
        right, bottom = ceil(max(x for x, _ in corners)), ceil(max(y for _, y in corners))
        # Cells of one shape share their picture if they begin at the same part of a pixel.
        points = tuple((round((x - left) * 8) / 8, round((y - top) * 8) / 8) for x, y in corners)
        finish = Finish(colour, self.radius, self.bevel, self.edge, self.edge_width)
        put(picture, _shape_cell(right - left, bottom - top, points, finish), left, top)

    # Lines and dots

    def _line(self, picture: Image.Image, line: Polyline) -> None:
        thick = max(1.0, self.line_width)
        straight = len(line) == 2 and (line[0][0] == line[1][0] or line[0][1] == line[1][1])
        if straight:
            (x, y), (right, bottom) = (min(line[0], line[1]), max(line[0], line[1]))
            whole = round(thick)
            left, top = round(x - whole / 2), round(y - whole / 2)
            box = (left, top, left + whole + round(right - x), top + whole + round(bottom - y))
            picture.paste((*parts(self.line_colour), 255), box)
            return
        left, top = floor(min(x for x, _ in line) - thick), floor(min(y for _, y in line) - thick)
        right, bottom = ceil(max(x for x, _ in line) + thick), ceil(max(y for _, y in line) + thick)
        mask = stroke(right - left, bottom - top, [(x - left, y - top) for x, y in line], thick)
        put(picture, coloured(self.line_colour, mask), left, top)

    def _dot(self, picture: Image.Image, x: float, y: float, radius: float) -> None:
        side = max(1, round(2 * radius))
        put(picture, coloured(self.line_colour, ellipse(side, side)), round(x - side / 2), round(y - side / 2))


class Finish(NamedTuple):
    """How a cell looks, whatever its shape."""

    colour: str
    radius: float
    bevel: bool
    edge: str | None
    edge_width: float


@lru_cache(maxsize=256)
def _box_cell(width: int, height: int, finish: Finish) -> Image.Image:
    return _cell(rounded(width, height, finish.radius), finish)


@lru_cache(maxsize=512)
def _shape_cell(width: int, height: int, points: tuple[Point, ...], finish: Finish) -> Image.Image:
    return _cell(polygon(width, height, points, finish.radius), finish)


def _cell(mask: Image.Image, finish: Finish) -> Image.Image:
    """A cell of a given shape: its colour, light on its upper edge and shade on its lower one, and its border."""
    cell = coloured(finish.colour, mask)
    if finish.bevel:
        light = 0.35 if luminance(finish.colour) > 0.35 else 0.14
        lay(cell, WHITE, without(mask, moved(mask, 0, 1)), light)
        lay(cell, BLACK, without(mask, moved(mask, 0, -1)), 0.2)
    if finish.edge is not None:
        lay(cell, finish.edge, border(mask, finish.edge_width))
    return cell
