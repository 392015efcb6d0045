"""Pencil marks in the window: a mode, a selected cell, and keys and a pad for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from renderer.app.table.lessons import taught
from renderer.app.table.table import Table
from renderer.skins.pencil import PencilMarks
from tests.renderer.app_driver import Driver, table_of
from tests.renderer.invariants import body, overlap


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    return Driver(table_of(load("sudoku"), seed=1), tmp_path, introduced=("sudoku",))


def written(driver: Driver, cell: str) -> str:
    """The marks drawn in a cell."""
    node = driver.scene.by_key.get(f"pencil:{driver.site(cell)}")
    if node is None:
        return ""
    assert isinstance(node.skin, PencilMarks)
    assert node.box == driver.box(driver.site(cell))
    return "".join(text or "." for text in node.skin.texts)


def test_marks_are_typed_into_the_cell_that_was_clicked(driver: Driver) -> None:
    driver.key("p")
    assert driver.message == "Pencil on. Choose an empty cell and write your marks."
    driver.click("e1")
    driver.key("4", "6", "4", "9")
    assert (written(driver, "e1"), driver.message) == (".....6..9", "e1: 6 9.")
    assert (driver.session.history, driver.table.asked) == ([], False)
    driver.key("Delete")
    assert written(driver, "e1") == ""


def test_the_pad_writes_marks_and_shows_which_are_there(driver: Driver) -> None:
    driver.click("button:pencil", "e1", "pad:option:pencil:4", "pad:option:pencil:6")
    assert written(driver, "e1") == "...4.6..."
    assert "Pencil marks for e1" in driver.texts()
    driver.click("h1")
    assert "Pencil marks for h1" in driver.texts()
    driver.click("pad:option:pencil:8", "pad:button:pencil_done")
    assert (written(driver, "h1"), "pad:paper" in driver.scene.by_key) == (".......8.", False)
    driver.click("e1", "pad:button:pencil_erase")
    assert written(driver, "e1") == ""


def test_the_keyboard_alone_marks_what_the_cursor_is_on(driver: Driver) -> None:
    driver.key("p")
    driver.point(driver.site("e1"))
    driver.key("6")
    driver.point(driver.site("e2"))
    driver.key("4", "7")
    assert (written(driver, "e1"), written(driver, "e2")) == (".....6...", "...4..7..")
    driver.key("Escape")
    assert (driver.table.pencilling.on, driver.table.pencilling.cell) == (True, 0)
    driver.key("Escape")
    assert driver.table.pencilling.on is False


def test_without_a_cell_a_digit_asks_for_one(driver: Driver) -> None:
    driver.key("p", "5")
    assert driver.message == "Choose the cell first."


def test_a_filled_cell_takes_none_and_the_pencil_stays(driver: Driver) -> None:
    driver.key("p")
    driver.click("a1")
    assert driver.message == "Pencil marks go in empty cells, and a1 is not one."
    assert driver.table.voice.mood == "refused"
    assert driver.table.pencilling.on


def test_where_a_number_is_asked_for_marks_may_be_written_instead(driver: Driver) -> None:
    driver.click("e1")
    assert driver.table.asked
    driver.click("card:button:pencil")
    assert (driver.table.asked, driver.table.pencilling.cell) == (False, driver.site("e1"))
    driver.key("6")
    driver.key("p")
    driver.click("e1")
    driver.key("p", "4")
    assert written(driver, "e1") == "...4.6..."


def test_a_number_takes_the_place_of_marks(driver: Driver) -> None:
    driver.key("p")
    driver.click("e1")
    driver.key("6", "p")
    driver.click("e1")
    driver.key("6")
    assert (len(driver.session.history), written(driver, "e1")) == (1, "")
    driver.key("z")
    assert written(driver, "e1") == ".....6..."


def test_automatic_marks_are_turned_on_by_key_and_button(driver: Driver) -> None:
    driver.key("P", shift=True)
    assert driver.message == "Automatic marks on."
    assert (written(driver, "e1"), written(driver, "e2")) == (".....6...", "...4..7..")
    driver.click("button:pencil", "e2", "pad:option:pencil:7")
    assert written(driver, "e2") == "...4....."
    driver.click("pad:option:pencil:1")
    assert driver.message == "Automatic marks show what the rules allow, and 1 cannot go in e2 now."
    driver.click("pad:button:pencil_auto")
    assert written(driver, "e2") == ""


def test_marks_are_there_when_the_game_goes_on(tmp_path: Path, driver: Driver) -> None:
    driver.key("p")
    driver.click("e1")
    driver.key("6")
    game = driver.session.game
    driver.app.close()
    [started] = driver.around.saves.started("sudoku")
    opened = driver.around.saves.open(game, started.path)
    again = Driver(lambda host: Table(host, opened.session, opened), tmp_path)
    assert written(again, "e1") == ".....6..."


def test_pieces_of_other_boards_are_played_on(tmp_path: Path) -> None:
    driver = Driver(table_of(load("stackdoku"), seed=5), tmp_path, introduced=("stackdoku",))
    driver.key("p")
    free = [spot for spot in driver.table.play.targets() if not driver.table.pencilling.takes(spot)]
    driver.click(free[0])
    assert not driver.table.play.draft.empty
    open_cells = driver.table.pencilling.pencil.open_cells(1)
    driver.click(open_cells[0])
    driver.key("3")
    assert driver.table.pencilling.pencil.marks(1) == {open_cells[0]: {3}}


def test_games_without_pencil_marks_and_lessons_have_no_button(tmp_path: Path) -> None:
    plain = Driver(table_of(load("tic_tac_toe")), tmp_path / "a", introduced=("tic_tac_toe",))
    assert "button:pencil" not in plain.scene.by_key
    plain.key("p")
    assert plain.table.cards.has("pause")
    lesson = Driver(lambda host: taught(host, load("stackdoku_mini")), tmp_path / "b")
    assert "button:pencil" not in lesson.scene.by_key


def test_p_pauses_with_control_where_it_is_the_pencil(driver: Driver) -> None:
    driver.key("p", control=True)
    assert driver.table.cards.has("pause")


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (600, 900)])
def test_the_pad_lies_beside_the_boards_and_the_buttons(tmp_path: Path, size: tuple[int, int]) -> None:
    driver = Driver(table_of(load("sudoku"), seed=1), tmp_path, size=size, introduced=("sudoku",))
    driver.click("button:pencil", "e1")
    pad, ground = driver.box("pad:paper"), driver.box("ground:grid")
    assert pad.x >= ground.right or pad.y >= ground.bottom
    assert pad.right <= size[0] and pad.bottom <= size[1]
    undo = driver.box("button:undo")
    assert pad.y >= undo.bottom or pad.right <= undo.x
    driver.click("pad:option:pencil:9")
    assert written(driver, "e1") == "........9"


@pytest.mark.parametrize("text", ["normal", "very_large"])
def test_the_pad_covers_no_button_and_nothing_of_the_history(text: str, tmp_path: Path) -> None:
    driver = Driver(table_of(load("sudoku"), seed=1), tmp_path, size=(800, 600), introduced=("sudoku",))
    driver.around.preferences.change(text=text)
    driver.app.changed()
    for _ in range(6):
        driver.session.perform(driver.session.legal[0])
    driver.settle()
    driver.click("button:pencil")
    driver.click(next(cell for name, cell, *_ in driver.session.legal if name == "write"))
    pad = body(driver.scene.by_key["pad:paper"])
    beside = [node for node in driver.scene.nodes if node.key.startswith(("button:", "label:log"))]
    assert len(beside) > 6
    assert [node.key for node in beside if overlap(body(node), pad)] == []
