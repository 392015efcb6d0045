"""Figures: icons used as pieces on the board, with an edge, light and shadow."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PIL import Image, ImageFilter

from renderer.skins.icons import figure_masks
from renderer.skins.paint import both, clear, fall, gradient, lay, lay_picture
from renderer.skins.tokens import pattern_mask
from runtime.show.colours import BLACK, WHITE, contrast, luminance, mixed

DARK = 0.18
"""Figures darker than this have light lines, and a light rim around them, so that they stand out on any ground."""
RIM, SHADOW = 0.018, 0.03
"""How wide the rim of a dark figure is, and how soft the shadow of any, as shares of its size."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in a square box. `ink` is the colour of its lines, if it should not be the one that stands out;
    `pattern` numbers the patterns from 1, as on other pieces, and 0 is plain."""

    icon: str
    side: int
    colour: str
    ink: str | None = None
    pattern: int = 0

    @property
    def margin(self) -> int:
        """How far rim and shadow extend beyond the box."""
        return ceil(self.side * (RIM + SHADOW * 2)) + 1

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return self.side + 2 * self.margin, self.side + 2 * self.margin

    @property
    def edge(self) -> str:
        """The colour of the edge: a very dark shade of the figure's own."""
        return mixed(self.colour, BLACK, 0.82)

    @property
    def lines(self) -> str:
        """The colour of the lines inside."""
        if self.ink is not None and contrast(self.ink, self.colour) >= 2:
            return self.ink
        return mixed(self.colour, WHITE, 0.8) if luminance(self.colour) < DARK else self.edge

    def draw(self) -> Image.Image:
        """The figure with its shadow, rim, body, edge and lines."""
        picture, margin, side = clear(*self.size), self.margin, self.side
        masks = figure_masks(self.icon, side)
        wide = Image.new("L", self.size)
        wide.paste(masks.whole, (margin, margin))
        blur = max(0.7, side * SHADOW)
        lay(picture, BLACK, wide.filter(ImageFilter.GaussianBlur(blur)), 0.45, (0, round(blur * 0.8)))
        dark = luminance(self.colour) < DARK
        if dark:
            lay(picture, WHITE, _wider(wide, max(1.0, side * RIM)), 0.6)
        paint = self.colour
        lit = clear(side, side)
        stops = (mixed(paint, WHITE, 0.22 if dark else 0.3), paint, mixed(paint, BLACK, 0.1))
        lay_picture(lit, gradient(side, side, *stops), masks.whole)
        shade = both(masks.whole, fall(side, side, 0, 90).rotate(90))
        lay(lit, BLACK, shade, 0.25)
        if self.pattern:
            weave = both(masks.whole, pattern_mask(self.pattern, side, side))
            lay(lit, WHITE if dark else BLACK, weave, 0.3)
        lay(lit, self.lines, masks.lines)
        lay(lit, self.edge, masks.edge)
        picture.alpha_composite(lit, (margin, margin))
        return picture


def _wider(mask: Image.Image, by: float) -> Image.Image:
    """A shape with a soft margin around it."""
    steep = [min(255, value * 5) for value in range(256)]
    return mask.filter(ImageFilter.GaussianBlur(by)).point(steep)
