"""Boards as lines of text: square, slanted hexes, layers one below another, graphs with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import floor
from textwrap import wrap
from typing import Any

from rich.style import Style
from rich.text import Text

from interpreter.boards import COLUMN, ROW, Board, Plane, Topology, column_letters
from interpreter.drawing import EMPTY, piece_symbol
from interpreter.expressions import Type, Words, strip
from interpreter.position import PieceValue
from interpreter.spec.model import RED_SUITS
from runtime.show import colours
from runtime.show.board_text import NO_SYMBOL, SymbolReader, value_text
from runtime.show.boards import board_reader
from runtime.show.looks import short
from runtime.show.palettes import USUAL
from runtime.show.shown import Shown
from runtime.show.values import NO_TITLES, Colour, Look, PieceShown, SiteShown, Titles

THEME, PLAYERS = USUAL.words, USUAL.players
"""What the words of the theme mean here, and the colours of players for whom the spec gives none."""

GROUND = "#30343b"
"""What boards lie on, so that colours look alike on dark and on light terminals."""
EMPTY_SITE = "#aab0b8"
LEGIBLE = 3.0
"""The least contrast of a symbol with its ground."""
PLAIN = Style()
UNSEEN = "?"
READ_AS = {EMPTY: "empty", UNSEEN: "hidden"}
"""Symbols as they are read aloud."""
USUAL_MARK = "dot"
"""A mark that only helps the eye."""
"""What stands for something that the viewer may not know."""
STAR = "*"
UPRIGHT = ("down", "up")
"""The ways in which a pile takes several lines."""
FLAT = ("none", "ring")
"""Shapes that leave the ground as it is."""
WIDEST = 12
"""Longer faces are cut."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""How the height of a pile stands behind the symbol of its top piece."""
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
CARDS = ("card", "back")
PAPER, BACK = THEME["white"], THEME["blue"]
LABEL = Style(dim=True)
LINE = Style(dim=True)
TALL = 15
"""Boards with more rows have their columns named above only."""


def paint(colour: Colour | None) -> str | None:
    """A colour as #rrggbb; None for enum words without one, which are distinguished by their initials."""
    if colour is None or colour.value.startswith("#"):
        return None if colour is None else colour.value
    palette, _, number = colour.value.partition(" ")
    return PLAYERS[(int(number) - 1) % len(PLAYERS)] if palette == "player" else THEME.get(colour.value)


def ink_on(ground: str) -> str:
    """Black or white, whichever is easier to read on a background."""
    return colours.clearest(("#101012", "#ffffff"), ground)


def legible(colour: str, ground: str) -> str:
    """A colour, made lighter or darker until it can be read on a background."""
    return colours.legible(colour, ground, ink_on(ground), LEGIBLE)


class Canvas:
    """Characters at columns and rows from 0; it grows as it is drawn on."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, Style]]] = []

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text; anything to the left of the sheet is cut off."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        row += [(" ", PLAIN)] * (x + len(text) - len(row))
        for offset, character in enumerate(text):
            if x + offset >= 0:
                row[x + offset] = (character, style)

    def mark(self, x: int, y: int, character: str) -> None:
        """Change one character and keep its background."""
        style = self._rows[y][x][1] if y < len(self._rows) and 0 <= x < len(self._rows[y]) else PLAIN
        self.put(x, y, character, style + Style(bold=True))

    def lines(self) -> list[Text]:
        """The rows as texts."""
        found = []
        for row in self._rows:
            line = Text()
            for style, run in groupby(row, key=lambda entry: entry[1]):
                line.append("".join(character for character, _ in run), style)
            found.append(_stripped(line))
        return found


def _stripped(line: Text) -> Text:
    """A line without blanks at its end, unless they have a background."""
    end = len(line.plain)
    painted = max((span.end for span in line.spans if isinstance(span.style, Style) and span.style.bgcolor), default=0)
    while end > painted and line.plain[end - 1] == " ":
        end -= 1
    return line[:end]


@dataclass(frozen=True, slots=True)
class Cell:
    """One site: its symbol, the colours of symbol and background as #rrggbb, and what its symbol means."""

    text: str
    ink: str
    ground: str
    empty: bool = False
    starred: bool = False
    meaning: str | None = None
    beneath: tuple[Cell, ...] = ()
    """What lies beneath it, where piles fan out down or up; the lowest first."""
    upwards: bool = False
    """Whether its pile fans out upwards."""


