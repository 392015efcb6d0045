"""Outlines with curves, in the notation of SVG paths: M, L, C and Z with absolute positions."""

from __future__ import annotations

import re
from functools import lru_cache

from renderer.skins.masks import Point

STEPS = 20
"""Into how many straight lines a curve is cut."""
_PARTS = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")


@lru_cache(maxsize=256)
def outline(path: str) -> tuple[Point, ...]:
    """The points of an outline. The numbers after each C are two control points and the end of the curve."""
    points: list[Point] = []
    command, numbers = "", list[float]()
    for part in _PARTS.findall(path):
        if part.isalpha():
            command = part
            continue
        numbers.append(float(part))
        if len(numbers) == (6 if command == "C" else 2):
            places = list(zip(numbers[::2], numbers[1::2], strict=True))
            points += _curve(points[-1], *places) if command == "C" else places
            numbers.clear()
    return tuple(points)


def mirrored(path: str, middle: float = 12.0) -> tuple[Point, ...]:
    """An outline whose right half is the path, from its upper end to its lower one."""
    right = outline(path)
    return (*right, *((2 * middle - x, y) for x, y in reversed(right)))


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    found = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (
            sum(part * place[axis] for part, place in zip(parts, (start, first, second, end), strict=True))
            for axis in (0, 1)
        )
        found.append((x, y))
    return found
