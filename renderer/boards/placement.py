"""A board in pixels: how large its cells are, and where the plate, the cells and the captions come to lie.

Cells are a whole number of pixels wide, so that what is drawn on them is crisp.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, floor

from renderer.geometry import LIFT, Geometry, Point
from renderer.nodes import Box

FRAME, FELT, CAPTIONED_FRAME = 10, 18, 20
"""How wide the frame around the cells is, in design units: bare, around layers, and with the names of columns and rows
on it."""
MOST_FRAME = 0.08
"""No frame is wider than this share of the room."""
ROOM_FOR_CAPTIONS = 21
"""Cells smaller than this, in design units, have no captions."""
GROWTH = 1.6
"""How far a board may grow beyond the size that its spec prefers…"""
LEAST_FILL = 0.85
"""… unless it would then fill less than this much of the room that there is."""


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

    def at(self, point: Point) -> tuple[int, int]:
        """A point of the geometry in pixels."""
        return (
            self.corner[0] + floor(point[0] * self.cell + 0.5),
            self.corner[1] + floor(point[1] * self.cell + 0.5),
        )

    def flat(self, site: int) -> Box:
        """The box of a site as it lies on the ground."""
        box = self.geometry.boxes[site]
        left, top = self.at((box.x, box.y))
        right, bottom = self.at((box.right, box.bottom))
        return type(box)(left, top, right - left, bottom - top)

    @cached_property
    def boxes(self) -> Mapping[int, Box]:
        """The box of each site, where what stands on it is seen: layers rise to the upper left."""
        flat = {site: self.flat(site) for site in self.geometry.boxes}
        if not self.geometry.levels:
            return flat
        lifted = {}
        for site, box in flat.items():
            rise = self.lift * self.geometry.level[site]
            lifted[site] = Box(box.x - rise, box.y - rise, box.width, box.height)
        return lifted

    @cached_property
    def order(self) -> Mapping[int, tuple[int, float, float]]:
        """What is drawn before what on layers: from the bottom up, then from the upper left to the lower right."""
        level = self.geometry.level
        return {site: (level.get(site, 0), box.y, box.x) for site, box in self.boxes.items()}

    @property
    def size(self) -> tuple[int, int]:
        """The size of a cell."""
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
    """The size of a cell in design units: as the spec says, otherwise by how many cells there are."""
    if cell_size is not None:
        return float(max(cell_size, 1))
    return min(max(480 / max(geometry.width, geometry.height), 28.0), 110.0)


def frame_of(geometry: Geometry) -> int:
    """How wide the frame of a board is where there is room, in design units."""
    return CAPTIONED_FRAME if _named(geometry) else FELT if geometry.levels else FRAME


def _named(geometry: Geometry) -> bool:
    """Whether the names of columns or rows stand on the frame."""
    return any(not caption.title for caption in geometry.captions)


def extent(geometry: Geometry) -> tuple[float, float]:
    """How many cells wide and high a board is with the rise of its layers and its titles, without its frame."""
    left, top = geometry.overhang
    right, bottom = geometry.slack
    across, down = geometry.margin
    return geometry.width + left - right + across, geometry.height + top - bottom + down


@lru_cache(maxsize=256)
def placement(geometry: Geometry, box: Box, scale: float, cell_size: int | None = None) -> Placement:
    """A board in the middle of a box, as large as it fits and its spec likes."""
    room = _whole(box)
    preferred = preferred_cell(geometry, cell_size) * scale
    frame = _frame(frame_of(geometry), room, scale)
    cell = _cell(geometry, room, frame, preferred)
    roomy = cell >= ROOM_FOR_CAPTIONS * scale and frame >= round(CAPTIONED_FRAME * scale * 0.8)
    captioned = _named(geometry) and roomy
    if _named(geometry) and not captioned:
        frame = _frame(FRAME, room, scale)
        cell = _cell(geometry, room, frame, preferred)
    over_x, over_y, width, height = _pixels(geometry, cell)
    plate_width, plate_height = width + 2 * frame, height + 2 * frame
    left = int(room.x) + (int(room.width) - plate_width) // 2
    top = int(room.y) + (int(room.height) - plate_height) // 2
    plate = Box(left, top, plate_width, plate_height)
    corner = (left + frame + over_x, top + frame + over_y)
    return Placement(geometry, cell, plate, corner, frame, _lift(geometry, cell), captioned)


def _whole(box: Box) -> Box:
    """The whole pixels inside of a box."""
    left, top = ceil(box.x), ceil(box.y)
    return Box(left, top, max(1, floor(box.right) - left), max(1, floor(box.bottom) - top))


def _frame(units: int, room: Box, scale: float) -> int:
    return max(1, min(round(units * scale), int(min(room.width, room.height) * MOST_FRAME)))


def _cell(geometry: Geometry, room: Box, frame: int, preferred: float) -> int:
    """The largest cell with which the board fits, unless it would be far larger than preferred."""
    wide, high = extent(geometry)
    fit = min((room.width - 2 * frame) / wide, (room.height - 2 * frame) / high)
    cell = max(1, floor(min(fit, max(preferred * GROWTH, fit * LEAST_FILL))))
    if geometry.shape == "hex" and cell > 8:
        cell -= cell % 2
    while cell > 1:
        _, _, width, height = _pixels(geometry, cell)
        if width <= room.width - 2 * frame and height <= room.height - 2 * frame:
            break
        cell -= 1
    return cell


def _lift(geometry: Geometry, cell: int) -> int:
    """How many pixels each layer rises."""
    return max(1, floor(cell * LIFT)) if geometry.levels else 0


def _pixels(geometry: Geometry, cell: int) -> tuple[int, int, int, int]:
    """How far a board reaches beyond its left and upper edge, and how wide and high it is with that, in pixels."""
    width, height = floor(geometry.width * cell + 0.5), floor(geometry.height * cell + 0.5)
    lift = _lift(geometry, cell)
    places = [(lift * level, geometry.boxes[site]) for site, level in geometry.level.items()]
    if not places:
        over_x, over_y = (floor(part * cell + 0.5) for part in geometry.margin)
        return over_x, over_y, over_x + width, over_y + height
    over_x = max(0, *(rise - floor(box.x * cell + 0.5) for rise, box in places))
    over_y = max(0, *(rise - floor(box.y * cell + 0.5) for rise, box in places))
    right = max(floor(box.right * cell + 0.5) - rise + lift for rise, box in places)
    bottom = max(floor(box.bottom * cell + 0.5) - rise + lift for rise, box in places)
    return over_x, over_y, over_x + right, over_y + bottom
