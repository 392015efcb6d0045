"""Which lists always hold something, and what is known of their items."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.expr.narrowing import items_known
from interpreter.expr.types import Listing, can_be_none

AS_MANY = ("distinct", "reversed")
"""Functions that give something if they are given something."""
OF_ALL = ("axes", "values")
"""Functions that always list something."""
OF_ITEMS = ("first", "last", "max", "min")
"""Functions that give none only of an empty list."""


def always_there(term: terms.Term) -> bool:
    """Whether a call that gives none of an empty list is given one that holds something."""
    if not isinstance(term, terms.FunctionCall) or term.function.name not in OF_ITEMS or len(term.arguments) != 1:
        return False
    return holds_something(term.arguments[0])


def holds_something(term: terms.Term) -> bool:
    """Whether a list is never empty, as it is written."""
    if not isinstance(term.type, Listing) or can_be_none(term.type.item):
        return False
    match term:
        case terms.BoardTerm():
            return True
        case terms.Constant():
            return len(term.value) > 0
        case terms.Listed():
            return any(not can_be_none(item.type) for item in term.items)
        case terms.RangeOf(low=terms.Constant(value=low), high=terms.Constant(value=high)):
            return bool(low <= high)
        case terms.Joined():
            return holds_something(term.left) or holds_something(term.right)
        case terms.Choice():
            return holds_something(term.value) and holds_something(term.other)
        case terms.Let():
            return holds_something(term.body)
        case terms.Comprehension(stop=None):
            return all(loop.condition is None and holds_something(loop.items) for loop in term.loops)
        case terms.FunctionCall():
            return _gives_something(term)
    return False


def _gives_something(call: terms.FunctionCall) -> bool:
    name = call.function.name
    if name == "list":
        single = [each for each in call.arguments if not isinstance(each.type, Listing)]
        return any(not can_be_none(each.type) for each in single) or (not single and _holds_first(call))
    return name in OF_ALL or (name in AS_MANY and _holds_first(call))


def _holds_first(call: terms.FunctionCall) -> bool:
    """Whether the list that a function is given holds something."""
    return bool(call.arguments) and holds_something(call.arguments[0])


def known_of(variable: terms.Variable, value: terms.Term) -> frozenset[str]:
    """What is known of a name for a list that always holds something."""
    return items_known(variable, 1) if holds_something(value) else frozenset()
