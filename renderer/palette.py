"""The colours of things on a board: what the words of a theme mean, and which colours players and enum words get.

The safe ones follow Okabe and Ito: they stay apart for every kind of colour blindness, also by how light they are.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """`words` are the colours of a theme by name, `players` and `enums` those for which a spec names none, in turn."""

    words: dict[str, str]
    players: tuple[str, ...]
    enums: tuple[str, ...]


PATTERNED = ("red", "blue", "amber", "green", "purple", "teal", "orange", "pink", "brown", "yellow")
"""The words that have a pattern each, in turn; greys and grounds are told apart by how light they are."""

USUAL = Palette(
    words={
        "red": "#cb4154", "orange": "#e8833a", "amber": "#f2b134", "yellow": "#f4d35e", "green": "#4fa066",
        "teal": "#2a9d8f", "blue": "#3f72c4", "purple": "#8e5bb5", "pink": "#e58fb1", "brown": "#7a5230",
        "black": "#26262b", "white": "#f7f5ef", "grey": "#8d99ae", "sand": "#dcc9a1", "ivory": "#f3e9d2",
        "shade": "#7b6850", "highlight": "#ffd65c", "faint": "#9aa0a6",
    },
    players=("#cb4154", "#3f72c4", "#4fa066", "#f2b134", "#8e5bb5", "#2a9d8f", "#e58fb1", "#7a5230"),
    enums=(
        "#cb4154", "#3f72c4", "#f2b134", "#4fa066", "#8e5bb5", "#e8833a",
        "#2a9d8f", "#e58fb1", "#7a5230", "#8d99ae", "#f4d35e", "#5c6b8a",
    ),
)  # fmt: skip

BRIGHT = Palette(
    words={
        "red": "#ff4d5e", "orange": "#ff8c1a", "amber": "#ffb300", "yellow": "#ffe600", "green": "#2ecc5a",
        "teal": "#00c2b2", "blue": "#3d8bff", "purple": "#b266ff", "pink": "#ff8fc7", "brown": "#a0612b",
        "black": "#1a1a1a", "white": "#ffffff", "grey": "#9aa4b5", "sand": "#ead7a4", "ivory": "#fff6dd",
        "shade": "#5c4a33", "highlight": "#ffe600", "faint": "#b4bac2",
    },
    players=("#ff4d5e", "#3d8bff", "#2ecc5a", "#ffb300", "#b266ff", "#00c2b2", "#ff8fc7", "#a0612b"),
    enums=(
        "#ff4d5e", "#3d8bff", "#ffe600", "#2ecc5a", "#b266ff", "#ff8c1a",
        "#00c2b2", "#ff8fc7", "#a0612b", "#9aa4b5", "#ffffff", "#4a63a8",
    ),
)  # fmt: skip

SAFE = Palette(
    words={
        "red": "#d55e00", "orange": "#e69f00", "amber": "#ffcc80", "yellow": "#f0e442", "green": "#009e73",
        "teal": "#56b4e9", "blue": "#0072b2", "purple": "#4f2a7a", "pink": "#cc79a7", "brown": "#5a3418",
        "black": "#1c1c1e", "white": "#f7f5ef", "grey": "#6e7480", "sand": "#dcc9a1", "ivory": "#f3e9d2",
        "shade": "#7b6850", "highlight": "#f0e442", "faint": "#9aa0a6",
    },
    players=("#d55e00", "#0072b2", "#f0e442", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#33333a"),
    enums=(
        "#d55e00", "#56b4e9", "#f0e442", "#009e73", "#cc79a7", "#0072b2",
        "#e69f00", "#33333a", "#f7f5ef", "#4f2a7a", "#6e7480", "#5a3418",
    ),
)  # fmt: skip
