"""What comes once a move was shown: a look at the board, then the card of an end, or the table is handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.nodes import Target
from renderer.page_models import Choice
from renderer.sounds import Sound
from renderer.table.cards import Asking, OfSpec

if TYPE_CHECKING:
    from renderer.table.table import Table

LOOK = 1.0
"""Seconds for which the board is seen before a card covers it: the last move is what everybody wants to see."""
ENDINGS: dict[str, Sound] = {"won": "win", "lost": "lose", "drawn": "draw", "plain": "good"}
"""The sound for how a game ended."""


class Aftermath:
    """Waits until a move was seen. `settled`: all that follows from the last one is on the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.settled = False
        self._moved = False
        self._due: float | None = None

    def begin(self, moved: bool) -> None:
        """The position is another one; `moved`: by a move that is being shown."""
        self.settled, self._moved, self._due = False, moved, None

    @property
    def lingers(self) -> bool:
        """Whether the board is looked at before a card is laid on it."""
        return self._due is not None

    def hurry(self) -> None:
        """The players have seen enough."""
        if self._due is not None:
            self._due = self.table.host.now

    def tick(self, now: float) -> None:
        """Once the move was seen: has the game ended, must something be handed over?"""
        if self.settled:
            return
        if self._due is None:
            self._due = now + self._wait()
            self.table.host.changed()
        if now < self._due:
            return
        self.settled, self._due = True, None
        self._lay_cards()

    def _wait(self) -> float:
        preferred = self.table.host.surroundings.preferences.value
        covered = self.table.session.state.over or self.table.looking.next is not None
        return LOOK if covered and self._moved and preferred.animation != "off" else 0.0

    def _lay_cards(self) -> None:
        table = self.table
        overlays = table.presented().overlays
        for name in ("stuck", "result"):
            if table.session.state.over and name in overlays and table.lessons is None:
                table.host.sound(ENDINGS[overlays[name].mood])
                table.cards.lay(OfSpec(name))
        following = table.looking.next
        if following is not None:
            self._ask_to_hand_over(table.looking.title(following))

    def _ask_to_hand_over(self, name: str) -> None:
        table = self.table

        def show() -> None:
            table.looking.hand_over()
            table.cards.take()

        choice = Choice("Show the table", Target("command", "resume"), primary=True, key="Enter")
        text = f"Hand over to {name}, who goes on when nobody else looks."
        table.cards.lay(Asking("handover", f"It is {name}’s turn", text, (choice,), {"resume": show}, "resume"))
