"""Functions over sites and boards: neighbours, lines, regions, footprints."""

from __future__ import annotations

from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.scope import Scope
from interpreter.language.types import BoardSites, Border, Piece, Site, ZonePieces, first_key, item_of, named, strip
from interpreter.registry import function

GROUP = "sites"


def constant_value(term: terms.Term) -> Any:
    """The value of a term that is already known: a number, a direction, or a list of directions."""
    if isinstance(term, terms.Constant):
        return term.value
    if isinstance(term, terms.Listed):
        values = [constant_value(item) for item in term.items]
        return None if None in values else tuple(values)
    return None


def _site(lowering: Lowering, call: terms.FunctionCall) -> str:
    board, column, row = call.arguments
    assert isinstance(board, terms.BoardTerm)
    table = lowering.constants.name(_by_place(lowering, board.board), "places")
    key = lowering.value(board.index) if board.index is not None else "1"
    return f"{table}.get(({key}, {lowering.value(column)}, {lowering.value(row)}), 0)"


def _by_place(lowering: Lowering, name: str) -> dict[tuple[int, int, int], int]:
    """Sites by the key of their board, their column and their row; if there are several layers, the lowest counts."""
    topology, board = lowering.schema.topology, lowering.schema.boards[name]
    return {
        (number, topology.column[site], topology.row[site]): site
        for number, instance in enumerate(board.instances, start=first_key(board.per))
        for site in reversed(topology.boards[instance].sites)
    }


@function("site(board, number, number) -> site or none", group=GROUP, fixed=True, emit=_site)
def site(world: Any, board: Any, column: int, row: int) -> Any:
    """The site of a board at a column and a row."""
    topology = world.schema.topology
    return next((s for s in board if topology.column[s] == column and topology.row[s] == row), None)


def _pieces(lowering: Lowering, call: terms.FunctionCall) -> str:
    kind = item_of(call.type)
    assert isinstance(kind, Piece)
    at = lowering.column(f"at.{kind.kind}")
    board = call.arguments[0]
    sites = lowering.value(board)
    if lowering.schema.kinds[kind.kind].covers_many:
        return f"list(dict.fromkeys([{at}[_s] for _s in {sites} if {at}[_s]]))"
    if lowering.schema.is_piled(kind.kind):
        return f"[_p for _s in {sites} for _p in {lowering.column(f'pile.{kind.kind}')}[_s]]"
    stretch = _stretch(lowering, board)
    if stretch is not None and lowering.store.is_bytes(f"at.{kind.kind}"):
        return f"list({at}[{stretch.start}:{stretch.stop}].translate(None, b'\\0'))"
    return f"[{at}[_s] for _s in {sites} if {at}[_s]]"


def _stretch(lowering: Lowering, board: terms.Term) -> range | None:
    """The numbers of a board's sites, if they are consecutive."""
    if not isinstance(board, terms.BoardTerm) or board.index is not None:
        return None
    sites = lowering.schema.topology.boards[lowering.schema.boards[board.board].instances[0]].sites
    stretch = range(sites[0], sites[-1] + 1)
    return stretch if sites == tuple(stretch) else None


@function("pieces(board, kind?) -> list piece", group=GROUP, bound="pieces", emit=_pieces)
def pieces(world: Any, board: Any, kind: str | None = None) -> list[Any]:
    """The pieces on a board, site by site, each pile from the bottom up; only those of one kind if the board holds
    several."""
    kinds = [kind] if kind is not None else [k for k in world.schema.kinds if any(world.piece_at(k, s) for s in board)]
    return list(dict.fromkeys(piece for k in kinds for s in board for piece in world.pile(k, s)))


def _empty(lowering: Lowering, call: terms.FunctionCall) -> str:
    term = call.arguments[0]
    kind = strip(term.type)
    if isinstance(kind, ZonePieces):
        return f"(not {lowering.value(term)})"
    if isinstance(kind, BoardSites):
        assert isinstance(term, terms.BoardTerm)
        return _empty_board(lowering, term)
    columns = _kind_columns(lowering)
    value = lowering.value(term) if len(columns) == 1 else lowering.temporary(lowering.value(term))
    return "(not " + " and not ".join(f"{column}[{value}]" for column in columns) + ")" if columns else "True"


def _kind_columns(lowering: Lowering) -> list[str]:
    schema = lowering.schema
    return [lowering.column(f"at.{kind}") for kind in schema.kinds if schema.holders(kind)]


