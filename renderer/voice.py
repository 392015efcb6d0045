"""What the table says: a message and how it is meant, and the spots that it points out."""

from __future__ import annotations

from collections.abc import Iterable

from renderer.ui import Mood
from runtime.draft import Spot


class Voice:
    """The latest thing said. It stands until the player does something."""

    def __init__(self) -> None:
        self.message = ""
        self.mood: Mood = "plain"
        self.lit: frozenset[Spot] = frozenset()

    def say(self, message: str, mood: Mood = "plain", lit: Iterable[Spot] = ()) -> None:
        """Say something, and point something out."""
        self.message, self.mood, self.lit = message, mood, frozenset(lit)

    def hush(self) -> None:
        """Say nothing any more."""
        self.say("")
