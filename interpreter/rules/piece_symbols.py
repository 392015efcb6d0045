"""Pieces by their symbols: by the value of their first property, or as the legend of a board writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.expr.scope import Schema
from interpreter.rules.legend import Legend, read_value


def read_piece(
    schema: Schema, legends: Mapping[str, Legend], kind: str, word: str
) -> Mapping[str, Any] | None:
    """The properties that a symbol gives to a piece of a kind; None if it is no symbol of such a piece."""
    prop = next(iter(schema.kinds[kind].properties.values()), None)
    value = read_value(word, prop.type, schema) if prop is not None else None
    if prop is not None and value is not None:
        return {prop.name: value}
    for board in schema.holders(kind):
        meaning = legends[board.name].known(word)
        if meaning is not None and meaning.pieces.get(kind) and not meaning.cells:
            return meaning.pieces[kind]
    return None


def symbol_in_parts(
    schema: Schema, legends: Mapping[str, Legend], kind: str, value: Callable[[str], Any]
) -> str | None:
    """The symbol of a piece that a legend writes in parts, as in `Qs`; `value` reads its properties by their names."""
    for board in schema.holders(kind):
        legend = legends[board.name]
        if kind in legend.in_parts:
            told = {name: value(name) for name in legend.in_parts[kind]}
            found = legend.symbol_of(kind, told)
            if found is not None:
                return found
    return None
