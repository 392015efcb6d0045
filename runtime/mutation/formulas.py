"""Changes of expressions: other operators, numbers, names and functions, and conditions that always or never hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from interpreter.expressions import nodes, parse
from interpreter.spec.diagnostics import Diagnostics
from runtime.mutation.change import Change
from runtime.mutation.parts import Formula

OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "and": "or",
    "or": "and",
    "in": "not in",
    "lacks": "in",
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "%": "//",
    "+=": "-=",
    "-=": "+=",
}
FUNCTIONS = {
    one: other
    for pair in (
        ("any", "all"),
        ("min", "max"),
        ("most", "least"),
        ("first", "last"),
        ("above", "below"),
        ("left", "right"),
    )
    for one, other in (pair, pair[::-1])
}
NAMES = {
    one: other
    for pair in (
        ("me", "opponent"),
        ("row", "column"),
        ("diagonal", "antidiagonal"),
        ("north", "south"),
        ("east", "west"),
        ("northeast", "southwest"),
        ("northwest", "southeast"),
        ("orthogonals", "diagonals"),
    )
    for one, other in (pair, pair[::-1])
}
_WRITTEN = {"lacks": "not in"}
ALLOWING = {"where", "check", "only", "seen_if"}
"""Options whose expression may be left out: then everything is allowed."""
APPLYING = {"when", "if", "until", "undo_if", "ask_if"}
"""Options that say when something counts."""


def formula_changes(formula: Formula, words: dict[str, str]) -> Iterator[Change]:
    """All changes of an expression; `words` gives another word for one of a type."""
    # What a variant takes over by `inherited` stands in another file: here it is a word like others.
    root = parse(formula.scalar.in_place_of(None), formula.start, Diagnostics())
    if root is None:
        return
    if not isinstance(root, nodes.Flag):
        if formula.key in ALLOWING:
            yield _replaced(formula, root, "true", "always holds")
        elif formula.key in APPLYING:
            yield _replaced(formula, root, "true", "always holds")
            yield _replaced(formula, root, "false", "never holds")
    yield from _within(formula, root, {**NAMES, **words})


def _within(formula: Formula, node: nodes.Node, words: dict[str, str]) -> Iterator[Change]:
    match node:
        case nodes.Binary() | nodes.Assignment():
            yield from _operator(formula, node)
        case nodes.Number(value=value):
            yield _replaced(formula, node, str(value + 1))
            if value > 0:
                yield _replaced(formula, node, str(value - 1))
        case nodes.Flag(value=value):
            yield _replaced(formula, node, "false" if value else "true")
        case nodes.Name(value=name) if name in words:
            yield _replaced(formula, node, words[name])
        case nodes.Call(name=name) if name in FUNCTIONS:
            yield _at(formula, node.start, node.start + len(name), FUNCTIONS[name])
        case nodes.Negation(value=value):
            yield _at(formula, node.start, node.start + len("not"), "")
        case nodes.Conditional(test=test):
            yield _replaced(formula, test, "true", "always holds")
            yield _replaced(formula, test, "false", "never holds")
        case nodes.Loop(condition=nodes.Node() as condition):
            yield _replaced(formula, condition, "true", "always holds")
        case _:
            pass
    for child in _children(node):
        yield from _within(formula, child, words)


def _operator(formula: Formula, node: nodes.Binary | nodes.Assignment) -> Iterator[Change]:
    left, right = (node.left, node.right) if isinstance(node, nodes.Binary) else (node.target, node.value)
    written = _WRITTEN.get(node.operator, node.operator)
    between = str(formula.scalar)[left.end : right.start]
    at = left.end + between.find(written)
    if at < left.end:
        return
    if node.operator in OPERATORS:
        yield _at(formula, at, at + len(written), OPERATORS[node.operator])
    if node.operator in ("and", "or"):
        neutral = "true" if node.operator == "and" else "false"
        for operand in (left, right):
            yield _replaced(formula, operand, neutral, "does not count")
    if node.operator == "+" and not any(bracket in between for bracket in "()"):
        yield _at(formula, left.end, right.end, "")
        yield _at(formula, left.start, right.start, "")


def _children(node: nodes.Node) -> Iterator[nodes.Node]:
    for field in fields(node):
        value = getattr(node, field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, nodes.Node):
                yield each


def _replaced(formula: Formula, node: nodes.Node, text: str, what: str = "") -> Change:
    return _at(formula, node.start, node.end, text, what)


def _at(formula: Formula, start: int, end: int, text: str, what: str = "") -> Change:
    span = formula.scalar.part(start, end)
    shown = " ".join(span.text.split())
    told = f"‘{shown}’ {what}" if what else f"‘{shown}’ becomes ‘{text}’" if text else f"‘{shown}’ is left out"
    return Change(formula.path, span, text, told)
