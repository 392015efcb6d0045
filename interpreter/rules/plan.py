"""Checked actions: their choices, checks, effects and refusals, and how their moves are listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from interpreter.language import terms
from interpreter.language.scope import Scope
from interpreter.language.terms import free_variables
from interpreter.language.types import Type
from interpreter.library.steps.control import If, Run
from interpreter.library.steps.outcomes import Require
from interpreter.library.steps.step import Step
from interpreter.spec import model
from interpreter.spec.nodes import Scalar, Span

if TYPE_CHECKING:
    from interpreter.code.lowering import Lowering
    from interpreter.state.layout import Layout


@dataclass(frozen=True, slots=True, eq=False)
class FieldPlan:
    """One part of a chosen record."""

    name: str
    variable: terms.Variable
    domain: terms.Term
    where: terms.Term | None
    ask_if: terms.Term | None
    otherwise: terms.Term | None


@dataclass(frozen=True, slots=True, eq=False)
class ChoicePlan:
    """One choice. `item` is the variable of one candidate; for a single choice it is the choice itself, with the type
    that it has when it is asked for."""

    name: str
    form: str
    variable: terms.Variable
    item: terms.Variable
    domain: terms.Term | None
    where: terms.Term | None
    low: int
    high: int
    fields: tuple[FieldPlan, ...]
    refusal: int
    span: Span
    in_order: bool = False
    ask_if: terms.Term | None = None
    otherwise: terms.Term | None = None
    """The value where `ask_if` is false; None: none."""
    alike: terms.Term | None = None
    """Candidates for which this is equal are one move."""
    told: bool = False
    """Whether `else` says why something cannot be chosen."""
    dead_end: int = 0
    """The number of the refusal of a candidate that no later choice completes to a legal move; 0: none is written."""

    @property
    def place(self) -> Span:
        """Where a fault among its candidates is reported: at their condition."""
        return self.span if self.where is None else self.where.node.span

    def terms(self) -> Iterator[terms.Term]:
        """Every term that affects what can be chosen."""
        own = (self.domain, self.where, self.ask_if, self.otherwise, self.alike)
        parts = ((part.domain, part.where, part.ask_if, part.otherwise) for part in self.fields)
        return (term for group in (own, *parts) for term in group if term is not None)


@dataclass(frozen=True, slots=True, eq=False)
class CheckPlan:
    """One check of `validate`."""

    name: str
    term: terms.Term
    refusal: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class GoalPlan(CheckPlan):
    """One check of `validate` that requires the most (`sign` is 1) or the least (-1) that a turn can come to."""

    sign: int


@dataclass(frozen=True, slots=True, eq=False)
class RefusalPlan:
    """The text for a player when a choice, check or require refuses."""

    name: str
    text: Scalar | None
    show: terms.Term | None
    scope: Scope
    span: Span
    term: terms.Term | None
    item: terms.Variable | None = None


class Moves(Protocol):
    """A way to list the moves of an action when trying them all would take too long.

    `choice` names the choice whose values it lists: the rest of the action decides about each, except for the checks in
    `answered`, which hold for every value. Without a choice it lists whole moves, all of them legal.
    """

    @property
    def choice(self) -> str | None:
        """The choice whose values are listed; None means all choices."""

    @property
    def answered(self) -> frozenset[str]:
        """The checks that need not be tested again."""

    def written(self, lowering: Lowering, layout: Layout) -> tuple[str, str] | None:
        """Python for the list, and for whether it has any items: a flag, or values in the order in which a legal one is
        found soonest. None if each move must be tried after all."""


class Ranked(NamedTuple):
    """Python for groups of values, the best first; how many ranks determined the groups, whether `only` did, and
    whether the values are legal whatever else the action requires."""

    python: str
    ranks: int
    only: bool
    legal: bool


@runtime_checkable
class RankedMoves(Moves, Protocol):
    """Moves that can be listed by rank, so that only the best need to be computed."""

    def by_rank(
        self,
        lowering: Lowering,
        layout: Layout,
        only: terms.Term | None,
        ranks: Sequence[tuple[terms.Term, int]],
    ) -> Ranked:
        """Python for the values of the choice in groups formed by the first ranks. A rank is a term and whether more of
        it is better (1) or less (-1)."""


@dataclass(slots=True, eq=False)
class ActionPlan:
    """A checked action."""

    name: str
    spec: model.Action
    span: Span
    choices: list[ChoicePlan] = field(default_factory=list)
    lets: list[tuple[terms.Variable, terms.Term]] = field(default_factory=list)
    checks: list[CheckPlan] = field(default_factory=list)
    goals: list[GoalPlan] = field(default_factory=list)
    effects: list[Step] = field(default_factory=list)
    refusals: list[RefusalPlan] = field(default_factory=list)
    scope: Scope | None = None
    moves: Moves | None = None
    required: dict[Require, int] = field(default_factory=dict)
    """The number of the refusal of each require."""

    @property
    def requires(self) -> list[Require]:
        """The requires of the effects, in order; one in a routine counts wherever it runs."""
        return list(self.required)

    @property
    def tried(self) -> list[Step]:
        """The effects up to the last require: the part that runs to find out whether the action is legal."""
        return _up_to_require(self.effects)

    def types(self) -> tuple[tuple[str, Type], ...]:
        """The choices and their types."""
        return tuple((choice.name, choice.variable.type) for choice in self.choices)


def _up_to_require(steps: Iterable[Step]) -> list[Step]:
    """Steps up to the last that can refuse; only the part of that step before the refusal is kept, unless it is in a
    loop."""
    found = list(steps)
    while found and not any(isinstance(each, Require) for each in found[-1].all_steps()):
        found.pop()
    match found:
        case [*_, Run(body=body) as last]:
            found[-1] = replace(last, body=tuple(_up_to_require(body)))
        case [*_, If(then=then, otherwise=otherwise) as last]:
            shorter = tuple(_up_to_require(then)), tuple(_up_to_require(otherwise))
            found[-1] = replace(last, then=shorter[0], otherwise=shorter[1])
    return found


def made_before(plan: ActionPlan, scope: Scope) -> list[terms.Variable]:
    """The names in a scope that steps have defined: neither choices nor lets of the action."""
    given = {choice.variable.name for choice in plan.choices} | {variable.name for variable, _ in plan.lets}
    found = [local.term for local in scope.locals.values()]
    return [term for term in found if isinstance(term, terms.Variable) and term.name not in given]


def needed_lets(plan: ActionPlan) -> set[str]:
    """The lets that checks read."""
    return closure(plan, (name for check in plan.checks for name in free_variables(check.term)))


def closure(plan: ActionPlan, names: Iterable[str]) -> set[str]:
    """The lets among some names, and the lets that those read."""
    values = {variable.name: value for variable, value in plan.lets}
    wanted: set[str] = set()
    queue = [name for name in names if name in values]
    while queue:
        name = queue.pop()
        if name not in wanted:
            wanted.add(name)
            queue += [other for other in free_variables(values[name]) if other in values]
    return wanted
