"""Boards and zones as text: the pictures that specs are written with, made from a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.boards import Plane
from interpreter.drawing import EMPTY, NO_SITE, Meaning, pile_symbol, symbol_in_parts
from interpreter.expressions import Letter, Property, StateWorld, Text, Type, Words, default_value, strip
from interpreter.position import Data, PieceValue, mover_of
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from runtime.show.looks import always_shown

NO_SYMBOL = "!"
"""What stands on a site for which the legend has no symbol."""


@dataclass(frozen=True, slots=True)
class Face:
    """The contents of one site: values of the cell, and pieces with their properties; in a pile, what lies beneath the
    top one, the lowest first."""

    cells: Mapping[str, Any]
    pieces: Mapping[str, Mapping[str, Any]]
    beneath: tuple[Mapping[str, Any], ...] = ()


class SymbolReader:
    """Reads one board of one state and writes the symbols of its legend."""

    def __init__(self, program: Program, data: Data, board: str) -> None:
        self.program = program
        self.schema = program.schema
        self.board = program.schema.boards[board]
        self.legend = program.legends.boards[board]
        self.world = StateWorld(program, data, mover_of(data))
        self.has_legend = bool(self.legend.written)
        self.shown_cells, self.shown_properties = self._mentioned()

    def _mentioned(self) -> tuple[set[str], dict[str, set[str]]]:
        """The properties that symbols express: others are not part of a picture."""
        cells: set[str] = set()
        pieces = {kind: set(self.legend.in_parts.get(kind, ())) for kind in self.board.kinds}
        for meaning in self.legend.entries.values():
            cells |= meaning.cells.keys()
            for kind, values in meaning.pieces.items():
                pieces[kind] |= values.keys()
        if not self.board.kinds and not cells:
            cells |= set(list(self.board.cells)[:1])
        return cells, pieces

    def face(self, site: int) -> Face:
        """The contents of a site."""
        cells = {name: self.world.read(prop.column, site) for name, prop in self.board.cells.items()}
        pieces: dict[str, dict[str, Any]] = {}
        beneath: list[dict[str, Any]] = []
        for kind in self.board.kinds:
            properties = self.schema.kinds[kind].properties
            for piece in self.world.pile(kind, site):
                if kind in pieces:
                    beneath.append(pieces[kind])
                pieces[kind] = {name: self.world.read(prop.column, piece) for name, prop in properties.items()}
        return Face(cells, pieces, tuple(beneath))

    def fits(self, meaning: Meaning, site: int) -> bool:
        """Whether the contents of a site are exactly what a symbol means."""
        face, starts = self.face(site), self.program.cell_starts(self.board.name, site)
        if face.pieces.keys() != meaning.pieces.keys() or len(face.beneath) != len(meaning.beneath):
            return False
        lower = zip(meaning.beneath, face.beneath, strict=True)
        if not all(self._piece_fits(self.board.kinds[0], wanted, actual) for wanted, actual in lower):
            return False
        for name in self.shown_cells | meaning.cells.keys():
            if face.cells[name] != meaning.cells.get(name, starts[name]):
                return False
        return all(self._piece_fits(kind, values, face.pieces[kind]) for kind, values in meaning.pieces.items())

    def _piece_fits(self, kind: str, wanted: Mapping[str, Any], actual: Mapping[str, Any]) -> bool:
        started = self.program.steps.starts.get(kind, {})
        for name in self.shown_properties[kind] | wanted.keys():
            if name in wanted:
                if wanted[name] != actual[name]:
                    return False
            elif name not in started:
                usual = default_value(self.schema.kinds[kind].properties[name].type)
                if usual is not None and usual != actual[name]:
                    return False
        return True

    def symbol(self, site: int) -> str:
        """The symbol of a site's contents."""
        beneath = self.face(site).beneath
        if beneath:
            lower = [self._piece_symbol(self.board.kinds[0], values) for values in beneath]
            return pile_symbol([*lower, self.top(site)])
        return self._single(site)

    def top(self, site: int) -> str:
        """The symbol of a site's contents; for a pile, that of its top piece."""
        face = self.face(site)
        if not face.beneath:
            return self._single(site)
        [(kind, values)] = face.pieces.items()
        return self._piece_symbol(kind, values)

    def _single(self, site: int) -> str:
        """The symbol of a site without a pile."""
        if not self.has_legend:
            return self._plain(site)
        in_parts = self._in_parts(site)
        if in_parts is not None:
            return in_parts
        for symbol, meaning in self.legend.entries.items():
            if self.fits(meaning, site):
                return symbol
        if self.fits(Meaning(), site):
            return EMPTY
        plain = self._plain(site)
        return NO_SYMBOL if plain == EMPTY else plain

    def _piece_symbol(self, kind: str, values: Mapping[str, Any]) -> str:
        """The symbol of a piece in a pile."""
        told = {name: values[name] for name in self.legend.in_parts.get(kind, ())}
        symbol = self.legend.symbol_of(kind, told) if told else None
        if symbol is not None:
            return symbol
        for symbol, meaning in self.legend.entries.items():
            wanted = meaning.pieces.get(kind)
            if wanted is not None and not meaning.cells and self._piece_fits(kind, wanted, values):
                return symbol
        first = next(iter(self.schema.kinds[kind].properties.values()), None)
        return kind if first is None else value_text(values[first.name], first.type)

    def piece(self, piece: PieceValue) -> str:
        """The symbol of a piece, wherever it is in its pile."""
        properties = self.schema.kinds[piece.kind].properties
        return self._piece_symbol(
            piece.kind, {name: self.world.read(prop.column, piece) for name, prop in properties.items()}
        )

    def _in_parts(self, site: int) -> str | None:
        """The symbol of a piece if the legend writes it in parts."""
        pieces = self.face(site).pieces if self.legend.in_parts else {}
        for kind, values in pieces.items():
            told = {name: values[name] for name in self.legend.in_parts.get(kind, ())}
            symbol = self.legend.symbol_of(kind, told) if told else None
            meaning = self.legend.known(symbol) if symbol is not None else None
            if meaning is not None and self.fits(meaning, site):
                return symbol
        return None

    def drawn(self, site: int) -> bool:
        """Whether the symbol of a site says everything that pictures of this board can say about it."""
        meaning = self.legend.meaning(self.symbol(site), None, Diagnostics())
        return meaning is not None and self.fits(meaning, site)

    def _plain(self, site: int) -> str:
        """The first property of the only kind, or of the cell."""
        face = self.face(site)
        if self.board.kinds:
            if not face.pieces:
                return EMPTY
            kind, values = next(iter(face.pieces.items()))
            first = next(iter(self.schema.kinds[kind].properties.values()), None)
            if len(face.pieces) > 1 or first is None:
                return kind
            return value_text(values[first.name], first.type)
        prop = next(iter(self.board.cells.values()), None)
        starts = self.program.cell_starts(self.board.name, site)
        if prop is None or face.cells[prop.name] is None:
            return EMPTY
        if face.cells[prop.name] == starts[prop.name] and not always_shown(prop.type):
            return EMPTY
        return value_text(face.cells[prop.name], prop.type)

    def first_cell(self, site: int) -> int:
        """The first cell of the piece that covers a site, or the site itself."""
        for kind in self.board.kinds:
            piece = self.world.piece_at(kind, site)
            if piece is not None:
                return int(self.world.site_of(piece) or site)
        return site

    def symbols(self, instance: str) -> dict[int, str]:
        """The symbol of every site; a piece that covers several is shown on its first."""
        sites = self.schema.topology.boards[instance].sites
        return {site: self.symbol(site) for site in sites if self.first_cell(site) == site}


