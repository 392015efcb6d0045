"""A result as a text that a player can send to others: how a game went, without giving away how it is solved."""

from __future__ import annotations

from datetime import date

from interpreter.boards import Plane
from runtime.keep.statistics import Days, Result, finished
from runtime.messages import counted
from runtime.session.session import Session
from runtime.show.days import POINT, day_text
from runtime.show.kinds import USUAL, kind_of, lowered
from runtime.show.present import viewer_of
from runtime.show.results import duration
from runtime.show.shown import Shown

BLANK = "\u3000"
"""Stands for a site without a sign: as wide as the squares and circles of most signs."""
ENDED: dict[Result, str] = {"won": "won in", "lost": "lost after", "drawn": "drawn after", "played": "finished in"}


def result_text(session: Session, day: date | None, days: Days, today: date) -> str:
    """The result of a game that is over: `day` is the date whose game of the day it was, `days` are those played."""
    return "\n".join([_head(session, day, days.streak(today)), *added_lines(session)])


def _head(session: Session, day: date | None, streak: int) -> str:
    """Which game it was, and its result."""
    title = str(session.game.title)
    kind = kind_of(session).title
    parts = [title if day is None else f"{title} daily {day_text(day)}"]
    parts += [lowered(kind)] if kind != USUAL else []
    if day is None and session.state.program.steps.streams and not session.is_arranged:
        parts.append(f"seed {session.seed}")
    parts.append(_ending(session))
    parts += [f"streak {streak}"] if day is not None and streak else []
    return POINT.join(parts)


def _ending(session: Session) -> str:
    """The result, the time, the score, the number of moves and the number of hints."""
    ended = finished(session, session.seconds)
    parts = [f"{_outcome(session, ended.result)} {duration(ended.seconds)}"]
    parts += [counted(ended.score, "point")] if ended.score is not None else []
    parts.append(counted(ended.moves, "move"))
    if session.limits.hints != 0 and "person" in session.seats.values():
        parts.append(counted(ended.hints, "hint"))
    return ", ".join(parts)


def _outcome(session: Session, result: Result) -> str:
    """The winner, unless that is the only person."""
    winner = session.game.status(session.state).winner
    if result != "played" or len(session.game.players) == 1:
        return ENDED[result]
    if winner is None:
        return ENDED["drawn"]
    return f"{session.state.program.schema.titles[session.game.players.index(winner)]} won in"


def added_lines(session: Session) -> list[str]:
    """The lines that the spec adds: its text, and its board in signs."""
    plan = session.state.program.share_plan
    shown = Shown(session.game.seen(session.state, viewer_of(session)), left=session.left)
    lines = shown.text(plan.line).split("\n") if plan.line is not None else []
    if plan.plane is None:
        return lines

    def sign(site: int | None) -> str:
        fitting = (sign for sign, when in plan.signs if shown.holds(when, {"it": site}))
        return next(fitting, "") if site is not None else ""

    rows = [[sign(plan.plane.sites.get((column, row))) for column in _columns(plan.plane)] for row in _rows(plan.plane)]
    return lines + ["".join(each or BLANK for each in row).rstrip(BLANK) for row in rows if any(row)]


def _columns(plane: Plane) -> range:
    return range(1, plane.columns + 1)


def _rows(plane: Plane) -> list[int]:
    """The rows from top to bottom."""
    rows = list(range(1, plane.rows + 1))
    return rows if plane.upwards < 0 else rows[::-1]
