"""Pencil marks: players’ notes in open cells, which no rule sees."""

from __future__ import annotations

import pytest

from interpreter import Game, load, loads
from runtime.session.pencil import Pencil
from runtime.session.session import Session, Unavailable
from runtime.show.pencil import pencil_lines, pencil_shown

SMALL = """\
game: small
title: Small
players: {ann: {title: Ann}, bob: {title: Bob}}
types:
  colour: [red, green, blue]
boards:
  grid: {columns: 2, rows: 1, cell: {paint: colour or none, secret: {is: colour or none, seen_by: owner}}, per: player}
actions:
  paint:
    choose: {c: {from: 'grid[me]', where: it.paint == none}, k: values(colour)}
    effects: [c.paint = k, c.secret = k]
  wipe:
    choose: {c: {from: 'grid[me]', where: it.paint != none}}
    effects: [c.paint = none, c.secret = none]
end_conditions:
  full: {when: 'all(c.paint != none for c in grid[me])', winner: none}
assist:
  pencil:
    board: grid
    marks: colour
    where: it.paint == none
    candidates: list(k for k in values(colour) if all(x.secret != k for x in grid[bob]))
"""


@pytest.fixture(scope="module")
def sudoku() -> Game:
    return load("sudoku")


@pytest.fixture
def session(sudoku: Game) -> Session:
    return Session(sudoku, seed=1)


def site(session: Session, name: str) -> int:
    return session.state.program.schema.topology.names.index(name)


def do(session: Session, text: str) -> None:
    assert session.perform(session.game.action(session.state, text)).refusal is None


def test_marks_are_written_and_rubbed_out(session: Session) -> None:
    pencil, e1, h1 = Pencil(session), site(session, "e1"), site(session, "h1")
    assert pencil.marks(1) == {}
    assert (pencil.mark(1, e1, 4), pencil.mark(1, e1, 2), pencil.mark(1, h1, 9)) == (True, True, True)
    assert pencil.marks(1) == {e1: {2, 4}, h1: {9}}
    assert pencil.mark(1, e1, 4) is False
    assert pencil.marks(1) == {e1: {2}, h1: {9}}
    pencil.rub_out(1, h1)
    assert pencil.marks(1) == {e1: {2}}
    assert pencil_lines(pencil, 1, 40) == ["Pencil marks: e1 2"]


def test_filled_cells_take_none(session: Session) -> None:
    pencil = Pencil(session)
    with pytest.raises(Unavailable, match=r"^Pencil marks go in empty cells, and a1 is not one\.$"):
        pencil.mark(1, site(session, "a1"), 4)
    assert (session.notes, session.state) == ({}, session.start)


def test_a_value_covers_the_marks_and_undo_shows_them_again(session: Session) -> None:
    pencil, e1 = Pencil(session), site(session, "e1")
    pencil.mark(1, e1, 6)
    do(session, "write e1 6")
    assert pencil.marks(1) == {}
    session.undo()
    assert pencil.marks(1) == {e1: {6}}
    session.redo()
    assert pencil.marks(1) == {}


def test_a_value_that_a_move_takes_out_leaves_no_marks(session: Session) -> None:
    pencil, e1, h1 = Pencil(session), site(session, "e1"), site(session, "h1")
    pencil.mark(1, e1, 6)
    pencil.mark(1, h1, 8)
    do(session, "write e1 6")
    do(session, "rub_out e1")
    assert pencil.marks(1) == {h1: {8}}


def test_automatic_marks_are_those_that_the_rules_allow(session: Session) -> None:
    pencil, e1, e2 = Pencil(session), site(session, "e1"), site(session, "e2")
    pencil.mark(1, e2, 1)
    assert pencil.switch(1) is True
    assert (pencil.marks(1)[e1], pencil.marks(1)[e2]) == ({6}, {4, 7})
    assert pencil.mark(1, e2, 7) is False
    assert pencil.marks(1)[e2] == {4}
    assert pencil.mark(1, e2, 7) is True
    with pytest.raises(Unavailable, match=r"^Automatic marks show what the rules allow, and 1 cannot go in e2 now\.$"):
        pencil.mark(1, e2, 1)
    pencil.rub_out(1, e2)
    assert e2 not in pencil.marks(1)
    do(session, "write e1 6")
    assert pencil.marks(1)[site(session, "e3")] == {4}
    assert pencil.switch(1) is False
    assert pencil.marks(1) == {e2: {1}}


def test_notes_are_the_players_own_and_tell_nothing_hidden() -> None:
    session = Session(loads(SMALL), seed=1, seats={"ann": "person", "bob": "person"})
    pencil = Pencil(session)
    ann, bob = (session.state.program.schema.topology.boards[f"grid[{name}]"].sites for name in ("ann", "bob"))
    pencil.mark(1, bob[0], 3)
    assert (pencil.marks(1), pencil.marks(2)) == ({bob[0]: {3}}, {})
    assert pencil_shown(pencil, 1) is not None
    assert pencil_lines(pencil, 1, 80) == [f"Pencil marks: {session.state.program.schema.topology.names[bob[0]]} blue"]
    session.perform(("paint", ann[0], 1))
    session.perform(("paint", bob[0], 3))
    pencil.switch(1)
    pencil.switch(2)
    # Ann may not know what Bob has painted.
    assert (pencil.marks(1)[ann[1]], pencil.marks(2)[ann[1]]) == ({1, 2, 3}, {1, 2})


def test_no_recording_and_no_state_knows_of_notes(session: Session) -> None:
    pencil, heard = Pencil(session), list[str]()
    session.subscribe(lambda change: heard.append(change.what))
    before = session.state
    pencil.mark(1, site(session, "e1"), 6)
    assert (session.state, session.history, session.can_undo, heard) == (before, [], False, ["noted"])
    session.restart()
    assert pencil.marks(1) == {}


def test_games_without_them_have_none() -> None:
    pencil = Pencil(Session(load("tic_tac_toe"), seed=1))
    assert (pencil.marks(1), pencil.open_cells(1), pencil_shown(pencil, 1)) == ({}, (), None)
    with pytest.raises(Unavailable, match=r"^There are no pencil marks in this game\.$"):
        pencil.mark(1, 1, 1)
    with pytest.raises(Unavailable, match=r"^There are no automatic pencil marks in this game\.$"):
        pencil.switch(1)


def test_where_pieces_stand_cells_without_one_are_open() -> None:
    session = Session(load("stackdoku_mini"), seed=1)
    pencil = Pencil(session)
    open_cells = pencil.open_cells(1)
    assert len(open_cells) == 6
    assert all(not session.state.pieces_at(cell) for cell in open_cells)
    pencil.switch(1)
    assert set().union(*pencil.marks(1).values()) <= {1, 2, 3, 4}