def _empty_board(lowering: Lowering, term: terms.BoardTerm) -> str:
    board = lowering.schema.boards[term.board]
    sites = lowering.value(term)
    tests = []
    for kind in board.kinds:
        column = lowering.column(f"at.{kind}")
        if len(lowering.schema.topology.boards) == 1:
            tests.append(f"not any({column})")
        else:
            tests.append(f"not any([{column}[_s] for _s in {sites}])")
    return f"({' and '.join(tests)})" if tests else "True"


def _pieces_stand_somewhere(scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[str, ...] | str:
    """The kind of pieces that may be on a site, if there is only one. If no board holds any, the question is refused:
    the answer would always be yes."""
    schema, place = scope.schema, arguments[0]
    standing = [kind for kind in schema.kinds if schema.holders(kind)]
    if isinstance(place.type, ZonePieces) or standing:
        return tuple(standing) if len(standing) == 1 and isinstance(strip(place.type), Site) else ()
    cell = next((name for board in schema.boards.values() for name in board.cells), None)
    instead = f"Ask for what the cell has: {place.node.source}.{cell} == none." if cell else "Add holds: to a board."
    return f"No board holds pieces, so this is always true. {instead}"


@function("empty(site | board | zone) -> flag", group=GROUP, emit=_empty, resolve=_pieces_stand_somewhere)
def empty(world: Any, place: Any, _only: str = "") -> bool:
    """Whether no piece is there."""
    if isinstance(place, list | tuple):
        return not place if getattr(place, "zone", False) else not any(world.any_piece_at(s) for s in place)
    return not world.any_piece_at(place)


def _of_cells(scope: Scope, arguments: tuple[terms.Term, ...], *_names: Any) -> tuple[()] | str:
    """Refuse an edge or a corner where directions matter: they lead from cell to cell."""
    for argument in arguments:
        kind = strip(argument.type)
        if isinstance(kind, BoardSites) and isinstance(kind.item, Border):
            return f"Lines lead from cell to cell, and these are {kind.item.part}. Write the board that they belong to."
        if isinstance(kind, Border):
            board = next(board for board in scope.schema.boards.values() if board.part == kind.part)
            x = argument.node.source
            return (
                f"Directions and lines lead from cell to cell, and this is {named(kind)}. Write neighbours({x}) for "
                f"the {kind.part} next to it, or around({x}, {board.of}) for the cells that it touches."
            )
    return ()


def _directed(scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[()] | str:
    """Refuse directions and distances for the neighbours of an edge or a corner."""
    return _of_cells(scope, arguments) if len(arguments) > 1 else ()


def _neighbours(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology = lowering.schema.topology
    spot = lowering.spot(call.arguments[0])
    if len(call.arguments) == 1:
        return f"{lowering.constant(topology.neighbours, 'neighbours')}[{spot}]"
    directions = constant_value(call.arguments[1])
    distance = constant_value(call.arguments[2]) if len(call.arguments) > 2 else 1
    if directions is not None and distance is not None:
        return f"{lowering.constant(topology.neighbours_at(tuple(directions), distance), 'neighbours')}[{spot}]"
    name = lowering.constants.name(topology.neighbours_at, "neighbours_at")
    steps = lowering.value(call.arguments[2]) if len(call.arguments) > 2 else "1"
    return f"{name}(tuple({lowering.value(call.arguments[1])}), {steps})[{spot}]"


@function(
    "neighbours(spot, list direction = the board's, number = 1) -> list site",
    group=GROUP,
    fixed=True,
    bound="near",
    emit=_neighbours,
    resolve=_directed,
)
def neighbours(world: Any, spot: Any, directions: Any = None, distance: int = 1) -> list[Any]:
    """The sites that many steps away, in the board's own directions or in the given ones. The neighbours of an edge are
    the edges it meets; those of a corner are the corners at the other ends of its edges."""
    where = world.site_of(spot)
    table = world.schema.topology.neighbours_at(None if directions is None else tuple(directions), distance)
    return list(table[where or 0])


def _step(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology = lowering.schema.topology
    spot, direction = lowering.spot(call.arguments[0]), constant_value(call.arguments[1])
    count = constant_value(call.arguments[2]) if len(call.arguments) > 2 else 1
    if direction is not None and isinstance(count, int) and 0 <= count <= 8:
        table = lowering.constant(topology.step_table(direction), "step")
        for _ in range(count):
            spot = f"{table}[{spot}]"
        return spot
    name = lowering.constants.name(topology.steps_from, "steps_from")
    steps = lowering.value(call.arguments[2]) if len(call.arguments) > 2 else "1"
    return f"{name}({spot}, {lowering.value(call.arguments[1])}, {steps})"


@function("step(spot, direction, number = 1) -> site or none", group=GROUP, fixed=True, emit=_step, resolve=_of_cells)
def step(world: Any, spot: Any, direction: int, count: int = 1) -> Any:
    """The site that many steps away in a direction."""
    return world.schema.topology.steps_from(world.site_of(spot) or 0, direction, count) or None


def _ray(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology, way = lowering.schema.topology, call.arguments[1]
    if isinstance(way, terms.Variable) and way.name in lowering.fused and len(call.arguments) == 2:
        return lowering.fused[way.name]
    spot, direction = lowering.spot(call.arguments[0]), constant_value(way)
    if direction is not None:
        ray = f"{lowering.constant(topology.ray_table(direction), 'ray')}[{spot}]"
    else:
        ray = f"{lowering.constants.name(topology.rays, 'rays')}[{lowering.value(call.arguments[1])}][{spot}]"
    return f"{ray}[:max(0, {lowering.value(call.arguments[2])})]" if len(call.arguments) > 2 else ray


@function(
    "ray(spot, direction, number = all) -> list site",
    group=GROUP,
    fixed=True,
    bound="line",
    emit=_ray,
    resolve=_of_cells,
)
def ray(world: Any, spot: Any, direction: int, count: int | None = None) -> list[Any]:
    """The sites in a direction, nearest first, without the spot itself; at most that many."""
    sites = list(world.schema.topology.ray_table(direction)[world.site_of(spot) or 0])
    return sites if count is None else sites[: max(0, count)]


def _pair(method: str) -> Any:
    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        name = lowering.constants.name(getattr(lowering.schema.topology, method), method)
        return f"{name}({lowering.spot(call.arguments[0])}, {lowering.spot(call.arguments[1])})"

    return emit


@function(
    "between(spot, spot) -> list site",
    group=GROUP,
    fixed=True,
    bound="line",
    emit=_pair("between"),
    resolve=_of_cells,
)
def between(world: Any, start: Any, end: Any) -> list[Any]:
    """The sites between two spots on a common line, walking from the first to the second."""
    return list(world.schema.topology.between(world.site_of(start) or 0, world.site_of(end) or 0))


@function("distance(spot, spot) -> number", group=GROUP, fixed=True, emit=_pair("distance"))
def distance(world: Any, start: Any, end: Any) -> int:
    """The number of steps from neighbour to neighbour between two spots; the number of all sites if there is no way."""
    return int(world.schema.topology.distance(world.site_of(start) or 0, world.site_of(end) or 0))


@function(
    "direction(spot, spot) -> direction or none",
    group=GROUP,
    fixed=True,
    emit=_pair("direction"),
    resolve=_of_cells,
)
def direction(world: Any, start: Any, end: Any) -> Any:
    """The direction from the first spot to the second; none if they are not in line."""
    return world.schema.topology.direction(world.site_of(start) or 0, world.site_of(end) or 0) or None


def _line(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology = lowering.schema.topology
    spot, axis = lowering.spot(call.arguments[0]), constant_value(call.arguments[1])
    if axis is not None:
        return f"{lowering.constant(topology.line_table(axis), 'line')}[{spot}]"
    tables = tuple(topology.line_table(number) for number in range(5)) if topology.count else ()
    return f"{lowering.constant(tables, 'lines')}[{lowering.value(call.arguments[1])}][{spot}]"


@function("line(spot, axis) -> list site", group=GROUP, fixed=True, bound="line", emit=_line, resolve=_of_cells)
def line(world: Any, spot: Any, axis: int) -> list[Any]:
    """The whole line through the spot, including the spot itself. By a direction d, it is `list(s) + ray(s, d) + ray(s,
    opposite(d))`."""
    return list(world.schema.topology.line_table(axis)[world.site_of(spot) or 0])


def _lines(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology = lowering.schema.topology
    if len(call.arguments) == 1:
        return f"{lowering.constant(topology.graph_lines(), 'lines')}[{lowering.spot(call.arguments[0])}]"
    board = call.arguments[0]
    assert isinstance(board, terms.BoardTerm)
    found = lowering.schema.boards[board.board]
    direction = constant_value(call.arguments[1])
    if direction is not None and board.index is None:
        return lowering.constant(topology.lines_of(found.instances[0], direction), "lines")
    name = lowering.constants.name(topology.lines_of, "lines_of")
    which = repr(found.instances[0])
    if board.index is not None:
        which = f"{lowering.constant(found.instances)}[{lowering.value(board.index)} - {first_key(found.per)}]"
    return f"{name}({which}, {lowering.value(call.arguments[1])})"


@function(
    "lines(spot) -> list list site",
    "lines(board, direction) -> list list site",
    group=GROUP,
    fixed=True,
    bound="line",
    emit=_lines,
    resolve=_of_cells,
)
def lines(world: Any, place: Any, direction: int | None = None) -> list[list[Any]]:
    """The lines through a spot; or all lines of a board in a direction, each in walking order."""
    topology = world.schema.topology
    if direction is None:
        return [list(each) for each in topology.graph_lines()[world.site_of(place) or 0]]
    return [list(each) for each in topology.lines_of(place.board, direction)]


def _board_fact(attribute: str) -> Any:
    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        board = call.arguments[0]
        assert isinstance(board, terms.BoardTerm)
        instance = lowering.schema.boards[board.board].instances[0]
        return lowering.constant(getattr(lowering.schema.topology.boards[instance], attribute), attribute)

    return emit


@function("axes(board) -> list axis", group=GROUP, fixed=True, bound="near", emit=_board_fact("axes"))
def axes(world: Any, board: Any) -> list[Any]:
    """The axes along which a board has lines, or along which its edges run."""
    return list(world.schema.topology.boards[board.board].axes)


@function("columns(board) -> number", group=GROUP, fixed=True, emit=_board_fact("columns"))
def columns(world: Any, board: Any) -> int:
    """How many columns a board has; with layers, those of the largest."""
    return int(world.schema.topology.boards[board.board].columns)


@function("rows(board) -> number", group=GROUP, fixed=True, emit=_board_fact("rows"))
def rows(world: Any, board: Any) -> int:
    """How many rows a board has; with layers, those of the largest."""
    return int(world.schema.topology.boards[board.board].rows)


@function(
    "directions(board) -> list direction",
    group=GROUP,
    fixed=True,
    bound="near",
    emit=_board_fact("directions"),
)
def directions(world: Any, board: Any) -> list[Any]:
    """The directions in which a board's sites have neighbours."""
    return list(world.schema.topology.boards[board.board].directions)


def _region(lowering: Lowering, call: terms.FunctionCall) -> str:
    table = lowering.constant(lowering.schema.topology.region_table(call.extra[0]), "region")
    return f"{table}[{lowering.spot(call.arguments[0])}]"


@function("region(spot, region) -> list site", group=GROUP, fixed=True, bound="board", emit=_region, resolve=_of_cells)
def region(world: Any, spot: Any, name: str) -> list[Any]:
    """The sites of the block that the spot is in."""
    return list(world.schema.topology.region_table(name)[world.site_of(spot) or 0])


def _around(lowering: Lowering, call: terms.FunctionCall) -> str:
    spot, board = call.arguments
    assert isinstance(board, terms.BoardTerm)
    found = lowering.schema.boards[board.board]
    tables = tuple(lowering.schema.topology.around_table(instance) for instance in found.instances)
    if board.index is None:
        return f"{lowering.constant(tables[0], 'around')}[{lowering.spot(spot)}]"
    which = f"{lowering.value(board.index)} - {first_key(found.per)}"
    return f"{lowering.constant(tables, 'around')}[{which}][{lowering.spot(spot)}]"


def _touched(scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[()] | str:
    """Refuse to look for cells around cells: on a board without edges and corners nothing else touches a cell."""
    board = arguments[1]
    assert isinstance(board, terms.BoardTerm)
    schema = scope.schema
    if schema.boards[board.board].of or schema.borders(board.board):
        return ()
    return (
        f"{board.board} has no edges and no corners. Write edges: {{}} in its board, or neighbours(s) for the cells "
        "next to a cell."
    )


@function("around(spot, board) -> list site", group=GROUP, fixed=True, bound="near", emit=_around, resolve=_touched)
def around(world: Any, spot: Any, board: Any) -> list[Any]:
    """The cells, edges or corners of a board that touch a spot, clockwise from north; on the spot's own board they are
    its neighbours."""
    return list(world.schema.topology.around_table(board.board)[world.site_of(spot) or 0])


def _edge(lowering: Lowering, call: terms.FunctionCall) -> str:
    table = lowering.constants.name(lowering.schema.topology.edge_between, "edges")
    return f"{table}[{lowering.spot(call.arguments[0])}].get({lowering.spot(call.arguments[1])}, 0)"


def _has_edges(scope: Scope, _arguments: tuple[terms.Term, ...]) -> tuple[()] | str:
    """Refuse to look for edges if no board has any."""
    boards = scope.schema.boards
    if any(board.part == "edges" for board in boards.values()):
        return ()
    name = next(iter(boards)) if len(boards) == 1 else "No board"
    return f"{name} has {'no ' if name in boards else ''}edges. Write edges: {{}} in its board."


@function("edge(spot, spot) -> edge or none", group=GROUP, fixed=True, emit=_edge, resolve=_has_edges)
def edge(world: Any, start: Any, end: Any) -> Any:
    """The edge between two cells, or the one that leads from a corner to another; none if they are not neighbours."""
    return world.schema.topology.edge_between[world.site_of(start) or 0].get(world.site_of(end) or 0)


def _has_layers(word: str) -> Any:
    """Refuse to look up or down if no board has layers: there is nothing to be found."""

    def resolve(scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[()] | str:
        schema, spot = scope.schema, arguments[0]
        if any(board.shape == "layers" for board in schema.topology.boards.values()):
            return ()
        direction = {"above": "north", "below": "south"}[word]
        help = f"Write step({spot.node.source}, {direction}) for the next site that way."
        if schema.piled_kinds():
            piled = {"above": "upwards(c): the piece c and all on it", "below": "beneath(c): the one under c"}
            help = f"For a pile, write {piled[word]}."
        return f"{word} is about layers, and no board has any. {help}"

    return resolve


def _touching(word: str) -> Any:
    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        table = lowering.constant(getattr(lowering.schema.topology, word), word)
        return f"{table}[{lowering.spot(call.arguments[0])}]"

    def evaluate(world: Any, spot: Any) -> list[Any]:
        return list(getattr(world.schema.topology, word)[world.site_of(spot) or 0])

    places = {
        "above": "the layer above",
        "below": "the layer below",
        "left": "its left",
        "right": "its right",
    }
    evaluate.__doc__ = f"The sites that touch the spot on {places[word]}."
    resolve = _has_layers(word) if word in ("above", "below") else None
    function(f"{word}(spot) -> list site", group=GROUP, fixed=True, bound="near", emit=emit, resolve=resolve)(evaluate)
    return evaluate


above, below, left, right = (_touching(word) for word in ("above", "below", "left", "right"))


def _fits(lowering: Lowering, call: terms.FunctionCall) -> str:
    piece, place = call.arguments
    kind = strip(piece.type)
    assert isinstance(kind, Piece)
    at = lowering.column(f"at.{kind.kind}")
    piece_name = lowering.temporary(lowering.value(piece))
    if lowering.schema.is_piled(kind.kind):
        room = lowering.constant(lowering.schema.room(kind.kind), "room")
        spot = lowering.temporary(lowering.value(place))
        return f"(len({lowering.column(f'pile.{kind.kind}')}[{spot}]) < {room}[{spot}])"
    cells = lowering.store.footprint_cells(lowering, kind.kind, piece_name, lowering.value(place))
    others = [column for column in _kind_columns(lowering) if column != at]
    return f"fits_on({', '.join([cells, at, piece_name, *others])})"


@function("fits(piece, site) -> flag", group=GROUP, emit=_fits)
def fits(world: Any, piece: Any, place: int) -> bool:
    """Whether the piece's footprint, starting from this site, is on the board and free of other pieces; on a pile,
    whether there is room for one more."""
    if world.schema.is_piled(piece.kind):
        return bool(len(world.pile(piece.kind, place)) < world.schema.room(piece.kind)[place])
    cells = world.footprint(piece, place)
    kinds = [kind for kind in world.schema.kinds if world.schema.holders(kind)]
    return bool(cells) and all(world.piece_at(kind, s) in (None, piece) for kind in kinds for s in cells)
