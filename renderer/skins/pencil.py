"""Pencil marks in a cell: small texts, each in a place of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt

from PIL import Image

from renderer.skins.paint import clear, put
from renderer.skins.skin import Boxed, image_of
from renderer.skins.text import Label, cap_height, fitted, measure, metrics

SMALLEST = 6
HIGH, WIDE, AROUND = 0.86, 0.92, 0.05
"""How much of its place a mark may be high and wide, and how much of the cell is left free around all of them."""


@lru_cache(maxsize=64)
def columns_of(count: int) -> int:
    """The number of columns for this many marks: three for nine, two for four."""
    return max(1, ceil(sqrt(count)))


@lru_cache(maxsize=256)
def mark_size(texts: tuple[str, ...], width: int, height: int) -> int:
    """The size of letters at which all marks of a board fit their places."""
    columns = columns_of(len(texts))
    rows = max(1, ceil(len(texts) / columns))
    high = height * (1 - 2 * AROUND) / rows * HIGH
    wide = width * (1 - 2 * AROUND) / columns * WIDE
    return min((fitted(text, wide, max(SMALLEST, round(high)), False, SMALLEST) for text in texts), default=SMALLEST)


@dataclass(frozen=True, slots=True)
class PencilMarks(Boxed):
    """The marks of one cell. `texts` has one for each place, row by row; it is empty if that mark is missing."""

    width: int
    height: int
    texts: tuple[str, ...]
    font_size: int
    colour: str

    def draw(self) -> Image.Image:
        """The marks in their colour."""
        picture = clear(self.width, self.height)
        columns = columns_of(len(self.texts))
        rows = ceil(len(self.texts) / columns)
        left, top = self.width * AROUND, self.height * AROUND
        across, down = (self.width - 2 * left) / columns, (self.height - 2 * top) / rows
        for number, text in enumerate(self.texts):
            if text:
                label = image_of(Label(text, self.font_size, self.colour))
                x = left + (number % columns + 0.5) * across - measure(text, self.font_size)[0] / 2
                baseline = top + (number // columns + 0.5) * down + cap_height(self.font_size) / 2
                put(picture, label, round(x), round(baseline) - metrics(self.font_size)[0])
        return picture
