"""Playing in a window: what the command `tilewright play` hands over to."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from renderer.window import NoWindow, available, prepare, run

if TYPE_CHECKING:
    from renderer.app import App
    from runtime.wanted import Wanted


def play(name: str | None, wanted: Wanted) -> str | None:
    """Play in a window until it is closed. If no window can be opened, a sentence that says why.

    Without a name the gallery comes first. With one it lies beneath the table: that is where the menu leads to.
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
    """From now on garbage is collected, but never looked for among what was loaded: that would take two frames."""
    gc.freeze()
    gc.enable()


def _loaded(name: str | None, wanted: Wanted) -> Callable[[], App]:
    """All that does not need a window: the session that is asked for, and what will show it."""
    from interpreter import load
    from renderer.opening import gallery
    from renderer.painting import Painter
    from renderer.screen import Surroundings
    from renderer.sturdy import SturdyApp
    from renderer.table.table import Table
    from renderer.table.teaching import taught
    from runtime import targets
    from runtime.beginning import new, unfinished

    surroundings = Surroundings(watch=wanted.watch)
    surroundings.painter = Painter(surroundings.thumbnails.folder)
    if name is None:
        return lambda: SturdyApp(gallery, surroundings)
    game = load(targets.spec(name))
    wanted.require_tutorial(game)
    # Whoever asks for a certain game does not want the one that was left.
    left = unfinished(game, wanted, surroundings.saves) if wanted.resume or not wanted.names_a_game else None
    session = left if left is not None else new(game, wanted)

    def made() -> App:
        app = SturdyApp(gallery, surroundings)
        app.open(taught(app, game) if wanted.tutorial else Table(app, session, kept=left is not None))
        return app

    return made
