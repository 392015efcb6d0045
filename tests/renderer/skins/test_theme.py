"""Themes: what becomes of a spec’s colours, and that everybody can read everything written."""

import pytest

from interpreter.spec.view_model import COLOURS
from renderer.skins.theme import NAMES, PATTERNS, NoSuchTheme, Theme, pattern_for, theme
from runtime.show.colours import contrast
from runtime.show.values import Colour

THEMES = [theme(name, patterns) for name in NAMES for patterns in (False, True)]
NAMED = [f"{each.name}{' with patterns' if each.patterns else ''}" for each in THEMES]
GROUNDS = ("background", "background_low", "panel", "panel_low", "card", "card_low", "well")
INKS = ("ink", "ink_soft", "ink_faint", "warning", "good")
INKS_ON = {
    "accent_ink": ("accent", "accent_low"),
    "button_ink": ("button", "button_low"),
    "tile_ink": ("tile",),
}
every_theme = pytest.mark.parametrize("shown", THEMES, ids=NAMED)


@every_theme
def test_texts_can_be_read(shown: Theme) -> None:
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS]
    pairs += [(ink, ground) for ink, grounds in INKS_ON.items() for ground in grounds]
    weak = {
        (ink, ground): round(contrast(getattr(shown, ink), getattr(shown, ground)), 2)
        for ink, ground in pairs
        if contrast(getattr(shown, ink), getattr(shown, ground)) < 4.5
    }
    assert weak == {}


@every_theme
def test_every_ground_has_an_ink(shown: Theme) -> None:
    palette = {*shown.palette.words.values(), *shown.palette.players, *shown.palette.enums, "#777777", "#707070"}
    assert [colour for colour in palette if contrast(shown.ink_on(colour), colour) < 4.5] == []


@every_theme
def test_every_word_of_the_language_has_a_colour_of_its_own(shown: Theme) -> None:
    assert set(shown.palette.words) == set(COLOURS)
    different = {shown.palette.words[word] for word in COLOURS if word != "highlight"}
    assert len(different) == len(COLOURS) - 1


def test_colours_of_a_spec() -> None:
    shown = theme("dark")
    assert shown.paint(None, "#010203") == "#010203"
    assert shown.paint(Colour("mine", "#A0B0C0"), "#010203") == "#a0b0c0"
    assert shown.paint(Colour("red", "red"), "#010203") == "#c74052"
    assert shown.paint(Colour("bob", "player 2"), "#010203") == shown.palette.players[1]
    assert shown.paint(Colour("bob", "player 10"), "#010203") == shown.palette.players[1]
    assert shown.paint(Colour("wheat", "word 3"), "#010203") == shown.palette.enums[2]
    assert shown.paint(Colour("odd", "ultraviolet"), "#010203") == "#010203"


def test_the_safe_palette_replaces_words_but_not_what_a_spec_paints_itself() -> None:
    safe = theme("dark", patterns=True)
    assert safe.paint(Colour("red", "red"), "") == "#d55e00"
    assert safe.paint(Colour("mine", "#cb4154"), "") == "#cb4154"


def test_patterns_are_those_of_the_spec_until_they_are_wanted() -> None:
    plain, patterned = theme("light"), theme("light", patterns=True)
    red = Colour("red", "red")
    assert (plain.pattern_of(red), plain.pattern_of(red, 3), plain.pattern_of(red, PATTERNS + 2)) == (0, 3, 2)
    assert (patterned.pattern_of(red), patterned.pattern_of(red, 3), patterned.pattern_of(None)) == (1, 3, 0)


def test_each_colour_has_a_pattern_of_its_own() -> None:
    words = ["red", "orange", "amber", "yellow", "green", "teal", "blue", "purple", "pink", "brown"]
    assert sorted(pattern_for(Colour(word, word)) for word in words) == list(range(1, 11))
    greys = ["black", "white", "grey", "sand", "ivory", "shade", "highlight", "faint"]
    assert {pattern_for(Colour(word, word)) for word in greys} == {0}
    assert [pattern_for(Colour("", f"player {number}")) for number in (1, 2, 13)] == [1, 2, 1]
    assert [pattern_for(Colour("", f"word {number}")) for number in (4, 12)] == [4, 12]
    painted = ["#d7263d", "#f4c430", "#1a7f4f", "#2f62b5"]
    assert len({pattern_for(Colour("", colour)) for colour in painted}) == 4
    assert [pattern_for(Colour("", colour)) for colour in ("#1c1c1e", "#f7f5ef", "#888888")] == [0, 0, 0]


def test_a_name_that_no_theme_has() -> None:
    with pytest.raises(NoSuchTheme, match="There is no theme ‘sepia’; there are dark, light, high_contrast"):
        theme("sepia")
