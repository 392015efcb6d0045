"""What the trace says about a page."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter import load
from renderer.app.app import App
from renderer.app.screen import Surroundings
from renderer.app.start import app_at, gallery
from renderer.window.trace import Trace, described
from runtime.session.session import Session


@pytest.fixture
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    return Surroundings()


def at(game: str, *moves: str, surroundings: Surroundings) -> tuple[App, Session]:
    """An app with a game between people, after a few moves."""
    loaded = load(game)
    session = Session(loaded, seed=1, seats=dict.fromkeys(loaded.players, "person"))
    for move in moves:
        session.perform(loaded.action(session.state, move))
    return app_at(session, surroundings=surroundings), session


def test_a_table_tells_its_spots_buttons_and_words(surroundings: Surroundings) -> None:
    app, _ = at("tic_tac_toe", "place b2", surroundings=surroundings)
    found = described(app.screen, app.scene, app.pointing)
    assert (found["page"], found["size"], found["moves"], found["over"]) == ("table", [1280, 800], 1, False)
    assert found["status"] == "Nought to play. Choose an empty square."
    assert list(found["spots"]) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert found["targets"] == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    widths = {tuple(box[2:]) for box in found["spots"].values()}
    assert len(widths) == 1
    left, top, width, height = found["spots"]["b2"]
    assert app.scene.spots[5].holds(left + width // 2, top + height // 2)
    assert found["nodes"]["button:undo"] == {**found["nodes"]["button:undo"], "kind": "command", "enabled": True}
    app.close()


def test_a_table_tells_where_the_keyboard_is(surroundings: Surroundings) -> None:
    app, _ = at("tic_tac_toe", "place b2", surroundings=surroundings)
    assert [described(app.screen, app.scene, app.pointing)[name] for name in ("focus", "cursor")] == [None, None]
    app.key_pressed("Right")
    first = described(app.screen, app.scene, app.pointing)["cursor"]
    app.key_pressed("Down")
    app.key_pressed("Tab")
    found = described(app.screen, app.scene, app.pointing)
    assert (first, found["cursor"], found["focus"]) == ("b1", "b2", "button:help")
    app.close()


def test_the_gallery_tells_its_games(surroundings: Surroundings) -> None:
    app = App(gallery, surroundings)
    found = described(app.screen, app.scene, app.pointing)
    assert (found["page"], found["spots"]) == ("gallery", {})
    assert "status" not in found
    app.close()


def test_the_trace_is_a_line_for_each_picture_that_differs(surroundings: Surroundings, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    app, session = at("tic_tac_toe", "place b2", surroundings=surroundings)
    trace = Trace(file)
    shown: Any = SimpleNamespace(screen=app.screen, scene=app.scene, pointing=app.pointing)
    trace.frame()
    trace.scene(shown, (7, 8))
    trace.scene(shown, (7, 8))
    session.perform(session.game.action(session.state, "place a1"))
    trace.scene(SimpleNamespace(screen=app.screen, scene=app.scene, pointing=app.pointing), (7, 8))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in lines] == ["frame", "scene", "scene"]
    assert [(line["moves"], line["window"]) for line in lines[1:]] == [(1, [7, 8]), (2, [7, 8])]
    app.close()


def test_without_the_variable_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TILEWRIGHT_TRACE", raising=False)
    Trace.from_environment().frame()
    assert list(tmp_path.iterdir()) == []
