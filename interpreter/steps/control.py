"""Steps that steer: for, if, repeat, require, run, event, end and continue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.events import BUILT_IN
from interpreter.expr import nodes, terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.narrowing import proved
from interpreter.expr.scope import Local, Scope
from interpreter.expr.types import NUMBER, Listing, Number, Unknown, join, strip
from interpreter.registry import step
from interpreter.rules.layout import Layout
from interpreter.spec import steps as arguments
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import suggestion
from interpreter.steps.base import Step, StepChecker, event

MOST_PASSES = 10_000

_REQUIRE = "Write it as a step of effects: itself, or as a check under validate: of the action."
_FIELDS = "Give it the same fields in the same order, or another name."
_IN_EFFECTS = "Move it to effects: of an action."


@dataclass(frozen=True, slots=True, eq=False)
class For(Step):
    """Loops over lists; a list is fixed when its loop starts."""

    loops: tuple[terms.Loop, ...]
    body: tuple[Step, ...]

    def inside(self) -> Iterator[Step]:
        return iter(self.body)

    def terms(self) -> Iterator[terms.Term]:
        for loop in self.loops:
            yield loop.items
            if loop.condition is not None:
                yield loop.condition

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        depth = lowering.code.depth
        for loop in self.loops:
            lowering.code.line(f"for {loop.name} in tuple({lowering.value(loop.items)}):")
            lowering.code.depth += 1
            if loop.condition is not None:
                lowering.leave_unless(loop.condition, "continue")
        emit_all(self.body, lowering, layout)
        lowering.code.depth = depth


@step("for")
def check_for(steps: StepChecker, given: arguments.For, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the loops and what they do."""
    node = steps.parse(given.for_, "loops")
    if not isinstance(node, nodes.Loops):
        return None, scope
    loops, inner, _ = steps.checker.loops(node.loops, scope)
    return For(given.span, loops, tuple(steps.block(given.do, inner))), scope


@dataclass(frozen=True, slots=True, eq=False)
class If(Step):
    """Steps under a condition."""

    test: terms.Term
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]

    def inside(self) -> Iterator[Step]:
        yield from self.then
        yield from self.otherwise

    def terms(self) -> Iterator[terms.Term]:
        yield self.test

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        if isinstance(self.test, terms.Constant):
            emit_all(self.then if self.test.value else self.otherwise, lowering, layout)
            return
        test = lowering.calls.noted(lowering, self.test)
        with lowering.code.block(f"if {test}:"):
            emit_all(self.then, lowering, layout)
        if self.otherwise:
            with lowering.code.block("else:"):
                emit_all(self.otherwise, lowering, layout)


