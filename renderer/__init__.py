"""A window on games: scenes without GL, and the Arcade window that shows them. `run` is where to start.

Everything is imported when it is needed: `renderer.play` loads the app at the same time as the libraries of the window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.session.session import Session

__all__ = ["run", "run_replay"]


def run(session: Session, watch: bool = False) -> None:
    """Play a session in a window, until it is closed. Raises NoWindow if none can be opened.

    `watch`: pick up changes to the spec file when it is saved.
    """
    from renderer.app.failsafe import FailsafeApp
    from renderer.app.screen import Surroundings
    from renderer.app.start import app_at
    from renderer.window import run as show

    show(lambda: app_at(session, Surroundings(watch=watch), FailsafeApp))


def run_replay(session: Session) -> None:
    """Show the replay of a game in a window. Raises NoWindow if none can be opened."""
    from renderer.app.failsafe import FailsafeApp
    from renderer.app.pages.replay_viewer import ReplayScreen
    from renderer.window import run as show

    show(lambda: FailsafeApp(lambda host: ReplayScreen(host, session)))
