"""Actions and end conditions: model → plan. Parts are checked in the order in which a player meets them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.discovery import OURS
from interpreter.language import nodes, terms, types
from interpreter.language.checker import Checker
from interpreter.language.facts import items_known, known_of, known_places, numbered_items, proved
from interpreter.language.mistakes import WrongType
from interpreter.language.names import is_word
from interpreter.language.parser import parsed
from interpreter.language.scope import RULES, Local, Scope
from interpreter.library.steps.control import For, If, Repeat
from interpreter.library.steps.outcomes import Require
from interpreter.library.steps.step import Step, StepChecker
from interpreter.registry import movers
from interpreter.rules.plan import ActionPlan, CheckPlan, ChoicePlan, FieldPlan, GoalPlan, RefusalPlan
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics, Help
from interpreter.spec.nodes import Edit, Scalar, Sequence, Span
from interpreter.spec.section import Section
from interpreter.spec.suggest import both, either, suggestion

ENGINE_ACTION = "stop"
ENGINE_ENDS = ("no_move", "stalled")
TURN = "turn"
"""What an end condition stands after that is tested only when a turn ends; an action of that name goes before."""
# The names by which expressions ask for the end.
_ENDED = ("over", "winner", "won")
RESERVED_REFUSALS = ("over", "turn", "only_if", "phase", "continuation", "forced")
_UNREAD = "Use it in a let, a check or the effects, or leave it out."


@dataclass(frozen=True, slots=True, eq=False)
class PayoffPlan:
    """The payoff of an end for each player, who is called `it` there."""

    term: terms.Term
    player: terms.Variable


@dataclass(frozen=True, slots=True, eq=False)
class EndPlan:
    """A checked end condition. `after` is the only action after which it is tested; `of_turn` says that it is tested
    only when a turn ends, `by_step` that a step ends the game with it."""

    name: str
    after: str | None
    of_turn: bool
    when: terms.Term | None
    winner: terms.Term | None
    won: terms.Term | None
    payoff: PayoffPlan | None
    recover: tuple[str, ...]
    say: Scalar | None
    scope: Scope
    span: Span
    by_step: bool

    def terms(self) -> list[terms.Term]:
        """The terms of the end."""
        paid = self.payoff.term if self.payoff is not None else None
        return [term for term in (self.when, self.winner, self.won, paid) if term is not None]


def check_end(steps: StepChecker, name: Scalar, end: model.EndCondition, actions: dict[str, ActionPlan]) -> EndPlan:
    """Check one end condition; after an action it can use that action's choices and lets."""
    schema, checker = steps.schema, steps.checker
    several = len(schema.players.words) > 1
    scope = Scope(schema, RULES, place=f"end_conditions.{name}")
    say_scope = scope
    after = str(end.after) if end.after is not None else None
    of_turn = after == TURN and TURN not in schema.actions
    if of_turn:
        after = None
    if str(name) in ENGINE_ENDS:
        checker.error("reserved-name", name.span, f"‘{name}’ is an end of the engine itself.", "Choose another name.")
    if after is not None:
        if after in actions and (action_scope := actions[after].scope) is not None:
            scope = Scope(schema, RULES, action_scope.locals, place=scope.place)
        elif end.after is not None and after not in schema.actions:
            help = suggestion(after, schema.actions)
            if "turn" in after or after in ("end", "round"):
                help = Help("Write turn for an end that counts only when a turn ends.", Edit(end.after.span, TURN))
            checker.error("unknown-action", end.after.span, f"after: {after} is not an action.", help)
            after = None
    when = steps.condition(end.when, scope) if end.when is not None else None
    if end.when is None and str(name) not in steps.ended:
        checker.error(
            "unreachable-end",
            name.span,
            f"{name} has no when and no step ends with it.",
            f"Add when: and a condition, or a step ‘end: {name}’.",
        )
    payoff = _payoff(steps, end, scope)
    if several and end.winner is None and end.won is None and end.payoff is None:
        help_text = "Write winner: with a player, or winner: none for a draw."
        checker.diagnostics.warning("no-winner", name.span, f"{name} does not say who wins.", help_text)
    winner = won = None
    if end.winner is not None:
        if not several:
            span = _key(end, "winner", end.winner)
            message = "A one-player game has no winner: use won."
            checker.error("winner-alone", span, message, "Write won: true or false, or leave it out.")
        else:
            winner = steps.term(end.winner, scope, schema.players)
            if winner is not None and not _names_a_player(checker, winner, scope):
                winner = None
    if end.won is not None:
        if several:
            span = _key(end, "won", end.won)
            help = _winner_for(checker, end.won, scope) or "Write winner: and a player."
            checker.error("won-together", span, "With several players use winner.", help)
        else:
            won = steps.term(end.won, scope, types.FLAG)
            if won is not None and not checker.require_fit(won, types.FLAG, "won", scope):
                won = None
    others = sorted(str(place) for place in steps.ended.get(str(name), set()) if place != after)
    if after is not None and others and any(_chosen_of(winner, won, payoff)):
        message = f"{name} reads what {after} chooses, but steps elsewhere end the game by it too."
        checker.error("ends-elsewhere", name.span, message, "Write two end conditions.")
    recover = tuple(str(word) for word in end.recover or [])
    by_step = str(name) in steps.ended
    return EndPlan(
        str(name), after, of_turn, when, winner, won, payoff, recover, end.say, say_scope, name.span, by_step
    )


