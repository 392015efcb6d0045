"""Scripted streams: what a test says chance will give, in the notation of the drawn type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.expr.remedies import form_of
from interpreter.expr.scope import Scope
from interpreter.expr.types import Piece, Type, strip
from interpreter.rules.legend import read_value
from interpreter.rules.notation import Notation
from interpreter.rules.program import Program
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import suggestion
from runtime.acceptance.ground import Ground
from runtime.acceptance.words import Word, words_of

Data = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """What a stream will give, in order. Pieces are found when the state is there."""

    program: Program
    stream: str
    kind: Type
    words: tuple[Word, ...]

    def outcomes(self, data: Data) -> tuple[Any, ...]:
        """The outcomes as the engine keeps them."""
        inner = strip(self.kind)
        if not isinstance(inner, Piece):
            return tuple(drawn_value(self.program, word.text, inner) for word in self.words)
        notation, found = Notation(self.program), list[Any]()
        for word in self.words:
            found.append(notation.drawn_piece(data, word.text, inner.kind, found))
        return tuple(found)


def check_script(ground: Ground, stream: Scalar, text: Scalar) -> Script | None:
    """Check a script of `random`; None after a report."""
    steps = ground.program.steps
    if str(stream) not in steps.streams:
        message = f"The test scripts ‘{stream}’, from which no step draws."
        ground.diagnostics.error("unknown-stream", stream.span, message, suggestion(stream, steps.streams))
        return None
    kind = steps.stream_types[str(stream)]
    inner, fine = strip(kind), True
    words = () if text == "none" else tuple(words_of(text))
    for word in words:
        if not isinstance(inner, Piece) and drawn_value(ground.program, word.text, inner) is None:
            message = f"‘{word.text}’ is no {inner}, which ‘{stream}’ gives."
            ground.diagnostics.error(
                "bad-script", word.span, message, form_of(inner, Scope(ground.program.schema, frozenset()))
            )
            fine = False
    return Script(ground.program, str(stream), kind, words) if fine else None


def drawn_value(program: Program, text: str, kind: Type) -> Any:
    """A value in the notation of its type, or what a symbol of a legend stands for; None if it is neither."""
    value = read_value(text, kind, program.schema)
    if value is not None:
        return value
    for name, legend in program.legends.items():
        meaning = legend.entries.get(text)
        if meaning is None:
            continue
        board = program.schema.boards[name]
        found = [v for prop, v in meaning.cells.items() if strip(board.cells[prop].type) == kind]
        for piece, values in meaning.pieces.items():
            properties = program.schema.kinds[piece].properties
            found += [v for prop, v in values.items() if strip(properties[prop].type) == kind]
        if len(found) == 1:
            return found[0]
    return None
