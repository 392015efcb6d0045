"""What the player of a test is shown: the same as in a window, and the cards on the table."""

from __future__ import annotations

from interpreter.program import Program
from interpreter.spec.nodes import Span
from runtime.show.moves import log_lines, opening_lines
from runtime.show.overlays import is_ready_again
from runtime.show.present import present
from runtime.show.present import viewer_of as viewer_of_session
from runtime.show.values import Presentation
from runtime.testing.course import Course
from runtime.testing.failures import Failed, Failure

WELCOME = ("ready", "intro")
"""What a new player finds on the table, the topmost last."""
BROUGHT = ("scores",)
"""Cards that the button of their name brings."""
CLOSING_KEYS = ("Enter", "Escape")
USUAL_BUTTONS = {"ready": "Play", "intro": "Play", "scores": "Close"}


def presented(course: Course) -> Presentation:
    """What is shown at this point of a test, to the person whose turn it is, or else to the person who moved last."""
    card = course.cards[-1] if course.cards else None
    return present(course.session, course.draft, thinking=course.thinking, card=card)


def logged(course: Course) -> tuple[str, ...]:
    """What the log says of the last action, to the same person; before the first one, of how the first turn began."""
    viewer = viewer_of(course)
    if not course.done:
        return opening_lines(course.session, viewer)
    return log_lines(course.session.game, viewer, course.done[-1])


def viewer_of(course: Course) -> int:
    """The person whose turn it is, or else the person who moved last."""
    return viewer_of_session(course.session)


def welcome(course: Course) -> None:
    """Put the cards for a new player on the table, if the test wants that."""
    if course.position.first_time:
        overlays = presented(course).overlays
        course.cards = [name for name in WELCOME if name in overlays]


def greet_again(course: Course, button: str) -> None:
    """Put the card `ready` on the table if the spec shows it after a button."""
    course.cards = ["ready"] if is_ready_again(course.position.game.spec, button) else []


def card_buttons(program: Program) -> list[str]:
    """What can be clicked because of cards: buttons that open one, and the texts on buttons that close one."""
    overlays = program.spec.view.overlays if program.spec.view is not None else None
    found = []
    for name in (*WELCOME, *BROUGHT):
        card = getattr(overlays, name) if overlays is not None else None
        if card is not None or (name == "intro" and program.spec.about is not None):
            found += [name] if name in BROUGHT else []
            found.append(str(card.button) if card is not None and card.button is not None else USUAL_BUTTONS[name])
    return found


def answer_card(course: Course, pressed: str, span: Span) -> bool:
    """Whether a press had to do with a card: it closes the topmost, is beneath one, or opens one."""
    if course.cards:
        card = presented(course).overlays[course.cards[-1]]
        if pressed in (card.button, *CLOSING_KEYS):
            course.cards.pop()
        return True
    program = course.state.program
    if pressed not in card_buttons(program) or pressed in program.actions:
        return False
    if pressed not in BROUGHT:
        raise Failed(Failure(span, f"No card with ‘{pressed}’ is on the table."))
    course.cards.append(pressed)
    return True
