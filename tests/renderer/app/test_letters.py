"""Games in which letters are typed: letters pick tiles, and the commands that they would otherwise give need Ctrl."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.position import PieceValue
from renderer.app.table.lessons import taught
from renderer.scene.panels import WAITING_FOR_LETTERS
from tests.renderer.app_driver import Driver, table_of

WINDOW = Path(__file__).resolve().parents[2] / "data" / "window"


@pytest.fixture(scope="module")
def racks() -> Game:
    return load(WINDOW / "racks.yaml")


@pytest.fixture
def driver(tmp_path: Path, racks: Game) -> Driver:
    return Driver(table_of(racks), tmp_path, introduced=("racks",))


def test_a_tile_is_typed_and_placed_with_the_keyboard_alone(driver: Driver) -> None:
    driver.key("c")
    assert driver.table.play.draft.parts == (None, 1, "c")
    driver.point(driver.site("b1"))
    driver.key("Space")
    assert driver.table.play.draft.items == ((driver.site("b1"), 1, "c"),)
    driver.key("Enter")
    assert [move.text for move in driver.session.history] == ["write b1/C/c"]


def test_typing_goes_on_after_what_was_dragged(tmp_path: Path) -> None:
    driver = Driver(table_of(load("scrabble_like"), seed=3), tmp_path, introduced=("scrabble_like",))
    state = driver.session.state
    letters, rack = (state.data[state.program.layout.fields[name].index] for name in ("tile.letter", "zone.rack"))
    first, second, third = list({letters[tile]: tile for tile in rack[1]}.values())[:3]
    shown = {tile: state.program.layout.decode_value("tile.letter", letters[tile]) for tile in (second, third)}
    driver.drag(PieceValue("tile", first), "h8")
    driver.key(shown[second])
    driver.key(shown[third])
    sites = [record[1] for record in driver.table.play.draft.items]
    assert sites == [driver.site(name) for name in ("h8", "i8", "j8")]


@pytest.mark.parametrize(("name", "star"), [("khi", "a10"), ("scrabble_like", "h8")])
def test_the_cursor_begins_where_most_words_can_be_laid(tmp_path: Path, name: str, star: str) -> None:
    driver = Driver(table_of(load(name), seed=3), tmp_path, introduced=(name,))
    driver.key("Right")
    assert driver.table.cursor == driver.site(star)


def test_what_is_picked_up_is_put_down_first(driver: Driver) -> None:
    driver.key("c")
    driver.key("a")
    assert (driver.message, driver.table.voice.mood) == ("Place the C first.", "refused")


def test_the_panel_says_that_letters_play(driver: Driver) -> None:
    assert WAITING_FOR_LETTERS in " ".join(driver.texts())


def test_a_letter_that_is_not_on_the_rack_is_refused(driver: Driver) -> None:
    driver.key("z")
    assert (driver.message, driver.table.voice.mood) == ("There is no Z to choose.", "refused")
    assert driver.table.play.draft.empty


def test_commands_need_control_and_their_buttons_say_so(driver: Driver) -> None:
    driver.drag(PieceValue("tile", 1), "a1")
    driver.key("Enter")
    driver.settle()
    driver.key("Enter")
    assert len(driver.session.history) == 1
    assert "Ctrl Z" in driver.texts()
    driver.key("z")
    assert len(driver.session.history) == 1
    driver.key("z", control=True)
    assert driver.session.history == []
    driver.settle()
    driver.key("Enter")
    sound = driver.around.preferences.value.sound
    driver.key("m")
    assert driver.around.preferences.value.sound is sound
    driver.key("m", control=True)
    assert driver.around.preferences.value.sound is not sound
    driver.key("p", control=True)
    assert driver.table.cards.has("pause")


def test_without_letters_on_tiles_a_letter_is_a_command(tmp_path: Path) -> None:
    driver = Driver(table_of(load("reversi")), tmp_path, introduced=("reversi",))
    driver.click("d3")
    assert "Z" in driver.texts()
    driver.key("z")
    assert driver.session.history == []


def test_the_keys_on_the_menu_work_in_it(tmp_path: Path) -> None:
    driver = Driver(table_of(load("reversi")), tmp_path, introduced=("reversi",))
    driver.click("d3")
    driver.key("z", "Escape")
    assert driver.table.cards.has("menu")
    # What has its button beside the board needs no entry.
    assert "card:button:redo" not in driver.scene.by_key
    driver.key("y")
    assert len(driver.session.history) == 1
    assert not driver.table.cards.has("menu")
    driver.key("Escape", "F1")
    assert driver.table.cards.has("help")


def test_letters_that_are_typed_over_the_menu_are_no_commands_where_letters_are_played(driver: Driver) -> None:
    driver.key("n", control=True)
    driver.key("Escape")
    assert driver.table.cards.has("menu")
    seed = driver.session.seed
    driver.key("r", "n", "y", "z")
    assert driver.table.cards.has("menu")
    driver.key("n", control=True)
    assert not driver.table.cards.has("menu")
    assert driver.session.seed != seed


def test_a_letter_that_is_typed_after_the_end_is_no_command_where_letters_are_played(tmp_path: Path) -> None:
    driver = Driver(table_of(load("ghost"), seed=1), tmp_path, introduced=("ghost",))
    while not driver.session.state.over:
        driver.session.perform(driver.session.legal[-1])
    driver.step(5)
    driver.settle()
    while driver.table.cards.top is not None:
        driver.table.cards.take()
    moves = len(driver.session.history)
    driver.key("n", "r", "z")
    assert (driver.session.state.over, len(driver.session.history)) == (True, moves)
    driver.key("n", control=True)
    assert not driver.session.state.over


def test_a_word_is_written_letter_by_letter_from_where_the_cursor_is(driver: Driver) -> None:
    driver.key("c")
    driver.key("Escape")
    driver.point(driver.site("a1"))
    driver.key("c")
    assert driver.table.play.draft.items == ((driver.site("a1"), 1, "c"),)
    assert driver.table.cursor == driver.site("b1")
    driver.key("*")
    assert driver.table.play.draft.parts == (driver.site("b1"), 2, None)
    driver.key("a")
    assert driver.table.play.draft.items == ((driver.site("a1"), 1, "c"), (driver.site("b1"), 2, "a"))
    assert driver.table.cursor == driver.site("c1")
    driver.key("Backspace")
    assert driver.table.play.draft.items == ((driver.site("a1"), 1, "c"),)
    assert driver.table.cursor == driver.site("b1")
    driver.key("Enter")
    assert [move.text for move in driver.session.history] == ["write a1/C/c"]


def test_a_word_is_written_downwards_where_the_cursor_went_so_and_past_what_is_taken(driver: Driver) -> None:
    driver.point(driver.site("a1"))
    driver.key("c", "Enter")
    driver.settle()
    driver.key("Enter")
    driver.point(driver.site("b1"))
    driver.key("Down", "Up")
    driver.key("s")
    assert driver.table.play.draft.items == ((driver.site("b1"), 3, "s"),)
    assert driver.table.cursor == driver.site("b2")


def test_with_the_mouse_a_typed_tile_waits_for_a_click(driver: Driver) -> None:
    driver.key("c")
    driver.app.pointer_moved(*driver.box("c2").middle)
    driver.step()
    assert driver.table.play.draft.items == ()
    driver.click("c2")
    assert driver.table.play.draft.items == ((driver.site("c2"), 1, "c"),)


def test_a_click_on_an_empty_square_is_where_letters_go(tmp_path: Path) -> None:
    driver = Driver(table_of(load("khi"), seed=3), tmp_path, introduced=("khi",))
    state = driver.session.state
    letters, rack = (state.data[state.program.layout.fields[name].index] for name in ("tile.letter", "zone.rack"))
    tile = next(tile for tile in rack[1] if state.program.layout.decode_value("tile.letter", letters[tile]) != "*")
    driver.click(driver.site("a10"))
    assert driver.message == "Type a letter to place it here, or choose a tile first. Click again to write downwards."
    assert driver.table.play.draft.empty
    driver.move("button:menu")
    assert driver.scene.by_key["cursor"].box.holds(*driver.box("a10").middle)
    driver.key(state.program.layout.decode_value("tile.letter", letters[tile]))
    assert [record[1] for record in driver.table.play.draft.items] == [driver.site("a10")]


def test_a_digit_fills_the_cell_that_the_keyboard_points_at(tmp_path: Path) -> None:
    driver = Driver(table_of(load("sudoku"), seed=3), tmp_path, introduced=("sudoku",))
    driver.key("Right", "1")
    assert [move.text for move in driver.session.history] == ["write f4 1"]
    driver.point(driver.site("g4"))
    driver.key("5")
    assert driver.message == "That cell is already filled."
    assert len(driver.session.history) == 1
    driver.point(driver.site("i1"))
    driver.key("4")
    assert driver.message == "This row already has a 4."


def test_a_digit_makes_no_move_where_no_number_is_asked_for(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path, introduced=("tic_tac_toe",))
    driver.key("Right", "5")
    assert driver.session.history == []


def test_the_cursor_of_the_last_game_takes_no_letters_of_the_next(tmp_path: Path) -> None:
    driver = Driver(table_of(load("khi"), seed=3), tmp_path, introduced=("khi",))
    driver.click("o4")
    assert driver.table.cursor == driver.site("o4")
    driver.key("n", control=True)
    assert driver.table.cursor is None
    letter = next(piece.faces[0] for zone in driver.table.presented().zones if zone.own for piece in zone.pieces)
    driver.key(letter.lower())
    assert driver.table.play.draft.items == ()
    driver.key("Escape", "Right")
    assert driver.table.cursor == driver.site("a10")


def test_the_cursor_of_a_lesson_takes_no_letters_of_the_next(tmp_path: Path) -> None:
    game = load("khi")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    driver.click("a5")
    driver.key("c", "a", "t", "Enter")
    driver.settle()
    assert driver.table.lessons is not None and driver.table.lessons.tutorial.fulfilled
    assert driver.table.cursor is not None
    driver.key("Enter")
    assert (driver.table.lessons.card().progress, driver.table.cursor) == ((3, 8), None)


def test_a_second_click_on_an_empty_square_turns_the_way_of_writing(tmp_path: Path) -> None:
    driver = Driver(table_of(load("khi"), seed=3), tmp_path, introduced=("khi",))
    zone = next(zone for zone in driver.table.presented().zones if zone.own)
    first, second = [piece.faces[0].lower() for piece in zone.pieces if piece.faces[0] != "*"][:2]
    driver.click("c3", "c3")
    assert driver.message.endswith("Click again to write across.")
    driver.key(first, second)
    assert [record[1] for record in driver.table.play.draft.items] == [driver.site("c3"), driver.site("c4")]


def test_a_digit_takes_up_a_number_and_places_it_at_the_cursor(tmp_path: Path) -> None:
    driver = Driver(table_of(load("stackdoku"), 3, "easy"), tmp_path, introduced=("stackdoku",))
    for _ in range(2):
        # Only tiles that match another one can be chosen first, and then only those that match it.
        driver.click(min((each for each in driver.table.play.targets() if isinstance(each, PieceValue)), key=str))
    [tray] = [zone for zone in driver.table.presented().zones if zone.name == "tray"]
    digit = tray.pieces[0].faces[0]
    driver.key("9" if digit != "9" else "8")
    assert driver.table.play.draft.empty
    driver.key(digit)
    assert driver.table.play.draft.parts or driver.table.play.draft.values
    cell = next(spot for spot in sorted(driver.table.play.targets(), key=str) if isinstance(spot, int))
    driver.point(cell)
    driver.key(digit)
    assert [move.text.split()[0] for move in driver.session.history] == ["pair", "place"]
    assert driver.session.history[-1].action[2] == cell
