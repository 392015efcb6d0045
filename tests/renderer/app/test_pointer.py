"""The pointer: a hand over anything that can be pressed."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from tests.renderer.app_driver import Driver, table_of


def hands(driver: Driver) -> list[str]:
    """What the pointer has become since the last call: a hand, or an arrow again."""
    found = [effect.value for effect in driver.heard if effect.kind == "cursor"]
    driver.heard.clear()
    return found


def test_the_pointer_is_a_hand_over_what_can_be_pressed(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    driver.move("b2")
    assert hands(driver) == ["hand"]
    # Between two such things it stays a hand.
    driver.move("a1")
    driver.move("button:menu")
    assert hands(driver) == []
    # A disabled button, an occupied place and anything outside the window cannot be pressed.
    driver.move("button:undo")
    assert hands(driver) == [""]
    driver.click("b2")
    assert hands(driver) == ["hand", ""]
    driver.move("a1")
    driver.app.pointer_moved(-1, -1)
    driver.step()
    assert hands(driver) == ["hand", ""]


def test_behind_a_card_nothing_can_be_pressed(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    place = driver.box("a1").middle
    driver.move("a1")
    driver.key("Escape")
    assert hands(driver) == ["hand", ""]
    driver.app.pointer_moved(*place)
    driver.step()
    assert hands(driver) == []
    driver.move("card:button:quit")
    assert hands(driver) == ["hand"]
