"""A board in pixels: where its sites, edges and corners are in a box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, ceil, degrees, floor, hypot
from typing import NamedTuple

from renderer.nodes import Box
from renderer.scene.geometry import CHANNEL, LIFT, Falling, Geometry, Point, Rising

MOST_TITLED = 60
"""In larger cells than this, in design units, the titles of rows and columns grow no further."""
FRAME, FELT, CAPTIONED_FRAME = 10, 18, 20
"""How wide the frame around the cells is, in design units: bare, around layers, and with the names of columns and rows
on it."""
MOST_FRAME = 0.08
"""No frame is wider than this share of the room."""
ROOM_FOR_CAPTIONS = 21
"""Cells smaller than this, in design units, have no captions."""
REACH, CORNER_REACH = 0.38, 0.5
"""How wide the room is in which a click means an edge or a corner that can be chosen, in cells."""
BAR = 0.8
"""How much of the width of its channel a bar or a post fills."""
SOFT = 0.3
"""How round the ends of a bar are, as a share of its width: so far it reaches under the posts beside it."""
GROWTH = 1.6
"""How far a board may grow beyond the size that suits the number of its cells…"""
LEAST_FILL = 0.85
"""… unless it would then fill less than this much of the room that there is."""
LEAST_EXACT = 2 / 3
"""Cells are as large as the spec says unless the board would fill less than this much of its room."""


class Bar(NamedTuple):
    """An edge as it is drawn: a box, turned about its centre by an angle in degrees."""

    box: Box
    angle: float = 0.0

    @property
    def middle_box(self) -> Box:
        """A square in its centre."""
        x, y = self.box.middle
        side = round(self.box.height * 1.5)
        return Box(round(x - side / 2), round(y - side / 2), side, side)


def soft_end(box: Box) -> int:
    """The radius of the ends of something in a channel that is as thick as a box."""
    return max(1, round(min(box.width, box.height) * SOFT))


@dataclass(frozen=True, eq=False)
class Placement:
    """A geometry in pixels. `plate` is the whole board with its frame, `corner` where the cells begin."""

    geometry: Geometry
    cell: int
    plate: Box
    corner: tuple[int, int]
    frame: int
    lift: int
    captioned: bool
    titled: float
    """The size of a cell for titles, which do not grow with cells that are large already."""

    def at(self, point: Point) -> tuple[int, int]:
        """A point of the geometry in pixels."""
        return (
            self.corner[0] + floor(point[0] * self.cell + 0.5),
            self.corner[1] + floor(point[1] * self.cell + 0.5),
        )

    def flat(self, site: int) -> Box:
        """The box of a site on the ground."""
        box = self.geometry.boxes[site]
        x, y, width, height = box
        left, top = self.at((x, y))
        right, bottom = self.at((x + width, y + height))
        return type(box)(left, top, right - left, bottom - top)

    @cached_property
    def boxes(self) -> Mapping[int, Box]:
        """The box of each site, where things on it appear: layers rise to the upper left."""
        flat = {site: self.flat(site) for site in self.geometry.boxes}
        if not self.geometry.levels:
            return flat
        lifted = {}
        for site, box in flat.items():
            rise = self.lift * self.geometry.level[site]
            lifted[site] = Box(box.x - rise, box.y - rise, box.width, box.height)
        return lifted

    def base(self, site: int) -> Box:
        """The box of the lowest piece on a site: the whole cell, except where cells are longer for a fan."""
        found = self.geometry.bases.get(site)
        if found is None:
            return self.boxes[site]
        (left, top), (right, bottom) = self.at((found.x, found.y)), self.at((found.right, found.bottom))
        return Box(left, top, right - left, bottom - top)

    @cached_property
    def bars(self) -> Mapping[int, Bar]:
        """Each edge as it is drawn: in the middle of its channel, from corner to corner, or through corners that are
        not sites."""
        return {site: self._bar(*ends) for site, ends in self.geometry.bars.items()}

    @cached_property
    def posts(self) -> Mapping[int, Box]:
        """Each corner as it is drawn, as wide as the bars that end there."""
        return {site: self._crossing(point) for site, point in self.geometry.posts.items()}

    @cached_property
    def spots(self) -> Mapping[int, Box]:
        """The box of each site, edge and corner, for anything placed on it; a slanted edge has a square at its
        centre."""
        upright = {site: bar.box if not bar.angle else bar.middle_box for site, bar in self.bars.items()}
        return {**self.boxes, **upright, **self.posts}

    def _crossing(self, point: Point) -> Box:
        half = self.geometry.channel / 2
        left, top = self.at((point[0] - half, point[1] - half))
        right, bottom = self.at((point[0] + half, point[1] + half))
        inset = max(1, round((right - left) * (1 - BAR) / 2))
        return Box(left, top, right - left, bottom - top).inside(inset)

    def _bar(self, start: Point, end: Point) -> Bar:
        one, other = self._crossing(start), self._crossing(end)
        through, under = not self.geometry.posts, soft_end(one)
        if abs(start[0] - end[0]) < 0.01:
            first, last = (one, other) if one.y < other.y else (other, one)
            top, bottom = (first.y, last.bottom) if through else (first.bottom - under, last.y + under)
            return Bar(Box(one.x, top, one.width, bottom - top))
        if abs(start[1] - end[1]) < 0.01:
            first, last = (one, other) if one.x < other.x else (other, one)
            left, right = (first.x, last.right) if through else (first.right - under, last.x + under)
            return Bar(Box(left, one.y, right - left, one.height))
        x, y = (one.middle[0] + other.middle[0]) / 2, (one.middle[1] + other.middle[1]) / 2
        across, down = other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]
        thick = one.height
        length = round(hypot(across, down) + (thick if through else -thick) * 0.6)
        box = Box(round(x - length / 2), round(y - thick / 2), length, thick)
        return Bar(box, degrees(atan2(down, across)))

    def hits(self, part: str) -> dict[int, tuple[Box, Box]]:
        """For each edge or each corner, where in its channel a click means it, and how far around."""
        bars, posts = self.geometry.bars, self.geometry.posts
        if part == "edges":
            return {site: (self._near(a, b, CHANNEL), self._near(a, b, REACH)) for site, (a, b) in bars.items()}
        return {site: (self._near(at, at, CHANNEL), self._near(at, at, CORNER_REACH)) for site, at in posts.items()}

    def _near(self, start: Point, end: Point, reach: float) -> Box:
        """Whether a place is nearer to a line than half of the reach, in cells."""
        half = reach / 2
        left, top = self.at((min(start[0], end[0]) - half, min(start[1], end[1]) - half))
        right, bottom = self.at((max(start[0], end[0]) + half, max(start[1], end[1]) + half))
        rising = (end[0] - start[0]) * (end[1] - start[1])
        shape = Box if abs(rising) < 0.01 else Falling if rising > 0 else Rising
        return shape(left, top, right - left, bottom - top)

    def pitch(self, site: int) -> Box:
        """The box of a cell with its half of the channels around it."""
        box = self.boxes[site]
        grow = self.geometry.channel / (1 - self.geometry.channel) / 2
        wide, high = box.width * (1 + 2 * grow), box.height * (1 + 2 * grow)
        x, y = box.middle
        return type(box)(x - wide / 2, y - high / 2, wide, high)

    @cached_property
    def order(self) -> Mapping[int, tuple[int, float, float]]:
        """The drawing order on layers: from the bottom up, then from the upper left to the lower right."""
        level = self.geometry.level
        return {site: (level.get(site, 0), box.y, box.x) for site, box in self.boxes.items()}

    @property
    def size(self) -> tuple[int, int]:
        """The size of a cell, without the channels around it."""
        if self.geometry.channel:
            box = next(iter(self.boxes.values()))
            return int(box.width), int(box.width)
        return self.cell, round(self.cell * self.geometry.aspect)

    def polygon(self, site: int) -> tuple[Point, ...] | None:
        """The corners of a hex."""
        corners = self.geometry.corners.get(site)
        return tuple(self.at(corner) for corner in corners) if corners is not None else None

    @property
    def hexes(self) -> bool:
        """Whether the cells are hexes."""
        return self.geometry.shape == "hex"


def preferred_cell(geometry: Geometry, cell_size: int | None) -> float:
    """The size of a cell in design units: as the spec says, otherwise depending on the number of cells."""
    if cell_size is not None:
        return float(max(cell_size, 1))
    return min(max(480 / max(geometry.width, geometry.height), 28.0), 110.0)


def frame_of(geometry: Geometry) -> int:
    """The width of a board's frame if there is room, in design units."""
    return CAPTIONED_FRAME if _named(geometry) else FELT if geometry.levels else FRAME


