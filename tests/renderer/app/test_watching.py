"""Live reload: a spec that is saved while it is being played, with good edits and bad ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import load
from renderer.app.table.reload import EVERY, SAID, Watching
from runtime.session.session import Session
from tests.renderer.app_driver import Driver, table_of

BASE = """\
game: base
title: Steps
boards:
  path: {columns: 6, rows: 1, cell: {mark: flag}}
tables:
  worth: {file: worths}
state: {score: 0}
actions:
  put:
    choose:
      c:
        from: path
        where: not it.mark
        else: Marked already.
    effects:
      - c.mark = true
      - score += default(worth['low'], 0)
end_conditions:
  full:
    when: all(x.mark for x in path)
    won: true
"""
VARIANT = """\
game: mine
title: My steps
extends: base
"""


class Desk:
    """A folder with a variant, its parent and its table, and a game of it in progress."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "specs"
        self.folder.mkdir()
        self.time = 1_700_000_000
        self.save("base.yaml", BASE)
        self.save("mine.yaml", VARIANT)
        self.save("worths.yaml", "{low: 2, high: 3}\n")
        game = load(self.folder / "mine.yaml")
        self.driver = Driver(table_of(game, 9), folder, watch=True)

    def save(self, name: str, text: str) -> None:
        """Save a file, a second after the previous one."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        self.time += 1
        os.utime(path, (self.time, self.time))

    def look(self) -> None:
        self.driver.step(EVERY + 0.01)
        self.driver.step()

    @property
    def session(self) -> Session:
        return self.driver.session

    @property
    def texts(self) -> list[str]:
        return [move.text for move in self.session.history]

    @property
    def score(self) -> int:
        state = self.session.state
        return int(state.data[state.program.layout.fields["score"].index])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.driver.app.close()


def test_files_are_looked_at_twice_a_second_at_most(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a")
    watching = Watching([file], now=10.0)
    file.write_text("ab")
    assert not watching.changed(10.3)
    assert watching.changed(10.51)
    assert not watching.changed(11.5)
    file.unlink()
    assert watching.changed(12.1)


def test_moves_are_made_again_by_the_new_rules(desk: Desk) -> None:
    desk.driver.click("a1", "b1")
    assert desk.score == 4
    desk.save("mine.yaml", VARIANT + "state: {score: 100}\n")
    desk.look()
    assert (desk.texts, desk.score) == (["put a1", "put b1"], 104)
    assert desk.driver.message == SAID["replayed"]
    desk.driver.key("z")
    assert desk.texts == ["put a1"]
    desk.driver.click("c1")
    assert desk.score == 104


def test_the_parent_and_the_table_file_are_watched_too(desk: Desk) -> None:
    desk.driver.click("a1")
    desk.save("worths.yaml", "{low: 7, high: 3}\n")
    desk.look()
    assert desk.score == 7
    desk.save("base.yaml", BASE.replace("'low'", "'high'"))
    desk.look()
    assert desk.score == 3


def test_tests_beside_the_spec_are_watched_too_and_may_come_later(desk: Desk) -> None:
    desk.driver.click("a1")
    desk.save("base.tests.yaml", "acceptance:\n  all is free at first:\n    then:\n      - not a1.mark\n")
    desk.look()
    assert desk.driver.message == SAID["replayed"]
    assert list(desk.session.game.spec.acceptance) == ["all is free at first"]
    desk.save("base.tests.yaml", "acceptanse: {}\n")
    desk.look()
    assert list(desk.session.game.spec.acceptance) == ["all is free at first"]
    desk.save("base.tests.yaml", "acceptance:\n  b1 is free at first:\n    then:\n      - not b1.mark\n")
    desk.look()
    assert list(desk.session.game.spec.acceptance) == ["b1 is free at first"]


def test_the_position_is_kept_where_the_moves_no_longer_fit(desk: Desk) -> None:
    desk.driver.click("a1", "b1")
    desk.save("base.yaml", BASE.replace("where: not it.mark", "where: not it.mark and it.column > 1"))
    desk.look()
    assert desk.driver.message == SAID["position"]
    assert (desk.texts, desk.score) == ([], 4)
    desk.driver.click("b1")
    assert desk.driver.message == "Marked already."
    desk.driver.click("c1")
    assert desk.texts == ["put c1"]


def test_a_game_that_no_longer_fits_starts_anew_and_says_so(desk: Desk) -> None:
    desk.driver.click("a1", "f1")
    desk.save("base.yaml", BASE.replace("columns: 6", "columns: 4"))
    desk.look()
    assert desk.driver.message == SAID["anew"]
    assert (desk.texts, desk.session.seed) == ([], 9)
    assert len(desk.driver.scene.spots) == 4


def test_mistakes_are_shown_and_the_old_game_stays_playable(desk: Desk) -> None:
    desk.driver.click("a1")
    desk.save("base.yaml", BASE.replace("c.mark = true", "c.marks = true"))
    desk.look()
    assert any("marks" in text for text in desk.driver.texts())
    assert any("base.yaml" in text for text in desk.driver.texts())
    desk.driver.click("b1")
    assert desk.texts == ["put a1", "put b1"]
    desk.save("base.yaml", BASE)
    desk.look()
    assert desk.driver.table.cards.problems is None
    assert desk.texts == ["put a1", "put b1"]
    desk.save("base.yaml", BASE.replace("title", "titel"))
    desk.look()
    desk.driver.key("Escape")
    assert desk.driver.table.cards.problems is None
    assert desk.driver.table.cards.top is None
