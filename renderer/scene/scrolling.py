"""Lists longer than their room: how much of them is visible, and the bar that shows where."""

from __future__ import annotations

from typing import NamedTuple

from renderer.nodes import Box, Node, Target
from renderer.skins.paper import Paper
from renderer.skins.theme import Theme

BAR = 10
"""How wide the bar is, in design units."""


class Rows(NamedTuple):
    """How many rows there are, how many are visible at once, and how many things are in a row."""

    visible: int
    total: int
    columns: int = 1

    @property
    def last(self) -> int:
        """The row furthest down that can be scrolled to the top."""
        return max(0, self.total - self.visible)

    def clamped(self, first: int) -> int:
        """The nearest row that can be scrolled to the top."""
        return min(max(first, 0), self.last)


def bar_nodes(rows: Rows, first: int, box: Box, theme: Theme, unit: float, z: int, prefix: str = "") -> list[Node]:
    """The bar at the right edge of a box; nothing if all rows are visible."""
    if not rows.last:
        return []
    width = round(BAR * unit)
    track = Box(round(box.right) - width, round(box.y), width, round(box.height))
    length = max(round(track.height * rows.visible / rows.total), round(28 * unit))
    top = round(track.y + (track.height - length) * rows.clamped(first) / rows.last)
    key = f"{prefix}scroll"
    return [
        Node(
            key, Paper(width, round(track.height), width / 2, theme.well, edge=theme.well_edge), *track, z,
            target=Target("slider", "scroll", (0, rows.last)),
        ),
        Node(f"{key}:thumb", Paper(width, length, width / 2, theme.button_edge), track.x, top, width, length, z + 1),
    ]  # fmt: skip
