"""Refusals are shown where they happened, until the next key or click."""

from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from renderer.nodes import Box
from renderer.scene.bubble import bubble_nodes
from renderer.scene.ui import Bubble, Ui
from renderer.skins.paper import Balloon
from renderer.skins.text import Label
from renderer.skins.theme import NAMES, Size, theme
from tests.renderer.app_driver import Driver, table_of


def table(folder: Path, game: str, size: tuple[int, int] = (1280, 800), **settings: Any) -> Driver:
    return Driver(table_of(load(game), **settings), folder, size=size, introduced=(game,))


def told(driver: Driver) -> str:
    """The text in the bubble; empty if there is none."""
    labels = [node.skin for key, node in driver.scene.by_key.items() if key.startswith("bubble:text")]
    return " ".join(label.text for label in labels if isinstance(label, Label))


def bubble(driver: Driver) -> Box:
    node = driver.scene.by_key["bubble"]
    return node.box.inside(node.skin.margin)


def meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)])
def test_it_stands_beside_what_was_clicked_within_the_window(tmp_path: Path, size: tuple[int, int]) -> None:
    driver = table(tmp_path, "mosaic", size, seed=11)
    legal = {site for action in driver.session.legal for site in action[1:]}
    shut_in = [site for site in range(1, 37) if site not in legal]
    assert {1, 6, 31} - legal, "some are in corners"
    for site in shut_in:
        driver.click(site)
        assert told(driver) == driver.message == "No swap of this token makes a line of three."
        box, thing = bubble(driver), driver.box(site)
        assert not meet(box, thing)
        assert box.x >= 0 and box.y >= 0 and box.right <= size[0] and box.bottom <= size[1]
        apart = max(thing.x - box.right, box.x - thing.right, thing.y - box.bottom, box.y - thing.bottom)
        assert apart < 20 * size[1] / 600


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_read_in_all_themes(tmp_path: Path, name: str) -> None:
    driver = table(tmp_path, "sudoku")
    driver.around.preferences.change(theme=name)
    driver.app.changed()
    given = next(site for site in range(1, 82) if site not in driver.table.play.targets())
    driver.click(given)
    style = driver.app.theme
    paper, words = driver.scene.by_key["bubble"].skin, driver.scene.by_key["bubble:text:0"].skin
    assert isinstance(paper, Balloon) and isinstance(words, Label)
    assert (paper.fill, paper.edge, words.colour) == (style.card, style.warning, style.ink)


def test_the_next_click_or_key_takes_it_away_but_not_a_picture_of_the_window(tmp_path: Path) -> None:
    driver = table(tmp_path, "mosaic", seed=11)
    driver.click("a1")
    driver.key("F12")
    assert told(driver)
    driver.key("Tab")
    assert told(driver) == ""
    assert driver.message == "No swap of this token makes a line of three.", "beside the board it can still be read"
    driver.click("a1")
    driver.app.pointer_pressed(1, 1)
    driver.step()
    assert told(driver) == ""


def test_it_goes_by_itself_once_it_was_read(tmp_path: Path) -> None:
    driver = table(tmp_path, "mosaic", seed=11)
    driver.click("a1")
    driver.step(3.0)
    assert told(driver)
    driver.step(4.0)
    assert told(driver) == ""


def test_the_keyboard_is_told_at_its_cursor_and_at_its_button(tmp_path: Path) -> None:
    driver = table(tmp_path, "mosaic", seed=11)
    driver.point(1)
    driver.key("Space")
    assert told(driver) == "No swap of this token makes a line of three."
    assert not meet(bubble(driver), driver.box("a1"))
    driver.key("z")
    assert told(driver) == driver.message != ""
    assert not meet(bubble(driver), driver.box("button:undo"))
    assert bubble(driver).x > driver.box("f6").right


def test_a_drag_that_is_refused_is_told_where_it_ended(tmp_path: Path) -> None:
    driver = table(tmp_path, "mosaic", seed=11)
    first = min(site for action in driver.session.legal for site in action[1:])

    def is_nearer_to_the_end() -> bool:
        down = bubble(driver).middle[1]
        return abs(down - driver.box("f6").middle[1]) < abs(down - driver.box(first).middle[1])

    driver.drag(first, "f6")
    assert (told(driver), is_nearer_to_the_end()) == ("Those tokens are not next to each other.", True)


def test_what_cannot_be_taken_up_is_told_where_it_stays(tmp_path: Path) -> None:
    driver = table(tmp_path, "mosaic", seed=11)
    driver.drag("a1", "f6")
    assert told(driver) == "No swap of this token makes a line of three."
    assert bubble(driver).middle[1] < driver.box("c3").middle[1]


def test_a_button_that_is_out_of_use_says_why_beside_it_once(tmp_path: Path) -> None:
    driver = table(tmp_path, "mosaic", seed=11)
    driver.click("button:undo")
    assert told(driver) == driver.message != ""
    assert "tip" not in driver.scene.by_key
    assert not meet(bubble(driver), driver.box("button:undo"))


@pytest.mark.parametrize(
    ("pointed_out", "side"), [((), "above"), ((2,), "below"), ((2, 3), "right"), ((2, 3, 4), "left")]
)
def test_it_covers_nothing_that_the_refusal_points_out(pointed_out: tuple[int, ...], side: str) -> None:
    above, below, right = Box(380, 200, 40, 40), Box(380, 360, 40, 40), Box(500, 280, 40, 40)
    spots = {1: Box(380, 280, 40, 40), 2: above, 3: below, 4: right}
    ui = Ui(bubble=Bubble("It clashes with others.", ("button:gone", 1)), lit=frozenset(pointed_out))
    paper, _ = bubble_nodes(ui, [], spots, Size(800, 600), theme("dark"), 1.0)
    assert isinstance(paper.skin, Balloon)
    assert paper.skin.side == side
    assert bubble_nodes(Ui(bubble=Bubble("Gone.", (9,))), [], spots, Size(800, 600), theme("dark"), 1.0) == []


def test_no_word_stands_alone_in_the_last_line() -> None:
    text = "“RF” is not in the word list. Similar words: IF, OF, RE."
    ui = Ui(bubble=Bubble(text, (1,)))
    _, *lines = bubble_nodes(ui, [], {1: Box(380, 280, 40, 40)}, Size(1280, 800), theme("dark"), 1.0)
    words = [node.skin.text for node in lines if isinstance(node.skin, Label)]
    assert " ".join(words) == text
    assert len(words) == 2 and len(words[1]) > len(words[0]) / 2
