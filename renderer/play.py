"""Playing and replaying in a window: what the commands `play` and `replay --window` hand over to."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from interpreter import BadSetting, Fault, Game, SpecError, load
from renderer.app.app import App
from renderer.app.pages.forms import NewGame
from renderer.app.pages.gallery import GalleryScreen
from renderer.app.pages.help import Rules
from renderer.app.pages.lists import Problems
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Host, Screen, Surroundings
from renderer.app.table.lessons import taught
from renderer.app.table.table import Table
from renderer.window import NoWindow, available, prepare, run
from runtime.keep.library import Listed
from runtime.keep.recording import BadRecording
from runtime.session.session import Session, daily_level, daily_seed

if TYPE_CHECKING:
    from runtime.request import Wanted


def gallery(host: Host) -> Screen:
    """The first page when no game was named."""
    return GalleryScreen(host, lambda listed, way, level: open_listed(host, listed, way, level))


def app_at(
    session: Session, kept: bool = False, surroundings: Surroundings | None = None, kind: type[App] = App
) -> App:
    """An app with a session on the table. The gallery lies beneath it: that is where the menu leads to.

    `kept`: the session is the unfinished one on disk.
    """
    app = kind(gallery, surroundings)
    app.open(Table(app, session, kept))
    return app


def open_listed(host: Host, listed: Listed, way: str, level: str | None) -> None:
    """Open a game of the gallery: play, resume, new_game, daily, tutorial, rules."""
    try:
        game = load(listed.path)
        if way == "new_game":
            form = NewGame(host, game, lambda session: host.exchange(Table(host, session)), level=level)
            host.open(SheetScreen(host, form))
        elif way == "rules":
            host.open(SheetScreen(host, Rules(host, game)))
        elif way == "resume":
            _resume(host, game)
        elif way == "daily":
            today = host.surroundings.time().date()
            session = Session(game, daily_level(game), None, daily_seed(game.name, today))
            host.open(Table(host, session))
        elif way == "tutorial":
            host.open(taught(host, game))
        elif way == "play":
            host.open(Table(host, Session(game, level)))
    except (SpecError, BadSetting, Fault) as problem:
        host.open(SheetScreen(host, Problems(host, listed.title, str(problem))))


def _resume(host: Host, game: Game) -> None:
    try:
        session = host.surroundings.saves.load(game)
    except BadRecording as problem:
        text = f"{problem.message}\n{problem.help}"
        host.open(SheetScreen(host, Problems(host, "This game cannot be continued", text)))
        return
    host.open(Table(host, session if session is not None else Session(game), session is not None))


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
    from renderer.app.failsafe import FailsafeApp
    from renderer.app.screen import Surroundings
    from renderer.app.table.lessons import taught
    from renderer.app.table.table import Table
    from renderer.app.thumbnails import Painter
    from runtime import request
    from runtime.request import new, unfinished

    surroundings = Surroundings(watch=wanted.watch)
    surroundings.painter = Painter(surroundings.thumbnails.folder)
    if name is None:
        return lambda: FailsafeApp(gallery, surroundings)
    game = load(request.spec(name))
    wanted.require_tutorial(game)
    # Whoever asks for a certain game does not want the one that was left.
    left = unfinished(game, wanted, surroundings.saves) if wanted.resume or not wanted.names_a_game else None
    session = left if left is not None else new(game, wanted)

    def made() -> App:
        app = FailsafeApp(gallery, surroundings)
        app.open(taught(app, game) if wanted.tutorial else Table(app, session, kept=left is not None))
        return app

    return made
