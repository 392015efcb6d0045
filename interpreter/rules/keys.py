"""What makes two states the same for the rest of the game: the key of a search's table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from interpreter.expr import terms
from interpreter.expr.types import Maybe, is_reference
from interpreter.position import PASSES, PENDING, PHASE, RESULT, SEED, TO_MOVE, TURN_NUMBER
from interpreter.rules.program import Program

Data = tuple[Any, ...]
Part = Callable[[Data], Any]

WITHOUT_FUTURE = ("stream", "history", "known")
BYTE = 256


@lru_cache(maxsize=64)
def key_function(program: Program) -> Callable[[Data], Any]:
    """The function that gives the key of a state's data.

    Luck, histories and what players remember are left out, and the turn number unless a rule reads it. Pieces count
    by their properties, not by their numbers.
    """
    plain = [TO_MOVE, PHASE, RESULT, PENDING, PASSES]
    if _reads_turn_number(program):
        plain.append(TURN_NUMBER)
    parts: list[Part] = []
    for name, field in program.layout.fields.items():
        head, _, rest = name.partition(".")
        if name == SEED or (rest and (head in WITHOUT_FUTURE or head in program.schema.kinds)):
            continue
        if rest and head == "at":
            parts.append(_placed(program, rest, field.index))
        elif rest and head == "zone":
            zone = program.schema.zones[rest]
            parts.append(_held(program, zone.kind, field.index, zone.per is not None))
        else:
            plain.append(field.index)
    indexes = tuple(plain)
    if not parts:
        return lambda data: tuple([data[index] for index in indexes])
    return lambda data: (*[data[index] for index in indexes], *[part(data) for part in parts])


def _reads_turn_number(program: Program) -> bool:
    return any(
        isinstance(part, terms.Global) and part.name == "turn_number"
        for term in program.plan.all_terms()
        for part in terms.walk(term)
    )


def _placed(program: Program, kind: str, at: int) -> Part:
    """What stands on each site: a row of values for each property."""
    columns, told = _properties(program, kind)

    def part(data: Data) -> Any:
        pieces = data[at]
        rows: list[Any] = [] if told else [bytes(map(bool, pieces))]
        small = len(data[columns[0]]) <= BYTE if columns else False
        numbers = bytes(pieces) if small else b""
        for index in columns:
            column = data[index]
            if small and isinstance(column, bytes):
                rows.append(numbers.translate(column.ljust(BYTE, b"\0")))
            else:
                rows.append(tuple([column[piece] for piece in pieces]))
        return tuple(rows)

    return part


def _held(program: Program, kind: str, index: int, several: bool) -> Part:
    """What lies in a zone, in order."""
    columns, _ = _properties(program, kind)

    def faces(data: Data, held: tuple[int, ...]) -> Any:
        return len(held), *[tuple([data[column][piece] for piece in held]) for column in columns]

    if several:
        return lambda data: tuple([faces(data, held) for held in data[index]])
    return lambda data: faces(data, data[index])


def _properties(program: Program, kind: str) -> tuple[tuple[int, ...], bool]:
    """The columns of a kind's properties, and whether one of them is never none: that tells a piece from no piece."""
    properties = program.schema.kinds[kind].properties.values()
    fields = [program.layout.fields[prop.column] for prop in properties]
    told = any(is_reference(field.type) and not isinstance(field.type, Maybe) for field in fields if field.type)
    return tuple(field.index for field in fields), told
