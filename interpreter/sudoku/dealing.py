"""Dealing a sudoku: a full grid, of which numbers are taken out as long as it has one solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from interpreter.sudoku.solver import Grid, solutions, solve

Below = Callable[[int], int]
"""A random number below another: the luck comes from the caller's stream."""
MOST_GRIDS = 200
"""So many full grids are tried before it is given up."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Dealt:
    """The full grid, and the cells that are left empty, in rising order."""

    solution: tuple[int, ...]
    empties: tuple[int, ...]


def deal_sudoku(grid: Grid, empties: int, even: bool, below: Below) -> Dealt | None:
    """A sudoku with so many empty cells and one solution; None if none was found.

    With `even` each number is missing an even number of times: numbers are taken out in pairs.
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
    """A full grid by luck: the first unit in any order, then numbers are tried in any order."""
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
