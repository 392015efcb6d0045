"""The tutorial in the terminal."""

import pytest
from typer.testing import CliRunner

from interpreter import load, loads
from runtime.cli import app
from runtime.terminal.loop import play


@pytest.fixture(scope="module")
def draughts():
    return load("draughts")


@pytest.fixture(scope="module")
def game_2048():
    return load("game_2048")


@pytest.fixture(scope="module")
def tic_tac_toe():
    return load("tic_tac_toe")


def told(lines: list[str]) -> list[str]:
    """Which lessons were given, in order."""
    return [line.split(".")[0] for line in lines if line.startswith("Lesson ")]


def after(lines: list[str], text: str) -> list[str]:
    return lines[lines.index(text) + 1 :]


def test_the_whole_tutorial_with_half_moves_and_whole_ones(played, draughts, saves):
    lines = played(
        draughts, "tutorial", "c3", "c3 d4", "", "c4 e6", "", "c3 e5", "e5 g7", "", "c7 b8", "next",
        seats={"light": "computer"},
    )  # fmt: skip
    assert told(lines) == [f"Lesson {number} of 7" for number in range(1, 8)]
    last = "That was the last lesson. Now play a game of your own."
    assert after(lines, last)[3] == "  7  l  .  l  .  l  .  l  .    Light  12"
    assert saves.names() == []


def test_what_is_lit(played, draughts):
    lines = played(draughts, "tutorial", "a3")
    assert "  3 (d) . (d) . (d) . (d) ." in lines
    assert "  4  . (.) .  .  .  .  .  ." in lines


def test_everything_else_is_answered_with_the_nudge(played, draughts):
    nudge = "That man can’t move. Choose one of the lit men."
    lines = played(draughts, "tutorial", "b2", "b4", "undo", "walk a1 b2", "next", "seed", "hint")
    assert lines.count(nudge) == 6
    assert "There is no ‘seed’ in a lesson; ‘leave’ ends the tutorial." in lines
    assert told(lines) == ["Lesson 1 of 7"]


def test_a_new_game_ends_the_tutorial(table_for, draughts):
    table, out = table_for(draughts, "tutorial", "a3", "new", "board", seats={"light": "person"})
    play(table)
    assert "A new game." in out.getvalue()
    assert out.getvalue().count("Lesson> ") == 0
    assert table.session.history == []


def test_a_line_that_means_nothing(played, game_2048):
    lines = played(game_2048, "tutorial", "jump", "slide")
    assert any("jump" in line for line in lines[-30:])
    assert any(line.startswith("Which one?") for line in lines)


def test_looking_around(played, draughts):
    lines = played(draughts, "tutorial", "help", "moves", "rules", "board")
    assert "  leave                  end the tutorial" in lines
    assert "Move: a3 b4, c3 b4, c3 d4, e3 d4, e3 f4, g3 f4, g3 h4" in lines
    assert told(lines) == ["Lesson 1 of 7"]


def test_help_that_a_lesson_asks_for(played, game_2048):
    lines = played(game_2048, "tutorial", "right", "", "left", "", "left", "undo", "")
    assert told(lines) == [f"Lesson {number} of 5" for number in range(1, 6)]


def test_a_missed_lesson_begins_again(played, game_2048):
    lines = played(game_2048, "tutorial", *["back"] * 2, "right", "", "left", "", "left", "undo", "", "again", "up")
    assert "That was the last lesson. Now play a game of your own." in lines
    assert told(lines) == ["Lesson 1 of 5"] * 3 + [f"Lesson {number} of 5" for number in (2, 3, 4, 5, 5)]


def test_an_end_that_was_not_meant(played, tic_tac_toe):
    lines = played(tic_tac_toe, "tutorial", "b2", "", "", "b1", "", "a2", "leave", seats={"nought": "computer"})
    assert "You could have won. Look along the diagonal." in lines
    assert "Nought: c3" in lines
    assert told(lines) == [f"Lesson {number} of 4" for number in (1, 2, 3, 4, 4)]


def test_leaving_goes_on_with_the_game(table_for, draughts):
    table, out = table_for(draughts, "c3 d4", "tutorial", "a3", "leave", "board", seats={"light": "person"})
    play(table)
    assert "  4  .  .  . [d] .  .  .  ." in [line.rstrip() for line in out.getvalue().splitlines()][-25:]
    assert len(table.session.history) == 1


def test_quitting_a_lesson_quits(table_for, draughts):
    table, out = table_for(draughts, "tutorial", "quit", "board")
    play(table)
    assert table.leaving
    assert "Goodbye." in out.getvalue()


def test_a_game_without_lessons(played):
    lines = played(load("gomoku"), "help", "tutorial")
    assert "Gomoku has no tutorial." in lines
    assert not any(line.strip().startswith("tutorial ") for line in lines)


def test_the_command_is_offered_where_there_are_lessons(played, draughts):
    assert "  tutorial               learn the game, lesson by lesson" in played(draughts, "help")


def test_asking_for_lessons_that_are_not_there():
    result = CliRunner().invoke(app, ["play", "gomoku", "--terminal", "--tutorial"])
    assert result.exit_code != 0
    assert "Gomoku has no tutorial." in result.output


def test_it_can_come_first(table_for, draughts):
    table, out = table_for(draughts, "leave")
    play(table, tutorial=True)
    assert "Lesson 1 of 7" in out.getvalue()


STEPS = """
game: steps
title: Steps
boards: {hill: {columns: 5, rows: 1}}
state: {height: 0}
actions:
  climb:
    effects:
      - height += 1
end_conditions:
  top: {when: height == 9, won: true}
view:
  panels: {Height: height}
tutorial:
  steps:
    up:
      given: {do: [height = 4]}
      say: Climb.
      wait: {action: climb}
    anew:
      say: Begin again.
      wait: {used: [restart]}
    on:
      say: You are at {height}.
      wait: {button: Next}
"""


def test_restart_goes_back_to_the_position_of_the_lessons(played):
    lines = played(loads(STEPS, "steps.yaml"), "tutorial", "climb", "restart", "leave")
    assert "Lesson 3 of 3. You are at 4." in lines


def test_restart_begins_a_lesson_again_that_does_not_ask_for_it(played):
    lines = played(loads(STEPS, "steps.yaml"), "tutorial", "restart", "leave")
    assert told(lines) == ["Lesson 1 of 3"] * 2
