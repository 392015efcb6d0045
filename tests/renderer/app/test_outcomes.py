"""The outcome of clicks that mean nothing, of games without secrets, and of replays when help is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.position import PieceValue
from renderer.app.pages.help import Rules
from renderer.app.pages.replay_viewer import ReplayScreen
from renderer.app.pages.sheet import SheetScreen
from renderer.app.sounds import Sound
from renderer.app.table.lessons import taught
from renderer.app.table.play import NOTHING_THERE, SWIPE
from runtime.session.session import Seat, Session
from tests.renderer.app_driver import Driver, table_of


def test_a_click_where_a_direction_is_wanted_says_how_to_give_one(tmp_path: Path) -> None:
    driver = Driver(table_of(load("game_2048"), seed=3), tmp_path, introduced=("game_2048",))
    driver.click("b2")
    assert (driver.message, driver.table.voice.mood) == (SWIPE, "plain")
    driver.drag("a1", "d1")
    assert len(driver.session.history) == 1
    assert driver.message == ""


def pair(driver: Driver, alike: bool) -> tuple[int, int]:
    """Two cards that show the same picture, or two that do not."""
    pictures = driver.session.state.data[driver.session.state.program.layout.fields["card.picture"].index]
    return next((a, b) for a in range(1, 13) for b in range(a + 1, 13) if (pictures[a] == pictures[b]) is alike)


def test_a_click_where_nothing_lies_says_so_and_a_drag_off_the_board_says_nothing(tmp_path: Path) -> None:
    driver = Driver(table_of(load("memory"), seed=3, level="twelve_cards"), tmp_path, introduced=("memory",))
    first, second = pair(driver, alike=True)
    bare = driver.session.state.data[driver.session.state.program.layout.fields["card.site"].index][first]
    driver.drag(PieceValue("card", first), (5.0, 5.0))
    assert (driver.message, driver.session.history) == ("", [])
    driver.click(PieceValue("card", first), PieceValue("card", second))
    assert len(driver.session.history) == 2
    driver.click(bare)
    assert (driver.message, driver.table.voice.mood) == (NOTHING_THERE, "plain")


def test_what_is_hidden_from_both_alike_is_not_handed_over(tmp_path: Path) -> None:
    driver = Driver(table_of(load("memory"), seed=3, level="twelve_cards"), tmp_path, introduced=("memory",))
    pictures = driver.session.state.data[driver.session.state.program.layout.fields["card.picture"].index]
    first, second = pair(driver, alike=False)
    driver.click(PieceValue("card", first), PieceValue("card", second))
    driver.settle()
    assert driver.session.state.to_move == "two"
    assert driver.table.viewer == 2
    assert driver.table.cards.top is None
    faces = [getattr(node.skin, "face", "") for node in driver.scene.nodes if node.key.startswith("piece:")]
    assert {str(pictures[first]), str(pictures[second])} == {face for face in faces if face}


def test_help_in_a_replay_shows_the_rules(tmp_path: Path) -> None:
    session = Session(load("reversi"), seed=1)
    for _ in range(3):
        session.perform(session.legal[0])
    driver = Driver(lambda host: ReplayScreen(host, session), tmp_path)
    for opened in ("click", "key"):
        driver.click("button:help") if opened == "click" else driver.key("F1")
        screen = driver.app.screen
        assert isinstance(screen, SheetScreen) and isinstance(screen.sheet, Rules)
        driver.key("Escape")
        assert isinstance(driver.app.screen, ReplayScreen)


def test_buttons_and_moves_are_heard_unless_sounds_are_off(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    driver.click("b2", "button:undo")
    assert [effect.value for effect in driver.heard if effect.kind == "sound"] == ["move", "press", "slide"]
    driver.key("m")
    driver.heard.clear()
    driver.click("b2", "button:undo")
    assert [effect for effect in driver.heard if effect.kind == "sound"] == []


def heard(driver: Driver) -> list[str]:
    return [effect.value for effect in driver.heard if effect.kind == "sound"]


def at(name: str, folder: Path, *moves: str, speed: str = "off") -> Driver:
    """A table at which two people have made some moves; sounds so far are forgotten."""
    driver = Driver(table_of(load(name)), folder, speed, introduced=(name,))
    for move in moves:
        driver.drag(*move.split()) if " " in move else driver.click(move)
    driver.settle()
    driver.heard.clear()
    return driver


def test_a_capture_is_heard_when_it_is_seen(tmp_path: Path) -> None:
    driver = at("draughts", tmp_path, "c3 d4", "f6 e5", speed="normal")
    driver.drag("d4", "f6")
    driver.settle()
    assert heard(driver) == ["capture"]


def test_a_refusal_is_heard_on_the_board_on_a_button_and_out_of_turn(tmp_path: Path) -> None:
    driver = at("tic_tac_toe", tmp_path, "b2")
    driver.click("b2")
    assert heard(driver) == ["refuse"]
    driver.click("button:redo")
    assert heard(driver) == ["refuse", "refuse"]
    driver.session.seats["nought"] = "computer"
    driver.click("a1")
    assert heard(driver) == ["refuse", "refuse", "refuse"]


@pytest.mark.parametrize(("seat", "sound"), [("person", "win"), ("computer", "lose")])
def test_who_wins_is_heard(tmp_path: Path, seat: Seat, sound: Sound) -> None:
    driver = at("tic_tac_toe", tmp_path, "a1", "b1", "a2", "b2")
    driver.session.seats["cross"] = seat
    driver.session.perform(("place", driver.site("a3")), seat)
    driver.step()
    driver.settle()
    assert heard(driver) == ["move", sound]


def test_a_draw_and_a_lesson_are_heard(tmp_path: Path) -> None:
    driver = at("tic_tac_toe", tmp_path, "a1", "b2", "c3", "a3", "c1", "b1", "b3", "c2")
    driver.click("a2")
    driver.settle()
    assert heard(driver) == ["move", "draw"]
    driver.app.open(taught(driver.app, load("game_2048")))
    driver.settle()
    driver.heard.clear()
    driver.key("Right")
    driver.settle()
    assert heard(driver)[-1] == "good"


def test_a_cascade_is_heard_wave_by_wave_and_at_once_without_animation(tmp_path: Path) -> None:
    for speed, cues in (("normal", ["slide", "wave_1", "fall", "fall"]), ("off", ["wave_1"])):
        driver = Driver(table_of(load("mosaic"), seed=1), tmp_path / speed, speed, introduced=("mosaic",))
        while driver.table.cards.top is not None:
            driver.key("Enter")
        driver.settle()
        driver.heard.clear()
        driver.session.perform(driver.session.legal[0])
        driver.step()
        assert heard(driver) == cues[:1]
        driver.settle()
        assert heard(driver) == cues


def test_a_stage_that_is_skipped_is_not_heard(tmp_path: Path) -> None:
    driver = Driver(table_of(load("mosaic"), seed=1), tmp_path, "normal", introduced=("mosaic",))
    while driver.table.cards.top is not None:
        driver.key("Enter")
    driver.settle()
    driver.heard.clear()
    driver.session.perform(driver.session.legal[0])
    driver.step()
    driver.key("Tab")
    driver.settle()
    assert heard(driver) == ["slide"]


def test_the_volume_is_told_before_the_first_sound_and_when_it_changes(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    driver.click("b2")
    driver.around.preferences.change(volume="quiet")
    driver.click("a1", "a2")
    told = [(effect.kind, effect.value) for effect in driver.heard if effect.kind in ("sound", "volume")]
    assert told == [
        ("volume", "0.5"),
        ("sound", "move"),
        ("volume", "0.2"),
        ("sound", "move"),
        ("sound", "move"),
    ]
