"""Texts: their size, how they are made to fit, and that they look as the font draws them."""

import pytest
from PIL import Image, ImageChops, ImageDraw

from renderer.skins.text import Label, extent, fitted, font, measure, metrics, shortened, wrapped, written

LONG = "Shut in at least one disc of the other colour."


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("mono", [False, True])
@pytest.mark.parametrize("text", ["AVAToWa", "jagged (fly) – 10 × ½", LONG, "‘Ä’ q…"])
def test_letters_are_put_together_as_the_font_does(text: str, bold: bool, mono: bool) -> None:
    size = 19
    box = extent(text, size, bold, mono)
    whole = Image.new("L", (box.width, box.height))
    ImageDraw.Draw(whole).text((box.left, box.baseline), text, fill=255, font=font(size, bold, mono), anchor="ls")
    assert ImageChops.difference(whole, written(text, size, bold, mono)).getextrema() == (0, 0)
    assert 0 <= box.width - font(size, bold, mono).getlength(text) < 2


def test_height_and_baseline_depend_on_the_size_alone() -> None:
    for size in (9, 16, 30):
        above, below = metrics(size)
        assert {(extent(text, size).height, extent(text, size).baseline) for text in ("", "x", "Åg", "—★")} == {
            (above + below, above)
        }


def test_a_label_is_drawn_in_its_size_and_colour() -> None:
    label = Label("Wj", 24, "#336699", bold=True)
    picture = label.draw()
    assert (picture.size, picture.mode, label.margin) == (label.size, "RGBA", 0)
    assert picture.getextrema()[:3] == ((0x33, 0x33), (0x66, 0x66), (0x99, 0x99))
    assert picture.getextrema()[3] == (0, 255)


def test_an_empty_label_has_a_height() -> None:
    assert Label("", 16, "#000000").size == (1, sum(metrics(16)))
    picture = Label("", 16, "#000000").draw()
    assert (picture.size, picture.getextrema()[3]) == ((1, sum(metrics(16))), (0, 0))


def test_signs_that_the_font_lacks_are_drawn() -> None:
    lacking = written("\ue000", 40)
    for sign in "★✓✗":
        assert written(sign, 40).tobytes() != lacking.tobytes()
    assert written("★", 40).tobytes() != written("✓", 40).tobytes()
    assert measure("H★H", 40)[0] == 2 * measure("H", 40)[0] + measure("★", 40)[0]


def test_a_text_is_made_smaller_until_it_fits() -> None:
    assert fitted("128", 1000, 30) == 30
    size = fitted("65536", 40, 30, bold=True)
    assert measure("65536", size, True)[0] <= 40 < measure("65536", size + 1, True)[0]
    assert fitted(LONG, 40, 30, smallest=11) == 11


def test_a_text_is_shortened() -> None:
    assert shortened("short", 100, 16) == "short"
    cut = shortened(LONG, 120, 16)
    assert cut == "Shut in at leas…"
    assert measure(cut, 16)[0] <= 120
    assert shortened(LONG, 1, 16) == "…"


def test_a_text_is_wrapped() -> None:
    lines = wrapped(LONG, 150, 16)
    assert lines == ["Shut in at least one", "disc of the other", "colour."]
    assert all(measure(line, 16)[0] <= 150 for line in lines)
    assert wrapped("one\n\ntwo", 150, 16) == ["one", "", "two"]
    assert wrapped("    let: x", 150, 16, mono=True) == ["    let: x"]
    assert wrapped("", 150, 16) == [""]


def test_a_word_that_is_too_wide_is_broken() -> None:
    lines = wrapped("a Donaudampfschifffahrt", 70, 16)
    assert "".join(lines) == "aDonaudampfschifffahrt"
    assert all(measure(line, 16)[0] <= 70 for line in lines)
    assert wrapped("WWW", 1, 16) == ["W", "W", "W"]
