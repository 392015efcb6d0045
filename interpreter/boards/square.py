"""Square boards: columns and rows of square cells."""

from interpreter.boards.board import Board, Plane, Spot
from interpreter.boards.directions import (
    ANTIDIAGONAL,
    COLUMN,
    COMPASS,
    DIAGONAL,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    OFFSETS,
    ORTHOGONALS,
    ROW,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
)
from interpreter.boards.names import site_name
from interpreter.boards.shape import BoardShape

SQUARE_COMPASS = {direction: OFFSETS[direction] for direction in COMPASS}
SQUARE_AXES = {
    ROW: (EAST, WEST),
    COLUMN: (SOUTH, NORTH),
    DIAGONAL: (SOUTHEAST, NORTHWEST),
    ANTIDIAGONAL: (NORTHEAST, SOUTHWEST),
}


def lay_out_square(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a square board, numbered from `first` on.

    Diagonal steps exist on every square board; whether they make neighbours is the board's own choice.
    """
    cells = shape.cells
    top = shape.origin == "top"
    upwards = -1 if top else 1
    spots = []
    for column, row in cells:
        rows_above = row - 1 if top else shape.rows - row
        spots.append(Spot(site_name(column, row), column, row, 0, (column - 0.5, rows_above + 0.5)))
    sites = {cell: first + index for index, cell in enumerate(cells)}
    every = shape.neighbours == "all"
    board = Board(
        name=shape.name,
        shape="square",
        sites=tuple(sites.values()),
        columns=shape.columns,
        rows=shape.rows,
        directions=COMPASS if every else ORTHOGONALS,
        axes=(ROW, COLUMN, DIAGONAL, ANTIDIAGONAL) if every else (ROW, COLUMN),
        by_name={spot.name: first + index for index, spot in enumerate(spots)},
        upwards=upwards,
        planes=(Plane(shape.columns, shape.rows, upwards, shape.wrap, SQUARE_COMPASS, sites),),
        axis_directions=SQUARE_AXES,
        regions=shape.regions,
    )
    return spots, board