class CellReader:
    """Reads the sites of one board."""

    def __init__(self, shown: Shown, board: str) -> None:
        self.shown = shown
        self.program = shown.program
        self.schema = shown.schema
        self.board = self.schema.boards[board]
        self.reader = SymbolReader(shown.program, shown.view.data, board)
        boards = board_reader(shown, board).read(shown)
        self.sites: dict[int, SiteShown] = {site.site: site for sites, _ in boards for site in sites}
        self.pieces: dict[int, PieceShown] = {
            site: piece for _, pieces in boards for piece in pieces for site in piece.sites
        }
        self.piles: dict[int, list[PieceShown]] = {}
        if self.board.pile > 1:
            for piece in (piece for _, pieces in boards for piece in pieces):
                self.piles.setdefault(piece.sites[0], []).append(piece)
        self.legend = {
            symbol: self._in_words(str(entry.words))
            for name, spec in shown.program.spec.all_boards().items()
            if str(name) == board
            for key, entry in (spec.legend or {}).items()
            if entry.words is not None
            for symbol in [str(key)]
        }

    def cells(self, instance: str) -> dict[int, Cell]:
        """Every site of a board."""
        return {site: self.cell(site) for site in self.schema.topology.boards[instance].sites}

    def cell(self, site: int) -> Cell:
        """The contents of one site as shown."""
        symbol, meaning = self._symbol(site)
        shown, piece = self.sites[site], self.pieces.get(site)
        if piece is not None and piece.look.shape in CARDS:
            symbol, meaning = card_text(self.shown, piece), None
        pile = self.piles.get(site, ())
        fanned = shown.fan in UPRIGHT
        if len(pile) > 1 and not fanned:
            # What a symbol means is said of the symbol alone.
            symbol, meaning = f"{symbol}{str(len(pile)).translate(RAISED)}", None
        top = self._top(site, symbol, meaning)
        if not fanned:
            return top
        return replace(top, beneath=tuple(map(self._lower, pile[:-1])), upwards=shown.fan == "up")

    def in_words(self, site: int) -> str:
        """The contents of a site, for reading aloud."""
        symbol, meaning = self._symbol(site)
        shown, piece = self.sites[site], self.pieces.get(site)
        look = piece.look if piece is not None else shown.look
        if look is not None and not look.show:
            symbol, meaning = EMPTY, None
        words = meaning or READ_AS.get(symbol, symbol)
        if piece is not None and (meaning is None or piece.look.shape in CARDS) and symbol != EMPTY:
            words = piece_in_words(self.shown, piece, piece.sites.index(site))
        text = shown.mark.text if shown.mark is not None and symbol == EMPTY else ""
        mark = text or (shown.mark.icon if shown.mark is not None else None) or ""
        marked = f", {mark.replace('_', ' ')}" if mark and mark != USUAL_MARK else ""
        pile = self.piles.get(site, ())
        return f"{words}{marked}" if len(pile) < 2 else f"{words}, {len(pile)} high{marked}"

    def _lower(self, piece: PieceShown) -> Cell:
        """A piece that lies beneath another."""
        if piece.look.shape in CARDS:
            return Cell(card_text(self.shown, piece), *card_colours(piece))
        colour = paint(piece.look.colour) or GROUND
        text = UNSEEN if piece.hidden else written_on(piece) or self.reader.piece(piece.value)
        return Cell(text[:WIDEST] or NO_SYMBOL, ink_on(colour), colour)

    def _top(self, site: int, symbol: str, meaning: str | None) -> Cell:
        """A site as seen from above."""
        shown, piece = self.sites[site], self.pieces.get(site)
        if piece is not None and piece.look.shape in CARDS and piece.look.show:
            return Cell(symbol, *card_colours(piece), meaning=meaning)
        look = piece.look if piece is not None else shown.look
        ground = paint(shown.ground) or GROUND
        if look is not None and not look.show:
            symbol = EMPTY
        empty = symbol == EMPTY
        colour = paint(look.colour) if look is not None else None
        has_star = shown.mark is not None and shown.mark.icon == "star"
        starred = has_star and not empty
        if empty and shown.mark is not None:
            symbol = STAR if has_star else shown.mark.text[:WIDEST] or EMPTY
        shape = look.shape if look is not None else None
        if colour is not None and shape not in FLAT and (not empty or shape in ("square", "tile")):
            ink = ink_on(colour) if not empty else _mark_ink(shown.mark, colour) or legible(EMPTY_SITE, colour)
            return Cell(symbol, ink, colour, empty, starred, meaning)
        wanted = _mark_ink(shown.mark, ground) if empty else None
        ink = wanted or legible(colour if colour is not None and not empty else EMPTY_SITE, ground)
        return Cell(symbol, ink, ground, empty, starred, meaning)

    # Symbols

    def _symbol(self, site: int) -> tuple[str, str | None]:
        """The symbol of a site, and its meaning if that is not obvious."""
        pieces, written = self._pieces(site), self._written(site)
        if self.reader.has_legend:
            symbol = self.reader.top(site)
            if symbol in self.reader.legend.entries and written.casefold() in ("", symbol.casefold()):
                return symbol, self.legend.get(symbol)
            if symbol == EMPTY and not written and not self._hides(site, pieces):
                return EMPTY, None
        face = written or self._face(site)
        if face is not None:
            return face or UNSEEN, None
        if self._hides(site, pieces):
            return UNSEEN, None
        return self._plain(site, pieces)

    def _plain(self, site: int, pieces: list[PieceValue]) -> tuple[str, str | None]:
        """The first property of the piece or of the cell, with words as their initials."""
        if self.board.kinds:
            if not pieces:
                return EMPTY, None
            piece = pieces[0]
            prop = next(iter(self.schema.kinds[piece.kind].properties.values()), None)
            if prop is None:
                return short(piece.kind, self.board.kinds), piece.kind
            return self._value(self.shown.world.read(prop.column, piece), prop.type, piece.kind)
        prop = next(iter(self.board.cells.values()), None)
        if prop is None:
            return EMPTY, None
        value = self.shown.world.read(prop.column, site)
        look = self.sites[site].look
        counts = look is not None and bool(look.pips)
        if value is None or (value == self.program.cell_starts(self.board.name, site)[prop.name] and not counts):
            return EMPTY, None
        return self._value(value, prop.type, prop.name)

    def _value(self, value: Any, kind: Type, name: str) -> tuple[str, str | None]:
        inner = strip(kind)
        if value is None:
            return short(name, [name]), name
        if isinstance(inner, Words):
            word = str(inner.words[value - 1])
            title = str(self.schema.titles[value - 1]) if inner == self.schema.players else word.replace("_", " ")
            return short(word, inner.words), title
        if value is True:
            return short(name, [name]), name
        if value is False:
            return EMPTY, None
        return value_text(value, kind)[:WIDEST] or NO_SYMBOL, None

    def _in_words(self, words: str) -> str:
        titles = dict(zip(self.schema.players.words, self.schema.titles, strict=True))
        return " ".join(str(titles.get(word, word)) for word in words.split())

    def _pieces(self, site: int) -> list[PieceValue]:
        found = (self.shown.world.piece_at(kind, site) for kind in self.board.kinds)
        return [piece for piece in found if piece is not None]

    def _written(self, site: int) -> str:
        """The text that a look of the view writes on a site, as much of it as there is room for."""
        piece = self.pieces.get(site)
        if piece is None:
            look = self.sites[site].look
            return _in_one_line(look.face or "") if look is not None else ""
        return written_on(piece, piece.sites.index(site))

    def _face(self, site: int) -> str | None:
        """The text that the view writes on the piece on a site; None if the view does not say."""
        piece = self.pieces.get(site)
        if piece is None or self.shown.plan.piece(piece.kind).face is None:
            return None
        number = piece.sites.index(site)
        return _in_one_line(piece.faces[number]) if number < len(piece.faces) else ""

    def _hides(self, site: int, pieces: list[PieceValue]) -> bool:
        """Whether something that the symbol shows is hidden from the viewer."""
        cells = {self.board.cells[name].column for name in self.reader.shown_cells if name in self.board.cells}
        if any((column, site) in self.shown.world.hidden for column in cells):
            return True
        for piece in pieces:
            properties = self.schema.kinds[piece.kind].properties
            told = self.reader.shown_properties[piece.kind] or set(list(properties)[:1])
            if any((properties[name].column, piece.number) in self.shown.world.hidden for name in told):
                return True
        return False


