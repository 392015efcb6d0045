"""Pieces over several cells: one body, with a face in the middle of each cell."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer.skins.drawn import image_of
from renderer.skins.fonts import cap_height, metrics
from renderer.skins.text import Label, fitted, measure
from renderer.skins.tokens import Token

SMALLEST_FACE = 6
FACE = 0.62
"""How large a face is in its cell: as large as on a piece of one cell, which leaves a gap around it."""
ROOM = 0.84
"""How much of its cell a face may be wide."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A body with texts on it. `faces` are texts with the middle, width and height of their cells, in pixels from the
    upper left corner of the body."""

    body: Token
    faces: tuple[tuple[str, float, float, float, float], ...]

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.body.size

    @property
    def margin(self) -> int:
        """How far the picture reaches beyond the body."""
        return self.body.margin

    def draw(self) -> Image.Image:
        """The body with its faces."""
        picture = image_of(self.body).copy()
        for text, x, y, width, height in self.faces:
            if not text:
                continue
            size = fitted(text, width * ROOM, max(SMALLEST_FACE, round(height * FACE)), True, SMALLEST_FACE)
            label = image_of(Label(text, size, self.body.lettering, bold=True))
            baseline = y + cap_height(size, True) / 2
            left = self.margin + round(x - measure(text, size, True)[0] / 2)
            top = self.margin + round(baseline) - metrics(size, True)[0]
            picture.alpha_composite(label, (max(0, left), max(0, top)))
        return picture
