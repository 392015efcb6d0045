"""Notes of players are saved beside the moves of a game, and replays have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from runtime.keep.recording import recording_of, written
from runtime.keep.saves import Saves
from runtime.session.pencil import Pencil
from runtime.session.session import Session


@pytest.fixture(scope="module")
def sudoku() -> Game:
    return load("sudoku")


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path)


def cell(session: Session, name: str) -> int:
    return session.state.program.schema.topology.names.index(name)


def test_a_game_goes_on_with_its_notes(sudoku: Game, saves: Saves) -> None:
    session = Session(sudoku, seed=1)
    keeping, pencil = saves.keep(session), Pencil(session)
    e1, e2 = cell(session, "e1"), cell(session, "e2")
    session.perform(sudoku.action(session.state, "write e1 6"))
    pencil.mark(1, e2, 4)
    pencil.mark(1, e2, 7)
    session.undo()
    pencil.mark(1, e1, 6)
    pencil.mark(1, e2, 4)
    keeping.end()
    [started] = saves.started()
    opened = saves.open(sudoku, started.path)
    assert Pencil(opened.session).marks(1) == {e1: {6}, e2: {7}}
    assert len(opened.session.undone) == 1


def test_a_game_with_marks_alone_is_worth_a_file(sudoku: Game, saves: Saves) -> None:
    session = Session(sudoku, seed=1)
    keeping = saves.keep(session)
    Pencil(session).mark(1, cell(session, "e1"), 6)
    assert keeping.path is not None
    keeping.end()
    [started] = saves.started("sudoku")
    assert started.moves == 0
    again = saves.open(sudoku, started.path)
    keeping = saves.keep(again.session, again)
    Pencil(again.session).rub_out(1, cell(session, "e1"))
    keeping.end()
    assert saves.started("sudoku") == []


def test_other_notes_are_no_game(sudoku: Game, saves: Saves) -> None:
    session = Session(sudoku, seed=1)
    keeping = saves.keep(session)
    session.note(("places", "rack"), (3, 1))
    assert keeping.path is None
    keeping.end()
    assert saves.started() == []


def test_a_restart_has_no_notes(sudoku: Game, saves: Saves) -> None:
    session = Session(sudoku, seed=1)
    keeping = saves.keep(session)
    Pencil(session).mark(1, cell(session, "e1"), 6)
    session.restart()
    session.perform(sudoku.action(session.state, "write e1 6"))
    keeping.end()
    [started] = saves.started()
    assert saves.open(sudoku, started.path).session.notes == {}


def test_a_copy_under_a_name_has_them_and_a_replay_has_not(sudoku: Game, saves: Saves) -> None:
    session = Session(sudoku, seed=1)
    Pencil(session).mark(1, cell(session, "e1"), 6)
    saves.write(session, "sudoku mine")
    loaded = saves.load(sudoku, "sudoku mine")
    assert loaded is not None and loaded.notes == session.notes != {}
    assert "marked" not in written(recording_of(session))


def test_a_game_that_is_over_stays_over_when_something_is_noted(sudoku: Game, saves: Saves) -> None:
    session = Session(sudoku, seed=1)
    keeping = saves.keep(session)
    session.perform(sudoku.action(session.state, "write e1 6"))
    keeping.finish()
    session.note(("places", "rack"), (3, 1))
    keeping.end()
    assert keeping.path is not None and not keeping.path.exists()
