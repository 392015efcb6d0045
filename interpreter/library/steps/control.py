"""Steps that contain other steps: for, if, repeat and run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

from interpreter.code.lowering import Lowering
from interpreter.language import nodes, terms
from interpreter.language.facts import numbered_items, proved
from interpreter.language.kernel import MOST_PASSES
from interpreter.language.scope import Local, Scope
from interpreter.language.types import NUMBER, Listing, Number
from interpreter.library.steps.step import Step, StepChecker
from interpreter.registry import step
from interpreter.spec import model
from interpreter.spec import step_model as arguments
from interpreter.spec.suggest import both, suggestion
from interpreter.state.layout import Layout


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
        with ExitStack() as inside:
            for loop in self.loops:
                items = lowering.value(loop.items)
                # What the steps cannot change need not be held fixed.
                fixed = items if not lowering.analysis.of(loop.items).reads else f"tuple({items})"
                inside.enter_context(lowering.code.block(f"for {loop.name} in {fixed}:"))
                if loop.condition is not None:
                    lowering.leave_unless(loop.condition, "continue")
            emit_all(self.body, lowering, layout)


@step("for")
def check_for(steps: StepChecker, given: arguments.For, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the loops and their steps."""
    node = steps.parse(given.for_, "loops")
    if not isinstance(node, nodes.Loops):
        return None, scope
    count = steps.count
    loops, body, outside = _nest(steps, node.loops, given.do, scope, set())
    changed = {name for each in body for part in each.all_steps() for name in part.writes(steps.schema)}
    counted = outside.knowing(_numbered(loops))
    if counted.forgetting(changed).known != counted.known:
        # What was known before the loop, or when its numbers were counted out, may hold in its first pass alone.
        steps.count = count
        loops, body, _ = _nest(steps, node.loops, given.do, scope, changed)
    return For(given.span, loops, body), scope


def _nest(
    steps: StepChecker, loops: Iterable[nodes.Loop], do: model.Steps, scope: Scope, changed: set[str]
) -> tuple[tuple[terms.Loop, ...], tuple[Step, ...], Scope]:
    """Check loops and their steps, allowing for changes made by earlier iterations; return the innermost scope too."""
    checked: list[terms.Loop] = []
    outside = scope
    for loop in loops:
        outside = scope
        found, scope, _ = steps.checker.loops([loop], scope, changed)
        checked += found
    return tuple(checked), tuple(steps.block(do, scope)), outside


def _numbered(loops: Iterable[terms.Loop]) -> frozenset[str]:
    """The items of lists that loops go through by number."""
    found = (numbered_items(terms.Variable(NUMBER, loop.items.node, loop.name), loop.items) for loop in loops)
    return frozenset().union(*found)


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
    """Check the condition, and the steps with the facts that it proves."""
    test = steps.condition(given.if_, scope)
    if test is None:
        return None, scope
    then = steps.block(given.then, scope.knowing(proved(test)))
    otherwise = steps.block(given.else_ or [], scope.knowing(proved(test, False)))
    return If(given.span, test, tuple(then), tuple(otherwise)), scope


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Step):
    """Repeats steps; it is a fault if `until` is never reached."""

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
        code, most = lowering.code, lowering.value(self.most)
        if not isinstance(self.most.type, Number) or self.most.type.high is None:
            most = f"passes({most})"
        with code.block(f"for {code.fresh('r')} in range({most}):"):
            if self.until is not None:
                code.line(f"if {lowering.condition(self.until)}: break")
            emit_all(self.body, lowering, layout)
        if self.until is not None:
            with code.block("else:"):
                code.line(f"if not {lowering.condition(self.until)}: raise Fault('repeat is used up.')")


@step("repeat")
def check_repeat(steps: StepChecker, given: arguments.Repeat, scope: Scope) -> tuple[Step | None, Scope]:
    """Check how often, until when, and which steps."""
    most = steps.term(given.repeat, scope, NUMBER)
    until = steps.condition(given.until, scope) if given.until is not None else None
    body = steps.block(given.do, replace(scope, known=frozenset()))
    if most is None:
        return None, scope
    if not steps.checker.require_fit(most, NUMBER, "repeat", scope):
        return None, scope
    # A setting may well ask for no pass at all.
    few = isinstance(most.node, nodes.Number | nodes.Negative) and not str(given.repeat).strip("-0")
    few = few or isinstance(most.node, nodes.Negative)
    if few or (isinstance(most.type, Number) and most.type.high is not None and most.type.high > MOST_PASSES):
        steps.error(
            "too-few-passes" if few else "too-many-passes",
            given.repeat.span,
            "repeat takes at least 1 pass." if few else f"repeat takes at most {MOST_PASSES} passes.",
            f"Write a number from 1 to {MOST_PASSES}.",
        )
        return None, scope
    return Repeat(given.span, most, until, tuple(body)), scope


@step("run")
def check_run(steps: StepChecker, given: arguments.Run, scope: Scope) -> tuple[Step | None, Scope]:
    """Expand a routine's steps, with its parameters bound to the arguments."""
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
            f"{node.name} takes {len(parameters)} {value}; this gives {len(node.arguments)}.",
            _called_as(node, parameters),
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


def _called_as(node: nodes.PlainCall, parameters: tuple[nodes.Parameter, ...]) -> str:
    """The call of a routine, with the values that it was given and placeholders for missing ones."""
    if not parameters:
        return f"Write run: {node.name}."
    given = [argument.source for argument in node.arguments][: len(parameters)]
    lacking = [parameter.source for parameter in parameters[len(given) :]]
    more = f", with a value for {both([f'‘{each}’' for each in lacking])}" if lacking else ""
    return f"Write run: {node.name}({', '.join([*given, *('…' for _ in lacking)])}){more}."


@dataclass(frozen=True, slots=True, eq=False)
class Run(Step):
    """The steps of a routine, expanded in place."""

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


def emit_all(steps: tuple[Step, ...] | list[Step], lowering: Lowering, layout: Layout) -> None:
    """Write steps in order; a block without steps still needs a line."""
    before = len(lowering.code.lines)
    for each in steps:
        with lowering.code.at(each.span):
            each.emit(lowering, layout)
    if len(lowering.code.lines) == before:
        lowering.code.line("pass")
