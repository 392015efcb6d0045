"""The step deal_sudoku and the function that solves, in small games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from interpreter import Fault, Game, State, loads
from interpreter.language.evaluator import Evaluator
from interpreter.language.scope import RULES, Scope
from interpreter.program import Worth
from interpreter.program.world import StateWorld
from interpreter.spec.nodes import Scalar, Source

GAME = """\
game: sums
title: Sums
settings:
  empties: {default: 8, range: 0..36, title: Empty cells}
  even: {default: false, title: Even}
boards:
  grid:
    columns: COLUMNS
    rows: COLUMNS
    regions: {box: BOX}
    cell:
      answer: 1..9
      number: 1..9 or none
define:
  solution: solve_sudoku(grid, box, default(x.number, 0) for x in grid)
setup:
  - deal_sudoku: grid
    into: answer
    boxes: box
    empties: empties
    even: even
    stream: deal
    as: dealt
  - for: x in dealt.givens
    do:
      - x.number = x.answer
  - left_out = len(dealt.empties)
state: {left_out: 0}
actions:
  write:
    choose:
      c: grid
      n: 1..9
    effects:
      - c.number = n
end_conditions:
  done:
    when: all(x.number != none for x in grid)
    won: true
"""


def sums(columns: int = 4, box: str = "[2, 2]") -> Game:
    return loads(GAME.replace("COLUMNS", str(columns)).replace("BOX", box), "sums.yaml")


def field(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def value(state: State, text: str) -> Any:
    """The value of an expression according to the reference evaluator."""
    program = state.program
    program.checker.size = 0
    term = program.steps.term(Scalar(text, Source("test", text), 0, len(text)), Scope(program.schema, RULES))
    assert term is not None
    return Evaluator(StateWorld(program, state.data, 1)).value(term, {})


def holds(state: State, text: str) -> bool:
    """The value of a condition according to generated code."""
    scalar = Scalar(text, Source("test", text), 0, len(text))
    term = state.program.steps.condition(scalar, Scope(state.program.schema, RULES))
    assert term is not None
    return bool(Worth(state.program, term).function(state.data, 1))


@pytest.mark.parametrize(("columns", "box", "empties"), [(4, "[2, 2]", 8), (6, "[3, 2]", 20), (6, "[2, 3]", 18)])
@pytest.mark.parametrize("seed", range(3))
def test_a_full_grid_of_which_some_cells_are_shown(columns: int, box: str, empties: int, seed: int) -> None:
    state = sums(columns, box).new(seed, None, {"empties": empties})
    topology = state.program.schema.topology
    answer, number = field(state, "cell.answer"), field(state, "cell.number")
    for site in topology.boards["grid"].sites:
        for unit in (topology.line_table(1)[site], topology.line_table(2)[site], topology.region_table("box")[site]):
            assert sorted(answer[other] for other in unit) == list(range(1, columns + 1))
    shown = [site for site in topology.boards["grid"].sites if number[site]]
    assert len(shown) == columns * columns - empties
    assert field(state, "left_out") == empties
    assert all(number[site] == answer[site] for site in shown)
    assert value(state, "solution") == list(answer[1:])


def test_numbers_can_be_left_out_in_pairs() -> None:
    for seed in range(6):
        state = sums(6, "[3, 2]").new(seed, None, {"empties": 18, "even": True})
        answer, number = field(state, "cell.answer"), field(state, "cell.number")
        missing = Counter(answer[site] for site in range(1, 37) if not number[site])
        assert all(count % 2 == 0 for count in missing.values())


def test_what_cannot_be_dealt_is_a_fault() -> None:
    with pytest.raises(Fault, match=r"No sudoku with 30 empty cells was found\."):
        sums().new(1, None, {"empties": 30})
    with pytest.raises(Fault, match="each number missing an even number of times"):
        sums().new(1, None, {"empties": 7, "even": True})


def test_a_wrong_number_leaves_no_solution() -> None:
    game = sums()
    state = game.new(2)
    cell = next(site for site in range(1, 17) if not field(state, "cell.number")[site])
    right = field(state, "cell.answer")[cell]
    for number in range(1, 5):
        after = game.advance(state, ("write", cell, number))
        assert bool(value(after, "solution")) == (number == right)
        assert holds(after, "len(solution) == 16") == (number == right)
        assert holds(after, "len(solution) == 0") == (number != right)


def test_numbers_that_are_too_large_have_no_solution() -> None:
    game = sums()
    after = game.advance(game.new(2), ("write", 1, 9))
    assert value(after, "solution") == []
    assert holds(after, "len(solution) == 0")


def test_a_number_for_each_cell() -> None:
    state = sums().new(1)
    with pytest.raises(Fault, match="needs 16 numbers, one for each cell, but is given 1"):
        holds(state, "len(solve_sudoku(grid, box, list(1))) == 0")
