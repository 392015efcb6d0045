"""The text of a spec file, and stretches of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple


class Source:
    """A text with the name under which people know it; of a spec also the tests in the file beside it."""

    __slots__ = ("_line_starts", "name", "tests", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.tests: Source | None = None
        self._line_starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        if self._line_starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._line_starts = starts
        return self._line_starts

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both counted from 1."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """A line without its end, counted from 1."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, from one offset up to another."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def covers(self, other: Span | None) -> bool:
        """Whether the other begins in this stretch."""
        return other is not None and other.source is self.source and self.start <= other.start < self.end


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a source: the text that goes in the place of a span."""

    span: Span
    text: str

    def applied(self) -> str:
        """The whole text of the source with this change."""
        text = self.span.source.text
        return text[: self.span.start] + self.text + text[self.span.end :]


class Help(str):
    """What to do about a mistake, in words and as a fix: an edit, or the text to put in the place that is marked."""

    __slots__ = ("fix",)

    fix: str | Edit

    def __new__(cls, words: str, fix: str | Edit) -> Help:
        help = str.__new__(cls, words)
        help.fix = fix
        return help


class Heading(NamedTuple):
    """A section, an entry of it such as an action, and an option of that; empty where there is none."""

    section: str
    entry: str
    option: str


def heading(text: str, offset: int) -> Heading:
    """What an offset stands under, by indentation alone: the text need not be read, nor be right."""
    found: list[str] = []
    begun = 0
    for indent in ("", "  ", "    "):
        above = next(reversed(list(re.finditer(rf"(?m)^{indent}([a-z][^\n:]*):", text[begun:offset]))), None)
        found.append(above[1] if above is not None else "")
        begun += above.end() if above is not None else 0
    return Heading(*found)
