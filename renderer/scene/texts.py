"""Long texts: set in lines of one height; those that fit are shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from renderer.nodes import Box, Node, Target
from renderer.scene.buttons import Button, button_nodes, choice_button, row_of_buttons, touch
from renderer.scene.labels import Style, line_nodes, lines_of
from renderer.scene.layout import whole
from renderer.scene.page_models import Reading, Section
from renderer.scene.scrolling import BAR, Rows, bar_nodes
from renderer.scene.ui import Ui
from renderer.skins.theme import Theme

TITLE_HEIGHT = 48
TEXT_SIZE, CODE_SIZE, HEADING_SIZE = 16, 14, 19
LINE, CODE_LINE = 24, 20
BULLET = "• "
INDENT = 18
BUTTONS_HEIGHT, BUTTONS_GAP = 42, 18


class Line(NamedTuple):
    """A line of a text: its words, its style, and its indentation."""

    text: str
    kind: Literal["heading", "plain", "code", "blank"]
    indent: float = 0.0
    bullet: bool = False


class ReadingLayout(NamedTuple):
    """The places of a text's parts."""

    title: Box
    body: Box
    buttons: Box
    line: int
    lines: tuple[Line, ...]
    rows: Rows


def reading_layout(reading: Reading, box: Box, unit: float) -> ReadingLayout:
    """The parts of a text in a box."""
    title = Box(box.x, box.y, box.width, TITLE_HEIGHT * unit if reading.title else 0)
    height = BUTTONS_HEIGHT * unit if reading.choices else 0
    line = round((CODE_LINE if reading.code else LINE) * unit)
    lines = set_lines(reading.sections, box.width - (BAR + 14) * unit, unit, reading.code)
    room = box.height - title.height - (height + BUTTONS_GAP * unit if height else 0)
    if not height and len(lines) * line > room:
        height = BUTTONS_HEIGHT * unit
        room -= height + BUTTONS_GAP * unit
    buttons = Box(box.x, box.bottom - height, box.width, height)
    visible = max(1, int(room // line))
    body = Box(box.x, title.bottom, box.width, min(room, visible * line))
    return ReadingLayout(whole(title), whole(body), whole(buttons), line, lines, Rows(visible, len(lines)))


def reading_height(reading: Reading, width: float, unit: float) -> float:
    """How high a box must be so that nothing needs to be scrolled."""
    layout = reading_layout(reading, Box(0, 0, width, 1_000_000), unit)
    buttons = (BUTTONS_HEIGHT + BUTTONS_GAP) * unit if reading.choices else 0
    return layout.title.height + layout.line * len(layout.lines) + buttons + 1


@lru_cache(maxsize=64)
def set_lines(sections: tuple[Section, ...], width: float, unit: float, code: bool) -> tuple[Line, ...]:
    """All lines of a text. Items of a list are indented; a blank line separates paragraphs."""
    lines: list[Line] = []
    for section in sections:
        if section.heading:
            style = Style(HEADING_SIZE * unit, "", bold=True)
            lines += [Line(text, "heading") for text in lines_of(section.heading, width, style)]
        for paragraph in section.paragraphs:
            lines += _paragraph(paragraph, width, unit, code)
            if not code and not paragraph.startswith(BULLET):
                lines.append(Line("", "blank"))
        if lines and lines[-1].kind != "blank":
            lines.append(Line("", "blank"))
    while lines and lines[-1].kind == "blank":
        lines.pop()
    return tuple(lines)


def _paragraph(text: str, width: float, unit: float, code: bool) -> list[Line]:
    if code:
        return [Line(line, "code") for line in lines_of(text, width, Style(CODE_SIZE * unit, "", mono=True))]
    style = Style(TEXT_SIZE * unit, "")
    if not text.startswith(BULLET):
        return [Line(line, "plain") for line in lines_of(text, width, style)]
    indent = INDENT * unit
    item = lines_of(text.removeprefix(BULLET), width - indent, style)
    return [Line(line, "plain", indent, number == 0) for number, line in enumerate(item)]


def reading_nodes(
    reading: Reading, ui: Ui, box: Box, theme: Theme, unit: float, z: int, prefix: str = ""
) -> list[Node]:
    """A text in a box, starting with the line that is scrolled to."""
    layout = reading_layout(reading, box, unit)
    first = layout.rows.clamped(reading.first)
    nodes: list[Node] = list(
        line_nodes(f"{prefix}title", reading.title, layout.title, Style(28 * unit, theme.ink, bold=True), z)
    )
    styles = {
        "heading": Style(HEADING_SIZE * unit, theme.ink, bold=True),
        "plain": Style(TEXT_SIZE * unit, theme.ink_soft),
        "code": Style(CODE_SIZE * unit, theme.ink, mono=True),
    }
    for number, line in enumerate(layout.lines[first : first + layout.rows.visible]):
        if line.kind == "blank":
            continue
        top = layout.body.y + number * layout.line
        key = f"{prefix}line:{first + number}"
        place = Box(layout.body.x + line.indent, top, layout.body.width - line.indent, layout.line)
        nodes += line_nodes(key, line.text, place, styles[line.kind], z)
        if line.bullet:
            left = Box(layout.body.x, top, line.indent, layout.line)
            nodes += line_nodes(f"{key}:bullet", "•", left, Style(TEXT_SIZE * unit, theme.good), z)
    nodes += bar_nodes(layout.rows, first, layout.body, theme, unit, z, prefix)
    row = layout.buttons
    if layout.rows.last:
        side = round(row.height)
        for number, (name, icon, enabled) in enumerate(
            (("page_up", "back", first > 0), ("page_down", "next", first < layout.rows.last))
        ):
            button = Button(f"{prefix}button:{name}", "", Target("command", name), icon, enabled=enabled)
            at = Box(row.x + number * (side + 8 * unit), row.y, side, row.height)
            nodes += button_nodes(button, whole(at), theme, unit, z, touch(ui, button.key))
        row = whole(row.inside(2 * (side + 8 * unit), 0, 0, 0))
    buttons = [choice_button(choice, prefix) for choice in reading.choices]
    return nodes + row_of_buttons(buttons, row, theme, unit, z, ui, "right")
