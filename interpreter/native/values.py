"""What lowering works with: values in their forms, what all functions of a program share, and how large numbers get."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.code.keeping import Analysis
from interpreter.language import terms, types
from interpreter.native.ir import Expr, Items
from interpreter.native.structure import Structure
from interpreter.native.tables import Tables

if TYPE_CHECKING:
    from interpreter.program.program import Program

Bundle: TypeAlias = "dict[str, Value]"
"""A record: the value of each of its fields."""
Value: TypeAlias = "Expr | Items | Bundle | Waves"
Body: TypeAlias = "Callable[[Value], None]"


@dataclass(frozen=True, slots=True)
class Waves:
    """The results of a cascade, wave by wave: how many sites each wave cleared, and all sites one after another."""

    counts: str
    sites: str | None


SMALL = 1 << 31
LONGEST_LIST = 4_096
"""Room for a list whose length nothing bounds more closely."""
MOST_STORAGE = 256 * 1024
"""So many bytes of lists one function may have at once."""


@dataclass(slots=True)
class Unit:
    """Everything that the functions of one program share while it is turned into machine code."""

    program: Program
    structure: Structure
    tables: Tables
    analysis: Analysis
    tabulated: dict[Hashable, Any] = field(default_factory=dict)
    counted: int = 0

    def fresh(self, hint: str) -> str:
        """A name that nothing else has."""
        self.counted += 1
        return f"_{hint}{self.counted}"


def lowest(term: terms.Term) -> int | None:
    """The least that a number is known to be."""
    kind = types.strip(term.type)
    return kind.low if isinstance(kind, types.Number) else None


def bound(term: terms.Term) -> int | None:
    """The largest absolute value that a number is known to have."""
    match term:
        case terms.Constant(value=bool() | int() as value):
            return abs(value)
        case terms.Minus(value=inner):
            return bound(inner)
        case terms.Arithmetic(operator="+" | "-", left=left, right=right):
            sizes = bound(left), bound(right)
            return None if None in sizes else sum(size for size in sizes if size is not None)
        case terms.Arithmetic(operator="*", left=left, right=right):
            one, other = bound(left), bound(right)
            return None if one is None or other is None else one * other
        case terms.Arithmetic(operator="//", left=left):
            return bound(left)
        case terms.FunctionCall(function=function) if function.name in ("len", "count"):
            return SMALL
        case terms.Choice(value=value, other=other):
            one, another = bound(value), bound(other)
            return None if one is None or another is None else max(one, another)
    kind = types.strip(term.type)
    if isinstance(kind, types.Number):
        if kind.low is not None and kind.high is not None:
            return max(abs(kind.low), abs(kind.high))
        return types.LARGEST if isinstance(term, terms.StateValue | terms.StateItem | terms.ColumnItem) else None
    return None


def is_small(term: terms.Term) -> bool:
    """Whether arithmetic cannot exceed 62 bits."""
    most = bound(term)
    return most is not None and most < 1 << 61
