"""Cards in front of the table: those that a spec defines, questions, and pages on a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from renderer.nodes import CARD, Box, Node, Target
from renderer.scene.buttons import Button, button_nodes, choice_button, row_of_buttons, rows_height, shown_button, touch
from renderer.scene.forms import form_height, form_layout, form_nodes
from renderer.scene.gallery import gallery_layout, gallery_nodes
from renderer.scene.labels import Style, line_nodes, text_height, text_nodes
from renderer.scene.layout import columns_of, grid_of, keys_of, whole
from renderer.scene.lists import is_menu, listing_height, listing_layout, listing_nodes, listing_width
from renderer.scene.page_models import CANCEL, Form, Gallery, Listing, Page, Reading
from renderer.scene.scrolling import Rows
from renderer.scene.texts import reading_height, reading_layout, reading_nodes
from renderer.scene.ui import Card, Ui
from renderer.skins.icons import Icon
from renderer.skins.paper import Paper, Shade
from renderer.skins.skin import node
from renderer.skins.theme import Size, Theme
from runtime.show.values import Column, OverlayShown, Presentation, Question

Z = CARD + 10
PADDING, EDGE = 32, 16
"""The room around what is on a card, and around the card itself."""
NARROW, WIDE = 540, 720
TITLE_SIZE, TITLE_HEIGHT, TEXT_SIZE, LIST_SIZE, SUMMARY_SIZE, SUMMARY_HEIGHT = 34, 46, 17, 15, 16, 36
SIGN = 44
BUTTON_HEIGHT, BUTTON_GAP = 42, 10
LEAST_LIST = 160

CLOSE = Target("command", "close")
QUESTION_HEADING, ANSWER_GAP = 46, 8
ANSWER_KEY, WIDEST_ANSWER_KEY = 50, 60
PREFIX = "card:"
VEIL, THIN_VEIL = 0.62, 0.2
"""How dark the table is behind a card; a question is answered with a look at the table."""
MENU_WIDTH = 420
USUAL = {"stuck": ("undo", "life"), "result": ("new_game",)}
"""The buttons that stand out on a card of the spec, the best first; otherwise the last one does."""
PLAYABLE = ("problems",)
"""The cards that leave the table playable."""


class Dialog(NamedTuple):
    """The contents of a plain card. `signs` are icons with their colours; `closable` gives it a cross in the corner.
    The `summary` is a line of its own below the text."""

    title: str
    text: str
    buttons: tuple[Button, ...]
    signs: tuple[tuple[str, str], ...] = ()
    columns: tuple[Column, ...] = ()
    closable: bool = False
    summary: str = ""


class _Places(NamedTuple):
    """The places of a card's parts."""

    card: Box
    title: Box
    signs: Box
    text: Box
    summary: Box
    lists: Box
    buttons: Box


def card_paper(box: Box, theme: Theme, unit: float) -> Node:
    """The paper of a card."""
    skin = Paper(
        round(box.width), round(box.height), round(20 * unit), theme.card, theme.card_low, theme.card_edge,
        max(1, round(1.5 * unit)), round(16 * unit),
    )  # fmt: skip
    return node("card:paper", skin, box.x, box.y, CARD + 1)


def in_the_middle(window: Box, width: float, height: float, unit: float) -> Box:
    """A box centred in the window, no larger than it."""
    width, height = min(width, window.width - 2 * EDGE * unit), min(height, window.height - 2 * EDGE * unit)
    return whole(Box(window.middle[0] - width / 2, window.middle[1] - height / 2, width, height))


