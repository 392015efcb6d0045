"""Where the sites of a board lie, in cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from math import dist, sqrt
from typing import NamedTuple

from interpreter.boards import Board, Shape, Topology, column_of, coordinates
from renderer.nodes import Box
from renderer.skins.text import measure
from runtime.session.draft import Spot
from runtime.show.values import NO_TITLES, Titles, Window

Point = tuple[float, float]

HEX_HEIGHT = 2 / sqrt(3)
"""The height of a hex that is one wide and stands on a corner."""
LIFT = 0.09
"""How far each layer rises above the one below, to the upper left, in cells."""
TITLE = 0.32
"""How large the titles of rows and columns are, in cells."""
TITLE_GAP = 0.25
"""How far titles stay from the board, in cells."""
CHANNEL = 0.2
"""How wide the channels between cells with edges or corners are, in cells."""


class Hexagon(Box):
    """The box of a hex with a corner at its top. It contains what is inside the six sides."""

    __slots__ = ()

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is inside the hex."""
        across, down = abs(x - self.x - self.width / 2), abs(y - self.y - self.height / 2)
        return across <= self.width / 2 and down <= self.height / 2 * (1 - across / self.width)


class Falling(Box):
    """The box of a line from its upper left to its lower right, like a side of a hex. It contains places closer to that
    line than the box extends beyond its ends."""

    __slots__ = ()

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is near the line."""
        return self._near(x - self.x - self.width / 2, y - self.y - self.height / 2)

    def _near(self, across: float, down: float) -> bool:
        # The sides of the box are those of the line, x = √3 y, and twice the reach.
        high = (self.width - self.height) / (sqrt(3) - 1)
        reach = (self.height - high) / 2
        inside = abs(across) <= self.width / 2 and abs(down) <= self.height / 2
        return inside and abs(across / 2 - down * sqrt(3) / 2) <= reach


class Rising(Falling):
    """The box of a line from its lower left to its upper right."""

    __slots__ = ()

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is near the line."""
        return self._near(x - self.x - self.width / 2, self.y + self.height / 2 - y)


class Cells(NamedTuple):
    """The cells of a square board: `aspect` is their height relative to their width. `fans` are the sites whose piles
    fan out, each with the direction; the rows and columns that have such sites are longer, `tall` and `wide` times as
    long as others."""

    aspect: float = 1.0
    fans: tuple[tuple[int, str], ...] = ()
    tall: float = 1.0
    wide: float = 1.0


SQUARE = Cells()


@dataclass(frozen=True, slots=True)
class Caption:
    """The name of a column (above or below the board) or of a row (left of it, or right of a hex board that is turned).
    `at` is the middle of the edge of the outermost cell next to it."""

    text: str
    at: Point
    side: str
    title: bool = False
    """Whether it is a title that the spec gives, which has room of its own."""


@dataclass(frozen=True, eq=False)
class Geometry:
    """The places of one board, in cells. There is one such value for each board, and they are compared by identity.

    `levels` is the number of layers (0 if the board is flat), `level` the layer of each site. `links` are the lines
    through the centres of sites: those of a graph, or those that join neighbours. `borders` are the edges between the
    blocks of each region.
    """

    shape: Shape
    width: float
    height: float
    boxes: Mapping[int, Box]
    corners: Mapping[int, tuple[Point, ...]] = field(default_factory=dict)
    links: tuple[tuple[Point, Point], ...] = ()
    borders: Mapping[str, tuple[tuple[Point, Point], ...]] = field(default_factory=dict)
    captions: tuple[Caption, ...] = ()
    level: Mapping[int, int] = field(default_factory=dict)
    levels: int = 0
    overhang: Point = (0.0, 0.0)
    """How far raised layers reach beyond the left and the upper edge."""
    slack: Point = (0.0, 0.0)
    """How far they stay within the right and the lower edge, with the thickness of what stands on them."""
    aspect: float = 1.0
    """How high a cell is for its width."""
    rim: frozenset[int] = frozenset()
    """The outermost cells of a hex board."""
    margin: Point = (0.0, 0.0)
    """The room for titles left of the rows and above the columns."""
    channel: float = 0.0
    """How far the cells are apart, where something may lie between them."""
    bars: Mapping[int, tuple[Point, Point]] = field(default_factory=dict)
    """The two ends of each edge."""
    posts: Mapping[int, Point] = field(default_factory=dict)
    """The middle of each corner."""
    turned: bool = False
    """Whether it is seen from its upper side."""
    bases: Mapping[int, Box] = field(default_factory=dict)
    """Where the lowest piece lies on each site of a board whose rows or columns are of different lengths."""


