"""Whether a list may hold the same thing twice: what can be chosen is listed once."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.expr.types import Listing, Record


def may_repeat(term: terms.Term) -> bool:
    """Whether an item may stand in a list more than once. Boards, zones, ranges and relations of sites never repeat."""
    if not isinstance(term.type, Listing) or isinstance(term.type.item, Listing | Record):
        return False
    match term:
        case terms.Constant():
            return len(set(term.value)) < len(term.value)
        case terms.Listed():
            values = [item.value for item in term.items if isinstance(item, terms.Constant)]
            return len(set(values)) < len(term.items) > 1
        case terms.Comprehension():
            loop = term.loops[0]
            same = isinstance(term.body, terms.Variable) and term.body.name == loop.name
            return len(term.loops) > 1 or not same or may_repeat(loop.items)
        case terms.FunctionCall():
            return term.function.name != "distinct" and any(may_repeat(each) for each in term.arguments)
        case terms.Choice():
            return may_repeat(term.value) or may_repeat(term.other)
        case terms.Let():
            return may_repeat(term.body)
    return isinstance(term, terms.Joined | terms.StateValue | terms.StateItem | terms.TableItem)
