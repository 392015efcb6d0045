"""Lessons of the tutorial in tests."""

import pytest

from interpreter import Diagnostics, loads
from runtime.testing import check_acceptance, run_tests
from runtime.testing.failures import Value
from runtime.tutorial.tutorial import check_tutorial

COINS = """\
game: coins
title: Coins
settings: {most: {default: 3, range: 1..9, title: Coins}}
boards: {grid: {columns: 3, rows: 1, cell: {coin: flag}, legend: {c: coin}}}
actions:
  turn:
    choose:
      s: {from: grid, where: not it.coin, else: It lies there already.}
    effects:
      - s.coin = true
end_conditions:
  full:
    when: all(x.coin for x in grid)
    won: true
tutorial:
  settings: {most: 5}
  steps:
    one:
      given: {grid: '..c'}
      say: There are {most}. Turn the first.
      show: a1
      wait: {action: turn}
      only: s == a1
    another:
      say: Turn the other.
      show: list(x for x in grid if not x.coin)
      wait: {ended: full}
acceptance:
"""

RIGHT = """
  a lesson:
    given: {lesson: one}
    when:
      - expect: {lesson: {one: {says: There are 5. Turn the first., lights: a1, done: false}}}
      - turn: a1
    then:
      - most == 5
      - lesson: {one: {done: true, lights: [a1]}}
      - lesson: {another: {lights: b1, done: false}}
  a later lesson begins where an earlier one does:
    given: {lesson: another}
    when:
      - turn: b1
      - expect: {lesson: {one: {done: false}}}
      - turn: a1
    then:
      - lesson: {another: {done: true, lights: none}}
"""


def test_what_a_lesson_says_lights_and_waits_for() -> None:
    results = run_tests(loads(COINS + RIGHT))
    assert [(result.name, failure.message) for result in results for failure in result.failures] == []
    assert len(results) == 2


@pytest.mark.parametrize(
    ("check", "message", "values"),
    [
        ("{lights: [b1]}", "The lesson highlights something else.", ["b1", "a1"]),
        ("{says: Turn.}", "The lesson says something else.", ["“Turn.”", "“There are 5. Turn the first.”"]),
        (
            "{done: true}",
            "The lesson one waits for something else, and goes on.",
            ["action turn, only s == a1", "nothing"],
        ),
    ],
)
def test_a_lesson_that_is_otherwise(check: str, message: str, values: list[str]) -> None:
    test = f"  wrong:\n    given: {{lesson: one}}\n    then:\n      - lesson: {{one: {check}}}\n"
    [result] = run_tests(loads(COINS + test))
    [failure] = result.failures
    assert failure.message == message
    assert [value.value for value in failure.values] == values


@pytest.mark.parametrize(
    ("act", "check", "message", "waits_for", "was_done"),
    [
        (
            "turn: b1",
            "{one: {done: true}}",
            "The lesson one waits for something else, and goes on.",
            "action turn, only s == a1",
            "turn b1",
        ),
        (
            "turn: a1",
            "{one: {done: false}}",
            "The lesson one takes this as done, but should go on.",
            "action turn, only s == a1",
            "turn a1",
        ),
        (
            "turn: a1",
            "{another: {done: true}}",
            "The lesson another waits for something else, and goes on.",
            "ended full",
            "turn a1",
        ),
        (
            "turn: a1",
            "{third: {done: true}}",
            "The lesson third waits for something else, and goes on.",
            "used undo hint",
            "nothing",
        ),
        (
            "click: b1",
            "{fourth: {done: true}}",
            "The lesson fourth waits for something else, and goes on.",
            "chosen swap.s, only draft.swap.s == a1",
            "swap begun with b1",
        ),
    ],
)
def test_a_lesson_tells_what_it_waits_for_and_what_was_done(
    act: str, check: str, message: str, waits_for: str, was_done: str
) -> None:
    swap = "  swap:\n    choose: {s: grid, t: grid}\n    effects:\n      - swap: [s, t]\nend_conditions:"
    more = (
        "    third: {say: Get help., wait: {used: [undo, hint]}}\n"
        "    fourth: {say: Choose., wait: {chosen: swap.s}, only: draft.swap.s == a1}\nacceptance:"
    )
    spec = COINS.replace("end_conditions:", swap).replace("acceptance:", more)
    first = "      - click: swap\n" if act.startswith("click") else ""
    done = f"    when:\n{first}      - {act}\n    then:\n      - lesson: {check}\n"
    [result] = run_tests(loads(f"{spec}  wrong:\n    given: {{lesson: one}}\n{done}"))
    [failure] = result.failures
    assert failure.message == message
    assert failure.values == (Value("waits for", waits_for), Value("was done", was_done))


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("given: {lesson: on}\n    then: [over]", "There is no lesson ‘on’."),
        (
            "given: {lesson: one, seed: 3}\n    then: [over]",
            "A test that begins with a lesson takes its position as it is.",
        ),
        ("then: [lesson: {two: {done: true}}]", "There is no lesson ‘two’."),
        ("then: [lesson: one]", "lesson takes one lesson."),
        (
            "then: [lesson: {one: {done: maybe}}]",
            "A lesson can be tested for says, lights and done (true or false).",
        ),
        ("then: [lesson: {one: {lit: a1}}]", "A lesson can be tested for says, lights and done (true or false)."),
    ],
)
def test_mistakes_are_reported(test: str, message: str) -> None:
    diagnostics = Diagnostics()
    check_acceptance(loads(COINS + f"  wrong:\n    {test}\n"), diagnostics)
    assert [each.message for each in diagnostics.errors] == [message]


def test_a_lesson_does_not_begin_with_another() -> None:
    diagnostics = Diagnostics()
    text = COINS.replace("      say: Turn the other.", "      given: {lesson: one}\n      say: Turn the other.")
    check_tutorial(loads(text.partition("acceptance:")[0]), diagnostics)
    assert [each.message for each in diagnostics.errors] == ["Only tests begin with a lesson."]
