"""What a form is filled in with: options side by side, a chooser, a stepper, a switch, a text field."""

from __future__ import annotations

from typing import Any

from renderer.buttons import Button, Rank, Touch, button_nodes, touch
from renderer.labels import Style, line_nodes
from renderer.layout import whole
from renderer.nodes import Box, Node, Target
from renderer.page_models import Field
from renderer.skins.icons import Icon
from renderer.skins.marks import Dot
from renderer.skins.paper import Paper
from renderer.skins.placing import node
from renderer.skins.text import shortened
from renderer.theme import Theme
from renderer.ui import Ui

CONTROL_HEIGHT = 38
MOST_SEGMENTS = 7


def control_nodes(field: Field, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = "") -> list[Node]:
    """The control of a field in a box."""
    match field.kind:
        case "flag":
            return _switch(field, ui, box, theme, unit, z, prefix)
        case "text":
            text = "" if field.value is None else str(field.value)
            return text_field_nodes(
                field.name, text, "", ui, box, theme, unit, z, prefix, field.enabled, selected=field.selected
            )
        case "choice" | "number":
            options = field.options if field.kind == "choice" else _numbers(field)
            if options and _segments_fit(options, box.width, unit):
                return _segments(field, options, ui, box, theme, unit, z, prefix)
            return _stepper(field, ui, box, theme, unit, z, prefix)


def _numbers(field: Field) -> tuple[tuple[Any, str], ...]:
    """The numbers of a short range, to stand side by side."""
    if field.low is None or field.high is None or field.high - field.low >= MOST_SEGMENTS or field.value is None:
        return ()
    return tuple((number, str(number)) for number in range(field.low, field.high + 1))


def _segment_widths(options: tuple[tuple[Any, str], ...], unit: float) -> list[float]:
    style = Style(15 * unit, "", bold=True)
    return [max(style.width_of(text) + 24 * unit, 44 * unit) for _, text in options]


def _segments_fit(options: tuple[tuple[Any, str], ...], width: float, unit: float) -> bool:
    return (
        len(options) <= MOST_SEGMENTS and sum(_segment_widths(options, unit)) + 4 * unit * (len(options) - 1) <= width
    )


def _segments(
    field: Field, options: tuple[tuple[Any, str], ...], ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str
) -> list[Node]:
    """All options side by side; the chosen one is lit."""
    nodes: list[Node] = []
    x, gap = box.x, 4 * unit
    for (value, text), width in zip(options, _segment_widths(options, unit), strict=True):
        key = f"{prefix}option:{field.name}:{value}"
        rank: Rank = "chosen" if value == field.value else "plain"
        button = Button(key, text, Target("option", field.name, value), rank=rank, enabled=field.enabled)
        nodes += button_nodes(button, whole(Box(x, box.y, width, box.height)), theme, unit, z, touch(ui, key))
        x += width + gap
    return nodes


