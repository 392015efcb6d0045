"""Static cost: about how many steps a term may take at worst, from the bounds of its lists."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.expr.types import Listing

LIMIT = 20_000_000


def cost(term: terms.Term) -> int:
    """An upper estimate of the elementary steps of a term."""
    if isinstance(term, terms.Comprehension):
        return _loops(term, 0)
    inside = sum(cost(part) for part in term.parts())
    if isinstance(term, terms.FunctionCall):
        return 1 + inside + sum(_length(argument) for argument in term.arguments) + _length(term)
    if isinstance(term, terms.Joined | terms.RangeOf | terms.Contains):
        return 1 + inside + _length(term) + sum(_length(part) for part in term.parts())
    return 1 + inside


def _loops(term: terms.Comprehension, number: int) -> int:
    if number == len(term.loops):
        ends = [part for part in (term.stop, term.until) if part is not None]
        return cost(term.body) + sum(cost(part) for part in ends)
    loop = term.loops[number]
    each = 1 + _loops(term, number + 1) + (cost(loop.condition) if loop.condition is not None else 0)
    return cost(loop.items) + _length(loop.items) * each


def _length(term: terms.Term) -> int:
    return term.type.most if isinstance(term.type, Listing) else 0


def length(term: terms.Term) -> int:
    """How many items a list may have; 1 for anything else."""
    return term.type.most if isinstance(term.type, Listing) else 1


def rounded(number: int) -> str:
    """A large number as people say it."""
    for size, word in ((10**12, "million million"), (10**9, "thousand million"), (10**6, "million")):
        if number >= size:
            return f"{number // size:,} {word}" if number < size * 10**6 else "endlessly many"
    return f"{number:,}"