def value_text(value: Any, kind: Type) -> str:
    """A value as pictures write it: letters are capitals, words are unchanged."""
    inner = strip(kind)
    if value is None:
        return EMPTY
    if isinstance(inner, Letter | Text):
        return str(value).upper()
    if isinstance(inner, Words):
        return str(inner.words[value - 1])
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def plane_rows(plane: Plane, symbols: Mapping[int, str], missing: str = NO_SITE, parted: bool = False) -> list[str]:
    """The rows of one sheet of cells, the top of the screen first. Sites without a symbol are left out if a wide symbol
    covers them, and shown as `missing` if the board has no site there. `parted` separates even symbols of one character
    by blanks."""
    order = range(plane.rows, 0, -1) if plane.upwards > 0 else range(1, plane.rows + 1)
    rows = []
    for row in order:
        sites = [plane.sites.get((column, row), 0) for column in range(1, plane.columns + 1)]
        rows.append([symbols[site] if site else missing for site in sites if not site or site in symbols])
    width = max((len(symbol) for row in rows for symbol in row), default=1)
    if width == 1 and not parted:
        return ["".join(row) for row in rows]
    return [" ".join(symbol.ljust(width) for symbol in row).rstrip() for row in rows]


def drawn_symbols(program: Program, instance: str, symbols: Mapping[int, str]) -> list[str]:
    """The lines of a picture: its rows, a title before each layer, or the sites of a graph one by one."""
    topology = program.schema.topology
    board = topology.boards[instance]
    if board.sheet is not None and board.shape != "layers":
        return plane_rows(board.sheet, symbols)
    if board.shape != "layers":
        return [f"{topology.names[site]} {symbols[site]}" for site in board.sites if symbols.get(site, EMPTY) != EMPTY]
    lines: list[str] = []
    for layer, plane in zip(board.layers, board.planes, strict=True):
        if any(site in symbols for site in plane.sites.values()):
            lines += [f"{layer.name}:", *plane_rows(plane, symbols)]
    return lines


def board_text(program: Program, data: Data, board: str, instance: str | None = None) -> str:
    """A board as a picture; if several boards share a name, the first, unless `instance` names another."""
    name = instance or program.schema.boards[board].instances[0]
    return "\n".join(drawn_symbols(program, name, SymbolReader(program, data, board).symbols(name)))


def first_property(program: Program, kind: str) -> Property | None:
    """The property by which a piece in a zone is written."""
    return next(iter(program.schema.kinds[kind].properties.values()), None)


def piece_symbol(program: Program, kind: str, values: Mapping[str, Any]) -> str:
    """The symbol of a piece off the boards: in parts if a legend writes it that way, or by its first property."""
    prop = first_property(program, kind)
    if prop is None:
        return kind
    in_parts = symbol_in_parts(program.legends, kind, values.get)
    return in_parts or value_text(values.get(prop.name), prop.type)


def zone_symbols(program: Program, data: Data, zone: str, number: int | None = None) -> list[str]:
    """The symbols of the pieces in a zone, starting at its front; `number` says which of several, from 1."""
    found, position = program.schema.zones[zone], StateWorld(program, data, 1)
    properties = program.schema.kinds[found.kind].properties
    key = found.keys[number - 1] if number is not None else None

    def symbol(piece: PieceValue) -> str:
        values = {name: position.read(prop.column, piece) for name, prop in properties.items()}
        return piece_symbol(program, found.kind, values)

    return [symbol(piece) for piece in position.zone(zone, key)]
