"""Icons: small signs in one colour, for buttons and for marks on a board."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer.skins.icon_shapes import NAMES, icon_mask
from renderer.skins.painting import coloured

__all__ = ["NAMES", "Icon"]


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in a square box."""

    name: str
    side: float
    colour: str

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        side = max(1, round(self.side))
        return side, side

    @property
    def margin(self) -> int:
        """An icon has nothing around it."""
        return 0

    def draw(self) -> Image.Image:
        """The icon in its colour."""
        return coloured(self.colour, icon_mask(self.name, self.size[0]))