@lru_cache(maxsize=256)
def geometry(
    topology: Topology,
    instance: str,
    captioned: bool = True,
    titles: Titles = NO_TITLES,
    turned: bool = False,
    window: Window | None = None,
    cells: Cells = SQUARE,
) -> Geometry:
    """The geometry of a board; `captioned`: the names of columns and rows are beside it, unless they have titles.
    `turned`: it is seen from the opposite side. `window`: only this part of a square board is drawn."""
    board = topology.boards[instance]
    laid_out = {"hex": _hex, "layers": _layers, "graph": _graph}.get(board.shape, _square)(topology, board)
    if len(topology.family(board)) > 1:
        laid_out = _parted(laid_out, topology, board)
    elif board.shape == "square" and cells != SQUARE:
        laid_out = _stretched(laid_out, topology, cells)
    laid_out = laid_out if window is None else _cropped(laid_out, window)
    laid_out = laid_out if not turned else _turned(laid_out)
    laid_out = laid_out if captioned else replace(laid_out, captions=())
    return _titled(laid_out, titles, topology) if board.shape == "square" else laid_out


def _cropped(whole: Geometry, window: Window) -> Geometry:
    """The part of a square board inside a window."""
    left, top, right, bottom = window

    def moved(point: Point, inset: float = 0.0) -> Point:
        x = min(max(point[0], left + inset), right - inset) - left
        y = min(max(point[1], top + inset), bottom - inset) - top
        return x, y

    def seen(lines: tuple[tuple[Point, Point], ...], inset: float = 0.0) -> tuple[tuple[Point, Point], ...]:
        cut = ((moved(a, inset), moved(b, inset), a, b) for a, b in lines)
        # What lies outside is left with no length, or beside where it was.
        return tuple((a, b) for a, b, first, last in cut if a != b and _along(a, b, first, last, (left, top)))

    boxes = {
        site: Box(box.x - left, box.y - top, box.width, box.height)
        for site, box in whole.boxes.items()
        if left <= box.x < right and top <= box.y < bottom
    }
    captions = []
    for caption in whole.captions:
        x, y = caption.at
        if caption.side == "left" and top < y < bottom:
            captions.append(replace(caption, at=(0.0, y - top)))
        elif caption.side != "left" and left < x < right:
            captions.append(replace(caption, at=(x - left, float(bottom - top) if caption.side == "below" else 0.0)))
    return replace(
        whole,
        width=float(right - left),
        height=float(bottom - top),
        boxes=boxes,
        links=seen(whole.links, 0.5),
        borders={region: seen(lines) for region, lines in whole.borders.items()},
        captions=tuple(captions),
    )


def _along(start: Point, end: Point, first: Point, last: Point, corner: Point) -> bool:
    """Whether a piece cut out by a window, which begins at a corner, still lies on the line that it is part of."""
    across = 0 if first[0] == last[0] else 1
    return {start[across] + corner[across], end[across] + corner[across]} == {first[across]}


OPPOSITE = {"above": "below", "below": "above", "left": "right", "right": "left", "up": "down", "down": "up"}
"""Where a caption stands, or which way a pile fans out, on a board that is turned round."""


