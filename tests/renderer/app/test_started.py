"""Games in progress in the window: which one is continued, how the others are reached, and what happens if another
window has one open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game, load
from renderer.app.screen import Host, Screen
from renderer.app.start import gallery
from renderer.app.table.table import Table
from renderer.nodes import Target
from renderer.scene.page_models import Listing
from runtime.keep.saves import Saves
from runtime.session.session import Session
from tests.renderer.app_driver import TODAY, Driver, table_of
from tests.runtime.test_growing_files import largest_file


@pytest.fixture(scope="module")
def lamps() -> Game:
    return load("lights_out")


def press(session: Session, *sites: str) -> None:
    for site in sites:
        assert session.perform(session.game.action(session.state, f"press {site}")).refusal is None


def texts(driver: Driver) -> list[str]:
    return [move.text for move in driver.session.history]


def started(saves: Saves, game: Game, *sites: str, level: str | None = None, seed: int = 1) -> Path:
    session = Session(game, level, seed=seed)
    keeping = saves.keep(session, today=TODAY.date())
    press(session, *sites)
    keeping.end()
    assert keeping.path is not None
    return keeping.path


def listing(driver: Driver) -> Listing:
    sheet = driver.table.cards.sheet
    assert sheet is not None
    page = sheet.page()
    assert isinstance(page, Listing)
    return page


def continued(path: Path, game: Game) -> Callable[[Host], Screen]:
    """A table at which an unfinished game continues."""

    def made(host: Host) -> Screen:
        opened = host.surroundings.saves.open(game, path)
        return Table(host, opened.session, opened)

    return made


# Several games


def test_a_daily_game_waits_while_another_is_played(tmp_path: Path) -> None:
    game = load("stackdoku")
    driver = Driver(table_of(game, seed=3), tmp_path, introduced=("stackdoku",))
    driver.key("Enter")
    driver.table.command("daily")
    driver.key("Enter")
    daily = driver.session.seed
    driver.session.perform(driver.session.legal[0])
    driver.step()
    driver.table.command("new_game")
    assert driver.table.cards.top is not None and driver.table.cards.top.name == "confirm"
    assert {"Start a new game?", "Keep playing", "Give it up", "Start new game"} <= set(driver.texts())
    assert "Your game with 1 move stays under Unfinished games." in " ".join(driver.texts())
    driver.click("card:button:confirm")
    driver.session.perform(driver.session.legal[0])
    driver.step()
    assert driver.session.seed != daily
    driver.table.command("daily")
    assert (driver.session.seed, len(driver.session.history)) == (daily, 1)
    assert "You had already started this game; it continues where you left off." in driver.message
    assert [each.daily for each in driver.around.saves.started()].count(TODAY.date()) == 1
    assert len(driver.around.saves.started()) == 2


def test_a_game_that_is_given_up_is_not_kept(tmp_path: Path, lamps: Game) -> None:
    driver = Driver(table_of(lamps, seed=3), tmp_path, introduced=("lights_out",))
    driver.click("a1")
    driver.table.command("new_game")
    driver.click("card:button:give_up")
    assert [each.seed for each in driver.around.saves.started()] == [3]
    driver.click("b2")
    assert [each.seed for each in driver.around.saves.started()] == [driver.session.seed]


def test_the_menu_leads_to_the_other_games(tmp_path: Path, lamps: Game) -> None:
    driver = Driver(table_of(lamps, seed=3), tmp_path, introduced=("lights_out",))
    started(driver.around.saves, lamps, "c3", "d4", level="easy", seed=8)
    driver.click("a1")
    driver.key("Escape")
    driver.click("card:button:started")
    assert sorted(row.cells[1:3] for row in listing(driver).rows) == [("Classic, seed 3", "1"), ("Easy, seed 8", "2")]
    number = next(number for number, row in enumerate(listing(driver).rows) if row.cells[2] == "2")
    driver.click(f"card:row:{number}")
    assert (driver.session.seed, texts(driver)) == (8, ["press c3", "press d4"])
    driver.click("e5")
    assert sorted((each.seed, each.moves) for each in driver.around.saves.started()) == [(3, 1), (8, 3)]


def test_games_can_be_removed_from_the_list(tmp_path: Path, lamps: Game) -> None:
    driver = Driver(table_of(lamps, seed=3), tmp_path, introduced=("lights_out",))
    started(driver.around.saves, lamps, "c3", level="easy", seed=8)
    driver.table.command("started")
    driver.step()
    driver.click("card:button:remove_games")
    assert listing(driver).text == "Press a game to remove it for good."
    driver.click("card:row:0")
    assert (listing(driver).rows, listing(driver).text) == ((), "There is no unfinished game.")
    assert driver.around.saves.started() == []


def test_the_gallery_continues_what_was_played_last_at_the_level_that_is_chosen(tmp_path: Path, lamps: Game) -> None:
    saves = Saves(tmp_path / "saves")
    started(saves, lamps, "a1", level="classic", seed=1)
    started(saves, lamps, "a1", "b2", level="easy", seed=2)
    driver = Driver(gallery, tmp_path, introduced=("lights_out",))
    driver.type("lights out")
    driver.click("game:lights_out")
    assert "2 unfinished games" in driver.texts()
    assert "Unfinished (2)" in driver.texts()
    driver.click("details:button:resume")
    assert (driver.session.level, texts(driver)) == ("easy", ["press a1", "press b2"])
    driver.app.home()
    driver.step()
    driver.app.screen.press(Target("option", "level", "classic"))
    driver.step()
    driver.click("details:button:resume")
    assert (driver.session.level, texts(driver)) == ("classic", ["press a1"])


def test_the_gallery_lists_all_unfinished_games(tmp_path: Path, lamps: Game) -> None:
    saves = Saves(tmp_path / "saves")
    started(saves, lamps, "a1")
    driver = Driver(gallery, tmp_path, introduced=("lights_out",))
    driver.click("button:all_started")
    assert "Lights Out" in driver.texts()
    driver.click("row:0")
    assert texts(driver) == ["press a1"]


def test_what_cannot_be_opened_is_put_aside_and_told(tmp_path: Path, lamps: Game) -> None:
    path = started(Saves(tmp_path / "saves"), lamps, "a1")
    path.write_bytes(b"no game")
    driver = Driver(gallery, tmp_path)
    driver.click("button:all_started")
    assert "Cannot be opened" in driver.texts()
    driver.click("row:0")
    [kept] = path.parent.iterdir()
    assert kept.name.rpartition("-")[0] == f"{path.stem}.cut-short"
    shown = "".join(driver.texts()).replace(" ", "")
    assert "Thisgamecannotbecontinued" in shown
    assert str(kept).replace(" ", "") in shown


def test_what_was_damaged_is_told_on_a_card(tmp_path: Path, lamps: Game) -> None:
    path = started(Saves(tmp_path / "saves"), lamps, "a1", "b2")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + b"?" + lines[2])
    driver = Driver(continued(path, lamps), tmp_path, introduced=("lights_out",))
    driver.step()
    assert "About your saved game" in driver.texts()
    driver.key("Enter")
    assert (driver.table.cards.top, texts(driver)) == (None, ["press a1"])


def test_a_game_that_ended_when_its_window_was_killed_is_a_replay_once_it_is_seen(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    saves = Saves(tmp_path / "saves")
    session = Session(game, seed=1, seats={"nought": "person"})
    keeping = saves.keep(session)
    for square in ("a1", "b1", "a2", "b2", "a3"):
        session.perform(game.action(session.state, f"place {square}"))
    keeping.end()
    [path] = saves.folder.iterdir()
    driver = Driver(continued(path, game), tmp_path, introduced=("tic_tac_toe",))
    assert [kept.moves for kept in driver.around.replays.all()] == [5]
    driver.session.undo()
    assert [each.moves for each in saves.started()] == [4]
    driver.session.redo()
    assert saves.started() == []
    assert [kept.moves for kept in driver.around.replays.all()] == [5]
    driver.app.close()
    assert list(saves.folder.iterdir()) == []


# A disk that fails


def test_a_window_says_that_a_game_is_not_stored_as_a_replay_and_then_keeps_it_started(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe"), seed=3), tmp_path, introduced=("tic_tac_toe",))
    driver.around.replays.folder.write_text("A file stands where the folder should.")
    for square in ("a1", "b1", "a2", "b2", "a3"):
        driver.click(square)
        driver.settle()
    assert driver.session.status.over
    assert driver.message == "This game could not be saved as a replay: File exists."
    driver.app.close()
    assert [each.moves for each in driver.around.saves.started()] == [5]


def test_a_window_says_that_a_game_is_not_saved_and_when_it_is_again(tmp_path: Path, lamps: Game) -> None:
    driver = Driver(table_of(lamps, seed=3), tmp_path, introduced=("lights_out",))
    driver.click("a1")
    driver.step()
    assert (driver.message, "Classic · seed 3" in driver.texts()) == ("", True)
    [each] = driver.around.saves.started()
    folder = driver.around.saves.folder
    with largest_file(each.path.stat().st_size + 10):
        driver.click("b2")
        driver.step()
        told = f"Not saved: File too large ({folder}). You can play on; every move tries to save again."
        assert driver.message == told
        assert "Classic · seed 3 · not saved" in driver.texts()
        driver.click("c3")
        driver.step()
        assert driver.message == ""
        driver.table.command("quit")
        driver.step()
        assert "2 moves would be lost." in " ".join(driver.texts())
        driver.key("Escape")
        assert not [effect for effect in driver.heard if effect.kind == "quit"]
        # Closing the window also asks, even from a page on top; the second time it closes.
        driver.table.command("replays")
        driver.step()
        driver.app.leave()
        driver.step()
        assert "2 moves would be lost." in " ".join(driver.texts())
        assert not [effect for effect in driver.heard if effect.kind == "quit"]
        driver.app.leave()
        driver.step()
        assert [effect.kind for effect in driver.heard if effect.kind == "quit"] == ["quit"]
        driver.key("Escape")
    driver.click("d4")
    driver.step()
    assert (driver.message, "Classic · seed 3" in driver.texts()) == ("Saved again.", True)
    assert [each.moves for each in driver.around.saves.started()] == [4]
    driver.key("q", control=True)
    driver.step()
    assert [effect.kind for effect in driver.heard if effect.kind == "quit"] == ["quit", "quit"]


# Two windows with one game


@pytest.fixture
def two(tmp_path: Path, lamps: Game) -> tuple[Driver, Driver]:
    """Two windows, the second of which opens the game that the first is playing."""
    first = Driver(table_of(lamps, seed=3), tmp_path, introduced=("lights_out",))
    first.click("a1")
    [each] = first.around.saves.started()
    second = Driver(continued(each.path, lamps), tmp_path)
    second.step(1.0)
    assert "This game is open elsewhere" in second.texts()
    return first, second


def test_the_second_looks_on(two: tuple[Driver, Driver]) -> None:
    first, second = two
    second.click("card:button:look_on")
    assert "Classic · seed 3 · looking on" in second.texts()
    first.click("b2")
    second.step(1.0)
    assert texts(second) == ["press a1", "press b2"]
    second.click("c3")
    assert second.message == "You are looking on. Open the menu to play a copy or to take over."
    for command in ("undo", "restart", "hint"):
        second.table.command(command)
    assert texts(second) == ["press a1", "press b2"]
    first.key("z")
    second.step(1.0)
    assert texts(second) == ["press a1"]
    assert second.session.undone
    first.click("d4")
    assert [each.moves for each in first.around.saves.started()] == [2]


def test_that_one_looks_on_is_not_cut_off_beside_the_buttons(two: tuple[Driver, Driver]) -> None:
    _, second = two
    second.click("card:button:look_on")
    second.app.resize(800, 600)
    second.step()
    shown = [getattr(node.skin, "text", "") for node in second.scene.nodes if node.key.startswith("label:subtitle")]
    assert " ".join(shown) == "Classic · seed 3 · looking on"


def test_who_looks_on_may_take_over_from_the_menu(two: tuple[Driver, Driver]) -> None:
    first, second = two
    second.key("Enter")
    second.key("Escape")
    second.click("card:button:take_over")
    second.click("c3")
    assert (texts(second), second.table.record is not None) == (["press a1", "press c3"], True)
    first.step(1.0)
    assert "This game was taken over" in first.texts()


def test_the_second_plays_a_copy(two: tuple[Driver, Driver]) -> None:
    first, second = two
    second.click("card:button:play_copy")
    second.click("c3")
    first.click("b2")
    first.step(1.0)
    assert (texts(first), texts(second)) == (["press a1", "press b2"], ["press a1", "press c3"])
    assert sorted(each.moves for each in first.around.saves.started()) == [2, 2]
    assert first.table.cards.top is None


def test_the_second_takes_over_and_the_first_is_told_with_its_next_move(two: tuple[Driver, Driver]) -> None:
    first, second = two
    second.click("card:button:take_over")
    second.click("c3")
    first.table.next_look = first.app.now + 60
    first.click("b2")
    first.table.next_look = 0.0
    first.step(1.0)
    assert "This game was taken over" in first.texts()
    assert "Your last move is not saved there; a copy keeps it." in " ".join(first.texts())
    first.click("card:button:play_copy")
    assert texts(first) == ["press a1", "press b2"]
    last = {each.path: each.moves for each in first.around.saves.started()}
    assert sorted(last.values()) == [2, 2]
    second.click("d4")
    second.step(1.0)
    assert texts(second) == ["press a1", "press c3", "press d4"]
    assert second.table.cards.top is None


def test_the_first_may_look_on_then(two: tuple[Driver, Driver]) -> None:
    first, second = two
    second.click("card:button:take_over")
    second.click("c3")
    first.step(1.0)
    first.click("card:button:look_on")
    assert texts(first) == ["press a1", "press c3"]
    second.click("d4")
    first.step(1.0)
    assert texts(first) == ["press a1", "press c3", "press d4"]
