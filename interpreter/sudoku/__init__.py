"""Sudokus of any size: a fast solver, and a dealer of sudokus with one solution.

Cells are numbered from 0 in the order of the board's sites. A set of cells is a Python integer with a bit for each.
"""

from interpreter.sudoku.dealing import Dealt, deal_sudoku
from interpreter.sudoku.solver import Grid, grid_of, solutions, solve

__all__ = ["Dealt", "Grid", "deal_sudoku", "grid_of", "solutions", "solve"]
