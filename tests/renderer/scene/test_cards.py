"""Cards in front of the table, and the shield beneath them."""

from dataclasses import replace
from string import ascii_lowercase

import pytest

from renderer.nodes import Scene, Target
from renderer.scene.cards import modal_card
from renderer.scene.page import visible_card_rows
from renderer.scene.page_models import CANCEL, CLOSE, Choice, Field, Form, Listing, Reading, Section
from renderer.scene.table import scene
from renderer.scene.ui import Card, Ui
from renderer.skins.icons import Icon
from renderer.skins.text import Label
from renderer.skins.theme import Size, theme
from runtime.show.values import ButtonShown, Column, OverlayShown, Presentation, Question
from tests.renderer.invariants import SIZES, body, faults
from tests.renderer.tables import named, simple

DARK = theme("dark")
USUAL = Size(1280, 800)
AGAIN = (ButtonShown("restart", "Restart", True), ButtonShown("new_game", "New game", True))


def with_overlay(overlay: OverlayShown) -> Presentation:
    return replace(simple(), overlays={overlay.name: overlay})


def drawn(overlay: OverlayShown, size: Size = USUAL) -> Scene:
    return scene(with_overlay(overlay), Ui(overlay=overlay.name), size, DARK)


def texts(scene: Scene, start: str) -> list[str]:
    return [node.skin.text for node in scene.nodes if node.key.startswith(start) and isinstance(node.skin, Label)]


def icons(scene: Scene) -> list[str]:
    return [node.skin.name for node in scene.nodes if node.key.startswith("card:sign") and isinstance(node.skin, Icon)]


RESULT = OverlayShown("result", "You win", "Three in line.\nCross has three.", buttons=AGAIN, mood="won")


def test_a_result_has_signs_texts_and_buttons() -> None:
    made = drawn(RESULT)
    assert texts(made, "card:title") == ["You win"]
    assert texts(made, "card:text") == ["Three in line.", "Cross has three."]
    assert icons(made) == ["star", "trophy", "star"]
    assert made.focus == ("card:button:restart", "card:button:new_game", "card:button:close")
    assert made.by_key["card:button:new_game"].target == Target("command", "new_game")


def test_a_result_is_summed_up_below_its_text() -> None:
    made = scene(with_overlay(RESULT), Ui(overlay="result", summary="Time 4:12  ·  72 moves"), USUAL, DARK)
    assert texts(made, "card:summary") == ["Time 4:12  ·  72 moves"]
    last, line = made.by_key["card:text:1"], made.by_key["card:summary"]
    assert last.y + last.height <= line.y
    assert line.y + line.height <= made.by_key["card:button:new_game"].y
    assert texts(drawn(RESULT), "card:summary") == []


DAILY = (*AGAIN, ButtonShown("daily", "Daily game", True))
WAYS = (
    ButtonShown("life", "Use a life", True),
    ButtonShown("undo", "Undo", True),
    ButtonShown("restart", "Restart", True),
)


@pytest.mark.parametrize(
    ("overlay", "outstanding"),
    [
        (replace(RESULT, buttons=DAILY), "new_game"),
        (OverlayShown("stuck", "Stuck", "", buttons=WAYS), "undo"),
        (OverlayShown("stuck", "Stuck", "", buttons=(WAYS[0], replace(WAYS[1], enabled=False), WAYS[2])), "life"),
        (OverlayShown("stuck", "Stuck", "", buttons=(replace(WAYS[1], enabled=False), WAYS[2])), "restart"),
    ],
)
def test_the_button_that_most_players_want_stands_out(overlay: OverlayShown, outstanding: str) -> None:
    faces = {node.key: repr(node.skin) for node in drawn(overlay).nodes if node.key.startswith("card:button:")}
    assert [key for key, face in faces.items() if DARK.accent in face] == [f"card:button:{outstanding}"]


@pytest.mark.parametrize(
    ("mood", "signs"),
    [("lost", ["flag"]), ("drawn", ["ring", "ring"]), ("over", ["check"]), ("plain", ["trophy"])],
)
def test_signs_go_with_the_mood(mood: str, signs: list[str]) -> None:
    assert icons(drawn(replace(RESULT, mood=mood))) == signs


