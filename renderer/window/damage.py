"""Which parts of a picture must be drawn anew when its nodes change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, hypot
from typing import NamedTuple

from renderer.nodes import Node

WORTH = 0.6
"""If more than this share of the picture has changed, all of it is drawn."""
FEW = 8
"""More parts than this are drawn as one."""


class Area(NamedTuple):
    """A rectangle of whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def pixels(self) -> int:
        """How many pixels it has."""
        return (self.right - self.left) * (self.bottom - self.top)

    def meets(self, other: Area) -> bool:
        """Whether the two have a pixel in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def with_(self, other: Area) -> Area:
        """The smallest rectangle around both."""
        return Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def area_of(node: Node) -> Area:
    """Every pixel that a node may touch, with one to spare for rounding."""
    x, y = node.x + node.width / 2, node.y + node.height / 2
    if node.angle:
        across = down = hypot(node.width, node.height) / 2 * node.scale
    else:
        across, down = node.width / 2 * node.scale, node.height / 2 * node.scale
    return Area(floor(x - across) - 1, floor(y - down) - 1, ceil(x + across) + 1, ceil(y + down) + 1)


def damage(before: Sequence[Node], after: Sequence[Node], size: tuple[int, int]) -> list[Area]:
    """The parts of the picture that differ between two lists of nodes in drawing order."""
    whole = Area(0, 0, *size)
    old = {node.key: node for node in before}
    new = {node.key: node for node in after}
    if [key for key in old if key in new] != [key for key in new if key in old]:
        return [whole]
    changed = [node for key, node in new.items() if old.get(key) != node]
    gone = [old[key] for key in old if old[key] != new.get(key)]
    areas = _joined(area_of(node) for node in (*changed, *gone))
    clipped = [
        Area(max(area.left, 0), max(area.top, 0), min(area.right, size[0]), min(area.bottom, size[1]))
        for area in areas
        if area.meets(whole)
    ]
    return [whole] if sum(area.pixels for area in clipped) > WORTH * whole.pixels else clipped


def _joined(areas: Iterable[Area]) -> list[Area]:
    """A few rectangles that cover all of these; neighbours become one where that costs little."""
    joined: list[Area] = []
    for area in areas:
        at = 0
        while at < len(joined):
            both = joined[at].with_(area)
            if both.pixels <= 1.2 * (joined[at].pixels + area.pixels):
                # What has grown may now reach one that it did not reach before.
                area, at = both, 0
                joined = [other for other in joined if other.with_(both) != both]
            else:
                at += 1
        joined.append(area)
    if len(joined) <= FEW:
        return joined
    around = joined[0]
    for area in joined[1:]:
        around = around.with_(area)
    return [around]

