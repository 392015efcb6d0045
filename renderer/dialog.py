"""A plain card: a title, signs, a text, lists side by side, and buttons, as large as what it says."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from renderer.buttons import Button, button_nodes, row_of_buttons, touch
from renderer.labels import Style, line_nodes, text_height, text_nodes
from renderer.layout import columns_of, whole
from renderer.nodes import CARD, Box, Node, Target
from renderer.skins.icons import Icon
from renderer.skins.paper import Paper
from renderer.skins.placing import node
from renderer.theme import Theme
from renderer.ui import Ui
from runtime.presentation.values import Column

Z = CARD + 10
PADDING, EDGE = 32, 16
"""The room around what is on a card, and around the card itself."""
NARROW, WIDE = 540, 720
TITLE_SIZE, TITLE_HEIGHT, TEXT_SIZE, LIST_SIZE, SUMMARY_SIZE, SUMMARY_HEIGHT = 34, 46, 17, 15, 16, 36
SIGN = 44
BUTTON_HEIGHT, BUTTON_GAP = 42, 10
LEAST_LIST = 160

CLOSE = Target("command", "close")


class Dialog(NamedTuple):
    """What a plain card shows. `signs` are icons with their colours; `closable` gives it a cross in the corner. The
    `summary` is a line of its own below the text."""

    title: str
    text: str
    buttons: tuple[Button, ...]
    signs: tuple[tuple[str, str], ...] = ()
    columns: tuple[Column, ...] = ()
    closable: bool = False
    summary: str = ""


class _Places(NamedTuple):
    """Where the parts of a card stand."""

    card: Box
    title: Box
    signs: Box
    text: Box
    summary: Box
    lists: Box
    buttons: Box


def card_paper(box: Box, theme: Theme, unit: float) -> Node:
    """The paper that a card is on."""
    skin = Paper(
        round(box.width), round(box.height), round(20 * unit), theme.card, theme.card_low, theme.card_edge,
        max(1, round(1.5 * unit)), round(16 * unit),
    )  # fmt: skip
    return node("card:paper", skin, box.x, box.y, CARD + 1)


def in_the_middle(window: Box, width: float, height: float, unit: float) -> Box:
    """A box in the middle of the window, no larger than it."""
    width, height = min(width, window.width - 2 * EDGE * unit), min(height, window.height - 2 * EDGE * unit)
    return whole(Box(window.middle[0] - width / 2, window.middle[1] - height / 2, width, height))


def dialog_nodes(dialog: Dialog, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    """A plain card in the middle of the window."""
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
    """The parts of a card below each other. Lists give way first if the window is too low, then the text."""
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
    text = float(text_height(dialog.text, inner, style))
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
    """Lists side by side, each on paper of its own; of a long one the end is shown, for that is the latest."""
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
        for line, text in enumerate(column.lines[-room:] if room else ()):
            at = Box(inner.x, head.bottom + line * style.line, inner.width, style.line)
            nodes += line_nodes(f"{key}:{line}", text, at, style, Z + 1, smallest=12 * unit)
        nodes += line_nodes(f"{key}:total", column.total, foot, bold, Z + 1, "right")
    return nodes
