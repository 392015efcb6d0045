"""Playing cards: each can be told from the others at any size, and looks the same upside down."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from interpreter.spec.view_model import SUITS
from renderer.skins.icons import own_ink
from renderer.skins.playing_cards import CardBack, PlayingCard, pip_places
from runtime.show.colours import READABLE, contrast

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def apart(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ, from 0 to 255."""
    cloth = Image.new("RGBA", one.size, "#2c6e49")
    pictures = [Image.alpha_composite(cloth, each).convert("RGB") for each in (one, other)]
    return sum(ImageStat.Stat(ImageChops.difference(*pictures)).mean)


@pytest.mark.parametrize("width", [24, 60, 120])
def test_all_cards_differ(width: int) -> None:
    height = round(width * 1.4)
    drawn = {(rank, suit): PlayingCard(width, height, rank, suit).draw() for rank in RANKS for suit in SUITS}
    assert [pair for pair in combinations(drawn, 2) if apart(drawn[pair[0]], drawn[pair[1]]) < 1.5] == []


@pytest.mark.parametrize("count", range(2, 11))
def test_a_number_card_has_as_many_pips_as_its_number(count: int) -> None:
    places = pip_places(count)
    assert len(set(places)) == len(places) == count
    # Only the seven is not the same upside down.
    turned = {(1 - x, round(1 - y, 6)) for x, y in places}
    assert (turned == {(x, round(y, 6)) for x, y in places}) is (count != 7)


def test_the_index_stands_in_two_corners() -> None:
    card = PlayingCard(80, 112, "K", "hearts")
    picture = card.draw()
    inner = picture.crop((card.margin, card.margin, card.margin + 80, card.margin + 112)).convert("L")
    upper, lower = inner.crop((4, 5, 20, 36)), inner.rotate(180).crop((4, 5, 20, 36))
    assert min(upper.getextrema()) < 120
    assert ImageStat.Stat(ImageChops.difference(upper, lower)).mean[0] < 8
    assert min(inner.crop((62, 5, 78, 36)).getextrema()) > 200


def test_suits_are_red_and_black_unless_something_else_is_said() -> None:
    assert [own_ink(suit) for suit in (*SUITS, "star")] == ["#1b1d24", "#c4203a", "#c4203a", "#1b1d24", None]
    assert PlayingCard(80, 112, "9", "hearts").lettering == "#c4203a"
    assert PlayingCard(80, 112, "9", "hearts", ink="#2d4f8e").lettering == "#2d4f8e"


@pytest.mark.parametrize("paper", ["#fdfbf5", "#dcc9a1", "#26262b", "#cb4154", "#000000"])
def test_the_index_can_be_read_on_any_paper(paper: str) -> None:
    assert min(contrast(PlayingCard(80, 112, "9", suit, paper).lettering, paper) for suit in SUITS) >= READABLE


@pytest.mark.parametrize("size", [(3, 4), (12, 17), (50, 70), (200, 280)])
def test_cards_of_any_size_can_be_drawn(size: tuple[int, int]) -> None:
    for skin in (CardBack(*size), PlayingCard(*size, "Q", "spades"), PlayingCard(*size, "Joker"), PlayingCard(*size)):
        assert skin.draw().size == skin.size
