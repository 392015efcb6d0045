"""How the app starts: at the gallery or with a game on the table, and how a game is opened from the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from interpreter import BadSetting, Fault, Game, SpecError, load, watched
from renderer.app.app import App
from renderer.app.failsafe import FailsafeApp
from renderer.app.pages.forms import NewGame
from renderer.app.pages.gallery import GalleryScreen
from renderer.app.pages.help import Rules
from renderer.app.pages.lists import Problems
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Host, Screen, Surroundings
from renderer.app.table.commands import STARTED_BEFORE
from renderer.app.table.lessons import taught
from renderer.app.table.table import Table
from renderer.app.thumbnails import ThumbnailPainter
from runtime import arguments
from runtime.files import sweep_all
from runtime.keep.keeping import Opened
from runtime.keep.library import Listed
from runtime.keep.recording import BadRecording
from runtime.keep.saves import Started
from runtime.messages import Problem
from runtime.request import Request
from runtime.session.daily import daily_session
from runtime.session.session import Session

CANNOT = "This game cannot be continued"


def gallery(host: Host) -> Screen:
    """Make the first page if no game was named."""
    return GalleryScreen(host, partial(open_listed, host))


def app_at(session: Session, surroundings: Surroundings | None = None, kind: type[App] = App) -> App:
    """Make an app with a session on the table. The gallery lies beneath it, where the menu leads."""
    app = kind(gallery, surroundings)
    app.open(Table(app, session))
    return app


def open_listed(host: Host, listed: Listed, way: str, level: str | None, started: Started | None = None) -> None:
    """Open a game of the gallery: play, resume, new_game, daily, tutorial, rules. `started` is the game to resume."""
    try:
        game = load(listed.path)
        if way == "new_game":
            form = NewGame(host, game, lambda session: _exchange(host, session), level=level)
            host.open(SheetScreen(host, form))
        elif way == "rules":
            host.open(SheetScreen(host, Rules(host, game)))
        elif way == "resume" and started is not None:
            _resume(host, game, started.path)
        elif way == "daily":
            today = host.surroundings.time().date()
            session = daily_session(game, today)
            same = host.surroundings.saves.same(session)
            if same is not None:
                _resume(host, game, same.path)
            else:
                host.open(Table(host, session))
        elif way == "tutorial":
            host.open(taught(host, game))
        elif way == "play":
            session = Session(game, level)
            arguments.draw_again(session, host.surroundings.saves)
            host.open(Table(host, session))
    except (SpecError, BadSetting, Fault) as problem:
        host.open(SheetScreen(host, Problems(host, listed.title, str(problem))))


def _resume(host: Host, game: Game, path: Path) -> None:
    """Continue a started game, or say why that is impossible and where the game is now."""
    try:
        opened = host.surroundings.saves.open(game, path)
    except BadRecording as problem:
        host.open(SheetScreen(host, Problems(host, CANNOT, f"{problem.message}\n{problem.help}")))
    except OSError as problem:
        host.open(SheetScreen(host, Problems(host, CANNOT, f"{path}: {problem.strerror}.")))
    else:
        host.open(Table(host, opened.session, opened))


def _exchange(host: Host, session: Session) -> None:
    """Replace the page on top with a new game, or with the same one if it was started before."""
    same = host.surroundings.saves.same(session)
    if same is None:
        host.exchange(Table(host, session))
    else:
        host.back()
        _resume(host, session.game, same.path)
        screen = host.screen
        if isinstance(screen, Table):
            screen.voice.say(STARTED_BEFORE)


@watched()
def asked_for(name: str | None, wanted: Request) -> Callable[[], App]:
    """Load the game that the command line asks for; the result makes the app that shows it."""
    sweep_all()
    surroundings = Surroundings(watch=wanted.watch, spoken=wanted.spoken)
    surroundings.painter = ThumbnailPainter(surroundings.thumbnails.folder)
    if name is None:
        return lambda: FailsafeApp(gallery, surroundings)
    game = load(arguments.spec(name))
    wanted.require_tutorial(game)
    problems: list[str] = []
    left: Opened | None = None
    for started in arguments.unfinished(game, wanted, surroundings.saves):
        try:
            left = arguments.opened(game, wanted, surroundings.saves, started)
            break
        except BadRecording as problem:
            if wanted.resume:
                raise Problem(problem.message, problem.help) from None
            problems.append(f"{problem.message}\n{problem.help}")
    session = left.session if left is not None else arguments.new(game, wanted, surroundings.saves)

    @watched()
    def made() -> App:
        app = FailsafeApp(gallery, surroundings)
        app.open(taught(app, game) if wanted.tutorial else Table(app, session, left))
        if problems:
            app.open(SheetScreen(app, Problems(app, CANNOT, "\n\n".join(problems))))
        return app

    return made
