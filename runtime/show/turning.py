"""Boards that are turned round for a player who sits on the opposite side."""

from __future__ import annotations

from dataclasses import replace

from interpreter.boards import offset
from interpreter.program import Program
from runtime.session.session import Session
from runtime.show.values import BoardShown, Presentation


def turns(program: Program) -> bool:
    """Whether there is a reason to turn a board: players face different ways, and one of them looks down on it."""
    looks_down = [_looks_down(facing) for facing in program.schema.facings]
    shapes = {board.shape for board in program.schema.topology.boards.values()}
    return any(looks_down) and not all(looks_down) and bool(shapes & {"square", "hex", "graph"})


def sits_opposite(session: Session) -> bool:
    """Whether the only person at the table sits on the opposite side of its boards."""
    program, players = session.state.program, session.game.players
    seats = [number for number, player in enumerate(players) if session.seats[player] == "person"]
    return turns(program) and len(seats) == 1 and _looks_down(program.schema.facings[seats[0]])


def _looks_down(facing: int) -> bool:
    return offset(facing)[1] < 0


def turned(presentation: Presentation) -> Presentation:
    """The presentation with its boards turned round, except those with titles, which are tables to read, and layers,
    which rise only one way."""
    boards = presentation.view.program.schema.topology.boards

    def seen(board: BoardShown) -> BoardShown:
        is_table = bool(board.titles.rows or board.titles.columns)
        return board if is_table or boards[board.instance].shape == "layers" else replace(board, turned=True)

    return replace(presentation, boards=tuple(map(seen, presentation.boards)))
