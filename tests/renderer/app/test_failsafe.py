"""The window after a bug: the page that failed gives way to one that says so, and the game is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from renderer.app.failsafe import TITLE, FailsafeApp
from renderer.app.pages.gallery import GalleryScreen
from renderer.app.start import app_at
from renderer.scene import board
from renderer.skins.text import Label
from runtime.session.session import Session
from tests.renderer.app_driver import surroundings_in


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def texts(app: FailsafeApp) -> list[str]:
    return [node.skin.text for node in app.scene.nodes if isinstance(node.skin, Label)]


def test_a_window_goes_on_after_a_bug(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, around = Session(load("tic_tac_toe"), seed=7), surroundings_in(tmp_path)
    around.preferences.note_introduced("tic_tac_toe")
    app = app_at(session, surroundings=around, kind=FailsafeApp)
    assert isinstance(app, FailsafeApp)
    session.perform(("place", 5))
    right = board._geometry

    def broken(*_: object) -> None:
        raise LookupError("planted")

    monkeypatch.setattr(board, "_geometry", broken)
    app.changed()
    app.tick(1.0)
    app.frame()
    shown = texts(app)
    assert TITLE in shown
    assert "Your game is saved as it was after the last move." in shown
    [report] = (data / "bugs").iterdir()
    assert "moves: place b2\n" in report.read_text(encoding="utf-8")
    monkeypatch.setattr(board, "_geometry", right)
    app.key_pressed("Escape")
    app.frame()
    assert isinstance(app.screen, GalleryScreen)
    saved = around.saves.load(session.game)
    assert saved is not None
    assert [move.text for move in saved.history] == ["place b2"]


def test_a_bug_of_the_page_that_tells_of_bugs_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_at(Session(load("tic_tac_toe"), seed=7), surroundings=surroundings_in(tmp_path), kind=FailsafeApp)
    monkeypatch.setattr("renderer.app.pages.sheet.page_scene", lambda *_, **__: {}["planted"])
    monkeypatch.setattr(board, "_geometry", lambda *_: {}["planted"])
    app.changed()
    with pytest.raises(KeyError, match="planted"):
        app.frame()
