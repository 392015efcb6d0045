"""Live reload: when the spec of the game on the table is saved, the game continues under the new rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import Fault, Game, SpecError, catalogue, load
from renderer.app.table.play import show_fault
from runtime.keep.replay import carried_over, files_of

if TYPE_CHECKING:
    from renderer.app.table.table import Table

EVERY = 0.5
"""Seconds between two looks."""
SAID = {
    "replayed": "The new rules are in use. Your moves were made again under them.",
    "position": "The new rules are in use. The moves no longer fit, but the position does; there is nothing to undo.",
    "anew": "The new rules are in use. The position no longer fits: the game has been restarted with the same seed.",
}


class Watching:
    """Detects when one of some files has changed, appeared or disappeared."""

    def __init__(self, files: Iterable[Path], now: float) -> None:
        self._looked = now
        self._times = {path: _time(path) for path in files}

    def changed(self, now: float) -> bool:
        """Whether there was a change since the last check; it checks at most twice a second."""
        if now - self._looked < EVERY:
            return False
        self._looked = now
        times = {path: _time(path) for path in self._times}
        if times == self._times:
            return False
        self._times = times
        return True

    def also(self, files: Iterable[Path]) -> None:
        """Watch more files."""
        for path in files:
            self._times.setdefault(path, _time(path))


def _time(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


class RulesWatch:
    """Watches the files of one game. While they contain mistakes the old rules stay, and the mistakes are shown."""

    def __init__(self, game: Game, now: float) -> None:
        self.path = Path(game.spec.game.span.source.name).resolve()
        self.watching = Watching(_watched(game), now)

    def look(self, table: Table, now: float) -> None:
        """Check whether something was saved, and use it."""
        if not self.watching.changed(now):
            return
        try:
            game = load(self.path)
            carried = carried_over(table.session, game)
        except (SpecError, OSError) as problem:
            table.voice.hush()
            table.cards.show_problems("The spec has mistakes; the game goes on by the old rules", str(problem))
            return
        except Fault as fault:
            show_fault(table, fault)
            return
        self.watching.also(_watched(game))
        table.cards.hide_problems()
        table.go_on_with(carried.session, kept=carried.how == "replayed")
        table.voice.say(SAID[carried.how], "good")


def _watched(game: Game) -> list[Path]:
    """The files of a game, and those that may later contain its tests."""
    return [each for path in files_of(game) for each in (path, catalogue.tests_of(path))]
