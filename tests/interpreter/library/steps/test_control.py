"""What is known while steps run: before the passes of a loop, and after something has changed."""

from textwrap import indent

import pytest

from interpreter import SpecError, loads

SPEC = """\
game: passes
title: Passes
entities:
  man: {}
boards:
  grid: {columns: 2, rows: 2, holds: man, legend: {m: man}}
zones:
  box: {holds: man}
state:
  last: {is: site or none, start: a1}
  kept: {is: site, start: b2}
  n: 0
  row: {is: list 1..9, start: '[]'}
end_conditions:
  done: {when: n > 100, won: true}
actions:
  go:
    effects:
"""


def mistakes(effects: str) -> list[tuple[str, str]]:
    """The code and the text of each mistake of an action with these effects."""
    try:
        loads(SPEC + indent(effects, "      "))
    except SpecError as problem:
        return [(found.code, found.span.text if found.span is not None else "") for found in problem.diagnostics]
    return []


@pytest.mark.parametrize("head", ["for: x in 1..2", "repeat: 2", "for: x in 1..2, y in 1..2"])
def test_what_was_known_before_a_loop_does_not_outlive_its_first_pass(head: str) -> None:
    effects = f"""\
- if: last != none
  then:
    - {head}
      do:
        - kept = last
        - last = none
        - n += 1
"""
    assert mistakes(effects) == [("may-be-none", "last")]


def test_what_no_pass_changes_stays_known() -> None:
    effects = """\
- if: last != none
  then:
    - for: x in 1..2
      do:
        - kept = last
        - n += x
"""
    assert mistakes(effects) == []


def test_what_a_loop_asks_itself_is_known_in_every_pass() -> None:
    effects = """\
- for: x in grid if x.man != none
  do:
    - move: x.man
      to: box
    - n += 1
"""
    assert mistakes(effects) == []


def test_what_an_outer_loop_asks_is_not_asked_again_by_an_inner_one() -> None:
    effects = """\
- for: x in 1..2 if last != none, y in 1..2
  do:
    - kept = last
    - last = none
    - n += x + y
"""
    assert mistakes(effects) == [("may-be-none", "last")]


def test_what_is_known_of_where_a_piece_stands_ends_when_it_is_moved() -> None:
    effects = """\
- for: m in pieces(grid) if step(m, south) != none
  do:
    - kept = step(m, south)
    - move: m
      to: step(m, south)
    - kept = step(m, south)
    - n += 1
"""
    assert mistakes(effects) == [("may-be-none", "step(m, south)")]


def test_numbers_that_go_through_a_list_find_its_items() -> None:
    effects = """\
- for: i in 1..len(row)
  do:
    - n += row[i]
- for: i in 1..len(row) - 1 if row[i] < row[i + 1]
  do:
    - n += row[i + 1] - row[i]
- for: i in 1..len(row), j in 1..i if j <= len(row)
  do:
    - n += row[i] - row[j]
"""
    assert mistakes(effects) == []


@pytest.mark.parametrize(
    ("head", "step"),
    [
        ("for: i in 1..len(row)", "n += row[i]"),
        ("for: i in 1..len(row) if row[i] > 3", "n += i"),
        ("for: j in 1..2, i in 1..len(row)", "n += row[i]"),
    ],
)
def test_numbers_may_go_past_the_end_of_a_list_that_passes_change(head: str, step: str) -> None:
    assert mistakes(f"- {head}\n  do:\n    - {step}\n    - row -= [1]\n") == [("may-be-none", "row[i]")]


def test_a_choice_of_a_number_finds_the_item() -> None:
    spec = SPEC.replace("  go:\n", "  go:\n    choose:\n      i: {from: 1..len(row), where: 'row[it] > 2'}\n")
    assert loads(spec + "      - n += row[i]\n").title == "Passes"
