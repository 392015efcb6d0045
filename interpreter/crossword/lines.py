"""The rows and columns of a board, and where each site stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from interpreter.boards import Topology
from interpreter.boards.directions import EAST, SOUTH

ROW, COLUMN = 0, 1
Line = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of both axes, each in reading order, and for every site its line and its place in it, by axis."""

    lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    line_of: tuple[Sequence[int], Sequence[int]]
    place_of: tuple[Sequence[int], Sequence[int]]

    def stretch(self, letters: Sequence[int], site: int, axis: int) -> Line:
        """The site and the letters around it along an axis, unbroken."""
        line, place = self.lines[axis][self.line_of[axis][site]], self.place_of[axis][site]
        first, last = place, place + 1
        while first > 0 and letters[line[first - 1]]:
            first -= 1
        while last < len(line) and letters[line[last]]:
            last += 1
        return line[first:last]


@lru_cache(maxsize=64)
def lines_of(topology: Topology, board: str) -> Lines:
    """The lines of one board."""
    found: list[tuple[Line, ...]] = []
    line_of = [[0] * (topology.count + 1) for _ in (ROW, COLUMN)]
    place_of = [[0] * (topology.count + 1) for _ in (ROW, COLUMN)]
    for axis, direction in ((ROW, EAST), (COLUMN, SOUTH)):
        lines = topology.lines_of(board, direction)
        for number, line in enumerate(lines):
            for place, site in enumerate(line):
                line_of[axis][site], place_of[axis][site] = number, place
        found.append(lines)
    return Lines((found[0], found[1]), (line_of[0], line_of[1]), (place_of[0], place_of[1]))
