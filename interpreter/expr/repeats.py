"""Whether a list may hold the same thing twice: what can be chosen is listed once."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.types import Listing, Record

EACH_ONCE = {
    "above", "axes", "below", "between", "border", "directions", "distinct", "group", "leaps", "left", "line",
    "near_words", "neighbours", "pieces", "ray", "region", "right", "values", "words_from", "words_like",
}
"""Functions whose lists never repeat."""
AS_GIVEN = {"default", "list", "prefix", "reach", "reversed", "span", "take", "turned"}
"""Functions whose lists repeat only what those repeat that they are given."""


def may_repeat(term: terms.Term) -> bool:
    """Whether an item may stand in a list more than once."""
    if not isinstance(term.type, Listing) or isinstance(term.type.item, Listing | Record):
        return False
    match term:
        case terms.BoardTerm() | terms.ZoneTerm() | terms.RangeOf():
            return False
        case terms.Constant():
            return len(set(term.value)) < len(term.value)
        case terms.Listed():
            return _any_twice(term.items)
        case terms.Comprehension():
            loop = term.loops[0]
            same = isinstance(term.body, terms.Variable) and term.body.name == loop.name
            return len(term.loops) > 1 or not same or may_repeat(loop.items)
        case terms.FunctionCall(arguments=given):
            name = term.function.name
            if name == "list" and not any(isinstance(each.type, Listing) for each in given):
                return _any_twice(given)
            return any(may_repeat(each) for each in given) if name in AS_GIVEN else name not in EACH_ONCE
        case terms.Choice():
            return may_repeat(term.value) or may_repeat(term.other)
    return True


def each_once(lowering: Lowering, term: terms.Term) -> str:
    """Python for the items of a list, each once."""
    value = lowering.value(term)
    return f"dict.fromkeys({value})" if may_repeat(term) else value


def _any_twice(items: Sequence[terms.Term]) -> bool:
    """Whether two of the items may be the same: only constants are known not to be."""
    values = {item.value for item in items if isinstance(item, terms.Constant)}
    return len(values) < len(items) > 1
