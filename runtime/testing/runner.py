"""Runs the acceptance tests of a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from time import perf_counter

from interpreter import Event, Fault, Game, Refusal, State, watched
from interpreter.spec.diagnostics import Diagnostics, SpecError
from interpreter.spec.model import AcceptanceTest
from interpreter.spec.nodes import Scalar, Span
from runtime.bug import told_with_report
from runtime.testing.course import Course, fault_failure
from runtime.testing.failures import Failed, Failure, TraceLine
from runtime.testing.hands import Hand
from runtime.testing.plan import TestPlan, plan_test
from runtime.testing.reach import Reached
from runtime.testing.screen import welcome
from runtime.testing.when import Act, Stop

__all__ = ["TestResult", "run_test", "run_tests"]


@dataclass(frozen=True, slots=True)
class TestResult:
    """The result of a test. `trace` is what its last action tested, `bot_did` that action if a bot chose it; `rules`
    are the rules that it covers, each with its text."""

    __test__ = False

    name: str
    span: Span
    covers: tuple[str, ...]
    failures: tuple[Failure, ...]
    trace: tuple[TraceLine, ...]
    seconds: float
    bot_did: str = ""
    reached: Reached = field(default_factory=Reached)
    rules: tuple[tuple[str, str], ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


def run_tests(game: Game, only: Collection[str] | None = None) -> list[TestResult]:
    """Run all tests of a game, or the named ones, in written order."""
    return [
        run_test(game, name, test) for name, test in game.spec.acceptance.items() if only is None or str(name) in only
    ]


def run_test(game: Game, name: Scalar, test: AcceptanceTest) -> TestResult:
    """Run one test. A test with mistakes fails with them."""
    started = perf_counter()
    diagnostics = Diagnostics()
    failures: tuple[Failure, ...]
    trace: tuple[TraceLine, ...] = ()
    bot_did = ""
    reached = Reached()
    try:
        plan = plan_test(game, name, test, diagnostics)
    except Exception as problem:  # A mistake of the engine must not keep the other tests from running.
        failures = (_breakdown(problem, name.span),)
    else:
        if plan is None:
            failures = _mistakes(diagnostics)
        else:
            failures, trace, bot_did = _run(plan, reached)
    covers = tuple(str(rule) for rule in test.covers)
    texts = {str(rule): " ".join(entry.text.split()) for rule, entry in game.spec.rules.items()}
    rules = tuple((rule, texts[rule]) for rule in covers if rule in texts)
    seconds = perf_counter() - started
    return TestResult(str(name), name.span, covers, failures, trace, seconds, bot_did, reached, rules)


def _mistakes(diagnostics: Diagnostics) -> tuple[Failure, ...]:
    return tuple(Failure(each.span, each.message, diagnostic=each) for each in diagnostics.errors)


def _run(plan: TestPlan, reached: Reached) -> tuple[tuple[Failure, ...], tuple[TraceLine, ...], str]:
    course: Course | None = None
    try:
        with watched():
            events = list[Event]()
            state = _begun(plan, reached, events)
            course = Course(plan.position, plan.position.session(state, events), reached)
            welcome(course)
            _happen(plan, course)
            failures = [failure for each in plan.then for failure in each.failures(course)]
    except Failed as problem:
        return ((problem.failure,), *_last_action(course))
    except SpecError as problem:
        return _mistakes(problem.diagnostics), (), ""
    except Fault as fault:
        return (fault_failure(fault, plan.name.span),), (), ""
    except Exception as problem:
        return (_breakdown(problem, plan.name.span),), (), ""
    return (tuple(failures), *_last_action(course if failures else None))


def _begun(plan: TestPlan, reached: Reached, events: list[Event]) -> State:
    """The position of a test; the conditions that setup tested are noted, and what happens as the first turn begins."""
    program = plan.position.program
    program.trace = []
    try:
        state = plan.position.state(events=events)
        reached.begin(program, program.trace)
    finally:
        program.trace = None
    return state


def _last_action(course: Course | None) -> tuple[tuple[TraceLine, ...], str]:
    """The conditions that the last action of a course tested, and the action itself if a bot chose it."""
    return ((), "") if course is None else (course.trace_lines(), course.bot_did)


def _breakdown(problem: Exception, span: Span) -> Failure:
    """A mistake of the engine itself, which says nothing about the rules under test."""
    about = {"spec": span.source.name, "test": f"line {span.line}"}
    return Failure(span, told_with_report(problem, about), bug=problem)


def _happen(plan: TestPlan, course: Course) -> None:
    for number, happening in enumerate(plan.when):
        happening.happen(course)
        acting = isinstance(happening, Act | Stop | Hand)
        if acting and course.refusal is not None and not plan.refusal_expected(number):
            raise Failed(Failure(happening.span, _refusal_text(course, course.refusal)))


def _refusal_text(course: Course, refusal: Refusal) -> str:
    if refusal.name == "over":
        ended = course.position.game.status(course.state).ended_by
        return f"{refusal.action} cannot be reached: the game ended by {ended} before it."
    return f"The action was refused by {refusal.name}: “{refusal.text}”"