@step("if")
def check_if(steps: StepChecker, given: arguments.If, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the condition, and the steps with what it proves."""
    test = steps.condition(given.if_, scope)
    if test is None:
        return None, scope
    then = steps.block(given.then, scope.knowing(proved(test)))
    otherwise = steps.block(given.else_ or [], scope.knowing(proved(test, False)))
    return If(given.span, test, tuple(then), tuple(otherwise)), scope


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Step):
    """Steps again and again; not reaching `until` is a fault."""

    most: terms.Term
    until: terms.Term | None
    body: tuple[Step, ...]

    def inside(self) -> Iterator[Step]:
        return iter(self.body)

    def terms(self) -> Iterator[terms.Term]:
        yield self.most
        if self.until is not None:
            yield self.until

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        with code.block(f"for {code.fresh('r')} in range({lowering.value(self.most)}):"):
            if self.until is not None:
                code.line(f"if {lowering.condition(self.until)}: break")
            emit_all(self.body, lowering, layout)
        if self.until is not None:
            with code.block("else:"):
                code.line(f"if not {lowering.condition(self.until)}: raise Fault('repeat is used up.')")


@step("repeat")
def check_repeat(steps: StepChecker, given: arguments.Repeat, scope: Scope) -> tuple[Step | None, Scope]:
    """Check how often, until when, and what."""
    most = steps.term(given.repeat, scope, NUMBER)
    until = steps.condition(given.until, scope) if given.until is not None else None
    body = steps.block(given.do, replace(scope, known=frozenset()))
    if most is None:
        return None, scope
    if not steps.checker.require_fit(most, NUMBER, "repeat", scope):
        return None, scope
    if isinstance(most.type, Number) and most.type.high is not None and most.type.high > MOST_PASSES:
        steps.error(
            "too-many-passes",
            given.repeat.span,
            f"repeat takes at most {MOST_PASSES} passes.",
            f"Write a number up to {MOST_PASSES}.",
        )
        return None, scope
    return Repeat(given.span, most, until, tuple(body)), scope


@dataclass(frozen=True, slots=True, eq=False)
class Require(Step):
    """A check in the midst of effects."""

    name: str
    check: terms.Term
    text: Scalar
    show: terms.Term | None
    scope: Scope

    def terms(self) -> Iterator[terms.Term]:
        yield self.check

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        """Only trying an action tests it: an action that is done has passed."""
        lowering.calls.emit_require(lowering, self)


@step("require")
def check_require(steps: StepChecker, given: arguments.Require, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the condition; where a require may stand is checked with its action."""
    test = steps.condition(given.check, scope)
    show = steps.shown(given.show, scope)
    if test is None:
        return None, scope
    made = Require(given.span, str(given.require), test, given.else_, show, scope)
    if steps.in_action is None or steps.depth or steps.running:
        where = "a routine" if steps.running else "another step" if steps.in_action else "setup"
        steps.error(
            "misplaced-require", given.require.span, f"‘{given.require}’ stands inside {where}; move it out.", _REQUIRE
        )
    return made, scope.knowing(proved(test))


@step("run")
def check_run(steps: StepChecker, given: arguments.Run, scope: Scope) -> tuple[Step | None, Scope]:
    """Put a routine's steps in place, with its parameters bound to the arguments."""
    node = steps.parse(given.run, "plain_call")
    if not isinstance(node, nodes.PlainCall):
        return None, scope
    routine = steps.routines.get(node.name)
    name_span = given.run.part(node.start, node.start + len(node.name))
    if routine is None:
        steps.error(
            "unknown-routine",
            name_span,
            f"There is no routine {node.name}.",
            suggestion(node.name, steps.routines, f"Write its steps under routines: {node.name}(…):."),
        )
        return None, scope
    steps.used_routines.add(node.name)
    if node.name in steps.running:
        trail = " → ".join([*steps.running[steps.running.index(node.name) :], node.name])
        steps.error(
            "recursion", given.run.span, f"{node.name} calls itself through {trail}.", "Use repeat: with until:."
        )
        return None, scope
    parameters = routine.signature.parameters
    if len(parameters) != len(node.arguments):
        value = "value" if len(parameters) == 1 else "values"
        steps.error(
            "argument-count",
            given.run.span,
            f"{node.name} takes {len(parameters)} {value}, this gives {len(node.arguments)}.",
            f"Write run: {node.name}"
            + (f"({', '.join(parameter.name for parameter in parameters)})." if parameters else "."),
        )
        return None, scope
    bound: list[tuple[str, terms.Term]] = []
    inner = replace(scope, locals={})
    for parameter, argument in zip(parameters, node.arguments, strict=True):
        wanted = steps.checker.type_of(parameter.type, scope) if parameter.type is not None else None
        term = steps.checker.check(argument, scope, wanted)
        if wanted is not None and not steps.checker.require_fit(
            term, wanted, f"‘{parameter.name}’ of {node.name}", scope
        ):
            return None, scope
        variable = terms.Variable(term.type, argument, steps.checker.fresh(parameter.name))
        bound.append((variable.name, term))
        inner = inner.with_locals({parameter.name: Local(variable, "parameter", parameter.span)})
    before, steps.running = steps.running, (*steps.running, node.name)
    body, after = steps.steps(routine.steps, inner)
    steps.running = before
    names = {name: local for name, local in after.locals.items() if name not in inner.locals}
    for name in names:
        if name in scope.locals and scope.locals[name].what != names[name].what:
            steps.checker.refuse_shadowing(scope, name, given.run.span)
    kept = {name: local for name, local in scope.locals.items() if name not in names}
    return Run(given.span, tuple(bound), tuple(body)), replace(after, locals={**kept, **names}, inside=scope.inside)


@dataclass(frozen=True, slots=True, eq=False)
class Run(Step):
    """A routine's steps, standing here."""

    bound: tuple[tuple[str, terms.Term], ...]
    body: tuple[Step, ...]

    def inside(self) -> Iterator[Step]:
        return iter(self.body)

    def terms(self) -> Iterator[terms.Term]:
        return (term for _, term in self.bound)

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        for name, term in self.bound:
            value = lowering.value(term)
            lowering.code.line(f"{name} = {f'tuple({value})' if isinstance(term.type, Listing) else value}")
        emit_all(self.body, lowering, layout)


@dataclass(frozen=True, slots=True, eq=False)
class Event(Step):
    """`event: name(field = value)`."""

    name: str
    values: tuple[tuple[str, terms.Term], ...]

    def terms(self) -> Iterator[terms.Term]:
        return (term for _, term in self.values)

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        if lowering.full:
            event(lowering, self.name, **{name: _plain(lowering, term) for name, term in self.values})


def _plain(lowering: Lowering, term: terms.Term) -> str:
    value = lowering.value(term)
    return f"tuple({value})" if isinstance(term.type, Listing) else value


@step("event")
def check_event(steps: StepChecker, given: arguments.Event, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the fields; one event has the same fields everywhere."""
    node = steps.parse(given.event, "named_call")
    if not isinstance(node, nodes.NamedCall):
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
        return None, scope
    steps.ended.add(str(given.end))
    if steps.in_action is None:
        steps.error("misplaced-end", given.end.span, "end: stands only in the effects of an action.", _IN_EFFECTS)
        return None, scope
    return End(given.span, steps.ends.index(str(given.end)) + 1), scope


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Step):
    """`continue: action(choice = value)`."""

    action: str
    values: tuple[tuple[str, terms.Term], ...]
    may_stop: terms.Term | None

    def terms(self) -> Iterator[terms.Term]:
        yield from (term for _, term in self.values)
        if self.may_stop is not None:
            yield self.may_stop

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        names = tuple(name for name, _ in self.values)
        values = "".join(f"{lowering.value(term)}, " for _, term in self.values)
        stop = f"bool({lowering.condition(self.may_stop)})" if self.may_stop is not None else "False"
        lowering.code.line(f"_pending = ({self.action!r}, {names!r}, ({values}), {stop}); _again = False")


@step("continue")
def check_continue(steps: StepChecker, given: arguments.Continue, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the action and the choices that are fixed."""
    node = steps.parse(given.continue_, "named_call")
    if not isinstance(node, nodes.NamedCall):
        return None, scope
    if steps.in_action is None:
        steps.error(
            "misplaced-continue",
            given.continue_.span,
            "continue: stands only in the effects of an action.",
            _IN_EFFECTS,
        )
        return None, scope
    choices = dict(steps.schema.actions.get(node.name, ()))
    if node.name not in steps.schema.actions:
        steps.error(
            "unknown-action",
            given.continue_.part(0, len(node.name)),
            f"There is no action {node.name}.",
            suggestion(node.name, steps.schema.actions),
        )
        return None, scope
    values = []
    for value in node.values:
        if value.name not in choices:
            steps.error(
                "unknown-choice",
                value.span,
                f"{node.name} does not choose ‘{value.name}’.",
                suggestion(value.name, choices),
            )
            return None, scope
        kind = choices[value.name]
        term = steps.checker.check(value.value, scope, kind)
        if isinstance(kind, Listing):
            message = f"‘{value.name}’ of {node.name} is a list; continue: fixes single choices."
            steps.error("fixed-list", value.span, message, "Leave it out.")
            return None, scope
        if not isinstance(kind, Unknown):
            # Numbers beyond the choice are found while the game is played: then the turn ends.
            wanted = NUMBER if isinstance(strip(kind), Number) else kind
            steps.checker.require_fit(term, wanted, f"‘{value.name}’ of {node.name}", scope)
        values.append((value.name, term))
    may_stop = steps.condition(given.may_stop, scope) if given.may_stop is not None else None
    steps.continued.append((node.name, tuple(name for name, _ in values), given.continue_.span))
    return Continue(given.span, node.name, tuple(values), may_stop), scope


def emit_all(steps: tuple[Step, ...] | list[Step], lowering: Lowering, layout: Layout) -> None:
    """Write steps in order; a block without steps still needs a line."""
    before = len(lowering.code.lines)
    for each in steps:
        with lowering.code.at(each.span):
            each.emit(lowering, layout)
    if len(lowering.code.lines) == before:
        lowering.code.line("pass")
