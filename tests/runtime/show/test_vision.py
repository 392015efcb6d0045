"""Colours as other eyes see them, how far apart they are, and that those of the palettes are far enough apart."""

from itertools import combinations

import pytest

from interpreter.spec.view_model import COLOURS
from runtime.show.palettes import BRIGHT, GROUNDS, SAFE, USUAL, Palette, listed
from runtime.show.vision import VISIONS, Vision, ciede2000, confused_by, difference, seen, told_apart

Lab = tuple[float, float, float]


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_of_the_published_examples(first: Lab, second: Lab, apart: float) -> None:
    """The examples of Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula, 2005."""
    assert ciede2000(first, second) == pytest.approx(apart, abs=1e-4)
    assert ciede2000(second, first) == pytest.approx(apart, abs=1e-4)


def test_distances_of_screen_colours() -> None:
    assert difference("#ffffff", "#000000") == pytest.approx(100, abs=0.01)
    assert difference("#ff0000", "#00ff00") == pytest.approx(86.61, abs=0.02)
    assert difference("#3a3a3a", "#3a3a3a") == 0


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_look_the_same_to_all_eyes(vision: Vision) -> None:
    for grey in ("#000000", "#777777", "#ffffff"):
        assert difference(seen(grey, vision), grey) < 0.6


def test_what_eyes_confuse() -> None:
    assert seen("#ff0000", "usual") == "#ff0000"
    red, green, blue, purple, teal = "#cb4154", "#4fa066", "#3f72c4", "#8e5bb5", "#2a9d8f"
    assert confused_by(red, green) == "deutan"
    assert confused_by(blue, purple) == "protan"
    assert confused_by(green, teal) == "tritan"
    assert confused_by(red, blue) is None
    assert confused_by("#808080", "#818181") == "usual"
    # Two shades of one colour look equally close to everybody.
    assert confused_by("#f3e9d2", "#dcc9a1") is None


def apart(palette: Palette, colours: list[str]) -> list[tuple[str, str, Vision]]:
    """Who confuses which of some colours."""
    values = [value for name in colours if (value := listed(palette, name)) is not None]
    return [
        (first, second, vision)
        for first, second in combinations(dict.fromkeys(values), 2)
        for vision in VISIONS
        if not told_apart(first, second, vision)
    ]


@pytest.mark.parametrize("palette", [USUAL, BRIGHT, SAFE], ids=["usual", "bright", "safe"])
def test_words_players_and_enum_words_are_told_apart_by_all_eyes(palette: Palette) -> None:
    words = [word for word in COLOURS if word not in GROUNDS]
    assert len(words) == 13
    assert apart(palette, words) == []
    assert apart(palette, [f"player {number}" for number in range(1, 9)]) == []
    assert apart(palette, [f"word {number}" for number in range(1, 13)]) == []
    assert apart(palette, ["green", "sand"]) == []


def test_what_a_spec_writes_is_found_in_a_palette() -> None:
    assert listed(USUAL, "#AABBCC") == "#aabbcc"
    assert listed(USUAL, "player 10") == USUAL.players[1]
    assert listed(USUAL, "word 3") == USUAL.enums[2]
    assert listed(USUAL, "ultraviolet") is None
