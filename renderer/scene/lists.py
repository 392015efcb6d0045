"""Lists: a title, headings, rows that may be pressed, and buttons; or a menu, which consists only of buttons."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from renderer.nodes import Box, Node
from renderer.scene.buttons import (
    Button,
    button_rows,
    buttons_in_rows,
    choice_button,
    row_of_buttons,
    rows_height,
    touch,
)
from renderer.scene.labels import Style, line_nodes, text_height, text_nodes
from renderer.scene.layout import whole
from renderer.scene.page_models import Listing, Row
from renderer.scene.scrolling import BAR, Rows, bar_nodes
from renderer.scene.ui import Ui
from renderer.skins.paper import Paper
from renderer.skins.theme import Theme

TITLE_HEIGHT, TEXT_SIZE = 48, 15
HEADING_HEIGHT, ROW_HEIGHT = 30, 42
BUTTONS_HEIGHT, BUTTONS_GAP = 42, 18
PADDINGS = (20, 12)
"""The room between columns, and how little it may be."""
FIRST = 0.26
"""The first column, with the names, has this share of the width if it needs it."""
INDENT = 18
"""How far a line stands in that is a part of the one above it."""
MENU_HEIGHT, MENU_GAP, MENU_WIDTH = 44, 10, 380


class ListingLayout(NamedTuple):
    """The places of a list's parts. `columns` are the left edge and width of each."""

    title: Box
    text: Box
    headings: Box
    body: Box
    buttons: Box
    columns: tuple[tuple[float, float], ...]
    rows: Rows


def is_menu(listing: Listing) -> bool:
    """Whether a list consists only of buttons; an empty list has just one."""
    return not listing.rows and not listing.headings and len(listing.choices) > 1


