"""Playing with piles by hand: overlapping cards are clicked, parts of piles are dragged, keys lead into piles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from interpreter import Action, load
from interpreter.position import PieceValue
from renderer.nodes import LIFTED
from tests.renderer.app_driver import Driver, by_keyboard, by_pointer, table_of
from tests.renderer.piles import WINDOW, lanes, patience


def driver_of(folder: Path, animation: str = "off") -> Driver:
    return Driver(table_of(patience()), folder, animation, introduced=("patience",))


def cards(driver: Driver, site: str) -> list[PieceValue]:
    """The cards on a site as the player sees them, the lowest first."""
    number = driver.site(site)
    return [piece.value for piece in driver.table.presented().boards[0].pieces if piece.sites == (number,)]


def faces(driver: Driver, site: str) -> list[str]:
    """The faces that they show."""
    number = driver.site(site)
    return [piece.faces[0] or "?" for piece in driver.table.presented().boards[0].pieces if piece.sites == (number,)]


def test_a_click_chooses_the_card_whose_visible_part_it_hits(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    _, _, queen, _ = cards(driver, "a2")
    driver.click(queen)
    assert driver.table.presented().chosen == frozenset({queen})
    # Anywhere on the other pile means its site if a site is to be chosen.
    driver.click(cards(driver, "c2")[0])
    assert (faces(driver, "a2"), faces(driver, "c2")) == (["?", "K"], ["K", "Q", "J"])


def test_a_card_that_lies_face_down_cannot_be_taken(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    driver.click(cards(driver, "a2")[0])
    assert driver.message == "Take a card that lies face up and free."


def test_a_drag_takes_all_that_lies_on_a_card_and_drops_it_as_one(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    _, _, queen, jack = cards(driver, "a2")
    start, end = driver.box(queen).middle, driver.box("c2").middle
    driver.app.pointer_moved(*start)
    driver.app.pointer_pressed(*start)
    driver.app.pointer_moved((start[0] + end[0]) / 2, end[1])
    driver.step()
    held = [node.key for node in driver.scene.nodes if node.z > LIFTED]
    assert held == [f"piece:card:{queen.number}", f"piece:card:{jack.number}"]
    driver.app.pointer_moved(*end)
    driver.app.pointer_released(*end)
    driver.step()
    assert (faces(driver, "a2"), faces(driver, "c2")) == (["?", "K"], ["K", "Q", "J"])
    assert [node for node in driver.scene.nodes if node.z > LIFTED] == []


def test_a_drag_onto_an_empty_place_of_a_column_is_refused_with_the_reason(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    driver.drag(cards(driver, "a2")[2], "g2")
    assert driver.message == "Columns go down in red and black from a king; suits go up from the ace."
    assert faces(driver, "a2") == ["?", "K", "Q", "J"]


def test_the_stock_is_clicked_as_a_pile(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    driver.click(cards(driver, "a1")[-1])
    assert (len(cards(driver, "a1")), faces(driver, "b1")) == (1, ["7", "3"])
    driver.click(cards(driver, "a1")[-1])
    # The stock is empty by now, and its place turns the waste over.
    driver.click("a1")
    assert (len(cards(driver, "a1")), cards(driver, "b1")) == (3, [])


def test_the_arrow_keys_lead_into_a_pile(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    _, king, queen, jack = cards(driver, "a2")
    driver.point(jack)
    driver.key("Up")
    assert driver.table.cursor == queen
    driver.key("Up")
    assert driver.table.cursor == king
    driver.point(queen)
    driver.key("Enter")
    driver.point(cards(driver, "c2")[0])
    driver.key("Enter")
    assert faces(driver, "c2") == ["K", "Q", "J"]


def test_the_cards_of_a_run_move_together(tmp_path: Path) -> None:
    driver = driver_of(tmp_path, "normal")
    driver.settle()
    _, _, queen, jack = cards(driver, "a2")
    keys = [f"piece:card:{card.number}" for card in (queen, jack)]
    driver.click(queen)
    driver.settle()
    driver.click(cards(driver, "c2")[0])
    for _ in range(3):
        driver.step()
    moving = {node.key: node for node in driver.app.frame().moving}
    order = [node.key for node in driver.app.frame().moving if node.key in keys]
    assert order == keys
    apart = moving[keys[1]].y - moving[keys[0]].y
    driver.settle()
    assert abs(apart - (driver.scene.by_key[keys[1]].y - driver.scene.by_key[keys[0]].y)) <= 2


def test_a_card_that_can_be_chosen_rises_under_the_pointer(tmp_path: Path) -> None:
    driver = driver_of(tmp_path)
    _, _, queen, jack = cards(driver, "a2")
    before = {card: driver.scene.by_key[f"piece:card:{card.number}"].y for card in (queen, jack)}
    driver.move(queen)
    after = {card: driver.scene.by_key[f"piece:card:{card.number}"].y for card in (queen, jack)}
    assert {before[card] - after[card] for card in (queen, jack)} == {6}


def test_men_are_moved_lane_by_lane(tmp_path: Path) -> None:
    driver = Driver(table_of(lanes()), tmp_path, introduced=("men_in_lanes",))
    box = driver.box("a2")
    driver.press(box.middle[0], box.y + 10)
    assert driver.table.presented().chosen == frozenset({driver.site("a2")})
    driver.click("b2")
    assert [len(cards(driver, name)) for name in ("a2", "b2")] == [4, 1]


@pytest.mark.parametrize("name", ["patience", "men_in_lanes"])
@pytest.mark.parametrize(("how", "moves"), [(by_pointer, 25), (by_keyboard, 8)])
def test_every_move_can_be_made_by_hand(
    name: str, how: Callable[[Driver, Action], None], moves: int, tmp_path: Path
) -> None:
    driver, luck = Driver(table_of(load(WINDOW / f"{name}.yaml"), seed=4), tmp_path, introduced=(name,)), Random(5)
    for _ in range(moves):
        action = luck.choice(driver.session.legal)
        how(driver, action)
        assert driver.session.history[-1].action == action
    assert len(driver.session.history) == moves
