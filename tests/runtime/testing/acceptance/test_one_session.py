"""Tests of a spec and lessons run in the same session that people play in: each rule about help is shown in both."""

from __future__ import annotations

from interpreter import Game, loads
from runtime.session.session import Session
from runtime.show import present
from runtime.testing import run_tests
from runtime.tutorial import Tutorial

TALLY = """\
game: tally
title: Tally
settings:
  lives: {default: 1, range: 0..9, title: Lives, change: any_time}
players:
  ann: {title: Ann}
  bob: {title: Bob}
  robot: {title: Robot, seat: computer}
boards: {hill: {columns: 5, rows: 1}}
state: {height: 0}
actions:
  step:
    choose:
      n: 1..3
    effects:
      - height += n
end_conditions:
  top: {when: height == 9, winner: ann}
  over_it: {when: height > 9, winner: none, recover: [undo, life], say: Too far.}
assist:
  undo: {limit: 1}
  hints: {limit: 2, bot: random}
  lives: {limit: lives}
ai: {bot: random, plays: robot}
view:
  buttons: [undo, hint, restart]
  panels: {Seen by: me.title}
"""
LESSONS = """\
tutorial:
  steps:
    help:
      given: {do: [height = 4], to_move: ann}
      say: Get help.
      wait: {used: [undo, restart]}
"""


def failures(when: str, then: str, more: str = "", given: str = "{to_move: ann}") -> list[str]:
    """The mistakes in a test of the game."""
    test = f"acceptance:\n  it:\n    given: {given}\n    when: {when}\n    then: {then}\n"
    [result] = run_tests(loads(TALLY + more + test, "tally.yaml"))
    return [failure.message for failure in result.failures]


def tally(more: str = "") -> Game:
    return loads(TALLY + more, "tally.yaml")


def session(*steps: int) -> Session:
    """A game that people and the computer have played."""
    found = Session(tally(), seed=0)
    for step in steps:
        assert found.perform(("step", step)).refusal is None
    return found


def test_a_hint_asked_for_twice_at_one_point_counts_once() -> None:
    played = session()
    for _ in range(2):
        played.hint(lambda _view, tier: tier)
    assert played.left[1] == 1
    assert failures("[hint, hint]", "[assist.hints_left == 1]") == []
    assert failures("[hint, step: 1, hint, hint]", "[assist.hints_left == 0]") == []


def test_after_the_end_there_is_no_hint() -> None:
    assert failures("[step: 3, step: 3, step: 3, hint]", "[ended: top]") == ["The game is over."]


def test_undo_goes_back_over_what_was_done_for_the_computer() -> None:
    played = session(1, 2, 3)
    played.undo()
    assert [move.action for move in played.history] == [("step", 1)]
    played.redo()
    assert [move.action for move in played.history] == [("step", 1), ("step", 2), ("step", 3)]
    assert failures("[step: 1, step: 2, step: 3, undo]", "[height == 1]") == []
    assert failures("[step: 1, step: 2, step: 3, undo, redo]", "[height == 6]") == []


def test_what_only_the_computer_did_can_neither_be_undone_nor_lived_through() -> None:
    assert failures("[step: 3, step: 3, step: 2, step: 2]", "[{overlay: {result: none}}]") == []
    alone = "[bot: robot]"
    given = "{to_move: robot, do: [height = 9]}"
    assert failures(alone, "[ended: over_it, {overlay: {result: Too far.}}]", given=given) == []
    assert failures("[bot: robot, life]", "[height == 9]", given=given) == ["A life cannot help here."]


def test_the_viewer_is_the_person_who_moved_last() -> None:
    played = session(1, 2)
    assert present(played).view.viewer == 2
    assert failures("[step: 1, step: 2]", "[panel: {Seen by: Bob}]") == []


def test_a_setting_that_changes_any_time_changes_what_is_left() -> None:
    played = session(1)
    before = played.start.program
    played.change_settings({"lives": 4})
    assert (played.left, played.settings) == ((1, 2, 4), {"lives": 4})
    assert (played.start.program is before, played.state.program is played.start.program) == (False, True)
    assert played.history[-1].after is played.state
    assert failures("[step: 1, hint, set: {lives: 4}, hint]", "[assist.lives_left == 4, assist.hints_left == 1]") == []


def test_restart_keeps_what_was_set_and_goes_back_to_where_the_test_began() -> None:
    then = "[height == 4, assist.lives_left == 3, assist.undo_left == 1, assist.hints_left == 2]"
    when = "[set: {lives: 3}, step: 1, hint, undo, restart]"
    assert failures(when, then, given="{do: [height = 4], to_move: ann}") == []


def test_restart_in_a_lesson_goes_back_to_where_the_lesson_began() -> None:
    learnt = Tutorial(tally(LESSONS)).session
    learnt.perform(("step", 2))
    learnt.restart()
    assert (learnt.state, learnt.history) == (learnt.start, [])
    for step in (1, 3, 1):
        learnt.perform(("step", step))
    assert learnt.game.status(learnt.state).ended_by == "top"


def test_a_lesson_counts_help_in_a_test_as_at_the_table() -> None:
    tutorial = Tutorial(tally(LESSONS))
    tutorial.session.subscribe(tutorial.happened)
    for step in (1, 2):
        tutorial.session.perform(("step", step))
    tutorial.session.undo()
    tutorial.session.perform(("step", 1))
    tutorial.session.restart()
    assert tutorial.finished
    when = "[step: 1, step: 2, undo, step: 1, restart]"
    assert failures(when, "[lesson: {help: {done: true}}]", LESSONS, "{lesson: help}") == []
