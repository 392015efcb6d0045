"""Shapes with smooth edges, as masks: how much of each pixel a shape covers.

Edges are smooth because shapes are drawn several times as large and then reduced; for boxes this applies only to their
corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.skins.paint import faded, heightened, widened

Point = tuple[float, float]
FINE = 4
"""How many times as large shapes are drawn."""
FINEST = 8
"""The same for corners, which are small and seen often."""


@lru_cache(maxsize=256)
def _corner(radius: float) -> Image.Image:
    """The upper left quarter of a disc."""
    side = ceil(radius)
    large = Image.new("L", (side * FINEST, side * FINEST))
    across = round(2 * radius * FINEST)
    ImageDraw.Draw(large).ellipse((0, 0, across - 1, across - 1), fill=255)
    return large.reduce(FINEST)


@lru_cache(maxsize=512)
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """A box with round corners."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius > 0:
        corner = _corner(radius)
        side = corner.width
        flipped = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        mask.paste(corner, (0, 0))
        mask.paste(flipped, (width - side, 0))
        mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, height - side))
        mask.paste(flipped.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (width - side, height - side))
    return mask


@lru_cache(maxsize=256)
def frame(width: int, height: int, radius: float, thickness: float) -> Image.Image:
    """The border of a box with round corners, drawn inside it; fractions of a pixel are drawn fainter."""
    whole = ceil(thickness)
    mask = rounded(width, height, radius).copy()
    if width > 2 * whole and height > 2 * whole:
        hole = rounded(width - 2 * whole, height - 2 * whole, max(0.0, radius - whole))
        mask.paste(0, (whole, whole), hole)
        if whole > thickness:
            inner = frame(width - 2 * whole + 2, height - 2 * whole + 2, max(0.0, radius - whole + 1), 1)
            mask.paste(faded(inner, 1 - (whole - thickness)), (whole - 1, whole - 1), inner)
    return mask


@lru_cache(maxsize=256)
def ellipse(width: int, height: int, inset: float = 0.0) -> Image.Image:
    """A disc that fills a box except for a margin."""
    large = Image.new("L", (width * FINE, height * FINE))
    edge = inset * FINE
    right, bottom = width * FINE - 1 - edge, height * FINE - 1 - edge
    if right > edge and bottom > edge:
        ImageDraw.Draw(large).ellipse((edge, edge, right, bottom), fill=255)
    return large.reduce(FINE)


@lru_cache(maxsize=1024)
def polygon(width: int, height: int, points: tuple[Point, ...], rounding: float = 0.0) -> Image.Image:
    """A shape with corners, in pixels of a box; if rounded, its corners do not extend further out."""
    large = Image.new("L", (max(1, width) * FINE, max(1, height) * FINE))
    pen = ImageDraw.Draw(large)
    if rounding <= 0:
        pen.polygon([(x * FINE - 0.5, y * FINE - 0.5) for x, y in points], fill=255)
        return large.reduce(FINE)
    inner = [(x * FINE, y * FINE) for x, y in _shrunk(points, rounding)]
    pen.polygon(inner, fill=255)
    thick = max(1.0, rounding * FINE)
    pen.line([*inner, inner[0]], fill=255, width=max(1, round(2 * thick)))
    for x, y in inner:
        pen.ellipse((x - thick, y - thick, x + thick - 1, y + thick - 1), fill=255)
    return large.reduce(FINE)


def _shrunk(points: Sequence[Point], distance: float) -> list[Point]:
    """A shape whose sides have moved in by a distance. Its corners go clockwise, as seen."""
    found: list[Point] = []
    for at, (x, y) in enumerate(points):
        before, after = points[at - 1], points[(at + 1) % len(points)]
        one, two = _inward(before, (x, y)), _inward((x, y), after)
        across = 1 + one[0] * two[0] + one[1] * two[1]
        if across < 0.05:
            found.append((x, y))
            continue
        found.append((x + distance * (one[0] + two[0]) / across, y + distance * (one[1] + two[1]) / across))
    return found


def _inward(start: Point, end: Point) -> Point:
    """The inward normal of a side that runs clockwise, one pixel long."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1.0
    return -down / length, across / length


def moved(mask: Image.Image, x: float, y: float) -> Image.Image:
    """A mask shifted by pixels or fractions of them; the new area is empty."""
    return mask.transform(mask.size, Image.Transform.AFFINE, (1, 0, -x, 0, 1, -y), Image.Resampling.BILINEAR)


def border(mask: Image.Image, thickness: float) -> Image.Image:
    """The inner edge of a shape. The picture ends where the shape does, so the outside counts as empty."""
    room = ceil(thickness) + 1
    wide = Image.new("L", (mask.width + 2 * room, mask.height + 2 * room))
    wide.paste(mask, (room, room))
    inner, slant = wide, thickness * 0.707
    for x, y in ((thickness, 0.0), (0.0, thickness), (slant, slant), (slant, -slant)):
        for way in (1, -1):
            inner = ImageChops.darker(inner, moved(wide, way * x, way * y))
    return ImageChops.subtract(mask, inner.crop((room, room, room + mask.width, room + mask.height)))


def stroke(width: int, height: int, points: Sequence[Point], thickness: float) -> Image.Image:
    """A line through points with round ends and bends."""
    large = Image.new("L", (max(1, width) * FINE, max(1, height) * FINE))
    pen = ImageDraw.Draw(large)
    placed = [(x * FINE - 0.5, y * FINE - 0.5) for x, y in points]
    pen.line(placed, fill=255, width=max(1, round(thickness * FINE)))
    half = thickness * FINE / 2
    for x, y in placed:
        pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
    return large.reduce(FINE)


def star_points(width: float, height: float, waist: float = 0.46, tips: int = 5) -> tuple[Point, ...]:
    """A star that fills a box, clockwise from its upper tip; `waist` is the distance of its inner corners from the
    centre."""
    found: list[Point] = []
    for at in range(2 * tips):
        reach = 1.0 if at % 2 == 0 else waist
        angle = pi * at / tips
        found.append((reach * sin(angle), -reach * cos(angle)))
    left, right = min(x for x, _ in found), max(x for x, _ in found)
    top, bottom = min(y for _, y in found), max(y for _, y in found)
    return tuple(((x - left) / (right - left) * width, (y - top) / (bottom - top) * height) for x, y in found)


@lru_cache(maxsize=128)
def _shadow_patch(radius: int, blur: float) -> Image.Image:
    reach = ceil(3 * blur)
    side = 2 * (radius + 2 * reach) + 1
    patch = Image.new("L", (side, side))
    patch.paste(255, (reach, reach), rounded(side - 2 * reach, side - 2 * reach, radius))
    return patch.filter(ImageFilter.GaussianBlur(blur))


@lru_cache(maxsize=128)
def box_shadow(width: int, height: int, radius: float, blur: float) -> Image.Image:
    """The soft shadow of a box, wider than it by three times the blur on each side."""
    reach = ceil(3 * blur)
    corner = round(min(radius, width // 2, height // 2))
    if min(width, height) < 2 * (corner + reach) + 1:
        mask = Image.new("L", (width + 2 * reach, height + 2 * reach))
        mask.paste(255, (reach, reach), rounded(width, height, corner))
        return mask.filter(ImageFilter.GaussianBlur(blur))
    return heightened(widened(_shadow_patch(corner, blur), width + 2 * reach), height + 2 * reach)