def _in_one_line(text: str) -> str:
    return " ".join(text.split())[:WIDEST]


def written_on(piece: PieceShown, number: int = 0) -> str:
    """The text that a look of the view writes on a piece, on one of the cells that it covers."""
    return _in_one_line(piece.faces[number]) if piece.look.face is not None and number < len(piece.faces) else ""


def card_text(shown: Shown, piece: PieceShown) -> str:
    """A playing card in letters: its rank and the sign of its suit. A card with another icon has the symbol that its
    legend gives it; without one, what is written on it, or else its icon in words."""
    if piece.hidden or piece.look.shape == "back":
        return UNSEEN
    face, icon = "".join(piece.faces), piece.look.icon
    if icon is None or icon in SUITS:
        return (face + SUITS.get(icon or "", ""))[:WIDEST] or UNSEEN
    properties = shown.schema.kinds[piece.kind].properties

    def read(name: str) -> Any:
        return shown.world.read(properties[name].column, piece.value)

    symbol = piece_symbol(shown.program.legends, piece.kind, read) or ""
    if symbol and face.casefold() not in symbol.casefold():
        symbol = face + symbol
    return (symbol or face or icon)[:WIDEST]


def piece_in_words(shown: Shown, piece: PieceShown, part: int = 0) -> str:
    """A piece for reading aloud: `7 of hearts`, `White pawn`, `You E`; for one on several sites, the contents of one
    part."""
    is_written = piece.look.face is not None or shown.plan.piece(piece.kind).face is not None
    face = " ".join(piece.faces[part].split()) if is_written and part < len(piece.faces) else ""
    if piece.look.shape in CARDS:
        back = piece.hidden or piece.look.shape == "back"
        suit = piece.look.icon if piece.look.icon in (None, *SUITS) else _suit_in_words(shown, piece)
        return "face down" if back else " of ".join(filter(None, ("".join(piece.faces), suit))) or "hidden"
    schema = shown.schema
    owner, words, numbers = "", [], []
    for prop in schema.kinds[piece.kind].properties.values():
        value = shown.world.read(prop.column, piece.value)
        inner = strip(prop.type)
        if (prop.column, piece.number) in shown.world.hidden or value is None or value is False:
            continue
        if inner == schema.players:
            owner = owner or str(schema.titles[value - 1])
        elif value is True:
            words.append(prop.name)
        elif isinstance(inner, Words):
            words.append(str(inner.words[value - 1]))
        else:
            numbers.append(value_text(value, prop.type))
    if face or piece.hidden:
        return f"{owner} {face or 'hidden'}".strip()
    known = words or [piece.kind, *numbers[:1]]
    return " ".join(filter(None, (owner, *(word.replace("_", " ") for word in known)))) or "hidden"


