"""All boards of a game in one numbering of sites, and the relations between sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property

from interpreter.boards.board import LARGEST_SIDE, Board, BoardShape, Spot
from interpreter.boards.borders import PARTS, lay_out_borders, outlines
from interpreter.boards.borders import touching as bordering
from interpreter.boards.directions import COMPASS, EAST, WEST, offset, opposite
from interpreter.boards.grids import between_on_lines, lay_out_graph, lay_out_hex, lay_out_square, places_along
from interpreter.boards.layers import coverings, lay_out_layers, touching

Sites = tuple[int, ...]
Block = Callable[[int, int, int], Sites | None]
_LAY_OUT: dict[str, Callable[[BoardShape, int], tuple[list[Spot], Board]]] = {
    "square": lay_out_square,
    "hex": lay_out_hex,
    "layers": lay_out_layers,
    "graph": lay_out_graph,
}


@cache
def _taken_digits(piece: int) -> bytes:
    """For each byte, the binary digit 1 unless it is nothing or this piece."""
    return bytes(48 if byte in (0, piece) else 49 for byte in range(256))


def taken(column: Sequence[int], piece: int) -> int:
    """The set of sites that another piece covers, from the column of pieces."""
    if isinstance(column, bytes | bytearray) and piece < 256:
        return int(column.translate(_taken_digits(piece))[::-1], 2)
    return sum(1 << site for site, held in enumerate(column) if held and held != piece)


class Room:
    """The room on one board. `block` gives the sites that are covered, starting from a site."""

    def __init__(self, sites: Sites, block: Block) -> None:
        self.sites = sites
        self.block = block
        self._covered: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def free(self, columns: int, rows: int, piece: int, held: Sequence[int], *others: Sequence[int]) -> list[int]:
        """The sites where a piece of this size fits: on the board, and free of other pieces of its own and other
        kinds."""
        covered = self._covered.get((columns, rows))
        if covered is None:
            covered = self._covered[columns, rows] = self._cover(columns, rows)
        full = taken(held, piece)
        for other in others:
            full |= taken(other, 0)
        return [site for site, cells in covered if not full & cells]

    def _cover(self, columns: int, rows: int) -> list[tuple[int, int]]:
        blocks = ((site, self.block(site, columns, rows)) for site in self.sites)
        return [(site, sum(1 << cell for cell in cells)) for site, cells in blocks if cells]


BySite = tuple[Sites, ...]


class Rays(dict[int, BySite]):
    """For each direction and site, the sites ahead. Those of a direction are computed when they are first needed."""

    def __init__(self, work: Callable[[int], BySite]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, direction: int) -> BySite:
        found = self[direction] = self._work(direction)
        return found


class Topology:
    """The sites of all boards and how they lie relative to each other.

    `names`, `column`, `row`, `layer`, `sheet`, `board_of` and `places` are indexed by site; the last is the centre of
    the site on the screen, in cells from the top left corner of its own board, with y downwards. Column and row are 0
    for a graph's site whose name is not a coordinate, the layer (its height) is 0 unless there are layers, and
    `board_of` counts boards from 1. `sheet` is the layer where a site is written, which may lie beside another. `axis`
    is the direction of an edge. An edge or corner has the column and row of the first cell that it touches.
    """

    def __init__(self, spots: Sequence[Spot], boards: Sequence[Board]) -> None:
        self.count = len(spots)
        self.boards: dict[str, Board] = {board.name: board for board in boards}
        self.names: tuple[str, ...] = ("", *(spot.name for spot in spots))
        self.column: Sites = (0, *(spot.column for spot in spots))
        self.row: Sites = (0, *(spot.row for spot in spots))
        self.layer: Sites = (0, *(spot.layer for spot in spots))
        self.sheet: Sites = (0, *(spot.sheet for spot in spots))
        self.axis: Sites = (0, *(spot.axis for spot in spots))
        self.places: tuple[tuple[float, float], ...] = ((0.0, 0.0), *(spot.place for spot in spots))
        self.board_of: Sites = (0, *(n for n, board in enumerate(boards, start=1) for _ in board.sites))
        self._boards = tuple(boards)
        self._rooms: dict[str, Room] = {}
        self._blocks: dict[tuple[int, int], list[Sites | None]] = {}
        self._steps: dict[int, Sites] = {}
        self.rays = Rays(self._rays_in)
        self._lines: dict[tuple[str, int], BySite] = {}
        self._axis_lines: dict[int, BySite] = {}
        self._neighbours: dict[tuple[Sites | None, int], BySite] = {}
        self._rows: dict[int, Sites] = {}
        self._regions: dict[str, BySite] = {}
        self._in_sight: dict[int, dict[int, tuple[int, int]]] = {}
        self._distances: dict[int, Sites] = {}
        self._around: dict[str, BySite] = {}

    def board_at(self, site: int) -> Board | None:
        """The board a site belongs to."""
        return self._boards[self.board_of[site] - 1] if site else None

    def block(self, site: int, columns: int, rows: int) -> Sites | None:
        """The sites of a block whose first corner is the site; None if it would leave the board."""
        table = self._blocks.get((columns, rows))
        if table is None:
            if max(columns, rows) > LARGEST_SIDE:
                return None
            table = self._blocks[columns, rows] = [self._block(each, columns, rows) for each in range(self.count + 1)]
        return table[site]

    def _block(self, site: int, columns: int, rows: int) -> Sites | None:
        board = self.board_at(site)
        if board is None:
            return None
        column, row = self.column[site], self.row[site]
        cells = tuple(board.at(column + x, row + y) for y in range(rows) for x in range(columns))
        return None if 0 in cells else cells

    def room(self, board: str) -> Room:
        """Where pieces fit on a board."""
        if board not in self._rooms:
            self._rooms[board] = Room(self.boards[board].sites, self.block)
        return self._rooms[board]

    # Directions

    def step_table(self, direction: int) -> Sites:
        """For each site, the next site in this direction; 0 where the board ends or has a hole."""
        table = self._steps.get(direction)
        if table is None:
            steps = [0] * (self.count + 1)
            for board in self._boards:
                for plane in board.planes:
                    for site, target in plane.steps(direction):
                        steps[site] = target
            table = self._steps[direction] = tuple(steps)
        return table

    def steps_from(self, site: int, direction: int, count: int) -> int:
        """Where this many steps lead, 0 off the board. On joined edges only the steps after the last full round are
        walked, however many there are."""
        table, start, walked = self.step_table(direction), site, 0
        while walked < count and site:
            site = table[site]
            walked += 1
            if site == start:
                count %= walked
                walked = 0
        return site

    def ray_table(self, direction: int) -> BySite:
        """For each site, all sites ahead in this direction, nearest first, without the site itself.

        A ray ends at a hole. On joined edges it goes round once.
        """
        return self.rays[direction]

    def _rays_in(self, direction: int) -> BySite:
        rays: list[Sites] = [()] * (self.count + 1)
        for board in self._boards:
            for line in self.lines_of(board.name, direction):
                ring = self._is_ring(line, direction)
                for index, site in enumerate(line):
                    rays[site] = line[index + 1 :] + line[:index] if ring else line[index + 1 :]
        return tuple(rays)

    @cached_property
    def rays_part(self) -> bool:
        """Whether no two rays of one site along the compass ever meet: no line returns to its start."""
        return not any(
            self._is_ring(line, direction)
            for board in self._boards
            for direction in COMPASS
            for line in self.lines_of(board.name, direction)
        )

    def lines_of(self, board: str, direction: int) -> BySite:
        """Every line of the board in this direction, in full length, each in walking order.

        Together the lines hold each site once. They are ordered by their first sites; a line that goes round
        begins at its lowest site. A board that lacks the direction has no lines in it.
        """
        key = (board, direction)
        lines = self._lines.get(key)
        if lines is None:
            lines = self._lines[key] = tuple(self._walk(self.boards[board], direction))
        return lines

    def _walk(self, board: Board, direction: int) -> list[Sites]:
        if not any(plane.has(direction) for plane in board.planes):
            return []
        ahead = self.step_table(direction)
        behind = self.step_table(opposite(direction))
        lines: list[Sites] = []
        walked: set[int] = set()
        heads = [site for site in board.sites if not behind[site]]
        for start in (*heads, *board.sites):
            if start in walked:
                continue
            line = [start]
            site = ahead[start]
            while site and site != start:
                line.append(site)
                site = ahead[site]
            walked.update(line)
            lines.append(tuple(line))
        return sorted(lines)

    def _is_ring(self, line: Sites, direction: int) -> bool:
        return self.step_table(direction)[line[-1]] != 0

    # Lines

    def axis_directions(self, axis: int, board: str | None = None) -> tuple[int, int]:
        """The direction in which a line of this axis is walked, and its opposite; (0, 0) if the board has no such axis.
        Without a board, the first one with that axis is used.

        Rows run to the east, columns to the south (on hexes southeast), diagonals to the southeast, antidiagonals to
        the northeast: always the way people read.
        """
        for candidate in self._boards if board is None else (self.boards[board],):
            if axis in candidate.axis_directions:
                return candidate.axis_directions[axis]
        return (0, 0)

    def line_table(self, axis: int) -> BySite:
        """For each site, the whole line through it along the axis, in walking order; empty if the board has no such
        axis.

        A line ends at holes. On joined edges, the line is the whole ring and begins opposite the site, so that the site
        is in its middle.
        """
        table = self._axis_lines.get(axis)
        if table is None:
            through: list[Sites] = [()] * (self.count + 1)
            for board in self._boards:
                if axis not in board.axis_directions:
                    continue
                direction = board.axis_directions[axis][0]
                for line in self.lines_of(board.name, direction):
                    if self._is_ring(line, direction):
                        for index, site in enumerate(line):
                            start = (index - (len(line) - 1) // 2) % len(line)
                            through[site] = line[start:] + line[:start]
                    else:
                        for site in line:
                            through[site] = line
            table = self._axis_lines[axis] = tuple(through)
        return table

    def straight_lines(self, boards: Sequence[str], axes: Sequence[int]) -> tuple[BySite, BySite]:
        """The lines of boards along some axes, board by board: those with ends, and those that go round."""
        lines: list[Sites] = []
        rings: list[Sites] = []
        for board in boards:
            for axis in axes:
                direction = self.axis_directions(axis, board)[0]
                for line in self.lines_of(board, direction):
                    (rings if self._is_ring(line, direction) else lines).append(line)
        return tuple(lines), tuple(rings)

    def graph_lines(self) -> tuple[BySite, ...]:
        """For each site, the lines through it. A graph declares them; other boards have one for each axis."""
        return self._lines_through

    @cached_property
    def _lines_through(self) -> tuple[BySite, ...]:
        through: list[BySite] = [()] * (self.count + 1)
        for board in self._boards:
            for site in board.sites:
                if board.planes:
                    through[site] = tuple(self.line_table(axis)[site] for axis in board.axes)
                else:
                    through[site] = tuple(line for line in board.lines if site in line)
        return tuple(through)

    # Neighbours

    @cached_property
    def neighbours(self) -> BySite:
        """For each site, its neighbours on its board, clockwise from north or along a graph's lines."""
        return self.neighbours_at(None, 1)

    def neighbours_at(self, directions: Sites | None, distance: int) -> BySite:
        """For each site, where this many steps in each of the directions lead, each only once and never to the site
        itself.

        Every step of the way must be on the board. None stands for the directions of each board, and for a
        graph's lines.
        """
        key = (directions, distance)
        table = self._neighbours.get(key)
        if table is None:
            found: list[Sites] = [()] * (self.count + 1)
            for board in self._boards:
                if board.planes:
                    ways = board.directions if directions is None else directions
                    self._reached(board, ways, distance, found)
                elif board.of:
                    if directions is None and distance == 1:
                        for site, joined in board.joined.items():
                            found[site] = joined
                elif directions is None:
                    for site, others in places_along(board, distance).items():
                        found[site] = tuple(others)
            table = self._neighbours[key] = tuple(found)
        return table

    def _reached(self, board: Board, directions: Sites, distance: int, found: list[Sites]) -> None:
        """Fill in, for the sites of one board, where this many steps in each direction lead."""
        for site in board.sites:
            reached: list[int] = []
            for direction in directions:
                target = self.steps_from(site, direction, distance)
                if target and target != site and target not in reached:
                    reached.append(target)
            found[site] = tuple(reached)

    def family(self, board: Board) -> list[Board]:
        """A board with its edges and corners, given any of the three."""
        name = board.of or board.name
        return [each for each in self._boards if name in (each.name, each.of)]

    def around_table(self, board: str) -> BySite:
        """For each site, the sites of a board that touch it, clockwise from north; on that board itself, its
        neighbours. The cells, edges and corners of one board can touch each other."""
        table = self._around.get(board)
        if table is None:
            there = self.boards[board]
            found: list[Sites] = [()] * (self.count + 1)
            for here in self.family(there):
                touched: Mapping[int, Sequence[int]] = {site: self.neighbours[site] for site in here.sites}
                if here is not there:
                    touched = bordering(here.points, there.points)
                for site, others in touched.items():
                    found[site] = tuple(others)
            table = self._around[board] = tuple(found)
        return table

    @cached_property
    def edge_between(self) -> tuple[Mapping[int, int], ...]:
        """For each cell or corner, the edge between it and each other one."""
        found: list[dict[int, int]] = [{} for _ in range(self.count + 1)]
        for board in self._boards:
            if board.shape != "edges":
                continue
            for other in self.family(board):
                ends = self.around_table(other.name)
                for edge in board.sites if other is not board else ():
                    for a in ends[edge]:
                        found[a].update((b, edge) for b in ends[edge] if b != a)
        return tuple(found)

    @cached_property
    def left(self) -> BySite:
        """For each site, the sites that touch it on the west; on layers there may be two, if one lies half a row
        off."""
        return self._touching(WEST, -1)

    @cached_property
    def right(self) -> BySite:
        """For each site, the sites that touch it on the east; on layers there may be two, if one lies half a row
        off."""
        return self._touching(EAST, 1)

    def _touching(self, direction: int, step: int) -> BySite:
        table = list(self.neighbours_at((direction,), 1))
        pairs = [pair for board in self._boards if board.shape == "layers" for pair in touching(board, step)]
        for site, others in enumerate(self._gathered(pairs)):
            table[site] = others or table[site]
        return tuple(table)

    @cached_property
    def above(self) -> BySite:
        """For each site, the sites one layer higher whose footprints overlap its own; empty unless there are layers."""
        return self._gathered([pair for board in self._boards for pair in coverings(board)])

    @cached_property
    def below(self) -> BySite:
        """For each site, the sites one layer lower that its footprint overlaps; empty unless there are layers."""
        return self._gathered([(over, site) for board in self._boards for site, over in coverings(board)])

    def _gathered(self, pairs: list[tuple[int, int]]) -> BySite:
        gathered: list[list[int]] = [[] for _ in range(self.count + 1)]
        for site, other in pairs:
            gathered[site].append(other)
        return tuple(tuple(others) for others in gathered)

    # Two sites

    def direction(self, a: int, b: int) -> int:
        """The compass point that leads from a to b, 0 if none does; the shorter way if edges are joined."""
        return self._seen_from(a).get(b, (0, 0))[0]

    def between(self, a: int, b: int) -> Sites:
        """The sites between two sites on a common line, walking from a to b; empty if there is no such line."""
        board = self.board_at(a)
        if board is not None and not board.planes:
            return between_on_lines(board, a, b)
        direction, steps = self._seen_from(a).get(b, (0, 0))
        return self.ray_table(direction)[a][: steps - 1] if direction else ()

    def _seen_from(self, a: int) -> dict[int, tuple[int, int]]:
        """The sites in line with a: direction and number of steps."""
        seen = self._in_sight.get(a)
        if seen is None:
            seen = {}
            for direction in COMPASS:
                for steps, site in enumerate(self.ray_table(direction)[a], start=1):
                    if site not in seen or steps < seen[site][1]:
                        seen[site] = (direction, steps)
            self._in_sight[a] = seen
        return seen

    def distance(self, a: int, b: int) -> int:
        """The number of steps from neighbour to neighbour between a and b; if there is no way, the number of all sites,
        which is more than any way takes."""
        if a == 0 or b == 0:
            return self.count
        distances = self._distances.get(a)
        if distances is None:
            distances = self._distances[a] = self._distances_from(a)
        return distances[b]

    def _distances_from(self, a: int) -> Sites:
        distances = [self.count] * (self.count + 1)
        distances[a] = 0
        frontier = [a]
        steps = 0
        while frontier:
            steps += 1
            reached: list[int] = []
            for site in frontier:
                for other in self.neighbours[site]:
                    if distances[other] == self.count:
                        distances[other] = steps
                        reached.append(other)
            frontier = reached
        return tuple(distances)

    # Rows and regions

    def row_table(self, facing: int) -> Sites:
        """For each site, its row counted from the side of a player who looks in this direction.

        A player who looks up or down, even diagonally, counts rows; one who looks to the east or west counts columns.
        Sites without a row keep 0.
        """
        if facing not in self._rows:
            self._rows[facing] = self._rows_from(facing)
        return self._rows[facing]

    def _rows_from(self, facing: int) -> Sites:
        across, up = offset(facing)
        table = [0]
        for site in range(1, self.count + 1):
            board = self._boards[self.board_of[site] - 1]
            plane = board.planes[max(0, self.sheet[site] - 1)] if board.planes else board
            number, size = self.row[site], plane.rows
            forwards = up * board.upwards
            if up == 0:
                number, size, forwards = self.column[site], plane.columns, across
            table.append(size + 1 - number if number and forwards < 0 else number)
        return tuple(table)

    def region_table(self, region: str) -> BySite:
        """For each site, the sites of its block, in their order; empty if the board has no such region."""
        table = self._regions.get(region)
        if table is None:
            blocks: list[Sites] = [()] * (self.count + 1)
            for board in self._boards:
                if region not in board.regions:
                    continue
                columns, rows = board.regions[region]
                for plane in board.planes:
                    members: dict[tuple[int, int], list[int]] = {}
                    for (column, row), site in plane.sites.items():
                        members.setdefault(((column - 1) // columns, (row - 1) // rows), []).append(site)
                    for block in members.values():
                        for site in block:
                            blocks[site] = tuple(block)
            table = self._regions[region] = tuple(blocks)
        return table


def build(shapes: Sequence[BoardShape]) -> Topology:
    """The topology of a game's boards, in the order given."""
    spots: list[Spot] = []
    boards: list[Board] = []
    for shape in shapes:
        laid_out, board = _LAY_OUT[shape.shape](shape, len(spots) + 1)
        spots += laid_out
        if not shape.borders:
            boards.append(board)
            continue
        around = outlines(board, laid_out)
        boards.append(replace(board, points=around))
        for part in PARTS:
            if part in shape.borders:
                lying, borders = lay_out_borders(board, around, laid_out, part, shape.borders[part], len(spots) + 1)
                spots += lying
                boards.append(borders)
    return Topology(spots, boards)
