"""The sudoku that a board is: its rows, its columns and the blocks of a region."""

from __future__ import annotations

from interpreter.boards import Topology
from interpreter.boards.directions import COLUMN, ROW
from interpreter.sudoku.solver import Grid, grid_of


def board_grid(topology: Topology, instance: str, region: str) -> Grid | None:
    """The shape of a sudoku on a board, its cells in the order of the sites; None if its rows, columns and blocks do
    not have the same number of cells."""
    board = topology.boards[instance]
    if board.shape != "square" or region not in board.regions:
        return None
    first = board.sites[0]
    lines, rings = topology.straight_lines((instance,), (ROW, COLUMN))
    blocks = dict.fromkeys(topology.region_table(region)[site] for site in board.sites)
    units = tuple(tuple(site - first for site in unit) for unit in (*lines, *rings, *blocks))
    return grid_of(units) if len({len(unit) for unit in units}) == 1 else None
