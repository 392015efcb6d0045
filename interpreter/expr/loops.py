"""Comprehensions → Python: loops that run something with each item, make a list, or stop at the first item."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.expr import terms
from interpreter.expr.fusing import insides, loop_head, shortest_ray
from interpreter.expr.types import Listing, can_be_none, is_reference
from interpreter.expr.walks import prefix_exists, prefix_length, simple_walk, span_length

if TYPE_CHECKING:
    from interpreter.expr.lowering import Lowering

Body = Callable[[str], None]


def comprehension(lowering: Lowering, term: terms.Comprehension) -> str:
    """The list a comprehension makes; items that are none are left out."""
    inline = _inline(lowering, term)
    if inline is not None:
        return inline
    name = lowering.code.fresh("l")
    lowering.code.line(f"{name} = []")
    each(lowering, term, lambda item: lowering.code.line(f"{name}.append({item})"), bulk=name)
    return name


def _inline(lowering: Lowering, term: terms.Comprehension) -> str | None:
    """A list comprehension, if no part of it needs statements."""
    if term.stop is not None or can_be_none(term.body.type):
        return None
    with lowering.code.aside() as before:
        items = lowering.value(term.loops[0].items)
    with lowering.code.aside() as aside:
        parts = []
        for position, loop in enumerate(term.loops):
            source = items if position == 0 else lowering.value(loop.items)
            test = f" if {lowering.condition(loop.condition)}" if loop.condition is not None else ""
            parts.append(f" for {loop.name} in {source}{test}")
        body = lowering.value(term.body)
    if aside:
        return None
    lowering.code.paste(before)
    if len(parts) == 1 and term.loops[0].condition is None and body == term.loops[0].name:
        return items
    return f"[{body}{''.join(parts)}]"


def each(lowering: Lowering, term: terms.Term, body: Body, found: str | None = None, bulk: str | None = None) -> None:
    """Write loops that run `body` with each item of a list. If `found` is given, `body` may set it and
    break, and every loop is left then. If `bulk` is given, it is a list that takes the items, and bare items
    of an inner list are added together."""
    if not isinstance(term, terms.Comprehension) or term.stop is not None:
        name = lowering.code.fresh("x")
        with lowering.code.block(f"for {name} in {lowering.value(term)}:"):
            body(name)
        return
    _nest(lowering, list(term.loops), term, body, found, bulk)


def _nest(
    lowering: Lowering,
    loops: list[terms.Loop],
    term: terms.Comprehension,
    body: Body,
    found: str | None,
    bulk: str | None,
) -> None:
    loop, rest = loops[0], loops[1:]
    bare = isinstance(term.body, terms.Variable) and term.body.name == loop.name
    if bulk is not None and not rest and loop.condition is None and bare:
        lowering.code.line(f"{bulk} += {lowering.value(loop.items)}")
        return
    with lowering.code.block(_head(lowering, loop, rest, term)):
        if loop.condition is not None:
            lowering.leave_unless(loop.condition, "continue")
        if rest:
            _nest(lowering, rest, term, body, found, bulk)
            if found is not None:
                lowering.code.line(f"if {found}: break")
            return
        value = lowering.value(term.body)
        if can_be_none(term.body.type):
            value = lowering.temporary(value)
            test = value if is_reference(term.body.type) else f"{value} is not None"
            with lowering.code.block(f"if {test}:"):
                body(value)
        else:
            body(value)


def _head(lowering: Lowering, loop: terms.Loop, rest: list[terms.Loop], term: terms.Comprehension) -> str:
    """The head of a loop; where the next walks along a ray of this one's direction, empty walks are left early."""
    shortest = shortest_ray(rest[0].items, loop.name) if rest else 0
    head = loop_head(lowering, loop, insides(rest, term.body), shortest)
    walks = rest[0].items if rest else None
    if shortest and loop.name in lowering.fused and isinstance(walks, terms.FunctionCall):
        lowering.leave_empty = walks.function.name == "prefix" and simple_walk(walks.arguments[-1])
    return head


def exists(lowering: Lowering, term: terms.Term) -> str:
    """Whether a list has an item."""
    if isinstance(term, terms.FunctionCall):
        only = len(term.arguments) == 1 and isinstance(term.arguments[0].type, Listing)
        if term.function.name in ("list", "distinct", "reversed") and only:
            return exists(lowering, term.arguments[0])
        if term.function.name in ("prefix", "span") and simple_walk(term.arguments[-1]):
            return f"({walk_length(lowering, term)} > 0)"
        return f"(len({lowering.value(term)}) > 0)"
    if isinstance(term, terms.Comprehension) and term.stop is None:
        found = lowering.code.fresh("f")
        lowering.code.line(f"{found} = False")
        _exists_nest(lowering, list(term.loops), term, found)
        return found
    return f"(len({lowering.value(term)}) > 0)"


def walk_length(lowering: Lowering, call: terms.FunctionCall) -> str:
    """How many items a prefix or span has, without making the list."""
    return span_length(lowering, call) if call.function.name == "span" else prefix_length(lowering, call)[0]


def _exists_nest(lowering: Lowering, loops: list[terms.Loop], term: terms.Comprehension, found: str) -> None:
    """Loops that stop at the first item; an inner loop over the bare items of a list needs no loop at all."""
    loop, rest = loops[0], loops[1:]
    if not rest and loop.condition is None and not can_be_none(term.body.type):
        if prefix_exists(lowering, loop.items, found):
            return
        with lowering.code.block(f"if {exists(lowering, loop.items)}:"):
            lowering.code.line(f"{found} = True")
        return
    with lowering.code.block(_head(lowering, loop, rest, term)):
        if loop.condition is not None:
            lowering.leave_unless(loop.condition, "continue")
        if rest:
            _exists_nest(lowering, rest, term, found)
            lowering.code.line(f"if {found}: break")
            return
        if can_be_none(term.body.type):
            value = lowering.value(term.body)
            lowering.code.line(
                f"if not {value}: continue" if is_reference(term.body.type) else f"if {value} is None: continue"
            )
        lowering.code.line(f"{found} = True")
        lowering.code.line("break")
