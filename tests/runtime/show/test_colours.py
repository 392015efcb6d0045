"""Colours: how readable they are on each other, and what lies between them."""

import pytest

from runtime.show.colours import clearest, contrast, legible, luminance, mixed, opposite, parts


def test_parts() -> None:
    assert parts("#0a80ff") == (10, 128, 255)


@pytest.mark.parametrize(("colour", "light"), [("#000000", 0.0), ("#ffffff", 1.0), ("#777777", 0.1845)])
def test_luminance(colour: str, light: float) -> None:
    assert round(luminance(colour), 4) == light


def test_contrast_does_not_ask_which_colour_is_first() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48
    assert contrast("#123456", "#123456") == 1


def test_mixing() -> None:
    assert [mixed("#000000", "#ff8040", share) for share in (0, 0.5, 1)] == ["#000000", "#804020", "#ff8040"]


def test_the_clearest_ink() -> None:
    assert clearest(("#000000", "#ffffff"), "#3f72c4") == "#ffffff"
    assert clearest(("#000000", "#ffffff"), "#f2b134") == "#000000"


def test_signs_are_dark_on_what_is_light_and_light_on_what_is_dark() -> None:
    assert [opposite(ground) for ground in ("#000000", "#3f72c4", "#cb4154", "#f2b134", "#ffffff")] == [
        *("#ffffff", "#ffffff", "#ffffff", "#000000", "#000000")
    ]


def test_a_colour_is_changed_no_more_than_needed() -> None:
    assert legible("#ffffff", "#000000", "#ffffff", 4.5) == "#ffffff"
    assert legible("#333333", "#000000", "#ffffff", 4.5) == "#858585"
    assert legible("#333333", "#808080", "#ffffff", 21) == "#ffffff"
