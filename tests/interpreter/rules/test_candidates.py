"""A candidate is offered once, however often its list contains it."""

import pytest

import interpreter

GRID = """
game: grid_of_lamps
title: Lamps
define:
  kept(list site sites): sites
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag, times: 0..9}}
actions:
  light:
    choose:
      CHOICE
    effects:
      - EFFECT
end_conditions:
  all_lit:
    when: all(x.lit for x in grid)
    won: true
"""


@pytest.mark.parametrize(
    ("domain", "sites"),
    [
        ("list(x for y in grid for x in neighbours(y))", [2, 3, 1]),
        ("neighbours(a1) + neighbours(c1)", [2]),
        ("reversed(neighbours(a1) + neighbours(b1))", [1, 3, 2]),
        ("[b1, a1, b1]", [2, 1]),
        ("if a1.lit then grid else neighbours(b1) + neighbours(b1)", [3, 1]),
        ("grid", [1, 2, 3]),
        ("list(b1, a1, b1)", [2, 1]),
        ("list(b1, neighbours(a1)[1])", [2]),
        ("onward(grid, a1, 8)", [2, 3, 1]),
        ("take(onward(grid, a1, 8), 7)", [2, 3, 1]),
        ("let twice = neighbours(a1) + neighbours(c1); reversed(twice)", [2]),
        ("kept(neighbours(a1) + neighbours(c1))", [2]),
    ],
)
def test_a_choice_lists_each_candidate_once(domain: str, sites: list[int]) -> None:
    choice = f"c:\n        from: {domain}"
    game = interpreter.loads(GRID.replace("CHOICE", choice).replace("EFFECT", "c.lit = true"), "grid_of_lamps.yaml")
    assert game.legal(game.new()) == [("light", site) for site in sites]


def test_a_list_and_a_record_take_each_candidate_once() -> None:
    twice = "neighbours(b1) + neighbours(b1)"
    listed = f"c:\n        some: 1..2\n        from: {twice}"
    game = interpreter.loads(GRID.replace("CHOICE", listed).replace("EFFECT", "c.lit = true"), "grid_of_lamps.yaml")
    assert game.legal(game.new()) == [("light", (3,)), ("light", (1,)), ("light", (1, 3))]
    parts = f"s:\n            from: {twice}\n          n: 1..1"
    record = f"c:\n        many: 1..1\n        of:\n          {parts}"
    step = "c1.times = sum(r.n + r.s.column for r in c)"
    game = interpreter.loads(GRID.replace("CHOICE", record).replace("EFFECT", step), "grid_of_lamps.yaml")
    assert game.legal(game.new()) == [("light", ((3, 1),)), ("light", ((1, 1),))]
