"""Texts in boxes."""

from renderer.nodes import Box
from renderer.scene.labels import Style, balanced_lines, line_nodes, lines_of, text_height, text_nodes
from renderer.skins.text import Label

PLAIN = Style(20, "#ffffff")


def skin(node: object) -> Label:
    found = getattr(node, "skin", None)
    assert isinstance(found, Label)
    return found


def test_a_line_stands_in_the_middle_of_its_box() -> None:
    (left,) = line_nodes("a", "Word", Box(10, 10, 200, 40), PLAIN, 5)
    (middle,) = line_nodes("a", "Word", Box(10, 10, 200, 40), PLAIN, 5, "middle")
    (right,) = line_nodes("a", "Word", Box(10, 10, 200, 40), PLAIN, 5, "right")
    assert left.x == 10
    assert right.x + right.width == 210
    assert abs((left.x + right.x) / 2 - middle.x) <= 1
    assert abs(left.y + left.height / 2 - 30) <= 1
    assert left.z == 5


def test_a_line_that_is_too_wide_is_made_smaller_and_then_shortened() -> None:
    room = PLAIN.width_of("A longer text") * 0.8
    (smaller,) = line_nodes("a", "A longer text", Box(0, 0, room, 40), PLAIN, 0)
    assert skin(smaller).text == "A longer text"
    assert 10 <= skin(smaller).font_size < 20
    (shorter,) = line_nodes("a", "A longer text", Box(0, 0, room * 0.4, 40), PLAIN, 0)
    assert skin(shorter).font_size == 10
    assert skin(shorter).text.endswith("…")
    assert shorter.width <= room * 0.4


def test_negative_numbers_have_a_minus_sign() -> None:
    def said(text: str, style: Style = PLAIN) -> str:
        return skin(line_nodes("a", text, Box(0, 0, 900, 40), style, 0)[0]).text

    assert said("-10") == "−10"
    assert said("You: Tiles changed, -10 points (-2).") == "You: Tiles changed, −10 points (−2)."
    assert said("K-10, 3-2, 2026-11-16, a-b, --5") == "K-10, 3-2, 2026-11-16, a-b, --5"
    assert said("- -1", PLAIN._replace(mono=True)) == "- -1"
    assert skin(text_nodes("a", "Score -3", Box(0, 0, 900, 40), PLAIN, 0)[0]).text == "Score −3"
    assert PLAIN.width_of("-3") == PLAIN.width_of("−3")


def test_an_empty_text_is_no_node() -> None:
    assert line_nodes("a", "", Box(0, 0, 100, 20), PLAIN, 0) == ()
    assert text_nodes("a", "", Box(0, 0, 100, 20), PLAIN, 0) == ()
    assert text_height("", 100, PLAIN) == 0


def test_a_text_is_wrapped_and_cut_at_the_end_of_its_box() -> None:
    text = "One two three four five six seven eight nine ten"
    lines = lines_of(text, 120, PLAIN)
    assert " ".join(lines) == text
    assert text_height(text, 120, PLAIN) == len(lines) * 26
    nodes = text_nodes("a", text, Box(0, 0, 120, 60), PLAIN, 0)
    assert [node.key for node in nodes] == ["a:0", "a:1"]
    assert skin(nodes[1]).text.endswith("…")
    assert nodes[1].y - nodes[0].y == 26


def test_lines_in_the_middle_are_about_as_long_as_each_other() -> None:
    style, box = Style(16, "#ffffff"), Box(0, 0, 400, 100)
    text = "More than half of the seeds are in one store. South 25, North 23."
    left = [node.skin.text for node in text_nodes("a", text, box, style, 1) if isinstance(node.skin, Label)]
    middle = [node.skin.text for node in text_nodes("a", text, box, style, 1, "middle") if isinstance(node.skin, Label)]
    assert len(left) == len(middle) == 2
    assert len(left[1]) < 0.4 * len(left[0]) and len(middle[1]) > 0.7 * len(middle[0])
    assert " ".join(middle) == text
    assert balanced_lines("one line", 400, style) == ("one line",)
    assert balanced_lines("first\nsecond, which is longer", 400, style) == ("first", "second, which is longer")
