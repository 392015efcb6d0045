"""Forms: a line for each field with its control, and buttons below."""

from __future__ import annotations

from typing import Any, NamedTuple

from renderer.nodes import Box, Node, Target
from renderer.scene.buttons import Button, Rank, Touch, button_nodes, choice_button, row_of_buttons, touch
from renderer.scene.labels import Style, fitting, line_nodes, text_height, text_nodes
from renderer.scene.layout import whole
from renderer.scene.page_models import Field, Form
from renderer.scene.scrolling import BAR, Rows, bar_nodes
from renderer.scene.ui import Ui
from renderer.skins.icons import Icon
from renderer.skins.marks import Dot
from renderer.skins.paper import Paper
from renderer.skins.skin import node
from renderer.skins.text import shortened
from renderer.skins.theme import Theme

CONTROL_HEIGHT = 38
MOST_SEGMENTS = 7
_NOWHERE = "…"
"""The value of a button that leads nowhere: it is out of use."""
TITLE_HEIGHT, TEXT_SIZE = 44, 15
WIDE_ROW, NARROW_ROW = 62, 90
"""The height of a line with the control beside its title, and with the control below it."""
EXPLANATION_SIZE, EXPLANATION_SMALLEST = 13, 11
"""The letters that say what is chosen, and how small they may be to stand in one line."""
EXPLANATION_HEIGHT, SECOND_HEIGHT = 20, 10
"""The room that a line has more where a form says anything, and where it says something in two lines."""
TITLE_SHARE = 0.38
"""How much of a line its title takes beside the control."""
NARROW = 520
BUTTONS_HEIGHT, BUTTONS_GAP = 42, 18


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
    """The numbers of a short range, for showing them side by side."""
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
    """All options side by side, with the chosen one highlighted."""
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
    """The value between two buttons that lead to the previous and the next one."""
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


def _around(field: Field) -> tuple[str, Any, Any]:
    """The text of a field, and the values before and after its own."""
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
    """A text field. While it has the keyboard there is a caret at its end; a long text shows its end. The selection has
    its own background."""
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


class FormLayout(NamedTuple):
    """The places of a form's parts."""

    title: Box
    text: Box
    fields: Box
    message: Box
    buttons: Box
    row: int
    rows: Rows


