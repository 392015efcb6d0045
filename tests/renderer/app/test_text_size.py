"""The text size that the player prefers: everything has that size, nothing is cut off and nothing overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import catalogue, load
from renderer.app import start
from renderer.nodes import Scene
from renderer.scene.layout import SMALLEST_WINDOW, unit_of
from renderer.skins.text import Label
from renderer.skins.theme import TEXT_SIZES, Size, TextSize
from runtime.session.session import usual_seats
from tests.renderer.app_driver import Driver, table_of
from tests.renderer.invariants import faults

CARDS = ("menu", "help", "settings", "preferences", "statistics", "started", "pause", "new_game")
LARGER: tuple[TextSize, ...] = ("small", "large", "very_large")
MOVES, MOST_MOVES = 3, 400


def cut(scene: Scene) -> set[str]:
    """The texts of a scene that are cut off."""
    labels = [node for node in scene.nodes if isinstance(node.skin, Label)]
    # What the gallery says about a game gets the room that the buttons leave; the rules of the game have the full text.
    ends = [node for node in labels if node.skin.text.endswith("…") and not node.key.startswith("details:about")]
    return {f"{node.key} ‘{node.skin.text}’" for node in ends}


def wrong(driver: Driver, sizes: tuple[TextSize, ...]) -> list[str]:
    """What is wrong with the page on the screen at other text sizes, but not at the usual one."""

    def seen(size: TextSize) -> tuple[list[str], set[str]]:
        driver.around.preferences.change(text=size)
        driver.app.changed()
        return faults(driver.app.scene), cut(driver.app.scene)

    _, usual = seen("normal")
    cut_before = {text.split(" ")[0] for text in usual}
    found = []
    for size in sizes:
        others, texts = seen(size)
        # A line that was already cut off is cut off elsewhere.
        more = sorted(text for text in texts if text.split(" ")[0] not in cut_before)
        found += [f"{size}: {each}" for each in (*others, *(f"cut: {text}" for text in more))]
    driver.around.preferences.change(text="normal")
    driver.app.changed()
    return found


def screens_of(name: str, folder: Path, size: tuple[int, int], most_moves: int) -> Iterator[tuple[str, Driver]]:
    """Every page of a game: what is shown before it, during it with each card, and at its end if that is soon
    reached."""
    game = load(name)
    driver = Driver(table_of(game, seats=usual_seats(game), seed=3), folder, size=size)
    yield "the beginning", driver
    session = driver.session
    for _ in range(MOVES):
        if not session.state.over:
            session.perform(session.legal[0])
    driver.table.cards.clear()
    driver.step()
    yield "the table", driver
    for command in CARDS:
        driver.table.cards.clear()
        driver.table.command(command)
        driver.step()
        yield command, driver
    driver.table.cards.clear()
    for number in range(most_moves):
        if session.state.over:
            driver.settle()
            for _ in range(90):
                driver.step()
            yield "the end", driver
            return
        session.perform(session.legal[number % len(session.legal)])


def wrong_with(
    name: str, folder: Path, size: tuple[int, int], sizes: tuple[TextSize, ...], most_moves: int = MOST_MOVES
) -> list[str]:
    screens = screens_of(name, folder, size, most_moves)
    return [f"{page}, {each}" for page, driver in screens for each in wrong(driver, sizes)]


def test_everything_is_as_large_as_the_texts() -> None:
    usual = unit_of(Size(1280, 800))
    for name, factor in TEXT_SIZES.items():
        assert unit_of(Size(1280, 800, 1.0, factor)) == usual * factor, name
        assert unit_of(Size(*SMALLEST_WINDOW, 1.0, factor)) == factor


def test_a_preference_changes_the_size_at_once_and_is_kept(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    before = driver.box("button:preferences")
    driver.click("button:preferences", "option:text:very_large")
    assert driver.around.preferences.value.text == "very_large"
    driver.key("Escape")
    after = driver.box("button:preferences")
    assert after.height > before.height * 1.25
    assert Driver(start.gallery, tmp_path).around.preferences.value.text == "very_large"


@pytest.mark.parametrize("name", ["stackdoku", "sea_battle", "word_cell"])
def test_the_largest_texts_have_room_in_the_smallest_window(name: str, tmp_path: Path) -> None:
    assert wrong_with(name, tmp_path, SMALLEST_WINDOW, ("very_large",), most_moves=80) == []


@pytest.mark.parametrize("size", [SMALLEST_WINDOW, (1280, 800)])
def test_the_gallery_has_room_for_texts_of_all_sizes(size: tuple[int, int], tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path, size=size)
    assert wrong(driver, LARGER) == []
    for page in ("preferences", "statistics", "all_started", "all_replays"):
        driver.click(f"button:{page}")
        assert wrong(driver, LARGER) == [], page
        driver.key("Escape")
    driver.type("stackdoku")
    driver.key("Enter")
    assert wrong(driver, LARGER) == []
    driver.click("details:button:new_game")
    assert wrong(driver, LARGER) == []


@pytest.mark.soak
@pytest.mark.parametrize("size", [SMALLEST_WINDOW, (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", sorted(catalogue.shipped()))
def test_texts_of_all_sizes_have_room_on_every_page_of_every_game(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    assert wrong_with(name, tmp_path, size, LARGER) == []
