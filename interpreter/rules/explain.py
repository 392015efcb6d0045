"""Explanations: which check decides about an action, and the values of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.expr import terms
from interpreter.expr.evaluator import Evaluator, in_words
from interpreter.faults import Fault, Unknowable
from interpreter.position import TO_MOVE
from interpreter.rules.program import Program
from interpreter.rules.refusal import Refusal, deciding, may_be_tried, refuse
from interpreter.rules.world import StateWorld
from interpreter.spec.source import Span
from interpreter.state import Action


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a check as it is written, and its value in words."""

    source: str
    value: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an action is allowed or refused. `parts` goes from the whole check to its smallest parts."""

    refusal: Refusal | None
    span: Span | None
    parts: tuple[Part, ...]


def explain(program: Program, data: tuple[Any, ...], action: Action) -> Explanation:
    """Explain what decides about an action."""
    refusal = refuse(program, data, action)
    if refusal is None or action[0] not in program.actions:
        return Explanation(refusal, refusal.span if refusal is not None else None, ())
    found = deciding(program, data, action) if may_be_tried(program, data, action) is None else None
    if found is None or found.plan.term is None:
        return Explanation(refusal, refusal.span, ())
    evaluator = Evaluator(StateWorld(program, found.data, found.data[TO_MOVE]))
    parts: dict[str, Part] = {}
    for term in terms.walk(found.plan.term):
        if isinstance(term, terms.Constant | terms.Comprehension) or term.node.source in parts:
            continue
        try:
            value = evaluator.value(term, found.names)
        except (Unknowable, Fault):
            continue
        parts[term.node.source] = Part(term.node.source, in_words(value, term.type, program.schema))
    return Explanation(refusal, found.plan.term.node.span, tuple(parts.values()))
