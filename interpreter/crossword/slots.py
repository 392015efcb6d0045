"""Slots: the stretches of a row or column where a word could be laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from interpreter.boards import Topology
from interpreter.boards.directions import EAST, SOUTH

ROW, COLUMN = 0, 1
Line = tuple[int, ...]
SHORTEST = 2
FREE, LETTER, BLOCKED = 0, 1, 2
"""What a site is to a word: it may take a tile, it has a letter, or it takes none."""


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of both axes, each in reading order, and the line of every site and its place in the line, by axis."""

    lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    line_of: tuple[Sequence[int], Sequence[int]]
    place_of: tuple[Sequence[int], Sequence[int]]

    def stretch(self, letters: Sequence[int], site: int, axis: int) -> Line:
        """The site and the unbroken run of letters around it along an axis."""
        line, place = self.lines[axis][self.line_of[axis][site]], self.place_of[axis][site]
        first, last = place, place + 1
        while first > 0 and letters[line[first - 1]]:
            first -= 1
        while last < len(line) and letters[line[last]]:
            last += 1
        return line[first:last]


@lru_cache(maxsize=64)
def lines_of(topology: Topology, board: str) -> Lines:
    """The lines of one board."""
    found: list[tuple[Line, ...]] = []
    line_of = [[0] * (topology.count + 1) for _ in (ROW, COLUMN)]
    place_of = [[0] * (topology.count + 1) for _ in (ROW, COLUMN)]
    for axis, direction in ((ROW, EAST), (COLUMN, SOUTH)):
        lines = topology.lines_of(board, direction)
        for number, line in enumerate(lines):
            for place, site in enumerate(line):
                line_of[axis][site], place_of[axis][site] = number, place
        found.append(lines)
    return Lines((found[0], found[1]), (line_of[0], line_of[1]), (place_of[0], place_of[1]))


class Slot(NamedTuple):
    """The sites of the word, the free ones among them, the axis (0 row, 1 column), and whether it touches a letter."""

    axis: int
    sites: Line
    free: Line
    touches: bool


class Stretch(NamedTuple):
    """A slot of a line, given by places on that line."""

    start: int
    end: int
    free: tuple[int, ...]
    touches: bool


def slots(lines: Lines, kinds: Sequence[int], most: int, fewest: int = 1, touching: bool = False) -> Iterator[Slot]:
    """Every slot for this many tiles, row by row, then column by column. `kinds` classifies each site; `touching`
    leaves out slots that touch no letter.

    A single tile that is part of a word both ways has two slots; the longer word is the main one and only its slot is
    listed, or the one along the row if they are equally long.
    """
    for axis in (ROW, COLUMN):
        beside = _beside(lines, kinds, 1 - axis)
        for line in lines.lines[axis]:
            across = bytes([beside[site] for site in line])
            for span in _stretches(bytes([kinds[site] for site in line]), across, axis, most, fewest, touching):
                free = tuple([line[place] for place in span.free])
                yield Slot(axis, line[span.start : span.end], free, span.touches)


def _beside(lines: Lines, kinds: Sequence[int], axis: int) -> list[int]:
    """For each free site, the length of the unbroken runs of letters next to it along an axis."""
    found = [0] * len(kinds)
    for line in lines.lines[axis]:
        for site, count in zip(line, _run_lengths(bytes([kinds[site] for site in line])), strict=True):
            found[site] = count
    return found


@lru_cache(maxsize=1 << 14)
def _run_lengths(kinds: bytes) -> bytes:
    found = bytearray(len(kinds))
    for places in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        run = 0
        for place in places:
            if kinds[place] == LETTER:
                run += 1
            else:
                found[place], run = found[place] + run, 0
    return bytes(found)


@lru_cache(maxsize=1 << 14)
def _stretches(kinds: bytes, beside: bytes, axis: int, most: int, fewest: int, touching: bool) -> tuple[Stretch, ...]:
    found = []
    length = len(kinds)
    for start in range(length):
        if start and kinds[start - 1] == LETTER:
            continue
        free: list[int] = []
        touches = False
        for end in range(start, length):
            kind = kinds[end]
            if kind == BLOCKED:
                break
            if kind == LETTER:
                touches = True
            else:
                if len(free) == most:
                    break
                free.append(end)
                touches = touches or beside[end] > 0
            whole = end + 1 == length or kinds[end + 1] != LETTER
            size = end - start + 1
            if not whole or size < SHORTEST or len(free) < max(fewest, 1) or (touching and not touches):
                continue
            if len(free) > 1 or not _is_shorter(size, beside[free[0]] + 1, axis):
                found.append(Stretch(start, end + 1, tuple(free), touches))
    return tuple(found)


def _is_shorter(size: int, other: int, axis: int) -> bool:
    """Whether the word across a single tile is the main one."""
    return other > size if axis == ROW else other >= size
