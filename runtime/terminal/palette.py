"""Colours on a terminal: the words of the theme, and what can be read on what."""

from __future__ import annotations

THEME = {
    "red": "#d1495b", "orange": "#e8833a", "amber": "#f2b134", "yellow": "#f4d35e", "green": "#5aa469",
    "teal": "#2a9d8f", "blue": "#3f72c4", "purple": "#8e5bb5", "pink": "#e58fb1", "brown": "#7a5230",
    "black": "#1c1c1e", "white": "#f7f5ef", "grey": "#8d99ae", "sand": "#d8c49a", "ivory": "#f1ead6",
    "shade": "#6b5b45", "highlight": "#f2d75c", "faint": "#9aa0a6",
}  # fmt: skip
"""What the words of the theme mean here."""

PLAYERS = ("#d1495b", "#3f72c4", "#5aa469", "#f2b134", "#8e5bb5", "#2a9d8f")
"""The colours of players for whom the spec gives none, in turn order."""

GROUND = "#30343b"
"""What boards lie on, so that colours look alike on dark and on light terminals."""
EMPTY_SITE = "#aab0b8"
LEGIBLE = 3.0
"""The least contrast of a symbol with its ground."""


def ink_on(ground: str) -> str:
    """Black or white, whichever is easier to read on a ground."""
    return max(("#101012", "#ffffff"), key=lambda ink: contrast(ink, ground))


def legible(colour: str, ground: str) -> str:
    """A colour, made lighter or darker until it can be read on a ground."""
    target = ink_on(ground)
    for step in range(10):
        mixed = _mixed(colour, target, step / 10)
        if contrast(mixed, ground) >= LEGIBLE:
            return mixed
    return target


def contrast(first: str, second: str) -> float:
    """How well two colours stand out from each other: from 1 to 21, as web pages are judged."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in _parts(colour))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(mine + (its - mine) * share):02x}" for mine, its in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
