"""Pips: as many signs as the number says, separate from each other, in the right colour."""

import pytest
from PIL import Image

from renderer.scene.painter import body, counted_out
from renderer.skins.marks import MOST, Pips, pip_mask, places
from renderer.skins.theme import theme
from renderer.skins.tokens import Token
from runtime.show.colours import READABLE, contrast
from runtime.show.values import Colour, Look


def blobs(mask: Image.Image) -> int:
    """How many connected parts a mask has."""
    width, height = mask.size
    left = {(x, y) for x in range(width) for y in range(height) if mask.getpixel((x, y)) > 127}
    count = 0
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            x, y = waiting.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    waiting.append(near)
    return count


@pytest.mark.parametrize("icon", [None, "square", "diamond", "triangle"])
@pytest.mark.parametrize("count", range(MOST + 1))
def test_as_many_pips_are_seen_as_there_are(icon: str | None, count: int) -> None:
    assert len(places(count)) == count
    for side in (22, 60):
        assert blobs(pip_mask(icon, count, side, side)) == count


@pytest.mark.parametrize("shape", ["tile", "disc", "ring", "square"])
def test_pieces_with_different_pips_look_different(shape: str) -> None:
    pictures = {Token(shape, 48, 48, "#f3e9d2", pips=count).draw().tobytes() for count in range(MOST + 1)}
    assert len(pictures) == MOST + 1


def test_a_number_that_is_too_large_for_pips_is_written() -> None:
    assert counted_out(Look(pips=MOST), "12") == ("", MOST)
    assert counted_out(Look(pips=MOST + 1), "13") == ("13", None)
    assert counted_out(Look(pips=MOST + 1), "") == ("13", None)
    assert counted_out(Look(), "7") == ("7", None)


def test_ink_is_kept_where_it_can_be_read_and_changed_where_it_cannot() -> None:
    blue = Token("tile", 48, 48, "#f3e9d2", face="1", ink="#1f4fa0")
    assert blue.lettering == "#1f4fa0"
    pale = Token("tile", 48, 48, "#f3e9d2", face="1", ink="#ffe08a")
    assert contrast(pale.lettering, "#f3e9d2") >= READABLE


def test_a_look_hands_its_pips_and_its_ink_on() -> None:
    look = Look("tile", Colour("ivory", "ivory"), icon="diamond", ink=Colour("red", "red"), pips=5)
    skin = body(look, 48, 48, theme("dark"), "5c")
    assert isinstance(skin, Token)
    assert (skin.face, skin.pips, skin.icon, skin.ink) == ("", 5, "diamond", theme("dark").paint(look.ink, ""))
    bare = body(Look("none", None, icon="diamond", pips=2), 48, 48, theme("dark"))
    assert isinstance(bare, Pips)
    assert (bare.icon, bare.count) == ("diamond", 2)
