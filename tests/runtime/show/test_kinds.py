"""Kinds of a game with separate statistics."""

from typing import Any

import pytest

from interpreter import load
from runtime.keep.statistics import Kind
from runtime.session.session import Session
from runtime.show.kinds import kind_of


@pytest.mark.parametrize(
    ("game", "level", "settings", "kind"),
    [
        ("hex", None, {}, Kind("", "Usual settings")),
        ("hex", None, {"size": 9, "swap_rule": False}, Kind("size=9;swap_rule=False", "Board size: 9, swap rule: off")),
        ("go", None, {"size": 13, "strength": "easy"}, Kind("strength=easy;size=13", "Easy, board size: 13")),
        # What no rule reads but affects the computer.
        ("khi", None, {"difficulty": "hard"}, Kind("difficulty=hard", "Hard")),
        # Another puzzle of the same kind; how numbers are shown.
        ("stackdoku", "hard", {"puzzle": 7, "numbers": "visible"}, Kind("level=hard", "Hard")),
        (
            "stackdoku",
            "easy",
            {"empties": 20},
            Kind("level=easy;empties=20", "Easy, empty cells and stack tiles: 20"),
        ),
    ],
)
def test_a_kind_is_a_level_a_strength_and_settings_that_rules_read(
    game: str, level: str | None, settings: dict[str, Any], kind: Kind
) -> None:
    assert kind_of(Session(load(game), level, settings, seed=1)) == kind


def test_without_the_computer_its_strength_is_nothing() -> None:
    game = load("go")
    people = dict.fromkeys(game.players, "person")
    assert kind_of(Session(game, None, {"strength": "easy"}, seed=1, seats=people)) == Kind("", "Usual settings")
