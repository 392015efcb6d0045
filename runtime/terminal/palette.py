"""Colours on a terminal: the words of the theme, and what can be read on what."""

from __future__ import annotations

from runtime import colours
from runtime.presentation.values import Colour

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


def paint(colour: Colour | None) -> str | None:
    """A colour as #rrggbb; None for enum words without one, which are told apart by their initials."""
    if colour is None or colour.value.startswith("#"):
        return None if colour is None else colour.value
    palette, _, number = colour.value.partition(" ")
    return PLAYERS[(int(number) - 1) % len(PLAYERS)] if palette == "player" else THEME.get(colour.value)


def ink_on(ground: str) -> str:
    """Black or white, whichever is easier to read on a ground."""
    return colours.clearest(("#101012", "#ffffff"), ground)


def legible(colour: str, ground: str) -> str:
    """A colour, made lighter or darker until it can be read on a ground."""
    return colours.legible(colour, ground, ink_on(ground), LEGIBLE)
