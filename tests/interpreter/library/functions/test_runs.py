"""`runs` along rows and columns or any axes, on boards of every kind, both compiled and in the evaluator."""

from __future__ import annotations

import pytest

from interpreter import loads
from runtime.testing.runner import run_tests

SPEC = """
game: stretches
title: Stretches
types: {{colour: [red, green]}}
boards:
  grid:
    {board}
    cell: {{colour: colour or none}}
    legend: {{R: red, G: green}}
state: {{found: 0, sites: 0}}
define:
  all_runs: runs(grid, colour, {arguments})
actions:
  count_them:
    effects:
      - found = len(all_runs)
      - sites = sum(len(r) for r in all_runs)
end_conditions:
  never: {{when: found < 0, won: false}}
acceptance:
  as compiled and as read:
    given:
      grid: |
        {picture}
    when:
      - count_them
    then:
      - found == {found}
      - sites == {sites}
      - len(all_runs) == {found}
      - sum(len(r) for r in all_runs) == {sites}
"""

SQUARE = "columns: 4\n    rows: 4"
JOINED = "columns: 4\n    rows: 4\n    wrap: true"
HEXES = "shape: hex\n    columns: 4\n    rows: 4"


@pytest.mark.parametrize(
    ("board", "picture", "arguments", "found", "sites"),
    [
        (SQUARE, "RRR. G..R G..R GRRR", "3", 4, 12),
        (SQUARE, "RRR. G..R G..R GRRR", "4", 0, 0),
        (SQUARE, "RRR. G..R G..R GRRR", "3, [row]", 2, 6),
        (SQUARE, "RRR. G..R G..R GRRR", "3, [column]", 2, 6),
        (SQUARE, "R..G .RG. .GR. G..R", "3, [diagonal]", 1, 4),
        (SQUARE, "R..G .RG. .GR. G..R", "3, [diagonal, antidiagonal]", 2, 8),
        (SQUARE, "R..G .RG. .GR. G..R", "3", 0, 0),
        (SQUARE, "R..G .RG. .GR. G..R", "3, list(a for a in values(axis) if a != diagonal)", 1, 4),
        (JOINED, "RR.R .... G..G GG.G", "3", 2, 6),
        (JOINED, "RRRR .... .... ....", "3, [row]", 1, 4),
        (JOINED, "R... ..R. .R.. ...R", "3, [diagonal]", 0, 0),
        (JOINED, ".R.. ..R. ...R ....", "3, [diagonal]", 1, 3),
        (JOINED, "...R R... .R.. ....", "3, [diagonal]", 1, 3),
        (HEXES, "RRR. R... R... ....", "3", 2, 6),
        (HEXES, "..R. .R.. R... ....", "3, [antidiagonal]", 1, 3),
    ],
)
def test_runs(board: str, picture: str, arguments: str, found: int, sites: int) -> None:
    rows = "\n        ".join(picture.split())
    text = SPEC.format(board=board, picture=rows, arguments=arguments, found=found, sites=sites)
    (result,) = run_tests(loads(text, "stretches.yaml"))
    assert [str(failure.message) for failure in result.failures] == []
