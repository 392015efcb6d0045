"""A game's replies to commands, in words: a window and a terminal say the same."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.session.hints import Hint
from runtime.session.session import Move, Session
from runtime.show.moves import retold

RESTARTED = "The same game, from the beginning."
LOOKING_FOR_A_HINT = "Looking for a hint …"
NO_HINT = "There is nothing to hint at."
CANNOT_MOVE = "The computer’s move cannot be made."
PRAISE = "Well done."
LAST_LESSON = "That was the last lesson. Now play a game of your own."


def undone(session: Session, viewer: int) -> str:
    """The text after an undo: what was undone, and how many undos are left."""
    return _told("Undone", _turn(reversed(session.undone)), viewer) + _count("Undos", session.left[0])


def redone(session: Session, viewer: int) -> str:
    """The text after a redo: what was redone."""
    after_person = 0
    for number, move in enumerate(session.history):
        after_person = number if move.by == "person" else after_person
    return _told("Redone", session.history[after_person:], viewer)


def _turn(moves: Iterable[Move]) -> list[Move]:
    """The first move and everything that the computer did after it."""
    found: list[Move] = []
    for move in moves:
        if found and move.by == "person":
            break
        found.append(move)
    return found


def _told(what: str, moves: Iterable[Move], viewer: int) -> str:
    texts = [retold(move.game, viewer, move) for move in moves]
    return f"{what}: {('. ' if any(', ' in text for text in texts) else ', ').join(texts)}."


def _count(what: str, left: int | None) -> str:
    return "" if left is None else f" {what} left: {left}."


def life_spent(session: Session) -> str:
    """The text after a life was used."""
    return f"You go on with one life less.{_count('Lives', session.left[2])}"


def hinted(session: Session, hint: Hint) -> str:
    """A hint with how to get a clearer one, and how many are left."""
    more = " Ask again to see the move." if hint.tier == "where" else ""
    return f"{hint.text}{more}{_count('Hints', session.left[1])}"


def play_without(title: str) -> str:
    """The text if the computer cannot play on."""
    return f"Play {title} yourself, or start a new game."
