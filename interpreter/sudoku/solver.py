"""A solver that looks at all cells at once: for each number the set of cells where it may still stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

Cells = int
"""A set of cells."""


@dataclass(frozen=True)
class Grid:
    """The shape of a sudoku: how many cells and numbers it has, its units (rows, columns, blocks), and for each cell
    those that may not have the same number."""

    cells: int
    numbers: int
    units: tuple[Cells, ...]
    peers: tuple[Cells, ...]


@lru_cache(maxsize=32)
def grid_of(units: tuple[tuple[int, ...], ...]) -> Grid:
    """The shape with these units, each a list of cells."""
    count = 1 + max(cell for unit in units for cell in unit)
    sets = tuple(sum(1 << cell for cell in unit) for unit in units)
    peers = [0] * count
    for unit, cells in zip(units, sets, strict=True):
        for cell in unit:
            peers[cell] |= cells & ~(1 << cell)
    return Grid(count, max(len(unit) for unit in units), sets, tuple(peers))


def start(grid: Grid, given: Sequence[int]) -> list[Cells] | None:
    """Where each number may stand, with the given numbers in place (0: none); None if they clash."""
    everything = (1 << grid.cells) - 1
    possible = [everything] * grid.numbers
    for cell, number in enumerate(given):
        if number:
            if not possible[number - 1] >> cell & 1:
                return None
            _put(grid, possible, cell, number - 1)
    return possible


def solve(grid: Grid, given: Sequence[int], order: Sequence[int] | None = None) -> list[int] | None:
    """A solution, or None. `order` says which numbers are tried first."""
    return next(solutions(grid, given, order), None)


def solutions(grid: Grid, given: Sequence[int], order: Sequence[int] | None = None) -> Iterator[list[int]]:
    """All solutions, one after the other."""
    possible = start(grid, given)
    if possible is not None:
        yield from _search(grid, possible, order or range(grid.numbers))


def _search(grid: Grid, possible: list[Cells], order: Iterable[int]) -> Iterator[list[int]]:
    if not _reduce(grid, possible):
        return
    cell = _narrowest(grid, possible)
    if cell < 0:
        yield _read(grid, possible)
        return
    for number in order:
        if possible[number] >> cell & 1:
            tried = possible.copy()
            _put(grid, tried, cell, number)
            yield from _search(grid, tried, order)


def _put(grid: Grid, possible: list[Cells], cell: int, number: int) -> None:
    """A number stands on a cell: no other number does, and it stands on none of the cell's peers."""
    bit = 1 << cell
    for other in range(grid.numbers):
        possible[other] &= ~bit
    possible[number] = possible[number] & ~grid.peers[cell] | bit


def _reduce(grid: Grid, possible: list[Cells]) -> bool:
    """Put every number that has only one place left, until there is none; False if something has no place."""
    everything = (1 << grid.cells) - 1
    settled = -1
    while True:
        once = twice = 0
        for cells in possible:
            twice |= once & cells
            once |= cells
        if once != everything:
            return False
        single = once & ~twice
        if single != settled:
            # Cells with one number left: it stands on none of their peers.
            new = single & ~settled if settled >= 0 else single
            settled = single
            for number, cells in enumerate(possible):
                found = cells & new
                while found:
                    bit = found & -found
                    found ^= bit
                    possible[number] &= ~grid.peers[bit.bit_length() - 1]
            continue
        if not _hidden(grid, possible, settled):
            return all(cells & unit for cells in possible for unit in grid.units)


def _hidden(grid: Grid, possible: list[Cells], settled: Cells) -> bool:
    """Put the numbers that have one place left in a unit; whether there was one."""
    found = False
    for number in range(grid.numbers):
        open_cells = possible[number] & ~settled
        if not open_cells:
            continue
        for unit in grid.units:
            cells = possible[number] & unit
            if cells & open_cells and not cells & (cells - 1):
                _put(grid, possible, cells.bit_length() - 1, number)
                open_cells = possible[number] & ~settled & ~cells
                found = True
    return found


def _narrowest(grid: Grid, possible: list[Cells]) -> int:
    """An open cell with the fewest numbers left; -1 if every cell has its number."""
    # at_most[k]: the cells with more than k + 1 numbers left.
    more = [0] * grid.numbers
    for cells in possible:
        for count in range(grid.numbers - 1, 0, -1):
            more[count] |= more[count - 1] & cells
        more[0] |= cells
    for count in range(1, grid.numbers):
        narrow = more[count] & ~(more[count + 1] if count + 1 < grid.numbers else 0)
        if narrow:
            return (narrow & -narrow).bit_length() - 1
    return -1


def _read(grid: Grid, possible: list[Cells]) -> list[int]:
    found = [0] * grid.cells
    for number, cells in enumerate(possible, start=1):
        while cells:
            bit = cells & -cells
            cells ^= bit
            found[bit.bit_length() - 1] = number
    return found
