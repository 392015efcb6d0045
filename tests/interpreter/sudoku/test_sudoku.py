"""The solver and the dealer of sudokus."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from interpreter.sudoku import Grid, deal_sudoku, grid_of, solutions, solve

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLVED = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"


def square(size: int, across: int, down: int) -> Grid:
    rows = [tuple(row * size + column for column in range(size)) for row in range(size)]
    columns = [tuple(row * size + column for row in range(size)) for column in range(size)]
    blocks = [
        tuple((top + row) * size + left + column for row in range(down) for column in range(across))
        for top in range(0, size, down)
        for left in range(0, size, across)
    ]
    return grid_of((*rows, *columns, *blocks))


NINE = square(9, 3, 3)


def read(text: str) -> list[int]:
    return [0 if character == "." else int(character) for character in text]


def test_a_hard_sudoku() -> None:
    assert solve(NINE, read(HARD)) == read(SOLVED)
    assert [len(list(solutions(NINE, read(HARD))))] == [1]


def test_clashes_and_grids_without_a_solution() -> None:
    assert solve(NINE, read("55" + "." * 79)) is None
    assert solve(NINE, read("12345678." + "........9" + "." * 63)) is None


def test_all_solutions_of_a_small_grid() -> None:
    assert len(list(solutions(square(4, 2, 2), [0] * 16))) == 288
    assert len({tuple(found) for found in islice(solutions(NINE, [0] * 81), 50)}) == 50


def plain_count(grid: Grid, given: list[int], most: int = 2) -> int:
    """How many solutions there are, counting no further than two, found by trying cell after cell."""
    best: list[int] | None = None
    at = -1
    for cell in range(grid.cells):
        if not given[cell]:
            taken = {given[other] for other in range(grid.cells) if grid.peers[cell] >> other & 1}
            free = [number for number in range(1, grid.numbers + 1) if number not in taken]
            if best is None or len(free) < len(best):
                best, at = free, cell
    if best is None:
        return 1
    count = 0
    for number in best:
        given[at] = number
        count += plain_count(grid, given, most - count)
        given[at] = 0
        if count >= most:
            break
    return count


@pytest.mark.parametrize("empties", [36, 44, 50])
@pytest.mark.parametrize("seed", range(4))
def test_dealt_sudokus_have_one_solution_and_even_numbers(empties: int, seed: int) -> None:
    dealt = deal_sudoku(NINE, empties, True, Random(seed).randrange)
    assert dealt is not None
    assert len(dealt.empties) == empties
    missing = Counter(dealt.solution[cell] for cell in dealt.empties)
    assert all(count % 2 == 0 for count in missing.values())
    given = [0 if cell in dealt.empties else number for cell, number in enumerate(dealt.solution)]
    assert plain_count(NINE, given) == 1
    assert solve(NINE, given) == list(dealt.solution)


def test_other_sizes_and_what_cannot_be_dealt() -> None:
    six = deal_sudoku(square(6, 3, 2), 18, True, Random(1).randrange)
    assert six is not None and len(six.empties) == 18
    assert deal_sudoku(NINE, 35, True, Random(1).randrange) is None
    assert deal_sudoku(square(4, 2, 2), 17, False, Random(1).randrange) is None
    odd = deal_sudoku(square(4, 2, 2), 9, False, Random(1).randrange)
    assert odd is not None and len(odd.empties) == 9


def test_the_same_luck_gives_the_same_sudoku() -> None:
    assert deal_sudoku(NINE, 44, True, Random(5).randrange) == deal_sudoku(NINE, 44, True, Random(5).randrange)
