"""Texts: the fonts, the letters, and how large a text is and how it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from interpreter.spec.model import SIGNS, stand_in
from renderer.skins.icons import icon_mask
from renderer.skins.paint import coloured

_FILES = {
    (False, False): "Liberation_Sans_Regular.ttf",
    (True, False): "Liberation_Sans_Bold.ttf",
    (False, True): "Liberation_Mono_Regular.ttf",
    (True, True): "Liberation_Mono_Bold.ttf",
}
MORE = "…"


class NoFonts(Exception):
    """Arcade is not installed, or without its fonts."""


@lru_cache
def folder() -> Path:
    """Where the fonts are."""
    spec = find_spec("arcade")
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        found = Path(place) / "resources" / "system" / "fonts" / "ttf" / "Liberation"
        if found.is_dir():
            return found
    raise NoFonts("The fonts of Arcade are missing. Reinstall it with ‘pip install --force-reinstall arcade’.")


@lru_cache(maxsize=256)
def font(size: int, bold: bool = False, mono: bool = False) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; `mono`: the monospaced one."""
    path = folder() / _FILES[bold, mono]
    return ImageFont.truetype(str(path), max(1, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def metrics(size: int, bold: bool = False, mono: bool = False) -> tuple[int, int]:
    """How far letters of a given size extend above and below the baseline: the same for every text."""
    return font(size, bold, mono).getmetrics()


@lru_cache(maxsize=256)
def cap_height(size: int, bold: bool = False) -> int:
    """The height of a capital letter."""
    return -int(font(size, bold).getbbox("H", anchor="ls")[1])


class Glyph(NamedTuple):
    """A letter: how much of each pixel it covers, and the offset of its picture from its origin."""

    picture: Image.Image
    left: int
    top: int


class Extent(NamedTuple):
    """The box of a text, and where its first letter is."""

    width: int
    height: int
    left: int
    baseline: int


@lru_cache(maxsize=8192)
def glyph(character: str, size: int, bold: bool = False, mono: bool = False) -> Glyph:
    """A letter, or the icon that stands for it."""
    if character in SIGNS:
        return _sign(SIGNS[character], size, bold)
    face = font(size, bold, mono)
    left, top, right, bottom = (int(edge) for edge in face.getbbox(character, anchor="ls"))
    picture = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(picture).text((-left, -top), character, fill=255, font=face, anchor="ls")
    return Glyph(picture, left, top)


def _sign(name: str, size: int, bold: bool) -> Glyph:
    side = max(4, round(size * 0.86))
    middle = cap_height(size, bold) / 2
    return Glyph(icon_mask(name, side), 1, -round(middle + side / 2))


@lru_cache(maxsize=65536)
def advance(character: str, following: str, size: int, bold: bool = False, mono: bool = False) -> int:
    """The distance from a letter to the next one, or to the end of the text."""
    if character in SIGNS:
        return glyph(character, size, bold, mono).picture.width + 2
    face = font(size, bold, mono)
    if not following or following in SIGNS:
        return round(face.getlength(character))
    return round(face.getlength(character + following) - face.getlength(following))


@lru_cache(maxsize=16384)
def extent(text: str, size: int, bold: bool = False, mono: bool = False) -> Extent:
    """The box of a text. Its height and baseline depend only on the size, so that lines do not jump."""
    text = _printable(text)
    above, below = metrics(size, bold, mono)
    if not text:
        return Extent(0, above + below, 0, above)
    total = sum(advance(character, following, size, bold, mono) for character, following in _pairs(text))
    first, last = glyph(text[0], size, bold, mono), glyph(text[-1], size, bold, mono)
    left = max(0, -first.left)
    over = max(0, last.left + last.picture.width - advance(text[-1], "", size, bold, mono))
    return Extent(left + total + over, above + below, left, above)


def _printable(text: str) -> str:
    """A text as it can be written: a space for a tab, and substitutes for letters that the font lacks."""
    return text if text.isascii() and text.isprintable() else "".join(map(stand_in, text))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Each letter with the one that follows it."""
    return zip_longest(text, text[1:], fillvalue="")


def written(text: str, size: int, bold: bool = False, mono: bool = False) -> Image.Image:
    """How much of each pixel of its box a text covers."""
    box = extent(text, size, bold, mono)
    text = _printable(text)
    mask = Image.new("L", (max(1, box.width), box.height))
    x = box.left
    for character, following in _pairs(text):
        if character != " ":
            letter = glyph(character, size, bold, mono)
            mask.paste(255, (x + letter.left, box.baseline + letter.top), letter.picture)
        x += advance(character, following, size, bold, mono)
    return mask


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text. Its box is as wide as the text and as high as the font, so equal sizes share a baseline."""

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
        """The margin: none."""
        return 0

    def draw(self) -> Image.Image:
        """The text in its colour."""
        return coloured(self.colour, written(self.text, pixels(self.font_size), self.bold, self.mono))


def pixels(font_size: float) -> int:
    """The size as fonts need it, in whole pixels."""
    return max(1, round(font_size))


def measure(text: str, size: float, bold: bool = False, mono: bool = False) -> tuple[int, int]:
    """The width and height of a line of text."""
    box = extent(text, pixels(size), bold, mono)
    return max(1, box.width), box.height


def fitted(text: str, width: float, size: float, bold: bool = False, smallest: float = 8, mono: bool = False) -> int:
    """The font size, no larger than requested, at which a text is no wider than a limit; at least the smallest."""
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
    """A text, cut and ended with … if it is wider than a limit."""
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
    """The lines of a text, none wider than a limit. Words that are wider are broken; line ends of the text stay."""
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
    """A word in parts no wider than a limit, with at least one letter each."""
    parts: list[str] = []
    while len(word) > 1 and measure(word, size, bold, mono)[0] > width:
        fits = next(
            (count for count in range(len(word) - 1, 1, -1) if measure(word[:count], size, bold, mono)[0] <= width), 1
        )
        parts.append(word[:fits])
        word = word[fits:]
    return [*parts, word]
