"""What all steps have in common: they are checked in a scope, declare what they write, and are lowered to Python."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.language import nodes, terms, types
from interpreter.language.checker import Checker
from interpreter.language.mistakes import WrongType
from interpreter.language.parser import parse
from interpreter.language.scope import Local, Schema, Scope
from interpreter.position import OnwardWays
from interpreter.registry import steps as registered
from interpreter.spec import model
from interpreter.spec.diagnostics import Mistake
from interpreter.spec.nodes import Scalar, Sequence, Span
from interpreter.spec.step_model import StepArguments
from interpreter.state.layout import Layout

DEEPEST = 12
MOST_STEPS = 5_000
GIVES_A_NAME = re.compile(r"\s*(?:[a-z]\w*)\s+([a-z][a-z0-9_]*)\b\s*(?::\s*\w+\s*)?:?=")
"""A step that gives a new name, also where it is not rightly written: `let n = 3`, `var n = 3`."""
_FIRST_NAME = re.compile(r"(?:let\s+)?([a-z][a-z0-9_]*)\b")
ROUTINE_HELP = "Put the inner steps into a routine: routines: with a name, and run: that name."


@dataclass(frozen=True, slots=True, eq=False)
class Step(ABC):
    """A checked step; `span` is where it was written."""

    span: Span

    def writes(self, schema: Schema) -> set[str]:
        """The fields of the state that the step may change."""
        return set()

    def inside(self) -> Iterator[Step]:
        """The steps inside this one."""
        return iter(())

    def stream(self) -> str | None:
        """The random stream that it draws from."""
        return None

    def terms(self) -> Iterator[terms.Term]:
        """The terms of the step itself."""
        return iter(())

    @abstractmethod
    def emit(self, lowering: Lowering, layout: Layout) -> None:
        """Write the step as Python."""

    def tell(self, lowering: Lowering, layout: Layout, name: str, /, **fields: str) -> None:
        """Write an event of the step, where events are recorded, with what the step has done to the state so far."""
        if lowering.tells:
            inside = ", ".join(f"{key!r}: {value}" for key, value in fields.items())
            changes = "".join(f"{change}, " for change in self.changes(layout, lowering.schema, fields))
            lowering.code.line(f"events.append(Event({name!r}, {{{inside}}}, ({changes})))")

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterable[str]:
        """Python for the changes behind an event with these fields: everything that the step writes, as it is by
        then."""
        return (layout.change(name) for name in sorted(self.writes(schema)))

    def all_steps(self) -> Iterator[Step]:
        """The step and all steps inside it."""
        yield self
        for step in self.inside():
            yield from step.all_steps()


@dataclass(frozen=True, slots=True)
class Routine:
    """A named list of steps."""

    signature: nodes.Signature
    steps: model.Steps
    span: Span


@dataclass(slots=True)
class StepChecker:
    """Checks lists of steps. What it finds on the way (events, streams, continuations) is stored for later checks.

    `in_action` is the action whose effects they are; `between`: what steps between actions of a game that has
    begun they are, such as `when_stuck`.
    `ended` has for each end condition the actions whose steps end the game with it, and None for steps between actions.
    """

    checker: Checker
    schema: Schema
    routines: dict[str, Routine]
    ends: tuple[str, ...]
    events: dict[str, tuple[tuple[str, types.Type], ...]] = field(default_factory=dict)
    streams: dict[str, Span] = field(default_factory=dict)
    stream_types: dict[str, types.Type] = field(default_factory=dict)
    continued: list[tuple[OnwardWays, Span]] = field(default_factory=list)
    ended: dict[str, set[str | None]] = field(default_factory=dict)
    starts: dict[str, dict[str, Scalar]] = field(default_factory=dict)
    running: tuple[str, ...] = ()
    used_routines: set[str] = field(default_factory=set)
    in_action: str | None = None
    between: str | None = None
    depth: int = 0
    count: int = 0

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.checker.diagnostics.error(code, span, message, help)

    def report(self, mistake: Mistake) -> None:
        """Report a typed mistake."""
        self.checker.diagnostics.report(mistake)

    def wrong_type(
        self, written: Scalar, term: terms.Term, wanted: types.Type, needs: str, scope: Scope, help: str = ""
    ) -> None:
        """Report a value of a type other than the one that a step needs, where it is written; `help` replaces the usual
        advice."""
        reason = f"{needs}, but this is {types.named(term.type)}."
        if help:
            self.error("wrong-type", written.span, reason, help)
        else:
            self.report(WrongType(term, wanted, scope, reason, self.parse(written, "expression")))

    def steps(self, steps: model.Steps, scope: Scope) -> tuple[list[Step], Scope]:
        """Check steps in order; return them and the scope after the last."""
        checked: list[Step] = []
        if self.depth > DEEPEST and steps:
            self.error("too-deep", steps[0].span, f"Steps are nested deeper than {DEEPEST}.", ROUTINE_HELP)
            return checked, scope
        for step in steps:
            self.count += 1
            if self.count > MOST_STEPS:
                if self.count == MOST_STEPS + 1:
                    message = f"With its routines expanded, this takes more than {MOST_STEPS:,} steps."
                    self.error("too-costly", step.span, message, "Run fewer routines, or loop in them: do: with for:.")
                return checked, scope
            made, scope = self.step(step, scope)
            if made is not None:
                checked.append(made)
                changed = {name for each in made.all_steps() for name in each.writes(self.schema)}
                scope = scope.forgetting(changed)
        return checked, scope

    def block(self, steps: model.Steps, scope: Scope) -> list[Step]:
        """Check steps whose names are dropped when they end."""
        self.depth += 1
        checked, _ = self.steps(steps, scope)
        self.depth -= 1
        return checked

    def step(self, step: Scalar | StepArguments, scope: Scope) -> tuple[Step | None, Scope]:
        """Check one step."""
        self.checker.size = 0
        if isinstance(step, Scalar):
            return registered()[""](self, step, scope)
        return registered()[step.verb](self, step, scope)

    # Parts of steps

    def parse(self, scalar: Scalar, start: str) -> nodes.Node | None:
        """Parse a part of a step."""
        return parse(scalar, start, self.checker.diagnostics)

    def named_call(self, scalar: Scalar, names: Mapping[str, Iterable[str]]) -> nodes.NamedCall | None:
        """Parse a name with named values; `names` are those that each value may have, in order."""
        call = re.fullmatch(r"(\w+)\(([^()]*)\)", scalar)
        values = list(re.finditer(r"[^,]+", call[2])) if call is not None else []
        for value, name in zip(values, names.get(call[1], ()) if call is not None else (), strict=False):
            if call is not None and re.fullmatch(r" *[\w.]+ *", value[0]):
                start = call.start(2) + value.end() - len(value[0].lstrip())
                span = scalar.part(start, start + len(value[0].strip()))
                message = "This value has no name."
                self.error("unexpected", span, message, f"Write ‘{name} = {value[0].strip()}’.")
                return None
        node = self.parse(scalar, "named_call")
        return node if isinstance(node, nodes.NamedCall) else None

    def term(self, scalar: Scalar, scope: Scope, expected: types.Type | None = None) -> terms.Term | None:
        """Check an expression of a step."""
        self.checker.size = 0
        node = self.parse(scalar, "expression")
        return None if node is None else self.checker.check(node, scope, expected)

    def condition(self, scalar: Scalar, scope: Scope) -> terms.Term | None:
        """Check a condition of a step."""
        self.checker.size = 0
        node = self.parse(scalar, "expression")
        return None if node is None else self.checker.condition(node, scope)

    def listed(self, value: Scalar | Sequence, scope: Scope, expected: types.Type | None = None) -> terms.Term | None:
        """Check an expression, or a YAML list of expressions as one list."""
        if isinstance(value, Scalar):
            return self.term(value, scope, expected)
        inner = expected.item if isinstance(expected, types.Listing) else None
        items = [self.term(item, scope, inner) for item in value if isinstance(item, Scalar)]
        found = [item for item in items if item is not None]
        if not items:
            self.error("empty-list", value.span, "This list is empty.", "Write what is in it, or leave the option out.")
        if len(found) < len(items) or not found:
            return None
        kind = found[0].type
        for item in found[1:]:
            joined = types.join(kind, item.type)
            if joined is None:
                message = f"This is {types.named(item.type)}; the items before it are {types.plural(kind)}."
                self.report(WrongType(item, kind, scope, message, code="mixed-list"))
                return None
            kind = joined
        return terms.Listed(types.Listing(types.strip(kind), len(found)), found[0].node, tuple(found))

    def wanted(self, term: terms.Term | None, wanted: types.Type, what: str, scope: Scope) -> terms.Term | None:
        """The term if its type fits, none allowed: a step that receives none is a fault during play."""
        if term is None:
            return None
        if types.fits(types.strip(term.type), wanted):
            return term
        message = f"{what} needs {types.named(wanted)}, but this is {types.named(term.type)}."
        self.report(WrongType(term, wanted, scope, message, self.checker.use_of(term)))
        return None

    def shown(self, value: Scalar | Sequence | None, scope: Scope) -> terms.Term | None:
        """Check what is highlighted with a refusal: sites or pieces."""
        term = self.listed(value, scope) if value is not None else None
        kind = types.strip(term.type) if term is not None else types.UNKNOWN
        inner = types.strip(kind.item) if isinstance(kind, types.Listing) else kind
        if term is None or isinstance(inner, types.Site | types.Piece | types.Unknown):
            return term
        message = f"show needs sites or pieces, but this is {types.named(term.type)}."
        self.report(WrongType(term, types.Listing(types.SITE, 0), scope, message, self.checker.use_of(term)))
        return None

    def bind(self, scope: Scope, name: str, kind: types.Type, what: str, node: nodes.Node) -> tuple[Scope, str]:
        """Give a name to the result of a step. In a routine that runs again, the name is bound again."""
        if name in scope.locals and scope.locals[name].what == what and self.running:
            scope = replace(scope, locals={key: local for key, local in scope.locals.items() if key != name})
        scope, variable = self.checker.bind(scope, name, kind, what, node)
        return scope, variable.name

    def bind_unread(self, scope: Scope, written: Scalar, what: str) -> Scope:
        """Define the name at the beginning of a text that could not be read, so that its uses are not reported."""
        found = GIVES_A_NAME.match(written) or _FIRST_NAME.match(written)
        if found is None or found[1] in scope.locals or found[1] in scope.schema.declared:
            return scope
        term = self.checker.unknown(nodes.Nothing(written, *found.span(1)))
        return scope.with_locals({found[1]: Local(term, what, written.part(*found.span(1)))})

    def tells(self, event: str, **fields: types.Type) -> None:
        """Note that a step emits an event of its own, with these fields."""
        self.events.setdefault(event, tuple(fields.items()))

    def take_stream(self, name: Scalar, kind: types.Type) -> str:
        """Note that a step draws from a stream."""
        self.streams.setdefault(str(name), name.span)
        self.stream_types.setdefault(str(name), kind)
        return str(name)


CheckStep = Callable[[StepChecker, Any, Scope], tuple[Step | None, Scope]]


def not_none(lowering: Lowering, term: terms.Term, what: str) -> str:
    """A value that must not be none when the step runs."""
    value = lowering.value(term)
    if not types.can_be_none(term.type):
        return lowering.temporary(value)
    name = lowering.code.fresh("s")
    lowering.code.line(f"{name} = {value}")
    lowering.code.line(f"if not {name}: raise Fault({f'{what} is none here.'!r})")
    return name
