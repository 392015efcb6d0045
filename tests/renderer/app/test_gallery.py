"""How games are found in the gallery: headings, other names, filters, favourites, the games played last, and the lesson
that is offered at the first start."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from interpreter import load
from renderer.app import start
from renderer.app.pages.gallery import LOOKING, GalleryScreen, GallerySheet
from renderer.app.table.table import Table
from runtime.keep.library import HOUSE, KIND_TITLES
from runtime.session.session import Session
from tests.renderer.app_driver import Driver

SMALL = (800, 600)


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    return Driver(start.gallery, tmp_path, introduced=("tic_tac_toe", "draughts", "khi_short"))


def sheet(driver: Driver) -> GallerySheet:
    assert isinstance(driver.app.screen, GalleryScreen)
    return driver.app.screen.gallery


def groups(driver: Driver) -> dict[str, list[str]]:
    """The games under each heading."""
    return {group.title: [entry.game for entry in group.entries] for group in sheet(driver).page().groups}


def details(driver: Driver) -> str:
    shown = sheet(driver).page().details
    assert shown is not None
    return shown.game


# Headings


def test_variants_are_folded_under_the_games_of_the_house_and_opened_there(driver: Driver) -> None:
    assert groups(driver)[HOUSE] == ["khi", "mosaic", "stackdoku", "stacks", "word_cell"]
    driver.click("game:khi")
    assert {"VARIANTS", "For Points", "Forts", "Raid", "Short Khi"} <= set(driver.texts())
    driver.click("details:option:variant:khi_short")
    assert details(driver) == "khi_short"
    assert "2 players  ·  10 min" in driver.texts()
    driver.click("details:option:variant:khi", "details:option:variant:khi_short", "details:button:play")
    assert driver.session.game.name == "khi_short"
    driver.app.close()


def test_a_variant_is_chosen_with_the_keyboard(driver: Driver) -> None:
    driver.focus("game:khi")
    driver.key("Enter")
    driver.key("Up")
    assert driver.app.focus == "details:option:variant:khi_forts"
    driver.key("Enter")
    assert (details(driver), driver.app.focus) == ("khi_forts", "details:option:variant:khi_forts")
    driver.key("Escape")
    assert driver.app.focus == "game:khi"


def test_details_follow_the_keyboard_from_card_to_card(driver: Driver) -> None:
    driver.focus("game:mosaic")
    assert details(driver) == "mosaic"
    driver.key("Right")
    assert (details(driver), driver.app.focus) == ("stackdoku", "game:stackdoku")
    driver.key("Enter", "Enter")
    assert driver.session.game.name == "stackdoku"
    driver.app.close()


def test_a_variant_stays_chosen_when_the_keyboard_goes_back_to_its_card(driver: Driver) -> None:
    driver.focus("game:khi")
    driver.key("Enter")
    driver.key("Up", "Enter", "Escape")
    assert (details(driver), driver.app.focus) == ("khi_forts", "game:khi")
    driver.key("Right", "Left")
    assert details(driver) == "khi"


def test_a_spec_of_ones_own_that_is_written_meanwhile_is_there_soon(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    spec = tmp_path / "games" / "noughts.yaml"
    spec.write_text("game: noughts\ntitle: Noughts\nextends: tic_tac_toe\n")
    driver.step(LOOKING + 0.1)
    assert groups(driver)["Your games"] == [str(spec)]
    spec.write_text("game: noughts\ntitle: Other Noughts\nextends: tic_tac_toe\nminutes: 40\n")
    driver.step(LOOKING + 0.1)
    [entry] = [entry for entry in sheet(driver).page().entries if entry.game == str(spec)]
    assert (entry.title, entry.facts) == ("Other Noughts", "2 players  ·  40 min")


# Searching


def test_another_name_finds_a_game_and_is_told(driver: Driver) -> None:
    driver.type("checkers")
    assert groups(driver) == {"2 games found": ["draughts", "backgammon"]}
    assert [entry.note for entry in sheet(driver).page().entries] == ["aka Checkers", ""]
    shown = sheet(driver).page().details
    assert shown is not None and shown.about.endswith("you must. Also called Checkers, Draughts.")
    driver.key("Enter", "Enter")
    assert driver.session.game.name == "draughts"
    driver.app.close()


def test_a_search_finds_variants_that_are_folded_otherwise(driver: Driver) -> None:
    driver.type("raid")
    assert groups(driver) == {"1 game found": ["khi_raid"]}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("chekers", "No games match ‘chekers’. Did you mean ‘Checkers’?"),
        ("zzzz", "No games match ‘zzzz’. Press Escape to see all games again."),
    ],
)
def test_a_search_without_a_result_says_what_to_do(driver: Driver, typed: str, told: str) -> None:
    driver.type(typed)
    assert sheet(driver).page().message == told
    driver.click("button:show_all")
    assert (sheet(driver).search, list(groups(driver))) == ("", [HOUSE, *KIND_TITLES.values()])


# Filters


def test_filters_narrow_the_games_down_and_are_given_up(driver: Driver) -> None:
    driver.click("option:players:1", "option:minutes:5")
    assert groups(driver) == {
        HOUSE: ["stackdoku_mini"],
        "Word games": ["hidden_word", "word_trail"],
        "Puzzles": ["lights_out", "minesweeper", "peg_solitaire", "samegame"],
        "Cards and dice": ["golf"],
    }
    driver.click("option:kind:puzzle")
    assert list(groups(driver)) == [HOUSE, "Puzzles"]
    driver.click("option:players:1")
    assert sheet(driver).filters == {"minutes": "5", "kind": "puzzle"}
    driver.click("option:players:more")
    assert sheet(driver).page().message == "No games match all of these filters. Press Escape to clear them."
    driver.key("Escape")
    assert (sheet(driver).filters, len(groups(driver))) == ({}, 5)
    driver.click("option:players:more")
    assert groups(driver) == {"Cards and dice": ["hearts"]}
    driver.click("option:players:more", "option:minutes:more")
    assert {listed.minutes for listed in sheet(driver).fitting()} == {20, 30}


def test_escape_ends_the_search_before_the_filters(driver: Driver) -> None:
    driver.click("option:players:1")
    driver.type("chess")
    assert sheet(driver).page().message == "No games match ‘chess’ and your filters. Press Escape to clear the search."
    driver.key("Escape")
    assert (sheet(driver).search, sheet(driver).filters) == ("", {"players": "1"})
    driver.key("Escape")
    assert sheet(driver).filters == {}


# Favourites, and the games played last


def test_favourites_stand_on_top_and_are_kept(driver: Driver, tmp_path: Path) -> None:
    driver.click("game:stacks", "details:button:favourite")
    driver.focus("game:stacks")
    driver.type("sudoku")
    driver.key("Enter")
    driver.key("d", control=True)
    driver.key("Escape")
    assert groups(driver)["Favourites"] == ["stacks", "sudoku"]
    again = Driver(start.gallery, tmp_path)
    assert groups(again)["Favourites"] == ["stacks", "sudoku"]
    again.click("favourite:stacks", "details:button:favourite")
    assert groups(again)["Favourites"] == ["sudoku"]
    assert [entry.game for entry in sheet(again).page().entries if entry.favourite] == ["sudoku"]


def test_what_was_played_last_comes_first_whether_it_has_ended_or_not(driver: Driver) -> None:
    assert "Recently played" not in groups(driver)
    for name, day in (("hex", 3), ("chess_hill", 9), ("hex", 5)):
        driver.around.replays.keep(Session(load(name), seed=1), "won", datetime(2020, 5, day))
    session = Session(load("peg_solitaire"), seed=1)
    session.perform(session.legal[0])
    driver.around.saves.write(session)
    sheet(driver).refresh()
    assert next(iter(groups(driver).items())) == ("Recently played", ["peg_solitaire", "chess_hill", "hex"])
    driver.step()
    # Its details are shown first.
    assert details(driver) == "peg_solitaire"
    driver.click("last:chess_hill")
    assert details(driver) == "chess_hill"
    driver.key("Escape", "Escape")
    driver.click("option:players:1")
    assert "Recently played" not in groups(driver)


# The first start


def test_a_first_start_offers_lessons_and_takes_no_for_an_answer(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    offer = sheet(driver).page().offer
    assert offer is not None
    assert [choice.text for choice in offer.choices] == [
        "Khi", "Stack Swap Mosaic", "Stackdoku", "Stacks", "Word Cell", "No, thanks",
    ]  # fmt: skip
    assert "Welcome!" in driver.texts()
    driver.click("button:decline")
    assert "Welcome!" not in driver.texts()
    assert sheet(Driver(start.gallery, tmp_path)).page().offer is None


def test_a_lesson_that_is_taken_is_not_offered_again(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    driver.focus("option:learn:stackdoku")
    driver.key("Enter")
    assert isinstance(driver.app.screen, Table)
    assert driver.session.game.name == "stackdoku"
    assert driver.table.lessons is not None
    driver.app.home()
    driver.step()
    assert sheet(driver).page().offer is None


def test_who_has_played_is_offered_no_lesson(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    driver.around.replays.keep(Session(load("hex"), seed=1), "won", datetime(2020, 5, 3))
    sheet(driver).refresh()
    assert sheet(driver).page().offer is None


# Narrow windows


def test_in_a_narrow_window_details_lie_on_a_card_until_they_are_closed(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path, size=SMALL, introduced=("khi",))
    assert sheet(driver).page().details is None
    driver.click("game:mosaic")
    assert "card:veil" in driver.scene.by_key
    driver.key("Escape")
    assert (sheet(driver).page().details, driver.app.focus) == (None, "game:mosaic")
    driver.key("Enter")
    assert driver.app.focus == "details:button:play"
    driver.click("details:button:close")
    assert "card:veil" not in driver.scene.by_key
    driver.app.resize(1280, 800)
    driver.step()
    assert details(driver) == "khi"
