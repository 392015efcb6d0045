"""The plan of `ai` and `assist`: what positions are worth, which moves are considered and how they rank, and how much
help there is. Its expressions are checked when it is made and compiled when they are first needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.language import terms
from interpreter.language.evaluator import Evaluator
from interpreter.language.scope import RULES, Scope
from interpreter.language.types import NUMBER, can_be_none
from interpreter.program.world import StateWorld
from interpreter.program.writer import Writer
from interpreter.registry import bots
from interpreter.rules.plan import ActionPlan, Ranked, RankedMoves
from interpreter.rules.review import Reviewer
from interpreter.spec import model
from interpreter.spec.model import BOTS, AiRule
from interpreter.spec.nodes import Scalar
from interpreter.state.state import Action
from interpreter.words import Vocabulary

if TYPE_CHECKING:
    from interpreter.program.program import Program

Data = tuple[Any, ...]
Evaluate = Callable[[Data, int], int]
RankKey = tuple[tuple[bool, int], ...]
STOP = "stop"
"""What a rule does that ends a turn which could go on."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A value by which actions are ranked. A sign says whether more is better (1) or less (-1)."""

    values: Callable[..., tuple[int | None, ...]]
    signs: tuple[int, ...]

    def key(self, data: Data, me: int, action: Action) -> RankKey:
        """A sorting key: the larger, the better; what cannot be measured comes last."""
        values = zip(self.values(data, me, *action[1:]), self.signs, strict=True)
        return tuple([(value is not None, sign * (value or 0)) for value, sign in values])