def _stepper(field: Field, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """The value between two buttons that lead to the one before and the one after."""
    side = round(box.height)
    width = min(box.width, max(220 * unit, 2 * side + 90 * unit))
    text, before, after = _around(field)
    place = whole(Box(box.x, box.y, width, box.height))
    well = whole(Box(place.x + side + 4 * unit, place.y, place.width - 2 * side - 8 * unit, place.height - 2 * unit))
    nodes: list[Node] = []
    is_number = field.kind == "number"
    for name, icon, sign, value, x in (
        ("less", "back", "−", before, place.x),
        ("more", "next", "+", after, place.right - side),
    ):
        key = f"{prefix}{name}:{field.name}"
        button = Button(
            key, sign if is_number else "", Target("option", field.name, value), None if is_number else icon,
            enabled=field.enabled and value is not _NOWHERE,
        )  # fmt: skip
        nodes += button_nodes(button, Box(x, place.y, side, place.height), theme, unit, z, touch(ui, key))
        if name == "less":
            paper = Paper(
                round(well.width), round(well.height), round(8 * unit), theme.well, None, theme.well_edge, 1, 0, True
            )
            nodes.append(Node(f"{prefix}value:{field.name}", paper, *well, z))
            style = Style(16 * unit, theme.ink if field.enabled else theme.ink_faint, bold=True)
            words = well.inside(8 * unit, 0)
            nodes += line_nodes(f"{prefix}value:{field.name}:text", text, words, style, z + 1, "middle")
    return nodes


_NOWHERE = "…"
"""The value of a button that leads nowhere: it is out of use."""


def _around(field: Field) -> tuple[str, Any, Any]:
    """What a field says, and the values before and after its own."""
    if field.kind == "number":
        if field.value is None:
            return "any", _NOWHERE, field.low if field.low is not None else 0
        value = int(field.value)
        before = value - 1 if field.low is None or value > field.low else _NOWHERE
        after = value + 1 if field.high is None or value < field.high else _NOWHERE
        return str(value), before, after
    values = [value for value, _ in field.options]
    if field.value not in values:
        return str(field.value), _NOWHERE, values[0] if values else _NOWHERE
    at = values.index(field.value)
    return field.options[at][1], values[at - 1], values[(at + 1) % len(values)]


def _switch(field: Field, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str) -> list[Node]:
    """A switch that is on or off."""
    on = bool(field.value)
    key = f"{prefix}toggle:{field.name}"
    touched = touch(ui, key)
    width, height = round(58 * unit), round(30 * unit)
    place = whole(Box(box.x, box.y + (box.height - height) / 2, width, height))
    fill, edge = (theme.accent, theme.accent_edge) if on else (theme.well, theme.button_edge)
    if touched.hovered and field.enabled:
        edge = theme.ink
    paper = Paper(width, height, height / 2, fill, None, edge, max(1, round(1.5 * unit)))
    knob = round(height - 8 * unit)
    inset = (height - knob) / 2
    x = place.right - knob - inset if on else place.x + inset
    words = Box(place.right + 10 * unit, box.y, box.right - place.right - 10 * unit, box.height)
    colour = theme.accent_ink if on else theme.ink_soft
    alpha, target = 1.0 if field.enabled else 0.5, Target("option", field.name, not on)
    return [
        Node(key, paper, *place, z, alpha=alpha, target=target, enabled=field.enabled),
        node(f"{key}:knob", Dot(knob, colour), round(x), round(place.y + inset), z + 1),
        *line_nodes(f"{key}:text", "On" if on else "Off", words, Style(14 * unit, theme.ink_soft), z + 1),
    ]


def text_field_nodes(
    name: str,
    value: str,
    placeholder: str,
    ui: Ui,
    box: Box,
    theme: Theme,
    unit: float,
    z: int,
    prefix: str = "",
    enabled: bool = True,
    icon: str | None = None,
    selected: bool = False,
) -> list[Node]:
    """A field for text. While the keyboard is on it there is a caret at its end; of a long text the end is seen. What
    is selected lies on a ground of its own."""
    key = f"{prefix}field:{name}"
    place = whole(box)
    focused = ui.focus == key
    touched: Touch = touch(ui, key)
    edge = theme.accent_edge if focused else theme.ink_soft if touched.hovered else theme.well_edge
    paper = Paper(
        round(place.width), round(place.height), round(9 * unit), theme.well, None, edge,
        max(1, round((2 if focused else 1) * unit)), 0, True,
    )  # fmt: skip
    nodes = [Node(key, paper, *place, z, target=Target("field", name), enabled=enabled)]
    inner = place.inside(12 * unit, 0)
    if icon is not None:
        size = round(18 * unit)
        sign = Icon(icon, size, theme.ink_soft)
        nodes.append(Node(f"{key}:icon", sign, round(inner.x), round(place.middle[1] - size / 2), size, size, z + 1))
        inner = inner.inside(size + 8 * unit, 0, 0, 0)
    style = Style(16 * unit, theme.ink)
    shown = _end_of(value, inner.width - 6 * unit, style)
    if shown:
        if selected and focused:
            width, height = round(style.width_of(shown) + 4 * unit), round(24 * unit)
            ground = Paper(width, height, round(4 * unit), theme.accent)
            left, top = round(inner.x - 2 * unit), round(place.middle[1] - height / 2)
            nodes.append(Node(f"{key}:selected", ground, left, top, width, height, z + 1))
            style = style._replace(colour=theme.accent_ink)
        nodes += line_nodes(f"{key}:text", shown, inner, style, z + 2)
    elif not focused:
        nodes += line_nodes(f"{key}:text", placeholder, inner, style._replace(colour=theme.ink_faint), z + 1)
    if focused:
        x = inner.x + (style.width_of(shown) + 2 * unit if shown else 0)
        width, height = max(1, round(2 * unit)), round(20 * unit)
        caret = Paper(width, height, 0, theme.ink)
        nodes.append(Node(f"{key}:caret", caret, round(x), round(place.middle[1] - height / 2), width, height, z + 1))
    return nodes


def _end_of(text: str, width: float, style: Style) -> str:
    """As much of the end of a text as fits."""
    return shortened(text[::-1], width, style.pixels, style.bold, style.mono)[::-1] if text else ""