def _suit_in_words(shown: Shown, piece: PieceShown) -> str:
    """What a card with another icon is told by: the word that it has, or else the icon."""
    for prop in shown.schema.kinds[piece.kind].properties.values():
        value, inner = shown.world.read(prop.column, piece.value), strip(prop.type)
        if isinstance(inner, Words) and inner != shown.schema.players and value:
            return str(inner.words[value - 1]).replace("_", " ")
    return (piece.look.icon or "").replace("_", " ")


def card_colours(piece: PieceShown) -> tuple[str, str]:
    """The ink and the background of a playing card."""
    look = piece.look
    if piece.hidden or look.shape == "back":
        back = (paint(look.colour) if look.shape == "back" else None) or BACK
        return ink_on(back), back
    paper = paint(look.colour) or PAPER
    ink = paint(look.ink) or (THEME["red"] if look.icon in RED_SUITS else ink_on(paper))
    return legible(ink, paper), paper


def _mark_ink(mark: Look | None, ground: str) -> str | None:
    colour = paint(mark.colour) if mark is not None else None
    return None if colour is None else legible(colour, ground)


@dataclass(frozen=True, slots=True)
class Marks:
    """Sites that are pointed out: by the last move, and by a hint or a refusal."""

    last: frozenset[int] = frozenset()
    lit: frozenset[int] = frozenset()

    def around(self, site: int, cell: Cell) -> str:
        """The characters to the left and right of a symbol."""
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
    turned: bool = False,
) -> list[Text]:
    """A board as lines, no wider than `width` if possible; `plain` draws with ASCII characters. Titles come before the
    names of rows and columns, which a player types. `turned`: squares are seen from the opposite side."""
    board = topology.boards[instance]
    if board.shape == "graph":
        return _graph(topology, board, cells, marks, plain)
    pitch = _pitch(board, cells, width)
    if len(topology.family(board)) > 1:
        return [*_heading(titles), *_parted(topology, board, cells, marks, pitch, width, plain, titles.rows, turned)]
    if board.shape != "layers":
        turned = turned and board.shape == "square"
        return [*_heading(titles), *_plane(topology, board.planes[0], cells, marks, pitch, titles.rows, turned)]
    lines = []
    for layer, plane in list(zip(board.layers, board.planes, strict=True))[: _layers_shown(board, cells)]:
        lines.append(Text(f"{layer.name}:", LABEL))
        lines += _plane(topology, plane, cells, marks, pitch)
    return lines


