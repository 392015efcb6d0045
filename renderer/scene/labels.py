"""Texts in boxes: shrunk, wrapped or shortened until they fit."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from renderer.nodes import Box, Node
from renderer.skins.text import Label, fitted, measure, shortened, wrapped

Align = Literal["left", "middle", "right"]

SMALLEST = 10
"""No text is made smaller than this many design units to fit: it is shortened instead."""
LEADING = 1.32
"""The distance of two lines, as a multiple of the size of the letters."""
STEPS = 24
"""In so many steps a text is made narrower to find lines of about the same length."""
_NEGATIVE = re.compile(r"(?<![\w-])-(?=[0-9])")
"""The hyphen of a negative number, as it is typed."""


class Style(NamedTuple):
    """The style of a text: the size of its letters in pixels, its colour, and its font."""

    size: float
    colour: str
    bold: bool = False
    mono: bool = False

    @property
    def pixels(self) -> int:
        """The size in whole pixels."""
        return max(6, round(self.size))

    @property
    def line(self) -> int:
        """The height of one line in a text of several."""
        return round(self.pixels * LEADING)

    def width_of(self, text: str) -> float:
        """The width of a text."""
        return measure(_set(text, self), self.pixels, self.bold, self.mono)[0]


def _set(text: str, style: Style) -> str:
    """A text as a printer sets it: negative numbers have a minus sign. A monospaced font has none."""
    return text if style.mono else _NEGATIVE.sub("−", text)


@lru_cache(maxsize=8192)
def line_nodes(
    key: str,
    text: str,
    box: Box,
    style: Style,
    z: int,
    align: Align = "left",
    smallest: float = SMALLEST,
) -> tuple[Node, ...]:
    """One line, centred vertically in a box and no wider than it. Nothing for an empty text."""
    if not text or box.width < 1:
        return ()
    text, pixels = _set(text, style), style.pixels
    if style.width_of(text) > box.width:
        pixels = fitted(text, box.width, pixels, style.bold, min(smallest, pixels), style.mono)
        text = shortened(text, box.width, pixels, style.bold, style.mono)
    return (_placed(key, Label(text, pixels, style.colour, style.bold, style.mono), box, z, align),)


def _placed(key: str, skin: Label, box: Box, z: int, align: Align) -> Node:
    width, height = skin.size
    spare = box.width - width
    x = box.x if align == "left" else box.x + spare if align == "right" else box.x + spare / 2
    return Node(key, skin, round(x), round(box.y + (box.height - height) / 2), width, height, z)


@lru_cache(maxsize=2000)
def lines_of(text: str, width: float, style: Style) -> tuple[str, ...]:
    """The wrapped lines of a text; each of its own lines begins a new one."""
    return tuple(wrapped(_set(text, style), width, style.pixels, style.bold, style.mono))


@lru_cache(maxsize=2000)
def balanced_lines(text: str, width: float, style: Style) -> tuple[str, ...]:
    """A text in as few lines as its width allows, wrapped as narrowly as that can be done."""
    fewest = lines_of(text, width, style)
    found = fewest
    for step in range(1, STEPS):
        narrower = lines_of(text, width * (1 - step / STEPS), style)
        if len(narrower) > len(fewest):
            break
        found = narrower
    return found


def text_height(text: str, width: float, style: Style) -> int:
    """The height of a text when it is wrapped."""
    return len(lines_of(text, width, style)) * style.line if text else 0


def fitting(text: str, box: Box, style: Style, smallest: float) -> Style:
    """A style in which a text fits into a box, with letters no smaller than a limit; unchanged if the text already
    fits."""
    while style.size > smallest and text_height(text, box.width, style) > box.height:
        style = style._replace(size=max(smallest, style.size - 1))
    return style


@lru_cache(maxsize=2000)
def text_nodes(key: str, text: str, box: Box, style: Style, z: int, align: Align = "left") -> tuple[Node, ...]:
    """A text wrapped to the width of a box, from its top; what does not fit below is cut off with an ellipsis. In the
    middle, the lines are about as long as each other: a last word alone looks lost there."""
    if not text:
        return ()
    lines = lines_of(text, box.width, style) if align != "middle" else balanced_lines(text, box.width, style)
    room = max(1, int(box.height // style.line))
    if len(lines) > room:
        rest = " ".join(lines[room - 1 :])
        lines = (*lines[: room - 1], shortened(rest, box.width, style.pixels, style.bold, style.mono))
    return tuple(
        node
        for number, line in enumerate(lines)
        for node in line_nodes(
            f"{key}:{number}", line, Box(box.x, box.y + number * style.line, box.width, style.line), style, z, align
        )
    )
