"""The values of choices that nobody has to make: what a move becomes when they are filled in."""

from __future__ import annotations

from typing import Any

from interpreter.faults import Abandoned, Fault, Unknowable
from interpreter.language.evaluator import Evaluator
from interpreter.position import TO_MOVE, from_state, to_state
from interpreter.program.program import Program
from interpreter.program.world import StateWorld
from interpreter.rules.plan import ActionPlan

Data = tuple[Any, ...]


def is_asked(program: Program, data: Data, plan: ActionPlan, values: tuple[Any, ...], by: int = 0) -> bool:
    """Whether the next choice must be made, or may have to be if that cannot be known; `by` is the player who chooses,
    by default the player to move."""
    ask_if = plan.choices[len(values)].ask_if
    try:
        return ask_if is None or bool(_evaluator(program, data, by).value(ask_if, _names(plan, values)))
    except Abandoned:
        raise
    except (Unknowable, Fault):
        return True


def completed(program: Program, data: Data, plan: ActionPlan, values: tuple[Any, ...], by: int = 0) -> tuple[Any, ...]:
    """Those values, followed by the ones that nobody has to choose."""
    while len(values) < len(plan.choices) and not is_asked(program, data, plan, values, by):
        choice, value = plan.choices[len(values)], None
        if choice.otherwise is not None:
            try:
                value = _evaluator(program, data, by).value(choice.otherwise, _names(plan, values))
            except Abandoned:
                raise
            except (Unknowable, Fault):
                break
        values = (*values, to_state(value, choice.variable.type))
    return values


def _evaluator(program: Program, data: Data, by: int) -> Evaluator:
    return Evaluator(StateWorld(program, data, by or data[TO_MOVE]))


def _names(plan: ActionPlan, values: tuple[Any, ...]) -> dict[str, Any]:
    pairs = zip(plan.choices, values, strict=False)
    return {choice.variable.name: from_state(value, choice.variable.type) for choice, value in pairs}
