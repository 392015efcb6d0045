"""Letters one by one: each is drawn once a size, and texts are put together from them.

That is ten times as fast as drawing texts whole, and gives the same pixels: letters stand at whole pixels anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.skins.fonts import cap_height, font, metrics
from renderer.skins.icon_shapes import icon_mask

SIGNS = {
    "★": "star", "☆": "star", "✓": "check", "✔": "check", "✗": "close", "✘": "close", "✕": "close",
    "♛": "crown", "♔": "crown", "⚑": "flag", "🔒": "lock", "⚙": "settings", "🏆": "trophy", "💡": "hint",
    "↶": "undo", "↷": "redo", "⏸": "pause", "▶": "play",
}  # fmt: skip
"""Characters that the font lacks, and the icons that stand for them."""


class Glyph(NamedTuple):
    """A letter: how much of each pixel it covers, and where its picture is from the point that it stands on."""

    picture: Image.Image
    left: int
    top: int


class Extent(NamedTuple):
    """The box of a text, and where in it the first letter stands."""

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
    """How far it is from a letter to the one that follows it, or to the end of the text."""
    if character in SIGNS:
        return glyph(character, size, bold, mono).picture.width + 2
    face = font(size, bold, mono)
    if not following or following in SIGNS:
        return round(face.getlength(character))
    return round(face.getlength(character + following) - face.getlength(following))


@lru_cache(maxsize=16384)
def extent(text: str, size: int, bold: bool = False, mono: bool = False) -> Extent:
    """The box of a text. Its height and baseline depend on the size alone, so that lines do not jump."""
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
    """A text with spaces for what cannot be written, such as tabs."""
    return text if text.isprintable() else "".join(each if each.isprintable() else " " for each in text)


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
