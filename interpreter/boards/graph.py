"""Graph boards: named sites joined by lines."""

from interpreter.boards.board import Board, Spot
from interpreter.boards.names import coordinates
from interpreter.boards.shape import BoardShape


def lay_out_graph(shape: BoardShape, first: int) -> tuple[list[Spot], Board]:
    """The sites of a graph, numbered from `first` on.

    A site is drawn at its declared place, or where its name says (a7 is column 1, row 7); sites with neither
    stand side by side below all others.
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
    """By site: what lies so many places further along a declared line, either way. A line that ends where it
    began is a ring."""
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
    """The sites between two sites of one declared line, walking from a to b; the shortest way where several
    lines join them, empty where none does."""
    shortest: tuple[int, ...] | None = None
    for line in board.lines:
        for start in (index for index, site in enumerate(line) if site == a):
            for stop in (index for index, site in enumerate(line) if site == b):
                way = line[start + 1 : stop] if start < stop else line[stop + 1 : start][::-1]
                if shortest is None or len(way) < len(shortest):
                    shortest = way
    return shortest or ()
