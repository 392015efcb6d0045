"""The table: refusals, drags that snap back, undo, cards, previews, people who share a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.position import PieceValue
from renderer.app.screen import Effect
from renderer.app.table.cards import begin_anew
from tests.renderer.app_driver import TODAY, Driver, table_of

WINDOW = Path(__file__).resolve().parents[2] / "data" / "window"


@pytest.fixture(scope="module")
def crosses() -> Game:
    return load("tic_tac_toe")


@pytest.fixture(scope="module")
def ladder() -> Game:
    return load(WINDOW / "ladder.yaml")


@pytest.fixture(scope="module")
def racks() -> Game:
    return load(WINDOW / "racks.yaml")


def texts(driver: Driver) -> list[str]:
    return [move.text for move in driver.session.history]


# Refusals


def test_a_refused_move_says_why_shakes_and_changes_nothing(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, "normal", introduced=("tic_tac_toe",))
    driver.click("b2")
    driver.settle()
    driver.heard.clear()
    home = driver.box("b2").middle
    driver.click("b2")
    assert (driver.message, driver.table.voice.mood) == ("That square is taken.", "refused")
    assert Effect("sound", "refuse") in driver.heard
    assert texts(driver) == ["place b2"]
    driver.step(0.03)
    moving = {node.key: node for node in driver.app.frame().moving}
    shaken = moving[f"site:{driver.site('b2')}"]
    assert shaken.x + shaken.width / 2 != pytest.approx(home[0], abs=0.5)
    driver.settle()
    assert driver.app.frame().moving == ()
    driver.click("a1")
    assert driver.message == ""


def test_a_refusal_points_out_what_it_is_about(tmp_path: Path, ladder: Game) -> None:
    driver = Driver(table_of(ladder), tmp_path, introduced=("ladder",))
    driver.key("Enter")
    driver.click("a4")
    assert driver.message == "That is too far."
    assert driver.table.voice.lit == {driver.site("a3")}
    assert any(node.key.startswith("lit:") for node in driver.scene.nodes)
    driver.click("a2")
    assert driver.table.voice.lit == frozenset()


def test_a_button_out_of_use_says_why(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    driver.click("button:undo")
    assert driver.message == "There is nothing to undo."


def test_a_button_that_was_just_pressed_does_not_say_why_it_is_dead_now(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    driver.click("a1")
    driver.settle()
    driver.click("button:undo")
    assert not driver.scene.by_key["button:undo"].enabled
    assert "tip" not in driver.scene.by_key
    driver.move("b2")
    driver.move("button:undo")
    assert "There is nothing to undo." in driver.texts()


# Drags


def test_a_drag_that_is_refused_flies_back(tmp_path: Path) -> None:
    driver = Driver(table_of(load("draughts")), tmp_path, "normal", introduced=("draughts",))
    start, end = driver.box("c3").middle, driver.box("c5").middle
    piece = driver.session.state.data[driver.session.state.program.layout.fields["at.man"].index][driver.site("c3")]
    key = f"piece:man:{piece}"
    home = driver.box(key)
    driver.app.pointer_moved(*start)
    driver.app.pointer_pressed(*start)
    driver.app.pointer_moved(start[0] + 30, start[1] - 30)
    driver.app.pointer_moved(*end)
    driver.step()
    assert driver.box(key).middle == pytest.approx(end, abs=12)
    driver.app.pointer_released(*end)
    driver.step()
    assert driver.message != ""
    assert driver.box(key) == home
    flying = {node.key: node for node in driver.app.frame().moving}
    assert home.y > flying[key].y > end[1] - home.height
    driver.settle()
    assert texts(driver) == []


def test_a_drag_makes_a_move_and_one_off_the_board_does_not(tmp_path: Path) -> None:
    driver = Driver(table_of(load("draughts")), tmp_path, introduced=("draughts",))
    driver.drag("c3", (5.0, 5.0))
    assert (texts(driver), driver.message) == ([], "")
    driver.drag("c3", "d4")
    assert texts(driver) == ["walk c3 d4"]
    driver.app.pointer_moved(*driver.box("b6").middle)
    driver.app.pointer_pressed(*driver.box("b6").middle)
    driver.app.pointer_moved(*driver.box("a5").middle)
    driver.key("Escape")
    driver.app.pointer_released(*driver.box("a5").middle)
    driver.step()
    assert texts(driver) == ["walk c3 d4"]


def test_the_cursor_gives_way_to_the_ring_of_a_button(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    driver.key("Right")
    assert "cursor" in driver.scene.by_key
    assert "focus" not in driver.scene.by_key
    cursor = driver.table.cursor
    driver.key("Tab")
    assert "focus" in driver.scene.by_key
    assert "cursor" not in driver.scene.by_key
    driver.focus("ground:grid")
    assert "cursor" in driver.scene.by_key
    assert driver.table.cursor == cursor


# Undo


def test_undo_redo_and_restart_by_key(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    driver.click("b2", "a1", "c3")
    driver.key("z")
    assert texts(driver) == ["place b2", "place a1"]
    driver.key("z", control=True)
    driver.key("y")
    assert texts(driver) == ["place b2", "place a1"]
    driver.key("z", control=True, shift=True)
    assert texts(driver) == ["place b2", "place a1", "place c3"]
    seed = driver.session.seed
    driver.key("r", control=True)
    assert {"Restart this game?", "Your 3 moves will be lost.", "Keep playing", "Restart"} <= set(driver.texts())
    driver.key("Escape")
    driver.key("r")
    assert {"Restart this game?", "Your 3 moves will be lost.", "Keep playing", "Restart"} <= set(driver.texts())
    driver.key("Escape")
    assert len(texts(driver)) == 3
    driver.key("r", "Enter")
    assert (texts(driver), driver.session.seed) == ([], seed)
    driver.key("n")
    assert driver.session.seed != seed
    driver.key("z")
    assert driver.message == "There is nothing to undo."


def test_the_menu_opens_closes_and_leads_on(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    driver.key("Escape")
    assert "card:button:close" in driver.scene.by_key
    assert driver.scene.spots == {}
    driver.click("card:button:preferences")
    driver.click("card:option:theme:light")
    assert driver.app.theme.name == "light"
    driver.key("Escape")
    assert "card:button:preferences" in driver.scene.by_key
    driver.key("Escape")
    assert driver.table.cards.top is None
    driver.key("F1")
    assert "T-" not in "".join(driver.texts())
    assert any("three squares" in text or "three" in text for text in driver.texts())
    driver.key("Escape")
    driver.key("p")
    assert driver.table.cards.top is not None and driver.table.cards.top.name == "pause"
    driver.key("p")
    assert driver.table.cards.top is None
    driver.click("b2")
    driver.key("z", "Escape")
    assert "card:button:redo" not in driver.scene.by_key
    driver.key("Escape")
    driver.click("button:redo")
    assert driver.table.cards.top is None
    assert texts(driver) == ["place b2"]
    driver.key("Escape")
    driver.click("card:button:fullscreen")
    assert Effect("fullscreen", "") in driver.heard


# Cards of the spec


def test_ready_stuck_lives_and_the_result(tmp_path: Path, ladder: Game) -> None:
    driver = Driver(table_of(ladder), tmp_path)
    assert driver.table.cards.overlay == "ready"
    driver.click("card:button:close")
    assert driver.table.cards.top is None
    driver.click("a3", "a4")
    driver.settle()
    assert driver.table.cards.overlay == "stuck"
    driver.click("card:button:undo")
    assert texts(driver) == ["climb a3"]
    driver.click("a4")
    driver.settle()
    assert "card:button:life" in driver.scene.by_key
    driver.click("card:button:life")
    assert (texts(driver), driver.session.used.lives) == (["climb a3"], 1)
    driver.click("a5")
    driver.settle()
    assert driver.table.cards.overlay == "result"
    assert "You are up." in driver.texts()
    assert "Time 0:00  ·  2 moves" in driver.texts()
    driver.key("h", "p")
    assert (driver.table.cards.overlay, driver.message) == ("result", "")
    assert Effect("sound", "win") in driver.heard
    driver.click("card:button:restart")
    assert driver.table.cards.overlay == "ready"
    figures = driver.around.statistics.of("ladder")
    assert (figures.played, figures.won, figures.best_score, figures.fewest_moves) == (1, 1, 20, 2)
    driver.click("card:button:close")
    driver.click("a3", "a4")
    driver.settle()
    driver.click("card:button:undo")
    driver.click("a4")
    driver.settle()
    driver.click("card:button:life")
    driver.click("a4")
    driver.settle()
    assert driver.table.cards.overlay == "stuck"
    driver.click("card:button:undo")
    assert driver.session.left == (0, 2, 0)
    driver.click("a4")
    driver.settle()
    assert driver.table.cards.overlay == "result"
    assert driver.around.statistics.of("ladder").lost == 1


def test_a_preview_shows_where_a_move_leads_and_only_where_it_may(tmp_path: Path, ladder: Game) -> None:
    driver = Driver(table_of(ladder), tmp_path, introduced=("ladder",))
    driver.key("Enter")
    driver.move("a3")
    before = driver.app.scene
    driver.move("a4")
    assert driver.app.scene != before
    reversi = Driver(table_of(load("reversi")), tmp_path, introduced=("reversi",))
    reversi.move("d3")
    spots = {node.key for node in reversi.scene.nodes if "preview" in node.key}
    reversi.move("a1")
    assert spots and not {node.key for node in reversi.scene.nodes if "preview" in node.key}
    assert texts(reversi) == []


# People who share a screen


def faces(driver: Driver) -> set[str]:
    """The texts of everything that is shown."""
    return {getattr(node.skin, "face", "") for node in driver.scene.nodes}


def test_the_table_is_handed_over_between_people(tmp_path: Path, racks: Game) -> None:
    driver = Driver(table_of(racks), tmp_path, introduced=("racks",))
    assert "C" in faces(driver) and not faces(driver) & {"S", "O"}
    driver.drag(PieceValue("tile", 1), "a1")
    driver.key("Enter")
    assert texts(driver) == ["write a1/C/c"]
    driver.settle()
    assert driver.table.cards.top is not None and driver.table.cards.top.name == "handover"
    assert "It is Bob’s turn" in driver.texts()
    assert not faces(driver) & {"C", "S", "O", "*"}
    driver.key("Enter")
    assert {"S", "O"} <= faces(driver) and "*" not in faces(driver)
    driver.drag(PieceValue("tile", 3), "a1")
    assert driver.message == "That square is taken."


def test_a_letter_is_asked_for_and_typed(tmp_path: Path, racks: Game) -> None:
    driver = Driver(table_of(racks), tmp_path, introduced=("racks",))
    driver.drag(PieceValue("tile", 2), "b1")
    assert "card:option:letter:a" in driver.scene.by_key
    driver.key("m")
    assert driver.around.preferences.value.sound
    driver.key("b")
    assert driver.table.play.draft.items == ((driver.site("b1"), 2, "b"),)
    driver.drag(PieceValue("tile", 1), "a2")
    driver.key("Enter")
    assert driver.message == "All in one row."
    assert driver.table.voice.lit == {driver.site("b1"), driver.site("a2")}
    driver.drag("a2", "a1")
    driver.key("Enter")
    assert texts(driver) == ["write b1/*/b a1/C/c"]


def test_a_piece_is_dragged_by_the_site_that_it_stands_on(tmp_path: Path) -> None:
    driver = Driver(table_of(load(WINDOW / "marsh.yaml")), tmp_path, introduced=("marsh",))
    driver.drag(PieceValue("lily", 1), "b2")
    driver.click("button:rest")
    assert driver.table.play.targets() >= {driver.site("b2"), PieceValue("lily", 1), PieceValue("lily", 2)}
    middle = driver.box("b2").middle
    driver.app.pointer_moved(*middle)
    driver.app.pointer_pressed(*middle)
    driver.app.pointer_moved(middle[0] + 20, middle[1])
    driver.step()
    assert driver.app.pointing.dragged is not None
    driver.app.pointer_pressed(*middle, button="right")
    assert driver.app.pointing.dragged is None
    driver.app.pointer_released(*driver.box("c2").middle)
    assert texts(driver)[-1] == "rest"
    driver.drag("b2", "c2")
    assert texts(driver)[-1] == "hop b2 c2"
    driver.click("button:rest")
    driver.click("c2")
    assert not driver.table.play.draft.empty
    driver.app.pointer_pressed(*middle, button="right")
    assert driver.table.play.draft.empty


def test_the_right_button_and_shift_with_enter_make_what_is_kept_for_them(tmp_path: Path) -> None:
    driver = Driver(table_of(load("minesweeper")), tmp_path, introduced=("minesweeper",))
    x, y = driver.box("c3").middle
    driver.app.pointer_moved(x, y)
    driver.app.pointer_pressed(x, y, "right")
    driver.step()
    assert texts(driver) == ["flag c3"]
    driver.point(driver.site("d3"))
    driver.key("Enter", shift=True)
    driver.point(driver.site("e5"))
    driver.key("Enter")
    assert texts(driver) == ["flag c3", "flag d3", "open e5"]


def test_a_game_whose_setup_has_a_mistake_does_not_begin_and_the_old_one_goes_on(tmp_path: Path) -> None:
    driver = Driver(table_of(load(WINDOW / "rare_start.yaml"), seed=7), tmp_path, introduced=("rare_start",))
    driver.click("a1")
    driver.around.time = TODAY.replace(day=18).replace
    driver.table.command("daily")
    assert driver.message == "The spec has a mistake; this game cannot begin."
    assert driver.table.cards.problems is not None
    assert (driver.session.seed, texts(driver)) == (7, ["light a1"])
    begin_anew(driver.table, lambda: driver.session.new_game(1))
    assert (driver.session.seed, texts(driver)) == (7, ["light a1"])
    driver.click("b1")
    assert driver.session.state.over


@pytest.mark.parametrize("command", ["menu", "help", "settings", "preferences", "statistics", "pause"])
def test_a_window_may_be_made_as_small_as_a_desktop_likes(tmp_path: Path, crosses: Game, command: str) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    driver.table.command(command)
    for size in [(1, 1), (2, 700), (900, 2), (120, 90)]:
        driver.app.resize(*size)
        driver.step()
        driver.key("Tab", "Down")
        assert driver.scene.size == size


def test_an_end_that_is_taken_back_and_made_again_is_summed_up_anew(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses), tmp_path, introduced=("tic_tac_toe",))
    record = driver.table.record
    assert record is not None
    driver.click("a1", "b1", "a2", "b2", "a3")
    assert record.summary == "Time 0:00  ·  5 moves"
    driver.session.undo()
    driver.session.undo()
    driver.session.perform(crosses.action(driver.session.state, "place c1"))
    driver.session.perform(crosses.action(driver.session.state, "place c2"))
    driver.session.perform(crosses.action(driver.session.state, "place b3"))
    driver.session.perform(crosses.action(driver.session.state, "place a3"))
    assert driver.session.state.over
    assert record.summary == f"Time 0:00  ·  {len(driver.session.history)} moves  ·  only the first ending counts"


def test_the_form_of_a_game_in_which_something_was_changed_has_no_cancel(tmp_path: Path, ladder: Game) -> None:
    driver = Driver(table_of(ladder), tmp_path, introduced=("ladder",))
    driver.table.command("settings")
    driver.settle()
    assert "Cancel" in driver.texts()
    driver.click("card:toggle:coloured")
    assert "Cancel" not in driver.texts()
    assert "Close" in driver.texts()
