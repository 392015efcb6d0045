"""Shorter code for the commonest actions: one site of a board, found by searching its column in C."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.expr.columns import conjuncts, constant_column, found_at, mask_of
from interpreter.expr.lowering import Lowering
from interpreter.expr.repeats import may_repeat
from interpreter.expr.types import Site
from interpreter.rules.legality import place_checks
from interpreter.rules.plans import ActionPlan, ChoicePlan


def made_action(lowering: Lowering, plan: ActionPlan, action: str) -> str:
    """An action whose only choice is a site is made beforehand."""
    if len(plan.choices) == 1 and isinstance(plan.choices[0].variable.type, Site):
        return f"{_made(lowering, plan)}[{plan.choices[0].variable.name}]"
    return action


def _made(lowering: Lowering, plan: ActionPlan) -> str:
    return lowering.constant(tuple((plan.name, site) for site in range(lowering.schema.topology.count + 1)), plan.name)


def compact_legal(lowering: Lowering, plan: ActionPlan, fixed: tuple[str, ...], attempt: str | None) -> str | None:
    """Python for the list of legal ways as one expression, if the action is that simple."""
    choice = _only_choice(plan, fixed, attempt)
    if choice is None or choice.domain is None:
        return None
    conditions = [*conjuncts(choice.where), *_later(plan)]
    name = choice.variable.name
    column = constant_column(lowering, name, choice.domain, conditions[0]) if conditions else None
    if column is not None and len(conditions) == 1:
        every = tuple((plan.name, site) for site in range(1, lowering.schema.topology.count + 1))
        return f"list(compress({lowering.constant(every, plan.name)}, {mask_of(lowering, column)}))"
    if column is not None:
        source, conditions = (
            f"compress({lowering.value(choice.domain)}, {mask_of(lowering, column)})",
            conditions[1:],
        )
    elif isinstance(choice.domain, terms.Constant) and isinstance(choice.variable.type, Site):
        return _chosen_pairs(lowering, plan, choice.domain, conditions)
    else:
        source = lowering.value(choice.domain)
    with lowering.code.aside() as aside:
        tests = [lowering.condition(condition) for condition in conditions]
    if aside:
        return None
    test = f" if {' and '.join(tests)}" if tests else ""
    return f"[{made_action(lowering, plan, f'({plan.name!r}, {name})')} for {name} in {source}{test}]"


def _chosen_pairs(
    lowering: Lowering, plan: ActionPlan, domain: terms.Constant, conditions: list[terms.Term]
) -> str | None:
    """A choice from sites that are known now: each stands there with its action made beforehand."""
    name = plan.choices[0].variable.name
    with lowering.code.aside() as aside:
        tests = [lowering.condition(condition) for condition in conditions]
    if aside:
        return None
    pairs = tuple((site, (plan.name, site)) for site in domain.value)
    test = f" if {' and '.join(tests)}" if tests else ""
    return f"[_a for {name}, _a in {lowering.constant(pairs, plan.name)}{test}]"


def scan_any(lowering: Lowering, plan: ActionPlan, fixed: tuple[str, ...], attempt: str | None) -> str | None:
    """Python that says whether there is a legal way, if a search in one column answers that."""
    choice = _only_choice(plan, fixed, attempt)
    if choice is None or choice.domain is None:
        return None
    conditions = [*conjuncts(choice.where), *_later(plan)]
    if len(conditions) != 1:
        return None
    column = constant_column(lowering, choice.variable.name, choice.domain, conditions[0])
    return f"({found_at(lowering, column[0], str(column[1]))} > 0)" if column is not None else None


def _only_choice(plan: ActionPlan, fixed: tuple[str, ...], attempt: str | None) -> ChoicePlan | None:
    if len(plan.choices) != 1 or fixed or attempt is not None or plan.choices[0].form != "one":
        return None
    domain = plan.choices[0].domain
    if domain is None or may_repeat(domain):
        return None
    if any(placed.depth == 0 or placed.check is None for placed in place_checks(plan)):
        return None
    return plan.choices[0]


def _later(plan: ActionPlan) -> list[terms.Term]:
    return [part for placed in place_checks(plan) for part in conjuncts(placed.value)]
