"""What designers call colours: `#rrggbb`, words of the theme, players and enum words."""

from __future__ import annotations

from typing import Any

from interpreter.expressions import Type, Words, strip
from interpreter.program import Program
from interpreter.spec.model import COLOURS
from runtime.presentation.sections import by_name
from runtime.presentation.values import Colour


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
        """A colour that a spec writes down, if it does."""
        return self.named(str(name)) if name is not None else None

    def word(self, kind: Words, value: int) -> Colour | None:
        """The colour of a player or an enum word: its own, or the one that themes have for its number."""
        if not 0 < value <= len(kind.words):
            return None
        name = str(kind.words[value - 1])
        return self.named(name) or Colour(name, f"{'player' if kind == self.players else 'word'} {value}")

    def of_type(self, kind: Type, value: Any) -> Colour | None:
        """The colour of a value: of a player or enum word, or by its name."""
        inner = strip(kind)
        if isinstance(inner, Words):
            return self.word(inner, value or 0)
        return self.named(value) if isinstance(value, str) else None

    def player(self, number: int) -> Colour:
        """The colour of a player."""
        found = self.word(self.players, number)
        assert found is not None
        return found
