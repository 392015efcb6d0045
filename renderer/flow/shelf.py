"""How the games of the gallery stand: unfinished ones, wins, and pictures that are yet to be made. One at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from interpreter import Fault, SpecError, load
from renderer.screen import Surroundings
from renderer.theme import Theme
from runtime.library import Listed
from runtime.recording import BadRecording
from runtime.wording import counted

UNUSABLE = "The unfinished game cannot be opened"
Progress: TypeAlias = Literal["found", "waiting", "complete"]
"""What came of looking further: something new, nothing yet, or there is nothing left to find out."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, a line about it, and the level at which it was left."""

    unfinished: bool = False
    note: str = ""
    level: str | None = None


class Shelf:
    """Finds out about games when there is time for it."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self._figures = surroundings.statistics.all()
        self._saved = set(surroundings.saves.names())
        self._standings: dict[str, Standing] = {}

    def standing(self, listed: Listed) -> Standing:
        """How a game stands, as far as that is known by now."""
        known = self._standings.get(listed.key)
        if known is not None:
            return known
        figures = self._figures.get(listed.name)
        if figures is None:
            return Standing()
        played = f"Played {counted(figures.played, 'time')}"
        return Standing(note=f"Won {figures.won} of {figures.played}" if figures.won else played)

    def daily_won(self, listed: Listed) -> bool:
        """Whether the game of today was won already."""
        figures = self._figures.get(listed.name)
        return figures is not None and figures.daily_won == self.surroundings.time().toordinal()

    def look_further(self, listed: Sequence[Listed]) -> Progress:
        """Find out about one more game."""
        for each in listed:
            if each.name in self._saved and each.key not in self._standings and not each.problem:
                self._standings[each.key] = self._read(each, self.standing(each))
                return "found"
        style = self.surroundings.theme
        for each in listed:
            if not each.problem and self.surroundings.thumbnails.is_missing(each.path, style):
                return self._picture(each, style)
        if self.surroundings.painter is not None:
            self.surroundings.painter.rest()
        return "complete"

    def _picture(self, listed: Listed, style: Theme) -> Progress:
        """Have a picture made: elsewhere, or here and now."""
        thumbnails, painter = self.surroundings.thumbnails, self.surroundings.painter
        if painter is None or painter.broken:
            if thumbnails.make(listed.path, style) is None:
                self._note_bug(listed, thumbnails.bug)
            return "found"
        asked = painter.asked
        if asked is None:
            painter.ask(listed.path, style)
            return "waiting"
        if not painter.answered():
            return "waiting"
        if thumbnails.is_missing(*asked):
            thumbnails.give_up(*asked)
            if asked[0] == listed.path:
                self._note_bug(listed, painter.bug)
        return "found"

    def _note_bug(self, listed: Listed, bug: str) -> None:
        """A game without a picture says so, if that is a mistake of ours."""
        if bug:
            self._standings[listed.key] = replace(self.standing(listed), note=bug)

    def _read(self, listed: Listed, otherwise: Standing) -> Standing:
        """Whether there is an unfinished game on disk."""
        try:
            session = self.surroundings.saves.load(load(listed.path), listed.name)
        except BadRecording:
            return Standing(note=UNUSABLE)
        except (SpecError, Fault, OSError):
            return otherwise
        if session is None or session.status.over or not session.history:
            return otherwise
        return Standing(True, f"Unfinished, {counted(len(session.history), 'move')}", session.level)
