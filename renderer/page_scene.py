"""A page as a scene of its own, and how far it can be scrolled."""

from __future__ import annotations

from renderer.buttons import key_of
from renderer.cards import page_card_inner
from renderer.finishing import finished
from renderer.layout import MARGIN, unit_of, whole
from renderer.nodes import GROUND, PANEL, Box, Node, Scene
from renderer.page_models import Form, Gallery, Listing, Page, Reading
from renderer.pages.any_page import page_height, page_nodes, page_rows
from renderer.pages.scrolling import Rows
from renderer.skins.paper import Backdrop, Paper
from renderer.skins.placing import node
from renderer.theme import Size, Theme
from renderer.ui import Card, Ui

WIDEST = {Form: 860, Listing: 980, Reading: 860}
PADDING = 30


def page_scene(page: Page, ui: Ui, size: Size, theme: Theme) -> Scene:
    """A page in the whole window."""
    unit = unit_of(size)
    nodes: list[Node] = [backdrop(size, theme)]
    if not isinstance(page, Gallery):
        box = _paper_box(page, size, unit)
        skin = Paper(
            round(box.width), round(box.height), round(20 * unit), theme.panel, theme.panel_low, theme.panel_edge,
            max(1, round(1.5 * unit)), round(10 * unit),
        )  # fmt: skip
        nodes.append(node("panel:page", skin, box.x, box.y, PANEL))
    nodes += page_nodes(page, ui, _inner(page, size, unit), theme, unit, PANEL + 10)
    return finished(size, nodes, (), {}, ui, theme, unit, tips=_tips(page, nodes))


def _tips(page: Page, nodes: list[Node]) -> dict[str, str]:
    """What buttons mean that have no room for their text."""
    written = {node.key for node in nodes}
    keys = {key_of(choice.target): choice.text for choice in page.choices}
    return {key: text for key, text in keys.items() if f"{key}:text" not in written}


def visible_rows(page: Page, size: Size) -> Rows:
    """How many rows of a page are seen at once, and how many there are: what keys and wheel scroll by."""
    unit = unit_of(size)
    return page_rows(page, _inner(page, size, unit), unit)


def visible_card_rows(card: Card, size: Size) -> Rows:
    """The same for the page on a card in front of the table."""
    assert card.page is not None
    unit = unit_of(size)
    return page_rows(card.page, page_card_inner(card, Box(0, 0, size.width, size.height), unit), unit)


def backdrop(size: Size, theme: Theme) -> Node:
    """What lies behind everything."""
    skin = Backdrop(size.width, size.height, theme.background, theme.background_low)
    return Node("background", skin, 0, 0, size.width, size.height, GROUND)


def _paper_box(page: Form | Listing | Reading, size: Size, unit: float) -> Box:
    """The paper of a page: as wide as it is well read, as high as it needs to be, in the middle of the window."""
    margin = MARGIN * unit
    width = min(WIDEST[type(page)] * unit, size.width - 2 * margin)
    wanted = page_height(page, width - 2 * PADDING * unit, unit) + 2 * PADDING * unit
    height = min(wanted, size.height - 2 * margin)
    return whole(Box((size.width - width) / 2, (size.height - height) / 2, width, height))


def _inner(page: Page, size: Size, unit: float) -> Box:
    if isinstance(page, Gallery):
        return whole(Box(0, 0, size.width, size.height).inside(MARGIN * 1.4 * unit))
    return whole(_paper_box(page, size, unit).inside(PADDING * unit))
