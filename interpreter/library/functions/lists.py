"""Functions over lists, and over values that may be none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from interpreter.code.columns import found_at, whole_column
from interpreter.code.loops import each, insides, last_of_prefix, looping, simple_walk, stretch_search, walk_length
from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language import terms
from interpreter.language.kernel import nothing_there
from interpreter.language.scope import Scope
from interpreter.language.types import LONGEST_RANGE, Listing, Nothing, Words, can_be_none, is_reference, strip
from interpreter.registry import function

GROUP = "lists"


def present(value: Any) -> bool:
    """Whether a value of the reference evaluator is not none."""
    return value is not None


def _default(lowering: Lowering, call: terms.FunctionCall) -> str:
    value, other = call.arguments
    if not can_be_none(value.type):
        return lowering.value(value)
    name = lowering.temporary(lowering.value(value))
    with lowering.code.aside() as aside:
        instead = lowering.value(other)
    if not aside:
        return f"({name} or {instead})" if is_reference(call.type) else f"({name} if {name} is not None else {instead})"
    kept = lowering.code.fresh("v")
    lowering.code.line(f"{kept} = {name}")
    with lowering.code.block(f"if not {kept}:" if is_reference(call.type) else f"if {kept} is None:"):
        lowering.code.paste(aside, 1)
        lowering.code.line(f"{kept} = {instead}")
    return kept


@function("default(T or none, T) -> T", group=GROUP, emit=_default)
def default(value: Any, instead: Any) -> Any:
    """The value, or the other one if it is none."""
    return value if present(value) else instead


def _sure(lowering: Lowering, call: terms.FunctionCall) -> str:
    value = lowering.value(call.arguments[0])
    if not can_be_none(call.arguments[0].type):
        return value
    # A define stands in many places: the fault names its own line, not the one that uses it.
    place = lowering.constants.name(call.node.span, "place")
    return f"({value} or nothing_there({place}))" if is_reference(call.type) else f"something({value}, {place})"


def _may_be_there(_scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[()] | str:
    if isinstance(arguments[0].type, Nothing):
        return "This is always none. Name something that is there."
    return ()


@function("sure(T or none) -> T", group=GROUP, emit=_sure, resolve=_may_be_there)
def sure(value: Any) -> Any:
    """The value, when you know that it is never none but the checker cannot. If it is none after all, that is a
    fault."""
    return value if present(value) else nothing_there()


def _only(call: terms.FunctionCall) -> terms.Term:
    return call.arguments[0]


def _length(lowering: Lowering, call: terms.FunctionCall) -> str:
    term = _only(call)
    if isinstance(term, terms.FunctionCall):
        if term.function.name in ("prefix", "span") and simple_walk(term.arguments[-1]):
            return walk_length(lowering, term)
        if term.function.name == "list" and len(term.arguments) == 1 and isinstance(_only(term).type, Listing):
            return _count(lowering, term)
    return f"len({lowering.value(term)})"


@function("len(list T | text) -> number", group=GROUP, emit=_length)
def length(values: Any) -> int:
    """How many items a list has, or letters a text."""
    return len(values)


def _any(lowering: Lowering, call: terms.FunctionCall) -> str:
    return _search(lowering, _only(call), True)


def _all(lowering: Lowering, call: terms.FunctionCall) -> str:
    return _search(lowering, _only(call), False)


def _search(lowering: Lowering, term: terms.Term, wanted: bool) -> str:
    if not isinstance(term, terms.Comprehension):
        return f"{'any' if wanted else 'all'}({lowering.value(term)})"
    short = _scan(lowering, term, wanted) or (stretch_search(lowering, term) if wanted else None)
    if short is not None:
        return short
    code, found = lowering.code, lowering.code.fresh("f")
    term = lowering.calls.next_first(_filtered(term) if wanted else term)
    code.line(f"{found} = {not wanted}")
    _search_nest(lowering, list(term.loops), term, wanted, found)
    return found


def _filtered(term: terms.Comprehension) -> terms.Comprehension:
    """The search, with the condition on its items moved to the front as a filter of its last loop."""
    first, last = term.body, term.loops[-1]
    rest: terms.Term | None = None
    while isinstance(first, terms.Both):
        right = first.right
        rest = right if rest is None else terms.Both(rest.type, rest.node, right, rest)
        first = first.left
    if rest is None:
        return term
    both = first if last.condition is None else terms.Both(first.type, first.node, last.condition, first)
    return replace(term, body=rest, loops=(*term.loops[:-1], terms.Loop(last.name, last.items, both)))


def _search_nest(
    lowering: Lowering, loops: list[terms.Loop], term: terms.Comprehension, wanted: bool, found: str
) -> None:
    code, loop, rest = lowering.code, loops[0], loops[1:]
    with looping(lowering, loop, insides(rest, term.body), search=True):
        if rest:
            _search_nest(lowering, rest, term, wanted, found)
            code.line(f"if {found}: break" if wanted else f"if not {found}: break")
            return
        test = lowering.condition(term.body)
        with code.block(f"if {test}:" if wanted else f"if not {test}:"):
            code.line(f"{found} = {wanted}")
            code.line("break")


def _scan(lowering: Lowering, term: terms.Comprehension, wanted: bool) -> str | None:
    """`any` or `all` of a simple comparison over the only board: a search in the column itself."""
    loop, body = term.loops[0], term.body
    if (
        len(term.loops) > 1
        or loop.condition is not None
        or not isinstance(body, terms.Compare | terms.ColumnItem | terms.Not)
    ):
        return None
    negated = isinstance(body, terms.Not)
    inner = body.value if isinstance(body, terms.Not) else body
    column = whole_column(lowering, inner, loop)
    if column is None:
        return None
    name, value, equal = column
    if negated:
        equal = not equal
    size = lowering.schema.topology.count
    if wanted and equal:
        return f"({found_at(lowering, name, value)} > 0)"
    if not wanted and not equal:
        return f"({found_at(lowering, name, value)} < 0)"
    if not wanted and equal:
        return f"({name}.count({value}, 1) == {size})"
    return f"({name}.count({value}, 1) < {size})"


@function("any(list flag?) -> flag", group=GROUP, emit=_any)
def any_of(values: Any) -> bool:
    """Whether any of the flags is true."""
    return any(bool(value) for value in values)


@function("all(list flag?) -> flag", group=GROUP, emit=_all)
def all_of(values: Any) -> bool:
    """Whether all the flags are true; true for an empty list."""
    return all(bool(value) for value in values)


def _count(lowering: Lowering, call: terms.FunctionCall) -> str:
    term = _only(call)
    if not isinstance(term, terms.Comprehension):
        return f"len({lowering.value(term)})"
    loop = term.loops[0]
    if (
        len(term.loops) == 1
        and loop.condition is not None
        and isinstance(term.body, terms.Variable)
        and term.body.name == loop.name
    ):
        column = whole_column(lowering, loop.condition, loop)
        if column is not None and column[2]:
            return f"{column[0]}.count({column[1]}, 1)"
    code, number = lowering.code, lowering.code.fresh("n")
    code.line(f"{number} = 0")

    def one_more(item: str) -> None:
        if not item.isidentifier():
            # What is counted is not looked at, but may be a fault.
            code.line(item)
        code.line(f"{number} += 1")

    each(lowering, term, one_more)
    return number


@function("count(list T?) -> number", group=GROUP, emit=_count)
def count(values: Any) -> int:
    """How many items there are, not counting none."""
    return sum(present(value) for value in values)


def _sum(lowering: Lowering, call: terms.FunctionCall) -> str:
    term = _only(call)
    if not isinstance(term, terms.Comprehension):
        return f"sum({lowering.value(term)})"
    code, total = lowering.code, lowering.code.fresh("n")
    code.line(f"{total} = 0")
    each(lowering, term, lambda item: code.line(f"{total} += {item}"))
    return total


@function("sum(list number) -> number", group=GROUP, emit=_sum)
def total(values: Any) -> int:
    """The sum of the numbers; 0 for an empty list."""
    return sum(values)


def _extreme(word: str) -> Any:
    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        if len(call.arguments) > 1:
            return f"{word}({', '.join(lowering.value(argument) for argument in call.arguments)})"
        return f"{word}({lowering.value(_only(call))}, default=None)"

    return emit


@function("min(list number) -> number or none", "min(number, number…) -> number", group=GROUP, emit=_extreme("min"))
def lowest(*values: Any) -> int | None:
    """The lowest number; none for an empty list."""
    return min(values) if len(values) > 1 else min(values[0], default=None)


@function("max(list number) -> number or none", "max(number, number…) -> number", group=GROUP, emit=_extreme("max"))
def highest(*values: Any) -> int | None:
    """The highest number; none for an empty list."""
    return max(values) if len(values) > 1 else max(values[0], default=None)


def _first(lowering: Lowering, call: terms.FunctionCall) -> str:
    term, none = _only(call), lowering.none(call.type)
    code = lowering.code
    if isinstance(term, terms.Comprehension) and term.stop is None:
        name = code.fresh("v")
        found = code.fresh("f") if len(term.loops) > 1 else None
        code.line(f"{name} = {none}")
        if found is not None:
            code.line(f"{found} = False")

        def keep(item: str) -> None:
            code.line(f"{name} = {item}")
            if found is not None:
                code.line(f"{found} = True")
            code.line("break")

        each(lowering, term, keep, found)
        return name
    items = lowering.temporary(lowering.value(term), "l")
    return f"({items}[0] if {items} else {none})"


@function("first(list T?) -> T or none", group=GROUP, emit=_first)
def first(values: Any) -> Any:
    """The first item that is not none."""
    return next((value for value in values if present(value)), None)


def _last(lowering: Lowering, call: terms.FunctionCall) -> str:
    term = _only(call)
    if isinstance(term, terms.FunctionCall) and term.function.name == "prefix" and simple_walk(term.arguments[-1]):
        return last_of_prefix(lowering, term, lowering.none(call.type))
    items = lowering.temporary(lowering.value(term), "l")
    return f"({items}[-1] if {items} else {lowering.none(call.type)})"


@function("last(list T?) -> T or none", group=GROUP, emit=_last)
def last(values: Any) -> Any:
    """The last item that is not none."""
    return next((value for value in reversed(list(values)) if present(value)), None)


def _list(lowering: Lowering, call: terms.FunctionCall) -> str:
    if len(call.arguments) != 1 or not isinstance(_only(call).type, Listing):
        listed = terms.Listed(call.type, call.node, call.arguments)
        return lowering.value(listed)
    return lowering.value(_only(call))


@function("list(list T?) -> list T", "list(T or none…) -> list T", "list() -> list T", group=GROUP, emit=_list)
def listed(*values: Any) -> list[Any]:
    """A list of the values, or of the items that a loop yields; none is left out."""
    given = values[0] if len(values) == 1 and isinstance(values[0], list | range) else values
    return [value for value in given if present(value)]


@function(
    "distinct(list T?) -> list T",
    group=GROUP,
    emit=lambda lowering, call: f"list(dict.fromkeys({lowering.hashable(_only(call))}))",
)
def distinct(values: Any) -> list[Any]:
    """Each item once, in the order of first appearance."""
    found: list[Any] = []
    for value in values:
        if present(value) and value not in found:
            found.append(value)
    return found


@function(
    "take(list T?, number) -> list T",
    group=GROUP,
    emit=lambda lowering, call: f"{lowering.value(_only(call))}[:max(0, {lowering.value(call.arguments[1])})]",
)
def take(values: Any, number: int) -> list[Any]:
    """The first items, as many as you ask for."""
    return [value for value in values if present(value)][: max(0, number)]


@function(
    "reversed(list T?) -> list T",
    group=GROUP,
    emit=lambda lowering, call: f"{lowering.value(_only(call))}[::-1]",
)
def backwards(values: Any) -> list[Any]:
    """The items from the last to the first."""
    return [value for value in values if present(value)][::-1]


@function("position(list T, T) -> number or none", group=GROUP)
def position(values: Sequence[Any], wanted: Any) -> int | None:
    """Where an item is in the list, counting from 1."""
    return values.index(wanted) + 1 if wanted in values else None


@function("onward(list T, T, number) -> list T", group=GROUP, bound="onward")
def onward(values: Sequence[Any], start: Any, number: int) -> list[Any]:
    """That many items after the given one, wrapping round from the last to the first, as seeds are sown; at most 1000.
    Empty if the item is not in the list."""
    if number > LONGEST_RANGE:
        raise Fault(f"{number:,} items onward are too many; at most {LONGEST_RANGE:,} are allowed.")
    if start not in values:
        return []
    first, count = values.index(start) + 1, len(values)
    return [values[(first + each) % count] for each in range(number)]


def _best(word: str) -> Any:
    sign = ">" if word == "most" else "<"

    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        term, code = _only(call), lowering.code
        assert isinstance(term, terms.Comprehension)
        best, holder = code.fresh("b"), code.fresh("v")
        none = lowering.none(call.type)
        code.line(f"{best} = None")
        code.line(f"{holder} = {none}")
        name = term.loops[-1].name

        def compare(item: str) -> None:
            value = lowering.temporary(item)
            with code.block(f"if {best} is None or {value} {sign} {best}:"):
                code.line(f"{best} = {value}; {holder} = {name}")
            with code.block(f"elif {value} == {best}:"):
                code.line(f"{holder} = {none}")

        each(lowering, term, compare)
        return holder

    return emit


@function("most(list number) -> loop item or none", group=GROUP, emit=_best("most"))
def most(values: Any) -> Any:
    """The item of the (last) loop with the highest value; none if two share it."""
    return _holder(values, max)


@function("least(list number) -> loop item or none", group=GROUP, emit=_best("least"))
def least(values: Any) -> Any:
    """The item of the (last) loop with the lowest value; none if two share it."""
    return _holder(values, min)


def _holder(values: Any, extreme: Any) -> Any:
    best = extreme(values, default=None)
    holders = [item for value, item in zip(values, values.items, strict=True) if value == best]
    return holders[0] if len(holders) == 1 else None


@function("abs(number) -> number", group=GROUP, emit=lambda lowering, call: f"abs({lowering.value(_only(call))})")
def absolute(value: int) -> int:
    """The number without its sign."""
    return abs(value)


def _values(lowering: Lowering, call: terms.FunctionCall) -> str:
    words = strip(call.extra[0])
    assert isinstance(words, Words)
    return lowering.constant(tuple(range(1, len(words.words) + 1)), "values")


@function("values(type) -> list word", group=GROUP, bound="words", emit=_values)
def values(words: Words) -> list[int]:
    """All words of an enum, in their order."""
    return list(range(1, len(words.words) + 1))
