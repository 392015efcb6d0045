"""`onward`, `opposite`, `columns` and `rows`, both compiled and in the evaluator."""

from __future__ import annotations

import pytest

from interpreter import loads
from runtime.testing.runner import run_tests

SPEC = """
game: measures
title: Measures
boards:
  grid: {{columns: 4, rows: 3}}
  ways: {{shape: graph, lines: [a1 b1 c2]}}
state: {{found: {{is: text, start: "''"}}}}
define:
  ring: list(grid.a1, grid.b1, grid.c1, grid.d1)
  letter(site s): if s == grid.a1 then 'a' else if s == grid.b1 then 'b' else if s == grid.c1 then 'c' else 'd'
  asked: {asked}
actions:
  ask:
    effects:
      - found = asked
end_conditions:
  never: {{when: found == 'never', won: false}}
acceptance:
  as compiled and as read:
    when:
      - ask
    then:
      - found == '{found}'
      - asked == '{found}'
"""


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("join(letter(x) for x in onward(ring, grid.c1, 3))", "dab"),
        ("join(letter(x) for x in onward(ring, grid.b1, 4))", "cdab"),
        ("join(letter(x) for x in onward(ring, grid.d1, 9))", "abcdabcda"),
        ("join(letter(x) for x in onward(ring, grid.a2, 3))", ""),
        ("join(letter(x) for x in onward(ring, grid.a1, 0 - 2))", ""),
        ("join('x' for n in 1..(if len(onward(ring, grid.a1, 1000)) == 1000 then 2 else 1))", "xx"),
        ("join(if opposite(d) == south then 's' else 'x' for d in [north, southeast, west])", "sxx"),
        ("join(if opposite(d) == northwest then 'n' else 'x' for d in [north, southeast, west])", "xnx"),
        ("join('c' for n in 1..columns(grid)) + join('r' for n in 1..rows(grid))", "ccccrrr"),
        ("join('c' for n in 1..columns(ways)) + join('r' for n in 1..rows(ways))", "cccrr"),
    ],
)
def test_what_they_give(asked: str, found: str) -> None:
    results = run_tests(loads(SPEC.format(asked=asked, found=found)))
    assert [result.passed for result in results] == [True], results


def test_too_many_items_onward_are_a_fault() -> None:
    [result] = run_tests(loads(SPEC.format(asked="join(letter(x) for x in onward(ring, grid.a1, 1001))", found="")))
    said = [(failure.span.line, failure.message) for failure in result.failures]
    assert said == [(15, "Fault: 1,001 items onward are too many; at most 1,000 are allowed. (at line 21 of the test)")]
