"""Square, hex and graph boards: where their sites are and how they are joined."""

from math import sqrt

from interpreter.boards import directions
from interpreter.boards.board import Board, BoardShape, Plane, Spot, coordinates, site_name

SQUARE_COMPASS = {direction: directions.OFFSETS[direction] for direction in directions.COMPASS}
SQUARE_AXES = {
    directions.ROW: (directions.EAST, directions.WEST),
    directions.COLUMN: (directions.SOUTH, directions.NORTH),
    directions.DIAGONAL: (directions.SOUTHEAST, directions.NORTHWEST),
    directions.ANTIDIAGONAL: (directions.NORTHEAST, directions.SOUTHWEST),
}
HEX_COMPASS = {
    directions.NORTHEAST: (1, 1),
    directions.EAST: (1, 0),
    directions.SOUTHEAST: (0, -1),
    directions.SOUTHWEST: (-1, -1),
    directions.WEST: (-1, 0),
    directions.NORTHWEST: (0, 1),
}
HEX_AXES = {
    directions.ROW: (directions.EAST, directions.WEST),
    directions.COLUMN: (directions.SOUTHEAST, directions.NORTHWEST),
    directions.ANTIDIAGONAL: (directions.NORTHEAST, directions.SOUTHWEST),
}
ROW_HEIGHT = sqrt(3) / 2


def lay_out_square(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a square board, numbered from `first`.

    Diagonal steps exist on every square board; whether they lead to neighbours is the board's own choice.
    """
    cells = shape.cells
    top = shape.origin == "top"
    upwards = -1 if top else 1
    spots = []
    for column, row in cells:
        rows_above = row - 1 if top else shape.rows - row
        spots.append(
            Spot(site_name(column, row, skip_i=shape.skip_i), column, row, 0, (column - 0.5, rows_above + 0.5))
        )
    sites = {cell: first + index for index, cell in enumerate(cells)}
    every = shape.neighbours == "all"
    board = Board(
        name=shape.name,
        shape="square",
        sites=tuple(sites.values()),
        columns=shape.columns,
        rows=shape.rows,
        directions=directions.COMPASS if every else directions.ORTHOGONALS,
        axes=(directions.ROW, directions.COLUMN, directions.DIAGONAL, directions.ANTIDIAGONAL)
        if every
        else (directions.ROW, directions.COLUMN),
        by_name={spot.name: first + index for index, spot in enumerate(spots)},
        upwards=upwards,
        planes=(Plane(shape.columns, shape.rows, upwards, shape.wrap, SQUARE_COMPASS, sites),),
        axis_directions=SQUARE_AXES,
        regions=shape.regions,
    )
    return spots, board


def lay_out_hex(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a hex board, numbered from `first`.

    On the screen every row is half a cell further right than the row above it, whatever the origin, so a column runs
    from northwest to southeast. Cells are one wide and their rows √3/2 apart, which makes all six neighbours equally
    far away.
    """
    cells = shape.cells
    top = shape.origin == "top"
    upwards = -1 if top else 1
    spots = []
    for column, row in cells:
        rows_above = row - 1 if top else shape.rows - row
        place = (column - 0.5 + rows_above / 2, 0.5 + rows_above * ROW_HEIGHT)
        spots.append(Spot(site_name(column, row, skip_i=shape.skip_i), column, row, 0, place))
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


def lay_out_graph(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a graph, numbered from `first`.

    A site is drawn at its declared place, or where its name says (a7 is column 1, row 7); sites with neither are placed
    side by side below all others.
    """
    names = tuple(dict.fromkeys([name for line in shape.lines for name in line] + list(shape.extra_sites)))
    cells = {name: coordinates(name) for name in names}
    wanted: dict[str, tuple[float, float]] = {name: cell for name, cell in cells.items() if cell != (0, 0)}
    wanted.update((name, place) for name, place in shape.places.items() if name in cells)
    columns = max((column for column, _ in cells.values()), default=0)
    rows = max((row for _, row in cells.values()), default=0)

    top = shape.origin == "top"
    upwards = -1 if top else 1
    places = {name: (x - 0.5, (y if top else rows - y + 1) - 0.5) for name, (x, y) in wanted.items()}
    below = max((y for _, y in places.values()), default=-0.5) + 1
    for index, name in enumerate(name for name in names if name not in wanted):
        places[name] = (index + 0.5, below)

    by_name = {name: first + index for index, name in enumerate(names)}
    board = Board(
        name=shape.name,
        shape="graph",
        sites=tuple(by_name.values()),
        columns=columns,
        rows=rows,
        directions=(),
        axes=(),
        by_name=by_name,
        upwards=upwards,
        lines=tuple(tuple(by_name[name] for name in line) for line in shape.lines),
        coordinates={cell: by_name[name] for name, cell in cells.items() if cell != (0, 0)},
    )
    return [Spot(name, *cells[name], 0, places[name]) for name in names], board


def places_along(board: Board, distance: int) -> dict[int, list[int]]:
    """For each site, the places a given number of steps further along a declared line, either way. A line that ends
    where it began is a ring."""
    found: dict[int, list[int]] = {site: [] for site in board.sites}
    for line in board.lines:
        ring = len(line) > 2 and line[0] == line[-1]
        stops = line[:-1] if ring else line
        for index, site in enumerate(stops):
            for other in (index - distance, index + distance):
                if ring:
                    other %= len(stops)
                if 0 <= other < len(stops) and stops[other] != site and stops[other] not in found[site]:
                    found[site].append(stops[other])
    return found


def between_on_lines(board: Board, a: int, b: int) -> tuple[int, ...]:
    """The sites between two sites of one declared line, walking from a to b; the shortest way if several lines join
    them, empty if none does."""
    shortest: tuple[int, ...] | None = None
    for line in board.lines:
        for start in (index for index, site in enumerate(line) if site == a):
            for stop in (index for index, site in enumerate(line) if site == b):
                way = line[start + 1 : stop] if start < stop else line[stop + 1 : start][::-1]
                if shortest is None or len(way) < len(shortest):
                    shortest = way
    return shortest or ()