def _payoff(steps: StepChecker, end: model.EndCondition, scope: Scope) -> PayoffPlan | None:
    """Check the payoff of an end for each player."""
    if end.payoff is None:
        return None
    checker, players = steps.checker, steps.schema.players
    node = nodes.Nothing(end.payoff, 0, len(end.payoff))
    player = terms.Variable(players, node, checker.fresh("it"))
    inner = scope.with_locals({"it": Local(player, "player", end.payoff.span)})
    term = steps.term(end.payoff, inner, types.NUMBER)
    if term is None:
        return None
    if types.strip(term.type) == players:
        message = f"payoff needs a number for each player, but this is {types.named(term.type)}."
        checker.error("wrong-type", end.payoff.span, message, f"Write if it == {end.payoff} then 1 else -1.")
        return None
    return PayoffPlan(term, player) if checker.require_fit(term, types.NUMBER, "payoff", inner) else None


def _chosen_of(winner: terms.Term | None, won: terms.Term | None, payoff: PayoffPlan | None) -> Iterable[str]:
    """The choices that the result of an end reads."""
    plain = {name for term in (winner, won) if term is not None for name in terms.free_variables(term)}
    paid = set(terms.free_variables(payoff.term)) - {payoff.player.name} if payoff is not None else set()
    return plain | paid


def asks_for_end(term: terms.Term | None) -> bool:
    """Whether a condition reads whether or how the game has ended."""
    return term is not None and any(isinstance(part, terms.Global) and part.name in _ENDED for part in terms.walk(term))


def _key(end: Section, key: str, value: Scalar) -> Span:
    """The span of an option's name, before its value."""
    at = end.span.source.text.rfind(key, 0, value.start)
    return Span(end.span.source, at, at + len(key)) if at >= end.span.start else value.span


def _winner_for(checker: Checker, won: Scalar, scope: Scope) -> str | None:
    """What to write for `won: me` and `won: true` where there are several players."""
    quiet = Diagnostics()
    node = parsed(won, "expression")
    kind = types.strip(type(checker)(quiet).check(node, scope).type) if node is not None else None
    if kind == scope.schema.players:
        return f"Write winner: {won}."
    return "Write winner: me, for whoever has moved." if won == "true" else None


def _names_a_player(checker: Checker, winner: terms.Term, scope: Scope) -> bool:
    """Whether the winner is a player or none; a best score in its place is reported, with how to name its owner."""
    best = {"max": "most", "min": "least"}
    node = winner.node
    if isinstance(node, nodes.Call) and node.name in best:
        message = f"winner needs a player, and {node.name} gives the number."
        checker.error("wrong-type", node.span, message, f"Write {best[node.name]}(…) for the player who has it.")
        return False
    return checker.require_fit(winner, types.Maybe(scope.schema.players), "winner", scope)


