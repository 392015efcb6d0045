"""What players read about a game, in the window, in the terminal and on its page."""

from __future__ import annotations

import pytest

from interpreter import SpecError, loads
from runtime.session.session import Session
from runtime.show.handbook import Chapter, handbook
from runtime.terminal.commands import rules_page

SPEC = """
game: race
title: Race
about: Two runners.
settings:
  goal: {default: 5, range: 1..9}
players: {red: {}, blue: {}}
boards: {track: {columns: 9, rows: 1, cell: {runner: player or none}}}
state: {left: 0}
actions:
  run: {effects: [left += 1]}
end_conditions:
  arrived: {when: left == goal, winner: me}
rules:
  R-1: A runner goes one step at a time.
  R-2: After {goal} steps the race is over.
"""
TOLD = """
how_to_play:
  Goal: Be the one who makes step {goal}.
  Your turn: |
    Run one step.

    There is nothing
    else to do.
"""


def test_without_a_word_for_players_the_rules_are_told() -> None:
    session = Session(loads(SPEC, "race.yaml"), settings={"goal": 7})
    rules = ("A runner goes one step at a time.", "After 7 steps the race is over.")
    assert handbook(session) == [Chapter("Rules", rules, ("R-1", "R-2"))]
    assert rules_page(session, 60) == [
        "Two runners.",
        "",
        "R-1  A runner goes one step at a time.",
        "R-2  After 7 steps the race is over.",
    ]


def test_how_to_play_takes_the_place_of_the_rules() -> None:
    session = Session(loads(SPEC + TOLD, "race.yaml"))
    assert handbook(session) == [
        Chapter("Goal", ("Be the one who makes step 5.",)),
        Chapter("Your turn", ("Run one step.", "There is nothing", "else to do.")),
    ]
    assert rules_page(session, 60) == [
        "Two runners.",
        "",
        "Goal",
        "  Be the one who makes step 5.",
        "",
        "Your turn",
        "  Run one step.",
        "  There is nothing",
        "  else to do.",
    ]


def test_a_game_without_either_has_no_handbook() -> None:
    assert handbook(Session(loads(SPEC[: SPEC.index("rules:")], "race.yaml"))) == []


def test_a_name_in_it_is_checked() -> None:
    with pytest.raises(SpecError) as caught:
        loads(SPEC + TOLD.replace("{goal}", "{gaol}"), "race.yaml")
    (error,) = caught.value.diagnostics.errors
    assert error.span is not None
    assert (error.code, error.span.line, error.span.text) == ("unknown-name", 19, "gaol")
