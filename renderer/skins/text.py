"""Texts: how large they are, how they fit, and how they look."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderer.skins.glyphs import extent, written
from renderer.skins.painting import coloured

MORE = "…"


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text. Its box is as wide as the text and as high as the font, so that equal sizes share a baseline."""

    text: str
    font_size: float
    colour: str
    bold: bool = False
    mono: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture."""
        return measure(self.text, self.font_size, self.bold, self.mono)

    @property
    def margin(self) -> int:
        """A text has nothing around it."""
        return 0

    def draw(self) -> Image.Image:
        """The text in its colour."""
        return coloured(self.colour, written(self.text, pixels(self.font_size), self.bold, self.mono))


def pixels(font_size: float) -> int:
    """Fonts come in whole pixels."""
    return max(1, round(font_size))


def measure(text: str, size: float, bold: bool = False, mono: bool = False) -> tuple[int, int]:
    """The width and height of a line of text."""
    box = extent(text, pixels(size), bold, mono)
    return max(1, box.width), box.height


def fitted(text: str, width: float, size: float, bold: bool = False, smallest: float = 8, mono: bool = False) -> int:
    """The font size, no larger than wanted, at which a text is no wider than a width; at least the smallest."""
    largest, least = pixels(size), pixels(smallest)
    wide = measure(text, largest, bold, mono)[0]
    if wide <= width or largest <= least:
        return largest
    # Widths go with sizes but for rounding: aim there, and go on by single steps.
    at = min(largest - 1, max(least, int(largest * width / wide)))
    while at > least and measure(text, at, bold, mono)[0] > width:
        at -= 1
    while at < largest - 1 and measure(text, at + 1, bold, mono)[0] <= width:
        at += 1
    return at


def shortened(text: str, width: float, size: float, bold: bool = False, mono: bool = False) -> str:
    """A text, cut and ended with … if it is wider than a width."""
    if measure(text, size, bold, mono)[0] <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + MORE, size, bold, mono)[0] <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + MORE


def wrapped(text: str, width: float, size: float, bold: bool = False, mono: bool = False) -> list[str]:
    """The lines of a text no wider than a width. Words that are wider are broken; line ends of the text stay."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line: str | None = None
        for word in paragraph.split(" "):
            longer = word if line is None else f"{line} {word}"
            if measure(longer, size, bold, mono)[0] <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *whole, line = _broken(word, width, size, bold, mono)
            lines += whole
        lines.append(line or "")
    return lines


def _broken(word: str, width: float, size: float, bold: bool, mono: bool) -> list[str]:
    """A word in parts no wider than a width, of at least one letter each."""
    parts: list[str] = []
    while len(word) > 1 and measure(word, size, bold, mono)[0] > width:
        fits = next(
            (count for count in range(len(word) - 1, 1, -1) if measure(word[:count], size, bold, mono)[0] <= width), 1
        )
        parts.append(word[:fits])
        word = word[fits:]
    return [*parts, word]
