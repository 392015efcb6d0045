"""The computer at the table: it moves, gives hints, can be interrupted, and can die without losing the game."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from interpreter import Game, load
from runtime.bots import bot_for
from runtime.session.session import Session
from tests.renderer.app_driver import Driver, table_of

WINDOW = Path(__file__).resolve().parents[2] / "data" / "window"


@pytest.fixture(scope="module")
def crosses() -> Game:
    return load("tic_tac_toe")


def texts(driver: Driver) -> list[str]:
    return [move.text for move in driver.session.history]


def offers_hint(driver: Driver) -> bool:
    """Whether the Hint button can be pressed."""
    return any(button.enabled for button in driver.table.presented().buttons if button.name == "hint")


def test_the_computer_answers_as_it_would_anywhere(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses, 4, seats={"nought": "computer"}), tmp_path, introduced=("tic_tac_toe",))
    # The process is started once the first picture has been shown.
    assert driver.table.computer.process_id is None
    driver.step()
    process = driver.table.computer.process_id
    assert process is not None
    driver.click("a1")
    driver.step()
    assert "The computer is thinking." in driver.texts()
    driver.click("b2")
    assert driver.message == "It is not your turn."
    driver.wait(lambda: len(driver.session.history) == 2)
    alone = Session(crosses, seed=4)
    alone.perform(driver.session.history[0].action)
    bot = bot_for(crosses, alone.state, "nought")
    alone.play_computer(lambda view, seed: bot.choose(view, seed).action)
    assert [move.action for move in alone.history] == [move.action for move in driver.session.history]
    driver.key("z")
    assert texts(driver) == []
    driver.app.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_the_delay_of_the_spec_is_kept(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses, 4, seats={"nought": "computer"}), tmp_path, introduced=("tic_tac_toe",))
    driver.wait(lambda: driver.table.computer.process_id is not None)
    driver.click("a1")
    began = driver.app.now
    driver.wait(lambda: len(driver.session.history) == 2)
    assert driver.app.now - began >= 0.3
    driver.app.close()


def test_undo_interrupts_the_thinking(tmp_path: Path) -> None:
    game = load("nine_mens_morris")
    driver = Driver(table_of(game, 4, seats={"black": "computer"}), tmp_path, introduced=("nine_mens_morris",))
    driver.click("a1")
    driver.step()
    assert driver.table.computer.thinks
    driver.key("z")
    assert (texts(driver), driver.table.computer.thinks) == ([], False)
    for _ in range(20):
        driver.step(0.1)
    assert texts(driver) == []
    driver.app.close()


def test_the_game_waits_while_a_card_is_open(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses, 4, seats={"cross": "computer"}), tmp_path)
    assert driver.table.cards.overlay == "intro"
    for _ in range(30):
        driver.step(0.1)
    assert texts(driver) == []
    driver.key("Enter")
    driver.wait(lambda: len(driver.session.history) == 1)
    driver.app.close()


def test_hints_come_in_tiers_and_are_counted(tmp_path: Path) -> None:
    driver = Driver(table_of(load(WINDOW / "ladder.yaml")), tmp_path, introduced=("ladder",))
    driver.key("Enter")
    driver.key("h")
    assert driver.message == "Looking for a hint …"
    driver.wait(lambda: driver.message != "Looking for a hint …")
    assert driver.message == "Look at a3. Ask again to see the move. Hints left: 1."
    assert driver.table.voice.lit == {driver.site("a3")}
    driver.key("h")
    assert driver.message == "Climb a3. Hints left: 1."
    driver.click("a3")
    assert driver.message == ""
    driver.key("h")
    driver.wait(lambda: driver.message != "Looking for a hint …")
    assert driver.message == "Look at a5. Ask again to see the move. Hints left: 0."
    assert offers_hint(driver)
    driver.key("h")
    assert driver.message == "Climb a5. Hints left: 0."
    assert not offers_hint(driver)
    driver.click("a5")
    driver.settle()
    driver.key("Escape", "h")
    assert driver.message == "The game is over."
    driver.app.close()


def test_a_hint_stands_as_long_as_the_player_keeps_to_it(tmp_path: Path) -> None:
    driver = Driver(table_of(load("stacks"), 3), tmp_path, introduced=("stacks",))
    for _ in range(2):
        driver.key("h", control=True)
        driver.wait(lambda: driver.message != "Looking for a hint …")
    told, lit = driver.message, driver.table.voice.lit
    word = told.removeprefix("Spell ").split()[0].lower()
    assert len(lit) == len(word)
    for letter in word[:2]:
        driver.key(letter)
        assert (driver.message, driver.table.voice.lit) == (told, lit)
    # What is lit is typed in preference to anything else that shows the same letters.
    for letter in word[2:]:
        driver.key(letter)
    driver.key("Enter")
    move = driver.session.history[0]
    sites = move.before.data[move.before.program.layout.fields["tile.site"].index]
    assert {sites[tile] for tile in move.action[1]} == lit
    driver.app.close()


def test_what_does_not_belong_to_a_hint_ends_it(tmp_path: Path) -> None:
    driver = Driver(table_of(load("stacks"), 3), tmp_path, introduced=("stacks",))
    driver.key("h", control=True)
    driver.wait(lambda: driver.message != "Looking for a hint …")
    lit = driver.table.voice.lit
    driver.click(min(site for site in driver.table.play.targets() if isinstance(site, int) and site not in lit))
    assert (driver.message, driver.table.voice.lit) == ("", frozenset())
    driver.app.close()


def test_a_move_makes_a_hint_that_is_on_its_way_pointless(tmp_path: Path) -> None:
    driver = Driver(table_of(load("nine_mens_morris")), tmp_path, introduced=("nine_mens_morris",))
    driver.key("h")
    driver.click("a1")
    assert driver.message == ""
    for _ in range(20):
        driver.step(0.1)
    assert driver.message == ""
    driver.app.close()


def test_without_the_process_people_play_on(tmp_path: Path, crosses: Game) -> None:
    driver = Driver(table_of(crosses, 4, seats={"nought": "computer"}), tmp_path, introduced=("tic_tac_toe",))
    driver.step()
    for _ in range(2):
        process = driver.table.computer.process_id
        assert process is not None
        os.kill(process, signal.SIGKILL)
        if not driver.session.history:
            driver.click("a1")
        driver.wait(lambda process=process: driver.table.computer.process_id != process)
    driver.wait(lambda: driver.session.seats["nought"] == "person")
    assert "has stopped working" in driver.message
    assert "Play Nought yourself" in driver.message
    driver.click("b2")
    assert texts(driver) == ["place a1", "place b2"]
    driver.key("h")
    assert driver.message == "There are no more hints: the computer player has stopped working."
    driver.app.close()
