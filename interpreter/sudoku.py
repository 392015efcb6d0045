"""Sudokus of any size: a fast solver, and a dealer of sudokus with one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from interpreter.boards import Topology
from interpreter.boards.directions import COLUMN, ROW

__all__ = ["Dealt", "Grid", "deal_sudoku", "grid_of", "solutions", "solve"]

Cells = int
"""A set of cells."""

MOST_GRIDS = 200
"""So many full grids are tried before it is given up."""


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
    """The possible numbers of each cell, with the given numbers in place (0: none); None if they clash."""
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
    """All solutions, one after another."""
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
    """Put a number in a cell: rule out all other numbers there, and this number for the cell's peers."""
    bit = 1 << cell
    for other in range(grid.numbers):
        possible[other] &= ~bit
    possible[number] = possible[number] & ~grid.peers[cell] | bit


def _reduce(grid: Grid, possible: list[Cells]) -> bool:
    """Place every number that has only one place left, until there is none; return False if something has no place."""
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
    """Place the numbers that have one place left in a unit; return whether there was one."""
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


def board_grid(topology: Topology, instance: str, region: str) -> Grid | None:
    """The shape of a sudoku on a board, its cells in the order of the sites; None if its rows, columns and blocks do
    not have the same number of cells."""
    board = topology.boards[instance]
    if board.shape != "square" or region not in board.regions:
        return None
    first = board.sites[0]
    lines, rings = topology.straight_lines((instance,), (ROW, COLUMN))
    blocks = dict.fromkeys(topology.region_table(region)[site] for site in board.sites)
    units = tuple(tuple(site - first for site in unit) for unit in (*lines, *rings, *blocks))
    return grid_of(units) if len({len(unit) for unit in units}) == 1 else None


Below = Callable[[int], int]
"""A random number below another: the luck comes from the caller's stream."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Dealt:
    """The full grid, and the cells that are left empty, in rising order."""

    solution: tuple[int, ...]
    empties: tuple[int, ...]


def deal_sudoku(grid: Grid, empties: int, even: bool, below: Below) -> Dealt | None:
    """A sudoku with this many empty cells and one solution; None if none was found.

    With `even` each number is missing an even number of times: numbers are removed in pairs.
    """
    if empties > grid.cells or (even and empties % 2):
        return None
    for _ in range(MOST_GRIDS):
        solution = full_grid(grid, below)
        if solution is None:
            return None
        found = _emptied(grid, solution, empties, 2 if even else 1, below)
        if found is not None:
            return Dealt(tuple(solution), tuple(sorted(found)))
    return None


def full_grid(grid: Grid, below: Below) -> list[int] | None:
    """A random full grid: the first unit in any order, then numbers are tried in any order."""
    numbers = shuffled(list(range(1, grid.numbers + 1)), below)
    given = [0] * grid.cells
    cells = [cell for cell in range(grid.cells) if grid.units[0] >> cell & 1]
    for cell, number in zip(cells, numbers, strict=False):
        given[cell] = number
    # A few more cells by luck, so that the solver's order does not show in the grid.
    for cell in shuffled([cell for cell in range(grid.cells) if not given[cell]], below)[: grid.numbers]:
        tried = shuffled(list(range(1, grid.numbers + 1)), below)
        for number in tried:
            given[cell] = number
            if solve(grid, given) is not None:
                break
            given[cell] = 0
    return solve(grid, given, shuffled(list(range(grid.numbers)), below))


def _emptied(grid: Grid, solution: list[int], empties: int, step: int, below: Below) -> list[int] | None:
    """Cells that can be emptied, `step` of a number at a time."""
    given, found = list(solution), list[int]()
    groups = _groups(solution, step, below)
    for group in groups:
        if len(found) + step > empties:
            break
        for cell in group:
            given[cell] = 0
        if is_unique(grid, given):
            found += group
        else:
            for cell in group:
                given[cell] = solution[cell]
    return found if len(found) == empties else None


def _groups(solution: list[int], step: int, below: Below) -> list[list[int]]:
    """All cells in random order, in groups of one number."""
    by_number: dict[int, list[int]] = {}
    for cell in shuffled(list(range(len(solution))), below):
        by_number.setdefault(solution[cell], []).append(cell)
    groups = [cells[at : at + step] for cells in by_number.values() for at in range(0, len(cells) - step + 1, step)]
    return shuffled(groups, below)


def is_unique(grid: Grid, given: list[int]) -> bool:
    """Whether there is one solution and no second."""
    found = solutions(grid, given)
    return next(found, None) is not None and next(found, None) is None


def shuffled(items: list[Item], below: Below) -> list[Item]:
    """The items in random order."""
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items
