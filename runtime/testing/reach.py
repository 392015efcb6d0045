"""What the tests of a game reach, and what none of them reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from interpreter import Action, Game, Refusal, State
from interpreter.expressions import Flag, Type, Words, strip
from interpreter.program import Program
from interpreter.spec.nodes import Span


@dataclass(slots=True)
class Reached:
    """What happened in tests: the results of conditions, what was done, refused and ended, and under which settings."""

    conditions: dict[Span, set[bool]] = field(default_factory=dict)
    actions: set[str] = field(default_factory=set)
    refusals: set[tuple[str, str]] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    settings: set[tuple[str, str]] = field(default_factory=set)
    refusing: set[Span] = field(default_factory=set)

    def begin(self, program: Program, trace: Iterable[tuple[int, Any]] = ()) -> None:
        """Note that a test has begun under some settings, or continued under others; setup has tested something."""
        self.settings |= {(name, written(*setting)) for name, setting in program.schema.settings.items()}
        terms = [refusal.term for plan in program.actions.values() for refusal in plan.refusals]
        self.refusing |= {term.node.span for term in terms if term is not None}
        self._test(program, trace)

    def note(self, state: State, action: Action, refusal: Refusal | None, trace: Iterable[tuple[int, Any]]) -> None:
        """Note that an action was tried, which led to a state or was refused."""
        program = state.program
        self._test(program, trace)
        if refusal is not None:
            self.refusals.add((refusal.action, refusal.name))
            return
        self.actions.add(action[0])
        if state.end is not None:
            self.ends.add(state.end.name)

    def _test(self, program: Program, trace: Iterable[tuple[int, Any]]) -> None:
        spans = {number: span for span, number in program.notes.items()}
        for span in program.notes:
            self.conditions.setdefault(span, set())
        for number, outcome in trace:
            self.conditions[spans[number]].add(bool(outcome))

    def add(self, other: Reached) -> None:
        """Add what another test has reached."""
        for span, outcomes in other.conditions.items():
            self.conditions.setdefault(span, set()).update(outcomes)
        self.actions |= other.actions
        self.refusals |= other.refusals
        self.ends |= other.ends
        self.settings |= other.settings
        self.refusing |= other.refusing


class Tested(Protocol):
    """A test that was run."""

    @property
    def reached(self) -> Reached:
        """Everything that the test has reached."""


def reached_by(results: Iterable[Tested]) -> Reached:
    """Everything that all these tests have reached together."""
    whole = Reached()
    for result in results:
        whole.add(result.reached)
    return whole


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that no test reaches, and its place."""

    span: Span
    text: str


def gaps(game: Game, reached: Reached) -> list[Gap]:
    """The gaps in the tests of a game, in the order of the spec."""
    program = game.new(seed=0).program
    found = [*_undone(program, reached), *_conditions(game, reached), *_settings(game, program, reached)]
    return sorted(found, key=lambda gap: (gap.span.source.name, gap.span.line, gap.span.column))


def _undone(program: Program, reached: Reached) -> Iterator[Gap]:
    for name, plan in program.actions.items():
        if name not in reached.actions:
            yield Gap(plan.span, f"the action {name} is never done")
        for check in (*plan.checks, *plan.goals):
            if (name, check.name) not in reached.refusals:
                yield Gap(check.span, f"the check {check.name} of {name} never refuses")
    for end in program.ends:
        if end.name not in reached.ends:
            yield Gap(end.span, f"no game ends by {end.name}")


def _conditions(game: Game, reached: Reached) -> Iterator[Gap]:
    for span, outcomes in _whole_conditions(game, reached).items():
        text = " ".join(span.text.split())
        if not outcomes:
            yield Gap(span, f"‘{text}’ is never tested")
        elif True not in outcomes:
            yield Gap(span, f"‘{text}’ is never true")
        # What refuses is known by the refusal: when it is false nothing is done that could be noted.
        elif False not in outcomes and not _refuses(span, reached):
            yield Gap(span, f"‘{text}’ is never false")


def _refuses(span: Span, reached: Reached) -> bool:
    return any(_within(span, other) or _within(other, span) for other in reached.refusing)


def _whole_conditions(game: Game, reached: Reached) -> dict[Span, set[bool]]:
    """The results of the rules' conditions. If settings leave only a part of a condition, it counts for the whole."""
    tests = [test.span for test in game.spec.acceptance.values()]
    lessons = [game.spec.tutorial.span] if game.spec.tutorial is not None else []
    found: dict[Span, set[bool]] = {}
    for span in sorted(reached.conditions, key=lambda span: span.start - span.end):
        if any(_within(span, other) for other in (*tests, *lessons)):
            continue
        whole = next((other for other in found if _within(span, other)), span)
        found.setdefault(whole, set()).update(reached.conditions[span])
    return found


def _within(span: Span, other: Span) -> bool:
    return span.source is other.source and other.start <= span.start and span.end <= other.end


def _settings(game: Game, program: Program, reached: Reached) -> Iterator[Gap]:
    for name, setting in game.spec.settings.items():
        is_flag = isinstance(strip(program.schema.settings[str(name)][0]), Flag)
        options = ["true", "false"] if is_flag else setting.words
        for option in options:
            if (str(name), option) not in reached.settings:
                yield Gap(name.span, f"no test has {name}: {option}")


def written(kind: Type, value: Any) -> str:
    """The value of a setting as a spec writes it."""
    inner = strip(kind)
    if isinstance(inner, Words) and isinstance(value, int) and value:
        return inner.words[value - 1]
    return str(value).lower() if isinstance(value, bool) else str(value)
