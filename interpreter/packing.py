"""A rectangular board as one integer with a byte for each site: shifts compare all sites with their neighbours at once.

A lane is the byte of a site, in board order from the lowest byte on. A mask has the highest bit set in the lanes that
it means. Values are at most 127, so that adding 127 sets that bit in every lane that is not 0 and carries nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from interpreter.boards.directions import OFFSETS
from interpreter.boards.topology import Topology
from interpreter.expr.types import Letter, Maybe, Number, Words, strip
from interpreter.layout import Layout

HIGHEST = 127
LANE = 8

Step = tuple[int, int]
"""Columns to the east and rows on in board order."""


@dataclass(frozen=True)
class Packing:
    """How one board is packed. Its sites are numbered without gaps from `first` on, row by row."""

    columns: int
    rows: int
    first: int
    upwards: int

    @property
    def size(self) -> int:
        """The number of sites."""
        return self.columns * self.rows

    @cached_property
    def low(self) -> int:
        """127 in every lane."""
        return int.from_bytes(bytes([HIGHEST]) * self.size, "little")

    @cached_property
    def high(self) -> int:
        """The mask of all lanes."""
        return self.low + int.from_bytes(b"\1" * self.size, "little")

    def step(self, direction: int) -> Step:
        """Where a compass point leads."""
        across, up = OFFSETS[direction]
        return across, up * self.upwards

    def lanes(self, step: Step) -> int:
        """How many lanes further a step leads."""
        return step[0] + self.columns * step[1]

    def mask(self, steps: Iterable[Step]) -> int:
        """The sites from which each of these steps leads to a site of the board."""
        wanted = tuple(steps)
        bits = bytearray(self.size)
        for place in range(self.size):
            row, column = divmod(place, self.columns)
            if all(0 <= column + across < self.columns and 0 <= row + on < self.rows for across, on in wanted):
                bits[place] = HIGHEST + 1
        return int.from_bytes(bits, "little")


def packing_of(topology: Topology, board: str) -> Packing | None:
    """How a board is packed; None if it has holes, joined edges, layers or no rows."""
    found = topology.boards[board]
    if found.shape != "square" or found.planes[0].wrap or len(found.sites) != found.columns * found.rows:
        return None
    return Packing(found.columns, found.rows, found.sites[0], found.upwards)


def fits_packing(layout: Layout, column: str) -> bool:
    """Whether the values of a column fit into lanes, with 0 for none alone."""
    field = layout.fields[column]
    if field.store != "bytes" or field.type is None:
        return False
    match strip(field.type):
        case Words(words=words):
            return len(words) <= HIGHEST
        case Letter():
            return len(layout.letters) <= HIGHEST
        case Number(high=high) if isinstance(field.type, Maybe):
            return high is not None and high <= HIGHEST
    return False


def shifted(name: str, lanes: int) -> str:
    """Python for an integer whose lanes have moved down by so many, so that each site sees the one that far ahead."""
    if lanes == 0:
        return name
    return f"({name} >> {LANE * lanes})" if lanes > 0 else f"({name} << {-LANE * lanes})"
