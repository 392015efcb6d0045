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
    """One layer of a layers board. A cell takes one footprint; the offset counts in the footprint's units,
    from the corner of the board at which column a and row 1 begin. A layer lies on top of all before it, or at the
    same height as the one that `beside` names."""

    name: str
    columns: int
    rows: int
    offset: tuple[int, int] = (0, 0)
    holes: frozenset[tuple[int, int]] = frozenset()
    beside: str = ""


@dataclass(frozen=True)
class BoardShape:
    """One board. Which fields count depends on the shape; the others keep their defaults.

    Holes are (column, row) as sites are numbered. A place of a graph's site is its (column, row), where
    fractions and places beyond the edge are allowed.
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
    """1 is a, 26 is z, 27 is aa."""
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
    """Column and row of a name like c4; (0, 0) for any other name."""
    match = _COORDINATES.match(name)
    if match is None:
        return (0, 0)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return (column, int(match[2]))


class Spot(NamedTuple):
    """A site as a shape lays it out, before it has a number. `layer` is how high it lies, `sheet` on which of the
    layers as they are written; both count from 1 and are 0 but on layers. `axis` is how an edge runs, 0 for all
    else."""

    name: str
    column: int
    row: int
    layer: int
    place: tuple[float, float]
    sheet: int = 0
    axis: int = 0


@dataclass(frozen=True)
class Plane:
    """A rectangle of columns and rows of which some may be missing; a layers board has one for each layer.

    `compass` gives the columns and rows upwards that a compass point leads; a point it lacks leads nowhere.
    `upwards` is what a row upwards adds to the row number, as on the board.
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

    Sites come in the order of their numbers: layer by layer from the bottom, row by row from row 1 on (which
    is the top row or, with origin bottom, the bottom row), by column. A graph's sites come as its lines first
    name them, then the further ones.

    `directions` and `axes` are those that a game means when it names none: the sides or all eight on square
    cells, six and three on hexes. A graph has neither: its neighbours follow its lines, and no compass
    point leads anywhere, even where names such as a7 give its sites a column and a row.

    `upwards` is what a row upwards adds to the row number: 1 with origin bottom, otherwise -1.
    `axis_directions` gives the walking direction of an axis and its opposite. Of a layers board `columns` and
    `rows` are those of its largest layer. `lines` are the declared lines of a graph.
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
        """The rectangle that a picture of the board shows: its only plane, or where the names of a graph's sites say.
        None for several layers, and for a graph with other names."""
        if self.shape == "graph":
            named = len(self.coordinates) == len(self.sites)
            return Plane(self.columns, self.rows, self.upwards, False, {}, self.coordinates) if named else None
        return self.planes[0] if len(self.planes) == 1 else None

    def at(self, column: int, row: int, layer: int = 1) -> int:
        """The site in this column and row, of the given layer counted as they are written; 0 if there is none."""
        if not self.planes:
            return self.coordinates.get((column, row), 0)
        if not 1 <= layer <= len(self.planes):
            return 0
        return self.planes[layer - 1].sites.get((column, row), 0)
