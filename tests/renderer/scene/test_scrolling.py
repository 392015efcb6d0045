"""Content that is longer than the window: keys, wheel and arrows scroll it, and what is chosen stays in view."""

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
from renderer.scene.page import gallery_in
from tests.renderer.app_driver import FRAME, Driver, table_of

SMALL = (800, 600)


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    return Driver(start.gallery, tmp_path, size=SMALL, introduced=("khi",))


def gallery(driver: Driver) -> GallerySheet:
    assert isinstance(driver.app.screen, GalleryScreen)
    return driver.app.screen.gallery


def games(driver: Driver) -> list[str]:
    """The games in view."""
    return [key.removeprefix("game:") for key in driver.scene.focus if key.startswith("game:")]


def rows(driver: Driver) -> list[list[str]]:
    """The games of every row, whether it is in view or not."""
    lines = gallery_in(gallery(driver).page(), driver.app.size).lines
    return [[entry.game for entry in line.entries] for line in lines]


def names(driver: Driver) -> list[str]:
    return [game for row in rows(driver) for game in row]


def is_whole(driver: Driver, game: str) -> bool:
    """Whether the whole of a card is visible."""
    return driver.box(f"game:{game}").height >= max(driver.box(f"game:{each}").height for each in games(driver)) - 1


# The gallery


@pytest.mark.parametrize("size", [SMALL, (1280, 800), (1920, 1080)])
def test_the_arrow_keys_lead_to_every_row(tmp_path: Path, size: tuple[int, int]) -> None:
    driver = Driver(start.gallery, tmp_path, size=size, introduced=("khi",))
    firsts = [row[0] for row in rows(driver)]
    assert gallery(driver).rows.last > 0
    driver.focus(f"game:{firsts[0]}")
    for game in firsts[1:]:
        driver.key("Down")
        assert driver.app.focus == f"game:{game}"
        assert is_whole(driver, game)
    assert gallery(driver).first == gallery(driver).rows.last
    for game in reversed(firsts[:-1]):
        driver.key("Up")
        assert driver.app.focus == f"game:{game}"
        assert is_whole(driver, game)
    driver.key("Up")
    assert (driver.app.focus or "").startswith("option:")
    driver.key("Up")
    assert driver.app.focus == "field:search"


def test_right_leads_along_a_row_and_on_to_the_details_and_left_back(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path, introduced=("khi",))
    row = rows(driver)[0]
    driver.focus(f"game:{row[0]}")
    for game in row[1:]:
        driver.key("Right")
        assert driver.app.focus == f"game:{game}"
    driver.key("Right", "Right")
    assert (driver.app.focus or "").startswith("details:")
    driver.key("Left", "Left")
    assert (driver.app.focus or "").startswith("game:")


def test_tab_leads_to_every_game_and_back(driver: Driver) -> None:
    every = names(driver)
    driver.focus(f"game:{every[0]}")
    for game in every[1:]:
        driver.key("Tab")
        assert driver.app.focus == f"game:{game}"
        assert is_whole(driver, game)
    for game in reversed(every[:-1]):
        driver.key("Tab", shift=True)
        assert driver.app.focus == f"game:{game}"
    driver.key("Tab", shift=True)
    assert driver.app.focus == "option:kind:cards_and_dice"


def test_after_a_page_key_the_arrows_go_on_from_what_is_in_sight(driver: Driver) -> None:
    driver.focus(f"game:{names(driver)[0]}")
    driver.key("End")
    assert driver.app.focus not in driver.scene.by_key
    driver.key("Down")
    assert (driver.app.focus or "").removeprefix("game:") in games(driver)


def test_a_page_key_turns_what_is_seen_but_for_one_row(driver: Driver) -> None:
    sheet = gallery(driver)
    visible = sheet.rows.visible
    driver.key("PageDown")
    assert sheet.first == visible - 1
    driver.key("PageUp")
    assert sheet.first == 0


@pytest.mark.parametrize("size", [SMALL, (1280, 800)])
def test_no_card_moves_when_details_open_and_close(tmp_path: Path, size: tuple[int, int]) -> None:
    driver = Driver(start.gallery, tmp_path, size=size, introduced=("khi",))
    driver.key("End")
    before = {game: driver.box(f"game:{game}") for game in games(driver)}
    last = list(before)[-1]
    driver.click(f"game:{last}")
    assert gallery(driver).selected == last
    driver.step()
    assert {game: driver.box(f"game:{game}") for game in before} == before
    driver.key("Escape")
    assert {game: driver.box(f"game:{game}") for game in games(driver)} == before


def test_the_wheel_scrolls_by_rows(driver: Driver) -> None:
    driver.app.wheel(300, 300, -1)
    assert gallery(driver).first == 1
    driver.app.wheel(300, 300, -0.2)
    assert gallery(driver).first == 2
    driver.app.wheel(300, 300, 1)
    assert gallery(driver).first == 1


def test_the_second_click_of_a_double_click_is_for_what_the_first_chose(driver: Driver) -> None:
    game = games(driver)[2]
    place = driver.box(f"game:{game}").middle
    driver.press(*place)
    assert gallery(driver).selected == game
    assert driver.scene.target_at(*place) != driver.scene.by_key[f"game:{game}"]
    driver.press(*place)
    assert isinstance(driver.app.screen, Table)
    assert driver.session.game.name == game
    driver.app.close()


def test_a_later_click_is_for_what_is_there_by_then(driver: Driver) -> None:
    game = games(driver)[0]
    place = driver.box(f"game:{game}").middle
    driver.press(*place)
    driver.step(DOUBLE + FRAME)
    driver.press(*place)
    # By now the veil is there.
    assert gallery(driver).selected == game
    assert isinstance(driver.app.screen, GalleryScreen)


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