def _turned(whole: Geometry) -> Geometry:
    """A board as seen from the opposite side. Names stay below or above, and to the left of straight rows."""
    wide, high = whole.width, whole.height

    def turned(point: Point) -> Point:
        return wide - point[0], high - point[1]

    def both(ends: tuple[Point, Point]) -> tuple[Point, Point]:
        return turned(ends[0]), turned(ends[1])

    captions = []
    for caption in whole.captions:
        x, y = turned(caption.at)
        if whole.shape == "hex":
            captions.append(replace(caption, at=(x, y), side=OPPOSITE[caption.side]))
        elif caption.side == "left":
            captions.append(replace(caption, at=(caption.at[0], y)))
        else:
            captions.append(replace(caption, at=(x, caption.at[1])))
    return replace(
        whole,
        boxes={
            site: type(box)(wide - box.right, high - box.bottom, box.width, box.height)
            for site, box in whole.boxes.items()
        },
        corners={site: tuple(map(turned, points)) for site, points in whole.corners.items()},
        links=tuple(map(both, whole.links)),
        borders={region: tuple(map(both, lines)) for region, lines in whole.borders.items()},
        captions=tuple(captions),
        bars={site: both(ends) for site, ends in whole.bars.items()},
        posts={site: turned(point) for site, point in whole.posts.items()},
        bases={
            site: Box(wide - base.right, high - base.bottom, base.width, base.height)
            for site, base in whole.bases.items()
        },
        turned=True,
    )


def spot_at(spots: Mapping[Spot, Box], x: float, y: float) -> Spot | None:
    """The topmost spot at a place. Spots are listed with the topmost last."""
    for spot in reversed(list(spots)):
        if spots[spot].holds(x, y):
            return spot
    return None


def _square(topology: Topology, board: Board) -> Geometry:
    boxes = {site: _around(topology.places[site], 1, 1) for site in board.sites}
    return Geometry(
        "square",
        float(board.columns),
        float(board.rows),
        boxes,
        links=_rows_and_columns(topology, board),
        borders={region: _block_edges(topology, board, *size) for region, size in board.regions.items()},
        captions=_edge_captions(board, boxes, topology),
    )


def _hex(topology: Topology, board: Board) -> Geometry:
    around = {site: _around(topology.places[site], 1, HEX_HEIGHT) for site in board.sites}
    boxes, width, height = _from_corner(around.values())
    hexes = {site: Hexagon(*box) for site, box in zip(around, boxes, strict=True)}
    return Geometry(
        "hex",
        width,
        height,
        hexes,
        corners={site: _corners(box) for site, box in hexes.items()},
        links=tuple(
            (hexes[site].middle, hexes[other].middle)
            for site in board.sites
            for other in topology.neighbours[site]
            if site < other and dist(hexes[site].middle, hexes[other].middle) < 1.5
        ),
        captions=_hex_captions(topology, board, hexes),
        rim=frozenset(site for site in board.sites if len(topology.neighbours[site]) < 6),
    )


def _parted(whole: Geometry, topology: Topology, board: Board) -> Geometry:
    """A board with channels between its cells for its edges and corners. Those at the rim need room around it."""
    borders = [each for each in topology.family(board) if each.of]
    room = CHANNEL / 2 if any(each.rim for each in borders) else 0.0
    first = board.sites[0]
    (x, y), (left, top) = whole.boxes[first].middle, topology.places[first]
    across, down = x - left + room, y - top + room

    def moved(point: Point) -> Point:
        return point[0] + room, point[1] + room

    ends = {
        site: tuple((x + across, y + down) for x, y in points)
        for each in borders
        for site, points in each.outlines.items()
    }
    return replace(
        whole,
        width=whole.width + 2 * room,
        height=whole.height + 2 * room,
        boxes={site: _shrunk(box, room) for site, box in whole.boxes.items()},
        corners={site: tuple(map(moved, points)) for site, points in whole.corners.items()},
        links=tuple((moved(a), moved(b)) for a, b in whole.links),
        borders={region: tuple((moved(a), moved(b)) for a, b in lines) for region, lines in whole.borders.items()},
        captions=tuple(_beside(caption, room) for caption in whole.captions),
        channel=CHANNEL,
        bars={site: (points[0], points[1]) for site, points in ends.items() if len(points) == 2},
        posts={site: points[0] for site, points in ends.items() if len(points) == 1},
    )


