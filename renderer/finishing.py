"""The last touches to a scene: the ring around what the keyboard is on, what a dead button says, order of nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from renderer.labels import Style, line_nodes
from renderer.nodes import TIP, Box, Node, Scene
from renderer.skins.marks import Ring
from renderer.skins.paper import Paper
from renderer.theme import Size, Theme
from renderer.ui import Ui

PRESSABLE = ("action", "command", "option", "field", "slider")
_HEIGHT = attrgetter("z")


def is_pressable(node: Node) -> bool:
    """Whether a node can be pressed: spots are pointed at, shields only hide."""
    return node.target is not None and node.enabled and node.target.kind in PRESSABLE


def focus_order(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The keys of what can be pressed, in the order in which it is read."""
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
    """A scene from nodes in reading order. While a card is open, the keyboard goes round on that only.

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
    """Why a button cannot be pressed, above it, inside of the window."""
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
