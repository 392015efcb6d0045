"""The mover `line_swaps` lists exactly the swaps found by trying the effects of each, in the same order."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game, SpecError, State, loads

SPEC = """
game: swaps
title: Swaps
types: {{colour: [amber, blue, coral, jade, plum]}}
boards:
  {before}grid: {{columns: {columns}, rows: {rows}, neighbours: {neighbours}, origin: {origin}, cell: {{{prop}}}}}
state: {{swaps_made: 0}}
actions:
  swap:
    choose:
      a: grid
      b: neighbours(a)
    {symmetric}
    {moves}
    effects:
      - swap: [a, b]
      - require: makes_a_line
        check: len(runs(grid, {name}, {at_least}{lines})) > 0
        else: That makes no line.
      - swaps_made += 1
end_conditions:
  enough: {{when: swaps_made == 9, won: true}}
"""

PLAIN: dict[str, Any] = {
    "columns": 6,
    "rows": 6,
    "neighbours": "sides",
    "origin": "top",
    "prop": "colour: colour or none",
    "name": "colour",
    "at_least": 3,
    "lines": "",
    "symmetric": "symmetric: true",
    "before": "",
}
GAMES: dict[str, dict[str, Any]] = {
    "plain": {},
    "in order": {"symmetric": ""},
    "all neighbours": {"neighbours": "all"},
    "all neighbours in order": {"neighbours": "all", "symmetric": "", "columns": 5, "rows": 4},
    "pairs": {"at_least": 2, "columns": 4},
    "fours": {"at_least": 4, "columns": 8, "rows": 5},
    "fives aslant": {"at_least": 5, "columns": 7, "rows": 7, "lines": ", [row, column, diagonal, antidiagonal]"},
    "diagonals": {"lines": ", [diagonal]", "origin": "bottom"},
    "antidiagonals, all neighbours": {"lines": ", [antidiagonal]", "neighbours": "all", "origin": "bottom"},
    "narrow": {"columns": 1, "rows": 9},
    "two columns": {"columns": 2, "rows": 9, "lines": ", [column, diagonal, antidiagonal]", "neighbours": "all"},
    "shorter than a line": {"columns": 3, "rows": 2, "at_least": 4},
    "numbers": {"prop": "size: 1..9 or none", "name": "size"},
    "never empty": {"prop": "colour: {is: colour, start: amber}"},
    "letters": {"prop": "sign: letter or none", "name": "sign"},
    "after another board": {"before": "other: {columns: 3, rows: 3, cell: {colour: colour or none}}\n  "},
}
TRIED: dict[str, dict[str, Any]] = {
    "zero counts": {"prop": "size: 0..3", "name": "size"},
    "large": {"prop": "size: number or none", "name": "size"},
    "far too long": {"at_least": 20_000},
}
"""Games in which the mover cannot do any better."""


@cache
def game(name: str, moves: str) -> Game:
    """One of the games, with or without the mover."""
    return loads(SPEC.format(**{**PLAIN, **(GAMES | TRIED)[name], "moves": moves}))


def with_cells(of: Game, cells: list[int]) -> State:
    """A state before the end, with these values on the board; 0 is none, or the number 0 if there is no none."""
    program = of.new().program
    field = next(each for name, each in program.layout.fields.items() if name.startswith("cell."))
    data = list(program.blank())
    column = list(data[field.index])
    for site, value in zip(program.schema.topology.boards["grid"].sites, cells, strict=True):
        column[site] = value if field.store == "bytes" else value or None
    data[field.index] = bytes(column) if field.store == "bytes" else tuple(column)
    return program.state(tuple(data))


@pytest.mark.parametrize("name", GAMES | TRIED)
@given(cells=st.binary(min_size=64, max_size=64), gaps=st.booleans(), highest=st.integers(2, 5))
def test_it_lists_what_trying_each_swap_finds(name: str, cells: bytes, gaps: bool, highest: int) -> None:
    quick, slow = game(name, "moves: line_swaps(a, b)"), game(name, "")
    count = len(quick.new().program.schema.topology.boards["grid"].sites)
    highest = min(highest, 3) if name == "zero counts" else highest
    lowest = 0 if gaps and name != "never empty" else 1
    values = [lowest + cell % (highest + 1 - lowest) for cell in cells[:count]]
    one, other = with_cells(quick, values), with_cells(slow, values)
    assert one.data == other.data
    listed = slow.legal(other)
    assert quick.legal(one) == listed
    assert quick.any_legal(one) == bool(listed)
    assert all(quick.check(one, action) is None for action in listed[:1])


def test_a_settled_board_and_its_swaps() -> None:
    state = with_cells(game("plain", "moves: line_swaps(a, b)"), [
        1, 2, 3, 4, 1, 2,
        3, 4, 1, 2, 3, 4,
        2, 1, 4, 3, 2, 1,
        4, 3, 2, 1, 4, 3,
        1, 2, 1, 4, 3, 2,
        3, 1, 4, 3, 2, 4,
    ])  # fmt: skip
    listed = game("plain", "moves: line_swaps(a, b)").legal(state)
    assert listed == [("swap", 26, 32)]


CHOICES = "line_swaps(a, b) needs two choices alone: a from a board and b from neighbours(a), both without where."
EFFECTS = "line_swaps needs effects that begin with ‘swap: [a, b]’ and one require: len(runs(board, property, 3)) > 0."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("line_swaps(a, b)", "line_swaps(a)", CHOICES),
        ("line_swaps(a, b)", "line_swaps", "line_swaps lists the values of choices."),
        ("line_swaps(a, b)", "line_swaps(a, c)", "line_swaps lists the values of choices."),
        ("line_swaps(a, b)", "line_swap(a, b)", "There is no mover line_swap."),
        ("      b: neighbours(a)", "      b: grid", CHOICES),
        ("      b: neighbours(a)", "      b: neighbours(a, diagonals)", CHOICES),
        ("      a: grid", "      a: {from: grid, where: it.colour != none}", CHOICES),
        ("    effects:", "    validate:\n      once: {check: swaps_made == 0, else: Once.}\n    effects:", CHOICES),
        ("      - swap: [a, b]\n", "      - swaps_made += 1\n      - swap: [a, b]\n", EFFECTS),
        ("swap: [a, b]", "swap: [a, a1]", EFFECTS),
        (" > 0\n        else: That makes", " > 1\n        else: That makes", EFFECTS),
        ("runs(grid, colour, 3)", "runs(grid, colour, 3 + swaps_made)", EFFECTS),
        ("runs(grid, colour, 3)", "groups(grid)", EFFECTS),
    ],
)
def test_it_refuses_what_it_cannot_answer_for(old: str, new: str, message: str) -> None:
    text = SPEC.format(**{**PLAIN, "moves": "moves: line_swaps(a, b)"})
    assert old in text
    with pytest.raises(SpecError) as problem:
        loads(text.replace(old, new))
    assert message in str(problem.value)