LYING = ("left", "right")
TABLE = (4.0, 3.0)
"""How wide and high the room for a board is, more or less."""
SMALLER = 0.5
"""Rows or columns are not made longer where that would leave cells that are smaller than this share."""


def _stretched(whole: Geometry, topology: Topology, cells: Cells) -> Geometry:
    """A square board with cells of another shape, and with longer rows and columns where piles fan out."""
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for site, way in cells.fans:
        x, y = topology.places[site]
        if way in LYING:
            columns.setdefault(int(x), way)
        else:
            rows.setdefault(int(y), way)
    plain = (whole.width, whole.height * cells.aspect)
    if not _worthwhile(len(columns), plain, (plain[0] + len(columns) * (cells.wide - 1), plain[1])):
        columns.clear()
    if not _worthwhile(len(rows), plain, (plain[0], plain[1] + len(rows) * cells.aspect * (cells.tall - 1))):
        rows.clear()
    across = _edges(cells.wide if x in columns else 1.0 for x in range(int(whole.width)))
    down = _edges(cells.aspect * (cells.tall if y in rows else 1.0) for y in range(int(whole.height)))

    def at(point: Point) -> Point:
        return _between(across, point[0]), _between(down, point[1])

    def stretched(box: Box) -> Box:
        (left, top), (right, bottom) = at((box.x, box.y)), at((box.right, box.bottom))
        return Box(left, top, right - left, bottom - top)

    boxes = {site: stretched(box) for site, box in whole.boxes.items()}
    fans, bases = dict(cells.fans), {}
    for site, box in boxes.items() if columns or rows else ():
        x, y = (int(part) for part in topology.places[site])
        own = fans.get(site) if x in columns or y in rows else None
        ways = (own, columns.get(x), rows.get(y))
        left = box.right - 1 if "left" in ways else box.x
        top = box.bottom - cells.aspect if "up" in ways else box.y
        bases[site] = Box(left, top, 1.0, cells.aspect)
    return replace(
        whole,
        width=across[-1],
        height=down[-1],
        boxes=boxes,
        links=tuple((at(a), at(b)) for a, b in whole.links),
        borders={region: tuple((at(a), at(b)) for a, b in lines) for region, lines in whole.borders.items()},
        captions=tuple(replace(caption, at=at(caption.at)) for caption in whole.captions),
        aspect=cells.aspect,
        bases=bases,
    )


def _worthwhile(longer: int, before: Point, after: Point) -> bool:
    """Whether some rows or columns of a board should be longer: because there is just one, or because the cells do not
    become too small."""
    small, large = (min(TABLE[0] / wide, TABLE[1] / high) for wide, high in (after, before))
    return longer == 1 or small >= SMALLER * large


def _edges(lengths: Iterable[float]) -> list[float]:
    """Where columns or rows of certain lengths begin, and where the last ends."""
    return [0.0, *accumulate(lengths)]


def _between(edges: list[float], place: float) -> float:
    """A place given in columns or rows of length one, where they have lengths of their own."""
    first = min(int(place), len(edges) - 2)
    return edges[first] + (edges[first + 1] - edges[first]) * (place - first)


def _beside(caption: Caption, room: float) -> Caption:
    """A caption of a board with room around it, moved to the side."""
    x, y = caption.at
    if caption.side == "left":
        return replace(caption, at=(x, y + room))
    return replace(caption, at=(x + room, y + 2 * room if caption.side == "below" else y))


def _shrunk(box: Box, room: float) -> Box:
    """The box of a cell between channels, shifted by the room around the board."""
    wide, high = box.width * (1 - CHANNEL), box.height * (1 - CHANNEL)
    x, y = box.middle
    return type(box)(x - wide / 2 + room, y - high / 2 + room, wide, high)


