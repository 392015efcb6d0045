"""Skins: recipes for every small picture in the window. Each is a value, is drawn once and kept."""

from __future__ import annotations

from renderer.skins.drawn import image_of
from renderer.skins.placing import node

__all__ = ["image_of", "node"]
