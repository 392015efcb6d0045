"""Lessons at the table: sitting down to them, and which commands they keep to themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import Game
from renderer.screen import Host
from renderer.table.greeting import begin_anew
from renderer.table.lessons import Lessons
from runtime.session import Session

if TYPE_CHECKING:
    from renderer.table.table import Table


def taught(host: Host, game: Game) -> Table:
    """The table with the lessons of a game. Raises NoTutorial and SpecError."""
    # Tutorials come with all of the acceptance tests, which nobody else needs before the first frame.
    from renderer.table.table import Table
    from runtime.tutorial import Tutorial

    tutorial = Tutorial(game)
    return Table(host, tutorial.session, lessons=Lessons(tutorial))


def kept_by_lesson(table: Table, lessons: Lessons, command: str) -> bool:
    """Whether a command is none of the table's: the lesson has something against it, or has done it itself."""
    nudge = lessons.forbids(command)
    if nudge is not None:
        table.voice.say(nudge, "refused")
        return True
    if command == "play":
        # Who was taught needs no introduction.
        table.host.surroundings.preferences.note_introduced(table.session.game.name)
        begin_anew(table, lambda: table.sit_at(Session(table.session.game)))
        return True
    lessons.used(command)
    if not lessons.command(command):
        return False
    table.voice.hush()
    return True
