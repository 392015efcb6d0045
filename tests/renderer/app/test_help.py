"""The help is made from the spec: what the game is about, its rules, and how each kind of choice is made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from renderer.app.pages.forms import setting_fields
from renderer.app.pages.help import controls, keys, sections, settings
from runtime.session.session import Session
from tests.shipped import PATHS

WINDOW = Path(__file__).resolve().parents[2] / "data" / "window"


def how(path: str | Path) -> dict[str, str]:
    lines = controls(Session(load(path), seed=1).state.program)
    return dict(line.split(": ", 1) for line in lines)


def test_controls_come_from_the_choices() -> None:
    assert how(WINDOW / "marsh.yaml") == {
        "Plant": "click one and then the other, or drag the first onto the second.",
        "Hop": "click one and then the other, or drag the first onto the second.",
        "Sink lilies": "click what you want, then press Enter; another click takes something back.",
        "Bless": "choose a value, then choose a value.",
        "Rest": "press its button.",
    }
    assert how("game_2048") == {"Slide": "press an arrow key or swipe across the board."}
    assert how("lights_out") == {"Press a lamp": "click a place on the board."}
    assert how("chess")["Move"] == (
        "click one and then the other, or drag the first onto the second, then choose a value, if you are asked."
    )
    assert how("hearts")["Play"] == "click a card."
    assert how(WINDOW / "racks.yaml")["Write"].startswith("place pieces from the rack one by one")


def test_what_only_a_drag_can_begin_has_a_key() -> None:
    program = Session(load("word_cell"), seed=1).state.program
    told = how("word_cell")
    assert told["Place"] == "click one and then the other, or drag the first onto the second."
    assert told["Move"] == "drag the first onto the second, or press Space on one and then on the other."
    assert dict(keys(program))["Space"].startswith("take up a piece on the board")


def test_what_a_setting_does_is_not_told_while_it_is_off() -> None:
    session = Session(load("word_cell"), seed=1)
    told = {line.partition(":")[0]: line for line in settings(session)}
    assert told["Columns must spell words too"] == "Columns must spell words too: No"
    assert told["Total tiles"] == "Total tiles: No limit"
    assert told["Redraws"] == "Redraws: 3. How many times you may replace the whole tray."


def test_letters_are_picked_or_laid() -> None:
    def told(game: str) -> str:
        return dict(keys(Session(load(game), seed=1).state.program))["Letters"]

    assert told("stacks") == "choose a tile with that letter"
    assert told("khi") == "place a tile with that letter at the cursor, which then moves on to the next square"
    assert "Letters" not in dict(keys(Session(load("reversi"), seed=1).state.program))


def test_only_keys_that_do_something_in_this_game_are_listed() -> None:
    def listed(game: str | Path) -> dict[str, str]:
        return dict(keys(Session(load(game), seed=1).state.program))

    assert "Ctrl+H" in listed("khi")
    assert "Ctrl+Z and Ctrl+Y" not in listed("khi")
    assert "Ctrl+Z and Ctrl+Y" in listed("stacks")
    assert listed("reversi").keys() >= {"Z and Y", "H"}
    assert "H" not in listed(WINDOW / "marsh.yaml")
    assert listed("game_2048")["Arrow keys"] == "choose a direction, or move the cursor"
    assert listed("reversi")["Arrow keys"] == "move the cursor"


def test_what_a_switch_does_is_not_told_of_one_that_is_off() -> None:
    def told(**settings: bool) -> list[str]:
        found = sections(Session(load("stackdoku"), "easy", settings, seed=5))
        lines = next(part.paragraphs for part in found if part.heading == "Settings of this game")
        return [line for line in lines if "Accept only correct numbers" in line]

    assert told() == ["• Accept only correct numbers: No"]
    assert told(solution_only=True) == [
        "• Accept only correct numbers: Yes. A number that does not belong in a cell is refused."
    ]


def test_the_settings_of_a_game_say_what_they_mean() -> None:
    parts = {part.heading: part.paragraphs for part in sections(Session(load("stacks"), seed=5))}
    shown = parts["Settings of this game"]
    assert "• Shortest word: 2" in shown
    solvable = "There is always a way to use every tile, unless words need five letters."
    assert f"• Deal: Solvable. {solvable}" in shown
    assert "• Bonus for clearing the board: 0. Extra points for using the last tile." in shown


def test_all_parts_are_there() -> None:
    session = Session(load(WINDOW / "ladder.yaml"), seed=5)
    parts = {part.heading: part.paragraphs for part in sections(session)}
    assert parts[""] == ("Climb the ladder. The last rung but one is rotten.",)
    assert parts["Rules"] == ("• Climb one or two rungs at a time.", "• The last rung but one breaks.")
    assert parts["Settings of this game"] == ("• Rungs: 5", "• Lives: 1", "• Coloured rungs: Yes")
    assert parts["This game"] == ("Level low, seed 5. The same seed gives the same game again.",)
    assert "• Z and Y: undo and redo." in parts["Keys"]


@pytest.mark.parametrize("path", PATHS)
def test_every_game_explains_itself(path: Path) -> None:
    session = Session(load(path), seed=1)
    parts = {part.heading: part.paragraphs for part in sections(session)}
    assert {"Controls", "Keys"} <= parts.keys()
    told = session.game.spec.how_to_play
    assert list(parts)[1 : 1 + len(told)] == [str(heading) for heading in told]
    assert len(parts.get("Rules", ())) == (0 if told else len(session.game.spec.rules))
    assert not any("{" in line for lines in parts.values() for line in lines)
    fields = setting_fields(session.game, session.settings)
    assert {field.name: field.value for field in fields if field.kind != "text"}.items() <= session.settings.items()


def test_settings_are_chosen_stepped_switched_or_typed() -> None:
    game = load("lights_out")
    fields = {field.name: field for field in setting_fields(game, Session(game, seed=1).settings)}
    assert (fields["size"].kind, fields["size"].low, fields["size"].high) == ("number", 3, 9)
    assert (fields["flips"].kind, fields["flips"].options[0]) == ("choice", ("sides", "Sides"))
    assert fields["flips"].meaning("corners") == "The lamp and those diagonally next to it."
    assert fields["presses"].about == "The fewer there are, the easier the puzzle."
    limit = fields["limit"]
    assert (limit.kind, limit.value, limit.note) == ("text", "100", "1 to 999, or none for no limit")
    hex_fields = {field.name: field.kind for field in setting_fields(load("hex"), {"size": 5, "swap_rule": True})}
    assert hex_fields == {"size": "number", "swap_rule": "flag"}
