"""The words that a placement forms and crosses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from interpreter.crossword.lines import COLUMN, ROW, Lines


class WordFormed(NamedTuple):
    """A word on the board: what it reads, where, and along which axis (1 row, 2 column)."""

    text: str
    sites: Sequence[int]
    axis: int


class Crossword(NamedTuple):
    """What a placement makes: whether it is in one line without a gap, the word along that line, the words that
    its letters form across it, and the words of older letters that it crosses."""

    in_line: bool
    gap: bool
    main: WordFormed
    adjoining: Sequence[WordFormed]
    crossed: Sequence[WordFormed]


def crossword(lines: Lines, standing: Callable[[int], str | None], placed: Iterable[tuple[int, str]]) -> Crossword:
    """The words of letters placed on sites; `standing` tells the letter on a site, nothing if there is none.

    Of a single letter the main word is the longer of its two, that along the row if they are equally long. Where the
    letters are not in one line, the main word is that of the first letter.
    """
    laid = dict(placed)
    if not laid:
        return Crossword(True, False, WordFormed("", (), ROW + 1), (), ())
    read = _Reader(lines, standing, laid)
    sites = list(laid)
    axis, in_line = read.axis(sites)
    main = read.word(sites[0], axis)
    across = [(site, read.word(site, 1 - axis)) for site in sites]
    older = [(site, read.word(site, 1 - axis)) for site in main.sites if site not in laid]
    return Crossword(
        in_line,
        in_line and any(site not in main.sites for site in sites),
        main,
        tuple([word for _, word in across if len(word.sites) > 1]),
        tuple([word for _, word in older if len(word.sites) > 1]),
    )


class _Reader:
    """Reads words on a board with what is laid onto it."""

    def __init__(self, lines: Lines, standing: Callable[[int], str | None], laid: dict[int, str]) -> None:
        self.lines = lines
        self.standing = standing
        self.laid = laid

    def axis(self, sites: Sequence[int]) -> tuple[int, bool]:
        """The axis of the main word, and whether all sites are in one line of it."""
        if len(sites) == 1:
            along, across = (len(self.word(sites[0], axis).sites) for axis in (ROW, COLUMN))
            return (COLUMN if across > along else ROW), True
        for axis in (ROW, COLUMN):
            line_of = self.lines.line_of[axis]
            if all(line_of[site] == line_of[sites[0]] for site in sites):
                return axis, True
        return ROW, False

    def word(self, site: int, axis: int) -> WordFormed:
        """The unbroken letters around a site along an axis."""
        lines, laid, standing = self.lines, self.laid, self.standing
        line, place = lines.lines[axis][lines.line_of[axis][site]], lines.place_of[axis][site]
        first, last = place, place + 1
        text = laid.get(site) or standing(site) or ""
        while first > 0 and (letter := laid.get(line[first - 1]) or standing(line[first - 1])):
            first -= 1
            text = letter + text
        while last < len(line) and (letter := laid.get(line[last]) or standing(line[last])):
            last += 1
            text += letter
        return WordFormed(text, line[first:last], axis + 1)
