"""Walks along lists with `while` and `until`, counted without making a list."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from interpreter.boards import Topology
from interpreter.expr import terms
from interpreter.expr.types import Nothing, Piece, Site, strip

if TYPE_CHECKING:
    from interpreter.expr.lowering import Lowering


def simple_walk(term: terms.Term) -> bool:
    """A `while` comprehension that gives the loop's own items: it can be counted instead of listed."""
    return (
        isinstance(term, terms.Comprehension)
        and term.stop is not None
        and len(term.loops) == 1
        and term.loops[0].condition is None
        and isinstance(term.body, terms.Variable)
        and term.body.name == term.loops[0].name
    )


def prefix_length(lowering: Lowering, call: terms.FunctionCall) -> tuple[str, str]:
    """Write the loop that counts a prefix; gives the count and the list that it is a prefix of."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    items = lowering.temporary(lowering.value(loop.items), "w")
    count = code.fresh("n")
    leave_empty, lowering.leave_empty = lowering.leave_empty, False
    if walk.until is not None and leave_empty:
        code.line(f"{loop.name} = {items}[0]")
        lowering.leave_unless(walk.stop, "continue")
    code.line(f"{count} = 0")
    if walk.until is None:
        with code.block(f"for {loop.name} in {items}:"):
            lowering.leave_unless(walk.stop, "break")
            code.line(f"{count} += 1")
        return count, items
    with code.block(f"for {loop.name} in {items}:"):
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            code.line(f"{count} += 1")
            code.line("continue")
        code.line(f"if not {lowering.condition(walk.until)}: {count} = 0")
        code.line("break")
    with code.block("else:"):
        code.line(f"{count} = 0")
    return count, items


def last_of_prefix(lowering: Lowering, call: terms.FunctionCall, none: str) -> str:
    """The last item of a prefix, kept while walking."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    if walk.until is not None:
        count, items = prefix_length(lowering, call)
        return f"({items}[{count} - 1] if {count} else {none})"
    code, loop = lowering.code, walk.loops[0]
    last = code.fresh("v")
    items = lowering.value(loop.items)
    code.line(f"{last} = {none}")
    with code.block(f"for {loop.name} in {items}:"):
        lowering.leave_unless(walk.stop, "break")
        code.line(f"{last} = {loop.name}")
    return last


def prefix_exists(lowering: Lowering, term: terms.Term, found: str) -> bool:
    """Write the loop that sets a name if a prefix with `until` has an item; False if the term is no such prefix."""
    if (
        not isinstance(term, terms.FunctionCall)
        or term.function.name != "prefix"
        or not simple_walk(term.arguments[-1])
    ):
        return False
    walk = term.arguments[-1]
    if not isinstance(walk, terms.Comprehension) or walk.stop is None or walk.until is None:
        return False
    code, loop = lowering.code, walk.loops[0]
    items = lowering.temporary(lowering.value(loop.items), "w")
    leave_empty, lowering.leave_empty = lowering.leave_empty, False
    begun = code.fresh("g")
    if leave_empty:
        code.line(f"{loop.name} = {items}[0]")
        lowering.leave_unless(walk.stop, "continue")
    else:
        code.line(f"{begun} = False")
    with code.block(f"for {loop.name} in {items}:"):
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            if not leave_empty:
                code.line(f"{begun} = True")
            code.line("continue")
        until = lowering.condition(walk.until)
        code.line(f"if {until}: {found} = True" if leave_empty else f"if {begun} and {until}: {found} = True")
        code.line("break")
    return True


def span_length(lowering: Lowering, call: terms.FunctionCall) -> str:
    """Write the loops that count an unbroken stretch around a site."""
    walk = call.arguments[-1]
    assert isinstance(walk, terms.Comprehension) and walk.stop is not None
    code, loop = lowering.code, walk.loops[0]
    spot = lowering.temporary(spot_of(lowering, call.arguments[0]), "s")
    halves = _halves(lowering, loop.items, spot, call.arguments[0])
    count = code.fresh("n")
    code.line(f"{count} = 0")
    with ExitStack() as inside:
        if halves is None:
            items = lowering.temporary(lowering.value(loop.items), "w")
            inside.enter_context(code.block(f"if {spot} in {items}:"))
            halves = code.fresh("a"), code.fresh("b")
            code.line(f"{halves[0]}, {halves[1]} = halves_of({items}, {spot})")
        elif not isinstance(call.arguments[0].type, Site):
            inside.enter_context(code.block(f"if {spot}:"))
        code.line(f"{loop.name} = {spot}")
        with code.block(f"if {lowering.condition(walk.stop)}:"):
            code.line(f"{count} = 1")
            for half in halves:
                with code.block(f"for {loop.name} in {half}:"):
                    lowering.leave_unless(walk.stop, "break")
                    code.line(f"{count} += 1")
    return count


def _halves(lowering: Lowering, items: terms.Term, spot: str, spot_term: terms.Term) -> tuple[str, str] | None:
    """The two rays that make up `line(spot, axis)`, if the stretch is taken around that same spot."""
    if not isinstance(items, terms.FunctionCall) or items.function.name != "line":
        return None
    through, axis = items.arguments
    if not same_name(through, spot_term):
        return None
    if isinstance(axis, terms.Variable) and axis.name in lowering.fused:
        ahead, back = lowering.fused[axis.name].split(",")
        return ahead, back
    topology = lowering.schema.topology
    if not lines_everywhere(topology, (axis.value,) if isinstance(axis, terms.Constant) else range(1, 5)):
        return None
    if isinstance(axis, terms.Constant):
        pair = f"{lowering.constant(halves_table(topology, axis.value), 'halves')}[{spot}]"
    else:
        tables = tuple(halves_table(topology, number) for number in range(5))
        pair = f"{lowering.constant(tables, 'halves')}[{lowering.value(axis)}][{spot}]"
    ahead, back = lowering.code.fresh("a"), lowering.code.fresh("b")
    lowering.code.line(f"{ahead}, {back} = {pair}")
    return ahead, back


def lines_everywhere(topology: Topology, axes: Iterable[int]) -> bool:
    """Whether every site has a line along each of the axes."""
    return all(site in topology.line_table(axis)[site] for axis in axes for site in range(1, topology.count + 1))


def halves_table(topology: Topology, axis: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """By site: what follows it in its line along an axis, and what comes before it, nearest first."""
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    table = topology.line_table(axis) if axis else ((),) * (topology.count + 1)
    for site in range(1, topology.count + 1):
        line = table[site]
        found.append((line[line.index(site) + 1 :], line[: line.index(site)][::-1]) if site in line else ((), ()))
    return tuple(found)


def same_name(left: terms.Term, right: terms.Term) -> bool:
    """Whether two terms are the same variable."""
    return isinstance(left, terms.Variable) and isinstance(right, terms.Variable) and left.name == right.name


def spot_of(lowering: Lowering, term: terms.Term) -> str:
    """The site of a spot: a site itself, or where a piece stands; 0 for none."""
    kind = strip(term.type)
    if isinstance(kind, Nothing):
        return "0"
    value = lowering.value(term)
    if isinstance(kind, Piece):
        return lowering.store.read(_used(lowering, f"{kind.kind}.site"), value, False)
    return value


def _used(lowering: Lowering, column: str) -> str:
    lowering.used.add(column)
    return column