def form_layout(form: Form, box: Box, unit: float) -> FormLayout:
    """The parts of a form in a box."""
    title = Box(box.x, box.y, box.width, TITLE_HEIGHT * unit)
    style = Style(TEXT_SIZE * unit, "")
    text_room = min(text_height(form.text, box.width, style), style.line * 4) + 10 * unit if form.text else 0
    text = Box(box.x, title.bottom, box.width, text_room)
    buttons = Box(box.x, box.bottom - BUTTONS_HEIGHT * unit, box.width, BUTTONS_HEIGHT * unit)
    if not form.choices:
        buttons = Box(box.x, box.bottom, box.width, 0)
    message_room = (style.line + 10 * unit) if form.message else 0
    message = Box(box.x, buttons.y - message_room - 6 * unit, box.width, message_room)
    bottom = message.y if form.message else buttons.y - (BUTTONS_GAP * unit if form.choices else 0)
    row = round((WIDE_ROW if box.width >= NARROW * unit else NARROW_ROW) * unit)
    row += _explanation_height(form, _line_width(box.width, unit), unit)
    top = text.bottom + 6 * unit
    visible = max(1, int((bottom - top) // row))
    fields = Box(box.x, top, box.width, min(bottom - top, visible * row))
    rows = Rows(visible, len(form.fields))
    return FormLayout(whole(title), whole(text), whole(fields), whole(message), whole(buttons), row, rows)


def form_height(form: Form, width: float, unit: float) -> float:
    """How high a box must be so that nothing needs to be scrolled."""
    layout = form_layout(form, Box(0, 0, width, 4000 * unit), unit)
    message = layout.message.height + 6 * unit if form.message else 0
    buttons = (BUTTONS_HEIGHT + BUTTONS_GAP) * unit if form.choices else 0
    return layout.fields.y + layout.row * len(form.fields) + message + buttons


def form_nodes(form: Form, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = "") -> list[Node]:
    """A form in a box, with the fields that fit, starting from the one that is scrolled to."""
    layout = form_layout(form, box, unit)
    nodes: list[Node] = [
        *line_nodes(f"{prefix}title", form.title, layout.title, Style(26 * unit, theme.ink, bold=True), z),
        *text_nodes(f"{prefix}text", form.text, layout.text, Style(TEXT_SIZE * unit, theme.ink_soft), z),
    ]
    first = layout.rows.clamped(form.first)
    bar = bar_nodes(layout.rows, first, layout.fields, theme, unit, z, prefix)
    width = _line_width(layout.fields.width, unit) if bar else layout.fields.width
    told = _explanation_height(form, _line_width(layout.fields.width, unit), unit)
    for number, field in enumerate(form.fields[first : first + layout.rows.visible]):
        line = Box(layout.fields.x, layout.fields.y + number * layout.row, width, layout.row)
        place, label = _split(line.inside(0, 0, 0, told), unit)
        key = f"{prefix}label:{field.name}"
        ink = theme.ink if field.enabled else theme.ink_faint
        title = Style(16 * unit, ink)
        upper, lower = _title_and_note(label, place, bool(field.note), unit)
        nodes += _title_nodes(key, field.title, upper, title, z, unit)
        nodes += line_nodes(f"{key}:note", field.note, lower, Style(12 * unit, theme.ink_soft), z)
        nodes += control_nodes(field, ui, place, theme, unit, z, prefix)
        below = Box(place.x, place.bottom, line.right - place.x, line.bottom - place.bottom).inside(0, 3 * unit, 0, 0)
        small = Style(EXPLANATION_SIZE * unit, theme.ink_soft)
        about = _explanation(field, ui, prefix)
        nodes += _explanation_nodes(f"{prefix}about:{field.name}", about, below, small, z, unit)
    nodes += bar
    said = Style(TEXT_SIZE * unit, theme.warning if form.wrong else theme.good, bold=True)
    nodes += line_nodes(f"{prefix}message", form.message, layout.message, said, z)
    buttons = [choice_button(choice, prefix) for choice in form.choices]
    return nodes + row_of_buttons(buttons, layout.buttons, theme, unit, z, ui, "right")


def _line_width(width: float, unit: float) -> float:
    """The width of a form's lines beside its scroll bar."""
    return width - (BAR + 12) * unit


def _explanation_height(form: Form, width: float, unit: float) -> int:
    """The room below each control for its explanation: none if there are no explanations, and a second line if one of
    them does not fit on one."""
    texts = [text for field in form.fields for text in (field.about, *field.meanings)]
    if not any(texts):
        return 0
    beside = width >= _line_width(NARROW * unit, unit)
    room = width * (1 - TITLE_SHARE) if beside else width
    second = SECOND_HEIGHT if any(_is_long(text, room, unit) for text in texts) else 0
    return round((EXPLANATION_HEIGHT + second) * unit)


def _is_long(text: str, width: float, unit: float) -> bool:
    """Whether an explanation needs more than one line."""
    return Style(EXPLANATION_SMALLEST * unit, "").width_of(text) > width


def _explanation_nodes(key: str, text: str, box: Box, style: Style, z: int, unit: float) -> tuple[Node, ...]:
    smallest = EXPLANATION_SMALLEST * unit
    if _is_long(text, box.width, unit):
        return text_nodes(key, text, box, fitting(text, box, style, smallest), z)
    return line_nodes(key, text, box._replace(height=EXPLANATION_HEIGHT * unit), style, z, smallest=smallest)


def _explanation(field: Field, ui: Ui, prefix: str) -> str:
    """The explanation of a field: what the option under the pointer means, or else the chosen one."""
    keys = {f"{prefix}option:{field.name}:{value}": value for value, _ in field.options}
    pointed = next((keys[key] for key in (ui.hovered_key, ui.focus) if key in keys), field.value)
    return field.meaning(pointed)


def _title_nodes(key: str, text: str, box: Box, style: Style, z: int, unit: float) -> tuple[Node, ...]:
    """The title of a field: on two lines rather than in smaller letters, if there is room for them."""
    height = text_height(text, box.width, style)
    if style.line < height <= box.height:
        return text_nodes(key, text, Box(box.x, box.y + (box.height - height) / 2, box.width, height), style, z)
    return line_nodes(key, text, box, style, z, smallest=12 * unit)


def _split(line: Box, unit: float) -> tuple[Box, Box]:
    """The control of a line, and what is left for its title."""
    height = CONTROL_HEIGHT * unit
    if line.width < _line_width(NARROW * unit, unit):
        top = line.bottom - height - 8 * unit
        return whole(Box(line.x, top, line.width, height)), Box(line.x, line.y, line.width, top - line.y)
    left = line.width * TITLE_SHARE
    control = Box(line.x + left, line.y + (line.height - height) / 2, line.width - left, height)
    return whole(control), Box(line.x, line.y, left - 16 * unit, line.height)


def _title_and_note(label: Box, control: Box, noted: bool, unit: float) -> tuple[Box, Box]:
    if control.y >= label.bottom - 1:
        share = label.width * (0.5 if noted else 1.0)
        return Box(label.x, label.y, share, label.height), Box(
            label.x + share, label.y, label.width - share, label.height
        )
    if not noted:
        return label, Box(label.x, label.bottom, label.width, 0)
    middle = label.middle[1]
    return Box(label.x, middle - 21 * unit, label.width, 22 * unit), Box(
        label.x, middle + 2 * unit, label.width, 18 * unit
    )
