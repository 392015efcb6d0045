"""Cards in front of the table: those that a spec defines and those that the window opens by itself.

A card is modal: a shield lies over the table, and only what is on the card can be pressed. The keys of its nodes begin
with `card:`. Problems are shown on a card that leaves the rest of the table playable; lessons stand in the side panel.
"""

from __future__ import annotations

from dataclasses import replace

from renderer.buttons import Button, choice_button, shown_button
from renderer.dialog import CLOSE, EDGE, PADDING, WIDE, Dialog, Z, card_paper, dialog_nodes, in_the_middle
from renderer.layout import whole
from renderer.nodes import CARD, Box, Node, Target
from renderer.page_models import Listing, Reading
from renderer.pages.any_page import page_height, page_nodes
from renderer.pages.listing import is_menu
from renderer.question import question_nodes
from renderer.skins.paper import Paper, Shade
from renderer.skins.placing import node
from renderer.theme import Size, Theme
from renderer.ui import Card, Ui
from runtime.presentation.values import OverlayShown, Presentation

PREFIX = "card:"
VEIL, THIN_VEIL = 0.62, 0.2
"""How dark the table is behind a card; a question is answered with a look at the table."""
MENU_WIDTH = 420
USUAL = {"stuck": ("undo", "life"), "result": ("new_game",)}
"""The buttons that stand out on a card of the spec, the best first; otherwise the last one does."""
PLAYABLE = ("problems",)
"""The cards that leave the table playable."""


def modal_card(presentation: Presentation, ui: Ui) -> Card | OverlayShown | None:
    """The card in front of the table, if there is one that keeps it from being played."""
    if ui.card is not None and ui.card.name not in PLAYABLE:
        return ui.card
    if ui.overlay is not None:
        return presentation.overlays.get(ui.overlay)
    return None


def card_nodes(presentation: Presentation, ui: Ui, size: Size, theme: Theme, unit: float) -> list[Node]:
    """The modal card, with the shield and the veil behind it; nothing if there is none."""
    card = modal_card(presentation, ui)
    if card is None:
        return []
    window = Box(0, 0, size.width, size.height)
    if isinstance(card, OverlayShown):
        content = _overlay_card(card, ui, window, theme, unit)
    elif card.name == "question" and presentation.question is not None:
        content = question_nodes(presentation.question, card, ui, window, theme, unit)
    elif card.page is not None:
        content = _page_card(card, ui, window, theme, unit)
    else:
        content = _plain_card(card, ui, window, theme, unit)
    asked = isinstance(card, Card) and card.name == "question"
    veil = Shade(size.width, size.height, theme.veil, THIN_VEIL if asked else VEIL)
    return [Node("card:veil", veil, 0, 0, size.width, size.height, CARD, target=Target("shield")), *content]


# Plain cards


def _overlay_card(overlay: OverlayShown, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    buttons = [shown_button(button, PREFIX) for button in overlay.buttons]
    if overlay.button or not buttons:
        text = overlay.button or ("Play" if overlay.name in ("ready", "intro") else "Close")
        buttons.append(Button("card:button:close", text, CLOSE, rank="primary"))
    elif len(buttons) > 1 or overlay.name == "result":
        usual = _usual(overlay)
        buttons[usual] = replace(buttons[usual], rank="primary")
    closable = overlay.name in ("result", "scores") and all(button.target != CLOSE for button in buttons)
    signs = _signs(overlay, theme)
    summary = ui.summary if overlay.name == "result" else ""
    dialog = Dialog(overlay.title, overlay.text, tuple(buttons), signs, overlay.columns, closable, summary)
    return dialog_nodes(dialog, ui, window, theme, unit)


def _usual(overlay: OverlayShown) -> int:
    """The number of the button that most players want: the gentlest way out of a dead end, or a game like the last."""
    wanted = USUAL.get(overlay.name, ())
    enabled = [button.name for button in overlay.buttons if button.enabled]
    name = next((name for name in wanted if name in enabled), overlay.buttons[-1].name)
    return [button.name for button in overlay.buttons].index(name)


def _signs(overlay: OverlayShown, theme: Theme) -> tuple[tuple[str, str], ...]:
    """The signs for how a game ended, with their colours."""
    if overlay.name == "stuck":
        return (("lock", theme.warning),)
    if overlay.name != "result":
        return ()
    gold = theme.last_move
    return {
        "won": (("star", gold), ("trophy", gold), ("star", gold)),
        "lost": (("flag", theme.ink_soft),),
        "drawn": (("ring", theme.ink_soft), ("ring", theme.ink_soft)),
        "plain": (("trophy", gold),),
    }[overlay.mood]


def _plain_card(card: Card, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    if card.name == "menu":
        listing = Listing(card.title, (), (), card.choices, card.text)
        return _page_card(Card("menu", page=listing), ui, window, theme, unit)
    buttons = tuple(choice_button(choice, PREFIX) for choice in card.choices)
    signs = (("pause", theme.ink_soft),) if card.name == "pause" else ()
    return dialog_nodes(Dialog(card.title, card.text, buttons, signs), ui, window, theme, unit)


# Pages on cards


def page_card_box(card: Card, window: Box, unit: float) -> Box:
    """The box of a card with a page: as high as the page needs, if the window has the room."""
    assert card.page is not None
    wide = MENU_WIDTH if isinstance(card.page, Listing) and is_menu(card.page) else WIDE
    width = min(wide * unit, window.width - 2 * EDGE * unit)
    padding = PADDING * unit
    height = page_height(card.page, width - 2 * padding, unit) + 2 * padding - 8 * unit
    return in_the_middle(window, width, height, unit)


def page_card_inner(card: Card, window: Box, unit: float) -> Box:
    """Where the page on a card stands."""
    return whole(
        page_card_box(card, window, unit).inside(PADDING * unit, (PADDING - 8) * unit, PADDING * unit, PADDING * unit)
    )


def _page_card(card: Card, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    assert card.page is not None
    paper = card_paper(page_card_box(card, window, unit), theme, unit)
    return [paper, *page_nodes(card.page, ui, page_card_inner(card, window, unit), theme, unit, Z, PREFIX)]


# Problems


def problems_nodes(card: Card, ui: Ui, table: Box, theme: Theme, unit: float) -> list[Node]:
    """What is wrong with a spec, in a typewriter's letters over the lower part of the table."""
    page = card.page
    assert isinstance(page, Reading)
    box = problems_box(page, table, unit)
    skin = Paper(
        round(box.width), round(box.height), round(14 * unit), theme.card, theme.card_low, theme.warning,
        max(1, round(2 * unit)), round(12 * unit),
    )  # fmt: skip
    paper = node("card:paper", skin, box.x, box.y, CARD + 1)
    shield = Node(
        "card:shield", Shade(round(box.width), round(box.height), theme.card, 0.0), *box, CARD, target=Target("shield")
    )
    return [
        shield,
        paper,
        *page_nodes(page, ui, whole(box.inside(20 * unit, 10 * unit, 20 * unit, 16 * unit)), theme, unit, Z, PREFIX),
    ]


def problems_box(page: Reading, table: Box, unit: float) -> Box:
    """The lower part of the table, as high as the text needs but no more than half."""
    height = min(page_height(page, table.width - 40 * unit, unit) + 26 * unit, table.height * 0.55)
    return whole(Box(table.x, table.bottom - height, table.width, height))
