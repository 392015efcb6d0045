"""Patterns: stripes, dots, waves … that tell pieces apart without their colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.skins.masks import FINE

REPEATS = 5.0
"""How often a pattern repeats across a piece."""
LEAST_PERIOD = 4.5
"""A pattern is not made finer than this many pixels."""

Pen = ImageDraw.ImageDraw
Drawing = Callable[[Pen, float, float, float], None]
"""Draws on a large mask: the pen, its width and height, and the length after which the pattern repeats."""


def _steps(length: float, period: float, start: float = 0.0) -> list[float]:
    """Places at equal distances that lie evenly about the middle of a length."""
    count = int(length / period) + 2
    return [length / 2 + (at + start) * period for at in range(-count, count + 1)]


def _stroke(period: float, share: float) -> int:
    return max(1, round(period * share))


def _slashes(pen: Pen, width: float, height: float, period: float, way: int = 1) -> None:
    wide = period * 1.35
    for x in _steps(width + height, wide):
        middle = x - height / 2
        start, end = middle - way * height / 2 - way, middle + way * height / 2 + way
        pen.line([(start, height + 1), (end, -1)], fill=255, width=_stroke(wide, 0.34))


def _backslashes(pen: Pen, width: float, height: float, period: float) -> None:
    _slashes(pen, width, height, period, way=-1)


def _grid(pen: Pen, width: float, height: float, period: float) -> None:
    for way in (1, -1):
        wide = period * 1.5
        for x in _steps(width + height, wide):
            middle = x - height / 2
            start, end = middle - way * height / 2, middle + way * height / 2
            pen.line([(start, height), (end, 0)], fill=255, width=_stroke(wide, 0.17))


def _dots(pen: Pen, width: float, height: float, period: float) -> None:
    radius = period * 0.27
    for row, y in enumerate(_steps(height, period * 0.87)):
        for x in _steps(width, period, 0.5 * (row % 2)):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _bars(pen: Pen, width: float, height: float, period: float) -> None:
    for y in _steps(height, period):
        half = period * 0.2
        pen.rectangle((0, round(y - half), width, round(y + half) - 1), fill=255)


def _posts(pen: Pen, width: float, height: float, period: float) -> None:
    for x in _steps(width, period):
        half = period * 0.2
        pen.rectangle((round(x - half), 0, round(x + half) - 1, height), fill=255)


def _crosses(pen: Pen, width: float, height: float, period: float) -> None:
    wide = period * 1.3
    reach, half = wide * 0.34, wide * 0.11
    for row, y in enumerate(_steps(height, wide * 0.8)):
        for x in _steps(width, wide, 0.5 * (row % 2)):
            pen.rectangle((x - reach, y - half, x + reach, y + half), fill=255)
            pen.rectangle((x - half, y - reach, x + half, y + reach), fill=255)


def _checks(pen: Pen, width: float, height: float, period: float) -> None:
    half = period * 0.62
    for row, y in enumerate(_steps(height, half)):
        for x in _steps(width, 2 * half, 0.5 * (row % 2)):
            pen.rectangle((round(x), round(y), round(x + half) - 1, round(y + half) - 1), fill=255)


def _waves(pen: Pen, width: float, height: float, period: float) -> None:
    bend = period * 0.62
    for y in _steps(height, period * 1.12):
        for at, x in enumerate(_steps(width, 2 * bend * 0.92, 0.5)):
            top = at % 2 == 0
            box = (x - bend, y - bend, x + bend, y + bend)
            pen.arc(box, 180 if top else 0, 360 if top else 180, fill=255, width=_stroke(period, 0.28))


def _diamonds(pen: Pen, width: float, height: float, period: float) -> None:
    wide = period * 1.4
    across, down = wide * 0.27, wide * 0.4
    for row, y in enumerate(_steps(height, wide * 0.72)):
        for x in _steps(width, wide, 0.5 * (row % 2)):
            pen.polygon([(x - across, y), (x, y - down), (x + across, y), (x, y + down)], fill=255)


def _circles(pen: Pen, width: float, height: float, period: float) -> None:
    x, y = width / 2, height / 2
    radius = period * 0.4
    while radius < width + height:
        box = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(box, outline=255, width=_stroke(period, 0.36))
        radius += period * 0.95


def _zigzags(pen: Pen, width: float, height: float, period: float) -> None:
    bend = period * 0.7
    for y in _steps(height, period * 1.15):
        points = [(x, y + (bend / 2 if at % 2 else -bend / 2)) for at, x in enumerate(_steps(width, bend))]
        pen.line(points, fill=255, width=_stroke(period, 0.3), joint="curve")


DRAWINGS: tuple[Drawing, ...] = (
    _slashes, _dots, _bars, _crosses, _checks, _waves, _diamonds, _circles, _backslashes, _posts, _zigzags, _grid,
)  # fmt: skip
"""The patterns, numbered from 1."""


@lru_cache(maxsize=256)
def pattern_mask(number: int, width: int, height: int) -> Image.Image:
    """A pattern that fills a box. Numbers beyond the last begin anew."""
    large = Image.new("L", (width * FINE, height * FINE))
    period = max(LEAST_PERIOD, min(width, height) / REPEATS) * FINE
    DRAWINGS[(number - 1) % len(DRAWINGS)](ImageDraw.Draw(large), large.width, large.height, period)
    return large.reduce(FINE)
