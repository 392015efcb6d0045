"""Lessons at the table: only what a lesson wants can be done, and each lesson leads to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load, loads
from interpreter.position import PieceValue
from renderer.app.table.lessons import Lessons, taught
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.text import Label
from renderer.skins.theme import Size, theme
from runtime.session.daily import is_daily
from runtime.show import present
from runtime.tutorial import Tutorial
from tests.renderer.app_driver import Driver, table_of

SPECS = Path(__file__).resolve().parents[3] / "specs"
LUCK = "  - a1.man = true\n  - random: lucky in list(1, 2)\n    stream: sky\n"
LESSONS = Path(__file__).resolve().parents[2] / "data" / "window" / "lessons.yaml"


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    game = load(LESSONS)
    return Driver(lambda host: taught(host, game), tmp_path)


def told(driver: Driver) -> tuple[str, tuple[int, int] | None]:
    lessons = driver.table.lessons
    assert lessons is not None
    card = lessons.card()
    assert card.text.split("\n")[0] in " ".join(driver.texts())
    return f"{card.text}\n{card.verdict}" if card.verdict else card.text, card.progress


def standing_out(driver: Driver) -> list[str]:
    """The buttons in the colour of the most likely choice."""
    faces = {node.key: node.skin for node in driver.scene.nodes if node.key.startswith("button:")}
    return [key for key, face in faces.items() if theme("dark").accent in repr(face)]


def test_the_lessons_are_gone_through_one_by_one(tmp_path: Path, driver: Driver) -> None:
    assert told(driver) == ("This is a line of five squares.", (1, 5))
    assert "Tutorial" in driver.texts()
    driver.click("a1")
    assert driver.message == "Press ‘Go on’ to go on."
    driver.key("Enter")
    assert told(driver) == ("Click the man.", (2, 5))
    assert any(node.key.startswith("lit:") for node in driver.scene.nodes)
    driver.click("button:rest")
    assert driver.message == "Not that. Click the man."
    assert driver.session.history == []
    driver.click("a1")
    assert told(driver) == ("Now click the square beside him.", (3, 5))
    driver.click("b1")
    assert told(driver) == ("Take your move back.", (4, 5))
    assert standing_out(driver) == ["button:undo"]
    driver.key("r")
    assert driver.message == "Not yet. Use ‘undo’."
    driver.key("z")
    assert driver.session.history == []
    assert standing_out(driver) == []
    driver.click("card:button:lesson_next")
    assert told(driver) == ("Walk to the end.", (5, 5))
    driver.click("c1", "d1", "d1", "e1")
    driver.settle()
    assert driver.session.state.over
    assert driver.table.cards.top is None
    assert told(driver) == ("That was the last lesson. Now play a game of your own.", None)
    assert driver.around.statistics.all() == {}
    assert driver.around.saves.names() == []
    assert "button:new_game" not in driver.scene.by_key
    driver.key("Enter")
    assert driver.table.lessons is None
    assert driver.session.history == []
    assert driver.around.preferences.value.introduced == (driver.session.game.name,)


@pytest.mark.parametrize("name", ["khi", "stacks", "mosaic", "word_cell", "stackdoku"])
def test_the_panel_stands_still_from_lesson_to_lesson(name: str) -> None:
    tutorial = Tutorial(load(name))
    lessons, size = Lessons(tutorial), Size(800, 600)
    places = set()
    while tutorial.lesson is not None:
        made = scene(present(tutorial.session), Ui(lesson=lessons.card()), size, theme("dark"))
        node = made.by_key["card:tutorial"]
        places.add((node.y, node.height, made.by_key["button:menu"].y))
        tutorial.advance()
    assert len(places) == 1


def test_a_lesson_can_be_read_while_a_letter_is_asked_for(tmp_path: Path) -> None:
    game = load("khi")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    assert driver.table.lessons is not None
    tutorial = driver.table.lessons.tutorial
    while tutorial.lesson is not None and tutorial.lesson.name != "the_blank":
        tutorial.advance()
    driver.settle()
    before = driver.scene.by_key["card:tutorial"]
    driver.drag(PieceValue("tile", tutorial.session.state.data[_rack(tutorial)][1][0]), "d5")
    driver.settle()
    assert driver.table.asked
    assert any(text.startswith("A * is a blank") for text in driver.texts())
    after = driver.scene.by_key["card:tutorial"]
    assert (after.y, after.height) == (before.y, before.height)


def _rack(tutorial: Tutorial) -> int:
    return int(tutorial.session.state.program.layout.fields["zone.rack"].index)


def test_the_keyboard_begins_at_what_a_lesson_shows_and_stays_where_a_letter_is_refused(tmp_path: Path) -> None:
    game = load("khi")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    driver.key("Tab")
    assert driver.table.cursor == driver.site("a5")
    driver.key("Right", "c")
    assert (driver.table.cursor, driver.table.play.draft.items) == (driver.site("b5"), ())
    assert driver.message.startswith("Take the C from your rack")
    driver.key("Left", "Enter")
    assert [record[1] for record in driver.table.play.draft.items] == [driver.site("a5")]


def test_a_lesson_can_be_gone_back_to_and_missed(driver: Driver) -> None:
    driver.key("Enter")
    driver.click("card:button:lesson_back")
    assert told(driver)[1] == (1, 5)
    driver.key("Enter")
    driver.click("a1", "b1")
    driver.key("z")
    driver.key("Enter")
    driver.click("c1", "b1", "b1", "a1")
    driver.settle()
    assert told(driver) == ("Walk to the end.\nThat is no longer possible here.", (5, 5))
    driver.click("card:button:lesson_again")
    assert told(driver)[0] == "Walk to the end."
    assert driver.session.history == []


def test_what_the_rules_refuse_is_answered_by_the_lesson_where_it_has_words_for_it(driver: Driver) -> None:
    driver.key("Enter")
    driver.click("c1")
    assert (driver.message, driver.table.voice.mood) == ("Not that. Click the man.", "refused")
    driver.click("a1")
    driver.click("d1")
    assert driver.message == "You were there."


def test_a_lesson_that_is_over_says_so_and_the_next_begins_in_silence(driver: Driver) -> None:
    driver.key("Enter")
    driver.click("a1", "b1")
    driver.key("z")
    assert told(driver) == ("Take your move back.\nWell done.", (4, 5))
    praise = driver.scene.by_key["card:tutorial:verdict:0"]
    assert isinstance(praise.skin, Label)
    assert (praise.skin.text, praise.skin.colour) == ("Well done.", theme().good)
    text = driver.scene.by_key["card:tutorial:text:0"]
    assert praise.y >= text.y + text.height
    driver.click("c1")
    assert driver.message == "This lesson is over; go on to the next."
    driver.key("Enter")
    assert told(driver) == ("Walk to the end.", (5, 5))
    assert driver.message == ""


def test_the_tutorial_is_entered_from_the_first_card_or_the_menu_and_left(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe")), tmp_path)
    driver.click("card:button:tutorial")
    assert driver.table.lessons is not None
    assert driver.around.preferences.value.introduced == ("tic_tac_toe",)
    driver.click("button:menu")
    assert "Leave the tutorial" in driver.texts()
    assert "card:button:tutorial" not in driver.scene.by_key
    driver.click("card:button:play")
    assert (driver.table.lessons, driver.table.cards.top) == (None, None)
    driver.click("button:menu")
    assert "Leave the tutorial" not in driver.texts()
    driver.click("card:button:tutorial")
    assert driver.table.lessons is not None


def test_a_new_game_is_started_from_within_a_tutorial(tmp_path: Path) -> None:
    driver = Driver(lambda host: taught(host, load("stackdoku")), tmp_path)
    driver.click("button:menu", "card:button:new_game")
    assert driver.table.lessons is None
    assert driver.session.history == []
    assert driver.around.preferences.value.introduced == ("stackdoku",)


def test_the_daily_game_is_started_from_within_a_tutorial_whose_moves_are_nobodys_game(tmp_path: Path) -> None:
    game = loads(LESSONS.read_text(encoding="utf-8").replace("  - a1.man = true\n", LUCK, 1), "lessons.yaml")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    driver.key("Enter")
    driver.click("a1", "b1")
    assert len(driver.session.history) == 1
    driver.click("button:menu", "card:button:daily")
    assert driver.table.lessons is None
    assert is_daily(driver.session, driver.around.time().date())
    day = driver.around.time()
    assert driver.message == f"The daily game of {day.day} {day.strftime('%B %Y')}."


def test_what_a_lesson_forbids_closes_the_menu_and_is_answered(driver: Driver) -> None:
    driver.key("Enter")
    driver.click("button:menu")
    driver.key("r")
    assert driver.table.cards.top is None
    assert driver.message == "Not that. Click the man."


def test_a_game_that_is_over_offers_a_new_one(tmp_path: Path) -> None:
    driver = Driver(table_of(load("tic_tac_toe"), seats={"nought": "person"}), tmp_path, introduced=("tic_tac_toe",))
    driver.click("a1", "b1", "a2", "b2", "a3")
    driver.settle()
    driver.key("Escape")
    assert driver.table.cards.top is None
    driver.click("button:new_game")
    assert (driver.session.history, driver.session.status.over) == ([], False)


@pytest.mark.parametrize("name", ["khi", "stackdoku"])
def test_what_a_lesson_says_to_a_wrong_try_is_read_whole_in_a_small_window(name: str, tmp_path: Path) -> None:
    driver = Driver(lambda host: taught(host, load(SPECS / f"{name}.yaml")), tmp_path, size=(800, 600))
    lessons = driver.table.lessons
    assert lessons is not None
    while lessons.tutorial.lesson is not None:
        driver.table.voice.say(lessons.tutorial.nudge, "refused")
        driver.table.host.changed()
        driver.settle()
        lines = [node.skin for node in driver.scene.nodes if node.key.startswith("card:tutorial:nudge:")]
        assert " ".join(line.text for line in lines if isinstance(line, Label)) == lessons.tutorial.nudge
        lessons.tutorial.advance()


def test_a_setting_changed_in_a_lesson_leaves_the_lesson_as_it_is(tmp_path: Path) -> None:
    text = LESSONS.read_text(encoding="utf-8").replace(
        "boards:", "settings: {glow: {default: false, title: Glow, change: any_time}}\nboards:", 1
    )
    game = loads(text.replace("view:", "view:\n  panels: {Glow: if glow then 1 else 0}", 1), "lessons.yaml")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    driver.key("Enter")
    driver.key("Escape")
    driver.click("card:button:settings")
    driver.click("card:toggle:glow")
    assert driver.session.settings == {"glow": True}
    driver.key("Escape", "Escape")
    driver.click("a1")
    assert told(driver) == ("Now click the square beside him.", (3, 5))


def test_the_button_of_the_action_that_a_lesson_waits_for_stands_out(tmp_path: Path) -> None:
    game = load("khi")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    assert driver.table.lessons is not None
    for _ in range(6):
        driver.table.lessons.tutorial.advance()
    driver.table.host.changed()
    driver.step()
    assert (driver.table.lessons.card().title, standing_out(driver)) == ("New tiles", ["button:change"])
    assert not driver.table.lessons.spots


def test_the_computer_answers_a_capture_with_a_word(tmp_path: Path) -> None:
    game = load("khi")
    driver = Driver(lambda host: taught(host, game), tmp_path)
    assert driver.table.lessons is not None
    for _ in range(4):
        driver.table.lessons.tutorial.advance()
    driver.table.host.changed()
    driver.click("d5")
    driver.key("p", "t", "Enter")
    driver.wait(lambda: len(driver.session.history) == 2)
    assert [move.text.split()[0] for move in driver.session.history] == ["play", "play"]
