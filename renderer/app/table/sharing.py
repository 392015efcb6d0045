"""The game on the table as it is on disk, and who else has it open: reporting, looking on, copying and taking over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from renderer.app.table.cards import Asking
from renderer.nodes import Target
from renderer.scene.page_models import Choice
from runtime.keep.keeping import Following, Opened
from runtime.keep.recording import BadRecording
from runtime.show import started

if TYPE_CHECKING:
    from renderer.app.table.table import Table

SHARED = "shared"
"""The card that asks what to do about a game that another process plays."""
EVERY = 0.5
"""Seconds between two looks at the file of a game."""
TRIES = 5
LOOKING_ON = "You are looking on. Open the menu to play a copy or to take over."
FOR_PLAYERS = frozenset({"undo", "redo", "life", "hint", "restart", "settings"})
OPEN_ELSEWHERE = "This game is open elsewhere"
WHO_PLAYS = "Another window or terminal has this game open. What do you want to do?"
TAKEN = "This game was taken over"
TAKEN_TEXT = "It goes on in another window or terminal. What do you want to do here?"
UNSAVED = " Your last move is not saved there; a copy keeps it."
LOOK = Choice("Look on", Target("command", "look_on"), primary=True, key="Enter")
COPY = Choice("Play a copy", Target("command", "play_copy"))
TAKE = Choice("Take over", Target("command", "take_over"))
ELSEWHERE = Choice("All games", Target("command", "gallery"), key="Esc")
OK = Choice("OK", Target("command", "close"), primary=True, key="Enter")


def tell(table: Table, text: str) -> None:
    """Tell the player something that must not be missed."""
    table.cards.lay(Asking("told", "About your saved game", text, (OK,), {"close": table.cards.take}, "close", "close"))


def standing(table: Table, subtitle: str) -> str:
    """Which game it is, and whether it is saved or only being looked at."""
    state = ""
    if table.following is not None:
        state = "looking on"
    elif table.record is not None and table.record.keeping.overtaken:
        state = "taken over elsewhere"
    elif table.record is not None and table.record.why_unsaved is not None:
        state = "not saved"
    return " · ".join(part for part in (subtitle, state) if part)


def look_around(table: Table, now: float) -> None:
    """Report any change about saving, and follow a game that another process plays."""
    if table.record is not None and (news := table.record.news()) is not None:
        table.voice.say(news, "refused" if table.record.why_unsaved is not None else "plain")
        table.host.changed()
    if now < table.next_look or table.cards.has(SHARED):
        return
    table.next_look = now + EVERY
    if table.following is not None:
        _follow(table, table.following)
    elif table.record is not None:
        keeping = table.record.keeping
        if keeping.busy or keeping.overtaken or keeping.notice():
            _ask(table)


def _ask(table: Table) -> None:
    assert table.record is not None
    keeping = table.record.keeping
    path = keeping.path
    assert path is not None
    title, text = (OPEN_ELSEWHERE, WHO_PLAYS) if keeping.busy else (TAKEN, TAKEN_TEXT)
    if keeping.unsaved:
        text += UNSAVED
    answers = {
        "look_on": lambda: look_on(table, path),
        "play_copy": lambda: play_copy(table),
        "take_over": lambda: take_over(table, path),
        "gallery": table.host.home,
    }
    choices = (ELSEWHERE, TAKE, COPY, LOOK)
    letters = {"l": "look_on", "c": "play_copy", "t": "take_over"}
    table.cards.lay(Asking(SHARED, title, text, choices, answers, "look_on", "gallery", letters))


def _opened(table: Table, path: Path) -> Opened | None:
    """The game as it is on disk now; None if it no longer exists."""
    try:
        return table.host.surroundings.saves.open(table.session.game, path)
    except (OSError, BadRecording):
        return None


def look_on(table: Table, path: Path) -> None:
    """Look on while another process plays."""
    opened = _opened(table, path)
    if opened is None:
        _play_what_is_left(table)
        return
    table.cards.clear()
    table.look_on(Following(opened))
    table.voice.say(started.LOOKING_ON)


def play_copy(table: Table) -> None:
    """Continue the game from its current position, in a file of its own."""
    table.sit_at(table.session)
    table.voice.say(started.COPIED)


def take_over(table: Table, path: Path) -> None:
    """Continue the game as it is on disk; whoever had it open is told."""
    for _ in range(TRIES):
        opened = _opened(table, path)
        if opened is None:
            break
        table.sit_at(opened.session, opened)
        assert table.record is not None
        table.record.keeping.take_over()
        if not table.record.keeping.overtaken:
            table.voice.say(started.TAKEN_OVER)
            return
    _play_what_is_left(table)


def _follow(table: Table, following: Following) -> None:
    """Show the moves made elsewhere since the last check."""
    before = following.session
    if not following.news():
        return
    if following.gone:
        _play_what_is_left(table)
    elif following.session is not before:
        table.look_on(following)


def _play_what_is_left(table: Table) -> None:
    """Let the player continue from the last position seen of a game that is gone, unless it is over."""
    if table.session.status.over:
        table.host.home()
        return
    table.sit_at(table.session)
    table.voice.say(f"{started.GONE} {started.COPY_LEFT}")
