"""What a site shows on a terminal: a symbol and its colours, for one player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.expr.evaluator import PieceValue
from interpreter.expr.types import SITE, Piece, Type, Words, strip
from interpreter.pictures import EMPTY
from runtime.board_text import NO_SYMBOL, BoardReader, value_text
from runtime.terminal.palette import EMPTY_SITE, GROUND, ink_on, legible
from runtime.terminal.shown import Shown, Sign

UNSEEN = "?"
"""What stands for something that the viewer may not know."""
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
        self.looks, self.beneath = shown.board_looks(board)
        self.signs = shown.signs(board)
        self.legend = {
            symbol: self._in_words(str(entry.words))
            for name, spec in shown.program.spec.boards.items()
            if str(name) == board
            for key, entry in (spec.legend or {}).items()
            if entry.words is not None
            for symbol in [str(key)]
        }
        self._unseen = _unseen_entries(shown)

    def cells(self, instance: str) -> dict[int, Cell]:
        """Every site of a board."""
        return {site: self.cell(site) for site in self.schema.topology.boards[instance].sites}

    def cell(self, site: int) -> Cell:
        """What one site shows."""
        symbol, meaning = self._symbol(site)
        empty = symbol == EMPTY
        ground = self._ground(site)
        look = self._look(site)
        colour = look.colour if look is not None else None if empty else self._owner_colour(site)
        if look is not None and not look.show:
            symbol, empty = EMPTY, True
        sign = self.signs.get(site)
        starred = sign is not None and sign.icon == "star" and not empty
        shape = look.shape if look is not None else None
        if colour is not None and shape not in FLAT and (not empty or shape in ("square", "tile")):
            ink = ink_on(colour) if not empty else _sign_ink(sign, colour) or legible(EMPTY_SITE, colour)
            return Cell(symbol, ink, colour, empty, starred, meaning)
        wanted = _sign_ink(sign, ground) if empty else None
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
        for piece in pieces:
            given, face = self.shown.piece_face(piece.kind, piece, self._number(site, piece))
            if given:
                return (UNSEEN if face is None else face[:WIDEST]), None
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
        if value is None or value == self.program.cell_starts(self.board.name, site)[prop.name]:
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

    def _number(self, site: int, piece: PieceValue) -> int:
        """Which of the cells that a piece covers this is, from 1 along the rows."""
        first = self.shown.world.site_of(piece)
        if first in (None, site):
            return 1
        cells = self.program.cells_of(self.shown.view.data, piece.kind, piece.number, first) or ()
        return cells.index(site) + 1 if site in cells else 1

    def _hides(self, site: int, pieces: list[PieceValue]) -> bool:
        """Whether something that the symbol tells is hidden from the viewer."""
        cells = {self.board.cells[name].column for name in self.reader.shown_cells if name in self.board.cells}
        if any((column, site) in self._unseen for column in cells):
            return True
        for piece in pieces:
            properties = self.schema.kinds[piece.kind].properties
            told = self.reader.shown_properties[piece.kind] or set(list(properties)[:1])
            if any((properties[name].column, piece.number) in self._unseen for name in told):
                return True
        return False

    # Colours

    def _ground(self, site: int) -> str:
        look = self.shown.look(self.beneath, SITE, site)
        return look.colour if look is not None and look.colour is not None else GROUND

    def _look(self, site: int) -> Any:
        if len(self.board.kinds) != 1:
            return self.shown.look(self.looks, SITE, site)
        kind = self.board.kinds[0]
        piece = self.shown.world.piece_at(kind, site)
        return None if piece is None else self.shown.look(self.looks, Piece(kind), piece)

    def _owner_colour(self, site: int) -> str | None:
        """The colour of the first property that has one: the owner, a colour, any word of the view's colours."""
        values = [
            (prop, self.shown.world.read(prop.column, piece))
            for piece in self._pieces(site)
            for prop in self.schema.kinds[piece.kind].properties.values()
        ]
        values += [(prop, self.shown.world.read(prop.column, site)) for prop in self.board.cells.values()]
        for prop, value in values:
            kind = strip(prop.type)
            if isinstance(kind, Words) and value is not None:
                found = self.shown.word_colour(kind, value)
                if found is not None:
                    return found
        return None


def short(word: str, among: Iterable[str]) -> str:
    """The shortest beginning that tells a word from the others, up to three letters; then the word itself."""
    words = [str(each).lower() for each in among]
    for length in (1, 2, 3):
        if len({each[:length] for each in words}) == len(words):
            return word[:length].capitalize()
    return word


def _sign_ink(sign: Sign | None, ground: str) -> str | None:
    return None if sign is None or sign.colour is None else legible(sign.colour, ground)


def _unseen_entries(shown: Shown) -> set[tuple[str, int]]:
    """The entries of columns that the viewer may not know."""
    return {(name, target) for names, targets in shown.view.hidden for name in names for target in targets}
