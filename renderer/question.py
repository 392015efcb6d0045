"""A question on a card: short answers as the keys of a keyboard, long ones as buttons."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from renderer.buttons import Button, button_nodes, choice_button, row_of_buttons, rows_height, touch
from renderer.dialog import BUTTON_HEIGHT, EDGE, PADDING, Z, card_paper, in_the_middle
from renderer.labels import Style, line_nodes
from renderer.layout import grid_of, keys_of, whole
from renderer.nodes import Box, Node, Target
from renderer.page_models import CANCEL
from renderer.theme import Theme
from renderer.ui import Card, Ui
from runtime.presentation.values import Question

HEADING, GAP = 46, 8
KEY, WIDEST_KEY = 50, 60


class _Grid(NamedTuple):
    """The answers in rows and columns, in pixels."""

    columns: int
    rows: int
    width: float
    height: float
    keys: bool


def question_nodes(question: Question, card: Card, ui: Ui, window: Box, theme: Theme, unit: float) -> list[Node]:
    """The answers in a grid, and below them the choices of the card: to cancel, if it has none of its own."""
    gap, count = GAP * unit, len(question.options)
    fixed = (HEADING + 16 + 22 + BUTTON_HEIGHT + 2 * PADDING) * unit
    around = 2 * (EDGE + PADDING) * unit
    grid = _grid(question, window.width - around, window.height - 2 * EDGE * unit - fixed, unit)
    height = rows_height(grid.rows, grid.height, gap)
    box = in_the_middle(window, max(grid.width, 300 * unit) + 2 * PADDING * unit, fixed + height, unit)
    if window.width > window.height:
        # The boards are on the left: what the question is about stays in sight.
        box = whole(box._replace(x=window.right - EDGE * unit - box.width))
    inner = whole(box.inside(PADDING * unit))
    heading = Box(inner.x, inner.y, inner.width, HEADING * unit)
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
    """As few columns as there is height for; keys are as good as square, and in rows of equal length if they can be."""
    style, gap, count = Style(16 * unit, "", bold=True), GAP * unit, len(question.options)
    widest = max((style.width_of(text) for _, text in question.options), default=0) + 28 * unit
    keys = widest <= WIDEST_KEY * unit
    height = KEY * unit if keys else BUTTON_HEIGHT * unit
    usual_columns = 3 if count == 9 else next((each for each in (7, 6, 5, 8) if count % each == 0), 7)
    columns = usual_columns if keys else 1 if count <= 6 else 2
    columns = min(columns, max(1, count))
    wide = KEY * unit if keys else 120 * unit
    while rows_height(ceil(count / columns), height, gap) > most_height:
        if (columns + 1) * (wide + gap) - gap > most_width:
            break
        columns += 1
    rows = max(1, ceil(count / columns))
    usual = columns * (wide + gap) - gap if keys else max(columns * (widest + gap) - gap, 360 * unit)
    return _Grid(columns, rows, min(usual, most_width), min(height, (most_height + gap) / rows - gap), keys)
