"""What the player of a test is shown: the same as in a window."""

from __future__ import annotations

from dataclasses import replace

from interpreter.position import RESULT, TO_MOVE
from runtime.acceptance.assist import assist_limits, assist_value
from runtime.acceptance.course import Course
from runtime.draft import spots
from runtime.presentation.buttons import Help
from runtime.presentation.log import log_lines
from runtime.presentation.present import presentation, why_no_undo
from runtime.presentation.values import Presentation
from runtime.session import Move, usual_seats


def presented(course: Course) -> Presentation:
    """What is shown at this point of a test: to the person whose turn it is, else to the only person."""
    game, state = course.position.game, course.state
    seats, mover, viewer = usual_seats(game), state.data[TO_MOVE], viewer_of(course)
    left = assist_value(state.program, course.used)
    undos, _, lives = left
    allowed = Help(
        begun=bool(course.done),
        can_undo=_can_undo(course, undos),
        can_redo=bool(course.undone),
        why_no_undo=why_no_undo(assist_limits(state.program)[0], undos),
        recovery=_recovery(course, undos, lives),
    )
    return presentation(
        game.view(state, viewer, chosen=spots(state, course.draft)),
        course.draft,
        game=game,
        state=state,
        acting=viewer == mover and not course.thinking,
        thinking=course.thinking,
        left=left,
        seats=seats,
        history=_history(course),
        allowed=allowed,
        said=game.status(state).text if state.over else None,
        card=course.cards[-1] if course.cards else None,
    )


def logged(course: Course) -> tuple[str, ...]:
    """What the log says of the last action, to the same person."""
    if not course.done:
        return ()
    game, last = course.position.game, course.done[-1]
    (*_, unnamed) = _history(course)
    move = replace(unnamed, action=last.action, text=game.text(last.before, last.action))
    return log_lines(game, viewer_of(course), move)


def viewer_of(course: Course) -> int:
    """The person whose turn it is, else the only person."""
    game, mover = course.position.game, course.state.data[TO_MOVE]
    seats = usual_seats(game)
    persons = [number for number, player in enumerate(game.players, start=1) if seats[player] == "person"]
    return int(mover) if mover in persons or not persons else persons[0]


def _can_undo(course: Course, undos: int | None) -> bool:
    return undos != 0 and any(not moment.by_bot for moment in course.done)


def _recovery(course: Course, undos: int | None, lives: int | None) -> tuple[str, ...]:
    """What is offered instead of the end that the test has come to."""
    result = course.state.data[RESULT]
    if result is None or result[0] <= 0:
        return ()
    ways = {"undo": _can_undo(course, undos), "life": lives != 0 and bool(course.done)}
    return tuple(way for way in course.state.program.ends[result[0] - 1].recover if ways[way])


def _history(course: Course) -> list[Move]:
    return [
        Move(
            moment.before.to_move,
            "computer" if moment.by_bot else "person",
            (),
            "",
            moment.before,
            moment.after,
            moment.events,
            "",
        )
        for moment in course.done
    ]
