"""Actions: model → plan. Choices, lets, checks and effects, checked in the order in which a player meets them."""

from __future__ import annotations

from interpreter.advice.values import remedy
from interpreter.expr import nodes, terms
from interpreter.expr.narrowing import items_known, known_of, known_places, proved
from interpreter.expr.scope import RULES, Local, Scope
from interpreter.expr.types import (
    UNKNOWN,
    Listing,
    Number,
    Record,
    Type,
    Unknown,
    Words,
    item_of,
    named,
    strip,
)
from interpreter.plugins import OURS
from interpreter.registry import movers
from interpreter.rules.plans import ActionPlan, CheckPlan, ChoicePlan, FieldPlan, RefusalPlan
from interpreter.spec import model
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import either, suggestion
from interpreter.steps.base import StepChecker
from interpreter.steps.outcomes import Require

RESERVED_REFUSALS = ("over", "turn", "only_if", "phase", "continuation", "forced")
_UNREAD = "Use it in a let, a check or the effects, or leave it out."


class ActionChecker:
    """Checks one action after the other."""

    def __init__(self, steps: StepChecker) -> None:
        self.steps = steps
        self.checker = steps.checker
        self.schema = steps.schema

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.checker.diagnostics.error(code, span, message, help)

    def choices(self, name: Scalar, action: model.Action) -> ActionPlan:
        """Check the choices of an action: other actions may refer to them before its effects are checked."""
        plan = ActionPlan(str(name), action, name.span)
        scope = Scope(self.schema, RULES, place=f"actions.{name}")
        for key, choice in action.choose.items():
            scope = self._choice(plan, key, choice, scope)
        plan.scope = scope
        return plan

    def _refuse_reserved(self, name: str, span: Span) -> None:
        """Report a choice, check or require that is called like a refusal of the engine itself."""
        if name in RESERVED_REFUSALS:
            self.error("reserved-name", span, f"‘{name}’ is a reserved refusal name.", "Choose another name.")

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
        domain = self.steps.listed(choice.from_, scope)
        inner = item_of(domain.type) if domain is not None else UNKNOWN
        if inner is None:
            assert domain is not None
            if isinstance(strip(domain.type), Words) or not isinstance(domain.type, Listing):
                message = f"A choice is made from a list, this is {named(domain.type)}."
                self.error("not-a-list", domain.node.span, message, remedy(domain, Listing(UNKNOWN, 0), scope))
            inner, domain = UNKNOWN, None
        node = domain.node if domain is not None else nodes.Nothing(key, 0, len(key))
        low, high = self._count(choice, form, scope)
        kind: Type = strip(inner) if form == "one" else Listing(strip(inner), high)
        self.checker.refuse_shadowing(scope, str(key), key.span)
        variable = terms.Variable(kind, node, self.checker.fresh(str(key)))
        item = variable if form == "one" else terms.Variable(strip(inner), node, self.checker.fresh("it"))
        places = known_places(item, domain) if domain is not None else frozenset()
        where_scope = scope.knowing(places).with_locals({"it": Local(item, "candidate", key.span)})
        if form != "one":
            where_scope = where_scope.with_locals({str(key): Local(variable, "choice", key.span)})
        where = self.steps.condition(choice.where, where_scope) if choice.where is not None else None
        number = self._refusal(plan, RefusalPlan(str(key), choice.else_, None, where_scope, key.span, where, item))
        plan.choices.append(ChoicePlan(str(key), form, variable, item, domain, where, low, high, (), number, key.span))
        after = scope.with_locals({str(key): Local(variable, "choice", key.span)})
        if form != "one":
            return after.knowing(items_known(variable, low))
        return after.knowing(places | proved(where)) if where is not None else after.knowing(places)

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
            self.error("empty-range", scalar.span, "This range holds no number.", "The smaller stands first: 1..7.")
        elif isinstance(term, terms.Constant) and isinstance(term.type, Number) and term.value >= 0:
            return term.value, term.value
        elif isinstance(term, terms.Constant) and isinstance(term.type, Number):
            message = f"{form} takes numbers from 0 on, this is {term.value}."
            self.error("out-of-range", scalar.span, message, remedy(term, Listing(Number(), 0), scope))
        elif term is not None and not isinstance(term.type, Unknown):
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
        record = Record(tuple((made.name, made.variable.type) for made in fields))
        node = nodes.Nothing(key, 0, len(key))
        variable = terms.Variable(Listing(record, high), node, self.checker.fresh(str(key)))
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
        domain = self.steps.listed(part.from_, scope)
        if domain is None:
            domain = terms.Constant(UNKNOWN, nodes.Nothing(name, 0, len(name)), None)
        inner = item_of(domain.type)
        if inner is None:
            message = f"A choice is made from a list, this is {named(domain.type)}."
            self.error("not-a-list", domain.node.span, message, remedy(domain, Listing(UNKNOWN, 0), scope))
            inner = UNKNOWN
        variable = terms.Variable(strip(inner), domain.node, self.checker.fresh(str(name)))
        candidate = scope.with_locals({"it": Local(variable, "candidate", None)})
        where = self.steps.condition(part.where, candidate) if part.where is not None else None
        ask_if = self.steps.condition(part.ask_if, scope) if part.ask_if is not None else None
        otherwise = self.steps.term(part.otherwise, scope, variable.type) if part.otherwise is not None else None
        if (ask_if is None) != (otherwise is None):
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
            kind = value.type if value is not None else UNKNOWN
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
        self._unused(plan)

    def _check(self, plan: ActionPlan, name: Scalar, check: model.Check, scope: Scope, names: set[str]) -> Scope:
        self.checker.size = 0
        self._refuse_reserved(str(name), name.span)
        if str(name) in names:
            self.error("name-twice", name.span, f"‘{name}’ is used twice in {plan.name}.", "Choose another name.")
        names.add(str(name))
        term = self.steps.condition(check.check, scope)
        show = self.steps.shown(check.show, scope)
        if term is None:
            return scope
        number = self._refusal(plan, RefusalPlan(str(name), check.else_, show, scope, name.span, term))
        plan.checks.append(CheckPlan(str(name), term, number, name.span))
        return scope.knowing(proved(term))

    def _effects(self, plan: ActionPlan, scope: Scope, names: set[str]) -> None:
        self.steps.in_action = plan.name
        plan.effects, _ = self.steps.steps(plan.spec.effects, scope)
        self.steps.in_action = None
        drawn: Span | None = None
        for step in plan.effects:
            if isinstance(step, Require):
                self._refuse_reserved(step.name, step.span)
                if drawn is not None:
                    self.error(
                        "require-after-draw",
                        step.span,
                        f"‘{step.name}’ comes after the random draw in line {drawn.line}.",
                        "Move it before, so that a refusal gives nothing away.",
                    )
                if step.name in names:
                    self.error(
                        "name-twice",
                        step.span,
                        f"‘{step.name}’ is used twice in {plan.name}.",
                        "Choose another name.",
                    )
                names.add(step.name)
                self._refusal(plan, RefusalPlan(step.name, step.text, step.show, step.scope, step.span, step.check))
            elif drawn is None:
                drawn = next((each.span for each in step.all_steps() if each.stream() is not None), None)

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
            help = "Write the action so, or leave moves: out: all ways are tried then."
            if fitting := [name for name in movers() if name != node.name and _lists(name, plan, tuple(given))]:
                help = f"Did you mean {either([f'{name}({listed})' for name in fitting])}?"
            self.error("mover-action", scalar.span, found, help)
        else:
            plan.moves = found

    def _unused(self, plan: ActionPlan) -> None:
        place = plan.spec.span
        if any(place.covers(each.span) for each in self.checker.diagnostics.errors):
            return  # What could not be read may read the choice.
        read = {part.name for term in _terms_of(plan) for part in terms.walk(term) if isinstance(part, terms.Variable)}
        for choice in plan.choices:
            if choice.variable.name not in read and choice.name not in self.checker.used:
                self.error("unused-choice", choice.span, f"Choice ‘{choice.name}’ is read nowhere.", _UNREAD)


def _lists(mover: str, plan: ActionPlan, choices: tuple[str, ...]) -> bool:
    """Whether one of our movers can list the values of these choices; a plugin's may take any."""
    found = movers()[mover]
    return found.__module__.startswith(OURS) and not isinstance(found(plan, choices), str)


def _terms_of(plan: ActionPlan) -> list[terms.Term]:
    found = [term for _, term in plan.lets]
    found += [check.term for check in plan.checks]
    for choice in plan.choices:
        found += [term for term in (choice.domain,) if term is not None]
        if choice.where is not None and choice.form != "one":
            found.append(choice.where)
    found += [term for step in plan.effects for each in step.all_steps() for term in each.terms()]
    return found
