"""The geometry of pictures: which symbol of a drawn board belongs to which site.

The first row of a picture is always the top of the screen. The meaning of a symbol is not decided here.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.boards import Board, Topology
from interpreter.boards.board import Plane
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Span
from interpreter.spec.suggest import suggestion

NO_SITE = "-"
EMPTY = "."
ANYTHING = "?"

_WORD = re.compile(r"\S+")
_CHARACTER = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Symbol:
    """The symbol for one site of a picture, and where it is written."""

    text: str
    span: Span


Rows = Sequence[Sequence[Symbol]]


def symbols(picture: Scalar, parted: bool | None = None) -> list[list[Symbol]]:
    """The symbols of a picture, row by row.

    Every character is a symbol, unless a row has blanks inside: then blanks separate the symbols. `parted` says which
    applies, for games whose symbols are whole words. Blank lines around the picture do not count.
    """
    lines = _lines(picture)
    if parted is None:
        parted = any(len(line.split()) > 1 for line in lines)
    pattern = _WORD if parted else _CHARACTER
    rows: list[list[Symbol]] = []
    start = 0
    for line in lines:
        rows.append(
            [
                Symbol(found[0], picture.part(start + found.start(), start + found.end()))
                for found in pattern.finditer(line)
            ]
        )
        start += len(line) + 1
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    return rows


def joined_by_yaml(picture: Scalar) -> bool:
    """Whether YAML has joined rows on several lines into one, because the ‘|’ is missing."""
    return picture.style in ("plain", "folded") and len(_lines(picture)) > 1


def report_joined(picture: Scalar, diagnostics: Diagnostics) -> None:
    """Report a picture without its ‘|’."""
    if joined_by_yaml(picture):
        sign = "in place of ‘>’" if picture.style == "folded" else "after the colon in the line above"
        first = next(symbol for row in symbols(picture) for symbol in row)
        message = "YAML joins these rows into one line."
        diagnostics.error("picture-bar", first.span, message, f"Write ‘|’ {sign}.")


def _lines(picture: Scalar) -> list[str]:
    """The rows as written, even if YAML has joined them with blanks."""
    written = [line.strip() for line in picture.span.text.split("\n")]
    if picture.style == "folded":
        written = written[1:]
    joined = picture.style in ("plain", "folded") and " ".join(written) == picture.rstrip("\n")
    return written if joined else picture.split("\n")


def extent(rows: Rows, origin: Literal["top", "bottom"] = "top") -> tuple[int, int, frozenset[tuple[int, int]]]:
    """How many columns and rows a picture has, and its holes as (column, row) counted from the origin."""
    widths = [len(row) for row in rows]
    # Of uneven rows the most frequent width is meant, so that the odd one is reported.
    columns = max(widths, key=lambda width: (widths.count(width), width), default=0)
    holes = frozenset(
        (column, number if origin == "top" else len(rows) - number + 1)
        for number, row in enumerate(rows, start=1)
        for column, symbol in enumerate(row, start=1)
        if symbol.text == NO_SITE
    )
    return columns, len(rows), holes


def one(_symbol: str) -> int:
    """The width of a symbol that takes one column."""
    return 1


def alone(_symbol: str) -> bool:
    """Whether several characters are one symbol, where each could be a symbol of its own."""
    return False


def placed(
    board: Board,
    topology: Topology,
    rows: Rows,
    diagnostics: Diagnostics,
    span: Span,
    at: int = 0,
    layer: str | None = None,
    width: Callable[[str], int] = one,
    joins: Callable[[str], bool] = alone,
) -> list[tuple[int, Symbol]]:
    """Each symbol with its site; symbols that do not fit the board are reported.

    The picture shows the whole board (or the named layer of it), or the part whose top left site is `at`. A symbol that
    spans several columns belongs to the first of them. ‘-’ must be on a hole, and is left out; ‘.’ and ‘?’ are returned
    like any symbol. `span` is where the picture is written. `joins` says whether several characters can be one symbol.
    """
    plane = _plane(board, topology, at, layer, diagnostics, span)
    if plane is None:
        return []
    if at:
        first_column, first_row = topology.column[at], topology.row[at]
        rows_left = first_row if plane.upwards > 0 else plane.rows - first_row + 1
    else:
        first_column, first_row = 1, 1 if plane.upwards < 0 else plane.rows
        rows_left = plane.rows
    if (len(rows) > rows_left) if at else (len(rows) != rows_left):
        _report_rows(plane, topology.names[at], rows, rows_left, diagnostics, span)

    found: list[tuple[int, Symbol]] = []
    for index, row in enumerate(rows[:rows_left]):
        spread = _spread(row, first_column, width)
        fits = _report_columns(plane, topology.names[at], index + 1, spread, diagnostics, span, joins)
        site_row = first_row - plane.upwards * index
        for symbol, columns in spread:
            if columns[-1] <= plane.columns:
                sites = [plane.sites.get((column, site_row), 0) for column in columns]
                # Where a row is too long or too short, its symbols stand in other columns than they were meant for.
                if _meets(symbol, sites, topology, diagnostics if fits else Diagnostics()):
                    found.append((sites[0], symbol))
    return found


_Spread = list[tuple[Symbol, range]]


def _plane(
    board: Board, topology: Topology, at: int, layer: str | None, diagnostics: Diagnostics, span: Span
) -> Plane | None:
    """The sheet of cells that the picture shows: a layers board has one for each layer, other boards have one in all. A
    graph is drawn according to the names of its sites."""
    if board.sheet is not None and (layer is None or board.shape != "layers"):
        return board.sheet
    if board.shape == "graph":
        strange = next(topology.names[site] for site in board.sites if site not in board.coordinates.values())
        message = f"‘{board.name}’ is a graph that cannot be drawn as a picture: no column and row is called {strange}."
        diagnostics.error("picture-of-graph", span, message, "Set its sites one by one.")
        return None
    if at:
        return board.planes[topology.sheet[at] - 1]
    names = [each.name for each in board.layers]
    if layer in names:
        return board.planes[names.index(layer)]
    if layer is None:
        message = f"‘{board.name}’ has several layers. Draw each under its name: {', '.join(names)}."
        diagnostics.error("picture-layer", span, message, f"Write ‘{names[0]}: |’ and its rows below.")
    else:
        message = f"‘{board.name}’ has no layer ‘{layer}’. It has {', '.join(names)}."
        diagnostics.error("picture-layer", span, message, suggestion(layer, names))
    return None


def _spread(row: Sequence[Symbol], first_column: int, width: Callable[[str], int]) -> _Spread:
    """Each symbol of a row with the columns that it spans."""
    spread: _Spread = []
    column = first_column
    for symbol in row:
        wide = 1 if symbol.text in (NO_SITE, EMPTY, ANYTHING) else max(1, width(symbol.text))
        spread.append((symbol, range(column, column + wide)))
        column += wide
    return spread


def _report_rows(plane: Plane, start: str, rows: Rows, rows_left: int, diagnostics: Diagnostics, span: Span) -> None:
    surplus = [symbol for row in rows[rows_left:] for symbol in row]
    where = _stretch(surplus) or span
    drawn = _counted(len(rows), "row")
    if start:
        message = f"The picture has {drawn}, but from {start} downwards the board has {rows_left}."
        diagnostics.error("picture-off-board", where, message, "Leave the last rows out, or begin higher.")
    else:
        message = f"The picture has {drawn}; the board has {plane.rows}."
        less = len(rows) - plane.rows
        help = f"Leave out {_counted(less, 'row')}." if less > 0 else f"Add {_counted(-less, 'row')}."
        diagnostics.error("picture-rows", where, message, help)


def _report_columns(
    plane: Plane,
    start: str,
    number: int,
    spread: _Spread,
    diagnostics: Diagnostics,
    span: Span,
    joins: Callable[[str], bool],
) -> bool:
    """Report a row that is too long or too short; whether it is neither."""
    surplus = [symbol for symbol, columns in spread if columns[-1] > plane.columns]
    taken = sum(len(columns) for _, columns in spread)
    drawn = _counted(taken, "symbol")
    if start:
        if surplus:
            left = _counted(plane.columns - spread[0][1][0] + 1, "column")
            message = f"Row {number} has {drawn}, but from {start} on the board has {left}."
            diagnostics.error(
                "picture-off-board", _stretch(surplus), message, "Leave these out, or begin further left."
            )
    elif taken != plane.columns:
        where = _stretch(surplus) or _stretch([symbol for symbol, _ in spread]) or span
        message = f"Row {number} has {drawn}; the board has {_counted(plane.columns, 'column')}."
        less = taken - plane.columns
        help = (
            f"Leave out {_counted(less, 'symbol')}."
            if less > 0
            else f"Add {_counted(-less, 'symbol')}; . is an empty site."
        )
        if less > 0 and len(apart := _joined([symbol.text for symbol, _ in spread], joins)) == plane.columns:
            help = f"Put spaces between the symbols, in every row: ‘{' '.join(apart)}’."
        diagnostics.error("picture-columns", where, message, help)
    return not surplus if start else taken == plane.columns


def _joined(signs: list[str], joins: Callable[[str], bool]) -> list[str]:
    """The characters of a row, with those that form one symbol joined."""
    found: list[str] = []
    for sign in signs:
        if found and joins(found[-1] + sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _meets(symbol: Symbol, sites: list[int], topology: Topology, diagnostics: Diagnostics) -> bool:
    """Whether the symbol is on sites; a symbol on a hole, or a hole drawn on a site, is reported."""
    if symbol.text == NO_SITE:
        if sites[0]:
            message = f"‘{NO_SITE}’ means that there is no site, but here is {topology.names[sites[0]]}."
            diagnostics.error("picture-hole", symbol.span, message, f"Write ‘{EMPTY}’ for an empty site.")
        return False
    if all(sites):
        return True
    if len(sites) == 1:
        message = f"The board has no site under ‘{symbol.text}’."
        diagnostics.error("picture-hole", symbol.span, message, f"Write ‘{NO_SITE}’ here.")
    else:
        message = f"‘{symbol.text}’ takes {len(sites)} columns, and the board has a hole in them."
        diagnostics.error("picture-hole", symbol.span, message, "Draw it where the board has all of these columns.")
    return False


def _stretch(row: Sequence[Symbol]) -> Span | None:
    """The span from the first of these symbols to the last."""
    if not row:
        return None
    return Span(row[0].span.source, row[0].span.start, row[-1].span.end)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
