"""What the player of a test is shown: the same as in a window."""

from __future__ import annotations

from runtime.acceptance.course import Course
from runtime.presentation.log import log_lines
from runtime.presentation.present import present
from runtime.presentation.present import viewer_of as viewer_of_session
from runtime.presentation.values import Presentation


def presented(course: Course) -> Presentation:
    """What is shown at this point of a test: to the person whose turn it is, else to who moved last of them."""
    card = course.cards[-1] if course.cards else None
    return present(course.session, course.draft, thinking=course.thinking, card=card)


def logged(course: Course) -> tuple[str, ...]:
    """What the log says of the last action, to the same person."""
    return log_lines(course.session.game, viewer_of(course), course.done[-1]) if course.done else ()


def viewer_of(course: Course) -> int:
    """The person whose turn it is, else who moved last of them."""
    return viewer_of_session(course.session)
