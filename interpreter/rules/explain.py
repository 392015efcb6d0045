"""Explanations: which check decides about an action, and the values of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.expr import terms
from interpreter.expr.evaluator import Evaluator, in_words
from interpreter.rules.program import Program
from interpreter.rules.refusal import Refusal, bindings, refuse
from interpreter.rules.world import StateWorld
from interpreter.spec.source import Span
from interpreter.state import TO_MOVE, Action


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
    plan = program.actions[action[0]]
    found = next((each for each in plan.refusals if each.name == refusal.name), None)
    if found is None or found.term is None:
        return Explanation(refusal, refusal.span, ())
    world = StateWorld(program, data, data[TO_MOVE])
    names = bindings(plan, world, action)
    evaluator = Evaluator(world)
    parts: dict[str, Part] = {}
    for term in terms.walk(found.term):
        if isinstance(term, terms.Constant | terms.Comprehension) or term.node.source in parts:
            continue
        try:
            value = evaluator.value(term, names)
        except (LookupError, TypeError, ZeroDivisionError):
            continue
        parts[term.node.source] = Part(term.node.source, in_words(value, term.type, program.schema))
    return Explanation(refusal, found.term.node.span, tuple(parts.values()))
