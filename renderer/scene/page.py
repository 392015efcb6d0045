"""A page as a scene of its own, how far it can be scrolled, and the ring around the keyboard's place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from renderer.nodes import CARD, GROUND, PANEL, TIP, Box, Node, Scene
from renderer.scene.buttons import key_of
from renderer.scene.cards import page_card_inner, page_height, page_nodes, page_rows
from renderer.scene.gallery import GalleryLayout, gallery_layout
from renderer.scene.labels import Style, line_nodes
from renderer.scene.layout import MARGIN, unit_of, whole
from renderer.scene.page_models import Form, Gallery, Listing, Page, Reading
from renderer.scene.scrolling import Rows
from renderer.scene.ui import Card, Ui
from renderer.skins.marks import Ring
from renderer.skins.paper import Backdrop, Paper
from renderer.skins.skin import node
from renderer.skins.theme import Size, Theme

PRESSABLE = ("action", "command", "option", "field", "slider")
_HEIGHT = attrgetter("z")
WIDEST = {Form: 860, Listing: 980, Reading: 860}
PADDING = 30


def is_pressable(node: Node) -> bool:
    """Whether a node can be pressed: spots are pointed at, shields only hide."""
    return node.target is not None and node.enabled and node.target.kind in PRESSABLE


def focus_order(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The keys of everything that can be pressed, in reading order."""
    return tuple(node.key for node in nodes if is_pressable(node))


def finished(
    size: Size,
    nodes: Sequence[Node],
    cards: Sequence[Node],
    spots: Mapping[Any, Box],
    ui: Ui,
    theme: Theme,
    unit: float,
    focus: tuple[str, ...] | None = None,
    tips: Mapping[str, str] | None = None,
) -> Scene:
    """A scene from nodes in reading order. While a card is open, the keyboard stays on the card.

    `tips` are texts that are shown beside the node of a key while the pointer is on it.
    """
    reached = focus_order(cards) if cards else focus if focus is not None else focus_order(nodes)
    found = [*nodes, *cards]
    if ui.keyboard and ui.focus is not None and ui.focus in reached:
        found += _ring(found, ui.focus, theme, unit)
    tip = tips.get(ui.hovered_key, "") if tips and ui.hovered_key is not None else ""
    if tip and ui.hovered_key is not None:
        found += _tip_nodes(found, ui.hovered_key, tip, size, theme, unit)
    found.sort(key=_HEIGHT)
    return Scene((size.width, size.height), tuple(found), spots, reached)


def _ring(nodes: Sequence[Node], key: str, theme: Theme, unit: float) -> list[Node]:
    """The ring around a node that can be pressed; on boards and zones the cursor shows where the keyboard is."""
    for each in nodes:
        if each.key == key and each.target is not None and each.target.kind in PRESSABLE:
            reach, thick = round(4 * unit), max(2, round(2.5 * unit))
            width, height = round(each.width) + 2 * reach, round(each.height) + 2 * reach
            skin = Ring(width, height, min(12 * unit, height / 2), theme.focus, thick)
            return [Node("focus", skin, round(each.x) - reach, round(each.y) - reach, width, height, each.z + 5)]
    return []


def _tip_nodes(nodes: Sequence[Node], key: str, text: str, size: Size, theme: Theme, unit: float) -> list[Node]:
    """The reason why a button is disabled, above the button and inside the window."""
    touched = next((node for node in nodes if node.key == key), None)
    if touched is None:
        return []
    style = Style(14 * unit, theme.ink)
    margin, padding = 8 * unit, 12 * unit
    width = round(min(style.width_of(text) + 2 * padding + 1, size.width - 2 * margin))
    height = round(30 * unit)
    x = min(max(touched.x + touched.width / 2 - width / 2, margin), size.width - margin - width)
    y = touched.y - height - 6 * unit
    y = y if y >= margin else touched.y + touched.height + 6 * unit
    box = Box(round(x), round(y), width, height)
    paper = Paper(width, height, round(8 * unit), theme.card, None, theme.card_edge, max(1, round(unit)))
    words = line_nodes("tip:text", text, box.inside(padding, 0), style, TIP + 1, "middle")
    return [Node("tip", paper, *box, TIP), *words]


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
    below = [each for each in nodes if each.z < CARD]
    cards = [each for each in nodes if each.z >= CARD]
    return finished(size, below, cards, {}, ui, theme, unit, tips=_tips(page, nodes))


def _tips(page: Page, nodes: list[Node]) -> dict[str, str]:
    """The meanings of buttons that have no room for their text."""
    written = {node.key for node in nodes}
    keys = {key_of(choice.target): choice.text for choice in page.choices}
    if isinstance(page, Gallery) and "button:show_all:text" not in written:
        keys["button:show_all"] = "Show all games"
    if isinstance(page, Gallery) and page.details is not None:
        keys["details:button:favourite"] = "Remove from favourites" if page.details.favourite else "Add to favourites"
    return {key: text for key, text in keys.items() if f"{key}:text" not in written}


def visible_rows(page: Page, size: Size) -> Rows:
    """How many rows of a page are visible at once, and how many there are: the steps for keys and wheel."""
    unit = unit_of(size)
    return page_rows(page, _inner(page, size, unit), unit)


def gallery_in(gallery: Gallery, size: Size) -> GalleryLayout:
    """The places of the gallery's parts in a window."""
    unit = unit_of(size)
    return gallery_layout(gallery, _inner(gallery, size, unit), unit)


def visible_card_rows(card: Card, size: Size) -> Rows:
    """The same numbers for the page on a card in front of the table."""
    assert card.page is not None
    unit = unit_of(size)
    return page_rows(card.page, page_card_inner(card, Box(0, 0, size.width, size.height), unit), unit)


def backdrop(size: Size, theme: Theme) -> Node:
    """The background behind everything."""
    skin = Backdrop(size.width, size.height, theme.background, theme.background_low)
    return Node("background", skin, 0, 0, size.width, size.height, GROUND)


def _paper_box(page: Form | Listing | Reading, size: Size, unit: float) -> Box:
    """The paper of a page: as wide as is comfortable to read, as high as it needs to be, centred in the window."""
    margin = MARGIN * unit
    width = min(WIDEST[type(page)] * unit, size.width - 2 * margin)
    wanted = page_height(page, width - 2 * PADDING * unit, unit) + 2 * PADDING * unit
    height = min(wanted, size.height - 2 * margin)
    return whole(Box((size.width - width) / 2, (size.height - height) / 2, width, height))


def _inner(page: Page, size: Size, unit: float) -> Box:
    if isinstance(page, Gallery):
        return whole(Box(0, 0, size.width, size.height).inside(MARGIN * 1.4 * unit))
    return whole(_paper_box(page, size, unit).inside(PADDING * unit))
