"""What lies between the cells of a board: their edges and their corners, as sites of their own.

Every cell has an outline of points, clockwise. Points have whole coordinates, so that those of two cells are equal
where the cells touch. An edge is two points, a corner is one; which sites touch follows from that alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import atan2, pi, sqrt
from typing import Literal, NamedTuple

from interpreter.boards import directions
from interpreter.boards.board import Board, Spot
from interpreter.boards.directions import DIRECTIONS

Part = Literal["edges", "corners"]
PARTS: tuple[Part, ...] = ("edges", "corners")
Point = tuple[int, int]
Outlines = Mapping[int, tuple[Point, ...]]

_SQUARE_SIDES = (directions.NORTH, directions.EAST, directions.SOUTH, directions.WEST)
_SQUARE_TIPS = (directions.NORTHWEST, directions.NORTHEAST, directions.SOUTHEAST, directions.SOUTHWEST)
_HEX_SIDES = (
    directions.NORTHEAST,
    directions.EAST,
    directions.SOUTHEAST,
    directions.SOUTHWEST,
    directions.WEST,
    directions.NORTHWEST,
)
_HEX_POINTS: tuple[Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_HEX_UNIT = 1 / (2 * sqrt(3))
"""How far two points of a hex that lie one unit apart are from each other upwards, in cells."""


class Border(NamedTuple):
    """An edge or a corner as it is laid out: its points, and the cells that it touches, each with words for its
    direction from there."""

    points: tuple[Point, ...]
    cells: tuple[tuple[int, tuple[str, ...]], ...]


def outlines(board: Board, spots: Sequence[Spot]) -> Outlines:
    """The points around each cell, clockwise; the first side of it runs from the first point to the second."""
    found = {}
    for site, spot in zip(board.sites, spots, strict=True):
        above = spot.row - 1 if board.upwards < 0 else board.rows - spot.row
        if board.shape == "hex":
            x, y = 2 * spot.column - 1 + above, 3 * above
            found[site] = tuple((x + across, y + down) for across, down in _HEX_POINTS)
        else:
            left, right, top, bottom = spot.column - 1, spot.column, above, above + 1
            found[site] = ((left, top), (right, top), (right, bottom), (left, bottom))
    return found


def place_of(board: Board, point: tuple[float, float]) -> tuple[float, float]:
    """A point of an outline on the screen, in cells from the upper left corner of the board."""
    x, y = point
    return (x / 2, 0.5 + y * _HEX_UNIT) if board.shape == "hex" else (float(x), float(y))


def lay_out_borders(
    board: Board, around: Outlines, spots: Sequence[Spot], part: Part, rim: bool, first: int
) -> tuple[list[Spot], Board]:
    """The edges or the corners of a board, numbered from `first`: row by row starting with row 1, like its cells. Those
    with a cell on only one side are included only with `rim`."""
    full = 2 if part == "edges" else 3 if board.shape == "hex" else 4
    gathered = _edges(board, around) if part == "edges" else _corners(board, around)
    wanted = [border for border in gathered if rim or len(border.cells) == full]

    def order(border: Border) -> tuple[float, float]:
        x, y = _middle(border.points)
        return (-y if board.upwards > 0 else y), x

    wanted.sort(key=order)
    cells = dict(zip(board.sites, spots, strict=True))
    names = {site: spot.name for site, spot in cells.items()}
    laid_out, by_name, also = [], dict[str, int](), dict[str, int]()
    for number, border in enumerate(wanted, start=first):
        known = _names(border, names, full)
        by_name[known[0]] = number
        also.update((name, number) for name in known[1:])
        of = cells[border.cells[0][0]]
        place = place_of(board, _middle(border.points))
        laid_out.append(Spot(known[0], of.column, of.row, 0, place, axis=_axis(board, border)))
    sites = tuple(range(first, first + len(wanted)))
    points = dict(zip(sites, (border.points for border in wanted), strict=True))
    made = Board(
        name=f"{board.name}.{part}",
        shape=part,
        sites=sites,
        columns=board.columns,
        rows=board.rows,
        directions=(),
        axes=(directions.ROW, directions.COLUMN) if part == "edges" and board.shape == "square" else (),
        by_name={**also, **by_name},
        upwards=board.upwards,
        of=board.name,
        rim=rim,
        points=points,
        outlines={site: tuple(place_of(board, point) for point in each) for site, each in points.items()},
        joined=_met(points) if part == "edges" else _joined(points, around),
    )
    return laid_out, made


def touching(here: Mapping[int, tuple[Point, ...]], there: Mapping[int, tuple[Point, ...]]) -> dict[int, list[int]]:
    """For each site of `here`, the sites of `there` that touch it, clockwise from north. Of two sites that touch, the
    one with fewer points lies on the outline of the other."""
    at: dict[Point, list[int]] = {}
    for site, points in there.items():
        for point in points:
            at.setdefault(point, []).append(site)
    found = {}
    for site, points in here.items():
        count: dict[int, int] = {}
        for point in points:
            for other in at.get(point, ()):
                count[other] = count.get(other, 0) + 1
        whole = [other for other, shared in count.items() if shared == min(len(points), len(there[other]))]
        found[site] = _clockwise(points, whole, there)
    return found


def _clockwise(points: tuple[Point, ...], others: Sequence[int], outline: Mapping[int, tuple[Point, ...]]) -> list[int]:
    x, y = _middle(points)

    def turn(other: int) -> float:
        across, down = (a - b for a, b in zip(_middle(outline[other]), (x, y), strict=True))
        return round(atan2(across, -down) % (2 * pi), 9)

    return sorted(others, key=turn)


def _middle(points: Sequence[Point]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _edges(board: Board, around: Outlines) -> list[Border]:
    sides = _HEX_SIDES if board.shape == "hex" else _SQUARE_SIDES
    found: dict[tuple[Point, ...], list[tuple[int, tuple[str, ...]]]] = {}
    for cell, points in around.items():
        for number, direction in enumerate(sides):
            ends = tuple(sorted((points[number], points[(number + 1) % len(points)])))
            found.setdefault(ends, []).append((cell, (DIRECTIONS[direction],)))
    return [Border(ends, tuple(cells)) for ends, cells in found.items()]


def _corners(board: Board, around: Outlines) -> list[Border]:
    tips: list[tuple[str, ...]] = [(DIRECTIONS[direction],) for direction in _SQUARE_TIPS]
    if board.shape == "hex":
        tips = [(DIRECTIONS[_HEX_SIDES[number - 1]], DIRECTIONS[_HEX_SIDES[number]]) for number in range(6)]
    found: dict[Point, list[tuple[int, tuple[str, ...]]]] = {}
    for cell, points in around.items():
        for point, words in zip(points, tips, strict=True):
            found.setdefault(point, []).append((cell, words))
    return [Border((point,), tuple(cells)) for point, cells in found.items()]


def _names(border: Border, names: Mapping[int, str], full: int) -> list[str]:
    """The names of an edge or a corner, its own name first: by the cells that meet there; at the rim, by one cell and
    the direction from it. Of the four squares around a corner, two that are diagonal name it; the corner of a hex lies
    between two directions."""
    cells = [names[cell] for cell, _ in border.cells]
    towards = ["|".join((names[cell], *order)) for cell, words in border.cells for order in permutations(words)]
    if len(cells) < full:
        return towards
    groups = [(cells[0], cells[3]), (cells[1], cells[2])] if full == 4 else [tuple(cells)]
    spelt = ["|".join(order) for group in groups for order in permutations(group)]
    return [*spelt, *towards]


def _axis(board: Board, border: Border) -> int:
    """The axis along which an edge runs. No line of cells runs along the edges of hexes."""
    if len(border.points) != 2 or board.shape == "hex":
        return 0
    (_, top), (_, bottom) = border.points
    return directions.ROW if top == bottom else directions.COLUMN


def _met(edges: Mapping[int, tuple[Point, ...]]) -> dict[int, tuple[int, ...]]:
    """For each edge, those that share one of its ends."""
    at: dict[Point, list[int]] = {}
    for edge, ends in edges.items():
        for end in ends:
            at.setdefault(end, []).append(edge)
    return {
        edge: tuple(_clockwise(ends, [other for end in ends for other in at[end] if other != edge], edges))
        for edge, ends in edges.items()
    }


def _joined(corners: Mapping[int, tuple[Point, ...]], around: Outlines) -> dict[int, tuple[int, ...]]:
    """For each corner, those at the other end of a side of some cell."""
    numbers = {points[0]: corner for corner, points in corners.items()}
    ends: dict[int, set[int]] = {corner: set() for corner in corners}
    for outline in around.values():
        for number, point in enumerate(outline):
            a, b = numbers.get(point), numbers.get(outline[number - 1])
            if a is not None and b is not None:
                ends[a].add(b)
                ends[b].add(a)
    return {corner: tuple(_clockwise(corners[corner], sorted(others), corners)) for corner, others in ends.items()}