def _heading(titles: Titles) -> list[Text]:
    """The titles of columns, above the board."""
    heading = "  ".join(f"{column_letters(number)} {title}" for number, title in enumerate(titles.columns, start=1))
    return [Text(heading, LABEL)] if heading else []


def _layers_shown(board: Board, cells: Mapping[int, Cell]) -> int:
    """How many layers to show: up to the first empty one above all that are not empty."""
    used = [any(not cells[site].empty for site in plane.sites.values()) for plane in board.planes]
    return max((number for number, each in enumerate(used, start=1) if each), default=0) + 1


def _pitch(board: Board, cells: Mapping[int, Cell], width: int) -> int:
    """How many characters wide a cell is."""
    symbol = max((len(each.text) for site in board.sites for each in (cells[site], *cells[site].beneath)), default=1)
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
    turned: bool = False,
) -> list[Text]:
    """One sheet of cells with its coordinates along the edges."""
    if not plane.sites:
        return []
    order = list(range(plane.rows, 0, -1) if (plane.upwards > 0) != turned else range(1, plane.rows + 1))
    places = {column: plane.columns - column if turned else column - 1 for column in range(1, plane.columns + 1)}
    shifts = _shifts(topology, plane, pitch)
    columns, rows = _labels(topology, plane)
    rows = {row: f"{titles[row - 1]} {name}" if row <= len(titles) else name for row, name in rows.items()}
    left = max(len(label) for label in rows.values()) + 1
    canvas = Canvas()
    lines = _lines(plane, order, cells)
    for row, (y, high) in zip(order, lines, strict=True):
        label = rows.get(row, "")
        upwards = any(cells[site].upwards for (_, at), site in plane.sites.items() if at == row)
        canvas.put(left + shifts[row] - 1 - len(label), y + high - 1 if upwards else y, label, LABEL)
        for column in range(1, plane.columns + 1):
            site = plane.sites.get((column, row))
            if site is not None:
                x = left + shifts[row] + places[column] * pitch
                _pile(canvas, x, y, cells[site], pitch, high)
        for column in range(1, plane.columns + 1):
            site = plane.sites.get((column, row))
            if site is not None:
                cell = cells[site]
                top = high - 1 - len(cell.beneath) if cell.upwards else len(cell.beneath)
                _around(canvas, left + shifts[row] + places[column] * pitch, y + top, cell, pitch, marks, site)
    end = sum(lines[-1])
    edges = [(0, order[0])] if plane.rows > TALL else [(0, order[0]), (end, order[-1])]
    for y, row in edges:
        end = -1
        for column, label in sorted(columns.items(), key=lambda item: places[item[0]]):
            x = left + shifts[row] + places[column] * pitch + (pitch - len(label)) // 2
            if x > end:
                canvas.put(x, y, label, LABEL)
                end = x + len(label)
    return canvas.lines()


