"""Values of expressions as an author writes them: players and words by name, pieces by site or symbol."""

from __future__ import annotations

from typing import Any

from interpreter.expr.types import Letter, Listing, Record, Text, Type, strip
from interpreter.position import PieceValue
from interpreter.rules.notation import Notation
from interpreter.rules.program import Program

MOST_LISTED = 12
"""Of a longer list the rest is not told: nobody counts so many."""


def described(program: Program, data: tuple[Any, ...], value: Any, kind: Type) -> str:
    """A value of the reference evaluator in words."""
    inner = strip(kind)
    if value is None:
        return "none"
    if isinstance(inner, Listing):
        items = list(value)
        shown = [described(program, data, item, inner.item) for item in items[:MOST_LISTED]]
        if len(items) > MOST_LISTED:
            shown.append(f"… {len(items)} in all")
        return ", ".join(shown) or "nothing"
    if isinstance(inner, Record):
        parts = zip(value, inner.fields, strict=True)
        return ", ".join(f"{name} {described(program, data, part, field)}" for part, (name, field) in parts)
    if isinstance(inner, Text | Letter):
        return f"'{value}'"
    if isinstance(value, PieceValue):
        return f"{value.kind} {Notation(program).value_text(data, value.number, inner)}"
    return Notation(program).value_text(data, value, inner)
