"""A sheet of characters, each with its style, onto which boards are drawn."""

from __future__ import annotations

from itertools import groupby

from rich.style import Style
from rich.text import Text

PLAIN = Style()


class Canvas:
    """Characters at columns and rows from 0; it grows as it is drawn on."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, Style]]] = []

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text; what lies left of the sheet is cut off."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        row += [(" ", PLAIN)] * (x + len(text) - len(row))
        for offset, character in enumerate(text):
            if x + offset >= 0:
                row[x + offset] = (character, style)

    def mark(self, x: int, y: int, character: str) -> None:
        """Change one character and keep the ground that it stands on."""
        style = self._rows[y][x][1] if y < len(self._rows) and 0 <= x < len(self._rows[y]) else PLAIN
        self.put(x, y, character, style + Style(bold=True))

    def lines(self) -> list[Text]:
        """The rows as texts."""
        found = []
        for row in self._rows:
            line = Text()
            for style, run in groupby(row, key=lambda entry: entry[1]):
                line.append("".join(character for character, _ in run), style)
            found.append(_stripped(line))
        return found


def _stripped(line: Text) -> Text:
    """A line without blanks at its end, unless they have a ground."""
    end = len(line.plain)
    painted = max((span.end for span in line.spans if isinstance(span.style, Style) and span.style.bgcolor), default=0)
    while end > painted and line.plain[end - 1] == " ":
        end -= 1
    return line[:end]
