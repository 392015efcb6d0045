"""Boards that are turned round: by a key, from the menu, and automatically for a person on their upper side."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load, loads
from renderer.app.table.keys import COMMANDS
from runtime.session.session import Session
from runtime.show import present, sits_opposite, turned, turns
from tests.renderer.app_driver import Driver, by_pointer, table_of

PEOPLE = {"white": "person", "black": "person"}
ALONE = {"white": "computer", "black": "person"}


@pytest.fixture(scope="module")
def breakthrough() -> Game:
    return load("breakthrough")


def where(driver: Driver, name: str) -> tuple[float, float]:
    x, y = driver.box(driver.site(name)).middle
    return round(x), round(y)


def captions(driver: Driver) -> list[tuple[str, float]]:
    keys = [f"label:grid:{letter}" for letter in "abcdefgh"]
    return [(key[-1], driver.scene.by_key[key].x) for key in keys]


def test_a_key_turns_the_board_with_its_names_and_men(tmp_path: Path, breakthrough: Game) -> None:
    driver = Driver(table_of(breakthrough, seats=PEOPLE), tmp_path, introduced=("breakthrough",))
    before = {name: where(driver, name) for name in ("a1", "h1", "a8", "h8", "d3")}
    men = {node.key: node for node in driver.scene.nodes if node.key.startswith("piece:")}
    names = captions(driver)
    driver.key("v")
    after = {name: where(driver, name) for name in before}
    assert (after["a1"], after["h8"], after["h1"]) == (before["h8"], before["a1"], before["a8"])
    assert after["d3"] != before["d3"]
    assert [x for _, x in captions(driver)] == pytest.approx([x for _, x in reversed(names)], abs=2)
    now = {node.key: node for node in driver.scene.nodes if node.key.startswith("piece:")}
    assert now.keys() == men.keys() and all(now[key].y != men[key].y for key in men)
    driver.key("v")
    assert {name: where(driver, name) for name in before} == before


def test_clicks_keys_and_the_preview_mean_what_is_seen(tmp_path: Path, breakthrough: Game) -> None:
    driver = Driver(table_of(breakthrough, seats=PEOPLE), tmp_path, introduced=("breakthrough",))
    driver.key("v")
    by_pointer(driver, driver.session.legal[0])
    for name in ("d7", "d6"):
        driver.point(driver.site(name))
        driver.key("Space")
    assert [move.text for move in driver.session.history][1:] == ["move d7 d6"]
    # The cursor goes up on the screen, which is now towards row 1.
    driver.point(driver.site("d5"))
    driver.key("Up")
    assert driver.table.cursor == driver.site("d4")
    driver.key("v")
    assert driver.table.cursor == driver.site("d4")
    driver.key("Up")
    assert driver.table.cursor == driver.site("d5")


def test_the_board_turns_by_itself_for_the_only_person_unless_they_do_not_want_it(
    tmp_path: Path, breakthrough: Game
) -> None:
    driver = Driver(table_of(breakthrough, seats=ALONE), tmp_path, introduced=("breakthrough",))
    assert where(driver, "a8")[1] > where(driver, "a1")[1]
    driver.around.preferences.change(turn=False)
    driver.app.changed()
    assert where(driver, "a8")[1] < where(driver, "a1")[1]
    driver.key("v")
    assert where(driver, "a8")[1] > where(driver, "a1")[1]


def test_only_games_in_which_someone_looks_the_other_way_offer_it(tmp_path: Path, breakthrough: Game) -> None:
    driver = Driver(table_of(breakthrough, seats=PEOPLE), tmp_path / "one", introduced=("breakthrough",))
    upright = where(driver, "a1")
    driver.key("Escape")
    assert "Turn board" in driver.texts()
    driver.click("card:button:turn")
    assert where(driver, "a1") != upright and driver.table.cards.top is None
    other = Driver(table_of(load("reversi")), tmp_path / "two", introduced=("reversi",))
    place = where(other, "a1")
    other.key("v")
    assert where(other, "a1") == place
    other.key("Escape")
    assert "Turn board" not in other.texts()
    assert COMMANDS["v"] == "turn"


LAMPS = """\
game: lamps
title: Lamps
players: {low: {title: Low, facing: north}, high: {title: High, facing: south}}
boards:
  grid: {columns: 3, rows: 1, cell: {lamp: flag}}
  sheet: {columns: 1, rows: 2, cell: {points: number}}
  tower:
    shape: layers
    layers: {base: {columns: 1, rows: 1, offset: [0, 0]}}
actions:
  light:
    choose: {d: {from: directions(grid)}}
    effects: ['list(step(grid.b1, d)).lamp = true']
end_conditions:
  never: {when: turn_number > 9, winner: none}
view:
  boards:
    sheet: {row_titles: [Low, High]}
    grid:
      cells: [{when: it.column == 1, shape: spike_up, colour: red}, {colour: sand}]
"""


def test_tables_and_layers_do_not_turn() -> None:
    game = loads(LAMPS)
    session = Session(game, seed=1, seats={"low": "computer", "high": "person"})
    assert turns(session.state.program) and sits_opposite(session)
    shown = turned(present(session))
    assert [(board.name, board.turned) for board in shown.boards] == [
        ("grid", True),
        ("sheet", False),
        ("tower", False),
    ]
    assert not sits_opposite(Session(game, seed=1, seats={"low": "person", "high": "person"}))


def test_spikes_and_arrow_keys_turn_too(tmp_path: Path) -> None:
    driver = Driver(table_of(loads(LAMPS), seats={"low": "person", "high": "person"}), tmp_path)
    spike = f"site:{driver.site('a1')}" if "a1" in driver.session.state.program.schema.topology.names else "site:1"
    assert driver.scene.by_key[spike].skin.shape == "spike_up"
    driver.key("v")
    assert driver.scene.by_key[spike].skin.shape == "spike_down"
    driver.key("Left")
    assert [move.text for move in driver.session.history] == ["light east"]
