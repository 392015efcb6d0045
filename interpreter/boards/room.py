"""Where pieces that cover several cells find room, asked for all sites of a board at once.

A set of sites is an integer with a bit for each; the sites that are taken and those that a piece would cover from a
site on are compared as such.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

Sites = tuple[int, ...]
Block = Callable[[int, int, int], Sites | None]


@cache
def _taken_digits(piece: int) -> bytes:
    """By byte: the binary digit 1 unless it is nothing or this piece."""
    return bytes(48 if byte in (0, piece) else 49 for byte in range(256))


def taken(column: Sequence[int], piece: int) -> int:
    """The set of sites on which another piece lies, by the column of pieces."""
    if isinstance(column, bytes | bytearray) and piece < 256:
        return int(column.translate(_taken_digits(piece))[::-1], 2)
    return sum(1 << site for site, held in enumerate(column) if held and held != piece)


class Room:
    """The room of one board. `block` gives the sites that are covered from a site on."""

    def __init__(self, sites: Sites, block: Block) -> None:
        self.sites = sites
        self.block = block
        self._covered: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def free(self, columns: int, rows: int, piece: int, held: Sequence[int], *others: Sequence[int]) -> list[int]:
        """The sites where a piece of this size fits: on the board, and free of others of its own and of other kinds."""
        covered = self._covered.get((columns, rows))
        if covered is None:
            covered = self._covered[columns, rows] = self._cover(columns, rows)
        full = taken(held, piece)
        for other in others:
            full |= taken(other, 0)
        return [site for site, cells in covered if not full & cells]

    def _cover(self, columns: int, rows: int) -> list[tuple[int, int]]:
        blocks = ((site, self.block(site, columns, rows)) for site in self.sites)
        return [(site, sum(1 << cell for cell in cells)) for site, cells in blocks if cells is not None]
