"""Start values: what a type begins with when a spec says nothing."""

from __future__ import annotations

from typing import Any

from interpreter.expr.types import FLAG, TEXT, Listing, Maybe, Number, Type


def default_value(kind: Type) -> Any:
    """The start value of a type that has one of its own."""
    if isinstance(kind, Maybe):
        return None
    if isinstance(kind, Number):
        return kind.low if kind.low is not None else 0
    if kind == FLAG:
        return False
    if kind == TEXT:
        return ""
    if isinstance(kind, Listing):
        return []
    return None


def has_default(kind: Type) -> bool:
    """Whether a type has a start value of its own."""
    return isinstance(kind, Maybe | Number | Listing) or kind == FLAG
