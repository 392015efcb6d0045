"""The expressions of `ai` as functions: what a position is worth, which actions are considered, how they rank."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from interpreter import Action, SpecError
from interpreter.expressions import NUMBER, RULES, Scope, can_be_none, terms
from interpreter.position import Data, mover_of
from interpreter.program import EVERY_WORD, ActionPlan, Program, Ranked, RankedMoves, Vocabulary, Writer
from interpreter.spec.model import AiRule
from interpreter.spec.nodes import Scalar
from runtime.bots.options import Options

Evaluate = Callable[[Data, int], int]
Legal = Callable[[Data], list[Action]]
Key = tuple[tuple[bool, int], ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """What actions are ranked by. A sign says whether more of a value is better (1) or less (-1)."""

    values: Callable[..., tuple[int | None, ...]]
    signs: tuple[int, ...]

    def key(self, data: Data, me: int, action: Action) -> Key:
        """The larger, the better; what cannot be measured comes last."""
        values = zip(self.values(data, me, *action[1:]), self.signs, strict=True)
        return tuple([(value is not None, sign * (value or 0)) for value, sign in values])


@dataclass(frozen=True, slots=True)
class Groups:
    """The moves of a rule by rank: lists of what is chosen, the best first. `rank` is what is left to decide among
    those of a group, `only` whether that is left to ask, `legal` whether each is legal for sure."""

    listed: Callable[[Data, int], Iterator[list[Any]]]
    rank: Measure | None
    only: bool
    legal: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a ranked bot, ready to be asked. `groups` is there if its moves can be listed by rank."""

    action: str
    when: Callable[[Data, int], Any] | None
    only: Callable[..., tuple[Any]] | None
    rank: Measure | None
    groups: Groups | None = None


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


def usable(program: Program, vocabulary: Vocabulary) -> Legal:
    """The legal actions with words that a bot uses: those it knows, or if there are none any that it does not avoid."""
    known, wider = program.knowing(vocabulary), program.knowing(vocabulary._replace(tier=EVERY_WORD))
    return known if known is wider else lambda data: known(data) or wider(data)


def considered(program: Program, options: Options) -> Legal:
    """The legal actions that a bot looks at: those that pass `only`, or all if none does; of words those it uses, or
    all if there are no others."""
    legal, words = program.legal, usable(program, options.vocabulary)
    if words is not legal:
        legal = _first_of(words, legal)
    tests = {name: _test(program, name, flag) for name, flag in options.only.items() if name in program.actions}
    if not tests:
        return legal

    def passing(data: Data) -> list[Action]:
        actions, me = legal(data), mover_of(data)
        kept = [
            action
            for action in actions
            if (test := tests.get(action[0])) is None or test(data, me, *action[1:])[0]
        ]
        return kept or actions

    return passing


@lru_cache(maxsize=256)
def _test(program: Program, action: str, flag: Scalar) -> Callable[..., tuple[Any, ...]]:
    """Whether an action is considered, as a function; hints ask for it again and again."""
    plan = program.plans[action]
    return _measures(program, plan, [_checked(program, flag, plan, True)])


def _first_of(wanted: Legal, otherwise: Legal) -> Legal:
    return lambda data: wanted(data) or otherwise(data)


@lru_cache(maxsize=256)
def condition(program: Program, scalar: Scalar) -> Callable[[Data, int], Any]:
    """Whether something holds at a position, asked in the name of a player."""
    term = _checked(program, scalar, None, True)
    return program.compiler.extra(lambda writer: writer.value_function("holds", term))["holds"]


def rules(program: Program, written: Sequence[AiRule], vocabulary: Vocabulary) -> list[Rule]:
    """The rules of a ranked bot who knows some words, as functions."""
    return [_rule(program, rule, vocabulary) for rule in written if str(rule.do) in program.actions]


def _rule(program: Program, rule: AiRule, vocabulary: Vocabulary) -> Rule:
    plan = program.plans[str(rule.do)]
    when = _checked(program, rule.when, None, True) if rule.when is not None else None
    only = _checked(program, rule.only, plan, True) if rule.only is not None else None
    written = [(rank.most, 1) if rank.most is not None else (rank.least, -1) for rank in rule.rank]
    ranks = [(_checked(program, scalar, plan), sign) for scalar, sign in written if scalar is not None]
    return Rule(
        plan.name,
        program.compiler.extra(lambda writer: writer.value_function("when", when))["when"] if when else None,
        _measures(program, plan, [only]) if only is not None else None,
        _measure(program, plan, ranks),
        _groups(program, plan, only, ranks, vocabulary) if isinstance(plan.moves, RankedMoves) else None,
    )


def _measure(program: Program, plan: ActionPlan, ranks: Sequence[tuple[terms.Term, int]]) -> Measure | None:
    if not ranks:
        return None
    return Measure(_measures(program, plan, [term for term, _ in ranks]), tuple(sign for _, sign in ranks))


def _groups(
    program: Program,
    plan: ActionPlan,
    only: terms.Term | None,
    ranks: Sequence[tuple[terms.Term, int]],
    vocabulary: Vocabulary,
) -> Groups:
    """What lists the moves of an action by rank."""
    assert isinstance(plan.moves, RankedMoves)
    moves, found = plan.moves, list[Ranked]()

    def write(writer: Writer) -> None:
        writer.vocabulary = vocabulary
        lowering = writer.start()
        found.append(moves.by_rank(lowering, writer.layout, only, ranks))
        lowering.code.line(f"return {found[0].python}")
        writer.finish("def groups(data, me):", lowering)

    listed = program.compiler.extra(write)["groups"]
    left = _measure(program, plan, ranks[found[0].ranks :])
    return Groups(listed, left, only is not None and not found[0].only, found[0].legal)


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
