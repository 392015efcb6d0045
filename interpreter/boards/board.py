"""One board: its shape, the names of its sites, its directions and axes, and the planes on which one can walk."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from interpreter.boards.directions import Offset, offset

Shape = Literal["square", "hex", "layers", "graph", "edges", "corners"]
"""The last two are what lies between the cells of another board."""
LARGEST_SIDE = 100
"""How many columns and rows a board, a layer and a piece may have."""
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
WITHOUT_I = ALPHABET.replace("i", "")
_COORDINATES = re.compile(r"([a-z]{1,4})([1-9][0-9]{0,5})\Z")


@dataclass(frozen=True)
class Layer:
    """One layer of a layers board. A cell takes up one footprint; the offset is measured in the footprint's units, from
    the corner of the board where column a and row 1 begin. A layer lies on top of all layers before it, or at the same
    height as the one that `beside` names."""

    name: str
    columns: int
    rows: int
    offset: tuple[int, int] = (0, 0)
    holes: frozenset[tuple[int, int]] = frozenset()
    beside: str = ""


@dataclass(frozen=True)
class BoardShape:
    """One board. Which fields matter depends on the shape; the others keep their defaults.

    Holes are (column, row), in the numbering of sites. The place of a graph's site is its (column, row), which may be
    fractional or beyond the edge.
    """

    name: str
    shape: Shape = "square"
    columns: int = 0
    rows: int = 0
    neighbours: Literal["sides", "all"] = "sides"
    origin: Literal["top", "bottom"] = "top"
    wrap: bool = False
    holes: frozenset[tuple[int, int]] = frozenset()
    layers: tuple[Layer, ...] = ()
    footprint: tuple[int, int] = (1, 1)
    lines: tuple[tuple[str, ...], ...] = ()
    extra_sites: tuple[str, ...] = ()
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    regions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    borders: Mapping[str, bool] = field(default_factory=dict)
    """The edges and corners that are sites too, and whether those of the rim are."""
    skip_i: bool = False
    """Whether no column is called i."""

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Column and row of every cell of a rectangle without its holes, row by row."""
        everywhere = ((column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))
        return [cell for cell in everywhere if cell not in self.holes]


@lru_cache(maxsize=1024)
def column_letters(column: int, alphabet: str = ALPHABET) -> str:
    """The letters of a column: 1 is a, 26 is z, 27 is aa."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, len(alphabet))
        letters = alphabet[letter] + letters
    return letters


def site_name(column: int, row: int, layer: str = "", skip_i: bool = False) -> str:
    """The name of a site: c4, or c4@top on a layer. `skip_i`: the column after h is j."""
    name = f"{column_letters(column, WITHOUT_I if skip_i else ALPHABET)}{row}"
    return f"{name}@{layer}" if layer else name


def column_of(name: str) -> str:
    """The letters of a site's column: c of c4; nothing for a name that is not made of column and row."""
    match = _COORDINATES.match(name)
    return match[1] if match is not None else ""


def coordinates(name: str) -> tuple[int, int]:
    """The column and row of a name like c4; (0, 0) for any other name."""
    match = _COORDINATES.match(name)
    if match is None:
        return (0, 0)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return (column, int(match[2]))


class Spot(NamedTuple):
    """A site as a shape lays it out, before it has a number. `layer` is its height, `sheet` the layer that it is on, in
    written order; both count from 1 and are 0 unless there are layers. `axis` is the direction of an edge, 0 for
    everything else."""

    name: str
    column: int
    row: int
    layer: int
    place: tuple[float, float]
    sheet: int = 0
    axis: int = 0


@dataclass(frozen=True)
class Plane:
    """A rectangle of columns and rows, some of which may be missing; a layers board has one for each layer.

    `compass` gives, for each compass point, how many columns and rows upwards it leads; a missing point leads nowhere.
    `upwards` is what one row upwards adds to the row number, as on the board.
    """

    columns: int
    rows: int
    upwards: int
    wrap: bool
    compass: Mapping[int, Offset]
    sites: Mapping[tuple[int, int], int]

    def has(self, direction: int) -> bool:
        """Whether one can walk in this direction at all. Jumps count in columns and rows on every plane."""
        return direction > 8 or direction in self.compass

    def steps(self, direction: int) -> Iterator[tuple[int, int]]:
        """Each site that has a next site in this direction, with that site."""
        if not self.has(direction):
            return
        across, up = offset(direction) if direction > 8 else self.compass[direction]
        down = up * self.upwards
        find = self.sites.get
        for (column, row), site in self.sites.items():
            next_column, next_row = column + across, row + down
            if self.wrap:
                next_column = (next_column - 1) % self.columns + 1
                next_row = (next_row - 1) % self.rows + 1
            target = find((next_column, next_row), 0)
            if target:
                yield site, target


@dataclass(frozen=True)
class Board:
    """A board and its sites.

    Sites are in the order of their numbers: layer by layer from the bottom, row by row starting with row 1 (which is
    the top row or, with origin bottom, the bottom row), by column. A graph's sites come in the order in which its lines
    first name them, followed by the others.

    `directions` and `axes` are those that a game means when it names none: the sides or all eight on square cells, six
    and three on hexes. A graph has neither: its neighbours follow its lines, and no compass point leads anywhere, even
    if names such as a7 give its sites a column and a row.

    `upwards` is what one row upwards adds to the row number: 1 with origin bottom, otherwise -1. `axis_directions`
    gives the walking direction of an axis and its opposite. On a layers board `columns` and `rows` are those of its
    largest layer. `lines` are the declared lines of a graph.
    """

    name: str
    shape: Shape
    sites: tuple[int, ...]
    columns: int
    rows: int
    directions: tuple[int, ...]
    axes: tuple[int, ...]
    by_name: Mapping[str, int]
    upwards: int
    planes: tuple[Plane, ...] = ()
    axis_directions: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()
    footprint: tuple[int, int] = (1, 1)
    lines: tuple[tuple[int, ...], ...] = ()
    regions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    coordinates: Mapping[tuple[int, int], int] = field(default_factory=dict)
    of: str = ""
    """Whose edges or corners these are; nothing for a board of its own."""
    rim: bool = False
    """Whether those around that board are among them."""
    points: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """The outline of each site where there are edges or corners, in whole units that the boards of one family share."""
    outlines: Mapping[int, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """The ends of an edge and the place of a corner on the screen, in cells."""
    joined: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The edges that meet an edge, the corners to which an edge leads from a corner."""

    @property
    def sheet(self) -> Plane | None:
        """The rectangle that a picture of the board shows: its only plane, or the one given by the names of a graph's
        sites. None for several layers, and for a graph with other names."""
        if self.shape == "graph":
            named = len(self.coordinates) == len(self.sites)
            return Plane(self.columns, self.rows, self.upwards, False, {}, self.coordinates) if named else None
        return self.planes[0] if len(self.planes) == 1 else None

    def at(self, column: int, row: int, layer: int = 1) -> int:
        """The site in this column and row, of the given layer in written order; 0 if there is none."""
        if not self.planes:
            return self.coordinates.get((column, row), 0)
        if not 1 <= layer <= len(self.planes):
            return 0
        return self.planes[layer - 1].sites.get((column, row), 0)
