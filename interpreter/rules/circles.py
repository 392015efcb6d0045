"""Actions that would have to be listed before it is known whether they may be done: their own checks ask about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.expr import terms
from interpreter.rules.plans import ActionPlan
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.source import Span
from interpreter.steps.outcomes import Require

Asked = list[tuple[frozenset[str], Span]]


def check_circles(actions: Mapping[str, ActionPlan], diagnostics: Diagnostics) -> None:
    """Report each action whose choices or checks ask, by `can` or `stuck`, what depends on the action itself."""
    asked = {name: _asked(plan, actions) for name, plan in actions.items()}
    for name in actions:
        for others, span in asked[name]:
            if name in _reached(others, asked):
                message = f"Whether {name} may be done depends here on itself."
                diagnostics.error("depends-on-itself", span, message, "Ask for what it needs instead.")
                break


def _reached(names: frozenset[str], asked: Mapping[str, Asked]) -> set[str]:
    """The actions that must be listed to list some."""
    found, queue = set(names), list(names)
    while queue:
        new = {name for others, _ in asked[queue.pop()] for name in others} - found
        found |= new
        queue += new
    return found


def _asked(plan: ActionPlan, actions: Mapping[str, ActionPlan]) -> Asked:
    """The actions that an action asks about before it may be done, and where."""
    forced = {name for name, other in actions.items() if other.spec.forced is not None}
    found: Asked = []
    for term in _deciding(plan):
        for part in terms.walk(term):
            if not isinstance(part, terms.FunctionCall):
                continue
            if part.function.name == "stuck":
                found.append((frozenset(actions), part.node.span))
            elif part.function.name == "can" and part.extra[0] in actions:
                found.append((frozenset({part.extra[0], *forced}), part.node.span))
    return found


def _deciding(plan: ActionPlan) -> Iterator[terms.Term]:
    """The terms that decide whether an action may be done, with the effects up to the last require."""
    for choice in plan.choices:
        parts = [(choice.domain, choice.where)]
        parts += [(part.domain, part.where) for part in choice.fields]
        yield from (term for pair in parts for term in pair if term is not None)
    if plan.checks:
        yield from (value for _, value in plan.lets)
    yield from (check.term for check in plan.checks)
    last = max((number for number, step in enumerate(plan.effects) if isinstance(step, Require)), default=-1)
    for step in plan.effects[: last + 1]:
        for each in step.all_steps():
            yield from each.terms()
