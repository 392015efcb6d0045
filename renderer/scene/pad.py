"""A pad of keys beside the boards: marks for a cell, which stays visible."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from renderer.nodes import CARD, Box, Node, Target
from renderer.scene.buttons import Button, button_nodes, choice_button, touch
from renderer.scene.labels import Style, line_nodes
from renderer.scene.layout import grid_of, whole
from renderer.scene.ui import Pad, Ui
from renderer.skins.paper import Paper
from renderer.skins.pencil import columns_of
from renderer.skins.skin import node
from renderer.skins.theme import Theme

Z = CARD + 2
PADDING, GAP, EDGE = 14, 6, 8
KEY, GOOD_KEY, LEAST_KEY, HEADING = 46, 32, 24, 30
BESIDE, LEAST_BESIDE = 156, 96
"""How wide the buttons beside the keys are, and how wide at least."""
MOST_BESIDE = 3
"""So many buttons stand beside the keys at most."""
PREFIX = "pad:"


class PadPlan(NamedTuple):
    """Where a pad stands, with its keys and the buttons beside them. `fits`: the message stays in sight below it."""

    box: Box
    key: float
    keys: Box
    beside: Box
    fits: bool


def pad_plan(pad: Pad, free: Box, panel: Box, unit: float) -> PadPlan:
    """A pad in the side panel, its keys arranged like the marks in a cell. Where the free part above the message is too
    low for it, it takes the place of the message."""
    columns = columns_of(len(pad.keys))
    rows = ceil(len(pad.keys) / columns)
    gap, padding, heading = GAP * unit, PADDING * unit, HEADING * unit
    most = max(LEAST_BESIDE * unit, free.width - 2 * EDGE * unit)
    fits = free.height >= heading + 2 * padding + rows * (GOOD_KEY * unit + gap) - gap
    bottom = free.bottom if fits else panel.bottom - EDGE * unit
    key = _key(rows, columns, most - 2 * padding - 2 * gap - LEAST_BESIDE * unit, bottom - free.y, unit)
    wide, high = columns * (key + gap) - gap, rows * (key + gap) - gap
    room = most - 2 * padding - 2 * gap - wide
    # Of a message that it covers nothing must look out beside it.
    beside_wide = min(BESIDE * unit, room) if fits else room
    height = max(high, len(pad.choices) * (LEAST_KEY * unit + gap) - gap)
    width, total = wide + 2 * gap + beside_wide + 2 * padding, height + heading + 2 * padding
    box = whole(Box(free.middle[0] - width / 2, bottom - total, width, total))
    keys = Box(box.x + padding, box.y + padding + heading, wide, high)
    return PadPlan(box, key, keys, Box(keys.x + wide + 2 * gap, keys.y, beside_wide, height), fits)


def least_height(keys: int) -> float:
    """How high the side panel must be below its buttons for a pad with so many keys, in design units."""
    rows = max(MOST_BESIDE, ceil(keys / columns_of(keys)))
    return HEADING + 2 * PADDING + rows * (LEAST_KEY + GAP) - GAP + EDGE


def pad_nodes(pad: Pad, ui: Ui, free: Box, panel: Box, theme: Theme, unit: float) -> list[Node]:
    """The pad, which also says what the message does if it takes its place."""
    box, key, space, beside, fits = pad_plan(pad, free, panel, unit)
    columns, gap = columns_of(len(pad.keys)), GAP * unit
    paper = Paper(
        round(box.width), round(box.height), round(16 * unit), theme.card, theme.card_low, theme.card_edge,
        max(1, round(1.5 * unit)), round(10 * unit),
    )  # fmt: skip
    # Behind the keys nothing else can be pressed.
    shield = Node("pad:shield", Paper(round(box.width), round(box.height), 0, theme.card), *box, CARD, alpha=0.0,
                  target=Target("shield"))  # fmt: skip
    title = Style(18 * unit, theme.ink, bold=True)
    nodes = [shield, node("pad:paper", paper, box.x, box.y, CARD + 1)]
    line = whole(box.inside(PADDING * unit)._replace(height=(HEADING - 8) * unit))
    said = pad.title if fits or not ui.message else ui.message
    nodes += line_nodes("pad:title", said, line, title, Z, smallest=11 * unit)
    places = grid_of(space, len(pad.keys), columns, key, gap)
    for shown, place in zip(pad.keys, places, strict=True):
        target = Target("option", pad.name, shown.value)
        name = f"{PREFIX}option:{pad.name}:{shown.value}"
        button = Button(name, shown.text, target, rank="chosen" if shown.on else "plain")
        nodes += button_nodes(button, place, theme, unit, Z, touch(ui, name))
    each = min(KEY * unit, (beside.height + gap) / max(1, len(pad.choices)) - gap)
    lines = grid_of(beside, len(pad.choices), 1, each, gap)
    for choice, place in zip(pad.choices, lines, strict=True):
        button = choice_button(choice, PREFIX)
        nodes += button_nodes(button, whole(place), theme, unit, Z, touch(ui, button.key))
    return nodes


def _key(rows: int, columns: int, width: float, height: float, unit: float) -> float:
    """The size of a key: the usual one if there is room for all of them."""
    high = (height - (HEADING + 2 * PADDING) * unit) / rows - GAP * unit
    wide = width / columns - GAP * unit
    return max(LEAST_KEY * unit, min(KEY * unit, high, wide))
