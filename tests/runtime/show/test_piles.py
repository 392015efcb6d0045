"""Piles and cards as they are shown: which way each site fans out, and what boards of cards look like."""

from runtime.show.values import BoardStyle
from tests.renderer.piles import lanes, patience
from tests.runtime.show.looking import pieces, shown, sites


def test_each_site_fans_out_as_its_expression_says() -> None:
    found = sites(shown(patience()))
    assert [name for name, site in found.items() if site.fan == "down"] == ["a2", "b2", "c2", "d2", "e2", "f2", "g2"]
    assert {site.fan for name, site in found.items() if name.endswith("1")} == {""}
    assert {site.fan for site in sites(shown(lanes())).values()} == {"up", "down"}
    assert sites(shown(lanes()))["a1"].fan == "up"


def test_boards_of_cards_have_upright_cells() -> None:
    style = shown(patience()).boards[0].style
    assert (style.cards, style.pile, style.aspect, style.cell_width) == (True, 52, 1.4, None)
    style = shown(lanes()).boards[0].style
    assert (style.cards, style.cell_size, style.aspect, style.cell_width) == (False, (56, 280), 5.0, 56)
    assert (BoardStyle().aspect, BoardStyle(cell_size=40).aspect, BoardStyle(cell_size=40).cell_width) == (1.0, 1.0, 40)


def test_the_paper_of_a_card_is_not_the_colour_of_its_suit() -> None:
    king = pieces(shown(patience()))["c2"]
    assert (king.look.shape, king.look.icon, king.look.colour, king.faces) == ("card", "diamonds", None, ("K",))
