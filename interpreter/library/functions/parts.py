"""Functions that find parts of a board: runs of equal values, connected groups, borders."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from interpreter.code.columns import marks
from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.kernel import runs_in
from interpreter.language.scope import Schema
from interpreter.language.types import Letter, Maybe, first_key, is_reference, strip
from interpreter.library.functions.sites import constant_value
from interpreter.registry import function

GROUP = "sites"
STRAIGHT = (1, 2)
"""Rows and columns."""


def _runs(lowering: Lowering, call: terms.FunctionCall) -> str:
    board, at_least, *axes = call.arguments
    prop = call.extra[0]
    column = lowering.column(prop.column)
    none = "..."
    if (
        is_reference(prop.type)
        or isinstance(strip(prop.type), Letter)
        or (isinstance(prop.type, Maybe) and lowering.store.is_bytes(prop.column))
    ):
        none = "0"
    elif isinstance(prop.type, Maybe):
        none = "None"
    lines = _straight_lines(lowering, board, axes[0] if axes else None)
    return f"runs_in(*{lines}, {column}, {lowering.value(at_least)}, {none})"


def _straight_lines(lowering: Lowering, board: terms.Term, axes: terms.Term | None) -> str:
    """Python for the lines of a board along some axes, and for those among them that go round."""
    assert isinstance(board, terms.BoardTerm)
    topology, found = lowering.schema.topology, lowering.schema.boards[board.board]
    known = STRAIGHT if axes is None else constant_value(axes)
    if known is None:
        lines_of = lowering.constants.name(topology.straight_lines, "straight_lines")
        return f"{lines_of}({_instance(lowering, board)}, {lowering.value(axes) if axes is not None else ()})"
    if board.index is None:
        return lowering.constant(topology.straight_lines(found.instances[:1], known), "straight")
    each = tuple(topology.straight_lines((name,), known) for name in found.instances)
    return f"{lowering.constant(each, 'straight')}[{lowering.value(board.index)} - {first_key(found.per)}]"


def _instance(lowering: Lowering, board: terms.BoardTerm) -> str:
    """Python for the name of a board, or of the one of several that an index refers to, in a list of its own."""
    found = lowering.schema.boards[board.board]
    if board.index is None:
        return repr(found.instances[:1])
    return f"({lowering.constant(found.instances)}[{lowering.value(board.index)} - {first_key(found.per)}],)"


@function(
    "runs(board, property, number, list axis = row and column) -> list list site",
    group=GROUP,
    bound="board",
    emit=_runs,
)
def runs(world: Any, board: Any, at_least: int, *rest: Any) -> list[list[int]]:
    """Stretches of at least that many equal neighbours in rows and columns, or along the given axes; empty cells do not
    count."""
    axes, prop = rest if len(rest) > 1 else (STRAIGHT, *rest)
    lines, rings = world.schema.topology.straight_lines((board.board,), axes)
    column = {site: world.read(prop.column, site) for site in chain(*lines, *rings)}
    return [list(run) for run in runs_in(lines, rings, column, at_least, None)]


def _group(lowering: Lowering, call: terms.FunctionCall, whole: bool = True) -> str:
    start, members = call.arguments
    if isinstance(members, terms.FunctionCall) and members.function.name == "list" and len(members.arguments) == 1:
        members = members.arguments[0]
    loop = members.loops[0] if isinstance(members, terms.Comprehension) and len(members.loops) == 1 else None
    if (
        loop is None
        or not isinstance(loop.items, terms.BoardTerm)
        or loop.condition is None
        or not isinstance(members, terms.Comprehension)
    ):
        return lowering.plain_call(call)
    # A start on another board would be let in by the test alone.
    if (
        not isinstance(members.body, terms.Variable)
        or members.body.name != loop.name
        or len(lowering.schema.topology.boards) > 1
    ):
        return lowering.plain_call(call)
    neighbours_name = lowering.constant(lowering.schema.topology.neighbours, "neighbours")
    marked = marks(lowering, loop.name, loop.condition)
    if marked is not None:
        walked = "marked_around" if whole else "each_marked_around"
        return f"{walked}({lowering.value(start)}, bytearray({marked}), {neighbours_name})"
    code = lowering.code
    chain, seen, here = code.fresh("l"), code.fresh("m"), code.fresh("y")
    name = loop.name
    code.line(f"{name} = {lowering.value(start)}")
    code.line(f"{chain} = []")
    with code.block(f"if {lowering.condition(loop.condition)}:"):
        code.line(f"{chain}.append({name})")
        code.line(f"{seen} = {{{name}}}")
        with code.block(f"for {here} in {chain}:"), code.block(f"for {name} in {neighbours_name}[{here}]:"):
            code.line(f"if {name} in {seen}: continue")
            code.line(f"{seen}.add({name})")
            lowering.leave_unless(loop.condition, "continue")
            code.line(f"{chain}.append({name})")
    return chain


def _each_of_group(lowering: Lowering, call: terms.FunctionCall) -> str:
    return _group(lowering, call, whole=False)


@function("group(site, list site) -> list site", group=GROUP, emit=_group, each=_each_of_group)
def group(schema: Schema, start: int, members: Collection[int]) -> list[int]:
    """The connected part of a list of sites around a site, nearest first; empty if the site is not in it."""
    return _spread(start, set(members), schema.topology.neighbours)


def _spread(start: int, members: set[int], neighbours: Sequence[Sequence[int]]) -> list[int]:
    """All members that can be reached from the start by walking over members."""
    if start not in members:
        return []
    reached, seen = [start], {start}
    for here in reached:
        for other in neighbours[here]:
            if other in members and other not in seen:
                seen.add(other)
                reached.append(other)
    return reached


@function("groups(list site) -> list list site", group=GROUP)
def groups(schema: Schema, members: Collection[int]) -> list[list[int]]:
    """The connected parts of a list of sites."""
    found: list[list[int]] = []
    left = dict.fromkeys(members)
    while left:
        part = _spread(next(iter(left)), set(left), schema.topology.neighbours)
        for each in part:
            del left[each]
        found.append(part)
    return found


@function("border(list site) -> list site", group=GROUP, bound="board")
def border(schema: Schema, members: Collection[int]) -> list[int]:
    """The sites that touch the list and are not in it."""
    inside, neighbours = set(members), schema.topology.neighbours
    return list(dict.fromkeys(other for each in members for other in neighbours[each] if other not in inside))
