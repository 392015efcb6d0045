"""Model → plan: every action, phase, end condition and step of a game, checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from interpreter.language import nodes, terms
from interpreter.language.parser import parse
from interpreter.language.scope import RULES, Schema, Scope
from interpreter.language.types import named
from interpreter.library.steps.outcomes import Continue
from interpreter.library.steps.statements import Again
from interpreter.library.steps.step import Routine, Step, StepChecker
from interpreter.rules.actions import ActionChecker, check_end
from interpreter.rules.costs import check_action, check_steps, check_term
from interpreter.rules.game_calls import history_key
from interpreter.rules.plan import ActionPlan
from interpreter.rules.schema import SchemaBuilder
from interpreter.rules.zone_order import ordered_zones, zones_by_place
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Span
from interpreter.spec.suggest import closest, meaning, suggestion

# How else people say that all act at once.
_EVERYONE = ("all", "everybody", "both", "together")
_AFTER = "Write after: for steps when everyone has chosen."
Asked = list[tuple[frozenset[str], Span]]


def check_circles(actions: Mapping[str, ActionPlan], diagnostics: Diagnostics) -> None:
    """Report each action whose choices or checks use `can` or `stuck` on something that depends on the action
    itself."""
    asked = {name: _asked(plan, actions) for name, plan in actions.items()}
    for name in actions:
        for others, span in asked[name]:
            if name in _reached(others, asked):
                message = f"Here the legality of {name} depends on itself."
                diagnostics.error("depends-on-itself", span, message, _instead(name, actions, asked, span))
                break


def _instead(name: str, actions: Mapping[str, ActionPlan], asked: Mapping[str, Asked], span: Span) -> str:
    """Suggest a replacement for `stuck`, which looks at every action: one that does not look at this one."""
    others = [other for other in actions if name not in _reached(frozenset({other}), asked)]
    found = re.fullmatch(r"stuck\((.+)\)", span.text)
    if found is None or not others:
        return "Test what it needs instead."
    return f"stuck looks at {name} too. Name the action that you mean, as in can({others[0]}, {found[1]})."


def _reached(names: frozenset[str], asked: Mapping[str, Asked]) -> set[str]:
    """The actions that must be listed in order to list some."""
    found, queue = set(names), list(names)
    while queue:
        new = {name for others, _ in asked[queue.pop()] for name in others} - found
        found |= new
        queue += new
    return found


def _asked(plan: ActionPlan, actions: Mapping[str, ActionPlan]) -> Asked:
    """The actions that an action looks at before it is allowed, and where."""
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
    """The terms that decide whether an action is allowed, with the effects up to the last require."""
    for choice in plan.choices:
        yield from choice.terms()
    if plan.checks:
        yield from (value for _, value in plan.lets)
    yield from (check.term for check in plan.checks)
    for step in plan.tried:
        for each in step.all_steps():
            yield from each.terms()


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """A checked phase. `who` is each, everyone or player; `next` numbers phases from 1."""

    name: str
    actions: tuple[str, ...]
    who: str
    when: terms.Term | None
    until: terms.Term | None
    player: terms.Term | None
    next: int
    otherwise: Scalar | None
    span: Span


class Plan:
    """The rules of a game under one choice of settings. Mistakes go to the checker's diagnostics.

    `between` has the steps that run between actions, by name: `when_stuck`, and by the number of a phase `begin_1`,
    `end_1` and `after_1`; `begin_0` and `end_0` are those of `turns` itself, which apply in phases without their own.
    """

    def __init__(self, spec: model.Spec, builder: SchemaBuilder) -> None:
        self.spec = spec
        self.builder = builder
        self.checker = builder.checker
        self.diagnostics = builder.checker.diagnostics
        self.schema: Schema = builder.schema
        self.order = self._order()
        self.following = self._following()
        self.phases: list[PhasePlan] = []
        self.stuck_rule = "pass"
        self.first: terms.Term | None = None
        self.between: dict[str, list[Step]] = {}
        self._check()
        self.rule_settings = frozenset(self.checker.settings_read)
        self.seen = self._seen_calls()

    def _order(self) -> tuple[int, ...]:
        words = self.schema.players.words
        turns = self.spec.turns
        if turns is None or turns.order is None:
            return tuple(range(1, len(words) + 1))
        order = []
        for name in turns.order:
            if str(name) not in words:
                self.diagnostics.error(
                    "unknown-player", name.span, f"There is no player {name}.", suggestion(name, words)
                )
            elif (number := words.index(str(name)) + 1) in order:
                message = f"‘{name}’ appears here twice."
                self.diagnostics.error("player-twice", name.span, message, "Name each player once.")
            else:
                order.append(number)
        missing = [word for number, word in enumerate(words, start=1) if number not in order]
        if missing and len(order) == len(turns.order):
            self.diagnostics.error(
                "missing-player",
                turns.order[0].span,
                f"The order leaves out {', '.join(missing)}.",
                "Add what is missing.",
            )
        return tuple(order) or (1,)

    def _following(self) -> tuple[int, ...]:
        following = [0] * (len(self.schema.players.words) + 1)
        for place, player in enumerate(self.order):
            following[player] = self.order[(place + 1) % len(self.order)]
        return tuple(following)

    def _check(self) -> None:
        self.routines = self._routines()
        self.steps = StepChecker(
            self.checker, self.schema, self.routines, tuple(str(name) for name in self.spec.end_conditions)
        )
        self.steps.starts = {
            str(kind): {str(name): prop.start for name, prop in entity.properties.items() if prop.start is not None}
            for kind, entity in self.spec.entities.items()
        }
        if not self.spec.actions:
            self.diagnostics.error(
                "no-actions",
                self.spec.game.span,
                "A game needs an action, and this has none.",
                "Add actions: with one.",
            )
        if not self.spec.boards:
            self.diagnostics.error(
                "no-boards", self.spec.game.span, "A game needs a board, and this has none.", "Add boards: with one."
            )
        if not self.spec.end_conditions:
            self.diagnostics.error(
                "no-ends",
                self.spec.game.span,
                "A game needs an end condition, and this has none.",
                "Add end_conditions: with one.",
            )
        checker = ActionChecker(self.steps)
        for name, action in self.spec.actions.items():
            self.schema.actions[str(name)] = ()
            self.schema.lets[str(name)] = tuple(str(let) for let in action.let)
        plans = {str(name): checker.choices(name, action) for name, action in self.spec.actions.items()}
        for plan in plans.values():
            self.schema.actions[plan.name] = plan.types()
        for plan in plans.values():
            checker.rest(plan)
        self.actions = {name: plan for name, plan in plans.items() if self._exists(plan)}
        self.setup_steps, _ = self.steps.steps(self.spec.setup, self._scope())
        self._turns()
        self.ends = [check_end(self.steps, name, end, plans) for name, end in self.spec.end_conditions.items()]
        self.plans = plans
        for plan in plans.values():
            checker.warn_of_unread(plan, self.ends)
        self._follows()
        self._refuse_asking_ahead()
        self._goals()
        self._refuse_two_ways_on()
        self._costs()
        check_circles(self.actions, self.diagnostics)

    def _costs(self) -> None:
        for plan in self.plans.values():
            check_action(plan, self.diagnostics)
        check_steps([*self.setup_steps, *self.steps_between()], self.diagnostics)
        for term in _given(self.first):
            check_term(term, self.diagnostics)
        for end in self.ends:
            for term in end.terms():
                check_term(term, self.diagnostics)
        for phase in self.phases:
            for term in _given(phase.when, phase.until, phase.player):
                check_term(term, self.diagnostics)

    def _scope(self) -> Scope:
        return Scope(self.schema, RULES, place="rules")

    def _misspelt_who(self, word: str) -> str | None:
        """The word that an unknown one was probably meant to be, out of those that say who acts in a phase."""
        if word in _EVERYONE:
            return "everyone"
        meant = closest(word, ("everyone", "each")) if word not in self.schema.declared else None
        return meant if meant != word else None

    def _routines(self) -> dict[str, Routine]:
        routines: dict[str, Routine] = {}
        for key, steps in self.spec.routines.items():
            signature = parse(key, "signature", self.diagnostics)
            if isinstance(signature, nodes.Signature):
                if signature.name in routines:
                    self.diagnostics.error(
                        "duplicate-routine",
                        key.span,
                        f"Routine {signature.name} appears here twice.",
                        "Give one another name.",
                    )
                    continue
                routines[signature.name] = Routine(signature, steps, key.span)
        return routines

    def _exists(self, plan: ActionPlan) -> bool:
        if plan.spec.only_if is None:
            return True
        kind, value = self.builder.constant(plan.spec.only_if)
        if not isinstance(value, bool) and value is not None:
            self.diagnostics.error(
                "not-a-flag",
                plan.spec.only_if.span,
                f"only_if needs a flag, but this is {named(kind)}.",
                "Compare a setting, as in level == 1.",
            )
        return bool(value)

    def _turns(self) -> None:
        turns = self.spec.turns
        rule = turns.when_stuck if turns is not None else None
        if rule is None:
            self.stuck_rule = "lose" if len(self.schema.players.words) == 1 else "pass"
        elif isinstance(rule, Scalar):
            self.stuck_rule = str(rule)
        else:
            self.stuck_rule = "steps"
            self._add_between("when_stuck", rule)
        if turns is None:
            return
        if turns.first is not None:
            players, scope = self.schema.players, self._scope()
            self.first = self.steps.wanted(self.steps.term(turns.first, scope, players), players, "first", scope)
        self._add_between("begin_0", turns.begin)
        self._add_between("end_0", turns.end)
        if turns.phases is None:
            return
        if not turns.phases:
            message = "There is no phase under phases:."
            self.diagnostics.error("no-phases", turns.span, message, "Name one, or leave it out.")
            return
        names = {str(name): number for number, name in enumerate(turns.phases, start=1)}
        for name, phase in turns.phases.items():
            self.phases.append(self._phase(name, phase, names))
        self._reached()

    def _add_between(self, name: str, steps: model.Steps | None) -> None:
        """Check steps between actions; an empty list replaces others with nothing."""
        if steps is not None:
            self.steps.between = name
            self.between[name], _ = self.steps.steps(steps, self._scope())
            self.steps.between = None

    def steps_between(self) -> Iterator[Step]:
        """Every step that runs between actions."""
        return (step for steps in self.between.values() for step in steps)

    def around_turns(self, which: str) -> tuple[str | None, ...]:
        """The names of the steps that run when a turn begins or ends, if there are any, by the number of the phase,
        from 0. There are no turns in a phase where everyone acts at once."""
        found: list[str | None] = []
        for number in range(len(self.phases) + 1):
            own = f"{which}_{number}" if f"{which}_{number}" in self.between else f"{which}_0"
            everyone = number > 0 and self.phases[number - 1].who == "everyone"
            found.append(own if self.between.get(own) and not everyone else None)
        return tuple(found)

    def _phase(self, name: Scalar, phase: model.Phase, names: dict[str, int]) -> PhasePlan:
        error = self.diagnostics.error
        self.steps.checker.refuse_keyword(str(name), name.span)
        for action in phase.actions:
            if str(action) not in self.spec.actions:
                error(
                    "unknown-action",
                    action.span,
                    f"There is no action {action}.",
                    suggestion(action, self.spec.actions),
                )
        following = names[str(name)]
        if phase.next is not None:
            if str(phase.next) in names:
                following = names[str(phase.next)]
            else:
                error(
                    "unknown-phase",
                    phase.next.span,
                    f"There is no phase {phase.next}.",
                    suggestion(phase.next, names),
                )
        if (phase.until is not None or phase.when is not None) and phase.next is None:
            error(
                "phase-without-next",
                name.span,
                f"Phase {name} has {'until' if phase.until is not None else 'when'} but no next.",
                "Add next: and the phase that follows.",
            )
        if phase.next is not None and phase.until is None:
            error(
                "phase-without-until",
                name.span,
                f"Phase {name} has next but no until.",
                "Add until: and when the phase is over.",
            )
        who, player = "each", None
        if phase.who is not None and str(phase.who) == "everyone":
            who = "everyone"
        elif phase.who is not None and (meant := self._misspelt_who(str(phase.who))) is not None:
            error("unknown-word", phase.who.span, f"‘{phase.who}’ does not say who acts.", meaning(meant))
            who = meant
        elif phase.who is not None and str(phase.who) != "each":
            who = "player"
            player = self.steps.wanted(
                self.steps.term(phase.who, self._scope(), self.schema.players),
                self.schema.players,
                "who",
                self._scope(),
            )
        when = self.steps.condition(phase.when, self._scope()) if phase.when is not None else None
        until = self.steps.condition(phase.until, self._scope()) if phase.until is not None else None
        for which in ("begin", "end", "after"):
            self._add_between(f"{which}_{names[str(name)]}", getattr(phase, which))
        if who == "everyone":
            self._refuse_going_on(phase)
            self._refuse_turns(name, phase)
        if phase.after is not None and who != "everyone":
            error(
                "after-alone",
                name.span,
                "after: goes with who: everyone.",
                "Add who: everyone, or move the steps to effects: of an action.",
            )
        return PhasePlan(
            str(name),
            tuple(str(action) for action in phase.actions),
            who,
            when,
            until,
            player,
            following,
            phase.else_,
            name.span,
        )

    def _refuse_going_on(self, phase: model.Phase) -> None:
        """Report steps that would go on with a turn in a phase where all act at once."""
        for name in phase.actions:
            plan = self.actions.get(str(name))
            for step in (each for effect in plan.effects for each in effect.all_steps()) if plan is not None else ():
                if isinstance(step, Again | Continue):
                    message = "In a phase for everyone, all players act at once, so no turn can go on."
                    self.diagnostics.error("no-turn", step.span, message, "Let the phase say what comes next.")

    def _refuse_asking_ahead(self) -> None:
        """Report a rule that asks what another player could do, if luck decides that when their turn begins."""
        begin = (name for name in self.around_turns("begin") if name is not None)
        steps = (each for name in begin for step in self.between[name] for each in step.all_steps())
        draw = next((step.span for step in steps if step.stream() is not None), None)
        if draw is None:
            return
        for term in self.all_terms():
            for part in terms.walk(term):
                asks = isinstance(part, terms.FunctionCall) and part.function.name in ("can", "stuck")
                if asks and any(not _is_me(argument) for argument in part.parts()):
                    message = f"What another player can do is drawn when their turn begins, in line {draw.line}."
                    self.diagnostics.error("asks-ahead", part.node.span, message, "Test what the board shows instead.")

    def onward(self, plan: ActionPlan) -> list[str]:
        """The actions, starting with the given one, that the rest of a turn may consist of."""
        found = [plan.name]
        for name in found:
            steps = (step for step in _effects(self.plans[name]) if isinstance(step, Continue))
            following = (name for step in steps for name in step.actions if name in self.actions)
            found += [other for other in dict.fromkeys(following) if other not in found]
        return found

    def _refuse_two_ways_on(self) -> None:
        """Report a second continue beside the first: only the last would count."""
        for plan in self.actions.values():
            ways = [step for step in plan.effects if isinstance(step, Continue)]
            for step in ways[1:]:
                message = f"In line {ways[0].span.line} the turn goes on already, and only the last continue: counts."
                names = ", ".join(dict.fromkeys(name for each in ways for name in each.actions))
                either = f"Write continue: [{names}] for one of several actions" if "," in names else "Leave one out"
                help = f"{either}, put one under if:, or write again: for another turn."
                self.diagnostics.error("continues-twice", step.span, message, help)

    def _goals(self) -> None:
        """Report checks that look ahead to the end of the turn when there is nothing to look for, or luck is still to
        come."""
        everyone = {name for phase in self.phases if phase.who == "everyone" for name in phase.actions}
        for plan in self.actions.values():
            for goal in plan.goals[:1]:
                looks = f"{goal.name} looks ahead to the end of the turn, but"
                steps = [(name, each) for name in self.onward(plan) for each in _effects(self.plans[name])]
                own = {type(step) for name, step in steps if name == plan.name}
                draws = ((name, stream) for name, step in steps if (stream := step.stream()) is not None)
                drawn = next(draws, None)
                if plan.name in everyone:
                    message, help = f"{looks} in a phase for everyone there is none.", "Write check: with a condition."
                elif Continue not in own and not self.diagnostics.errors:
                    message = f"{looks} {plan.name} never goes on."
                    help = f"Write continue: in the effects of {plan.name}, or check: with a condition."
                elif drawn is not None:
                    message, help = f"{looks} {drawn[0]} draws from {drawn[1]}.", "Draw in begin: under turns:."
                else:
                    continue
                self.diagnostics.error("no-lookahead", goal.span, message, help)

    def _refuse_turns(self, name: Scalar, phase: model.Phase) -> None:
        """Report steps for turns in a game without turns."""
        for which, steps in (("begin", phase.begin), ("end", phase.end)):
            if steps is not None:
                message = f"In a phase for everyone all act at once, and no turn {which}s."
                self.diagnostics.error("no-turn", steps[0].span if steps else name.span, message, _AFTER)

    def _reached(self) -> None:
        reached, queue = {1}, [1]
        while queue:
            following = self.phases[queue.pop() - 1].next
            if following not in reached:
                reached.add(following)
                queue.append(following)
        # A misspelt name may be what seems to be missing.
        wrong = {each.code for each in self.diagnostics.errors}
        for number, phase in enumerate(self.phases, start=1):
            if number not in reached and "unknown-phase" not in wrong:
                self.diagnostics.error(
                    "unreached-phase",
                    phase.span,
                    f"Phase {phase.name} is never reached.",
                    f"Add next: {phase.name} to a phase before it.",
                )
        allowed = {action for phase in self.phases for action in phase.actions}
        for name, plan in self.actions.items():
            if name not in allowed and plan.spec.follows is None and "unknown-action" not in wrong:
                self.diagnostics.error(
                    "no-phase",
                    plan.span,
                    f"No phase allows {name}.",
                    f"Add {name} to actions: of a phase, or leave it out.",
                )

    def _follows(self) -> None:
        continued = {name for ways, _ in self.steps.continued for name, _ in ways}
        for plan in self.actions.values():
            for other in plan.spec.follows or []:
                if str(other) not in self.spec.actions:
                    self.diagnostics.error(
                        "unknown-action",
                        other.span,
                        f"There is no action {other}.",
                        suggestion(other, self.spec.actions),
                    )
            if plan.spec.follows is not None and plan.name not in continued:
                first = plan.spec.follows[0]
                self.diagnostics.error(
                    "never-follows",
                    first.span,
                    f"{plan.name} follows {first}, which never continues with it.",
                    f"Add a step ‘continue: {plan.name}’ to its effects.",
                )

    def _seen_calls(self) -> list[terms.FunctionCall]:
        """Every use of seen_before, once for each list of values."""
        found: dict[str, terms.FunctionCall] = {}
        for term in self.all_terms():
            for part in terms.walk(term):
                if isinstance(part, terms.FunctionCall) and part.function.name == "seen_before":
                    found.setdefault(history_key(part), part)
        self.histories = {key: number for number, key in enumerate(found)}
        return list(found.values())

    def history_number(self, call: terms.FunctionCall) -> int:
        """The number of the history for one use of seen_before."""
        return self.histories[history_key(call)]

    def unkept(self, term: terms.Term) -> list[terms.FunctionCall]:
        """The uses of seen_before in a term whose values have no history."""
        calls = (part for part in terms.walk(term) if isinstance(part, terms.FunctionCall))
        asked = (call for call in calls if call.function.name == "seen_before")
        return [call for call in asked if history_key(call) not in self.histories]

    @cached_property
    def ordered_zones(self) -> frozenset[str]:
        """The zones whose order can matter to the rules."""
        actions = self.actions.values()
        tests = (check.term for plan in actions for check in (*plan.checks, *plan.goals))
        lets = (value for plan in actions for _, value in plan.lets)
        return ordered_zones(
            (choice for plan in actions for choice in plan.choices),
            (each for step in self._all_steps() for each in step.all_steps()),
            (*tests, *lets, *self._terms_between()),
            self.schema,
        )

    @cached_property
    def zones_by_place(self) -> frozenset[str]:
        """The zones where the rules ask which piece is in a given place."""
        return zones_by_place(self.all_terms())

    def all_terms(self) -> Iterator[terms.Term]:
        """Every term of the rules."""
        for plan in self.actions.values():
            for choice in plan.choices:
                yield from choice.terms()
            yield from (value for _, value in plan.lets)
            yield from (check.term for check in (*plan.checks, *plan.goals))
        for step in self._all_steps():
            for each in step.all_steps():
                yield from each.terms()
        yield from self._terms_between()

    def _terms_between(self) -> Iterator[terms.Term]:
        """The terms of the rules that are in no action and no step."""
        for end in self.ends:
            yield from end.terms()
        yield from _given(self.first)
        for phase in self.phases:
            yield from _given(phase.when, phase.until, phase.player)

    def _all_steps(self) -> Iterator[Step]:
        for plan in self.actions.values():
            yield from plan.effects
        yield from self.setup_steps
        yield from self.steps_between()


def _effects(plan: ActionPlan) -> Iterator[Step]:
    """Every step of the effects of an action."""
    return (each for effect in plan.effects for each in effect.all_steps())


def _is_me(term: terms.Term) -> bool:
    return isinstance(term, terms.Global) and term.name == "me"


def _given(*found: terms.Term | None) -> Iterator[terms.Term]:
    """The optional terms that are present."""
    return (term for term in found if term is not None)
