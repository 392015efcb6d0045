"""Whole games through the app, with the mouse alone and with the keyboard alone, for shapes and gestures of every
kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from interpreter import Action, Game, load
from interpreter.language.types import Number, Piece, Site, strip
from interpreter.position import PieceValue
from runtime.session.session import Session
from tests.renderer.app_driver import Driver, asked_of, by_keyboard, by_pointer, table_of
from tests.shipped import PATHS

MARSH = Path(__file__).resolve().parents[2] / "data" / "window" / "marsh.yaml"
Hand = Callable[[Driver, Action], None]
HANDS = pytest.mark.parametrize("hand", [by_pointer, by_keyboard])
MOST = 30


def played(driver: Driver, hand: Hand, seed: int, most: int = MOST) -> list[str]:
    """Play random legal moves; each must be the move that was intended."""
    random, session = Random(seed), driver.session
    for _ in range(most):
        if session.state.over:
            break
        action = random.choice(session.legal)
        count = len(session.history)
        hand(driver, action)
        assert len(session.history) == count + 1, (driver.message, action)
        assert session.history[-1].action == action
    return [move.text for move in session.history]


@HANDS
@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("tic_tac_toe", None),
        ("peg_solitaire", "english"),
        ("nine_mens_morris", None),
        ("draughts", None),
        ("hex", None),
    ],
)
def test_a_game_is_played(tmp_path: Path, hand: Hand, name: str, level: str | None) -> None:
    game = load(name)
    settings = {"size": 3, "swap_rule": False} if name == "hex" else {}
    driver = Driver(table_of(game, 4, level, **settings), tmp_path, introduced=(name,))
    texts = played(driver, hand, seed=11)
    driver.settle()
    assert len(texts) >= 3
    if driver.session.state.over:
        assert driver.table.cards.overlay in ("result", "stuck")
    else:
        assert len(texts) == MOST
    driver.app.close()


@HANDS
def test_a_game_without_a_view_on_hexes_with_zones_is_played(tmp_path: Path, hand: Hand) -> None:
    driver = Driver(table_of(load(MARSH)), tmp_path, introduced=("marsh",))
    session = driver.session
    for text in ("plant", "rest", "plant", "rest", "plant"):
        action = next(each for each in session.legal if each[0] == text and _joins(driver, each))
        hand(driver, action)
        assert session.history[-1].action == action
    driver.settle()
    assert session.state.over
    assert session.game.status(session.state).text == "Frogs has three lilies side by side."
    assert driver.table.cards.overlay == "result"


def _joins(driver: Driver, action: Action) -> bool:
    """Whether a lily can go beside those of the same clan, starting from the corner."""
    if action[0] != "plant":
        return True
    order = [driver.site(name) for name in ("a1", "b1", "c1")]
    free = [site for site in order if not driver.session.state.data[_at(driver)][site]]
    return bool(action[2] == free[0])


def _at(driver: Driver) -> int:
    return int(driver.session.state.program.layout.fields["at.lily"].index)


def test_a_piece_is_dragged_from_its_zone_onto_the_board(tmp_path: Path) -> None:
    driver = Driver(table_of(load(MARSH)), tmp_path, introduced=("marsh",))
    driver.drag(PieceValue("lily", 1), "b2")
    assert [move.text for move in driver.session.history] == ["plant frogs b2"]
    driver.drag(PieceValue("lily", 7), "b2")
    assert driver.message == "Something grows there already."
    assert len(driver.session.history) == 1


def test_numbers_and_words_are_asked_for(tmp_path: Path) -> None:
    driver = Driver(table_of(load(MARSH)), tmp_path, introduced=("marsh",))
    driver.click("button:bless")
    assert "card:option:how:1" in driver.scene.by_key
    assert driver.scene.spots == {}
    driver.click("card:option:how:2")
    driver.click("card:option:points:3")
    assert [move.text for move in driver.session.history] == ["bless windy 3"]
    driver.focus("button:bless")
    driver.key("Enter")
    driver.key("c", "2")
    assert driver.session.history[-1].text == "bless calm 2"
    driver.click("button:bless")
    driver.key("Escape")
    assert driver.table.play.draft.action is None
    assert len(driver.session.history) == 2


def test_a_list_is_chosen_confirmed_and_submitted(tmp_path: Path) -> None:
    driver = Driver(table_of(load(MARSH)), tmp_path, introduced=("marsh",))
    for move in ("plant frogs a1", "rest", "plant frogs d4", "rest"):
        driver.session.perform(driver.session.game.action(driver.session.state, move))
    driver.step()
    driver.click("button:sink")
    driver.click("a1", "d4")
    assert driver.table.presented().chosen == {driver.site("a1"), driver.site("d4")}
    driver.click("d4")
    assert driver.table.presented().chosen == {driver.site("a1")}
    driver.click("d4")
    driver.key("Backspace")
    assert driver.table.presented().chosen == {driver.site("a1")}
    driver.click("button:sink")
    assert driver.table.cards.top is not None and driver.table.cards.top.name == "confirm"
    assert "Do you really want to sink them?" in driver.texts()
    driver.key("Escape")
    assert driver.session.history[-1].text == "rest"
    driver.click("button:sink")
    driver.key("Enter")
    assert driver.session.history[-1].text == "sink a1"


def test_arrow_keys_and_swipes_choose_directions(tmp_path: Path) -> None:
    game: Game = load("game_2048")
    driver = Driver(table_of(game, 3), tmp_path, introduced=("game_2048",))
    ways = {"Up": "north", "Right": "east", "Down": "south", "Left": "west"}
    for key in ("Left", "Up", "Right", "Down") * 3:
        legal = driver.session.game.legal(driver.session.state)
        names = [game.text(driver.session.state, action) for action in legal]
        count = len(driver.session.history)
        driver.key(key)
        possible = f"slide {ways[key]}" in names
        assert len(driver.session.history) == count + possible
    count = len(driver.session.history)
    driver.drag("a1", "a4")
    driver.drag("a4", "d4")
    assert len(driver.session.history) > count
    assert driver.session.history[-1].text in ("slide south", "slide east")


@pytest.mark.parametrize("path", PATHS)
def test_every_game_opens_takes_a_move_and_gives_it_back(tmp_path: Path, path: Path) -> None:
    driver = Driver(table_of(load(path)), tmp_path, "normal", size=(800, 600))
    driver.key("Enter", "Enter")
    session = driver.session
    action = next((each for each in reversed(session.legal) if _is_pointed_at(session, each)), None)
    if action is None:
        driver.key("Up", "Left", "Down", "Right")
    else:
        by_pointer(driver, action)
        if driver.table.cards.has("confirm"):
            driver.key("Enter")
        assert session.history[0].action == action
    driver.settle()
    assert session.history
    view = session.game.spec.view
    left_out = view is not None and (view.log or {}).get(session.history[0].action[0]) == "none"
    assert driver.table.display.log(driver.table.viewer) or left_out
    count = len(session.history)
    driver.key("z", control=True)
    assert len(session.history) < count or session.limits.undo == 0
    driver.settle()
    driver.app.close()


def _is_pointed_at(session: Session, action: Action) -> bool:
    """Whether an action needs only sites, pieces and numbers; one with a button needs no choices."""
    kinds = [strip(choice.item.type) for choice, _ in asked_of(session, action)]
    return all(isinstance(kind, Site | Piece | Number) for kind in kinds)
