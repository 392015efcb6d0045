"""What actions and steps may cost at worst: a spec that could keep a machine busy for minutes is refused."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language import terms
from interpreter.language.terms import LIMIT, cost, length, rounded
from interpreter.language.types import Number
from interpreter.library.steps.control import For, Repeat
from interpreter.library.steps.step import Step
from interpreter.rules.plan import ActionPlan, ChoicePlan, needed_lets
from interpreter.rules.schema import UNBOUNDED
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Span
from interpreter.spec.suggest import either

MOST_LISTS = 1_000_000
_FEWER = (
    "All turns of all loops count, on the largest board. Loop over fewer things, or name what stays the same with let "
    "before the loop."
)


def check_action(plan: ActionPlan, diagnostics: Diagnostics) -> None:
    """Report an action whose choices, checks or effects may take too long."""
    ways, total = 1, 0
    for choice in plan.choices:
        if choice.domain is not None:
            total += ways * cost(choice.domain)
        for part in choice.fields:
            asked = (part.domain, part.where, part.ask_if, part.otherwise)
            total += ways * sum(cost(term) for term in asked if term is not None)
        count = _count(choice)
        if choice.form != "one" and plan.spec.moves is None and count > MOST_LISTS:
            diagnostics.error(
                "too-many-values",
                choice.span,
                f"‘{choice.name}’ allows about {rounded(count)} values.",
                _sized([choice.domain, *(part.domain for part in choice.fields)])
                or "Choose fewer, choose from fewer things, or say with moves: which are legal.",
            )
            return
        ways *= max(1, count) if plan.spec.moves is None or choice.form == "one" else 1
        if choice.where is not None:
            total += ways * cost(choice.where)
    total += ways * sum(cost(check.term) for check in plan.checks)
    checked = needed_lets(plan)
    total += ways * sum(cost(value) for variable, value in plan.lets if variable.name in checked)
    read = [term for choice in plan.choices for term in (choice.domain, choice.where)]
    help = _sized([*read, *(check.term for check in plan.checks), *(value for _, value in plan.lets)])
    refuse(f"Finding the moves of {plan.name}", total, plan.span, diagnostics, help)
    for variable, value in plan.lets:
        if variable.name not in checked:
            check_term("This", value, value.node.span, diagnostics)
    check_steps(plan.effects, diagnostics)


def _count(choice: ChoicePlan) -> int:
    """How many values a choice may have."""
    if choice.fields:
        size = 1
        for part in choice.fields:
            size *= max(1, length(part.domain))
    else:
        size = length(choice.domain) if choice.domain is not None else 1
    if choice.form == "one":
        return size
    total, ways = 0, 1
    for number in range(1, choice.high + 1):
        left = size - number + 1
        if left <= 0:
            break
        ways = ways * left // (number if choice.form == "some" else 1)
        if number >= choice.low:
            total += ways
        if total > 10**15:
            break
    return total


def check_steps(steps: Iterable[Step], diagnostics: Diagnostics) -> None:
    """Report steps that may take too long."""
    for step in steps:
        refuse("This step", step_cost(step), step.span, diagnostics)


def step_cost(step: Step) -> int:
    """An upper estimate of the elementary steps of a step."""
    inside = sum(step_cost(each) for each in step.inside())
    own = sum(cost(term) for term in step.terms())
    if isinstance(step, For):
        times = 1
        for loop in step.loops:
            times *= max(1, length(loop.items))
        return own * times + times * inside
    if isinstance(step, Repeat):
        most = step.most.type.high if isinstance(step.most.type, Number) and step.most.type.high is not None else 10_000
        return max(1, most) * (inside + own)
    return step.work() + own + inside


def check_term(what: str, term: terms.Term, span: Span, diagnostics: Diagnostics) -> None:
    """Report a term that may take too long."""
    refuse(what, cost(term), span, diagnostics, _sized([term]))


def _sized(read: Iterable[terms.Term | None]) -> str | None:
    """What to write where a zone without a size is gone through: nobody knows how few pieces it holds."""
    parts = (part for term in read if term is not None for part in terms.walk(term))
    zones = {part.zone for part in parts if isinstance(part, terms.ZoneTerm) and length(part) >= UNBOUNDED}
    if not zones:
        return None
    return f"Give {either(sorted(zones))} a size, as in size: 13. Without one it may hold {UNBOUNDED} pieces."


def refuse(what: str, steps: int, span: Span, diagnostics: Diagnostics, help: str | None = None) -> None:
    """Report a cost above the limit."""
    if steps > LIMIT:
        diagnostics.error(
            "too-costly",
            span,
            f"{what} may take about {rounded(steps)} steps; the limit is {rounded(LIMIT)}.",
            help or _FEWER,
        )
