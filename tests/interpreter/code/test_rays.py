"""Lists along the rays of a site: an item that is on them once is listed once."""

import pytest

from interpreter import loads

SPEC = """
game: queens
title: Queens
boards:
  grid: {columns: 4, rows: 4, wrap: WRAP, cell: {wall: flag}}
actions:
  go:
    choose:
      a: grid
      b: LIST
    effects: [b.wall = true]
end_conditions:
  never: {when: false, won: false}
"""


@pytest.mark.parametrize("wrap", ["false", "true"])
@pytest.mark.parametrize(
    ("listed", "from_a1"),
    [
        ("list(x for d in compass for x in ray(a, d))", (9, 11)),
        ("list(x for d in compass for x in prefix(y for y in ray(a, d) while not y.wall))", (9, 11)),
        ("list(x for d in orthogonals for x in reach(y for y in ray(a, d) while y.row < 3))", (5, 6)),
        ("list(x for d in [east, east] for x in ray(a, d))", (3, 3)),
        ("list(x for d in leaps(1, 1) + leaps(2, 2) for x in ray(a, d))", (3, 5)),
    ],
)
def test_each_way_is_listed_once(wrap: str, listed: str, from_a1: tuple[int, int]) -> None:
    game = loads(SPEC.replace("WRAP", wrap).replace("LIST", listed))
    state = game.new()
    ways = game.legal(state)
    assert len(ways) == len(set(ways))
    assert sum(way[1] == 1 for way in ways) == from_a1[wrap == "true"]
    assert game.any_legal(state)
