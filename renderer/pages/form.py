"""Forms: a title, a line for each field with its control, and buttons below."""

from __future__ import annotations

from typing import NamedTuple

from renderer.buttons import choice_button, row_of_buttons
from renderer.labels import Style, fitting, line_nodes, text_height, text_nodes
from renderer.layout import whole
from renderer.nodes import Box, Node
from renderer.page_models import Field, Form
from renderer.pages.controls import CONTROL_HEIGHT, control_nodes
from renderer.pages.scrolling import BAR, Rows, bar_nodes
from renderer.theme import Theme
from renderer.ui import Ui

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


class FormLayout(NamedTuple):
    """Where the parts of a form stand."""

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
    """A form in a box. The fields that fit are shown, from the one that is scrolled to."""
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
    """How wide the lines of a form are beside the bar that scrolls them."""
    return width - (BAR + 12) * unit


def _explanation_height(form: Form, width: float, unit: float) -> int:
    """The room below each control for what is said about it: none if nothing is ever said, and a second line more if
    something does not stand in one."""
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
    """What is said about a field: what the option means that is pointed at, or else the one that is chosen."""
    keys = {f"{prefix}option:{field.name}:{value}": value for value, _ in field.options}
    pointed = next((keys[key] for key in (ui.hovered_key, ui.focus) if key in keys), field.value)
    return field.meaning(pointed)


def _title_nodes(key: str, text: str, box: Box, style: Style, z: int, unit: float) -> tuple[Node, ...]:
    """The title of a field: on two lines rather than in smaller letters, where there is room for them."""
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