class ActionChecker:
    """Checks one action after another."""

    def __init__(self, steps: StepChecker) -> None:
        self.steps = steps
        self.checker = steps.checker
        self.schema = steps.schema
        self._used: dict[str, frozenset[str]] = {}

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.checker.diagnostics.error(code, span, message, help)

    def choices(self, name: Scalar, action: model.Action) -> ActionPlan:
        """Check the choices of an action: other actions may refer to them before its effects are checked."""
        plan = ActionPlan(str(name), action, name.span)
        if plan.name == ENGINE_ACTION:
            message = f"‘{name}’ is an action of the engine itself: it ends a turn that could go on."
            self.error("reserved-name", name.span, message, "Choose another name.")
        scope = Scope(self.schema, RULES, place=f"actions.{name}")
        for key, choice in action.choose.items():
            scope = self._choice(plan, key, choice, scope)
        last = list(action.choose.values())[-1:]
        if last and last[0].dead_end is not None:
            message = "Nothing is chosen after this, so it cannot be a dead end."
            self.error("needless-dead-end", last[0].dead_end.span, message, "Leave it out: validate says why not.")
        plan.scope = scope
        return plan

    def _refuse_reserved(self, name: str, span: Span) -> None:
        """Report a choice, check or require that has the name of one of the engine's own refusals."""
        if name in RESERVED_REFUSALS:
            help = f"Choose another name: {both([*RESERVED_REFUSALS])} are refusals of the engine itself."
            self.error("reserved-name", span, f"‘{name}’ is a reserved refusal name.", help)

    def _refusal(self, plan: ActionPlan, refusal: RefusalPlan) -> int:
        plan.refusals.append(refusal)
        return len(plan.refusals)

    def _choice(self, plan: ActionPlan, key: Scalar, choice: model.Choice, scope: Scope) -> Scope:
        self.checker.size = 0
        self._refuse_reserved(str(key), key.span)
        form = "many" if choice.many is not None else "some" if choice.some is not None else "one"
        if choice.of is not None:
            return self._records(plan, key, choice, form, scope)
        assert choice.from_ is not None
        domain, inner = self._domain(choice.from_, choice.is_, scope)
        node = domain.node if domain is not None else nodes.Nothing(key, 0, len(key))
        low, high = self._count(choice, form, scope)
        ask_if, otherwise = self._asked(plan, key, choice, form, inner, scope)
        optional = ask_if is not None and (otherwise is None or types.can_be_none(otherwise.type))
        kind = types.maybe(inner) if optional else inner if form == "one" else types.Listing(inner, high)
        self.checker.refuse_shadowing(scope, str(key), key.span)
        variable = terms.Variable(kind, node, self.checker.fresh(str(key)))
        item = terms.Variable(inner, node, variable.name if form == "one" else self.checker.fresh("it"))
        places = known_places(item, domain) | numbered_items(item, domain) if domain is not None else frozenset()
        where_scope = scope.knowing(places).with_locals({"it": Local(item, "candidate", key.span)})
        if form != "one":
            where_scope = where_scope.with_locals({str(key): Local(variable, "choice", key.span)})
        where = self.steps.condition(choice.where, where_scope) if choice.where is not None else None
        alike = self._alike(choice, form, inner, where_scope.knowing(proved(where)) if where else where_scope)
        number = self._refusal(plan, RefusalPlan(str(key), choice.else_, None, where_scope, key.span, where, item))
        dead_end = 0
        if choice.dead_end is not None:
            told = RefusalPlan(str(key), choice.dead_end, None, where_scope, key.span, None, item)
            dead_end = self._refusal(plan, told)
        made = ChoicePlan(
            str(key),
            form,
            variable,
            item,
            domain,
            where,
            low,
            high,
            (),
            number,
            key.span,
            ask_if=ask_if,
            otherwise=otherwise,
            alike=alike,
            told=choice.else_ is not None,
            dead_end=dead_end,
        )
        plan.choices.append(made)
        after = scope.with_locals({str(key): Local(variable, "choice", key.span)})
        if ask_if is not None:
            return after  # What holds of a candidate need not hold of the value where nobody is asked.
        if form != "one":
            return after.knowing(items_known(variable, low))
        return after.knowing(places | proved(where)) if where is not None else after.knowing(places)

    def _domain(
        self, written: Scalar | Sequence, is_: Scalar | None, scope: Scope
    ) -> tuple[terms.Term | None, types.Type]:
        """The candidates for a choice, and the type of one candidate; `is_` gives bare words their meaning."""
        wanted = self._declared(is_, scope) if is_ is not None else self._meant(written, scope)
        domain = self.steps.listed(written, scope, types.Listing(wanted, 0) if wanted is not None else None)
        inner = types.item_of(domain.type) if domain is not None else types.UNKNOWN
        if domain is not None and inner is None:
            if isinstance(types.strip(domain.type), types.Words) or not isinstance(domain.type, types.Listing):
                message = f"A choice is made from a list, but this is {types.named(domain.type)}."
                wanted_list = types.Listing(types.UNKNOWN, 0)
                use = self.checker.use_of(domain)
                self.steps.report(WrongType(domain, wanted_list, scope, message, use, "not-a-list"))
            return None, wanted or types.UNKNOWN
        assert inner is not None
        if domain is not None and wanted is not None and not types.fits(types.strip(inner), wanted):
            message = f"By its is: this choice is {types.named(wanted)}, but from: lists {types.plural(inner)}."
            every = f"Write from: values({wanted}) for all its words" if isinstance(wanted, types.Words) else ""
            help = f"{every}, or leave is: out." if every else "Leave is: out."
            self.error("wrong-type", domain.node.span, message, help)
            domain, inner = None, wanted
        return domain, types.strip(inner) if wanted is None or not isinstance(inner, types.Unknown) else wanted

    def _declared(self, is_: Scalar, scope: Scope) -> types.Type | None:
        """The type of one candidate, given by is:."""
        node = self.steps.parse(is_, "type")
        kind = types.strip(self.checker.type_of(node, scope)) if node is not None else types.UNKNOWN
        if not isinstance(kind, types.Listing):
            return None if isinstance(kind, types.Unknown) else kind
        help = f"Write is: {kind.item}; many: or some: says how many are chosen."
        self.error("one-value", is_.span, "is: gives the type of one candidate, not of a list.", help)
        return kind.item

    def _meant(self, written: Scalar | Sequence, scope: Scope) -> types.Type | None:
        """Report a list of bare words without is:; return the type that all of them belong to."""
        if isinstance(written, Scalar):
            node = parsed(written, "expression")
            given = node.items if isinstance(node, nodes.ListLiteral) else ()
        else:
            read = [parsed(item, "expression") for item in written if isinstance(item, Scalar)]
            given = tuple(each for each in read if each is not None)
        words = [each.value for each in given if isinstance(each, nodes.Name)]
        if len(words) < len(given) or not any(is_word(self.checker, each, scope) for each in given):
            return None
        fitting = [kind for kind in self.schema.enums.values() if set(words) <= set(kind.words)]
        if not words or not fitting:
            return None
        help = f"Write {{is: {fitting[0]}, from: [{', '.join(words)}]}}."
        text = written.span.source.text
        if re.fullmatch(r" *from: *", text[text.rfind("\n", 0, written.span.start) + 1 : written.span.start]):
            help = f"Add ‘is: {fitting[0]}’ above ‘from:’."
        message = "The type of these words is not given." if len(words) > 1 else "The type of this word is not given."
        self.error("word-out-of-place", written.span, message, help)
        return fitting[0]

    def _asked(
        self, plan: ActionPlan, key: Scalar, choice: model.Choice, form: str, kind: types.Type, scope: Scope
    ) -> tuple[terms.Term | None, terms.Term | None]:
        """When a choice is asked for, and its value if it is not."""
        if choice.ask_if is None:
            if choice.otherwise is not None:
                message = f"‘{key}’ is always asked for, so otherwise: never applies."
                self.error("ask-otherwise", choice.otherwise.span, message, "Add ask_if:, or leave otherwise: out.")
            return None, None
        if form != "one":
            message = f"ask_if: is for single choices, and ‘{key}’ is a list."
            help = f"Write {form}: 0..… so that nothing need be chosen, or make two actions of it."
            self.error("ask-list", choice.ask_if.span, message, help)
            return None, None
        if plan.spec.symmetric:
            message = "In a symmetric action both choices are always asked for."
            self.error("ask-symmetric", choice.ask_if.span, message, "Leave symmetric: out, or make two actions of it.")
            return None, None
        ask_if = self.steps.condition(choice.ask_if, scope)
        if choice.otherwise is None and choice.else_ is not None and self._is_value(choice.else_, kind, scope):
            message = f"else: is what a player is told, and ‘{key}’ is none where it is not asked for."
            span = _key(choice, "else", choice.else_)
            self.error("ask-otherwise", span, message, f"Write otherwise: {choice.else_}.")
            return ask_if, self.checker.unknown(nodes.Nothing(key, 0, len(key)))
        if choice.otherwise is None or ask_if is None:
            return ask_if, None
        otherwise = self.steps.term(choice.otherwise, scope, kind)
        if otherwise is None or not self.checker.require_fit(otherwise, types.maybe(kind), "otherwise", scope):
            return ask_if, None
        return ask_if, None if isinstance(otherwise.type, types.Nothing) else otherwise

    def _is_value(self, written: Scalar, kind: types.Type, scope: Scope) -> bool:
        """Whether a text reads like a value of a type and not like a sentence."""
        node = parsed(written, "expression")
        if node is None:
            return False
        quiet = Checker(Diagnostics())
        term = quiet.check(node, scope, kind)
        return not quiet.diagnostics.errors and types.fits(types.strip(term.type), types.maybe(kind))

    def _alike(self, choice: model.Choice, form: str, kind: types.Type, scope: Scope) -> terms.Term | None:
        """The expression that is equal for pieces that nobody can tell apart."""
        if choice.alike is None:
            return None
        if form != "one":
            message = f"alike: is for single choices, and this is a list ({form}:)."
            self.error("alike-list", choice.alike.span, message, "Leave alike: out, or choose one after the other.")
            return None
        if not isinstance(kind, types.Piece | types.Unknown):
            message = f"alike: is for pieces, and these are {types.plural(kind)}."
            help = "Leave it out; distinct(…) in from: lists equal values once."
            self.error("alike-pieces", choice.alike.span, message, help)
            return None
        return self.steps.term(choice.alike, scope)

    def _count(self, choice: model.Choice, form: str, scope: Scope) -> tuple[int, int]:
        scalar = choice.many if choice.many is not None else choice.some
        if form == "one" or scalar is None:
            return 1, 1
        term = self.steps.term(scalar, scope)
        if (
            isinstance(term, terms.RangeOf)
            and isinstance(term.low, terms.Constant)
            and isinstance(term.high, terms.Constant)
        ):
            if term.low.value <= term.high.value:
                return term.low.value, term.high.value
            help = "Write the smaller number first: 1..7."
            self.error("empty-range", scalar.span, "This range contains no numbers.", help)
        elif isinstance(term, terms.Constant) and isinstance(term.type, types.Number) and term.value >= 0:
            return term.value, term.value
        elif isinstance(term, terms.Constant) and isinstance(term.type, types.Number):
            message = f"{form} takes numbers from 0 up, but this is {term.value}."
            wanted = types.Listing(types.Number(), 0)
            self.steps.report(
                WrongType(term, wanted, scope, message, self.steps.parse(scalar, "expression"), "out-of-range")
            )
        elif term is not None and not isinstance(term.type, types.Unknown):
            self.error(
                "not-constant",
                scalar.span,
                f"{form} takes a number or a range of numbers and settings, such as 1..7.",
                "Write 1..7, or a setting in place of a number.",
            )
        return 1, 1

    def _records(self, plan: ActionPlan, key: Scalar, choice: model.Choice, form: str, scope: Scope) -> Scope:
        assert choice.of is not None
        if form == "one":
            self.error(
                "records",
                key.span,
                "of: goes with many: or some:.",
                "Add many: 1..7, or write from: for a single choice.",
            )
        low, high = self._count(choice, form, scope)
        inner, fields = scope, []
        for name, part in choice.of.items():
            inner, made = self._field(name, part, inner)
            fields.append(made)
        record = types.Record(tuple((made.name, made.variable.type) for made in fields))
        node = nodes.Nothing(key, 0, len(key))
        variable = terms.Variable(types.Listing(record, high), node, self.checker.fresh(str(key)))
        item = terms.Variable(record, node, self.checker.fresh("it"))
        self.checker.refuse_shadowing(scope, str(key), key.span)
        text = next((part.else_ for part in choice.of.values() if part.else_ is not None), choice.else_)
        number = self._refusal(plan, RefusalPlan(str(key), text, None, scope, key.span, None, item))
        plan.choices.append(
            ChoicePlan(
                str(key), form, variable, item, None, None, low, high, tuple(fields), number, key.span, choice.in_order
            )
        )
        return scope.with_locals({str(key): Local(variable, "choice", key.span)})

    def _field(self, name: Scalar, part: model.RecordField, scope: Scope) -> tuple[Scope, FieldPlan]:
        domain, inner = self._domain(part.from_, part.is_, scope)
        if domain is None:
            domain = terms.Constant(types.UNKNOWN, nodes.Nothing(name, 0, len(name)), None)
        variable = terms.Variable(inner, domain.node, self.checker.fresh(str(name)))
        candidate = scope.with_locals({"it": Local(variable, "candidate", None)})
        where = self.steps.condition(part.where, candidate) if part.where is not None else None
        ask_if = self.steps.condition(part.ask_if, scope) if part.ask_if is not None else None
        otherwise = self.steps.term(part.otherwise, scope, variable.type) if part.otherwise is not None else None
        if (part.ask_if is None) != (part.otherwise is None):
            self.error("ask-otherwise", name.span, "ask_if: and otherwise: go together.", "Add the other one.")
        self.checker.refuse_shadowing(scope, str(name), name.span)
        after = scope.with_locals({str(name): Local(variable, "choice", name.span)})
        return after, FieldPlan(str(name), variable, domain, where, ask_if, otherwise)

    def rest(self, plan: ActionPlan) -> None:
        """Check lets, checks and effects."""
        action, scope = plan.spec, plan.scope
        assert scope is not None
        self.checker.used.clear()
        for name, scalar in action.let.items():
            self.checker.size = 0
            value = self.steps.term(scalar, scope)
            node = value.node if value is not None else nodes.Nothing(name, 0, len(name))
            kind = value.type if value is not None else types.UNKNOWN
            self.checker.refuse_shadowing(scope, str(name), name.span)
            variable = terms.Variable(kind, node, self.checker.fresh(str(name)))
            scope = scope.with_locals({str(name): Local(variable, "let", name.span)})
            if value is not None:
                scope = scope.knowing(known_of(variable, value))
                plan.lets.append((variable, value))
        names = {choice.name for choice in plan.choices}
        for name, check in action.validate_.items():
            scope = self._check(plan, name, check, scope, names)
        plan.scope = scope
        self._effects(plan, scope, names)
        self._mover(plan)
        self._used[plan.name] = frozenset(self.checker.used)

    def _check(self, plan: ActionPlan, name: Scalar, check: model.Check, scope: Scope, names: set[str]) -> Scope:
        self.checker.size = 0
        self._refuse_reserved(str(name), name.span)
        if str(name) in names:
            self.error("name-twice", name.span, f"‘{name}’ is used twice in {plan.name}.", "Choose another name.")
        names.add(str(name))
        show = self.steps.shown(check.show, scope)
        if check.check is None:
            self._goal(plan, name, check, show, scope)
            return scope
        term = self.steps.condition(check.check, scope)
        if term is None:
            return scope
        number = self._refusal(plan, RefusalPlan(str(name), check.else_, show, scope, name.span, term))
        plan.checks.append(CheckPlan(str(name), term, number, name.span))
        return scope.knowing(proved(term))

    def _goal(self, plan: ActionPlan, name: Scalar, check: model.Check, show: terms.Term | None, scope: Scope) -> None:
        """The goal of the turn, which is read when the turn ends and the choices are no longer known."""
        sign, written = (1, check.most) if check.most is not None else (-1, check.least)
        assert written is not None
        bare = Scope(self.schema, RULES, place=f"actions.{plan.name}")
        term = self.steps.term(written, bare, types.NUMBER)
        if term is None or not self.checker.require_fit(term, types.NUMBER, "most" if sign > 0 else "least", bare):
            return
        number = self._refusal(plan, RefusalPlan(str(name), check.else_, show, scope, name.span, term))
        plan.goals.append(GoalPlan(str(name), term, number, name.span, sign))

    def _effects(self, plan: ActionPlan, scope: Scope, names: set[str]) -> None:
        self.steps.in_action = plan.name
        plan.effects, _ = self.steps.steps(plan.spec.effects, scope)
        self.steps.in_action = None
        written: set[Span] = set()
        for step in (each for effect in plan.effects for each in effect.all_steps()):
            if not isinstance(step, Require):
                continue
            if step.span not in written:
                # A routine that runs twice brings its requires along twice.
                self._refuse_reserved(step.name, step.span)
                if step.name in names:
                    message = f"‘{step.name}’ is used twice in {plan.name}."
                    self.error("name-twice", step.span, message, "Choose another name.")
            written.add(step.span)
            names.add(step.name)
            refusal = RefusalPlan(step.name, step.text, step.show, step.scope, step.span, step.check)
            plan.required[step] = self._refusal(plan, refusal)
        self._drawn(plan.effects, None, set())

    def _drawn(self, steps: Iterable[Step], before: Span | None, reported: set[Span]) -> Span | None:
        """Report each require that comes after a random draw; return the first draw, if there is one."""
        for step in steps:
            if isinstance(step, Require) and before is not None and step.span not in reported:
                reported.add(step.span)
                message = f"‘{step.name}’ comes after the random draw in line {before.line}."
                help = "Move it before, so that a refusal gives nothing away."
                self.error("require-after-draw", step.span, message, help)
            match step:
                case If(then=then, otherwise=otherwise):
                    found = self._drawn(then, before, reported), self._drawn(otherwise, before, reported)
                    before = found[0] or found[1]
                case For() | Repeat():
                    # The end of one pass comes before the beginning of the next.
                    for _ in range(2):
                        before = self._drawn(step.inside(), before, reported)
                case _:
                    before = self._drawn(step.inside(), before, reported)
                    if before is None and step.stream() is not None:
                        before = step.span
        return before

    def _mover(self, plan: ActionPlan) -> None:
        """`moves: spellings(tiles)`: a mover that lists the values of a choice; `moves: line_swaps(a, b)`: of all."""
        scalar = plan.spec.moves
        node = self.steps.parse(scalar, "plain_call") if scalar is not None else None
        if scalar is None or not isinstance(node, nodes.PlainCall):
            return
        if node.name not in movers():
            span = scalar.part(node.start, node.start + len(node.name))
            self.error("unknown-mover", span, f"There is no mover {node.name}.", suggestion(node.name, movers()))
            return
        names = [choice.name for choice in plan.choices]
        given = [each.value if isinstance(each, nodes.Name) else "" for each in node.arguments]
        if not given or any(name not in names for name in given):
            message = f"{node.name} lists the values of choices."
            self.error("mover-choice", scalar.span, message, f"Write {node.name}({', '.join(names) or '…'}).")
            return
        if any(plan.spec.span.covers(each.span) for each in self.checker.diagnostics.errors):
            return  # What could not be read may be what the mover needs.
        found = movers()[node.name](plan, tuple(given))
        if isinstance(found, str):
            listed = ", ".join(given)
            help = "Write the action like that, or leave moves: out; then all ways are tried."
            if fitting := [name for name in movers() if name != node.name and _lists(name, plan, tuple(given))]:
                help = f"Did you mean {either([f'{name}({listed})' for name in fitting])}?"
            self.error("mover-action", scalar.span, found, help)
        else:
            plan.moves = found

    def warn_of_unread(self, plan: ActionPlan, ends: Iterable[EndPlan]) -> None:
        """Warn of each choice that neither the action nor an end condition after it reads."""
        place = plan.spec.span
        if any(place.covers(each.span) for each in self.checker.diagnostics.errors):
            return  # What could not be read may read the choice.
        found = _terms_of(plan)
        for end in ends:
            asked = (end.when, end.winner, end.won) if end.after == plan.name else ()
            found += [term for term in asked if term is not None]
        read = {part.name for term in found for part in terms.walk(term) if isinstance(part, terms.Variable)}
        for choice in plan.choices:
            if choice.variable.name not in read and choice.name not in self._used.get(plan.name, ()):
                message = f"Nothing reads ‘{choice.name}’, so the choice makes no difference."
                self.checker.diagnostics.warning("unused-choice", choice.span, message, _UNREAD)


def _lists(mover: str, plan: ActionPlan, choices: tuple[str, ...]) -> bool:
    """Whether one of our movers can list the values of these choices; a mover from a plugin may take any."""
    found = movers()[mover]
    return found.__module__.startswith(OURS) and not isinstance(found(plan, choices), str)


def _terms_of(plan: ActionPlan) -> list[terms.Term]:
    found = [term for _, term in plan.lets]
    found += [check.term for check in (*plan.checks, *plan.goals)]
    for choice in plan.choices:
        found += [term for term in (choice.domain, choice.ask_if, choice.otherwise) if term is not None]
        if choice.where is not None and choice.form != "one":
            found.append(choice.where)
    found += [term for step in plan.effects for each in step.all_steps() for term in each.terms()]
    return found
