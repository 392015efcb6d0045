"""Pictures of boards and texts for pieces: from what a spec writes to a position, and from a position to what a spec
would write."""

from interpreter.program.drawing import Drawing, parted_by_blanks
from interpreter.program.program import Bench
from interpreter.rules.legend import Meaning, piece_symbol, pile_symbol, read_piece, read_value, symbol_in_parts
from interpreter.rules.pictures import ANYTHING, EMPTY, NO_SITE, extent, symbols

__all__ = [
    "ANYTHING",
    "EMPTY",
    "NO_SITE",
    "Bench",
    "Drawing",
    "Meaning",
    "extent",
    "parted_by_blanks",
    "piece_symbol",
    "pile_symbol",
    "read_piece",
    "read_value",
    "symbol_in_parts",
    "symbols",
]