def dialog_nodes(dialog: Dialog, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    """A plain card centred in the window."""
    places = _places(dialog, window, unit)
    title, text = Style(TITLE_SIZE * unit, theme.ink, bold=True), Style(TEXT_SIZE * unit, theme.ink_soft)
    summary = Style(SUMMARY_SIZE * unit, theme.ink)
    nodes: list[Node] = [
        card_paper(places.card, theme, unit),
        *line_nodes("card:title", dialog.title, places.title, title, Z, "middle", 18 * unit),
        *_sign_nodes(dialog.signs, places.signs, unit),
        *text_nodes("card:text", dialog.text, places.text, text, Z, "middle"),
        *line_nodes("card:summary", dialog.summary, places.summary, summary, Z, "middle", 11 * unit),
        *_list_nodes(dialog.columns, places.lists, theme, unit),
    ]
    rows = _rows(dialog.buttons, places.buttons.width, unit)
    share = ceil(len(dialog.buttons) / rows) if rows else 0
    for row in range(rows):
        top = places.buttons.y + row * (BUTTON_HEIGHT + BUTTON_GAP) * unit
        line = whole(Box(places.buttons.x, top, places.buttons.width, BUTTON_HEIGHT * unit))
        nodes += row_of_buttons(dialog.buttons[row * share : (row + 1) * share], line, theme, unit, Z, ui)
    if dialog.closable:
        side = round(34 * unit)
        button = Button("card:button:close", "", CLOSE, "close", rank="quiet")
        corner = whole(Box(places.card.right - side - 10 * unit, places.card.y + 10 * unit, side, side))
        nodes += button_nodes(button, corner, theme, unit, Z, touch(ui, button.key))
    return nodes


def _places(dialog: Dialog, window: Box, unit: float) -> _Places:
    """The parts of a card from top to bottom. If the window is too low, lists shrink first, then the text."""
    width = min((NARROW if len(dialog.columns) < 2 else WIDE) * unit, window.width - 2 * EDGE * unit)
    inner = width - 2 * PADDING * unit
    style = Style(TEXT_SIZE * unit, "")
    signs = (SIGN + 14) * unit if dialog.signs else 0.0
    rows = _rows(dialog.buttons, inner, unit)
    buttons = (rows * (BUTTON_HEIGHT + BUTTON_GAP) - BUTTON_GAP) * unit if rows else 0.0
    summary = SUMMARY_HEIGHT * unit if dialog.summary else 0.0
    fixed = (2 * PADDING + TITLE_HEIGHT + 14 + 26) * unit + signs + summary + buttons
    longest = max((len(column.lines) for column in dialog.columns), default=0)
    lists = (longest * Style(LIST_SIZE * unit, "").line + 86 * unit) if dialog.columns else 0.0
    room = window.height - 2 * EDGE * unit - fixed
    # Edges on whole pixels may take one from the width and one from the height.
    text = float(text_height(dialog.text, int(inner) - 1, style) + 1)
    text = min(text, max(style.line * 2, room - min(lists, LEAST_LIST * unit)))
    lists = min(lists, max(0.0, room - text))
    card = in_the_middle(window, width, fixed + text + lists, unit)
    box = card.inside(PADDING * unit)
    heights = (TITLE_HEIGHT * unit, signs, text + 14 * unit, summary, lists)
    tops = [box.y + sum(heights[:number]) for number in range(len(heights))]
    parts = [whole(Box(box.x, top, box.width, height)) for top, height in zip(tops, heights, strict=True)]
    below = whole(Box(box.x, box.bottom - buttons, box.width, buttons))
    words = whole(parts[2].inside(0, 14 * unit, 0, 0))
    line = whole(parts[3].inside(0, (SUMMARY_HEIGHT - 26) * unit, 0, 0)) if summary else parts[3]
    spread = whole(parts[4].inside(0, 18 * unit, 0, 0)) if lists else parts[4]
    return _Places(card, parts[0], parts[1], words, line, spread, below)


def _latest(lines: tuple[str, ...], room: int) -> tuple[str, ...]:
    """The latest lines as far as there is room, below how many there are before them."""
    if len(lines) <= room:
        return lines
    shown = lines[len(lines) - max(0, room - 1) :]
    return (f"… {len(lines) - len(shown)} earlier", *shown)[:room]


def _rows(buttons: Sequence[Button], width: float, unit: float) -> int:
    """How many rows the buttons need so that none is squeezed too much."""
    return ceil(len(buttons) * 128 * unit / (width + 12 * unit)) if buttons else 0


def _sign_nodes(signs: Sequence[tuple[str, str]], box: Box, unit: float) -> list[Node]:
    """Signs side by side; the middle one of three is larger."""
    nodes: list[Node] = []
    for number, (name, colour) in enumerate(signs):
        side = round((SIGN if len(signs) != 3 or number == 1 else SIGN * 0.77) * unit)
        x = box.middle[0] + (number - (len(signs) - 1) / 2) * 58 * unit - side / 2
        skin = Icon(name, side, colour)
        nodes.append(node(f"card:sign:{number}", skin, round(x), round(box.bottom - 4 * unit - side), Z))
    return nodes


def _list_nodes(columns: Sequence[Column], box: Box, theme: Theme, unit: float) -> list[Node]:
    """Lists side by side, each on its own paper; a long list shows its end, which is the latest part."""
    if not columns or box.height < 1:
        return []
    style, bold = Style(LIST_SIZE * unit, theme.ink_soft), Style(16 * unit, theme.ink, bold=True)
    nodes: list[Node] = []
    for number, (column, place) in enumerate(zip(columns, columns_of(box, len(columns), 14 * unit), strict=True)):
        key = f"card:column:{number}"
        paper = Paper(
            round(place.width), round(place.height), round(10 * unit), theme.well, None, theme.well_edge, 1, 0, True
        )
        nodes.append(Node(key, paper, *place, Z))
        inner = whole(place.inside(12 * unit, 6 * unit))
        head = Box(inner.x, inner.y, inner.width, 26 * unit)
        foot = Box(inner.x, inner.bottom - 26 * unit, inner.width, 26 * unit)
        nodes += line_nodes(f"{key}:title", column.title, head, bold, Z + 1)
        room = max(0, int((foot.y - head.bottom) // style.line))
        for line, text in enumerate(_latest(column.lines, room)):
            at = Box(inner.x, head.bottom + line * style.line, inner.width, style.line)
            nodes += line_nodes(f"{key}:{line}", text, at, style, Z + 1, smallest=12 * unit)
        nodes += line_nodes(f"{key}:total", column.total, foot, bold, Z + 1, "right")
    return nodes


class _Grid(NamedTuple):
    """The answers in rows and columns, in pixels."""

    columns: int
    rows: int
    width: float
    height: float
    keys: bool


def question_nodes(question: Question, card: Card, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    """The answers in a grid, and below them the choices of the card: a cancel button, if it has none of its own."""
    gap, count = ANSWER_GAP * unit, len(question.options)
    fixed = (QUESTION_HEADING + 16 + 22 + BUTTON_HEIGHT + 2 * PADDING) * unit
    around = 2 * (EDGE + PADDING) * unit
    grid = _grid(question, window.width - around, window.height - 2 * EDGE * unit - fixed, unit)
    height = rows_height(grid.rows, grid.height, gap)
    box = in_the_middle(window, max(grid.width, 300 * unit) + 2 * PADDING * unit, fixed + height, unit)
    if window.width > window.height:
        # The boards are on the left: what the question is about stays in sight.
        box = whole(box._replace(x=window.right - EDGE * unit - box.width))
    inner = whole(box.inside(PADDING * unit))
    heading = Box(inner.x, inner.y, inner.width, QUESTION_HEADING * unit)
    title = Style(26 * unit, theme.ink, bold=True)
    nodes: list[Node] = [
        card_paper(box, theme, unit),
        *line_nodes("card:title", card.title or question.title, heading, title, Z, "middle", 16 * unit),
    ]
    space = Box(inner.middle[0] - grid.width / 2, heading.bottom + 16 * unit, grid.width, height)
    places = (keys_of if grid.keys else grid_of)(space, count, grid.columns, grid.height, gap)
    for (value, text), place in zip(question.options, places, strict=True):
        key = f"card:option:{question.slot}:{value}"
        button = Button(key, text, Target("option", question.slot, value))
        nodes += button_nodes(button, place, theme, unit, Z, touch(ui, key))
    row = whole(Box(inner.x, inner.bottom - BUTTON_HEIGHT * unit, inner.width, BUTTON_HEIGHT * unit))
    buttons = [choice_button(choice, "card:") for choice in card.choices or (CANCEL,)]
    return nodes + row_of_buttons(buttons, row, theme, unit, Z, ui)


def _grid(question: Question, most_width: float, most_height: float, unit: float) -> _Grid:
    """As few columns as the height allows; keys are roughly square, and in rows of equal length if possible."""
    style, gap, count = Style(16 * unit, "", bold=True), ANSWER_GAP * unit, len(question.options)
    widest = max((style.width_of(text) for _, text in question.options), default=0) + 28 * unit
    keys = widest <= WIDEST_ANSWER_KEY * unit
    height = ANSWER_KEY * unit if keys else BUTTON_HEIGHT * unit
    usual_columns = 3 if count == 9 else next((each for each in (7, 6, 5, 8) if count % each == 0), 7)
    columns = usual_columns if keys else 1 if count <= 6 else 2
    columns = min(columns, max(1, count))
    wide = ANSWER_KEY * unit if keys else 120 * unit
    while rows_height(ceil(count / columns), height, gap) > most_height:
        if (columns + 1) * (wide + gap) - gap > most_width:
            break
        columns += 1
    rows = max(1, ceil(count / columns))
    usual = columns * (wide + gap) - gap if keys else max(columns * (widest + gap) - gap, 360 * unit)
    return _Grid(columns, rows, min(usual, most_width), min(height, (most_height + gap) / rows - gap), keys)


def page_nodes(page: Page, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = "") -> list[Node]:
    """A page in a box, in reading order."""
    match page:
        case Form():
            return form_nodes(page, ui, box, theme, unit, z, prefix)
        case Listing():
            return listing_nodes(page, ui, box, theme, unit, z, prefix)
        case Reading():
            return reading_nodes(page, ui, box, theme, unit, z, prefix)
        case Gallery():
            return gallery_nodes(page, ui, box, theme, unit, z, prefix)


def page_rows(page: Page, box: Box, unit: float) -> Rows:
    """How many rows of a page fit into a box."""
    match page:
        case Form():
            return form_layout(page, box, unit).rows
        case Listing():
            return listing_layout(page, box, unit).rows
        case Reading():
            return reading_layout(page, box, unit).rows
        case Gallery():
            return gallery_layout(page, box, unit).rows


def page_height(page: Page, width: float, unit: float) -> float:
    """How high a box must be so that a page need not be scrolled; a gallery adapts to its box."""
    match page:
        case Form():
            return form_height(page, width, unit)
        case Listing():
            return listing_height(page, width, unit)
        case Reading():
            return reading_height(page, width, unit)
        case Gallery():
            return 4000 * unit


def modal_card(presentation: Presentation, ui: Ui) -> Card | OverlayShown | None:
    """The card in front of the table, if there is one that blocks the game."""
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
        "over": (("check", theme.ink_soft),),
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
    """The box of a card with a page: as high as the page needs, if the window has room."""
    assert card.page is not None
    padding = PADDING * unit
    wide = WIDE * unit
    if isinstance(card.page, Listing):
        wide = MENU_WIDTH * unit if is_menu(card.page) else max(wide, listing_width(card.page, unit) + 2 * padding)
    width = min(wide, window.width - 2 * EDGE * unit)
    height = page_height(card.page, width - 2 * padding, unit) + 2 * padding - 8 * unit
    return in_the_middle(window, width, height, unit)


def page_card_inner(card: Card, window: Box, unit: float) -> Box:
    """The place of the page on a card."""
    return whole(
        page_card_box(card, window, unit).inside(PADDING * unit, (PADDING - 8) * unit, PADDING * unit, PADDING * unit)
    )


def _page_card(card: Card, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    assert card.page is not None
    paper = card_paper(page_card_box(card, window, unit), theme, unit)
    return [paper, *page_nodes(card.page, ui, page_card_inner(card, window, unit), theme, unit, Z, PREFIX)]


# Problems


def problems_nodes(card: Card, ui: Ui, table: Box, theme: Theme, unit: float) -> list[Node]:
    """What is wrong with a spec, in a monospaced font over the lower part of the table."""
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
