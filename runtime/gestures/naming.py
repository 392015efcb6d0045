"""Which actions a hand can begin by pointing, and which only their button begins."""

from __future__ import annotations

from interpreter.expressions import Piece, Site, strip, terms
from interpreter.program import ActionPlan, ChoicePlan, Program

RIGHT_CLICK = "right_click"
"""What an action says in `gesture` that no click and no drag begins."""


def needs_naming(program: Program, plan: ActionPlan) -> bool:
    """Whether no click begins an action, so that it has a button."""
    if not plan.choices:
        return False
    if plan.spec.gesture == RIGHT_CLICK:
        return True
    if not is_pointed_at(plan.choices[0]):
        return strip(plan.choices[0].item.type) != program.schema.directions
    earlier = True
    for other in program.actions.values():
        if other is plan:
            earlier = False
        elif _meet(program, other, plan) and shadows(other, plan, earlier):
            return True
    return False


def is_submitted(program: Program, plan: ActionPlan) -> bool:
    """Whether an action is begun by pointing, and its button only submits what is chosen."""
    return bool(plan.choices) and plan.choices[-1].form != "one" and not needs_naming(program, plan)


def only_submits(program: Program, plan: ActionPlan) -> bool:
    """Whether a button has nothing to do while nothing is chosen: whatever is pointed at is for its list of records."""
    if not plan.choices or not plan.choices[-1].fields or not is_submitted(program, plan):
        return False
    others = (other for other in program.actions.values() if other is not plan and other.choices)
    return not any(is_pointed_at(other.choices[0]) for other in others)


def _meet(program: Program, first: ActionPlan, second: ActionPlan) -> bool:
    """Whether two actions can be meant by the same gesture at the same time."""
    if first.spec.follows is not None or first.spec.gesture == RIGHT_CLICK:
        return False
    if second.spec.gesture not in (None, first.spec.gesture):
        return False
    phases = program.phases
    return not phases or any(first.name in phase.actions and second.name in phase.actions for phase in phases)


def is_pointed_at(choice: ChoicePlan) -> bool:
    """Whether a choice is made by pointing."""
    kinds = [part.variable.type for part in choice.fields] or [choice.item.type]
    return any(isinstance(strip(kind), Site | Piece) for kind in kinds)


def shadows(first: ActionPlan, second: ActionPlan, earlier: bool) -> bool:
    """Whether pointing that could begin the second action always begins the first, as far as their choices are
    written alike. `earlier`: the first stands before the second in the spec."""
    if not first.choices or not _written(second.choices[0]) <= _written(first.choices[0]):
        return False
    if first.choices[0].form != "one" or second.choices[0].form != "one":
        return earlier
    pairs = zip(first.choices, second.choices, strict=False)
    alike = len(first.choices) <= len(second.choices) and all(
        one.form == other.form and _written(one) == _written(other) for one, other in pairs
    )
    return alike and (earlier or len(first.choices) < len(second.choices))


def _written(choice: ChoicePlan) -> set[str]:
    """What a choice is made from, as it is written."""
    if choice.form != "one":
        domains: list[terms.Term | None] = [choice.domain, *(part.domain for part in choice.fields)]
        return {domain.node.source for domain in domains if domain is not None}
    where = choice.where.node.source if choice.where is not None else ""
    return {f"{choice.domain.node.source} where {where}"} if choice.domain is not None else set()
