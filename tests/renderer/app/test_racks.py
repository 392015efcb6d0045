"""Racks in the window: tiles are shuffled and rearranged, and a tile that is taken leaves a gap."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from renderer.app.table.table import Table
from renderer.nodes import LIFTED, Box, Node
from runtime.show.values import PieceShown, ZoneShown
from tests.renderer.app_driver import Driver, table_of


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    return Driver(table_of(load("khi"), seed=5), tmp_path, introduced=("khi",))


def rack(driver: Driver) -> ZoneShown:
    [zone] = [zone for zone in driver.table.presented().zones if zone.own]
    return zone


def tiles(driver: Driver) -> str:
    """The letters in their order, with a dot for each gap."""
    zone = rack(driver)
    letters = dict(zip(zone.places, (piece.faces[0] for piece in zone.pieces), strict=True))
    return "".join(letters.get(place, ".") for place in range(7))


def tile(driver: Driver, place: int) -> PieceShown:
    zone = rack(driver)
    return zone.pieces[zone.places.index(place)]


def slots(driver: Driver) -> list[Node]:
    return [node for node in driver.scene.nodes if node.key.startswith("slot:rack[human]")]


def test_a_tile_that_is_taken_leaves_its_cell_empty(driver: Driver) -> None:
    assert (tiles(driver), slots(driver)) == ("IEETROO", [])
    where = [driver.box(piece.value) for piece in rack(driver).pieces]
    taken = tile(driver, 2)
    driver.click(taken.value, "a10")
    assert tiles(driver) == "IE.TROO"
    assert [driver.box(piece.value) for piece in rack(driver).pieces] == [*where[:2], *where[3:]]
    [slot] = slots(driver)
    assert slot.box.middle == where[2].middle
    driver.click("a10")
    assert (tiles(driver), driver.box(taken.value)) == ("IEETROO", where[2])


def test_new_tiles_come_into_the_empty_cells(driver: Driver) -> None:
    before = [piece.number for piece in rack(driver).pieces]
    for place, cell in ((0, "a10"), (3, "b10")):
        driver.click(tile(driver, place).value, cell)
    assert tiles(driver) == ".EE.ROO"
    driver.click("button:play")
    assert [move.text for move in driver.session.history] == ["play I/a10/i T/b10/t"]
    after = driver.session.notes["places", "rack[human]"]
    drawn = {piece.number for piece in driver.session.state.zone("rack", 1)} - set(before)
    assert [after[at] for at in (1, 2, 4, 5, 6)] == [before[at] for at in (1, 2, 4, 5, 6)]
    assert {after[0], after[3]} == drawn


def test_shuffling_is_no_move(driver: Driver) -> None:
    driver.click("button:shuffle_rack")
    after = tiles(driver)
    assert after != "IEETROO" and sorted(after) == sorted("IEETROO")
    driver.key("s", control=True)
    assert tiles(driver) != after
    assert (driver.session.history, driver.session.state) == ([], driver.session.start)


def test_a_tile_is_dragged_to_another_place(driver: Driver) -> None:
    driver.drag(tile(driver, 0).value, tile(driver, 3).value)
    assert tiles(driver) == "EETIROO"
    driver.drag(tile(driver, 6).value, tile(driver, 0).value)
    assert tiles(driver) == "OEETIRO"
    assert driver.session.history == []
    driver.click(tile(driver, 1).value, "a10")
    gap = driver.box("slot:rack[human]:0").middle
    driver.drag(tile(driver, 0).value, gap)
    assert tiles(driver) == ".OETIRO"


def test_while_it_is_dragged_the_others_make_room(driver: Driver) -> None:
    first, last = tile(driver, 0), tile(driver, 6)
    end = driver.box(last.value).middle
    before = driver.box(last.value)
    driver.app.pointer_moved(*driver.box(first.value).middle)
    driver.app.pointer_pressed(*driver.box(first.value).middle)
    driver.app.pointer_moved(end[0] - 30, end[1])
    driver.app.pointer_moved(*end)
    driver.step()
    assert driver.box(last.value).x < before.x
    held = driver.scene.by_key[f"piece:tile:{first.number}"]
    assert held.z > LIFTED
    driver.key("Escape")
    assert tiles(driver) == "IEETROO"


def test_a_drag_that_ends_where_it_began_picks_the_tile(driver: Driver) -> None:
    box = driver.box(tile(driver, 1).value)
    driver.drag(tile(driver, 1).value, (box.middle[0] + 9, box.middle[1]))
    assert tiles(driver) == "IEETROO"
    assert driver.table.play.draft.parts != ()


def test_the_order_is_kept_with_the_game(tmp_path: Path, driver: Driver) -> None:
    driver.drag(tile(driver, 0).value, tile(driver, 3).value)
    game = driver.session.game
    driver.click("button:pass")
    if driver.table.cards.has("confirm"):
        driver.key("Enter")
    assert len(driver.session.history) == 1
    driver.app.close()
    [started] = driver.around.saves.started("khi")
    opened = driver.around.saves.open(game, started.path)
    again = Driver(lambda host: Table(host, opened.session, opened), tmp_path)
    again.table.looking._viewer = 1
    assert opened.session.notes["places", "rack[human]"] == (2, 3, 4, 1, 5, 6, 7)


def test_hands_of_cards_are_put_in_order_and_not_shuffled(tmp_path: Path) -> None:
    driver = Driver(table_of(load("hearts"), seed=5), tmp_path, introduced=("hearts",))
    first = [piece.number for piece in rack(driver).pieces]
    right = driver.box(rack(driver).pieces[-1].value)
    driver.drag(rack(driver).pieces[0].value, (right.right - 4, right.middle[1]))
    assert [piece.number for piece in rack(driver).pieces] == [*first[1:], first[0]]
    assert "button:shuffle_rack" not in driver.scene.by_key


def test_a_queue_stays_as_it_is(tmp_path: Path) -> None:
    driver = Driver(table_of(load("stackdoku_line"), seed=5), tmp_path, introduced=("stackdoku_line",))
    assert not any(zone.own for zone in driver.table.presented().zones)


def test_tab_leads_back_to_where_the_cursor_was(driver: Driver) -> None:
    driver.point(driver.site("a10"))
    driver.focus("zone:rack[human]")
    driver.key("Right", "Right")
    there = driver.table.cursor
    driver.key("Tab", "Tab")
    driver.focus("ground:grid")
    assert driver.table.cursor == driver.site("a10")
    driver.focus("zone:rack[human]")
    assert driver.table.cursor == there


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_the_panel_stands_still_while_a_word_is_laid(tmp_path: Path, size: tuple[int, int]) -> None:
    driver = Driver(table_of(load("khi"), seed=5), tmp_path, "normal", size=size, introduced=("khi",))
    for place, cell in ((3, "a10"), (5, "b10")):
        driver.click(tile(driver, place).value, cell)
        driver.settle()
    before = beside(driver)
    driver.click("button:play")
    for _ in range(30):
        driver.step()
        assert beside(driver) == before


def beside(driver: Driver) -> dict[str, Box]:
    """Where players, values and buttons stand in the picture of this moment."""
    frame = driver.app.frame()
    nodes = [node for node in (*frame.still, *frame.moving) if node.key.count(":") == 1]
    return {node.key: node.box for node in nodes if node.key.startswith(("panel:", "button:"))}
