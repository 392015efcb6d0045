"""One game in two windows or terminals: the second one looks on, plays a copy, or takes it over."""

from __future__ import annotations

from pathlib import Path

from runtime.keep.keeping import Following, Opened
from runtime.keep.recording import BadRecording
from runtime.show import started
from runtime.show.moves import log_lines
from runtime.terminal.table import Table

EVERY = 0.5
"""Seconds between two looks at what another plays."""
TRIES = 5
WAYS = "Look on (l), play a copy (c), take over (t) or leave (q)? [l] "
OPEN_ELSEWHERE = "This game is open in another window or terminal."
TAKEN = "This game was taken over in another window or terminal."
UNSAVED = "Your last move is not saved there; a copy keeps it."


def is_shared(table: Table) -> bool:
    """Whether another process plays this game, too."""
    keeping = table.keeping
    return keeping is not None and (keeping.busy or keeping.overtaken or keeping.notice())


def share(table: Table) -> None:
    """Tell the player that another process plays this game, and do as the player says."""
    keeping = table.keeping
    assert keeping is not None and keeping.path is not None
    table.say(OPEN_ELSEWHERE if keeping.busy else TAKEN, style="bold")
    if keeping.unsaved:
        table.say(UNSAVED)
    _go_way(table, keeping.path, table.lines.read(WAYS))


def _go_way(table: Table, path: Path, answer: str) -> None:
    match answer.strip().lower()[:1]:
        case "c":
            table.sit_at(table.session)
            table.say(started.COPIED)
        case "t":
            _take_over(table, path)
        case "q":
            table.leaving = True
        case _:
            _look_on(table, path)


def _opened(table: Table, path: Path) -> Opened | None:
    """The game as it is on disk now; None if it no longer exists."""
    try:
        return table.saves.open(table.game, path)
    except (OSError, BadRecording):
        return None


def _take_over(table: Table, path: Path) -> None:
    for _ in range(TRIES):
        opened = _opened(table, path)
        if opened is None:
            break
        table.sit_at(opened.session, opened)
        keeping = table.keeping
        assert keeping is not None
        keeping.take_over()
        if not keeping.overtaken:
            table.say(started.TAKEN_OVER)
            return
    _end_with_copy(table)


def _look_on(table: Table, path: Path) -> None:
    table.stop_keeping()
    opened = _opened(table, path)
    if opened is None:
        _end_with_copy(table)
        return
    following = Following(opened)
    table.say(started.LOOKING_ON)
    table.say("Type c to play a copy, t to take over, or q to leave.")
    table.session = following.session
    table.show()
    while not following.gone:
        if table.lines.waits(EVERY):
            answer = table.lines.read("Looking on> ")
            if answer.strip().lower()[:1] in ("c", "t", "q"):
                _go_way(table, path, answer)
                return
        if following.news() and not following.gone:
            table.session = following.session
            table.show()
            if table.session.history:
                table.say(*log_lines(table.game, table.viewer, table.session.history[-1]))
    _end_with_copy(table)


def _end_with_copy(table: Table) -> None:
    """Let the player continue from the last position seen of a game that is gone, unless it is over."""
    table.say(started.GONE)
    if table.session.status.over:
        table.leaving = True
    else:
        table.sit_at(table.session)
        table.say(started.COPY_LEFT)
