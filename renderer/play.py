"""Playing and replaying in a window: what the commands `play` and `replay --window` call."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from renderer import run_replay
from renderer.window import NoWindow, available, prepare, run

if TYPE_CHECKING:
    from renderer.app.app import App
    from runtime.request import Request
    from runtime.session.session import Session


def replay(session: Session) -> str | None:
    """Show a replay until the window is closed. If none can be opened, return a sentence that says why."""
    why_not = available()
    if why_not is not None:
        return why_not
    try:
        run_replay(session)
    except NoWindow as problem:
        return str(problem)
    return None


def play(name: str | None, wanted: Request) -> str | None:
    """Play in a window until it is closed. If no window can be opened, return a sentence that says why.

    Without a name the gallery comes first. With one it lies beneath the table, where the menu leads.
    """
    why_not = available()
    if why_not is not None:
        return why_not
    # What is loaded now stays until the end: looking through it for garbage costs a tenth of the start.
    gc.disable()
    try:
        with ThreadPoolExecutor(1, "game") as beside:
            # The libraries of the window and the game are loaded side by side: both often wait for something.
            game = beside.submit(_loaded, name, wanted)
            prepare()
            make = game.result()
        run(make, _collect_again)
    except NoWindow as problem:
        return str(problem)
    finally:
        gc.enable()
    return None


def _collect_again() -> None:
    """Resume garbage collection, but without ever scanning what has been loaded, which would take two frames."""
    gc.freeze()
    gc.enable()


def _loaded(name: str | None, wanted: Request) -> Callable[[], App]:
    """Everything that does not need a window. It is imported here, at the same time as the libraries of the window."""
    from renderer.app.start import asked_for

    return asked_for(name, wanted)
