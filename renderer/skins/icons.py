"""Icons: small signs in one colour, for buttons and for marks on a board."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer.skins.boxed import Square
from renderer.skins.icon_shapes import icon_mask
from renderer.skins.painting import coloured


@dataclass(frozen=True, slots=True)
class Icon(Square):
    """An icon in a square box."""

    name: str
    side: float
    colour: str

    def draw(self) -> Image.Image:
        """The icon in its colour."""
        return coloured(self.colour, icon_mask(self.name, self.size[0]))