def _lines(plane: Plane, order: list[int], cells: Mapping[int, Cell]) -> list[tuple[int, int]]:
    """The line on which each row begins and how many it takes: as many as its highest fanned pile has pieces."""
    found, y = [], 1
    for row in order:
        sites = [plane.sites.get((column, row)) for column in range(1, plane.columns + 1)]
        high = max((len(cells[site].beneath) + 1 for site in sites if site is not None), default=1)
        found.append((y, high))
        y += high
    return found


def _pile(canvas: Canvas, x: int, y: int, cell: Cell, pitch: int, high: int) -> None:
    """A cell, with the pieces beneath it listed downwards."""
    pieces = [*cell.beneath, cell]
    for number, each in enumerate(pieces):
        _cell(canvas, x, y + (high - 1 - number if cell.upwards else number), each, pitch)


def _shifts(topology: Topology, plane: Plane, pitch: int) -> dict[int, int]:
    """For each row, how far it is shifted to the right: half a cell per row for hexes, by position for layers."""
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


# Cells with edges and corners between them


def _parted(
    topology: Topology,
    board: Board,
    cells: Mapping[int, Cell],
    marks: Marks,
    pitch: int,
    width: int,
    plain: bool,
    titles: tuple[str, ...],
    turned: bool,
) -> list[Text]:
    """Squares with a line of characters between them for bars and posts. There is no room between hexes: anything there
    is listed below them."""
    borders = [each for each in topology.family(board) if each.of]
    if board.shape == "hex":
        lines = _plane(topology, board.planes[0], cells, marks, pitch, titles)
        return [*lines, *(line for each in borders for line in _listed(topology, each, cells, width))]
    places = {site: topology.places[site] for each in (board, *borders) for site in each.sites}
    if turned:
        places = {site: (board.columns - x, board.rows - y) for site, (x, y) in places.items()}
    rim = int(any(each.rim for each in borders))
    columns, rows = _labels(topology, board.planes[0])
    rows = {row: f"{titles[row - 1]} {name}" if row <= len(titles) else name for row, name in rows.items()}
    left, top = max(len(label) for label in rows.values()) + 1 + rim, 1 + rim
    canvas = Canvas()
    for site in board.sites:
        (x, y), cell = places[site], cells[site]
        across, down = left + int(x) * (pitch + 1), top + 2 * int(y)
        label = rows[topology.row[site]]
        canvas.put(left - rim - 1 - len(label), down, label, LABEL)
        _cell(canvas, across, down, cell, pitch)
        _around(canvas, across, down, cell, pitch, marks, site)
    for column, label in columns.items():
        place = board.columns - column if turned else column - 1
        for y in {0, top + 2 * board.rows - 1 + rim} if board.rows <= TALL else {0}:
            canvas.put(left + place * (pitch + 1) + (pitch - len(label)) // 2, y, label, LABEL)
    for each in borders:
        with_letters = lettered([cells[site] for site in each.sites])
        for site in each.sites:
            x, y = places[site]
            text = _bar(topology, site, cells, pitch, plain, with_letters)
            wide = topology.axis[site] == ROW
            down = top + 2 * int(y) - (0 if topology.axis[site] == COLUMN else 1)
            canvas.put(
                left + int(x) * (pitch + 1) - (0 if wide else 1), down, text, _bar_style(cells[site], site, marks)
            )
    return canvas.lines()


def lettered(cells: Iterable[Cell]) -> bool:
    """Whether different things are on edges or corners, which are distinguished by their letters."""
    return len({cell.text for cell in cells if not cell.empty}) > 1


def _bar(topology: Topology, site: int, cells: Mapping[int, Cell], pitch: int, plain: bool, with_letters: bool) -> str:
    """The characters of an edge or a corner. A corner continues the edges that meet there."""
    cell, axis = cells[site], topology.axis[site]
    lying, upright, crossing, post, point = "-|+o." if plain else "━┃╋●·"
    length = pitch if axis == ROW else 1
    if cell.empty:
        return " " * length if axis else point
    if with_letters:
        return cell.text[:length].center(length, lying)
    if axis:
        return (lying if axis == ROW else upright) * length
    board = topology.board_at(site)
    assert board is not None
    edges = next((each for each in topology.family(board) if each.shape == "edges"), None)
    met = topology.around_table(edges.name)[site] if edges is not None else ()
    ways = {topology.axis[edge] for edge in met if not cells[edge].empty}
    return {(): post, (ROW,): lying, (COLUMN,): upright}.get(tuple(sorted(ways)), crossing)


def _bar_style(cell: Cell, site: int, marks: Marks) -> Style:
    if cell.empty and site not in marks.lit:
        return LABEL
    colour = cell.ground if cell.ground != GROUND else cell.ink
    return Style(color=colour, bold=True, reverse=site in marks.lit or site in marks.last)


def _listed(topology: Topology, board: Board, cells: Mapping[int, Cell], width: int) -> list[Text]:
    """The edges or corners with something on them, by name."""
    taken = [f"{topology.names[site]} {cells[site].text}" for site in board.sites if not cells[site].empty]
    text = f"{board.shape}: {', '.join(taken)}"
    return [Text(line, LABEL) for line in wrap(text, width)] if taken else []


# Graphs


def _graph(topology: Topology, board: Board, cells: Mapping[int, Cell], marks: Marks, plain: bool) -> list[Text]:
    """The sites of a graph in their places, joined by lines; named along the edges or each beside its symbol."""
    edged = _has_edges(topology, board)
    symbol = max(len(cells[site].text) for site in board.sites)
    name = 0 if edged else max(len(topology.names[site]) for site in board.sites) + 1
    places = {site: topology.places[site] for site in board.sites}
    across, down = min(x for x, _ in places.values()), min(y for _, y in places.values())
    left = max(len(str(topology.row[site])) for site in board.sites) + 2 if edged else 1
    top = 1 if edged else 0
    wide, high = symbol + 3 + name, 2
    at = {site: (left + round((x - across) * wide), top + round((y - down) * high)) for site, (x, y) in places.items()}
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
    """Whether coordinates along the edges name every site: each is in the column and row of its name."""
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
