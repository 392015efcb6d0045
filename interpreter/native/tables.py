"""Constant tables of a program in machine code: numbers, and lists of numbers one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

SMALLEST, LARGEST = -(1 << 31), (1 << 31) - 1
MOST_ENTRIES = 2_000_000
"""More entries than this are too much for one program."""


class TooLarge(Exception):
    """A table does not fit."""


class Tables:
    """Every table of a program; equal ones are stored once."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}
        self.rows: dict[tuple[tuple[int, ...], ...], int] = {}
        self._entries = 0

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
        return self.rows[made]

    def of_groups(self, groups: Sequence[Sequence[Iterable[int]]]) -> tuple[int, int]:
        """The numbers of two tables for lists of lists: one has all rows, the other the first row of each group."""
        firsts = [0, *accumulate(len(group) for group in groups)]
        return self.of_rows([row for group in groups for row in group]), self.of_numbers(firsts)

    def row(self, table: int, key: int) -> tuple[int, ...]:
        """A row of a table of lists."""
        return list(self.rows)[table][key]

    def _count(self, more: int) -> None:
        self._entries += more
        if self._entries > MOST_ENTRIES:
            raise TooLarge
