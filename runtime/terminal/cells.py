"""What a site shows on a terminal: a symbol and its colours, for one player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.drawing import EMPTY
from interpreter.expressions import Type, Words, strip
from interpreter.position import PieceValue
from runtime.board_text import NO_SYMBOL, BoardReader, value_text
from runtime.presentation.boards import board_reader
from runtime.presentation.faces import short
from runtime.presentation.shown import Shown
from runtime.presentation.values import Look, PieceShown, SiteShown
from runtime.terminal.palette import EMPTY_SITE, GROUND, ink_on, legible, paint

UNSEEN = "?"
"""What stands for something that the viewer may not know."""
STAR = "*"
FLAT = ("none", "ring")
"""Shapes that leave the ground as it is."""
WIDEST = 12
"""Longer faces are cut."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One site: its symbol, the colours of symbol and ground as #rrggbb, and what its symbol means."""

    text: str
    ink: str
    ground: str
    empty: bool = False
    starred: bool = False
    meaning: str | None = None


class CellReader:
    """Reads the sites of one board."""

    def __init__(self, shown: Shown, board: str) -> None:
        self.shown = shown
        self.program = shown.program
        self.schema = shown.schema
        self.board = self.schema.boards[board]
        self.reader = BoardReader(shown.program, shown.view.data, board)
        boards = board_reader(shown, board).shown(shown)
        self.sites: dict[int, SiteShown] = {site.site: site for each in boards for site in each.sites}
        self.pieces: dict[int, PieceShown] = {
            site: piece for each in boards for piece in each.pieces for site in piece.sites
        }
        self.legend = {
            symbol: self._in_words(str(entry.words))
            for name, spec in shown.program.spec.boards.items()
            if str(name) == board
            for key, entry in (spec.legend or {}).items()
            if entry.words is not None
            for symbol in [str(key)]
        }

    def cells(self, instance: str) -> dict[int, Cell]:
        """Every site of a board."""
        return {site: self.cell(site) for site in self.schema.topology.boards[instance].sites}

    def cell(self, site: int) -> Cell:
        """What one site shows."""
        symbol, meaning = self._symbol(site)
        shown, piece = self.sites[site], self.pieces.get(site)
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
        """The symbol of a site, and what it means where that is not plain."""
        pieces = self._pieces(site)
        if self.reader.has_legend:
            symbol = self.reader.symbol(site)
            if symbol in self.reader.legend.entries:
                return symbol, self.legend.get(symbol)
            if symbol == EMPTY and not self._hides(site, pieces):
                return EMPTY, None
        face = self._face(site)
        if face is not None:
            return face[:WIDEST] or UNSEEN, None
        if self._hides(site, pieces):
            return UNSEEN, None
        return self._plain(site, pieces)

    def _plain(self, site: int, pieces: list[PieceValue]) -> tuple[str, str | None]:
        """The first property of the piece or of the cell, words as their initials."""
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

    def _face(self, site: int) -> str | None:
        """What the spec writes on the piece on a site; None if it does not say."""
        piece = self.pieces.get(site)
        if piece is None or self.shown.plan.piece(piece.kind).face is None:
            return None
        number = piece.sites.index(site)
        return piece.faces[number] if number < len(piece.faces) else ""

    def _hides(self, site: int, pieces: list[PieceValue]) -> bool:
        """Whether something that the symbol tells is hidden from the viewer."""
        cells = {self.board.cells[name].column for name in self.reader.shown_cells if name in self.board.cells}
        if any((column, site) in self.shown.world.hidden for column in cells):
            return True
        for piece in pieces:
            properties = self.schema.kinds[piece.kind].properties
            told = self.reader.shown_properties[piece.kind] or set(list(properties)[:1])
            if any((properties[name].column, piece.number) in self.shown.world.hidden for name in told):
                return True
        return False


def _mark_ink(mark: Look | None, ground: str) -> str | None:
    colour = paint(mark.colour) if mark is not None else None
    return None if colour is None else legible(colour, ground)
