"""Loops that are missing from a function that goes through a list: `any(grid.lit)`, `sum(score)`."""

from __future__ import annotations

import re

from interpreter.language import nodes, types
from interpreter.language.parser import parsed
from interpreter.language.scope import Scope
from interpreter.registry import functions

# Functions that go through a list, and those of them that give items, or how many there are.
_LOOPING = frozenset({"all", "any", "count", "distinct", "first", "last", "least", "list", "max", "min", "most", "sum"})
_CHOOSING = frozenset({"count", "distinct", "first", "last", "list"})
_NAMES = ("x", "y", "z", "w")


def around(node: nodes.Node) -> nodes.Call | None:
    """The call of a function that goes through lists and whose only value contains a node, if there is one."""
    whole = parsed(node.scalar, "expression")
    found = None
    for each in nodes.walk(whole) if whole is not None else ():
        if isinstance(each, nodes.Call) and each.name in _LOOPING and each.tail is None and len(each.arguments) == 1:
            inside = each.arguments[0]
            found = each if inside.start <= node.start and node.end <= inside.end else found
    return found


def with_loop(call: nodes.Call, part: nodes.Node) -> str:
    """A call with a loop over the list that is part of its only value."""
    value = call.arguments[0]
    name = next(each for each in _NAMES if not re.search(rf"\b{each}\b", call.source))
    begin, end = part.start - value.start, part.end - value.start
    inner, loop = f"{value.source[:begin]}{name}{value.source[end:]}", f"for {name} in {part.source}"
    if call.name in _CHOOSING and inner != name:
        return f"{call.name}({name} {loop} if {inner})"
    return f"{call.name}({inner} {loop})"


def over_its_list(call: nodes.Call, scope: Scope) -> str | None:
    """Show how to write a call whose only value asks a list for a property of its items; None if no part of it is a
    list."""
    if call.name not in _LOOPING or call.tail is not None or len(call.arguments) != 1:
        return None
    inside = [each for each in nodes.walk(call.arguments[0]) if each is not call.arguments[0]]
    part = next((each for each in inside if _is_list(each, scope)), None)
    return None if part is None else with_loop(call, part)


def over_its_keys(call: nodes.Call, scope: Scope) -> str | None:
    """Show how to write `sum(score)` and `most(discs)`, whose argument has a value for each player or word."""
    if call.name not in _LOOPING or call.tail is not None or len(call.arguments) != 1:
        return None
    if not isinstance(call.arguments[0], nodes.Name):
        return None
    name, schema = call.arguments[0].value, scope.schema
    per = schema.variables[name].per if name in schema.variables else None
    if isinstance(per, types.Words):
        players = per == schema.players
        each, keys = ("p", "players") if players else ("x", f"values({per.name})")
        return f"{call.name}({name}[{each}] for {each} in {keys})"
    parameters = schema.defines[name].signature.parameters if name in schema.defines else ()
    if len(parameters) == 1 and isinstance(parameters[0].type, nodes.NamedType) and parameters[0].type.name == "player":
        return f"{call.name}({name}(p) for p in players)"
    return None


def loop_first(call: nodes.Call) -> str | None:
    """Show how to write `any(p in players, score[p] > 3)`, whose loop comes before its value."""
    if call.name not in _LOOPING or len(call.arguments) != 2 or call.tail is not None:
        return None
    loop, value = call.arguments
    if not isinstance(loop, nodes.Binary) or loop.operator != "in" or not isinstance(loop.left, nodes.Name):
        return None
    if call.name in _CHOOSING:
        return f"{call.name}({loop.left.value} for {loop.source} if {value.source})"
    return f"{call.name}({value.source} for {loop.source})"


def _is_list(node: nodes.Node, scope: Scope) -> bool:
    """Whether an expression is a list, judging by its name: a board, a zone, the result of a function."""
    schema = scope.schema
    match node:
        case nodes.Name():
            place = schema.boards.get(node.value) or schema.zones.get(node.value)
            local = scope.locals.get(node.value)
            listed = local is not None and isinstance(types.strip(local.term.type), types.Listing)
            return listed or node.value == "players" or (place is not None and place.per is None)
        case nodes.Index() if isinstance(node.target, nodes.Name):
            return node.target.value in schema.boards or node.target.value in schema.zones
        case nodes.Call() if node.name in functions():
            return all(signature.result.startswith("list") for signature in functions()[node.name].signatures)
    return False
