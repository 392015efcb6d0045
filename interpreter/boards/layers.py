"""Layers boards: several sheets of square cells that lie on one another, shifted."""

from interpreter.boards.board import Board, Plane, Spot
from interpreter.boards.directions import COLUMN, ORTHOGONALS, ROW
from interpreter.boards.names import site_name
from interpreter.boards.shape import BoardShape, Layer
from interpreter.boards.square import SQUARE_AXES, SQUARE_COMPASS


def lay_out_layers(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a layers board, numbered from `first` on, the bottom layer first.

    One walks within a layer, by its sides; layers have no joined edges. Places count in footprints.
    """
    wide, high = shape.footprint
    height = max((layer.offset[1] + layer.rows * high for layer in shape.layers), default=0)
    top = shape.origin == "top"
    upwards = -1 if top else 1
    spots: list[Spot] = []
    planes: list[Plane] = []
    for number, layer in enumerate(shape.layers, start=1):
        sites: dict[tuple[int, int], int] = {}
        for column, row in _cells(layer):
            x = layer.offset[0] + (column - 0.5) * wide
            y = layer.offset[1] + (row - 0.5) * high
            place = (x / wide, (y if top else height - y) / high)
            sites[column, row] = first + len(spots)
            spots.append(Spot(site_name(column, row, layer.name), column, row, number, place))
        planes.append(Plane(layer.columns, layer.rows, upwards, False, SQUARE_COMPASS, sites))
    board = Board(
        name=shape.name,
        shape="layers",
        sites=tuple(range(first, first + len(spots))),
        columns=max((layer.columns for layer in shape.layers), default=0),
        rows=max((layer.rows for layer in shape.layers), default=0),
        directions=ORTHOGONALS,
        axes=(ROW, COLUMN),
        by_name={spot.name: first + index for index, spot in enumerate(spots)},
        upwards=upwards,
        planes=tuple(planes),
        axis_directions=SQUARE_AXES,
        layers=shape.layers,
        footprint=shape.footprint,
        regions=shape.regions,
    )
    return spots, board


def coverings(board: Board) -> list[tuple[int, int]]:
    """Each pair of a site and a site of the next layer up whose footprints overlap, in the order of sites."""
    wide, high = board.footprint
    pairs: list[tuple[int, int]] = []
    for number in range(len(board.layers) - 1):
        lower, upper = board.layers[number], board.layers[number + 1]
        across = lower.offset[0] - upper.offset[0]
        along = lower.offset[1] - upper.offset[1]
        upper_sites = board.planes[number + 1].sites
        for (column, row), site in board.planes[number].sites.items():
            for over_row in _overlapping(along + (row - 1) * high, high):
                for over_column in _overlapping(across + (column - 1) * wide, wide):
                    over = upper_sites.get((over_column, over_row), 0)
                    if over:
                        pairs.append((site, over))
    return pairs


def _cells(layer: Layer) -> list[tuple[int, int]]:
    return [
        (column, row)
        for row in range(1, layer.rows + 1)
        for column in range(1, layer.columns + 1)
        if (column, row) not in layer.holes
    ]


def _overlapping(start: int, size: int) -> range:
    """The numbers, from 1 on, of the stretches of this size that overlap the one which begins at `start`."""
    return range(start // size + 1, (start + size - 1) // size + 2)
