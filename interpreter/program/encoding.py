"""States as text and back, and the key that makes two states the same for a search."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.language import terms
from interpreter.language.types import Flag, Listing, Maybe, Number, Piece, Site, Text, Type, Words, is_reference, strip
from interpreter.position import HEADER, PASSES, PENDING, PHASE, RESULT, TO_MOVE, TURN_NUMBER
from interpreter.state.layout import Field

if TYPE_CHECKING:
    from interpreter.program.program import Program

Data = tuple[Any, ...]
Part = Callable[[Data], Any]

WITHOUT_FUTURE = ("seed", "stream", "history", "known")
BYTE = 256
_PIECES = bytes([0] + [1] * (BYTE - 1))
"""Any piece for its number, to be told from the 0 between piles."""
FORMAT = 1


@lru_cache(maxsize=64)
def key_function(program: Program) -> Callable[[Data], Any]:
    """The function that gives the key of a state's data.

    Luck, histories and what players remember are left out, and so is the turn number unless a rule reads it. Pieces
    count by their properties, not by their numbers.
    """
    plain = [TO_MOVE, PHASE, RESULT, PENDING, PASSES]
    if reads_turn_number(program):
        plain.append(TURN_NUMBER)
    parts: list[Part] = []
    for field in program.layout.fields.values():
        about = field.name
        if about.role in WITHOUT_FUTURE or about.is_of_pieces:
            continue
        if about.role == "at" and not program.schema.is_piled(about.of):
            parts.append(_placed(program, about.of, field.index))
        elif about.role == "at":
            continue
        elif about.role == "pile":
            parts.append(_held(program, about.of, field.index, True))
        elif about.role == "zone":
            zone = program.schema.zones[about.of]
            parts.append(_held(program, zone.kind, field.index, zone.per is not None))
        else:
            plain.append(field.index)
    indexes = tuple(plain)
    if not parts:
        return lambda data: tuple([data[index] for index in indexes])
    return lambda data: (*[data[index] for index in indexes], *[part(data) for part in parts])


def reads_turn_number(program: Program) -> bool:
    """Whether a rule reads the number of the turn."""
    return any(
        isinstance(part, terms.Global) and part.name == "turn_number"
        for term in program.plan.all_terms()
        for part in terms.walk(term)
    )


def _placed(program: Program, kind: str, at: int) -> Part:
    """What is on each site: a row of values for each property."""
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
    """The contents of a zone, or of the piles on all sites, in order."""
    columns, told = _properties(program, kind)

    def faces(data: Data, held: tuple[int, ...]) -> Any:
        return len(held), *[tuple([data[column][piece] for piece in held]) for column in columns]

    def rows(data: Data) -> Any:
        return tuple([faces(data, held) for held in data[index]])

    def bytes_of_rows(data: Data) -> Any:
        if len(data[columns[0]]) > BYTE:
            return rows(data)
        # A 0 stands between piles, and no piece has that number.
        numbers = b"\0".join(map(bytes, data[index]))
        found = [numbers.translate(data[column].ljust(BYTE, b"\0")) for column in columns]
        return (*found, *(() if told else (numbers.translate(_PIECES),)))

    if not several:
        return lambda data: faces(data, data[index])
    properties = program.schema.kinds[kind].properties.values()
    in_bytes = {program.layout.fields[prop.column].store for prop in properties} == {"bytes"}
    return bytes_of_rows if in_bytes else rows


def _properties(program: Program, kind: str) -> tuple[tuple[int, ...], bool]:
    """The columns of a kind's properties, and whether one of them is never none, which tells a piece from no piece."""
    properties = program.schema.kinds[kind].properties.values()
    fields = [program.layout.fields[prop.column] for prop in properties]
    told = any(is_reference(field.type) and not isinstance(field.type, Maybe) for field in fields if field.type)
    return tuple(field.index for field in fields), told


class NotAState(ValueError):
    """A text that is not a state of the game."""


def written(program: Program, data: tuple[Any, ...], settings: dict[str, Any]) -> str:
    """A state as text, with the settings and board sizes that it needs."""
    content = {
        "format": FORMAT,
        "game": program.name,
        "settings": settings,
        "extents": {
            name: [columns, rows, sorted(map(list, holes))] for name, (columns, rows, holes) in program.extents.items()
        },
        "data": [_plain(value) for value in data],
    }
    return json.dumps(content, separators=(",", ":"))


def opened(text: str, game: str) -> dict[str, Any]:
    """The content of a written state, before its program is known."""
    try:
        content = json.loads(text)
        data = tuple(_value(each) for each in content["data"]) if _is_content(content, game) else None
    except (ValueError, RecursionError) as problem:
        raise NotAState(f"This is not a state of {game}.") from problem
    if data is None:
        raise NotAState(f"This is not a state of {game}.")
    if len(data) > RESULT and isinstance(data[RESULT], tuple) and len(data[RESULT]) == 3:
        # Written before ends could pay.
        data = (*data[:RESULT], (*data[RESULT], None), *data[RESULT + 1 :])
    if len(data) > PENDING and isinstance(data[PENDING], tuple) and len(data[PENDING]) == 4:
        # Written before turns could go on with one of several actions.
        name, fixed, values, may_stop = data[PENDING]
        data = (*data[:PENDING], (((name, fixed),), values, may_stop), *data[PENDING + 1 :])
    extents = {
        board: (columns, rows, frozenset(map(tuple, holes)))
        for board, (columns, rows, holes) in content["extents"].items()
    }
    return {"settings": content["settings"], "extents": extents, "data": data}


