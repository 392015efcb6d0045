"""Looking at a recorded game in a window: what the command `tilewright replay --window` hands over to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.window import NoWindow, available

if TYPE_CHECKING:
    from runtime.session import Session


def replay(session: Session) -> str | None:
    """Show a game that was played until the window is closed. If none can be opened, a sentence that says why."""
    why_not = available()
    if why_not is not None:
        return why_not
    from renderer import run_replay

    try:
        run_replay(session)
    except NoWindow as problem:
        return str(problem)
    return None
