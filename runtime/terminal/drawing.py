"""Boards as lines of text: square, slanted hexes, layers one below the other, graphs with their lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from rich.style import Style
from rich.text import Text

from interpreter.boards import Board, Plane, Topology, column_letters
from runtime.presentation.values import NO_TITLES, Titles
from runtime.terminal.canvas import Canvas
from runtime.terminal.cells import Cell

LABEL = Style(dim=True)
LINE = Style(dim=True)
TALL = 15
"""Boards with more rows have their columns named above only."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Sites that are pointed out: by the last move, and by a hint or a refusal."""

    last: frozenset[int] = frozenset()
    lit: frozenset[int] = frozenset()

    def around(self, site: int, cell: Cell) -> str:
        """What stands left and right of a symbol."""
        if site in self.lit:
            return "()"
        if site in self.last:
            return "[]"
        return "**" if cell.starred else ""


def drawn_board(
    topology: Topology,
    instance: str,
    cells: Mapping[int, Cell],
    marks: Marks,
    width: int,
    plain: bool = False,
    titles: Titles = NO_TITLES,
) -> list[Text]:
    """A board as lines, not wider than `width` if that can be; `plain` draws with the letters of a typewriter. Titles
    stand before the names of rows and columns, by which a player types."""
    board = topology.boards[instance]
    if board.shape == "graph":
        return _graph(topology, board, cells, marks, plain)
    pitch = _pitch(board, cells, width)
    if board.shape != "layers":
        lines = _plane(topology, board.planes[0], cells, marks, pitch, titles.rows)
        heading = "  ".join(f"{column_letters(number)} {title}" for number, title in enumerate(titles.columns, start=1))
        return [Text(heading, LABEL), *lines] if heading else lines
    lines = []
    for layer, plane in list(zip(board.layers, board.planes, strict=True))[: _layers_shown(board, cells)]:
        lines.append(Text(f"{layer.name}:", LABEL))
        lines += _plane(topology, plane, cells, marks, pitch)
    return lines


def _layers_shown(board: Board, cells: Mapping[int, Cell]) -> int:
    """How many layers: up to the first empty one above all that is not empty."""
    used = [any(not cells[site].empty for site in plane.sites.values()) for plane in board.planes]
    return max((number for number, each in enumerate(used, start=1) if each), default=0) + 1


def _pitch(board: Board, cells: Mapping[int, Cell], width: int) -> int:
    """How many columns of characters a cell takes."""
    symbol = max((len(cells[site].text) for site in board.sites), default=1)
    slanted = board.shape == "hex"
    pitch = symbol + 2
    if slanted or board.shape == "layers":
        pitch += pitch % 2
    needed = board.columns + (board.rows / 2 if slanted else 0)
    if needed * pitch + 5 <= width:
        return pitch
    return symbol + 1 + ((symbol + 1) % 2 if slanted else 0)


# Cells in rows


def _plane(
    topology: Topology,
    plane: Plane,
    cells: Mapping[int, Cell],
    marks: Marks,
    pitch: int,
    titles: tuple[str, ...] = (),
) -> list[Text]:
    """One sheet of cells with its coordinates along the edges."""
    if not plane.sites:
        return []
    order = list(range(plane.rows, 0, -1) if plane.upwards > 0 else range(1, plane.rows + 1))
    shifts = _shifts(topology, plane, pitch)
    columns, rows = _labels(topology, plane)
    rows = {row: f"{titles[row - 1]} {name}" if row <= len(titles) else name for row, name in rows.items()}
    left = max(len(label) for label in rows.values()) + 1
    canvas = Canvas()
    for y, row in enumerate(order, start=1):
        label = rows.get(row, "")
        canvas.put(left + shifts[row] - 1 - len(label), y, label, LABEL)
        for column in range(1, plane.columns + 1):
            site = plane.sites.get((column, row))
            if site is not None:
                x = left + shifts[row] + (column - 1) * pitch
                _cell(canvas, x, y, cells[site], pitch)
        for column in range(1, plane.columns + 1):
            site = plane.sites.get((column, row))
            if site is not None:
                _around(canvas, left + shifts[row] + (column - 1) * pitch, y, cells[site], pitch, marks, site)
    edges = [(0, order[0])] if plane.rows > TALL else [(0, order[0]), (len(order) + 1, order[-1])]
    for y, row in edges:
        end = -1
        for column, label in sorted(columns.items()):
            x = left + shifts[row] + (column - 1) * pitch + (pitch - len(label)) // 2
            if x > end:
                canvas.put(x, y, label, LABEL)
                end = x + len(label)
    return canvas.lines()


