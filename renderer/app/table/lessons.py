"""Lessons at the table: the tutorial is consulted before each move and told about it afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter import Action, Game, Refusal
from renderer.app.screen import Host
from renderer.app.sounds import Sound
from renderer.app.table.cards import MENU, begin_anew
from renderer.nodes import Target
from renderer.scene.page_models import Choice
from renderer.scene.ui import Card, Mood
from runtime.session.draft import Draft, Spot
from runtime.session.session import Change, Session
from runtime.show.buttons import usual_title
from runtime.show.replies import LAST_LESSON, PRAISE

if TYPE_CHECKING:
    from renderer.app.table.table import Table
    from runtime.tutorial import Tutorial

TAUGHT = frozenset({"undo", "redo", "hint", "restart"})
"""Commands that a lesson may forbid."""
LEAVING = frozenset({"play", "new_game", "daily"})
"""Commands that end the tutorial for a game."""


class Lessons:
    """A tutorial as the table needs it."""

    def __init__(self, tutorial: Tutorial) -> None:
        self.tutorial = tutorial
        self._verdict = False, False
        self._unsubscribe = tutorial.session.subscribe(self._changed)

    def end(self) -> None:
        """Stop teaching."""
        self._unsubscribe()

    def _changed(self, change: Change) -> None:
        self.tutorial.happened(change)

    # Before and after what the learner does

    def refusal(self, what: Action | Draft) -> Refusal | None:
        """Why something is out of place in this lesson."""
        nudge = self.tutorial.allows(what)
        action = str(what[0]) if isinstance(what, tuple) else what.action or ""
        return None if nudge is None else Refusal("lesson", nudge, action, None)

    def instead(self, refusal: Refusal) -> Refusal:
        """The text about something that the rules refuse."""
        return replace(refusal, text=self.tutorial.instead(refusal.text)) if refusal.name != "lesson" else refusal

    def forbids(self, command: str) -> str | None:
        """Why a command is out of place in this lesson."""
        return self.tutorial.allows(command) if command in TAUGHT else None

    def chosen(self, draft: Draft) -> None:
        """Note that something is half chosen."""
        self.tutorial.happened(draft)

    def used(self, command: str) -> None:
        """Note that a button was used that the session does not report."""
        if command not in TAUGHT:
            self.tutorial.happened(command)

    def heard(self) -> Sound | None:
        """The sound of a lesson that has just been completed, or missed."""
        before, self._verdict = self._verdict, (self.tutorial.fulfilled, self.tutorial.missed)
        if self._verdict == before or not any(self._verdict):
            return None
        return "good" if self.tutorial.fulfilled else "refuse"

    # What is shown

    @property
    def spots(self) -> frozenset[Spot]:
        """The spots that the lesson points out."""
        lesson = self.tutorial.lesson
        return lesson.spots if lesson is not None and not self.tutorial.fulfilled else frozenset()

    def card(self) -> Card:
        """The text for the learner, and the ways to go on."""
        tutorial, lesson = self.tutorial, self.tutorial.lesson
        if lesson is None:
            leave = Choice("Play", Target("command", "play"), primary=True, key="Enter")
            return Card("tutorial", "Well done", LAST_LESSON, (leave,), lessons=tutorial.texts)
        choices: list[Choice] = []
        if lesson.number > 1:
            choices.append(Choice("Back", Target("command", "lesson_back")))
        if tutorial.missed:
            choices.append(Choice("Once more", Target("command", "lesson_again"), primary=True))
        elif tutorial.fulfilled:
            choices.append(Choice("Next", Target("command", "lesson_next"), primary=True, key="Enter"))
        elif lesson.button:
            choices.append(Choice(lesson.button, Target("command", "lesson_button"), primary=True, key="Enter"))
        verdict = tutorial.what_was_missed if tutorial.missed else PRAISE if tutorial.fulfilled else ""
        mood: Mood = "refused" if tutorial.missed else "good"
        progress = (lesson.number, lesson.count)
        pressed = (lesson.presses,) if lesson.presses else ()
        asks_for = () if tutorial.fulfilled else (*lesson.uses, *pressed)
        title, nudge = usual_title(lesson.name), tutorial.nudge
        told = (lesson.text, tuple(choices), None, progress, asks_for, nudge, tutorial.texts, verdict, mood)
        return Card("tutorial", title, *told)

    @property
    def waits_for_enter(self) -> str | None:
        """The command that Enter stands for at the moment."""
        for choice in self.card().choices:
            if choice.primary:
                return choice.target.name
        return None

    def command(self, name: str) -> bool:
        """Do what a button of the lesson asks for, and return whether it was one."""
        tutorial, lesson = self.tutorial, self.tutorial.lesson
        match name:
            case "lesson_back":
                tutorial.back()
            case "lesson_again":
                tutorial.again()
            case "lesson_next":
                tutorial.advance()
            case "lesson_button" if lesson is not None:
                tutorial.happened(lesson.button)
            case _:
                return False
        return True


def taught(host: Host, game: Game) -> Table:
    """Make a table with the lessons of a game. Raises NoTutorial and SpecError."""
    # The table imports this module, and only who is taught needs the tutorial before the first frame.
    from renderer.app.table.table import Table
    from runtime.tutorial import Tutorial

    tutorial = Tutorial(game)
    return Table(host, tutorial.session, lessons=Lessons(tutorial))


def kept_by_lesson(table: Table, lessons: Lessons, command: str) -> bool:
    """Whether the lesson keeps a command from the table, by forbidding it or by doing it itself."""
    nudge = lessons.forbids(command)
    if nudge is not None:
        if table.cards.has(MENU):
            # Behind the menu nobody would read it.
            table.cards.clear()
        table.voice.say(nudge, "refused", about=(f"button:{command}",))
        table.host.sound("refuse")
        return True
    if command in LEAVING:
        # Who was taught needs no introduction.
        table.host.surroundings.preferences.note_introduced(table.session.game.name)
    if command in ("play", "new_game"):
        begin_anew(table, lambda: table.sit_at(Session(table.session.game)))
        return True
    lessons.used(command)
    if not lessons.command(command):
        return False
    table.voice.hush()
    return True
