"""What skins have in common that fill a box or a square and show nothing around it."""

from __future__ import annotations


class Boxed:
    """A skin as wide and high as its box, in whole pixels."""

    __slots__ = ()

    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return max(1, round(self.width)), max(1, round(self.height))

    @property
    def margin(self) -> int:
        """There is nothing around it."""
        return 0


class Square:
    """A skin as high as it is wide, in whole pixels."""

    __slots__ = ()

    side: float

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        side = max(1, round(self.side))
        return side, side

    @property
    def margin(self) -> int:
        """There is nothing around it."""
        return 0
