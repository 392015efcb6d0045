"""What is saved of a game at the table: its state after each move, and at the end its statistics and its replay."""

from __future__ import annotations

from datetime import datetime

from interpreter import State
from renderer.app.screen import Surroundings
from runtime.keep.keeping import GOES_ON, SAVED_AGAIN, Keeping, Opened, why_unsaved
from runtime.keep.statistics import Finished, finished
from runtime.session.session import Change, Session
from runtime.show.results import again, counted_in, uncounted, without_replay

LONGEST_PAUSE = 5.0
"""A longer stretch between two looks at the clock was no playing."""


class Record:
    """Saves one session: as a started game after every change, and as a replay once it is over.

    `summary` sums up the game once it is over.
    """

    def __init__(self, session: Session, surroundings: Surroundings, kept: Opened | Keeping | None) -> None:
        self.session = session
        self.surroundings = surroundings
        self.summary = ""
        self._looked: float | None = None
        self._counted = session.status.over
        self._told: str | None = None
        self._replayed: State | None = None
        self._problems: list[str] = []
        if not isinstance(kept, Keeping):
            kept = surroundings.saves.keep(session, kept, surroundings.time().date())
        elif kept.session is not session:
            kept.attend(session)
        self.keeping = kept
        # What is written down comes before what follows from it.
        self._unsubscribe = session.subscribe(self._changed)
        self._handed_over = False
        if session.status.over and session.history and kept.path is not None and not kept.busy:
            # It ended at the very moment at which its player was gone.
            self._keep_replay(finished(session, session.seconds))

    def _changed(self, change: Change) -> None:
        if change.what == "started":
            self._counted, self.summary = False, ""
        elif change.what in ("performed", "redone") and self.session.status.over:
            self._end()

    def _end(self) -> None:
        """The game has ended: count it once, and save its replay."""
        ended = finished(self.session, self.session.seconds)
        if not self._counted:
            self._counted = True
            self._count(self.surroundings.time())
        else:
            self.summary = again(ended)
        self._keep_replay(ended)

    def _keep_replay(self, ended: Finished) -> None:
        """Save the game as a replay, only once even if its end is undone and reached again."""
        try:
            if self._replayed is not self.session.state:
                self.surroundings.replays.keep(self.session, ended.result, self.surroundings.time())
        except OSError as problem:
            self._problems.append(without_replay(problem))
        else:
            self._replayed = self.session.state
            self.keeping.finish()

    def _count(self, now: datetime) -> None:
        try:
            self.summary = counted_in(self.session, self.surroundings.statistics, self.keeping.day, now.date())
        except OSError as problem:
            self._problems.append(uncounted(problem))

    # What is on disk

    @property
    def why_unsaved(self) -> str | None:
        """Why part of the game is not on disk; None if everything is."""
        problem = self.keeping.problem
        return None if problem is None else why_unsaved(problem, self.surroundings.saves.folder)

    def news(self) -> str | None:
        """What the player must be told about saving, once for each change."""
        problems, self._problems = self._problems, []
        why, before = self.why_unsaved, self._told
        self._told = why
        if why != before:
            problems.append(f"{why} {GOES_ON}" if why is not None else SAVED_AGAIN)
        return " ".join(problems) or None

    def hand_over(self) -> Keeping:
        """Give the file to another record of the same game."""
        self._handed_over = True
        return self.keeping

    def time_passes(self, now: float, playing: bool) -> None:
        """Add to the time spent on the game."""
        if playing and self._looked is not None:
            self.session.seconds += max(0.0, min(now - self._looked, LONGEST_PAUSE))
        self._looked = now if playing else None

    def end(self) -> None:
        """Stop saving it; what is on disk stays, with the time spent on it."""
        self._unsubscribe()
        if not self._handed_over:
            self.keeping.end()
