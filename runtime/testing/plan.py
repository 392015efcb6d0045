"""Checks the acceptance tests of a spec without running them, and turns them into plans that can be run."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import Game
from interpreter.spec.diagnostics import Diagnostics, Help, suggestion
from interpreter.spec.model import AcceptanceTest, Spec, WhenEntry
from interpreter.spec.nodes import Edit, Scalar
from runtime.session.given import Ground, StartPosition, position_of
from runtime.testing.checks.lessons import position_of_lesson
from runtime.testing.entries import CHECKS, Expectation, Happening, LastAction, OfRefusal
from runtime.testing.hands import Hand
from runtime.testing.then import check_expectation, check_expression, unknown_check
from runtime.testing.when import Act, Expect, Stop, check_happening, is_known

__all__ = ["TestPlan", "check_acceptance", "check_names", "plan_test"]


@dataclass(frozen=True, slots=True)
class TestPlan:
    """A checked test."""

    __test__ = False

    name: Scalar
    position: StartPosition
    when: tuple[Happening, ...]
    then: tuple[Expectation, ...]

    def refusal_expected(self, number: int) -> bool:
        """Whether the happening at this index, from 0, may be refused.

        The last one may be if `then` mentions a refusal, another one if the very next entry expects it.
        """
        following = self.when[number + 1] if number + 1 < len(self.when) else None
        if following is None:
            return any(isinstance(each, OfRefusal) for each in self.then)
        return isinstance(following, Expect) and any(isinstance(each, OfRefusal) for each in following.expectations)


def check_acceptance(game: Game, diagnostics: Diagnostics) -> None:
    """Report everything wrong with the acceptance tests of a game."""
    for name, test in game.spec.acceptance.items():
        plan_test(game, name, test, diagnostics)


def check_names(spec: Spec, diagnostics: Diagnostics) -> None:
    """Report names in tests that do not exist, as far as that is known while the rules have mistakes."""
    actions, places = [*map(str, spec.actions)], [*map(str, spec.all_boards()), *map(str, spec.zones)]
    for test in spec.acceptance.values():
        _check_covers(spec, test, diagnostics)
        for entry in test.when:
            is_known(entry.name, actions, diagnostics)
        for check in test.then:
            if check.name is not None and str(check.name) not in (*CHECKS, *places):
                message, help = unknown_check(check.name, places)
                diagnostics.error("unknown-check", check.name.span, message, help)


def _check_covers(spec: Spec, test: AcceptanceTest, diagnostics: Diagnostics) -> None:
    """Report rules that a test covers but that do not exist."""
    rules = [str(rule) for rule in spec.rules]
    for rule in test.covers:
        if str(rule) not in rules:
            message = f"‘{rule}’ in covers is not in rules."
            listed = [part.strip() for part in rule.split(",")]
            help = suggestion(rule, rules)
            if len(listed) > 1 and all(part in rules for part in listed):
                help = Help(f"Write [{', '.join(listed)}].", Edit(rule.span, f"[{', '.join(listed)}]"))
            diagnostics.error("unknown-rule", rule.span, message, help)


def plan_test(game: Game, name: Scalar, test: AcceptanceTest, diagnostics: Diagnostics) -> TestPlan | None:
    """Check one test; None after a report."""
    before = len(diagnostics.errors)
    _check_covers(game.spec, test, diagnostics)
    if test.given is not None and test.given.lesson is not None:
        position = position_of_lesson(game, test.given, diagnostics)
    else:
        position = position_of(game, test.given, diagnostics)
    if position is None:
        return None
    ground, when = position.ground, list[Happening]()
    last: LastAction = None
    for entry in test.when:
        happening = check_happening(ground, entry, last)
        if happening is not None:
            when.append(happening)
        last = _last_action(ground, entry, happening) or last
    then: list[Expectation] = []
    for check in test.then:
        expectation: Expectation | None
        if check.expression is not None:
            expectation = check_expression(ground, check.expression)
        else:
            assert check.name is not None
            assert check.argument is not None
            expectation = check_expectation(ground, check.name, check.argument, last)
        if expectation is not None:
            then.append(expectation)
    if len(diagnostics.errors) > before:
        return None
    return TestPlan(name, position, tuple(when), tuple(then))


def _last_action(ground: Ground, entry: WhenEntry, happening: Happening | None) -> LastAction:
    """The action that an entry stands for; one with mistakes still counts as the action that was meant."""
    if isinstance(happening, Act):
        return happening.written.plan
    if happening is None:
        return ground.program.plans.get(str(entry.name))
    if isinstance(happening, Hand):
        return "hand"
    return "stop" if isinstance(happening, Stop) else None
