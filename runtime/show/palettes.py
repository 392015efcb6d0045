"""Palettes: which colours the words of a spec, its players and its enum words get.

All eyes can tell apart all colours that are meant to be told apart, including eyes that confuse red with green or blue
with yellow. `grounds` may look like others, because things on them have an outline.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """`words` are the colours of a theme by name, `players` and `enums` those for players and enum words without a
    colour in the spec, in turn."""

    words: dict[str, str]
    players: tuple[str, ...]
    enums: tuple[str, ...]


GROUNDS = ("sand", "ivory", "shade", "highlight", "faint")
"""Words for what lies beneath something or shines through: nothing stands for them alone."""

USUAL = Palette(
    words={
        "red": "#c74052", "orange": "#e8741f", "amber": "#f4b82c", "yellow": "#ffe28d", "green": "#5aab70",
        "teal": "#2f8a7a", "blue": "#2872e5", "purple": "#8e5fa4", "pink": "#fc8ba9", "brown": "#7a522f",
        "black": "#26262b", "white": "#f7f5ef", "grey": "#8192b7", "sand": "#dcc9a1", "ivory": "#f3e9d2",
        "shade": "#7b6850", "highlight": "#ffd65c", "faint": "#9aa0a6",
    },
    players=("#c74052", "#2872e5", "#5aab70", "#f4b82c", "#8e5fa4", "#2f8a7a", "#fc8ba9", "#7a522f"),
    enums=(
        "#c74052", "#2872e5", "#f4b82c", "#5aab70", "#8e5fa4", "#e8741f",
        "#2f8a7a", "#fc8ba9", "#7a522f", "#8192b7", "#ffe28d", "#f7f5ef",
    ),
)  # fmt: skip

BRIGHT = Palette(
    words={
        "red": "#fb446b", "orange": "#d57f27", "amber": "#f4aa00", "yellow": "#fff20b", "green": "#15e473",
        "teal": "#33b598", "blue": "#4790ff", "purple": "#8b50dc", "pink": "#ffa5e4", "brown": "#a0612b",
        "black": "#1a1a1a", "white": "#ffffff", "grey": "#99a3b4", "sand": "#f2e1b9", "ivory": "#fff6dd",
        "shade": "#5c4a33", "highlight": "#ffe600", "faint": "#b4bac2",
    },
    players=("#fb446b", "#4790ff", "#15e473", "#f4aa00", "#8b50dc", "#33b598", "#ffa5e4", "#a0612b"),
    enums=(
        "#fb446b", "#4790ff", "#fff20b", "#15e473", "#8b50dc", "#d57f27",
        "#33b598", "#ffa5e4", "#a0612b", "#99a3b4", "#ffffff", "#f4aa00",
    ),
)  # fmt: skip

SAFE = Palette(
    words={
        "red": "#d55e00", "orange": "#e69f00", "amber": "#f8c78d", "yellow": "#f9eb46", "green": "#009e73",
        "teal": "#56b4e9", "blue": "#0072b2", "purple": "#4f2a7a", "pink": "#c779a6", "brown": "#5a3418",
        "black": "#1c1c1e", "white": "#f7f5ef", "grey": "#6e737c", "sand": "#dcc9a1", "ivory": "#f3e9d2",
        "shade": "#7b6850", "highlight": "#f0e442", "faint": "#9aa0a6",
    },
    players=("#d55e00", "#0072b2", "#f9eb46", "#009e73", "#c779a6", "#56b4e9", "#e69f00", "#33333a"),
    enums=(
        "#d55e00", "#56b4e9", "#f9eb46", "#009e73", "#c779a6", "#0072b2",
        "#e69f00", "#33333a", "#f7f5ef", "#4f2a7a", "#6e737c", "#5a3418",
    ),
)  # fmt: skip


def listed(palette: Palette, value: str) -> str | None:
    """The colour of `#rrggbb`, a word of the theme, `player 2` or `word 3` in a palette; None if it has no such
    word."""
    if value.startswith("#"):
        return value.lower()
    word, _, number = value.partition(" ")
    if number.isdecimal() and word in ("player", "word"):
        colours = palette.players if word == "player" else palette.enums
        return colours[(int(number) - 1) % len(colours)]
    return palette.words.get(value)
