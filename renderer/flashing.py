"""The glow of what flashes."""

from __future__ import annotations

from functools import lru_cache

from renderer.nodes import LIFTED, Box, Node
from renderer.skins.marks import Halo

GOLD = "#ffcf40"
"""The colour of a flash: bright on every ground."""


@lru_cache(maxsize=256)
def glow(key: str, box: Box) -> Node:
    """A glow around a box, above what stands there and below what is lifted."""
    halo = Halo(round(box.width), round(box.height), round(min(box.width, box.height) * 0.14), GOLD)
    width, height = halo.size
    return Node(key, halo, round(box.x) - halo.margin, round(box.y) - halo.margin, width, height, LIFTED - 1)