def listing_layout(listing: Listing, box: Box, unit: float) -> ListingLayout:
    """The parts of a list in a box."""
    title = Box(box.x, box.y, box.width, TITLE_HEIGHT * unit)
    style = Style(TEXT_SIZE * unit, "")
    text_room = min(text_height(listing.text, box.width, style), style.line * 4) + 10 * unit if listing.text else 0
    text = Box(box.x, title.bottom, box.width, text_room)
    headings = Box(box.x, text.bottom, box.width, HEADING_HEIGHT * unit if any(listing.headings) else 0)
    buttons = Box(box.x, box.bottom - BUTTONS_HEIGHT * unit, box.width, BUTTONS_HEIGHT * unit)
    if not listing.choices:
        buttons = Box(box.x, box.bottom, box.width, 0)
    row = round(ROW_HEIGHT * unit)
    bottom = buttons.y - (BUTTONS_GAP * unit if listing.choices else 0)
    visible = max(1, int((bottom - headings.bottom) // row))
    body = Box(box.x, headings.bottom, box.width, visible * row)
    scrolled = len(listing.rows) > visible
    width = box.width - ((BAR + 10) * unit if scrolled else 0)
    columns = _columns(listing.headings, listing.rows, width, unit, listing.spare)
    rows = Rows(visible, len(listing.rows))
    return ListingLayout(whole(title), whole(text), whole(headings), whole(body), whole(buttons), columns, rows)


@lru_cache(maxsize=64)
def _columns(
    headings: tuple[str, ...], rows: tuple[Row, ...], width: float, unit: float, spare: int
) -> tuple[tuple[float, float], ...]:
    """Columns as wide as their widest text; the first gets the rest. If there is not enough room, the last columns are
    dropped as far as they can be spared, then the widest shrink."""
    needed = _needed(headings, rows, unit)
    inner = width - 24 * unit
    while spare and sum(needed) + PADDINGS[1] * unit * len(needed) > inner:
        spare -= 1
        needed.pop()
    count = len(needed)
    roomy = sum(needed) + PADDINGS[0] * unit * count <= inner
    padding = PADDINGS[0 if roomy else 1] * unit
    wanted = [each + padding for each in needed]
    over = inner - sum(wanted)
    if over >= 0 and wanted:
        wanted[0] += over
    elif wanted:
        first = min(wanted[0], max(FIRST * inner, inner - sum(wanted[1:])))
        wanted = [first, *_squeezed(wanted[1:], inner - first)]
    lefts = [12 * unit + sum(wanted[:at]) for at in range(count)]
    return tuple((left, each - padding / 2) for left, each in zip(lefts, wanted, strict=True))


def _needed(headings: tuple[str, ...], rows: tuple[Row, ...], unit: float) -> list[float]:
    """The width of the widest text in each column."""
    style, small = Style(15 * unit, "", bold=True), Style(12 * unit, "", bold=True)
    count = max((len(row.cells) for row in rows), default=len(headings))
    indents = [INDENT * unit if any(row.below for row in rows) and at == 0 else 0.0 for at in range(count)]
    texts = [[row.cells[at] for row in rows if at < len(row.cells)] for at in range(count)]
    heads = [small.width_of(heading.upper()) for heading in headings] or [0.0] * count
    widest = [max([*map(style.width_of, column), head]) for column, head in zip(texts, heads, strict=True)]
    return [each + indent for each, indent in zip(widest, indents, strict=True)]


def _squeezed(wanted: list[float], room: float) -> list[float]:
    """Widths that fit: none exceeds a limit, and those below it stay unchanged."""
    left, limit = room, 0.0
    for count, each in zip(range(len(wanted), 0, -1), sorted(wanted), strict=True):
        limit = left / count
        if each > limit:
            break
        left -= each
    return [min(each, limit) for each in wanted]


def listing_width(listing: Listing, unit: float) -> float:
    """How wide a box must be so that all columns have room."""
    needed = _needed(listing.headings, listing.rows, unit)
    return sum(needed) + (PADDINGS[0] * len(needed) + 24 + BAR + 10) * unit


def listing_height(listing: Listing, width: float, unit: float) -> float:
    """How high a box must be so that nothing needs to be scrolled."""
    style = Style(TEXT_SIZE * unit, "")
    text = min(text_height(listing.text, width, style), style.line * 4) + 10 * unit if listing.text else 0
    top = TITLE_HEIGHT * unit + text
    if is_menu(listing):
        return top + 6 * unit + rows_height(len(menu_rows(listing, width, unit)), MENU_HEIGHT * unit, MENU_GAP * unit)
    headings = HEADING_HEIGHT * unit if any(listing.headings) else 0
    buttons = (BUTTONS_HEIGHT + BUTTONS_GAP) * unit if listing.choices else 0
    rows = len(listing.rows) or (0 if listing.text else 1)
    return top + headings + round(ROW_HEIGHT * unit) * rows + buttons + 2


def menu_rows(listing: Listing, width: float, unit: float, prefix: str = "") -> list[tuple[Button, ...]]:
    """The buttons of a menu: one below another, or in two columns if there are many."""
    buttons = [choice_button(choice, prefix) for choice in listing.choices]
    return button_rows(buttons, width, MENU_GAP * unit, unit, 2 if len(buttons) > 8 else 1)


def listing_nodes(
    listing: Listing, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = ""
) -> list[Node]:
    """A list in a box, starting with the row that is scrolled to."""
    layout = listing_layout(listing, box, unit)
    nodes: list[Node] = [
        *line_nodes(f"{prefix}title", listing.title, layout.title, Style(28 * unit, theme.ink, bold=True), z),
        *text_nodes(f"{prefix}text", listing.text, layout.text, Style(TEXT_SIZE * unit, theme.ink_soft), z),
    ]
    buttons = [choice_button(choice, prefix) for choice in listing.choices]
    if is_menu(listing):
        rows = menu_rows(listing, box.width, unit, prefix)
        space = Box(box.x, layout.text.bottom + 6 * unit, box.width, box.bottom - layout.text.bottom - 6 * unit)
        if all(len(row) == 1 for row in rows) and space.width > MENU_WIDTH * unit:
            space = Box(space.middle[0] - MENU_WIDTH * unit / 2, space.y, MENU_WIDTH * unit, space.height)
        fit = (space.height + MENU_GAP * unit) / max(1, len(rows)) - MENU_GAP * unit
        height = min(MENU_HEIGHT * unit, fit)
        return nodes + buttons_in_rows(rows, space, height, MENU_GAP * unit, theme, unit, z, ui)
    small = Style(12 * unit, theme.ink_soft, bold=True)
    for at, (heading, (left, width)) in enumerate(zip(listing.headings, layout.columns, strict=False)):
        place = Box(layout.headings.x + left, layout.headings.y, width, layout.headings.height)
        nodes += line_nodes(f"{prefix}heading:{at}", heading.upper(), place, small, z)
    first = layout.rows.clamped(listing.first)
    bar = bar_nodes(layout.rows, first, layout.body, theme, unit, z, prefix)
    row_width = layout.body.width - ((BAR + 10) * unit if bar else 0)
    height = round(ROW_HEIGHT * unit)
    for number, row in enumerate(listing.rows[first : first + layout.rows.visible]):
        place = whole(Box(layout.body.x, layout.body.y + number * height, row_width, height - 4 * unit))
        nodes += _row_nodes(row, first + number, place, layout.columns, ui, theme, unit, z, prefix)
    return nodes + bar + row_of_buttons(buttons, layout.buttons, theme, unit, z, ui, "right")


def _row_nodes(
    row: Row,
    index: int,
    box: Box,
    columns: tuple[tuple[float, float], ...],
    ui: Ui,
    theme: Theme,
    unit: float,
    z: int,
    prefix: str,
) -> list[Node]:
    key = f"{prefix}row:{index}"
    touched = touch(ui, key)
    lively = row.target is not None and (touched.hovered or touched.pressed)
    fill = theme.button if lively else theme.well
    edge = theme.accent_edge if lively else theme.well_edge
    ink = theme.button_ink if lively else theme.ink
    paper = Paper(round(box.width), round(box.height), round(8 * unit), fill, None, edge, max(1, round(unit)))
    nodes = [Node(key, paper, *box, z, target=row.target)]
    for at, (text, (left, width)) in enumerate(zip(row.cells, columns, strict=False)):
        style = Style(15 * unit, theme.ink_soft if row.below and not lively else ink, bold=at == 0 and not row.below)
        indent = INDENT * unit if row.below and at == 0 else 0.0
        place = Box(box.x + left + indent, box.y, width - indent, box.height)
        nodes += line_nodes(f"{key}:{at}", text, place, style, z + 1, smallest=12 * unit)
    return nodes