def test_the_shield_keeps_the_table_from_being_pressed() -> None:
    table = scene(simple(), Ui(), USUAL, DARK)
    menu = table.by_key["button:menu"]
    under = table.target_at(menu.x + 4, menu.y + 4)
    assert under is not None
    assert under.key == "button:menu"
    made = drawn(RESULT)
    for key in ("button:menu", "button:pass", "panel:side"):
        node = made.by_key[key]
        found = made.target_at(node.x + node.width - 4, node.y + 4)
        assert found is not None
        assert found.target == Target("shield")
    again = made.by_key["card:button:restart"]
    found = made.target_at(again.x + 4, again.y + 4)
    assert found is again
    assert made.spots == {}


def test_an_introduction_has_the_button_of_the_spec() -> None:
    made = scene(named("connect_four"), Ui(overlay="intro"), USUAL, DARK)
    assert texts(made, "card:title") == ["Connect Four"]
    assert texts(made, "card:button:close") == ["Play"]
    assert made.focus == ("card:button:rules", "card:button:close")
    taught = scene(named("draughts"), Ui(overlay="intro"), USUAL, DARK)
    assert taught.focus == ("card:button:tutorial", "card:button:rules", "card:button:close")


def test_scores_stand_in_columns_with_their_latest_lines() -> None:
    words = tuple(f"Word {number}" for number in range(90))
    made = drawn(
        OverlayShown("scores", "Scores", "", columns=(Column("You", words, "45"), Column("It", words[:2], "2")))
    )
    first = [text for text in texts(made, "card:column:0:") if text.startswith("Word")]
    assert first[-1] == "Word 89"
    assert 10 < len(first) < 90
    assert f"… {90 - len(first)} earlier" in texts(made, "card:column:0:")
    assert texts(made, "card:column:1:") == ["It", "Word 0", "Word 1", "2"]
    one, two = body(made.by_key["card:column:0"]), body(made.by_key["card:column:1"])
    assert (one.y, one.width, one.height) == (two.y, two.width, two.height)
    assert two.x == one.right + 14


def test_being_stuck() -> None:
    ways = (ButtonShown("undo", "Undo", True), ButtonShown("life", "Use a life", False))
    made = drawn(OverlayShown("stuck", "Stuck", "No move is left.", buttons=ways))
    assert icons(made) == ["lock"]
    assert made.focus == ("card:button:undo",)
    assert not made.by_key["card:button:life"].enabled


def test_an_overlay_that_is_not_there_is_no_card() -> None:
    made = scene(simple(), Ui(overlay="scores"), USUAL, DARK)
    assert "card:veil" not in made.by_key
    assert made.spots


def test_the_window_s_own_card_stands_in_front_of_that_of_the_spec() -> None:
    shown = with_overlay(RESULT)
    assert modal_card(shown, Ui(overlay="result")) is RESULT
    pause = Card("pause", "Paused")
    assert modal_card(shown, Ui(overlay="result", card=pause)) is pause
    assert modal_card(shown, Ui(overlay="result", lesson=Card("tutorial"))) is RESULT


def test_choices_stand_in_a_row_and_those_of_the_menu_below_each_other() -> None:
    choices = (CANCEL, Choice("Yes", Target("command", "confirm"), primary=True))
    for card, beside in ((Card("confirm", "Really?", "", choices), True), (Card("menu", "Game", "", choices), False)):
        made = scene(simple(), Ui(card=card), USUAL, DARK)
        assert made.focus == ("card:button:cancel", "card:button:confirm")
        cancel, confirm = (made.by_key[key] for key in made.focus)
        assert (cancel.x < confirm.x and cancel.y == confirm.y) is beside
        assert (cancel.x == confirm.x and cancel.y < confirm.y) is not beside


def test_a_letter_is_chosen_on_a_keyboard() -> None:
    question = Question("letter", "Which letter?", tuple((letter, letter.upper()) for letter in ascii_lowercase))
    made = scene(replace(simple(), question=question), Ui(card=Card("question")), USUAL, DARK)
    assert made.by_key["card:option:letter:q"].target == Target("option", "letter", "q")
    assert texts(made, "card:title") == ["Which letter?"]
    assert len(made.focus) == 27
    assert made.focus[-1] == "card:button:cancel"
    first, eighth = made.by_key["card:option:letter:a"], made.by_key["card:option:letter:h"]
    assert first.x == eighth.x
    assert first.y < eighth.y


