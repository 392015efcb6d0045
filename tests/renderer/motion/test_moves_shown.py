"""How moves are shown: stage by stage, cut short by anyone in a hurry, and with the end only afterwards."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from interpreter import Action, load
from interpreter.boards import SOUTH
from renderer.app.screen import Effect
from renderer.app.table.cards import LOOK
from renderer.skins.text import Label
from runtime.show.stages import stages
from tests.renderer.app_driver import Driver, table_of


@pytest.fixture
def crosses(tmp_path: Path) -> Driver:
    return Driver(table_of(load("tic_tac_toe")), tmp_path, "normal", introduced=("tic_tac_toe",))


def test_discs_turn_over_after_the_one_that_was_placed(tmp_path: Path) -> None:
    driver = Driver(table_of(load("reversi")), tmp_path, "normal", introduced=("reversi",))
    driver.settle()
    driver.click("d3")
    assert driver.app.busy
    assert driver.app.frame().moving
    assert not any(node.key.startswith("valid:") for node in driver.scene.nodes)
    began = driver.app.now
    driver.settle()
    assert not driver.app.busy
    assert 0.15 <= driver.app.now - began <= 2.0
    assert driver.app.frame().moving == ()
    assert any(node.key.startswith("valid:") for node in driver.scene.nodes)


def test_a_click_during_a_move_ends_it_and_makes_the_next(crosses: Driver) -> None:
    crosses.click("b2")
    assert crosses.app.busy
    crosses.click("a1")
    assert [move.text for move in crosses.session.history] == ["place b2", "place a1"]


def test_the_result_comes_after_the_last_move_was_shown(crosses: Driver) -> None:
    for site in ("a1", "a2", "b1", "b2"):
        crosses.click(site)
        crosses.settle()
    crosses.click("c1")
    assert crosses.session.state.over
    assert crosses.app.busy
    assert crosses.table.cards.overlay is None
    crosses.settle()
    # The winning line is seen before a card covers it.
    assert crosses.table.cards.overlay is None
    crosses.step(LOOK)
    assert crosses.table.cards.overlay == "result"


def test_whoever_has_seen_enough_gets_the_result_at_once_and_does_nothing_else(crosses: Driver) -> None:
    for site in ("a1", "a2", "b1", "b2", "c1"):
        crosses.click(site)
        crosses.settle()
    crosses.key("n")
    assert crosses.table.cards.overlay == "result"
    assert len(crosses.session.history) == 5
    crosses.key("n")
    assert crosses.session.history == []


def test_a_click_that_ends_the_last_move_does_not_press_the_card_that_opens(crosses: Driver) -> None:
    for site in ("a1", "a2", "b1", "b2"):
        crosses.click(site)
        crosses.settle()
    place = crosses.box("c1").middle
    crosses.press(*place)
    seed = crosses.session.seed
    x, y = crosses.app.size.width / 2, crosses.app.size.height * 0.6
    for across in range(-200, 201, 50):
        if crosses.table.cards.overlay is None:
            crosses.press(x + across, y)
    assert (len(crosses.session.history), crosses.session.seed) == (5, seed)
    assert crosses.table.cards.overlay == "result"


def test_nothing_is_drawn_anew_while_nothing_happens(crosses: Driver) -> None:
    crosses.settle()
    assert not crosses.app.dirty
    frame = crosses.app.frame()
    crosses.step()
    assert not crosses.app.dirty
    assert crosses.app.frame().version == frame.version
    crosses.app.pointer_moved(*crosses.box("a1").middle)
    assert crosses.app.dirty


def test_without_animation_everything_is_there_at_once(tmp_path: Path) -> None:
    driver = Driver(table_of(load("reversi")), tmp_path, "off", introduced=("reversi",))
    driver.click("d3")
    driver.step()
    assert not driver.app.busy
    assert driver.app.frame().moving == ()


def test_another_size_shows_the_same_table(crosses: Driver) -> None:
    crosses.click("b2")
    crosses.settle()
    before = crosses.box("b2")
    crosses.app.resize(800, 600, 1.0)
    crosses.settle()
    assert crosses.scene.size == (800, 600)
    assert crosses.box("b2").width < before.width
    crosses.key("Right")
    crosses.app.resize(2560, 1600, 2.0)
    crosses.key("Up")
    crosses.key("Space")
    assert len(crosses.session.history) == 2


# What was just done is shown, not what doing it again would do.


def preview(driver: Driver) -> set[str]:
    return {node.key for node in driver.scene.nodes if "preview" in node.key}


def hover(driver: Driver) -> set[str]:
    return {node.key for node in driver.scene.nodes if node.key.startswith("hover:")}


def test_a_click_shows_its_outcome_until_the_pointer_has_been_elsewhere(tmp_path: Path) -> None:
    driver = Driver(table_of(load("lights_out")), tmp_path, introduced=("lights_out",))
    driver.move("b2")
    assert preview(driver) and hover(driver)
    driver.click("b2")
    assert (preview(driver), hover(driver)) == (set(), set())
    x, y = driver.box("b2").middle
    driver.app.pointer_moved(x + 3, y + 3)
    driver.step()
    assert (preview(driver), hover(driver)) == (set(), set())
    driver.click("b2")
    assert len(driver.session.history) == 2
    driver.move("d4")
    assert preview(driver) and hover(driver)
    driver.move("b2")
    assert preview(driver) and hover(driver)


def test_a_key_shows_its_outcome_until_the_cursor_has_been_elsewhere(tmp_path: Path) -> None:
    driver = Driver(table_of(load("lights_out")), tmp_path, introduced=("lights_out",))
    driver.key("Right")
    assert preview(driver)
    driver.key("Enter")
    assert len(driver.session.history) == 1
    assert preview(driver) == set()
    driver.key("Right")
    assert preview(driver)
    driver.key("Left")
    assert preview(driver)


def test_a_picture_of_the_window_shows_what_the_pointer_is_over(tmp_path: Path) -> None:
    driver = Driver(table_of(load("reversi")), tmp_path, introduced=("reversi",))
    driver.move("d3")
    before = driver.scene
    driver.key("F12")
    assert Effect("screenshot", "") in driver.heard
    assert driver.scene is before


def test_a_preview_tells_what_values_would_become(tmp_path: Path) -> None:
    driver = Driver(table_of(load("mosaic"), seed=7), tmp_path, introduced=("mosaic",))
    first, second = driver.session.legal[3][1:]
    driver.click(first)
    driver.move(second)
    assert [text for text in driver.texts() if "→" in text] == ["0 → 4", "20 → 19"]
    driver.move("f6")
    assert [text for text in driver.texts() if "→" in text] == []


def swapped_in_waves(folder: Path, animation: str) -> Driver:
    """A swap that sets off a second wave, with its log."""
    driver = Driver(table_of(load("mosaic"), 12345), folder, animation, introduced=("mosaic",))
    driver.settle()
    game, state = driver.session.game, driver.session.state

    def waves(action: Action) -> int:
        return sum(event.name == "matched" for event in game.apply(state, action).events)

    _, first, second = max(driver.session.legal, key=waves)
    assert waves(("swap", first, second)) == 3
    driver.click(first, second)
    return driver


def floating(driver: Driver) -> dict[str, tuple[float, float]]:
    """The floating texts, each with its place and opacity."""
    nodes = [node for node in driver.app.frame().moving if node.key.startswith("float:")]
    return {node.skin.text: (node.y, node.alpha) for node in nodes if isinstance(node.skin, Label)}


def test_points_and_waves_float_up_where_they_are_won(tmp_path: Path) -> None:
    driver = swapped_in_waves(tmp_path, "normal")
    seen: dict[str, list[tuple[float, float]]] = {}
    while driver.app.dirty:
        for text, place in floating(driver).items():
            seen.setdefault(text, []).append(place)
        driver.step()
    assert list(seen) == ["+3", "+3 ×2", "+4 ×3"]
    for places in seen.values():
        heights, alphas = [y for y, _ in places], [alpha for _, alpha in places]
        assert heights == sorted(heights, reverse=True) and heights[0] - heights[-1] > 10
        assert (alphas[0], alphas[-1] < 0.2) == (1.0, True)
        assert 1.0 < len(places) / 60 < 1.5, "long enough to read, whatever the stage takes"
    assert floating(driver) == {}


def test_nothing_floats_without_animation_or_on_another_page(tmp_path: Path) -> None:
    assert floating(swapped_in_waves(tmp_path / "off", "off")) == {}
    driver = swapped_in_waves(tmp_path / "on", "normal")
    while not floating(driver):
        driver.step()
    driver.key("F1")
    assert floating(driver) == {}


def test_the_history_tells_no_more_than_was_shown(tmp_path: Path) -> None:
    driver = swapped_in_waves(tmp_path, "normal")
    line = "You swapped b3 and c3, +21 in 3 waves."

    def told() -> bool:
        frame = driver.app.frame()
        return any(isinstance(node.skin, Label) and node.skin.text == line for node in (*frame.still, *frame.moving))

    while len(floating(driver)) < 2:
        assert not told()
        driver.step()
    driver.settle()
    assert told()


def test_refills_drop_in_from_above_the_board(tmp_path: Path) -> None:
    driver = swapped_in_waves(tmp_path, "normal")
    top = min(driver.box(site).y for site in range(1, 37))
    heights: dict[str, list[float]] = {}
    falling: AbstractSet[str] = frozenset()
    while driver.app.dirty:
        dropping = {node.key: node for node in driver.app.frame().moving if node.clip is not None}
        for key, node in dropping.items():
            assert node.clip is not None
            assert (node.clip.y, node.alpha, node.scale) == (top, 1.0, 1.0)
            # For each place the last time counts: it may be filled in several waves.
            heights[key] = [*(heights[key] if key in falling else []), node.y]
        falling = dropping.keys()
        driver.step()
    assert {"site:3", "site:4", "site:5"} <= heights.keys(), "the first wave took three of row 3"
    for key, ways in heights.items():
        there = driver.scene.by_key[key].y
        assert ways == sorted(ways), "downwards"
        assert ways[0] < top < there + 45
        assert abs(there - ways[-1]) < 20


def test_what_fills_a_column_comes_piled_up() -> None:
    game = load("mosaic")
    state = game.new(seed=12345)
    found = []
    for action in game.legal(state):
        done = game.apply(state, action)
        for stage in stages(game, state, done.events, done.state, 1, action):
            lines: dict[int, list[tuple[int, int]]] = {}
            for drop in stage.drops:
                assert (drop.spot, drop.direction) == (drop.site, SOUTH)
                lines.setdefault((drop.site - 1) % 6, []).append((drop.site, drop.steps))
            found += [(len(line), line) for line in lines.values()]
    for count, line in found:
        assert [steps for _, steps in line] == [count] * count
        assert [(site - 1) // 6 for site, _ in line] == list(range(count)), "from the top row on"
    assert max(count for count, _ in found) >= 3


def test_points_float_up_where_tiles_of_a_layer_were(tmp_path: Path) -> None:
    driver = Driver(table_of(load("stacks"), 3), tmp_path, "normal", introduced=("stacks",))
    driver.settle()
    places = [driver.box(f"{name}@top") for name in ("b4", "d2")]
    driver.type("kilt")
    driver.key("Enter")
    while not floating(driver):
        driver.step()
    ((text, (y, _)),) = floating(driver).items()
    assert text == "KILT +8"
    assert places[1].y < y < places[0].bottom
