"""How the app starts: at the gallery or with a game on the table, and how a game is opened from the gallery."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import BadSetting, Fault, Game, SpecError, load, watched
from renderer.app.app import App
from renderer.app.failsafe import FailsafeApp
from renderer.app.pages.forms import NewGame
from renderer.app.pages.gallery import GalleryScreen
from renderer.app.pages.help import Rules
from renderer.app.pages.lists import Problems
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Host, Screen, Surroundings
from renderer.app.table.lessons import taught
from renderer.app.table.table import Table
from renderer.app.thumbnails import ThumbnailPainter
from runtime import arguments
from runtime.files import sweep_all
from runtime.keep.library import Listed
from runtime.keep.recording import BadRecording
from runtime.request import Request
from runtime.session.session import Session, daily_level, daily_seed


def gallery(host: Host) -> Screen:
    """Make the first page where no game was named."""
    return GalleryScreen(host, lambda listed, way, level: open_listed(host, listed, way, level))


def app_at(
    session: Session, kept: bool = False, surroundings: Surroundings | None = None, kind: type[App] = App
) -> App:
    """Make an app with a session on the table. The gallery lies beneath it: that is where the menu leads to.

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


@watched()
def asked_for(name: str | None, wanted: Request) -> Callable[[], App]:
    """Load the game that the command line asks for; what comes back makes the app that shows it."""
    sweep_all()
    surroundings = Surroundings(watch=wanted.watch)
    surroundings.painter = ThumbnailPainter(surroundings.thumbnails.folder)
    if name is None:
        return lambda: FailsafeApp(gallery, surroundings)
    game = load(arguments.spec(name))
    wanted.require_tutorial(game)
    # Whoever asks for a certain game does not want the one that was left.
    left = arguments.unfinished(game, wanted, surroundings.saves) if wanted.resume or not wanted.names_a_game else None
    session = left if left is not None else arguments.new(game, wanted)

    @watched()
    def made() -> App:
        app = FailsafeApp(gallery, surroundings)
        app.open(taught(app, game) if wanted.tutorial else Table(app, session, kept=left is not None))
        return app

    return made
