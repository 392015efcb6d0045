"""Rules that never end, at the table of a window: the message gives their place, and the player goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Fault, load, loads, watched
from interpreter.program.watch import limited
from renderer.app.failsafe import FailsafeApp
from renderer.app.pages.gallery import GalleryScreen
from renderer.app.start import app_at
from renderer.scene import board
from renderer.skins.text import Label
from runtime.session.session import Session
from tests.renderer.app_driver import Driver, surroundings_in, table_of

HOSTILE = Path(__file__).resolve().parents[2] / "data" / "hostile.yaml"


@pytest.fixture(autouse=True)
def _impatient() -> Iterator[None]:
    with limited(0.1), watched():
        yield


def driver_at(folder: Path, endless: str = "nowhere") -> Driver:
    game = load(HOSTILE)
    return Driver(table_of(game, 1, endless=endless), folder, introduced=("hostile",))


def test_an_action_without_an_end_is_told_and_the_player_goes_on(tmp_path: Path) -> None:
    driver = driver_at(tmp_path)
    driver.click("a1")
    before = driver.session.state
    driver.click("button:spin")
    assert driver.message == "The spec has a mistake; this move cannot be made."
    assert any("hostile.yaml:38:17: error: This takes longer than 0.1 seconds and" in text for text in driver.texts())
    assert driver.session.state is before
    driver.click("b1")
    assert [move.text for move in driver.session.history] == ["light a1", "light b1"]
    driver.key("z")
    assert [move.text for move in driver.session.history] == ["light a1"]


def test_moves_that_cannot_be_listed_are_told_and_others_can_be_made(tmp_path: Path) -> None:
    driver = driver_at(tmp_path, "moves")
    driver.step()
    assert driver.message == "The spec has a mistake; a part of the game is not shown."
    assert any("hostile.yaml:46:17" in text for text in driver.texts())


def test_a_panel_that_cannot_be_worked_out_is_left_out(tmp_path: Path) -> None:
    with limited(0.1):
        driver = driver_at(tmp_path, "view")
        driver.step()
    assert driver.message == "The spec has a mistake; a part of the game is not shown."
    driver.click("a1", "b1")
    assert [move.text for move in driver.session.history] == ["light a1", "light b1"]


ENDING = """\
game: ending
title: Ending
boards: {grid: {columns: 2, rows: 1, cell: {lit: flag}}}
state: {count: 0}
actions:
  light:
    effects: [count += 1]
end_conditions:
  done:
    when: count == 1
    won: true
    say: You have {10 // (count - 1)}.
"""


def test_what_cannot_be_said_at_the_end_is_told(tmp_path: Path) -> None:
    game = loads(ENDING, "ending.yaml")
    driver = Driver(table_of(game), tmp_path, introduced=("ending",))
    driver.click("button:light")
    driver.step()
    assert driver.session.state.over
    assert driver.message == "The spec has a mistake; a part of the game is not shown."
    assert driver.table.cards.problems is not None
    assert Session(game).game.status(driver.session.state).ended_by == "done"


def test_any_other_fault_closes_the_page_and_is_no_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    around = surroundings_in(tmp_path)
    around.preferences.note_introduced("ending")
    app = app_at(Session(loads(ENDING, "ending.yaml"), seed=7), surroundings=around, kind=FailsafeApp)

    def faulty(*_: object) -> None:
        raise Fault("planted")

    monkeypatch.setattr(board, "_geometry", faulty)
    app.changed()
    app.tick(1.0)
    app.frame()
    texts = [node.skin.text for node in app.scene.nodes if isinstance(node.skin, Label)]
    assert "A mistake in the spec" in texts
    assert "planted" in texts
    assert not (tmp_path / "data" / "bugs").exists()
    monkeypatch.undo()
    app.key_pressed("Escape")
    app.frame()
    assert isinstance(app.screen, GalleryScreen)
