"""Pips: a small number as that many signs, laid out as on dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops

from renderer.skins.boxed import Square
from renderer.skins.icon_shapes import icon_mask
from renderer.skins.painting import coloured

MOST = 12
"""More pips than this cannot be told at a glance: they are written as a number."""
DOT = "dot"
DOT_GROWTH = 1.9
"""A dot fills less of its box than other icons do."""
_DIAGONAL = {1: ((0.5, 0.5),), 2: ((0.26, 0.26), (0.74, 0.74)), 3: ((0.2, 0.2), (0.5, 0.5), (0.8, 0.8))}
_ROWS = {
    4: (2, 0, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (3, 1, 3), 8: (3, 2, 3),
    9: (3, 3, 3), 10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4),
}  # fmt: skip
"""How many pips stand in the upper, middle and lower row."""
_ACROSS = {0: (), 1: (0.5,), 2: (0.24, 0.76), 3: (0.17, 0.5, 0.83), 4: (0.13, 0.377, 0.623, 0.87)}
_DOWN = (0.17, 0.5, 0.83)


def places(count: int) -> tuple[tuple[float, float], ...]:
    """The middles of up to twelve pips, as shares of the room that they have."""
    if count in _DIAGONAL:
        return _DIAGONAL[count]
    rows = _ROWS.get(count, ())
    return tuple((x, y) for number, y in zip(rows, _DOWN, strict=False) for x in _ACROSS[number])


def _share(count: int) -> float:
    """How much of the room one pip takes."""
    return {1: 0.62, 2: 0.42, 3: 0.32, 4: 0.38}.get(count, 0.29 if count < 10 else 0.235)


@lru_cache(maxsize=512)
def pip_mask(icon: str | None, count: int, width: int, height: int) -> Image.Image:
    """So many pips in a box, as a mask."""
    mask = Image.new("L", (width, height))
    name = icon or DOT
    side = max(2, round(min(width, height) * _share(count) * (DOT_GROWTH if name == DOT else 1.0)))
    sign = icon_mask(name, side)
    for x, y in places(count):
        one = Image.new("L", (width, height))
        one.paste(sign, (round(x * width - side / 2), round(y * height - side / 2)))
        mask = ImageChops.lighter(mask, one)
    return mask


@dataclass(frozen=True, slots=True)
class Pips(Square):
    """Pips that stand on a cell by themselves."""

    icon: str | None
    count: int
    side: int
    colour: str

    def draw(self) -> Image.Image:
        """The pips in their colour."""
        return coloured(self.colour, pip_mask(self.icon, self.count, self.side, self.side))
