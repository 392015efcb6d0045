"""Why an expression of a test is false: its parts with their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from interpreter import Abandoned, Fault, Unknowable
from interpreter.expressions import Checker, Evaluator, Listing, nodes, parse, strip, terms
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from runtime.session.given import MOST_LISTED, described
from runtime.testing.course import Course
from runtime.testing.failures import Value

UNKNOWABLE = (Unknowable, Fault)
"""What the reference evaluator raises where a value cannot be had."""

NO_VALUES = (terms.Comprehension, terms.Route, terms.BoardTerm)
"""Parts of expressions that say nothing by themselves."""
WHOLE_SHOWN = (terms.FunctionCall, terms.Global, terms.StateValue, terms.StateItem, terms.ColumnItem)
"""Expressions that have no parts to tell why they are false."""


def parts_of(scalar: Scalar, term: terms.Term, course: Course) -> tuple[Value, ...]:
    """The parts of an expression with their values, from larger to smaller, as written.

    A define is represented by its call. Its inside uses the names of its own text, which would say nothing here.
    """
    evaluator, program, data = Evaluator(course.world()), course.state.program, course.state.data
    found: dict[str, Value] = {}
    counted: list[tuple[int, int]] = []
    for part in _written_here(scalar, term, course):
        node = part.node
        if _is_plain(part, program) or isinstance(part, NO_VALUES) or node.source in found:
            continue
        if part is term and node.scalar is scalar and not isinstance(part, WHOLE_SHOWN):
            continue
        if any(start <= node.start and node.end <= end for start, end in counted):
            continue
        try:
            value = evaluator.value(part, {})
        except Abandoned:
            break
        except UNKNOWABLE:
            continue
        found[node.source] = Value(node.source, described(program, data, value, part.type))
        if isinstance(strip(part.type), Listing) and len(list(value or ())) > MOST_LISTED:
            counted.append((node.start, node.end))
        for told in _example(part, value, evaluator, course):
            found[f"{node.source} {told.source}"] = told
    return tuple(found.values())


def _written_here(scalar: Scalar, term: terms.Term, course: Course) -> Iterator[terms.Term]:
    """The parts that are written in the text of the test, in order; a define by its call, a setting by its name."""
    parts = [part for part in terms.walk(term) if part.node.scalar is scalar]
    parts += _named(scalar, course)
    return iter(sorted(parts, key=lambda part: (part.node.start, -part.node.end)))


def _named(scalar: Scalar, course: Course) -> Iterator[terms.Term]:
    """The defines and settings of a text that mean something on their own, each with its value as a term; an expression
    that only compares settings is a constant without parts."""
    ground, diagnostics = course.position.ground, Diagnostics()
    root = parse(scalar, "expression", diagnostics)
    schema = course.state.program.schema
    for node in nodes.walk(root) if root is not None else ():
        name = node.name if isinstance(node, nodes.Call) else node.value if isinstance(node, nodes.Name) else ""
        if name in schema.defines or name in schema.settings:
            checker = Checker(Diagnostics(), ground.steps.checker.count)
            call = checker.check(node, ground.scope)
            if not checker.diagnostics.errors:
                yield replace(call, node=node)


def _is_plain(part: terms.Term, program: Program) -> bool:
    """Whether the value of a part is obvious from its text; that of a setting or a define is not."""
    if not isinstance(part, terms.Constant) or isinstance(part.node, nodes.Call):
        return False
    if isinstance(part.node, nodes.Name) and part.node.value in program.schema.defines:
        return False
    setting = program.schema.settings.get(part.node.value) if isinstance(part.node, nodes.Name) else None
    return setting is None or part.value is not setting[1]


def _example(part: terms.Term, value: Any, evaluator: Evaluator, course: Course) -> Iterator[Value]:
    """The item that makes an `all` false or an `any` true, and what is compared there."""
    if not isinstance(part, terms.FunctionCall) or (part.function.name, value) not in (("all", False), ("any", True)):
        return
    [over] = part.arguments
    if not isinstance(over, terms.Comprehension) or over.stop is not None:
        return
    loop, program, data = over.loops[-1], course.state.program, course.state.data
    outcomes = evaluator.value(over, {})
    item = next(item for item, holds in zip(outcomes.items, outcomes, strict=True) if holds == value)
    kind = strip(loop.items.type)
    if not isinstance(kind, Listing):
        return
    yield Value(f"{'holds' if value else 'fails'} first for", described(program, data, item, kind.item))
    body = over.body
    if len(over.loops) > 1 or not isinstance(body, terms.Compare) or not isinstance(body.node, nodes.Binary):
        return
    for side, written in ((body.left, body.node.left), (body.right, body.node.right)):
        if not isinstance(side, terms.Constant | terms.Variable):
            there = evaluator.value(side, {loop.name: item})
            yield Value(f"{written.source} there", described(program, data, there, side.type))
