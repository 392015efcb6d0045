"""Pictures from files, such as the thumbnails of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from renderer.skins.boxed import Boxed
from renderer.skins.masks import rounded
from renderer.skins.painting import clear, gradient

MISSING = ("#5a6377", "#434b5e")


@dataclass(frozen=True, slots=True)
class Picture(Boxed):
    """A picture from a file, whole, in a box with round corners; where the box is longer its edges go on.

    A file that is missing or no picture gives a plain box: a thumbnail must not keep a gallery from being shown.
    """

    path: Path
    width: int
    height: int
    radius: float = 0

    def draw(self) -> Image.Image:
        """The picture, reduced or enlarged."""
        width, height = self.size
        picture = clear(width, height)
        picture.paste(self._filled(width, height), (0, 0), rounded(width, height, self.radius))
        return picture

    def _filled(self, width: int, height: int) -> Image.Image:
        try:
            with Image.open(self.path) as file:
                whole: Image.Image = file.convert("RGB")
        except (OSError, UnidentifiedImageError, ValueError, Image.DecompressionBombError):
            return gradient(width, height, *MISSING)
        scale = min(width / whole.width, height / whole.height)
        across, down = max(1, round(whole.width * scale)), max(1, round(whole.height * scale))
        shown = whole.resize((across, down), Image.Resampling.LANCZOS)
        left, top = (width - across) // 2, (height - down) // 2
        filled = Image.new("RGB", (width, height))
        for edge, beside in (
            (shown.crop((0, 0, 1, down)), (0, top, left, top + down)),
            (shown.crop((across - 1, 0, across, down)), (left + across, top, width, top + down)),
            (shown.crop((0, 0, across, 1)), (left, 0, left + across, top)),
            (shown.crop((0, down - 1, across, down)), (left, top + down, left + across, height)),
        ):
            if beside[0] < beside[2] and beside[1] < beside[3]:
                filled.paste(edge.resize((beside[2] - beside[0], beside[3] - beside[1])), beside)
        filled.paste(shown, (left, top))
        return filled
