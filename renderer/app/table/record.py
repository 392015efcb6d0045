"""What is kept of a game at the table: the save after each move, and at the end its figures and its replay."""

from __future__ import annotations

from collections.abc import Callable

from renderer.app.pages.lists import duration
from renderer.app.screen import Surroundings
from runtime.keep.saves import Keeping
from runtime.keep.statistics import Figures, Finished, finished
from runtime.messages import counted
from runtime.session.session import Change, Session, is_daily

DOT = "  ·  "
LONGEST_PAUSE = 5.0
"""A longer stretch between two looks at the clock was no playing."""


class Record:
    """Keeps one session. A new game takes the place of the unfinished one only with its first move.

    `summary` sums up the game once it is over.
    """

    def __init__(self, session: Session, surroundings: Surroundings, kept: bool, say: Callable[[str], None]) -> None:
        self.session = session
        self.surroundings = surroundings
        self.say = say
        self.summary = ""
        self._looked: float | None = None
        self._counted = session.status.over
        self._keeping: Keeping | None = surroundings.saves.keep(session) if kept else None
        self._unsubscribe = session.subscribe(self._changed)

    def _changed(self, change: Change) -> None:
        if change.what == "started":
            self._counted, self.summary = False, ""
        elif change.what in ("performed", "undone", "redone"):
            self._keep()
            if self.session.status.over and not self._counted:
                self._count()

    def _keep(self) -> None:
        if self._keeping is None:
            try:
                self._keeping = self.surroundings.saves.keep(self.session)
            except OSError as problem:
                self.say(f"The game could not be saved: {problem.strerror}.")
                return
            if self._keeping.put_aside is not None:
                self.say(f"An older saved game that could not be used is now {self._keeping.put_aside}.")
        if self._keeping.problem is not None:
            self.say(f"The game could not be saved: {self._keeping.problem.strerror}.")

    def _count(self) -> None:
        """The game has come to its end: count it once, and keep it to be looked at."""
        self._counted = True
        ended, now = finished(self.session, self.session.seconds), self.surroundings.time()
        game, statistics = self.session.game.name, self.surroundings.statistics
        day = now.date() if is_daily(self.session, now.date()) else None
        try:
            self.summary = summed_up(ended, statistics.of(game))
            streak = statistics.note(game, ended, day).daily_streak
            if day is not None and ended.result == "won" and streak > 1:
                self.summary += f"{DOT}{streak} days in a row"
        except OSError as problem:
            self.say(f"This game could not be counted in the statistics: {problem.strerror}.")
        try:
            self.surroundings.replays.keep(self.session, ended.result, now)
        except OSError as problem:
            self.say(f"This game could not be kept as a replay: {problem.strerror}.")

    def let_go(self) -> None:
        """A new game is about to begin: the unfinished one stays on disk until that has its first move."""
        if self._keeping is not None:
            self._keeping.end()
            self._keeping = None

    def time_passes(self, now: float, playing: bool) -> None:
        """Count the time that is spent on the game."""
        if playing and self._looked is not None:
            self.session.seconds += max(0.0, min(now - self._looked, LONGEST_PAUSE))
        self._looked = now if playing else None

    def end(self) -> None:
        """Keep it no more; what is on disk stays, with the time that was spent on it."""
        self._unsubscribe()
        if self._keeping is not None:
            self._keeping.save()
        self.let_go()


def summed_up(ended: Finished, before: Figures) -> str:
    """A game in a line, beside the best of those before it."""
    parts = [f"Time {duration(ended.seconds)}", counted(ended.moves, "move")]
    if ended.score is not None:
        if before.best_score is not None:
            parts.append("a new best score" if ended.score > before.best_score else f"best score {before.best_score}")
    elif ended.result == "won":
        if before.fewest_moves is not None and ended.moves < before.fewest_moves:
            parts[-1] += ", your fewest"
        if before.fastest is not None:
            faster = ended.seconds < before.fastest
            parts.append("a new best time" if faster else f"best time {duration(before.fastest)}")
    return DOT.join(parts)