def _is_content(content: Any, game: str) -> bool:
    match content:
        case {"format": int(number), "game": str(name), "settings": dict(), "extents": dict(extents), "data": list()}:
            return (number, name) == (FORMAT, game) and all(map(_is_extent, extents.values()))
    return False


def _is_extent(size: Any) -> bool:
    """Whether a value describes the columns, rows and holes of a board."""
    match size:
        case [int(), int(), list(holes)]:
            return all(isinstance(hole, list) and len(hole) == 2 and all(map(_whole, hole)) for hole in holes)
    return False


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return bytes.fromhex(str(value.get("bytes", "none")))
    if isinstance(value, float):
        raise NotAState("A state cannot hold fractions.")
    return tuple(_value(item) for item in value) if isinstance(value, list) else value


def fitting(program: Program, data: tuple[Any, ...]) -> bool:
    """Whether data that was read can be a state of a program: every field of its kind, every number within its
    bounds."""
    fields = program.layout.fields
    if len(data) != HEADER + len(fields) or not _header_fits(program, data):
        return False
    return all(_field_fits(program, field, data[field.index], data) for field in fields.values())


def _header_fits(program: Program, data: tuple[Any, ...]) -> bool:
    to_move, turn, phase, result, pending, passes = data[:HEADER]
    players = len(program.schema.players.words)
    whole = all(_whole(value) for value in (to_move, turn, phase, passes))
    if not whole or not 0 < to_move <= players or turn < 1 or not 0 <= phase <= len(program.phases) or passes < 0:
        return False
    if bool(program.phases) != bool(phase):
        return False
    if result is not None:
        ends = [-1, -2, *range(1, len(program.ends) + 1)]
        if (
            not isinstance(result, tuple)
            or len(result) != 4
            or result[0] not in ends
            or not _within(result[1], players)
        ):
            return False
        if result[2] not in (None, True, False) or not _payoff_fits(program, result[3]):
            return False
    return pending is None or _pending_fits(program, pending)


def _payoff_fits(program: Program, payoff: Any) -> bool:
    """Whether there is a number for each player if the game has payoffs, and nothing if it does not."""
    if not program.schema.pays:
        return payoff is None
    count = len(program.schema.players.words)
    return isinstance(payoff, tuple) and len(payoff) == count and all(map(_whole, payoff))


def _pending_fits(program: Program, pending: Any) -> bool:
    if not isinstance(pending, tuple) or len(pending) != 3 or not isinstance(pending[2], bool):
        return False
    ways, values, _ = pending
    if ways not in [each for each, _ in program.steps.continued] or not isinstance(values, tuple):
        return False
    kinds = program.fixed_types(ways)
    return len(values) == len(kinds) and all(
        value is not None and _value_fits(program, value, kind) for value, kind in zip(values, kinds, strict=True)
    )


def _field_fits(program: Program, field: Field, value: Any, data: tuple[Any, ...]) -> bool:
    blank = program.blank()[field.index]
    about = field.name
    if about.role == "stream":
        return _whole(value) or isinstance(value, tuple)
    if about.role in ("chosen", "history", "known"):
        return isinstance(value, tuple)
    if about.role == "zone":
        zone = program.schema.zones[about.of]
        rows, wanted = (value, zone.count + 1) if zone.per is not None else ((value,), 1)
        return _rows_fit(program, zone.kind, rows, wanted, data)
    if about.role == "pile":
        return _rows_fit(program, about.of, value, len(blank), data)
    if field.store == "value":
        return _value_fits(program, value, field.type)
    if type(value) is not type(blank) or not value:
        return False
    if about.is_of_pieces:
        if len(value) != len(data[program.layout.fields[terms.column("site", about.of)].index]):
            return False
    elif len(value) != len(blank):
        return False
    return all(_entry_fits(program, field, each) for each in value)


def _rows_fit(program: Program, kind: str, rows: Any, wanted: int, data: tuple[Any, ...]) -> bool:
    """Whether a value can be that many zones or piles of a kind."""
    count = len(data[program.layout.fields[terms.column("site", kind)].index])
    if not isinstance(rows, tuple) or len(rows) != wanted:
        return False
    return all(isinstance(row, tuple) and all(_whole(piece) and 0 < piece < count for piece in row) for row in rows)


def _entry_fits(program: Program, field: Field, value: Any) -> bool:
    if field.code == "letter":
        return _within(value, len(program.layout.letters) - 1)
    inner = strip(field.type) if field.type is not None else None
    if isinstance(inner, Site):
        return _within(value, program.schema.topology.count)
    if isinstance(inner, Piece):
        return _whole(value) and value >= 0
    if isinstance(inner, Words):
        return _within(value, 255 if inner == program.schema.directions else len(inner.words))
    if isinstance(inner, Flag):
        return value in (0, 1, None)
    return value is None or _value_fits(program, value, field.type)


def _value_fits(program: Program, value: Any, kind: Type | None) -> bool:
    inner = strip(kind) if kind is not None else None
    match inner:
        case Number() | None:
            return value is None or _whole(value)
        case Flag():
            return value is None or isinstance(value, bool)
        case Text():
            return value is None or isinstance(value, str)
        case Site():
            return _within(value, program.schema.topology.count)
        case Words():
            return _within(value, 255 if inner == program.schema.directions else len(inner.words))
        case Listing():
            return value is None or (
                isinstance(value, tuple) and all(_value_fits(program, item, inner.item) for item in value)
            )
    return True


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _within(value: Any, most: int) -> bool:
    return _whole(value) and 0 <= value <= most
