"""What is longer than the window: scrolled by keys, wheel and arrows, and what is chosen stays in sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from renderer.app import start
from renderer.app.pages.gallery import GalleryScreen, GallerySheet
from renderer.app.pages.help import Rules
from renderer.app.pages.sheet import Sheet, SheetScreen
from renderer.app.pointer import DOUBLE
from renderer.app.table.table import Table
from tests.renderer.app_driver import FRAME, Driver, table_of

SMALL = (800, 600)


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    return Driver(start.gallery, tmp_path, size=SMALL)


def gallery(driver: Driver) -> GallerySheet:
    assert isinstance(driver.app.screen, GalleryScreen)
    return driver.app.screen.gallery


def games(driver: Driver) -> list[str]:
    """The games that are in sight."""
    return [key.removeprefix("game:") for key in driver.scene.focus if key.startswith("game:")]


def names(driver: Driver) -> list[str]:
    return [listed.key for listed in gallery(driver).fitting()]


# The gallery


def test_the_arrow_keys_lead_to_every_game(driver: Driver) -> None:
    columns, every = gallery(driver).rows.columns, names(driver)
    assert gallery(driver).rows.last > 0
    driver.focus(f"game:{every[0]}")
    for row in range(1, -(-len(every) // columns)):
        driver.key("Down")
        assert driver.app.focus == f"game:{every[row * columns]}"
        assert driver.app.focus in driver.scene.by_key
    assert gallery(driver).first == gallery(driver).rows.last
    for row in reversed(range(-(-len(every) // columns) - 1)):
        driver.key("Up")
        assert driver.app.focus == f"game:{every[row * columns]}"
    driver.key("Up")
    assert driver.app.focus == "field:search"


def test_tab_leads_to_every_game_and_back(driver: Driver) -> None:
    every = names(driver)
    driver.focus(f"game:{every[0]}")
    for game in every[1:]:
        driver.key("Tab")
        assert driver.app.focus == f"game:{game}"
    for game in reversed(every[:-1]):
        driver.key("Tab", shift=True)
        assert driver.app.focus == f"game:{game}"
    driver.key("Tab", shift=True)
    assert driver.app.focus == "button:quit"


def test_after_a_page_key_the_arrows_go_on_from_what_is_in_sight(driver: Driver) -> None:
    driver.focus(f"game:{names(driver)[0]}")
    driver.key("End")
    assert driver.app.focus not in driver.scene.by_key
    driver.key("Down")
    assert driver.app.focus == f"game:{games(driver)[0]}"


def test_a_page_key_turns_what_is_seen_but_for_one_row(driver: Driver) -> None:
    sheet = gallery(driver)
    visible = sheet.rows.visible
    driver.key("PageDown")
    assert sheet.first == visible - 1
    driver.key("PageUp")
    assert sheet.first == 0


def test_a_game_that_is_chosen_stays_in_sight_while_the_others_make_room(driver: Driver) -> None:
    columns = gallery(driver).rows.columns
    last = names(driver)[-1]
    driver.key("End")
    driver.click(f"game:{last}")
    assert gallery(driver).rows.columns < columns
    assert last in games(driver)
    first = names(driver)[0]
    driver.key("Home")
    driver.click(f"game:{first}")
    driver.key("Escape")
    assert first in games(driver)


def test_cards_keep_about_their_width_when_the_details_open(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    key = f"game:{names(driver)[0]}"
    closed = driver.box(key).width
    driver.click(key)
    assert abs(driver.box(key).width / closed - 1) < 0.15


def test_the_second_click_of_a_double_click_is_for_what_the_first_chose(driver: Driver) -> None:
    game = games(driver)[5]
    place = driver.box(f"game:{game}").middle
    driver.press(*place)
    assert gallery(driver).selected == game
    assert not driver.box(f"game:{game}").holds(*place)
    driver.press(*place)
    assert isinstance(driver.app.screen, Table)
    assert driver.session.game.name == game
    driver.app.close()


def test_a_later_click_is_for_what_is_there_by_then(driver: Driver) -> None:
    game = games(driver)[5]
    place = driver.box(f"game:{game}").middle
    driver.press(*place)
    driver.step(DOUBLE + FRAME)
    there = next(key for key in games(driver) if driver.box(f"game:{key}").holds(*place))
    driver.press(*place)
    assert gallery(driver).selected == there != game


# Texts and cards


def test_a_text_is_scrolled_by_the_lines_that_are_seen(tmp_path: Path) -> None:
    game = load("draughts")
    driver = Driver(lambda host: SheetScreen(host, Rules(host, game)), tmp_path, size=SMALL)
    assert isinstance(driver.app.screen, SheetScreen)
    sheet: Sheet = driver.app.screen.sheet
    assert sheet.rows.last > 2
    driver.key("Down")
    assert sheet.first == 2
    driver.key("Up", "PageDown")
    assert sheet.first == min(sheet.rows.visible - 1, sheet.rows.last)
    driver.key("End")
    assert sheet.first == sheet.rows.last
    driver.key("Down")
    assert driver.app.focus is not None


def test_help_on_a_card_is_scrolled_with_the_arrow_keys(tmp_path: Path) -> None:
    driver = Driver(table_of(load("draughts")), tmp_path, size=SMALL, introduced=("draughts",))
    driver.key("F1")
    sheet = driver.table.cards.sheet
    assert sheet is not None and sheet.rows.last > 2
    driver.key("Down", "Down")
    assert sheet.first == 4
    driver.app.close()


def test_a_sheet_that_is_wholly_seen_is_not_scrolled(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    driver = Driver(lambda host: SheetScreen(host, Rules(host, game)), tmp_path, size=(1280, 1200))
    assert isinstance(driver.app.screen, SheetScreen)
    assert driver.app.screen.sheet.rows.last == 0
    assert driver.app.screen.sheet.scroll(1) is False
