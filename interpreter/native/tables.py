"""Constant tables of a program in machine code: numbers, and lists of numbers one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

SMALLEST, LARGEST = -(1 << 31), (1 << 31) - 1
MOST_ENTRIES = 2_000_000
"""More entries than this are too much for one program."""


LONGEST_PADDED, MOST_PADDED, MOST_PADDING = 24, 32_767, 200_000
"""Lists of at most so many items are padded, with items up to so much, and at most so many entries in all."""


@dataclass(frozen=True, slots=True)
class Padded:
    """Lists that are all as long as the longest of them and one more."""

    rows: tuple[tuple[int, ...], ...]
    stride: int

    def values(self) -> Iterator[int]:
        """All entries, one row after the other."""
        for row in self.rows:
            yield from row
            yield from (0,) * (self.stride - len(row))


class TooLarge(Exception):
    """A table does not fit."""


class Tables:
    """Every table of a program; equal ones are stored once."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}
        self.rows: dict[tuple[tuple[int, ...], ...], int] = {}
        self._entries = 0
        self.listed: list[tuple[tuple[int, ...], ...]] = []
        self._padded: dict[int, Padded | None] = {}

    def of_numbers(self, values: Iterable[int]) -> int:
        """The number of a table of numbers."""
        made = tuple(values)
        if made not in self.numbers:
            self._count(len(made))
            self.numbers[made] = len(self.numbers)
        return self.numbers[made]

    def of_rows(self, rows: Iterable[Iterable[int]]) -> int:
        """The number of a table of lists."""
        made = tuple(tuple(row) for row in rows)
        if made not in self.rows:
            self._count(len(made) + sum(map(len, made)))
            if any(not SMALLEST <= value <= LARGEST for row in made for value in row):
                raise TooLarge
            self.rows[made] = len(self.rows)
            self.listed.append(made)
        return self.rows[made]

    def of_groups(self, groups: Sequence[Sequence[Iterable[int]]]) -> tuple[int, int]:
        """The numbers of two tables for lists of lists: one has all rows, the other the first row of each group."""
        firsts = [0, *accumulate(len(group) for group in groups)]
        return self.of_rows([row for group in groups for row in group]), self.of_numbers(firsts)

    def padded(self, table: int) -> Padded | None:
        """The same lists one as long as the other, with 0 behind their items: quicker to go through. None if 0 is an
        item, or if that would make the table much larger."""
        if table not in self._padded:
            rows = self.listed[table]
            stride = max(map(len, rows), default=0) + 1
            plain = all(0 < value <= MOST_PADDED for row in rows for value in row)
            small = stride <= LONGEST_PADDED and stride * len(rows) <= MOST_PADDING
            self._padded[table] = Padded(rows, stride) if plain and small and rows else None
        return self._padded[table]

    def _count(self, more: int) -> None:
        self._entries += more
        if self._entries > MOST_ENTRIES:
            raise TooLarge
