"""The tutorial in the terminal: lesson by lesson, on a session of its own, until the learner leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter import BadAction, Refusal
from runtime.session.draft import Draft, NotChoosable
from runtime.session.session import Change
from runtime.show.replies import LAST_LESSON, PRAISE
from runtime.terminal.commands import complain, computer_moves, perform, run_command
from runtime.terminal.reader import Command, Do, completions, drafted, read_line
from runtime.terminal.table import Table
from runtime.tutorial import NoTutorial, Tutorial

HELP = (
    "Type what the lesson asks for. Also:",
    "  next, or just Enter    go on, if there is something to read",
    "  again                  begin this lesson once more",
    "  back                   go back to the lesson before",
    "  leave                  end the tutorial",
    "  new                    end the tutorial and start a new game",
    "  moves, board, rules    what you may do, the board, the rules",
)
LOOKING = frozenset({"moves", "board", "rules", "why"})
"""Commands that change nothing."""
HELPING = frozenset({"undo", "redo", "hint", "restart"})
"""Commands that lessons may ask for."""


class Desk(Table):
    """The table for lessons. Nothing of them is saved. `after` is what the learner left them for."""

    def __init__(self, table: Table, tutorial: Tutorial) -> None:
        super().__init__(table.console, table.lines, tutorial.session, table.saves, kept=False)
        self.tutorial = tutorial
        self.changes: list[Change] = []
        self.told: str | None = None
        self.ended = False
        self.after = ""

    def changed(self) -> None:
        """React to a change of the position."""
        self.lit, self.redraw, self.refused = frozenset(), True, None

    def instead(self, refusal: Refusal) -> Refusal:
        """The lesson's text in place of a refusal by the rules."""
        return replace(refusal, text=self.tutorial.instead(refusal.text))

    @property
    def is_begun(self) -> bool:
        """Whether anything would be lost if the lesson began again: never, because nothing of it is saved."""
        return False


def teach(table: Table) -> None:
    """Give the lessons of the game; afterwards the game continues where it was."""
    try:
        desk = Desk(table, Tutorial(table.game))
    except NoTutorial as problem:
        table.say(str(problem))
        return
    stop = desk.session.subscribe(desk.changes.append)
    table.say("The tutorial. Type what the lesson asks for, or ‘help’; ‘leave’ ends it.", style="bold")
    try:
        while not desk.tutorial.finished and not desk.ended:
            _turn(desk)
    finally:
        stop()
    if desk.tutorial.finished:
        table.say(LAST_LESSON, style="bold")
    table.leaving, table.redraw = desk.leaving, True
    if desk.after:
        run_command(table, desk.after, "")


def _turn(desk: Desk) -> None:
    """Make one move of the computer, or read one line from the learner; then inform the tutorial."""
    session = desk.session
    if not session.state.over and session.seat_to_move == "computer":
        computer_moves(desk)
        desk.ended = desk.leaving
    else:
        _show(desk)
        line = desk.lines.read("Lesson> ", lambda typed: completions(desk.game, desk.state, typed)).strip()
        _obey(desk, line)
    _hear(desk)


def _show(desk: Desk) -> None:
    """Show the board with what is highlighted, and the lesson's text, whenever either is new."""
    lesson = desk.tutorial.lesson
    if lesson is None:
        return
    new = desk.told != lesson.text
    if desk.redraw or new:
        if new or not desk.lit:
            sites = (desk.state.site_of(spot) for spot in lesson.spots)
            desk.lit = frozenset(site for site in sites if site)
        desk.show()
    if new:
        desk.told = lesson.text
        desk.say(f"Lesson {lesson.number} of {lesson.count}. {lesson.text}", style="bold")
        if lesson.button:
            desk.say(f"Press Enter: {lesson.button}.")


def _obey(desk: Desk, line: str) -> None:
    tutorial = desk.tutorial
    lesson = tutorial.lesson
    match line.lower():
        case "" | "next":
            if lesson is not None and lesson.button:
                button = lesson.button
                _go(desk, lambda: tutorial.happened(button))
            elif line:
                desk.say(tutorial.nudge, style="bold")
        case "again":
            _go(desk, tutorial.again)
        case "restart" if tutorial.allows("restart") is not None:
            _go(desk, tutorial.again)
        case "back":
            _go(desk, tutorial.back)
        case "leave" | "quit" | "q" | "exit":
            desk.ended = True
            desk.leaving = line.lower() != "leave"
        case "help" | "?" | "h":
            desk.say(*HELP)
        case _:
            _try(desk, line)


def _go(desk: Desk, move: Callable[[], object]) -> None:
    """Go to another lesson, or to the beginning of this one."""
    move()
    desk.changes.clear()
    desk.changed()
    desk.told = None


def _try(desk: Desk, line: str) -> None:
    """Try a move, half of one if the lesson waits for a choice, or a command."""
    tutorial = desk.tutorial
    half = _half(desk, line)
    if half is not None:
        nudge = half if isinstance(half, str) else tutorial.allows(half)
        if nudge is not None:
            desk.say(nudge, style="bold")
        elif isinstance(half, Draft):
            tutorial.happened(half)
        return
    meaning = read_line(line, desk.game, desk.state, desk.moves, desk.numbered, desk.lit)
    if isinstance(meaning, Command):
        nudge = tutorial.allows(meaning.name) if meaning.name in HELPING else None
        if nudge is not None:
            desk.say(nudge, style="bold")
        elif meaning.name in LOOKING | HELPING:
            run_command(desk, meaning.name, meaning.argument)
        elif meaning.name == "new":
            desk.ended, desk.after = True, "new"
        else:
            desk.say(f"There is no ‘{meaning.name}’ in a lesson; ‘leave’ ends the tutorial.")
    elif isinstance(meaning, Do):
        nudge = tutorial.allows(meaning.action)
        if nudge is None:
            perform(desk, meaning.action)
        else:
            desk.say(nudge, style="bold")
    else:
        complain(desk, meaning)


def _half(desk: Desk, line: str) -> Draft | str | None:
    """The choice that a lesson waits for, if a line is just that, with or without the name of its action.

    If the choice cannot be made, the result is a text about it.
    """
    lesson = desk.tutorial.lesson
    step = desk.tutorial.steps[lesson.number - 1] if lesson is not None else None
    if step is None or step.wait.chosen is None:
        return None
    action, _, choice = str(step.wait.chosen).partition(".")
    words = line.split()
    given = words[1:] if words[0].lower() == action else words
    if desk.state.program.actions.get(action) is None:
        return None
    choices = [each.name for each in desk.state.program.actions[action].choices]
    if len(given) != choices.index(choice) + 1:
        return None
    try:
        return drafted(desk.game, desk.state, action, given)
    except NotChoosable as problem:
        return desk.tutorial.nudge if step.nudge is not None else problem.refusal.text
    except BadAction:
        return None


def _hear(desk: Desk) -> None:
    """Tell the tutorial what has changed, and handle the result."""
    tutorial = desk.tutorial
    changes, desk.changes[:] = list(desk.changes), []
    for change in changes:
        tutorial.happened(change)
    if tutorial.fulfilled:
        if desk.redraw:
            desk.show()
        desk.lines.read(f"{PRAISE} Press Enter for the next lesson. ")
        _go(desk, tutorial.advance)
    elif tutorial.missed:
        desk.show()
        desk.say(tutorial.what_was_missed, style="bold")
        _go(desk, tutorial.again)
