"""The game that the command line asks for. It imports nothing heavy: a window loads the rest at the same time as its
own libraries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.messages import Problem

if TYPE_CHECKING:
    from interpreter import Game


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for. `resume` is None if the player should be asked; `spoken` is the file in which a
    screen reader follows what happens in the window, `-` for the terminal."""

    seed: int | None = None
    level: str | None = None
    settings: Sequence[str] = ()
    seats: Sequence[str] = ()
    resume: bool | None = None
    watch: bool = False
    tutorial: bool = False
    spoken: str | None = None

    def require_tutorial(self, game: Game) -> None:
        """Refuse a tutorial for a game that has none."""
        if self.tutorial and game.spec.tutorial is None:
            raise Problem(f"{game.title} has no tutorial.", "Leave --tutorial out; ‘rules’ tells how it is played.")

    @property
    def names_a_game(self) -> bool:
        """Whether a particular new game is requested."""
        return self.seed is not None or self.level is not None or bool(self.settings) or bool(self.seats)