def _named(geometry: Geometry) -> bool:
    """Whether the names of columns or rows are on the frame."""
    return any(not caption.title for caption in geometry.captions)


def extent(geometry: Geometry) -> tuple[float, float]:
    """The width and height of a board in cells, including the rise of its layers and its titles, without its frame."""
    left, top = geometry.overhang
    right, bottom = geometry.slack
    across, down = geometry.margin
    return geometry.width + left - right + across, geometry.height + top - bottom + down


class Wanted(NamedTuple):
    """The size of a cell that suits a board, in pixels; `exact`: it is not larger unless the board would look lost;
    `crossings`: it is odd."""

    cell: float
    exact: bool
    crossings: bool


@lru_cache(maxsize=256)
def placement(
    geometry: Geometry, box: Box, scale: float, cell_size: int | None = None, crossings: bool = False
) -> Placement:
    """A board centred in a box, as large as the box allows and its spec likes. `crossings`: lines run through the
    centres of its cells, whose size is then odd, so that a line can be a single pixel wide."""
    room = _whole(box)
    wanted = Wanted(preferred_cell(geometry, cell_size) * scale, cell_size is not None, crossings)
    frame = _frame(frame_of(geometry), room, scale)
    cell = _cell(geometry, room, frame, wanted, scale)
    roomy = cell >= ROOM_FOR_CAPTIONS * scale and frame >= round(CAPTIONED_FRAME * scale * 0.8)
    captioned = _named(geometry) and roomy
    if _named(geometry) and not captioned:
        frame = _frame(FRAME, room, scale)
        cell = _cell(geometry, room, frame, wanted, scale)
    over_x, over_y, width, height = _pixels(geometry, cell, scale)
    plate_width, plate_height = width + 2 * frame, height + 2 * frame
    left = int(room.x) + (int(room.width) - plate_width) // 2
    top = int(room.y) + (int(room.height) - plate_height) // 2
    plate = Box(left, top, plate_width, plate_height)
    corner = (left + frame + over_x, top + frame + over_y)
    return Placement(geometry, cell, plate, corner, frame, _lift(geometry, cell), captioned, _titled_cell(cell, scale))


