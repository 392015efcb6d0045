"""Hints and lives in acceptance tests."""

from __future__ import annotations

from interpreter import loads
from runtime.testing.runner import run_tests

GAME = """\
game: climb
title: Climb
settings:
  lives: {default: 1, range: 0..9, title: Lives}
boards: {hill: {columns: 5, rows: 1}}
state: {height: 0}
actions:
  step_up:
    choose:
      n: 1..3
    effects:
      - height += n
end_conditions:
  top: {when: height == 5, won: true}
  over_it: {when: height > 5, won: false, recover: [undo, life], say: Too far.}
assist:
  undo: {limit: 1}
  hints:
    limit: 2
    bot: solver
    only: {step_up: height + n == 5}
    undo_if: height > 5
  lives: {limit: lives}
acceptance:
  it:
"""


def outcome(test: str, **changed: str) -> list[str]:
    """The mistakes in a test."""
    text = GAME + "".join(f"    {line}\n" for line in test.strip("\n").split("\n"))
    for old, new in changed.items():
        text = text.replace(old, new)
    [result] = run_tests(loads(text, "climb.yaml"))
    return [failure.message for failure in result.failures]


def test_a_hint_is_told_and_counted() -> None:
    test = """
when:
  - step_up: 2
  - hint
then:
  - hint: Step up 3.
  - assist.hints_left == 1
"""
    assert outcome(test) == []
    assert outcome(test.replace("Step up 3.", "Step up 2.")) == ["The hint says something else."]
    both = test.replace("hint: Step up 3.", "hint: {says: Step up 3., does: step_up 3}")
    assert outcome(both) == []
    assert outcome(both.replace("step_up 3}", "step_up 2}")) == ["The hint is about another move."]
    assert outcome(test.replace("  - hint\n", "")) == ["The hint says something else.", "This does not hold."]


def test_hints_run_out() -> None:
    test = "when: [hint, {step_up: 1}, hint, {step_up: 1}, hint]\nthen:\n  - height == 0"
    assert outcome(test) == ["You have no hints left: the limit is 2."]


def test_no_hint_was_asked_for() -> None:
    assert outcome("then:\n  - hint: none") == []


def test_a_life_goes_back_and_gives_undos_again() -> None:
    test = """
when:
  - step_up: 3
  - undo
  - step_up: 3
  - step_up: 3
  - expect:
      - ended: over_it
      - assist.undo_left == 0
      - hint: none
  - hint
  - expect: {hint: Undo the last step.}
  - life
then:
  - height == 3
  - assist.undo_left == 1
  - assist.lives_left == 0
  - overlay: {stuck: none, result: none}
"""
    assert outcome(test) == []
    without = {"default: 1, range": "default: 0, range"}
    assert outcome(test, **without) == ["The game is over."]
    unhelped = test.replace("  - hint\n  - expect: {hint: Undo the last step.}\n", "")
    assert outcome(unhelped, **without) == ["There are no lives in this game."]


def test_the_last_life_is_followed_by_the_end() -> None:
    test = """
given:
  settings: {lives: 1}
when:
  - step_up: 3
  - undo
  - step_up: 3
  - step_up: 3
  - life
  - step_up: 3
  - undo
  - step_up: 3
then:
  - ended: over_it
  - overlay: {stuck: none, result: Too far.}
"""
    assert outcome(test) == []


def test_a_life_helps_only_after_an_end_that_offers_it() -> None:
    test = "when:\n  - step_up: 3\n  - life\nthen:\n  - height == 0"
    assert outcome(test) == ["A life cannot help here."]
