"""Skins: recipes for every small picture in the window. Each is a value, and is drawn once and cached."""

from __future__ import annotations

from renderer.skins.skin import image_of, images_of, node

__all__ = ["image_of", "images_of", "node"]