def _whole(box: Box) -> Box:
    """The whole pixels inside a box."""
    left, top = ceil(box.x), ceil(box.y)
    return Box(left, top, max(1, floor(box.right) - left), max(1, floor(box.bottom) - top))


def _frame(units: int, room: Box, scale: float) -> int:
    return max(1, min(round(units * scale), int(min(room.width, room.height) * MOST_FRAME)))


def _titled_cell(cell: float, scale: float) -> float:
    return min(cell, MOST_TITLED * scale)


def _fit(room: float, cells: float, titles: float, most: float) -> float:
    """The cell size at which cells fill a room, where titles take up that many cells up to a given size."""
    fit = room / cells
    return fit if fit <= most or cells <= titles else (room - titles * most) / (cells - titles)


def _cell(geometry: Geometry, room: Box, frame: int, wanted: Wanted, scale: float) -> int:
    """The largest cell with which the board fits, unless it would be far larger than wanted; or an exact one."""
    wide, high = extent(geometry)
    across, down = geometry.margin
    fit = min(
        _fit(room.width - 2 * frame, wide, across, MOST_TITLED * scale),
        _fit(room.height - 2 * frame, high, down, MOST_TITLED * scale),
    )
    exact = wanted.exact and wanted.cell >= fit * LEAST_EXACT
    most = round(wanted.cell) if exact else max(wanted.cell * GROWTH, fit * LEAST_FILL)
    cell = max(1, floor(min(fit, most)))
    if geometry.shape == "hex" and cell > 8:
        cell -= cell % 2
    elif wanted.crossings and cell > 8:
        cell -= 1 - cell % 2
    while cell > 1:
        _, _, width, height = _pixels(geometry, cell, scale)
        if width <= room.width - 2 * frame and height <= room.height - 2 * frame:
            break
        cell -= 1
    return cell


def _lift(geometry: Geometry, cell: int) -> int:
    """The number of pixels by which each layer rises."""
    return max(1, floor(cell * LIFT)) if geometry.levels else 0


def _pixels(geometry: Geometry, cell: int, scale: float) -> tuple[int, int, int, int]:
    """How far a board extends beyond its left and upper edge, and its width and height including that, in pixels."""
    width, height = floor(geometry.width * cell + 0.5), floor(geometry.height * cell + 0.5)
    lift = _lift(geometry, cell)
    places = [(lift * level, geometry.boxes[site]) for site, level in geometry.level.items()]
    if not places:
        over_x, over_y = (floor(part * _titled_cell(cell, scale) + 0.5) for part in geometry.margin)
        return over_x, over_y, over_x + width, over_y + height
    over_x = max(0, *(rise - floor(box.x * cell + 0.5) for rise, box in places))
    over_y = max(0, *(rise - floor(box.y * cell + 0.5) for rise, box in places))
    right = max(floor(box.right * cell + 0.5) - rise + lift for rise, box in places)
    bottom = max(floor(box.bottom * cell + 0.5) - rise + lift for rise, box in places)
    return over_x, over_y, over_x + right, over_y + bottom
