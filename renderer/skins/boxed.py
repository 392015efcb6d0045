"""What skins have in common that fill a box and show nothing around it."""

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
