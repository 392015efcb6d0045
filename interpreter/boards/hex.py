"""Hex boards: a rhombus of six-sided cells."""

from math import sqrt

from interpreter.boards.board import Board, Plane, Spot
from interpreter.boards.directions import (
    ANTIDIAGONAL,
    COLUMN,
    EAST,
    NORTHEAST,
    NORTHWEST,
    ROW,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
)
from interpreter.boards.names import site_name
from interpreter.boards.shape import BoardShape

HEX_COMPASS = {
    NORTHEAST: (1, 1),
    EAST: (1, 0),
    SOUTHEAST: (0, -1),
    SOUTHWEST: (-1, -1),
    WEST: (-1, 0),
    NORTHWEST: (0, 1),
}
HEX_AXES = {
    ROW: (EAST, WEST),
    COLUMN: (SOUTHEAST, NORTHWEST),
    ANTIDIAGONAL: (NORTHEAST, SOUTHWEST),
}
ROW_HEIGHT = sqrt(3) / 2


def lay_out_hex(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a hex board, numbered from `first` on.

    On the screen every row stands half a cell further right than the row above it, whatever the origin, so
    that a column runs from northwest to southeast. Cells are one wide and their rows √3/2 apart, at which
    the six neighbours are equally far away.
    """
    cells = shape.cells
    top = shape.origin == "top"
    upwards = -1 if top else 1
    spots = []
    for column, row in cells:
        rows_above = row - 1 if top else shape.rows - row
        place = (column - 0.5 + rows_above / 2, 0.5 + rows_above * ROW_HEIGHT)
        spots.append(Spot(site_name(column, row), column, row, 0, place))
    sites = {cell: first + index for index, cell in enumerate(cells)}
    board = Board(
        name=shape.name,
        shape="hex",
        sites=tuple(sites.values()),
        columns=shape.columns,
        rows=shape.rows,
        directions=tuple(HEX_COMPASS),
        axes=tuple(HEX_AXES),
        by_name={spot.name: first + index for index, spot in enumerate(spots)},
        upwards=upwards,
        planes=(Plane(shape.columns, shape.rows, upwards, shape.wrap, HEX_COMPASS, sites),),
        axis_directions=HEX_AXES,
        regions=shape.regions,
    )
    return spots, board
