"""What a condition proves: paths that are not none, and lists that are not empty."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from math import prod
from typing import Any

from interpreter.language import terms
from interpreter.language.types import (
    NUMBER,
    SITE,
    Flag,
    Listing,
    Nothing,
    Number,
    Piece,
    Words,
    can_be_none,
    strip,
)

AS_MANY = ("distinct", "reversed")
"""Functions that give something if they are given something."""
OF_ALL = ("axes", "upwards", "values")
"""Functions that always list something."""
OF_ITEMS = ("first", "last", "max", "min")
"""Functions that give none only of an empty list."""

_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
WORKED_OUT = "~"
"""Begins the path of what is worked out from more than names. Any step may change it."""
MOST_ITEMS = 9
"""Of a longer list only so many items are known by their numbers."""
MOST_BESIDE = 3
"""How far from a number that goes through a list items are known: `l[i + 3]` for `i in 1..len(l) - 3`."""


def path(term: terms.Term) -> str | None:
    """The term as a path that can be narrowed, or None: a name followed by properties, fields and indexes. Numbers and
    calculations with them are paths when used as indexes."""
    match term:
        case terms.Variable():
            return f"={term.name}"
        case terms.StateValue() | terms.Global():
            return f"={term.name}"
        case terms.Constant():
            return f"={term.value!r}"
        case terms.Arithmetic():
            left, right = path(term.left), path(term.right)
            return None if left is None or right is None else f"{left}{term.operator}{right}"
        case terms.ColumnItem():
            return _extend(term.target, term.column)
        case terms.FixedItem():
            return _extend(term.target, term.label)
        case terms.FieldOf():
            return _extend(term.target, term.name)
        case terms.ItemOf():
            index = path(term.index)
            return None if index is None else _extend(term.target, f"[{index}]")
        case terms.StateItem():
            index = path(term.index)
            return None if index is None else f"={term.name}.[{index}]"
        case terms.BoardTerm() | terms.ZoneTerm():
            name = term.board if isinstance(term, terms.BoardTerm) else f"zone.{term.zone}"
            index = "" if term.index is None else path(term.index)
            return None if index is None else f"={name}[{index}]"
        case terms.FunctionCall() if term.function.name == "pile":
            return _extend(term.arguments[0], terms.column("pile", term.extra[0]))
        case terms.FunctionCall() if not term.extra and term.function.name != "pieces":
            paths = [_argument(argument) for argument in term.arguments]
            known = [part for part in paths if part is not None]
            return f"={term.function.name}({','.join(known)})" if len(known) == len(paths) else None
    return None


def _argument(term: terms.Term) -> str | None:
    """The path of an argument; the result of a function of a piece changes when the piece is moved."""
    kind = strip(term.type)
    return _extend(term, f"{kind.kind}.site") if isinstance(kind, Piece) else path(term)


def _extend(target: terms.Term, step: str) -> str | None:
    base = path(target)
    return None if base is None else f"{base}.{step}"


def worked_out(term: terms.Term) -> str | None:
    """The path of an item or a call that is not a name, such as a define that searches for something: equal if it is
    computed in the same way from the same values."""
    if not isinstance(term, terms.FunctionCall | terms.ItemOf | terms.Let | terms.Choice):
        return None
    return WORKED_OUT + _structure(term, {})


def _structure(value: Any, bound: Mapping[str, str]) -> str:
    """A term as text; names that are bound inside are numbered in order."""
    match value:
        case terms.Variable():
            return bound.get(value.name, value.name)
        case terms.Let():
            inner = {**bound, value.name: f"#{len(bound)}"}
            return f"let({_structure(value.value, bound)};{_structure(value.body, inner)})"
        case terms.Comprehension():
            parts, inner = [], dict(bound)
            for loop in value.loops:
                parts.append(_structure(loop.items, inner))
                inner[loop.name] = f"#{len(inner)}"
                parts.append(_structure(loop.condition, inner))
            parts += [_structure(part, inner) for part in (value.body, value.stop, value.until)]
            return f"[{';'.join(parts)}]"
        case terms.Route():
            inner = {**bound, value.here: f"#{len(bound)}", value.there: f"#{len(bound) + 1}"}
            parts = [_structure(part, inner) for part in (value.items, value.stop, value.until)]
            return f"[to;{';'.join(parts)}]"
        case terms.FunctionCall():
            return f"{value.function.name}{_structure((*value.arguments, *value.extra), bound)}"
        case terms.Term():
            own = [field.name for field in fields(value) if field.name not in ("type", "node")]
            return f"{type(value).__name__}{_structure(tuple(getattr(value, name) for name in own), bound)}"
        case tuple():
            return f"({','.join(_structure(part, bound) for part in value)})"
    return repr(value)


def numbered_items(variable: terms.Variable, items: terms.Term) -> frozenset[str]:
    """The facts about a number from `1..len(l)` and the like: the list has an item with that number, and the items next
    to it as far as the range stays clear of both ends."""
    if not isinstance(items, terms.RangeOf) or not isinstance(items.low, terms.Constant) or items.low.value < 1:
        return frozenset()
    found = set()
    for listed, spare in _lengths(items.high):
        for beside in range(max(-MOST_BESIDE, 1 - items.low.value), min(MOST_BESIDE, spare) + 1):
            index: terms.Term = variable
            if beside:
                number = terms.Constant(NUMBER, variable.node, abs(beside))
                index = terms.Arithmetic(NUMBER, variable.node, "+" if beside > 0 else "-", variable, number)
            found.add(_item(listed, index))
    return frozenset(found)


def _lengths(term: terms.Term) -> list[tuple[terms.Term, int]]:
    """The lists that are at least as long as a number, each with how much longer it is at least."""
    match term:
        case terms.FunctionCall(arguments=[listed]) if term.function.name in ("len", "count"):
            return [(listed, 0)]
        case terms.FunctionCall() if term.function.name == "min":
            return [found for each in term.arguments for found in _lengths(each)]
        case terms.Arithmetic(operator="-", right=terms.Constant(value=int(spare))) if spare >= 0:
            return [(listed, spare + more) for listed, more in _lengths(term.left)]
        case terms.Arithmetic(operator="//", right=terms.Constant(value=int(parts))) if parts >= 1:
            return [(listed, 0) for listed, _ in _lengths(term.left)]
    return []


def _item(listed: terms.Term, index: terms.Term) -> str:
    """The path of the item of a list."""
    item = terms.ItemOf(listed.type, listed.node, listed, index)
    return path(item) or worked_out(item) or ""


def known_places(variable: terms.Variable, items: terms.Term) -> frozenset[str]:
    """The fact about an item of `pieces(board)`: it is on a site."""
    kind = strip(variable.type)
    listed = isinstance(items, terms.FunctionCall) and items.function.name == "pieces"
    return frozenset({f"={variable.name}.{kind.kind}.site"}) if listed and isinstance(kind, Piece) else frozenset()


def proved(term: terms.Term, truth: bool = True) -> frozenset[str]:
    """The paths that are not none when the condition is true (or false)."""
    match term:
        case terms.Constant(value=bool()) if term.value != truth:
            # What follows is never read, so that a setting which is none there does no harm.
            return frozenset({"=None"})
        case terms.Not():
            return proved(term.value, not truth)
        case terms.Both() if truth:
            return proved(term.left) | proved(term.right)
        case terms.Either() if not truth:
            return proved(term.left, False) | proved(term.right, False)
        case terms.Let():
            return proved(term.body, truth)
        case terms.Compare(operator="!="):
            return _unequal(term, truth) | _counted(term, truth)
        case terms.Compare(operator="=="):
            return _unequal(term, not truth) | _counted(term, truth)
        case terms.Compare():
            return _counted(term, truth) | _within(term, truth)
        case terms.FunctionCall() if term.function.name == "empty" and not truth:
            return _standing(term) if term.extra else items_known(term.arguments[0], 1)
        case terms.Contains() if truth:
            return _prefixes(term.value)
    if truth and isinstance(strip(term.type), Flag):
        return _prefixes(term)
    return frozenset()


def _standing(term: terms.FunctionCall) -> frozenset[str]:
    """The fact about a site that is not empty, if boards hold one kind of piece: which piece is there."""
    place, kind = path(term.arguments[0]), term.extra[0]
    if place is None:
        return frozenset()
    pile = f"{place}.{terms.column('pile', kind)}"
    return _prefixes(term.arguments[0]) | {f"{place}.{terms.column('at', kind)}"} | _items(pile, 1)


def _unequal(term: terms.Compare, unequal: bool) -> frozenset[str]:
    left, right = term.left, term.right
    if unequal:
        if isinstance(right.type, Nothing):
            return _prefixes(left)
        return _prefixes(right) if isinstance(left.type, Nothing) else frozenset()
    found: frozenset[str] = frozenset()
    if not can_be_none(right.type):
        found |= _prefixes(left)
    if not can_be_none(left.type):
        found |= _prefixes(right)
    return found


def _counted(term: terms.Compare, truth: bool) -> frozenset[str]:
    """What `len(l) > 0` and the like prove: that there is a first and a last item, and each item up to that number."""
    left, right, operator = term.left, term.right, term.operator
    if isinstance(left, terms.Constant):
        left, right, operator = right, left, _TURNED.get(operator, operator)
    if not isinstance(right, terms.Constant) or not isinstance(right.value, int) or isinstance(right.value, bool):
        return frozenset()
    if not isinstance(left, terms.FunctionCall) or left.function.name not in ("len", "count"):
        return frozenset()
    least = {">": right.value + 1, ">=": right.value, "==": right.value, "!=": 1 if right.value == 0 else 0}
    return items_known(left.arguments[0], least.get(operator if truth else _NEGATED[operator], 0))


def _within(term: terms.Compare, truth: bool) -> frozenset[str]:
    """What `n <= len(l)` and the like prove about a number that is at least 1: the list has an item with that
    number."""
    left, right, operator = term.left, term.right, term.operator if truth else _NEGATED[term.operator]
    if operator in (">", ">="):
        left, right, operator = right, left, _TURNED[operator]
    kind = strip(left.type)
    if operator not in ("<", "<=") or not isinstance(kind, Number) or kind.low is None or kind.low < 1:
        return frozenset()
    return frozenset(_item(listed, left) for listed, _ in _lengths(right))


def items_known(items: terms.Term, least: int) -> frozenset[str]:
    """The paths of items that a list has if it has at least this many."""
    if least < 1 or not isinstance(items.type, Listing):
        return frozenset()
    base = path(items)
    numbers = range(1, min(least, MOST_ITEMS) + 1)
    if base is None:
        listed = _structure(items, {})
        calls = [f"{WORKED_OUT}{name}({listed})" for name in ("first", "last", "max", "min")]
        return frozenset([*calls, *(f"{WORKED_OUT}ItemOf({listed},Constant({number}))" for number in numbers)])
    return _items(base, len(numbers))


def _items(base: str, count: int) -> frozenset[str]:
    """The paths of the first items of a list with a path, and of whatever is chosen from all of them."""
    calls = [f"={name}({base})" for name in ("first", "last", "max", "min")]
    return frozenset([*calls, *(f"{base}.[={number}]" for number in range(1, count + 1))])


def _prefixes(term: terms.Term) -> frozenset[str]:
    found = set()
    current: terms.Term | None = term
    while current is not None:
        name = path(current) or worked_out(current)
        if name is not None:
            found.add(name)
        current = getattr(current, "target", None)
    return frozenset(found)


def always_there(term: terms.Term, known: Collection[str]) -> bool:
    """Whether an item exists, or a result that is none only for an empty list, by what is known of the list's
    length."""
    match term:
        case terms.FunctionCall(arguments=[listed]) if term.function.name in OF_ITEMS:
            return holds_something(listed)
        case terms.ItemOf(index=terms.Term(type=Number(low=int(low), high=int(high)))) if 1 <= low <= high:
            if high <= least_length(term.target):
                return True
            items = (f"{path(term.target)}.[={number}]" for number in range(low, high + 1))
            return high <= MOST_ITEMS and all(item in known for item in items)
    return False


def holds_something(term: terms.Term) -> bool:
    """Whether a list is never empty, judging by its form."""
    return least_length(term) > 0


def least_length(term: terms.Term) -> int:
    """The minimum number of items of a list, judging by its form."""
    if not isinstance(term.type, Listing) or can_be_none(term.type.item):
        return 0
    match term:
        case terms.BoardTerm():
            return 1
        case terms.Constant():
            return len(term.value)
        case terms.Listed():
            return sum(not can_be_none(item.type) for item in term.items)
        case terms.RangeOf(low=terms.Constant(value=low), high=terms.Constant(value=high)):
            return int(max(0, high - low + 1))
        case terms.Joined():
            return least_length(term.left) + least_length(term.right)
        case terms.Choice():
            return min(least_length(term.value), least_length(term.other))
        case terms.Let():
            return least_length(term.body)
        case terms.Comprehension(stop=None):
            found = prod(least_length(loop.items) if loop.condition is None else 0 for loop in term.loops)
            return found if term.until is None else min(1, found)
        case terms.FunctionCall():
            return _least_given(term)
    return 0


def _least_given(call: terms.FunctionCall) -> int:
    name, first = call.function.name, least_length(call.arguments[0]) if call.arguments else 0
    if name == "list":
        single = [each for each in call.arguments if not isinstance(each.type, Listing)]
        return sum(not can_be_none(each.type) for each in single) if single else first
    if name == "walk":
        start, route = call.arguments
        return int(isinstance(route, terms.Route) and route.until is None and _begins(start))
    if name == "onward":
        return int(_is_cycle(call))
    return int(name in OF_ALL) or (min(first, 1) if name == "distinct" else first if name in AS_MANY else 0)


def _is_cycle(call: terms.FunctionCall) -> bool:
    """Whether a walk round a list takes at least one step: the list has every word of its type, so the start is
    there."""
    match call.arguments:
        case [
            terms.Constant(type=Listing(item=Words() as kind), value=items),
            _,
            terms.Term(type=Number(low=int(low))),
        ]:
            # Leaps are directions that no list has.
            return low > 0 and kind.name != "direction" and len(items) == len(kind.words)
    return False


def _begins(start: terms.Term) -> bool:
    """Whether a walk has a site to start from."""
    return holds_something(start) if isinstance(start.type, Listing) else start.type == SITE


def known_of(variable: terms.Variable, value: terms.Term) -> frozenset[str]:
    """The facts about a name for a list that is never empty."""
    return items_known(variable, least_length(value))
