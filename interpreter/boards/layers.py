"""Layers boards: several sheets of square cells, stacked and shifted."""

from collections.abc import Iterator, Mapping, Sequence

from interpreter.boards.board import Board, BoardShape, Layer, Plane, Spot, site_name
from interpreter.boards.directions import COLUMN, ORTHOGONALS, ROW
from interpreter.boards.grids import SQUARE_AXES, SQUARE_COMPASS


def lay_out_layers(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a layers board, numbered from `first`, the bottom layer first.

    Steps stay within a layer, from side to side; layers have no joined edges. Places are measured in footprints.
    """
    wide, high = shape.footprint
    height = max((layer.offset[1] + layer.rows * high for layer in shape.layers), default=0)
    top = shape.origin == "top"
    upwards = -1 if top else 1
    spots: list[Spot] = []
    planes: list[Plane] = []
    levels = heights(shape.layers)
    for number, layer in enumerate(shape.layers, start=1):
        sites: dict[tuple[int, int], int] = {}
        for column, row in _cells(layer):
            x = layer.offset[0] + (column - 0.5) * wide
            y = layer.offset[1] + (row - 0.5) * high
            place = (x / wide, (y if top else height - y) / high)
            sites[column, row] = first + len(spots)
            spots.append(Spot(site_name(column, row, layer.name), column, row, levels[number - 1], place, number))
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


def heights(layers: Sequence[Layer]) -> list[int]:
    """The height of each layer, from 1: above all before it, unless it lies beside one of them."""
    found: list[int] = []
    names = [layer.name for layer in layers]
    for layer in layers:
        beside = names.index(layer.beside) if layer.beside in names[: len(found)] else None
        found.append(max(found, default=0) + 1 if beside is None else found[beside])
    return found


def overlap(layer: Layer, other: Layer, wide: int, high: int) -> bool:
    """Whether sites of two layers overlap when seen from above."""
    across, along = layer.offset[0] - other.offset[0], layer.offset[1] - other.offset[1]
    others = set(_cells(other))
    return any(
        (over_column, over_row) in others
        for column, row in _cells(layer)
        for over_row in _overlapping(along + (row - 1) * high, high)
        for over_column in _overlapping(across + (column - 1) * wide, wide)
    )


def coverings(board: Board) -> list[tuple[int, int]]:
    """Each pair of a site and a site one higher whose footprints overlap, layer by layer in the order of sites."""
    wide, high = board.footprint
    pairs: list[tuple[int, int]] = []
    for lower, upper, upper_sites in _layers_apart(board, 1):
        across = lower[0].offset[0] - upper.offset[0]
        along = lower[0].offset[1] - upper.offset[1]
        for (column, row), site in lower[1].items():
            for over_row in _overlapping(along + (row - 1) * high, high):
                for over_column in _overlapping(across + (column - 1) * wide, wide):
                    over = upper_sites.get((over_column, over_row), 0)
                    if over:
                        pairs.append((site, over))
    return pairs


def touching(board: Board, step: int) -> list[tuple[int, int]]:
    """Each pair of a site and another at the same height whose side touches its own, to the east (step 1) or west (step
    -1)."""
    wide, high = board.footprint
    pairs: list[tuple[int, int]] = []
    for (layer, sites), other, other_sites in _layers_apart(board, 0):
        across = layer.offset[0] - other.offset[0]
        along = layer.offset[1] - other.offset[1]
        if across % wide:
            continue
        for (column, row), site in sites.items():
            for other_row in _overlapping(along + (row - 1) * high, high):
                beside = other_sites.get((column + across // wide + step, other_row), 0)
                if beside:
                    pairs.append((site, beside))
    return pairs


Sheet = tuple[Layer, Mapping[tuple[int, int], int]]


def _layers_apart(board: Board, levels: int) -> Iterator[tuple[Sheet, Layer, Mapping[tuple[int, int], int]]]:
    """Each pair of layers whose second lies this many levels higher, with their sites."""
    sheets = [(layer, plane.sites) for layer, plane in zip(board.layers, board.planes, strict=False)]
    height = heights(board.layers)
    for number, sheet in enumerate(sheets):
        for other, (layer, sites) in enumerate(sheets):
            if height[other] - height[number] == levels:
                yield sheet, layer, sites


def _cells(layer: Layer) -> list[tuple[int, int]]:
    return [
        (column, row)
        for row in range(1, layer.rows + 1)
        for column in range(1, layer.columns + 1)
        if (column, row) not in layer.holes
    ]


def _overlapping(start: int, size: int) -> range:
    """The numbers, counted from 1, of the stretches of this size that overlap the one that begins at `start`."""
    return range(start // size + 1, (start + size - 1) // size + 2)
