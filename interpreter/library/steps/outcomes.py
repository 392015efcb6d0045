"""Steps that follow from an action: require, event, end and continue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.facts import proved
from interpreter.language.scope import Scope
from interpreter.language.types import NUMBER, Listing, Number, Unknown, join, strip
from interpreter.library.steps.step import Step, StepChecker
from interpreter.position import OnwardWays
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.diagnostics import Help
from interpreter.spec.nodes import Edit, Scalar, Sequence, quoted
from interpreter.spec.suggest import closest, suggestion
from interpreter.state.layout import Layout
from interpreter.state.state import BUILT_IN

_FIELDS = "Give it the same fields in the same order, or another name."
_ENDING = "Move it to effects: of an action, or to begin: under turns:."
# What people write between actions of which one is meant, outside of brackets.
_SEVERAL = re.compile(r"\s*(?:,|/|\||\bor\b|\band\b)\s*(?![^()]*\))")
_IN_EFFECTS = "Move it to effects: of an action."


@dataclass(frozen=True, slots=True, eq=False)
class Require(Step):
    """A check among effects."""

    name: str
    check: terms.Term
    text: Scalar
    show: terms.Term | None
    scope: Scope

    def terms(self) -> Iterator[terms.Term]:
        yield self.check

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        """Test the check only when the action is being tried: an action that is taken has passed."""
        lowering.calls.emit_require(lowering, self)


@step("require")
def check_require(steps: StepChecker, given: arguments.Require, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the condition; a check of the action as a whole finds draws before it."""
    test = steps.condition(given.check, scope)
    show = steps.shown(given.show, scope)
    if test is None:
        return None, scope
    made = Require(given.span, str(given.require), test, given.else_, show, scope)
    if steps.in_action is None:
        instead = "end:" if steps.between else "other steps"
        help = f"Write if: with {instead}, or test it in an action."
        steps.error("misplaced-require", given.require.span, "require has no action to refuse here.", help)
    return made, scope.knowing(proved(test))


@dataclass(frozen=True, slots=True, eq=False)
class Event(Step):
    """`event: name(field = value)`."""

    name: str
    values: tuple[tuple[str, terms.Term], ...]

    def terms(self) -> Iterator[terms.Term]:
        return (term for _, term in self.values)

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        if lowering.tells:
            self.tell(lowering, layout, self.name, **{name: _plain(lowering, term) for name, term in self.values})


def _plain(lowering: Lowering, term: terms.Term) -> str:
    value = lowering.value(term)
    return f"tuple({value})" if isinstance(term.type, Listing) else value


