"""Where small pictures find room on a large one: on shelves, each as high as the first picture that stands on it."""

from __future__ import annotations

GAP = 1
"""Empty pixels around each picture, so that none shows at the edge of another."""
STEP = 4
"""Shelves have heights in steps, so that pictures of nearly the same height share them."""


class Shelves:
    """The free room of one square picture. Nothing can be taken back but everything."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.clear()

    def clear(self) -> None:
        """All of it is free again."""
        self._shelves: dict[int, tuple[int, int]] = {}
        """For each height the shelf that is being filled: how far it is filled, and where its top is."""
        self._floor = 0

    def place(self, width: int, height: int) -> tuple[int, int] | None:
        """The top left corner of a new picture; None if there is no room for it."""
        wide, high = width + 2 * GAP, -(-(height + 2 * GAP) // STEP) * STEP
        if wide > self.side or high > self.side:
            return None
        filled, top = self._shelves.get(high, (self.side, 0))
        if filled + wide > self.side:
            if self._floor + high > self.side:
                return None
            filled, top = 0, self._floor
            self._floor += high
        self._shelves[high] = (filled + wide, top)
        return filled + GAP, top + GAP