@dataclass(frozen=True, slots=True)
class Groups:
    """The moves of a rule by rank: lists of chosen values, the best first. `rank` is what is left to decide within a
    group, `only` whether that condition is still to be tested, `legal` whether each is certainly legal."""

    listed: Callable[[Data, int], Iterator[list[Any]]]
    rank: Measure | None
    only: bool
    legal: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a ranked bot, ready for use. `groups` is set if its moves can be listed by rank."""

    action: str
    when: Callable[[Data, int], Any] | None
    only: Callable[..., tuple[Any]] | None
    rank: Measure | None
    groups: Groups | None = None
    percent: Evaluate | None = None


class Worth:
    """What a position is worth to a player, or whether something holds there."""

    def __init__(self, program: Program, term: terms.Term) -> None:
        self.program = program
        self.term = term

    def __str__(self) -> str:
        return self.term.node.source

    @cached_property
    def function(self) -> Callable[[Data, int], Any]:
        """The value as a function of a position and a player."""
        return self.program.compiler.extra(lambda writer: writer.value_function("worth", self.term))["worth"]

    @cached_property
    def number(self) -> Evaluate:
        """The same function, returning a number; 0 for none."""
        worth = self.function
        return (lambda data, me: worth(data, me) or 0) if can_be_none(self.term.type) else worth


class Considered:
    """Which ways of an action are considered."""

    def __init__(self, program: Program, plan: ActionPlan, term: terms.Term) -> None:
        self.program = program
        self.plan = plan
        self.term = term

    @cached_property
    def function(self) -> Callable[..., tuple[Any, ...]]:
        """The condition as a function of a position, a player and what is chosen."""
        return _measures(self.program, self.plan, [self.term])


class RulePlan:
    """One rule of a ranked bot. `plan` is the action that it takes, None to stop a turn that could go on; `ranks` are
    its measures, each with its sign."""

    def __init__(
        self,
        program: Program,
        plan: ActionPlan | None,
        when: terms.Term | None,
        only: terms.Term | None,
        ranks: Sequence[tuple[terms.Term, int]],
        percent: Worth | None = None,
    ) -> None:
        self.program = program
        self.plan = plan
        self.when = Worth(program, when) if when is not None else None
        self.only = Considered(program, plan, only) if plan is not None and only is not None else None
        self.ranks = ranks
        self.percent = percent

    def knowing(self, vocabulary: Vocabulary) -> Rule:
        """The rule of somebody who knows only some words."""
        return Rule(
            self.plan.name if self.plan is not None else STOP,
            self.when.function if self.when is not None else None,
            self.only.function if self.only is not None else None,
            self._measure(self.ranks),
            self._groups(vocabulary) if self.plan is not None and isinstance(self.plan.moves, RankedMoves) else None,
            self.percent.number if self.percent is not None else None,
        )

    def _measure(self, ranks: Sequence[tuple[terms.Term, int]]) -> Measure | None:
        if not ranks or self.plan is None:
            return None
        values = _measures(self.program, self.plan, [term for term, _ in ranks])
        return Measure(values, tuple(sign for _, sign in ranks))

    def _groups(self, vocabulary: Vocabulary) -> Groups:
        """The function that lists the moves of the action by rank."""
        assert self.plan is not None and isinstance(self.plan.moves, RankedMoves)
        moves, found, only = self.plan.moves, list[Ranked](), self.only.term if self.only is not None else None

        def write(writer: Writer) -> None:
            writer.vocabulary = vocabulary
            lowering = writer.start()
            found.append(moves.by_rank(lowering, writer.layout, only, self.ranks))
            lowering.code.line(f"return {found[0].python}")
            writer.finish("def groups(data, me):", lowering)

        listed = self.program.compiler.extra(write)["groups"]
        left = self._measure(self.ranks[found[0].ranks :])
        return Groups(listed, left, only is not None and not found[0].only, found[0].legal)


def _measures(program: Program, plan: ActionPlan, values: list[terms.Term]) -> Callable[..., tuple[Any, ...]]:
    return program.compiler.extra(lambda writer: writer.measures("measures", plan, values))["measures"]


@dataclass(frozen=True, slots=True)
class BotPlan:
    """The settings of a bot, from one section; anything left out there is None."""

    evaluate: Worth | None
    slack: Worth | None
    rules: tuple[RulePlan, ...] | None
    only: Mapping[str, Considered] | None


class ComputerPlan(Reviewer):
    """The computer player of a program and its help, built part by part."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._bots: dict[int, BotPlan] = {}

    def check(self) -> None:
        """Build every part."""
        ai, assist = self.spec.ai, self.spec.assist
        hints = assist.hints if assist is not None else None
        for options in (ai, *((ai.levels or {}).values() if ai is not None else ()), hints):
            if options is not None:
                self.bot(options)
        for part in ("knows", "undo_if", "limits"):
            getattr(self, part)

    def bot(self, options: model.BotOptions) -> BotPlan:
        """The settings of a bot: `ai`, one of its levels, or the section on hints."""
        if id(options) not in self._bots:
            self._bots[id(options)] = self._bot(options)
        return self._bots[id(options)]

    @property
    def _scope(self) -> Scope:
        return Scope(self.schema, RULES, place="ai")

    def _worth(self, scalar: Scalar | None, what: str) -> Worth | None:
        term = self.wanted(scalar, self._scope, NUMBER, what)
        return Worth(self.program, term) if term is not None else None

    def _holds(self, scalar: Scalar | None) -> Worth | None:
        term = self.condition(scalar, self._scope)
        return Worth(self.program, term) if term is not None else None

    def _bot(self, options: model.BotOptions) -> BotPlan:
        if options.bot is not None:
            self.names([options.bot], dict.fromkeys((*BOTS, *bots())), "bot", "unknown-bot")
        evaluate, slack = self._worth(options.evaluate, "evaluate"), self._worth(options.slack, "slack")
        rules = None if options.rules is None else [self._rule(rule) for rule in options.rules]
        only = None
        if options.only is not None:
            only = {}
            for name, flag in options.only.items():
                self.names([name], self.schema.actions, "action", "unknown-action")
                plan = self.program.plans.get(str(name))
                # Of an action that there is not, nobody knows what it chooses.
                term = self.condition(flag, plan.scope or self._scope) if plan is not None else None
                if plan is not None and term is not None:
                    only[str(name)] = Considered(self.program, plan, term)
        return BotPlan(evaluate, slack, None if rules is None else tuple(filter(None, rules)), only)

    def _rule(self, rule: AiRule) -> RulePlan | None:
        stops = str(rule.do) == STOP and self.program.may_stop
        if not stops:
            self.names([rule.do], self.schema.actions, "action", "unknown-action")
        ranked = (scalar for rank in rule.rank for scalar in (rank.most, rank.least))
        for useless in (rule.only, *ranked):
            if stops and useless is not None:
                message = "stop makes no choices, so there is nothing to tell apart."
                self.diagnostics.error("no-choices", useless.span, message, "Say in when: whether to stop.")
                return None
        plan = None if stops else self.program.plans.get(str(rule.do))
        inner = plan.scope if plan is not None and plan.scope is not None else self._scope
        when = self.condition(rule.when, replace(self._scope, place=f"rule of {rule.do}"))
        percent = self._percent(rule)
        only = self.condition(rule.only, inner)
        ranks = []
        for rank in rule.rank:
            for scalar, what, sign in ((rank.most, "most", 1), (rank.least, "least", -1)):
                term = self.wanted(scalar, inner, NUMBER, what)
                ranks += [(term, sign)] if term is not None else []
        return RulePlan(self.program, plan, when, only, ranks, percent) if stops or plan is not None else None

    def _percent(self, rule: AiRule) -> Worth | None:
        """How often a rule applies, as a percentage."""
        part = re.fullmatch(r"\s*(?:(\d*\.\d+)|(\d+)\s*/\s*([1-9]\d*))\s*", rule.percent or "")
        if rule.percent is not None and part is not None:
            share = float(part[1]) if part[1] is not None else int(part[2]) / int(part[3])
            message = "percent is a whole number of times out of a hundred."
            self.diagnostics.error("float", rule.percent.span, message, f"Write {round(100 * share)}.")
            return None
        term = self.wanted(rule.percent, replace(self._scope, place=f"rule of {rule.do}"), NUMBER, "percent")
        if isinstance(term, terms.Constant) and not 0 <= term.value <= 100:
            message = f"percent goes from 0 to 100, but this is {term.value}."
            self.diagnostics.error("out-of-range", term.node.span, message, "Write 33 for one time in three.")
        return Worth(self.program, term) if term is not None else None

    @cached_property
    def undo_if(self) -> Worth | None:
        """When a hint should undo the last step."""
        hints = self.spec.assist.hints if self.spec.assist is not None else None
        return self._holds(hints.undo_if) if hints is not None else None

    @cached_property
    def knows(self) -> dict[str, Worth]:
        """By stream: whether the computer knows its coming luck."""
        found = {}
        for name, flag in ((self.spec.ai.knows if self.spec.ai is not None else None) or {}).items():
            self.names([name], self.steps.streams, "stream", "unknown-stream")
            holds = self._holds(flag)
            if holds is not None:
                found[str(name)] = holds
        return found

    def known_streams(self, player: int) -> tuple[str, ...]:
        """The streams whose coming luck the computer may see."""
        evaluator = Evaluator(StateWorld(self.program, self.program.blank(), player))
        return tuple(name for name, holds in self.knows.items() if evaluator.value(holds.term, {}))

    @cached_property
    def limits(self) -> dict[str, terms.Term | None]:
        """How often undo, hints and lives may be used, as expressions."""
        assist, scope = self.spec.assist, Scope(self.schema, RULES, place="assist")
        if assist is None:
            return {}
        written = (("undo", assist.undo), ("hints", assist.hints), ("lives", assist.lives))
        return {name: self.wanted(each.limit, scope, NUMBER, "limit") for name, each in written if each is not None}

    def limit(self, name: str, otherwise: int | None) -> int | None:
        """How often undo, hints or lives may be used; None means without limit."""
        if name not in self.limits:
            return otherwise
        term, world = self.limits[name], StateWorld(self.program, self.program.blank(), 0)
        value = Evaluator(world).value(term, {}) if term is not None else None
        return value if isinstance(value, int) else None