@step("event")
def check_event(steps: StepChecker, given: arguments.Event, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the fields; an event has the same fields everywhere."""
    fields_of = {name: [field for field, _ in fields] for name, fields in steps.events.items()}
    node = steps.named_call(given.event, fields_of)
    if node is None:
        return None, scope
    values = tuple((value.name, steps.checker.check(value.value, scope)) for value in node.values)
    fields = tuple((name, term.type) for name, term in values)
    if node.name in BUILT_IN and node.name != "passed":
        steps.error(
            "built-in-event",
            given.event.span,
            f"‘{node.name}’ is an event of the engine itself.",
            "Choose another name.",
        )
    known = steps.events.get(node.name)
    if known is not None and [name for name, _ in known] != [name for name, _ in fields]:
        names = ", ".join(name for name, _ in known) or "none"
        steps.error(
            "event-fields", given.event.span, f"Event {node.name} has other fields elsewhere: {names}.", _FIELDS
        )
    elif known is not None:
        # What is told at one place may be larger or more special than at another.
        fields = tuple((name, join(one, other) or one) for (name, one), (_, other) in zip(known, fields, strict=True))
        steps.events[node.name] = fields
    steps.events.setdefault(node.name, fields)
    return Event(given.span, node.name, values), scope


@dataclass(frozen=True, slots=True, eq=False)
class End(Step):
    """`end: name`."""

    number: int

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        lowering.code.line(f"_end = {self.number}")


@step("end")
def check_end(steps: StepChecker, given: arguments.End, scope: Scope) -> tuple[Step | None, Scope]:
    """Check that there is such an end condition."""
    if str(given.end) not in steps.ends:
        steps.error(
            "unknown-end",
            given.end.span,
            f"There is no end condition {given.end}.",
            suggestion(given.end, steps.ends),
        )
        if (meant := closest(str(given.end), steps.ends)) is not None:
            # Of the end that is meant nobody need be told that no step names it.
            steps.ended.setdefault(meant, set())
        return None, scope
    steps.ended.setdefault(str(given.end), set()).add(steps.in_action)
    if steps.in_action is None and not steps.between:
        message = "A game can only end once it has begun."
        steps.error("misplaced-end", given.end.span, message, _ENDING)
        return None, scope
    return End(given.span, steps.ends.index(str(given.end)) + 1), scope


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Step):
    """`continue: action(choice = value)`, or a list of them; `values` has the values of each in turn."""

    ways: OnwardWays
    values: tuple[terms.Term, ...]
    may_stop: terms.Term | None

    @property
    def actions(self) -> list[str]:
        """The actions that the turn may go on with."""
        return [name for name, _ in self.ways]

    def terms(self) -> Iterator[terms.Term]:
        yield from self.values
        if self.may_stop is not None:
            yield self.may_stop

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        values = "".join(f"{lowering.value(term)}, " for term in self.values)
        stop = f"bool({lowering.condition(self.may_stop)})" if self.may_stop is not None else "False"
        lowering.code.line(f"_pending = ({self.ways!r}, ({values}), {stop}); _again = False")


@step("continue")
def check_continue(steps: StepChecker, given: arguments.Continue, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the actions and the choices that are fixed."""
    written = given.continue_
    listed = [each for each in written if isinstance(each, Scalar)] if isinstance(written, Sequence) else [written]
    if steps.in_action is None:
        message = "continue: can be used only in the effects of an action."
        steps.error("misplaced-continue", written.span, message, _IN_EFFECTS)
        return None, scope
    if not listed:
        steps.error("empty-list", written.span, "This list is empty.", "Write the actions, or leave the step out.")
        return None, scope
    found = [_way_on(steps, each, scope) for each in listed]
    may_stop = steps.condition(given.may_stop, scope) if given.may_stop is not None else None
    known = [each for each in found if each is not None]
    names = [name for name, _ in known]
    for name, each in zip(names, listed, strict=False):
        if names.count(name) > 1:
            message = f"{name} appears twice in this list."
            steps.error("continues-twice", each.span, message, "Name each action once; leave open what may differ.")
            return None, scope
    if len(known) < len(listed):
        return None, scope
    ways = tuple((name, tuple(choice for choice, _ in fixed)) for name, fixed in known)
    steps.continued.append((ways, written.span))
    return Continue(given.span, ways, tuple(term for _, fixed in known for _, term in fixed), may_stop), scope


def _way_on(steps: StepChecker, written: Scalar, scope: Scope) -> tuple[str, list[tuple[str, terms.Term]]] | None:
    """An action that a turn may go on with, and the choices that are fixed, in the order in which they are made."""
    several = _SEVERAL.split(written)
    if len(several) > 1 and all(each.split("(")[0] in steps.schema.actions for each in several):
        text = f"[{', '.join(quoted(each) if ',' in each else each for each in several)}]"
        message = "Write several actions that a turn may go on with as a list."
        steps.error("unexpected", written.span, message, Help(f"Write {text}.", Edit(written.span, text)))
        return None
    node = steps.named_call(written, {name: dict(each) for name, each in steps.schema.actions.items()})
    if node is None:
        return None
    choices = dict(steps.schema.actions.get(node.name, ()))
    if node.name not in steps.schema.actions:
        span = written.part(0, len(node.name))
        help = suggestion(node.name, steps.schema.actions)
        steps.error("unknown-action", span, f"There is no action {node.name}.", help)
        return None
    values = []
    for value in node.values:
        if value.name not in choices:
            message = f"{node.name} does not choose ‘{value.name}’."
            steps.error("unknown-choice", value.span, message, suggestion(value.name, choices))
            return None
        kind = choices[value.name]
        term = steps.checker.check(value.value, scope, kind)
        if isinstance(kind, Listing):
            message = f"‘{value.name}’ of {node.name} is a list; continue: fixes single choices."
            steps.error("fixed-list", value.span, message, "Leave it out.")
            return None
        if not isinstance(kind, Unknown):
            # Numbers beyond the choice are found while the game is played: then the turn ends.
            wanted = NUMBER if isinstance(strip(kind), Number) else kind
            steps.checker.require_fit(term, wanted, f"‘{value.name}’ of {node.name}", scope)
        values.append((value.name, term))
    return node.name, sorted(values, key=lambda each: list(choices).index(each[0]))