def _layers(topology: Topology, board: Board) -> Geometry:
    wide, high = board.footprint
    aspect = high / wide
    around = {}
    for site in board.sites:
        x, y = topology.places[site]
        around[site] = _around((x, y * aspect), 1, aspect)
    boxes, width, height = _from_corner(around.values())
    rise = [LIFT * topology.layer[site] for site in board.sites]
    return Geometry(
        "layers",
        width,
        height,
        dict(zip(around, boxes, strict=True)),
        overhang=(
            max(up - box.x for up, box in zip(rise, boxes, strict=True)),
            max(up - box.y for up, box in zip(rise, boxes, strict=True)),
        ),
        slack=(
            width - max(box.right - up + LIFT for up, box in zip(rise, boxes, strict=True)),
            height - max(box.bottom - up + LIFT for up, box in zip(rise, boxes, strict=True)),
        ),
        level={site: topology.layer[site] for site in board.sites},
        levels=len(board.layers),
        aspect=aspect,
    )


def _graph(topology: Topology, board: Board) -> Geometry:
    """A graph board, with sites as large as the closest two of them allow."""
    middles = [topology.places[site] for site in board.sites]
    closest = min((dist(a, b) for n, a in enumerate(middles) for b in middles[:n] if a != b), default=1.0)
    size = min(closest, max(1.0, closest * 0.62))
    boxes, width, height = _from_corner([_around(middle, size, size) for middle in middles])
    by_site = dict(zip(board.sites, boxes, strict=True))
    links = dict.fromkeys(
        (min(a, b), max(a, b)) for line in board.lines for a, b in pairwise(line) if by_site[a] != by_site[b]
    )
    scale = 1 / size
    sized = {site: Box(*(part * scale for part in box)) for site, box in by_site.items()}
    return Geometry(
        "graph",
        width * scale,
        height * scale,
        sized,
        links=tuple((sized[a].middle, sized[b].middle) for a, b in links),
        captions=_edge_captions(board, sized, topology) if _named_by_place(topology, board) else (),
    )


def _around(middle: Point, width: float, height: float) -> Box:
    return Box(middle[0] - width / 2, middle[1] - height / 2, width, height)


def _from_corner(boxes: Iterable[Box]) -> tuple[list[Box], float, float]:
    """Boxes shifted so that the topmost and leftmost are at 0, and their total width and height."""
    found = list(boxes)
    left, top = min(box.x for box in found), min(box.y for box in found)
    moved = [Box(box.x - left, box.y - top, box.width, box.height) for box in found]
    return moved, max(box.right for box in moved), max(box.bottom for box in moved)


def _corners(box: Box) -> tuple[Point, ...]:
    """The corners of a hex, clockwise from the top."""
    middle, quarter = box.x + box.width / 2, box.height / 4
    return (
        (middle, box.y),
        (box.right, box.y + quarter),
        (box.right, box.bottom - quarter),
        (middle, box.bottom),
        (box.x, box.bottom - quarter),
        (box.x, box.y + quarter),
    )


def _edge_captions(board: Board, boxes: Mapping[int, Box], topology: Topology) -> tuple[Caption, ...]:
    """Letters on the side with row 1, numbers on the left."""
    captions: dict[tuple[str, str], Caption] = {}
    bottom = max(box.bottom for box in boxes.values())
    side, edge = ("below", bottom) if board.upwards > 0 else ("above", 0.0)
    for site, box in boxes.items():
        x, y = box.middle
        letters, number = column_of(topology.names[site]), str(topology.row[site])
        captions.setdefault((side, letters), Caption(letters, (x, edge), side))
        captions.setdefault(("left", number), Caption(number, (0.0, y), "left"))
    return tuple(captions.values())


def _titled(laid_out: Geometry, titles: Titles, topology: Topology) -> Geometry:
    """A board with titles instead of the names of its rows or columns, and with room for them."""
    if not titles.rows and not titles.columns:
        return laid_out
    named = [
        caption for caption in laid_out.captions if not (titles.rows if caption.side == "left" else titles.columns)
    ]
    rows = {topology.row[site]: box.middle[1] for site, box in laid_out.boxes.items()}
    columns = {topology.column[site]: box.middle[0] for site, box in laid_out.boxes.items()}
    for row, text in enumerate(titles.rows, start=1):
        if row in rows:
            named.append(Caption(text, (0.0, rows[row]), "left", True))
    for column, text in enumerate(titles.columns, start=1):
        if column in columns:
            named.append(Caption(text, (columns[column], 0.0), "above", True))
    widest = max((measure(text, 100)[0] / 100 for text in titles.rows), default=0.0)
    across = widest * TITLE + TITLE_GAP if titles.rows else 0.0
    margin = (across, TITLE * 2 if titles.columns else 0.0)
    return replace(laid_out, captions=tuple(named), margin=margin)


