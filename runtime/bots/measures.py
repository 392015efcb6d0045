"""The expressions of `ai` as functions: what a position is worth, which actions are considered, how they rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from interpreter import Action, SpecError
from interpreter.expr import terms
from interpreter.expr.scope import RULES, Scope
from interpreter.expr.types import NUMBER, can_be_none
from interpreter.rules.actions import ActionPlan
from interpreter.rules.program import Program
from interpreter.rules.writer import Writer
from interpreter.spec.computer_model import AiRule
from interpreter.spec.nodes import Scalar
from interpreter.state import TO_MOVE

Data = tuple[Any, ...]
Evaluate = Callable[[Data, int], int]
Legal = Callable[[Data], list[Action]]
Key = tuple[tuple[bool, int], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a ranked bot, ready to be asked."""

    action: str
    when: Callable[[Data, int], Any] | None
    only: Callable[..., tuple[Any]] | None
    rank: Callable[..., tuple[int | None, ...]] | None
    signs: tuple[int, ...]

    def key(self, data: Data, me: int, action: Action) -> Key:
        """What an action is ranked by: the larger, the better; what cannot be measured comes last."""
        if self.rank is None:
            return ()
        values = zip(self.rank(data, me, *action[1:]), self.signs, strict=True)
        return tuple((value is not None, sign * (value or 0)) for value, sign in values)


@lru_cache(maxsize=256)
def evaluation(program: Program, scalar: Scalar | None) -> Evaluate | None:
    """What a position is worth to a player; None if the spec does not say."""
    if scalar is None:
        return None
    term = _checked(program, scalar, None)
    worth = program.compiler.extra(lambda writer: writer.value_function("worth", term))["worth"]
    if not can_be_none(term.type):
        return worth
    return lambda data, me: worth(data, me) or 0


def considered(program: Program, only: Mapping[str, Scalar]) -> Legal:
    """The legal actions that a bot looks at: those that pass `only`, or all if none does."""
    legal = program.legal
    tests = {
        name: _measures(program, program.plans[name], [_checked(program, flag, program.plans[name], True)])
        for name, flag in only.items()
        if name in program.actions
    }
    if not tests:
        return legal

    def passing(data: Data) -> list[Action]:
        actions, me = legal(data), data[TO_MOVE]
        kept = [
            action
            for action in actions
            if (test := tests.get(action[0])) is None or test(data, me, *action[1:])[0]
        ]
        return kept or actions

    return passing


def rules(program: Program, written: Sequence[AiRule]) -> list[Rule]:
    """The rules of a ranked bot, as functions."""
    return [_rule(program, rule) for rule in written if str(rule.do) in program.actions]


def _rule(program: Program, rule: AiRule) -> Rule:
    plan = program.plans[str(rule.do)]
    when = _checked(program, rule.when, None, True) if rule.when is not None else None
    only = _checked(program, rule.only, plan, True) if rule.only is not None else None
    ranks = [(rank.most, 1) if rank.most is not None else (rank.least, -1) for rank in rule.rank]
    measured = [_checked(program, scalar, plan) for scalar, _ in ranks if scalar is not None]
    return Rule(
        plan.name,
        program.compiler.extra(lambda writer: writer.value_function("when", when))["when"] if when else None,
        _measures(program, plan, [only]) if only is not None else None,
        _measures(program, plan, measured) if measured else None,
        tuple(sign for _, sign in ranks),
    )


def _checked(program: Program, scalar: Scalar, plan: ActionPlan | None, condition: bool = False) -> terms.Term:
    """An expression as a term, in the scope of an action or of the rules."""
    scope = plan.scope if plan is not None and plan.scope is not None else Scope(program.schema, RULES, place="ai")
    program.checker.size = 0
    term = program.steps.condition(scalar, scope) if condition else program.steps.term(scalar, scope, NUMBER)
    if term is None or program.diagnostics.errors:
        raise SpecError(program.diagnostics)
    return term


def _measures(program: Program, plan: ActionPlan, values: list[terms.Term]) -> Callable[..., tuple[Any, ...]]:
    def write(writer: Writer) -> None:
        writer.measures("measures", plan, values)

    return program.compiler.extra(write)["measures"]
