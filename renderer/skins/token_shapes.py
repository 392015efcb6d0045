"""The shapes of pieces as masks, and the light on them. All depend on shape and size alone and are kept."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from renderer.skins.masks import Point, border, ellipse, moved, polygon, rounded, star_points
from renderer.skins.painting import both, fall, without

SHAPES = ("disc", "ring", "square", "tile", "diamond", "triangle", "star")
FILLING = ("square", "tile")
"""Shapes that fill their box; the others keep their proportions in the middle of it."""
TRIANGLE: tuple[Point, ...] = ((0.5, 0.04), (1.0, 0.93), (0.0, 0.93))
RING = 0.13
"""How thick a ring is, as a share of its size."""


class Room(NamedTuple):
    """Where a face has its middle on a piece and how large it may be, as shares of the box."""

    x: float
    y: float
    width: float
    height: float


ROOMS = {
    "disc": Room(0.5, 0.5, 0.74, 0.62),
    "ring": Room(0.5, 0.5, 0.6, 0.5),
    "square": Room(0.5, 0.5, 0.82, 0.66),
    "tile": Room(0.5, 0.5, 0.82, 0.66),
    "diamond": Room(0.5, 0.5, 0.52, 0.44),
    "triangle": Room(0.5, 0.64, 0.48, 0.4),
    "star": Room(0.5, 0.54, 0.44, 0.4),
}


def radius_of(shape: str, width: int, height: int) -> float:
    """How round the corners of a box are."""
    side = min(width, height)
    return max(1.0, round(side * 0.05)) if shape == "square" else max(2.0, round(side * 0.14))


@lru_cache(maxsize=256)
def body(shape: str, width: int, height: int) -> Image.Image:
    """The whole shape."""
    if shape in FILLING:
        return rounded(width, height, radius_of(shape, width, height))
    side = min(width, height)
    square = _figure(shape, side)
    if square.size == (width, height):
        return square
    mask = Image.new("L", (width, height))
    mask.paste(square, ((width - side) // 2, (height - side) // 2))
    return mask


def _figure(shape: str, side: int) -> Image.Image:
    if shape == "disc":
        return ellipse(side, side)
    if shape == "ring":
        return without(ellipse(side, side), ellipse(side, side, max(1.5, side * RING)))
    soft = side * 0.055
    if shape == "diamond":
        points: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
    elif shape == "triangle":
        points = TRIANGLE
    else:
        return polygon(side, side, star_points(side, side * 0.97, waist=0.5), soft * 0.6)
    return polygon(side, side, tuple((x * side, y * side) for x, y in points), soft)


@lru_cache(maxsize=256)
def hollow(width: int, height: int) -> Image.Image:
    """What a ring has inside of it."""
    side = min(width, height)
    mask = Image.new("L", (width, height))
    inner = ellipse(side, side, max(1.0, side * RING - 0.5))
    mask.paste(inner, ((width - side) // 2, (height - side) // 2))
    return mask


@lru_cache(maxsize=256)
def rim(shape: str, width: int, height: int, thickness: float) -> Image.Image:
    """The edge of a shape, inside of it."""
    return border(body(shape, width, height), thickness)


@lru_cache(maxsize=256)
def upper_light(shape: str, width: int, height: int, inset: float) -> Image.Image:
    """A thin line of light inside the upper edge."""
    mask = body(shape, width, height)
    upper = without(moved(mask, 0, inset), moved(mask, 0, inset + 1.1))
    return both(both(upper, mask), fall(width, height, 255, -160))


@lru_cache(maxsize=256)
def lower_dusk(shape: str, width: int, height: int, depth: float) -> Image.Image:
    """The darker edge below, where a piece turns away from the light."""
    mask = body(shape, width, height)
    return both(without(mask, moved(mask, 0, -depth)), mask)


@lru_cache(maxsize=128)
def gloss(width: int, height: int) -> Image.Image:
    """A soft light on the upper left of a stone."""
    side = min(width, height)
    spot = ImageChops.invert(Image.radial_gradient("L")).resize((side, side), Image.Resampling.BILINEAR)
    mask = Image.new("L", (width, height))
    mask.paste(spot, ((width - side) // 2 - round(side * 0.13), (height - side) // 2 - round(side * 0.2)))
    # The light has faded out where its picture ends, at 74.
    fading = [round(255 * (max(0, value - 76) / 179) ** 1.6) for value in range(256)]
    return both(mask.point(fading), body("disc", width, height))


@lru_cache(maxsize=128)
def calm_middle(width: int, height: int) -> Image.Image:
    """The middle of a piece, fading out towards its edge."""
    spot = ImageChops.invert(Image.radial_gradient("L")).resize((width, height), Image.Resampling.BILINEAR)
    return spot.point([min(255, max(0, (value - 95) * 4)) for value in range(256)])


@lru_cache(maxsize=256)
def soft_shadow(shape: str, width: int, height: int, margin: int, blur: float, depth: int = 0) -> Image.Image:
    """The shadow of a shape, larger than its box by a margin; a thick piece throws a longer one."""
    mask = Image.new("L", (width + 2 * margin, height + 2 * margin))
    form = body(shape, width, height)
    if shape == "ring":
        form = ellipse(min(width, height), min(width, height))
    for step in range(0, depth + 1, max(1, depth)):
        mask.paste(255, (margin + step, margin + step), form)
    return mask.filter(ImageFilter.GaussianBlur(blur))
