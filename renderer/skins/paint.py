"""Paint and masks: gradients, smooth shapes, colours through masks, stretched middles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageChops
from PIL.ImageColor import getrgb

CLEAR = (0, 0, 0, 0)


def clear(width: int, height: int) -> Image.Image:
    """An empty picture."""
    return Image.new("RGBA", (max(1, width), max(1, height)), CLEAR)


def coloured(colour: str, mask: Image.Image) -> Image.Image:
    """A colour seen through a mask."""
    picture = Image.new("RGBA", mask.size, colour)
    picture.putalpha(mask)
    return picture


def lay(
    picture: Image.Image, colour: str, mask: Image.Image, strength: float = 1.0, at: tuple[int, int] = (0, 0)
) -> None:
    """Put a colour on a picture through a mask, at some strength, as far as it lies inside."""
    put(picture, coloured(colour, faded(mask, strength)), *at)


def lay_picture(picture: Image.Image, other: Image.Image, mask: Image.Image, at: tuple[int, int] = (0, 0)) -> None:
    """Put a picture without holes on another through a mask."""
    other.putalpha(mask)
    picture.alpha_composite(other, at)


def put_all(picture: Image.Image, placed: Iterable[tuple[Image.Image, int, int]]) -> None:
    """Put parts on a picture one after another, each with its upper left corner at a given place."""
    for part, x, y in placed:
        put(picture, part, x, y)


def put(picture: Image.Image, part: Image.Image, x: int, y: int) -> None:
    """Put a part on a picture, as far as it lies inside."""
    left, top = max(0, x), max(0, y)
    right, bottom = min(picture.width, x + part.width), min(picture.height, y + part.height)
    if left < right and top < bottom:
        picture.alpha_composite(part, (left, top), (left - x, top - y, right - x, bottom - y))


def faded(mask: Image.Image, strength: float) -> Image.Image:
    """A mask that lets less through."""
    return mask if strength >= 1 else mask.point([round(value * strength) for value in range(256)])


@lru_cache(maxsize=512)
def column(height: int, stops: tuple[str, ...]) -> Image.Image:
    """A vertical gradient, one pixel wide, through colours at equal distances."""
    strip = Image.new("RGB", (1, len(stops)))
    strip.putdata([getrgb(stop) for stop in stops])
    # Colours are in the middle of pixels: the first and last of the strip are those of the gradient.
    half = min(0.5, (len(stops) - 1) / max(1, height - 1) / 2)
    return strip.resize((1, height), Image.Resampling.BILINEAR, (0, 0.5 - half, 1, len(stops) - 0.5 + half))


def gradient(width: int, height: int, *stops: str) -> Image.Image:
    """A vertical gradient through colours at equal distances."""
    if len(stops) == 1 or len(set(stops)) == 1:
        return Image.new("RGB", (width, height), stops[0])
    return column(height, stops).resize((width, height), Image.Resampling.NEAREST)


@lru_cache(maxsize=256)
def fall(width: int, height: int, top: int, bottom: int) -> Image.Image:
    """A mask that goes from one value at the top to another at the bottom; values below 0 become 0."""
    strip = Image.new("L", (1, height))
    strip.putdata([max(0, round(top + (bottom - top) * y / max(1, height - 1))) for y in range(height)])
    return strip.resize((width, height), Image.Resampling.NEAREST)


def both(first: Image.Image, second: Image.Image) -> Image.Image:
    """What passes through two masks."""
    return ImageChops.multiply(first, second)


def without(mask: Image.Image, hole: Image.Image) -> Image.Image:
    """What passes through one mask but not through another."""
    return ImageChops.subtract(mask, hole)


def widened(picture: Image.Image, width: int) -> Image.Image:
    """A picture made wider by repeating the column in its middle."""
    if picture.width >= width:
        return picture
    middle = picture.width // 2
    wide = Image.new(picture.mode, (width, picture.height))
    strip = picture.crop((middle, 0, middle + 1, picture.height))
    right = picture.width - middle - 1
    wide.paste(strip.resize((width - middle - right, picture.height), Image.Resampling.NEAREST), (middle, 0))
    wide.paste(picture.crop((0, 0, middle, picture.height)), (0, 0))
    wide.paste(picture.crop((middle + 1, 0, picture.width, picture.height)), (width - right, 0))
    return wide


def heightened(picture: Image.Image, height: int) -> Image.Image:
    """A picture made higher by repeating the row in its middle."""
    if picture.height >= height:
        return picture
    middle = picture.height // 2
    high = Image.new(picture.mode, (picture.width, height))
    strip = picture.crop((0, middle, picture.width, middle + 1))
    below = picture.height - middle - 1
    high.paste(strip.resize((picture.width, height - middle - below), Image.Resampling.NEAREST), (0, middle))
    high.paste(picture.crop((0, 0, picture.width, middle)), (0, 0))
    high.paste(picture.crop((0, middle + 1, picture.width, picture.height)), (0, height - below))
    return high