def _shifts(topology: Topology, plane: Plane, pitch: int) -> dict[int, int]:
    """By row how far it is set to the right: hexes by half a cell a row, layers by where they lie."""
    found: dict[int, int] = {}
    for (column, row), site in plane.sites.items():
        found.setdefault(row, floor((topology.places[site][0] - column + 0.5) * pitch + 0.5))
    return {row: found.get(row, 0) for row in range(1, plane.rows + 1)}


def _labels(topology: Topology, plane: Plane) -> tuple[dict[int, str], dict[int, str]]:
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for (column, row), site in plane.sites.items():
        parts = re.match(r"([a-z]+)(\d+)", topology.names[site])
        if parts is not None:
            columns[column], rows[row] = parts[1], parts[2]
    return columns, rows


def _cell(canvas: Canvas, x: int, y: int, cell: Cell, pitch: int) -> None:
    style = Style(color=cell.ink, bgcolor=cell.ground, bold=not cell.empty)
    start = (pitch - len(cell.text)) // 2
    canvas.put(x, y, " " * start + cell.text + " " * (pitch - start - len(cell.text)), style)


def _around(canvas: Canvas, x: int, y: int, cell: Cell, pitch: int, marks: Marks, site: int) -> None:
    around = marks.around(site, cell)
    if around:
        start = x + (pitch - len(cell.text)) // 2
        canvas.mark(start - 1, y, around[0])
        canvas.mark(start + len(cell.text), y, around[1])


# Graphs


def _graph(topology: Topology, board: Board, cells: Mapping[int, Cell], marks: Marks, plain: bool) -> list[Text]:
    """The sites of a graph at their places, joined by lines; named along the edges or each beside its symbol."""
    edged = _has_edges(topology, board)
    symbol = max(len(cells[site].text) for site in board.sites)
    name = 0 if edged else max(len(topology.names[site]) for site in board.sites) + 1
    places = {site: topology.places[site] for site in board.sites}
    across, down = min(x for x, _ in places.values()), min(y for _, y in places.values())
    left = max(len(str(topology.row[site])) for site in board.sites) + 2 if edged else 1
    top = 1 if edged else 0
    wide, high = symbol + 3 + name, 2
    at = {
        site: (left + round((x - across) * wide), top + round((y - down) * high)) for site, (x, y) in places.items()
    }
    canvas = Canvas()
    for line in board.lines:
        for first, second in pairwise(line):
            _join(canvas, at[first], at[second], plain)
    for site, (x, y) in at.items():
        cell = cells[site]
        canvas.put(x - 1, y, f" {cell.text} ", Style(color=cell.ink, bgcolor=cell.ground, bold=not cell.empty))
        if name:
            canvas.put(x + len(cell.text) + 1, y, topology.names[site] + " ", LABEL)
        _around(canvas, x - 1, y, cell, len(cell.text) + 2, marks, site)
    if edged:
        bottom = max(y for _, y in at.values()) + 1
        for site, (x, y) in at.items():
            letters = re.sub(r"\d", "", topology.names[site])
            canvas.put(x, 0, letters, LABEL)
            canvas.put(x, bottom, letters, LABEL)
            row = str(topology.row[site])
            canvas.put(left - 2 - len(row), y, row, LABEL)
    return canvas.lines()


def _has_edges(topology: Topology, board: Board) -> bool:
    """Whether coordinates along the edges name every site: each is at the column and row that its name says."""
    return all(
        topology.column[site]
        and topology.places[site][0] == topology.column[site] - 0.5
        and topology.places[site][1]
        == (topology.row[site] if board.upwards < 0 else board.rows - topology.row[site] + 1) - 0.5
        for site in board.sites
    )


def _join(canvas: Canvas, first: tuple[int, int], second: tuple[int, int], plain: bool) -> None:
    """Draw a line between two places."""
    (x1, y1), (x2, y2) = first, second
    steps = max(abs(x2 - x1), abs(y2 - y1))
    if y1 == y2:
        character = "-" if plain else "─"
    elif x1 == x2:
        character = "|" if plain else "│"
    else:
        steps = abs(y2 - y1) * 2
        character = ":" if plain else "·"
    for step in range(1, steps):
        canvas.put(x1 + round((x2 - x1) * step / steps), y1 + round((y2 - y1) * step / steps), character, LINE)
