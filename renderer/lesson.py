"""What a tutorial says: a part of the side panel, so that the board can be seen and played."""

from __future__ import annotations

from renderer.buttons import choice_button, row_of_buttons
from renderer.labels import Style, fitting, line_nodes, text_height, text_nodes
from renderer.layout import whole
from renderer.nodes import Box, Node
from renderer.panels import Density, Z, mood_colour
from renderer.skins.paper import Paper
from renderer.theme import Theme
from renderer.ui import Card, Ui

PADDING, HEADING = 14, 22
TEXT_SIZE = (16, 15, 14)
BUTTON_HEIGHT, BUTTON_GAP = 34, 8
NUDGE_LINES, NUDGE_SMALLEST, NUDGE_GAP = 2, 11, 6
"""The room that is kept at least for what is said when something else was tried, so that the panel does not jump, and
the smallest letters for what needs more."""
PRAISE = "Well done."
ROUNDING = 2
"""Pixels that may be lost where boxes come to whole ones."""


def _style(unit: float, density: Density, colour: str = "") -> Style:
    return Style(TEXT_SIZE[density] * unit, colour)


def lesson_height(card: Card, width: float, unit: float, density: Density) -> float:
    """How much room a lesson needs: as much as the longest of all that it is one of, with the line that praises."""
    style, inner = _style(unit, density), width - 2 * PADDING * unit - ROUNDING
    texts = ((card.text, card.nudge), *((f"{text}\n{PRAISE}", nudge) for text, nudge in card.lessons))
    tallest = max(
        text_height(text, inner, style) + max(text_height(nudge, inner, style), style.line * NUDGE_LINES)
        for text, nudge in texts
    )
    buttons = (BUTTON_HEIGHT + BUTTON_GAP) * unit if card.choices or card.lessons else 0
    return tallest + ROUNDING + buttons + (2 * PADDING + HEADING + 2 * NUDGE_GAP) * unit


def lesson_nodes(card: Card, ui: Ui, box: Box, theme: Theme, unit: float, density: Density) -> list[Node]:
    """What the teacher says, on paper of its own with a bright edge; below it the latest message, and the choices."""
    edge = max(1, round(2 * unit))
    skin = Paper(round(box.width), round(box.height), round(12 * unit), theme.well, None, theme.accent_edge, edge)
    nodes = [Node("card:tutorial", skin, box.x, box.y, box.width, box.height, Z)]
    inner = whole(box.inside(PADDING * unit))
    heading = Box(inner.x, inner.y, inner.width, HEADING * unit)
    count = f"{card.progress[0]} / {card.progress[1]}" if card.progress is not None else ""
    small = Style(12 * unit, theme.ink_soft, bold=True)
    room = heading.width - (small.width_of(count) + 8 * unit if count else 0)
    title = heading._replace(width=room)
    nodes += line_nodes("card:tutorial:title", (card.title or "Lesson").upper(), title, small, Z + 1)
    nodes += line_nodes("card:tutorial:count", count, heading, small, Z + 1, "right")
    style = _style(unit, density, theme.ink)
    row = Box(inner.x, inner.bottom - BUTTON_HEIGHT * unit, inner.width, BUTTON_HEIGHT * unit)
    bottom = row.y - BUTTON_GAP * unit if card.choices else inner.bottom
    body = Box(inner.x, heading.bottom, inner.width, bottom - heading.bottom)
    nodes += text_nodes("card:tutorial:text", card.text, body, style, Z + 1)
    below = _below(card.text, body, style, unit)
    if card.verdict:
        told = style._replace(colour=mood_colour(card.mood, theme), bold=True)
        nodes += text_nodes("card:tutorial:verdict", card.verdict, below, told, Z + 1)
        below = _below(card.verdict, below, told, unit)
    if ui.message:
        nudge = fitting(ui.message, below, style, NUDGE_SMALLEST * unit)._replace(colour=mood_colour(ui.mood, theme))
        nodes += text_nodes("card:tutorial:nudge", ui.message, below, nudge, Z + 1)
    buttons = [choice_button(choice, "card:") for choice in card.choices]
    return nodes + row_of_buttons(buttons, whole(row), theme, unit, Z + 1, ui, "right")


def _below(text: str, box: Box, style: Style, unit: float) -> Box:
    """What a text leaves of a box."""
    return box.inside(0, text_height(text, box.width, style) + NUDGE_GAP * unit, 0, 0)
