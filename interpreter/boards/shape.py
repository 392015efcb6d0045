"""What a game says about a board, with all sizes worked out: the input of the topology."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Shape = Literal["square", "hex", "layers", "graph"]


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

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Column and row of every cell of a rectangle without its holes, row by row."""
        everywhere = ((column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))
        return [cell for cell in everywhere if cell not in self.holes]
