"""Questions before actions that cannot be undone: the question, what would be lost, and a verb for each answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter import Action, View
from runtime.messages import counted
from runtime.session.session import Session, moves_made
from runtime.show.buttons import usual_title

KEEP_PLAYING = "Keep playing"
_QUESTION = re.compile(r"(?P<title>[^?]*\?)\s*(?P<text>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """`title` is a question, `text` says what happens to the game, `yes` is the text of the button that goes ahead."""

    title: str
    text: str
    yes: str
    no: str = KEEP_PLAYING


def is_begun(session: Session) -> bool:
    """Whether a person would lose something if the game were given up."""
    return not session.status.over and any(move.by == "person" for move in session.history)


def of_restart(session: Session) -> Confirmation:
    """The question before the same game begins again."""
    moves = moves_made(session.history)
    lost = "Your move will be lost." if moves == 1 else f"Your {moves} moves will be lost."
    return Confirmation("Restart this game?", lost, "Restart")


def of_new_game(session: Session, kept_under: str) -> Confirmation:
    """The question before another game begins; `kept_under` is where this one is saved, empty if it cannot be."""
    mine = f"Your game with {counted(moves_made(session.history), 'move')}"
    text = f"{mine} stays under {kept_under}." if kept_under else f"{mine} could not be saved and will be lost."
    return Confirmation("Start a new game?", text, "Start new game")


def of_leaving(why_unsaved: str, moves: int) -> Confirmation:
    """The question before leaving a game with moves that are not on disk."""
    return Confirmation("Leave this game?", f"{why_unsaved} {counted(moves, 'move')} would be lost.", "Leave")


def of_action(view: View, action: Action) -> Confirmation | None:
    """The question before an action, as its spec gives it; None if there is none."""
    plan = view.program.actions.get(action[0])
    if plan is None or plan.spec.confirm is None:
        return None
    asked = view.program.say(plan.spec.confirm, view.data, view.viewer)
    title = plan.spec.title
    verb = view.program.say(title, view.data, view.viewer) if title is not None else usual_title(plan.name)
    found = _QUESTION.fullmatch(asked)
    if found is None:
        return Confirmation(f"{verb}?", asked, verb)
    return Confirmation(found["title"], found["text"], verb)
