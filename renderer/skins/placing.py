"""Nodes from skins: the box of a skin is put at a place, whatever shadow lies around it."""

from __future__ import annotations

from renderer.nodes import Node, Skin, Target


def node(
    key: str,
    skin: Skin,
    x: float,
    y: float,
    z: int,
    *,
    alpha: float = 1.0,
    angle: float = 0.0,
    scale: float = 1.0,
    target: Target | None = None,
    enabled: bool = True,
) -> Node:
    """A node whose skin has the upper left corner of its own box at (x, y); its margin lies outside of that."""
    width, height = skin.size
    margin = skin.margin
    return Node(key, skin, x - margin, y - margin, width, height, z, alpha, angle, scale, target, enabled)
