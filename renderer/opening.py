"""How games are opened: from the gallery, from a file, or with a session that is there already."""

from __future__ import annotations

from interpreter import BadSetting, Fault, Game, SpecError, load
from renderer.app import App
from renderer.flow.gallery import GalleryScreen
from renderer.flow.help import Rules
from renderer.flow.new_game import NewGame
from renderer.flow.problems import Problems
from renderer.flow.sheet import SheetScreen
from renderer.screen import Host, Screen, Surroundings
from renderer.table.table import Table
from renderer.table.teaching import taught
from runtime.daily import daily_level, daily_seed
from runtime.library import Listed
from runtime.recording import BadRecording
from runtime.session import Session


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
