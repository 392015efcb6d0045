"""Colours: as `#rrggbb`, as words of the theme, and as the colours of players and enum words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from interpreter.expressions import Type, Words
from interpreter.program import Program
from interpreter.spec.model import COLOURS
from runtime.show.values import Colour, by_name

BLACK, WHITE = "#000000", "#ffffff"
READABLE = 4.5
"""The least contrast of a text with what it stands on."""


@lru_cache(maxsize=4096)
def parts(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """How light a colour is to the eye: from 0 for black to 1 for white."""
    shares = (part / 255 for part in parts(colour))
    red, green, blue = (share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def contrast(first: str, second: str) -> float:
    """How well two colours stand out from each other: from 1 to 21, by the standard for web pages."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def mixed(colour: str, other: str, share: float) -> str:
    """A colour mixed with a share of another one, from 0 for none of it to 1 for only that."""
    pairs = zip(parts(colour), parts(other), strict=True)
    return "#" + "".join(f"{round(mine + (its - mine) * share):02x}" for mine, its in pairs)


@lru_cache(maxsize=4096)
def clearest(inks: tuple[str, ...], ground: str) -> str:
    """The ink that is easiest to read on a background."""
    return max(inks, key=lambda ink: contrast(ink, ground))


@lru_cache(maxsize=4096)
def opposite(ground: str) -> str:
    """Black or white: what lines and signs on a background are mixed with until they stand out."""
    return BLACK if luminance(ground) > 0.25 else WHITE


@lru_cache(maxsize=4096)
def legible(colour: str, ground: str, ink: str, least: float) -> str:
    """A colour, mixed with an ink until it reaches the required contrast with a background."""
    for step in range(10):
        closer = mixed(colour, ink, step / 10)
        if contrast(closer, ground) >= least:
            return closer
    return ink


class Colours:
    """The colours of one game."""

    def __init__(self, program: Program) -> None:
        self.players = program.schema.players
        view = program.spec.view
        self.own = {name: str(value) for name, value in by_name(view.colours if view is not None else None).items()}

    def named(self, name: str) -> Colour | None:
        """A colour by its name; the spec's own come first."""
        value, seen = name, set[str]()
        while value in self.own and value not in seen:
            seen.add(value)
            value = self.own[value]
        if value.startswith("#"):
            return Colour(name, value.lower())
        return Colour(name, value) if value in COLOURS else None

    def given(self, name: str | None) -> Colour | None:
        """The colour in a spec's text, if it is one."""
        return self.named(str(name)) if name is not None else None

    def word(self, kind: Words, value: int) -> Colour | None:
        """The colour of a player or an enum word: its own, or the one that themes have for its number."""
        if not 0 < value <= len(kind.words):
            return None
        name = str(kind.words[value - 1])
        return self.named(name) or Colour(name, f"{'player' if kind == self.players else 'word'} {value}")

    def of_type(self, kind: Type, value: Any) -> Colour | None:
        """The colour of a value of a type without none: of a player or enum word, or by its name."""
        if isinstance(kind, Words):
            return self.word(kind, value or 0)
        return self.named(value) if isinstance(value, str) else None

    def player(self, number: int) -> Colour:
        """The colour of a player."""
        found = self.word(self.players, number)
        assert found is not None
        return found
