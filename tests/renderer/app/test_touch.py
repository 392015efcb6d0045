"""Fingers and pens: tap, press and hold, drag, swipe, and a finger that just misses."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from renderer.app.pages.gallery import GalleryScreen
from renderer.app.pointer import HOLD, NEAR
from renderer.app.start import gallery
from tests.renderer.app_driver import Driver, table_of


def table(name: str, folder: Path, **options: object) -> Driver:
    driver = Driver(table_of(load(name), **options), folder, introduced=(name,))
    driver.settle()
    return driver


def down(driver: Driver, x: float, y: float) -> None:
    driver.app.pointer_moved(x, y)
    driver.app.pointer_pressed(x, y)
    driver.step()


def up(driver: Driver, x: float, y: float) -> None:
    driver.app.pointer_released(x, y)
    driver.settle()


def moves(driver: Driver) -> list[str]:
    return [move.text for move in driver.session.history]


def test_a_tap_opens_and_a_press_that_is_held_flags(tmp_path: Path) -> None:
    driver = table("minesweeper", tmp_path)
    x, y = driver.box("c3").middle
    down(driver, x, y)
    driver.step(HOLD - 0.1)
    assert moves(driver) == []
    driver.step(0.2)
    assert moves(driver) == ["flag c3"]
    up(driver, x, y)
    driver.step(HOLD)
    assert moves(driver) == ["flag c3"]
    driver.press(*driver.box("e5").middle)
    assert moves(driver) == ["flag c3", "open e5"]


def test_a_long_press_is_a_click_where_nothing_is_kept_for_the_right_button(tmp_path: Path) -> None:
    driver = table("tic_tac_toe", tmp_path)
    x, y = driver.box("b2").middle
    down(driver, x, y)
    driver.step(2 * HOLD)
    assert moves(driver) == []
    up(driver, x, y)
    assert moves(driver) == ["place b2"]


def test_a_drag_is_not_held(tmp_path: Path) -> None:
    driver = table("minesweeper", tmp_path)
    x, y = driver.box("c3").middle
    down(driver, x, y)
    driver.app.pointer_moved(x + 40, y)
    driver.step(2 * HOLD)
    assert moves(driver) == []


def test_a_man_is_dragged_by_a_finger(tmp_path: Path) -> None:
    driver = table("chess", tmp_path)
    driver.drag("e2", "e4")
    assert moves(driver) == ["move e2 e4"]


def test_a_finger_that_just_misses_a_button_presses_it(tmp_path: Path) -> None:
    driver = table("tic_tac_toe", tmp_path)
    driver.click("b2")
    box = driver.box("button:undo")
    driver.press(box.x - NEAR + 1, box.y + box.height / 2)
    assert moves(driver) == []
    driver.click("b2")
    driver.press(box.x - NEAR - 2, box.y + box.height / 2)
    assert moves(driver) == ["place b2"]


def test_nothing_beneath_a_card_is_near(tmp_path: Path) -> None:
    driver = table("tic_tac_toe", tmp_path)
    driver.click("b2")
    box = driver.box("button:undo")
    driver.table.command("pause")
    driver.settle()
    driver.press(box.x - 2, box.y + box.height / 2)
    assert moves(driver) == ["place b2"]


def test_a_swipe_scrolls_a_page_and_presses_nothing(tmp_path: Path) -> None:
    driver = table("khi", tmp_path)
    driver.key("F1")
    driver.settle()
    sheet = driver.table.cards.sheet
    assert sheet is not None
    assert sheet.rows.last > 5
    bar = driver.box("card:scroll")
    row = bar.height / sheet.rows.visible
    x, y = bar.x - 200, bar.y + 5 * row
    down(driver, x, y)
    driver.app.pointer_moved(x, y - 3.2 * row)
    driver.step()
    assert sheet.first == 3
    driver.app.pointer_moved(x, y - 1.1 * row)
    driver.step()
    assert sheet.first == 1
    up(driver, x, y - 1.1 * row)
    assert driver.table.cards.sheet is sheet


def test_a_swipe_over_the_gallery_opens_no_game(tmp_path: Path) -> None:
    driver = Driver(gallery, tmp_path, size=(800, 600))
    driver.settle()
    screen = driver.app.screen
    assert isinstance(screen, GalleryScreen)
    key = next(key for key in driver.scene.by_key if key.startswith("game:"))
    x, y = driver.box(key).middle
    bar = driver.box("scroll")
    row = bar.height / screen.visible_rows
    down(driver, x, y)
    driver.app.pointer_moved(x + 3, y - 1.2 * row)
    driver.step()
    up(driver, x + 3, y - 1.2 * row)
    assert screen.sheet.first == 1
    assert screen.gallery.selected is None


def test_across_is_no_swipe(tmp_path: Path) -> None:
    driver = table("khi", tmp_path)
    driver.key("F1")
    driver.settle()
    sheet, bar = driver.table.cards.sheet, driver.box("card:scroll")
    assert sheet is not None
    down(driver, bar.x - 300, bar.y + 200)
    driver.app.pointer_moved(bar.x - 100, bar.y + 150)
    driver.step()
    assert sheet.first == 0
