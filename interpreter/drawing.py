"""Pictures of boards and texts for pieces: from what a spec writes to a position, and what a position is written as."""

from interpreter.pictures import ANYTHING, EMPTY, NO_SITE, extent, symbols
from interpreter.rules.bench import Bench
from interpreter.rules.drawing import Drawing
from interpreter.rules.legend import Meaning, read_value
from interpreter.rules.piece_symbols import read_piece, symbol_in_parts

__all__ = [
    "ANYTHING",
    "EMPTY",
    "NO_SITE",
    "Bench",
    "Drawing",
    "Meaning",
    "extent",
    "read_piece",
    "read_value",
    "symbol_in_parts",
    "symbols",
]