def test_words_are_chosen_from_a_list() -> None:
    question = Question("colour", "Which colour?", tuple((word, word) for word in ("amber", "blue", "dark turquoise")))
    made = scene(replace(simple(), question=question), Ui(card=Card("question")), USUAL, DARK)
    boxes = [made.by_key[f"card:option:colour:{word}"] for word in ("amber", "blue", "dark turquoise")]
    assert len({box.x for box in boxes}) == 1
    assert [box.y for box in boxes] == sorted(box.y for box in boxes)


FORM = Form(
    "Settings", (Field("size", "Size", "number", 9, low=3, high=19),), (Choice("Done", Target("command", "close")),)
)
READING = Reading("Help", (Section("Rules", tuple(f"• Rule {n}." for n in range(90))),), (), first=10)
LISTING = Listing("Menu", (), (), tuple(Choice(f"Entry {n}", Target("command", f"entry_{n}")) for n in range(9)))


@pytest.mark.parametrize("page", [FORM, READING, LISTING], ids=["form", "reading", "menu"])
def test_pages_on_cards_fit_every_window(page: Form | Reading | Listing) -> None:
    for size in SIZES:
        made = scene(simple(), Ui(card=Card("page", page=page)), size, DARK)
        assert faults(made) == []
        assert all(key.startswith("card:") for key in made.focus)
        paper = body(made.by_key["card:paper"])
        for node in made.nodes:
            if node.key.startswith("card:") and node.key != "card:veil":
                assert paper.holds(*body(node).middle)


def test_a_page_on_a_card_is_scrolled() -> None:
    card = Card("help", page=READING)
    made = scene(simple(), Ui(card=card), USUAL, DARK)
    rows = visible_card_rows(card, USUAL)
    assert rows.total == 91
    assert made.by_key["card:scroll"].target == Target("slider", "scroll", (0, rows.total - rows.visible))
    assert next(text for text in texts(made, "card:line") if text != "•") == "Rule 9."


def problems(text: str) -> Card:
    lines = tuple(text.split("\n"))
    return Card("problems", page=Reading("One problem", (Section("", lines),), (CLOSE,), code=True))


def test_problems_cover_a_part_of_the_board_and_leave_the_rest_playable() -> None:
    text = "a.yaml:3:4: error: There is nothing called ‘wite’ here.\n  3 | wite\n    | ^^^^"
    made = scene(simple(), Ui(card=problems(text)), USUAL, DARK)
    assert texts(made, "card:line")[1] == "  3 | wite"
    skin = made.by_key["card:line:1"].skin
    assert isinstance(skin, Label)
    assert skin.mono
    shield, table = made.by_key["card:shield"], body(made.by_key["ground:grid"])
    assert shield.target == Target("shield")
    assert shield.y > table.y
    assert made.spots
    assert {"ground:grid", "button:menu", "card:button:close"} <= set(made.focus)
    menu = made.by_key["button:menu"]
    assert made.target_at(menu.x + 4, menu.y + 4) is menu
    for size in SIZES:
        assert faults(scene(simple(), Ui(card=problems(text * 9)), size, DARK)) == []


LONG = "This text is rather long, so that it has to be wrapped, and in a low window it has to be cut. " * 6
CROWDED = (
    replace(RESULT, text=LONG, buttons=tuple(ButtonShown(f"b{n}", f"Button {n}", n != 2) for n in range(7))),
    OverlayShown(
        "scores", "Scores " * 9, LONG, columns=tuple(Column(f"Player {n}", ("a line",) * 40, "9") for n in range(4))
    ),
    OverlayShown("ready", "Ready?", LONG, "Yes, I am ready to begin"),
)


@pytest.mark.parametrize("overlay", CROWDED, ids=lambda overlay: overlay.name)
def test_crowded_cards_fit_every_window(overlay: OverlayShown) -> None:
    for size in SIZES:
        assert faults(drawn(overlay, size)) == []


def test_long_questions_fit_every_window() -> None:
    for options in (
        tuple((n, str(n)) for n in range(1, 61)),
        tuple((n, f"A rather long answer, number {n}") for n in range(30)),
    ):
        shown = replace(simple(), question=Question("slot", "Which one of all these is it?", options))
        for size in SIZES:
            assert faults(scene(shown, Ui(card=Card("question")), size, DARK)) == []