def _hex_captions(topology: Topology, board: Board, boxes: Mapping[int, Box]) -> tuple[Caption, ...]:
    """Letters above the columns of the top row, numbers to the left of each row, which shifts to the right further
    down."""
    top_row = board.rows if board.upwards > 0 else 1
    captions = []
    for site, box in boxes.items():
        if topology.row[site] == top_row:
            captions.append(Caption(column_of(topology.names[site]), (box.middle[0], box.y), "above"))
    for row in range(1, board.rows + 1):
        sites = [site for site in boxes if topology.row[site] == row]
        if sites:
            first = boxes[min(sites, key=lambda site: boxes[site].x)]
            captions.append(Caption(str(row), (first.x, first.middle[1]), "left"))
    return tuple(captions)


def _named_by_place(topology: Topology, board: Board) -> bool:
    """Whether every site of a graph is drawn where its name says."""
    columns: dict[int, float] = {}
    rows: dict[int, float] = {}
    for site in board.sites:
        column, row = coordinates(topology.names[site])
        x, y = topology.places[site]
        if not column or columns.setdefault(column, x) != x or rows.setdefault(row, y) != y:
            return False
    return True


def _rows_and_columns(topology: Topology, board: Board) -> tuple[tuple[Point, Point], ...]:
    """Lines from the first to the last of adjacent sites in a row or column."""
    rows: dict[float, list[int]] = {}
    columns: dict[float, list[int]] = {}
    for site in board.sites:
        x, y = topology.places[site]
        rows.setdefault(y, []).append(int(x))
        columns.setdefault(x, []).append(int(y))
    lines: list[tuple[Point, Point]] = []
    for y, cells in sorted(rows.items()):
        lines += [((first + 0.5, y), (last - 0.5, y)) for first, last in _stretches(cells) if last > first + 1]
    for x, cells in sorted(columns.items()):
        lines += [((x, first + 0.5), (x, last - 0.5)) for first, last in _stretches(cells) if last > first + 1]
    return tuple(lines)


def _block_edges(topology: Topology, board: Board, columns: int, rows: int) -> tuple[tuple[Point, Point], ...]:
    """The edges between two blocks of a region, joined into lines that are as long as possible."""
    block = {site: ((topology.column[site] - 1) // columns, (topology.row[site] - 1) // rows) for site in board.sites}
    by_place = {(int(x), int(y)): site for site in board.sites for x, y in [topology.places[site]]}
    upright: dict[int, list[int]] = {}
    level: dict[int, list[int]] = {}
    for (x, y), site in by_place.items():
        right, under = by_place.get((x + 1, y)), by_place.get((x, y + 1))
        if right is not None and block[right] != block[site]:
            upright.setdefault(x + 1, []).append(y)
        if under is not None and block[under] != block[site]:
            level.setdefault(y + 1, []).append(x)
    edges: list[tuple[Point, Point]] = []
    for x, stretch in sorted(upright.items()):
        edges += [((x, first), (x, last)) for first, last in _stretches(stretch)]
    for y, stretch in sorted(level.items()):
        edges += [((first, y), (last, y)) for first, last in _stretches(stretch)]
    return tuple(edges)


def _stretches(cells: list[int]) -> list[tuple[int, int]]:
    """Unbroken runs of cells, each with its start and end."""
    found: list[tuple[int, int]] = []
    for cell in sorted(cells):
        if found and found[-1][1] == cell:
            found[-1] = (found[-1][0], cell + 1)
        else:
            found.append((cell, cell + 1))
    return found
