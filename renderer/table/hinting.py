"""Hints at the table: asked for by the player, thought out elsewhere, and told tier by tier."""

from __future__ import annotations

from collections.abc import Callable

from renderer.table.computer import Computer, Failed
from renderer.voice import Voice
from runtime.session import Session, Unavailable


class Hinting:
    """Asks for hints and tells them. `changed` is called when there is something new to be seen."""

    def __init__(self, session: Session, computer: Computer, voice: Voice, changed: Callable[[], None]) -> None:
        self.session = session
        self.computer = computer
        self.voice = voice
        self.changed = changed
        self._wanted = False

    def ask(self) -> None:
        """Look for a hint; asking again at the same point gives the next tier. Raises Unavailable."""
        if self.computer.plays:
            raise Unavailable("It is not your turn.")
        if self.computer.broken:
            raise Unavailable("There are no hints any more: the computer player has stopped working.")
        # Nothing is given yet: this only asks whether there is a hint left.
        self.session.hint(lambda _view, _tier: None)
        self.computer.ask_hint()
        self._wanted = True
        self.fetch()
        if self._wanted:
            self.voice.say("Looking for a hint …", "hint")

    def forget(self) -> None:
        """The hint is not wanted any more."""
        self._wanted = False

    def fetch(self) -> None:
        """Tell the hint once it is there."""
        if not self._wanted:
            return
        found = self.computer.hints()
        if found is None:
            return
        self._wanted = False
        self.changed()
        if isinstance(found, Failed):
            self.voice.say(found.text, "refused")
            return
        given = self.session.hint(lambda _view, tier: found[min(tier, len(found)) - 1] if found else None)
        if given is None:
            self.voice.say("There is nothing to hint at.")
            return
        left = self.session.left[1]
        more = " Ask again to hear what to do." if given.tier == "where" else ""
        count = f" Hints left: {left}." if left is not None else ""
        self.voice.say(f"{given.text}{more}{count}", "hint", given.spots)
