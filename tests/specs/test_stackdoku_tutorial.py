"""The tutorial of Stackdoku through a real terminal: every lesson refuses one wrong step with its nudge."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter import Game, load
from runtime.tutorial import Tutorial
from tests.runtime.terminal.test_whole_games import Terminal

PROMPT = r"Lesson> $"
LEARNT = r"Well done\. Press Enter for the next lesson\. $"
COURSE = (
    # The lesson, a wrong step in it, and the right one.
    ("free_tiles", "b1@1", "a1@1"),
    ("remove_a_pair", "a1@1 b1@1", "a1@1 d1@1"),
    ("the_tray", "pair a1@2 d1@2", "next"),
    ("fill_the_tray", "place 3 b1", "pair a1@2 d1@2"),
    ("a_full_tray", "pair b1@1 c1@1", ""),
    ("place_a_number", "place 3 a4", "place 3 b1"),
    ("take_it_back", "place 3 e7", "undo"),
    ("ask_for_a_hint", "undo", "hint"),
    ("hidden_numbers", "pair a1@2 d1@2", "next"),
    ("being_stuck", "undo", "place 5 a1"),
    ("getting_out", "hint", "undo"),
)
"""Every lesson except the last, in which the learner plays alone."""


def lessons(game: Game) -> dict[str, str]:
    """The nudge of each lesson."""
    tutorial = game.spec.tutorial
    assert tutorial is not None
    return {str(name): str(step.nudge) for name, step in tutorial.steps.items()}


def flat(text: str) -> str:
    """The text before it was broken into lines."""
    return re.sub(r"\s+", " ", text).strip()


def test_the_tutorial_is_completed_in_the_terminal(tmp_path: Path) -> None:
    nudges = lessons(load("stackdoku"))
    assert list(nudges) == [*(name for name, _, _ in COURSE), "on_your_own"]
    terminal = Terminal(tmp_path, "stackdoku", "--terminal", "--tutorial")
    try:
        shown = terminal.until(PROMPT)
        for number, (name, wrong, right) in enumerate(COURSE, start=1):
            assert f"Lesson {number} of 12." in flat(shown)
            refused = flat(terminal.type(wrong, PROMPT))
            assert refused == nudges[name], name
            shown = _done(terminal, right)
        assert "Lesson 12 of 12. Now it's your turn." in flat(shown)
        assert "That tile is blocked on both sides." in terminal.type("pair b1@1 c1@1", PROMPT)
        shown = _played_by_hints(terminal)
        assert "That was the last lesson. Now play a game of your own." in shown
        terminal.process.sendline("quit")
        assert "Goodbye." in terminal.end()
    finally:
        terminal.process.close(force=True)


def _done(terminal: Terminal, line: str) -> str:
    """Do what a lesson asks for; return what the next one shows."""
    terminal.process.sendline(line)
    if terminal.process.expect([PROMPT, LEARNT]) == 1:
        return terminal.type("", PROMPT)
    return str(terminal.process.before)


def _played_by_hints(terminal: Terminal) -> str:
    """Play the last lesson as its hints say; return what is shown after the last move."""
    for _ in range(18):
        terminal.type("hint", PROMPT)
        told = flat(terminal.type("hint", PROMPT))
        pair = re.search(r"Hint: .*\((pair \S+ \S+)\)", told)
        place = re.search(r"Hint: Place the (\d) from the tray in (\S+)\.", told)
        assert pair is not None or place is not None
        terminal.process.sendline(pair[1] if pair is not None else f"place {place[1]} {place[2]}")
        which = terminal.process.expect([PROMPT, r"\n> $"])
        shown = flat(str(terminal.process.before))
        if which == 1 or "That was the last lesson" in shown:
            return shown
    raise AssertionError("The last lesson did not end.")


def test_a_lesson_about_hidden_numbers_hides_them() -> None:
    tutorial = Tutorial(load("stackdoku"))
    for _ in range(8):
        tutorial.advance()
    assert tutorial.lesson is not None
    assert tutorial.lesson.name == "hidden_numbers"
    view = tutorial.session.view()
    hidden = {target for names, targets in view.hidden if "tile.number" in names for target in targets}
    assert len(hidden) == len(tutorial.lesson.spots) == 6
