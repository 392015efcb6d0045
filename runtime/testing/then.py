"""What must hold: expressions, questions with their answers, and previews at the pointer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from interpreter import Fault
from interpreter.expressions import RULES, Evaluator, parse, terms
from interpreter.spec.diagnostics import Diagnostics, suggestion
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from runtime.session.given import Ground
from runtime.session.hand import Moment
from runtime.session.hints import previewed
from runtime.testing.checks.position import check_board, check_zone
from runtime.testing.course import Course
from runtime.testing.entries import CHECKS, Expectation, LastAction, check, lacks_colon
from runtime.testing.explanation import UNKNOWABLE, parts_of
from runtime.testing.failures import Failure, Value
from runtime.testing.screen import viewer_of

END_NAMES = ("over", "winner", "won")


@dataclass(frozen=True, slots=True)
class Holds:
    """An expression is true."""

    scalar: Scalar
    term: terms.Term

    def failures(self, course: Course) -> list[Failure]:
        try:
            holds = Evaluator(course.world()).value(self.term, {})
        except UNKNOWABLE as problem:
            why = problem.message if isinstance(problem, Fault) else f"There is no value for {problem}."
            return [Failure(self.scalar.span, f"This cannot be worked out here. {why}")]
        if holds:
            return []
        return [
            Failure(
                self.scalar.span, "This does not hold.", (*parts_of(self.scalar, self.term, course), *self._end(course))
            )
        ]

    def _end(self, course: Course) -> list[Value]:
        """How the game ended, if the expression is about that."""
        status = course.position.game.status(course.state)
        asked = any(isinstance(part, terms.Global) and part.name in END_NAMES for part in terms.walk(self.term))
        return [Value("ended by", str(status.ended_by))] if asked and status.over else []


def check_expectation(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Expectation | None:
    """Check an entry of `then` that is a map; None after a report."""
    name, schema = str(key), ground.program.schema
    if name in schema.boards:
        return check_board(ground, key, node)
    if name in schema.zones:
        return check_zone(ground, key, node)
    if name in CHECKS:
        return CHECKS[name](ground, key, node, last)
    if lacks_colon(key, (*CHECKS, *schema.boards, *schema.zones), ground.diagnostics):
        return None
    message, help = unknown_check(key, [*schema.boards, *schema.zones])
    if isinstance(node, Scalar) and name in (*schema.variables, *schema.settings, *RULES):
        help = f"Write ‘- {name} == {node}’."
    ground.diagnostics.error("unknown-check", key.span, message, help)
    return None


def unknown_check(name: Scalar, places: Iterable[str]) -> tuple[str, str]:
    """Explain an unknown entry of `then`; `places` are the boards and zones."""
    message = f"‘{name}’ is neither a check nor a board or zone."
    return message, suggestion(name, [*sorted(CHECKS), *places])


def check_expression(ground: Ground, scalar: Scalar) -> Holds | None:
    """Check an entry of `then` that is an expression; None after a report."""
    parsed = parse(scalar, "expression", Diagnostics()) is not None
    if not parsed and lacks_colon(scalar, CHECKS, ground.diagnostics):
        return None
    term = ground.condition(scalar)
    return None if term is None else Holds(scalar, term)


def check_entries(ground: Ground, node: Node, last: LastAction) -> list[Expectation]:
    """Check the value of `expect`: an expression, a map of checks, or a list of both."""
    if isinstance(node, Sequence):
        return [expectation for item in node for expectation in check_entries(ground, item, last)]
    found: list[Expectation | None]
    if isinstance(node, Mapping):
        found = [check_expectation(ground, key, value, last) for key, value in node.items()]
    else:
        found = [check_expression(ground, node)]
    return [expectation for expectation in found if expectation is not None]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """This would hold after the move that the pointer is about to make; without expectations no preview is shown."""

    node: Node
    expectations: tuple[Expectation, ...]

    def failures(self, course: Course) -> list[Failure]:
        table = Moment(course.position.game, course.state)
        gesture, draft = course.hovered, course.draft
        after = previewed(table, draft, gesture, viewer_of(course)) if gesture is not None else None
        if after is None:
            return [Failure(self.node.span, "No preview of a move is shown.")] if self.expectations else []
        if not self.expectations:
            return [Failure(self.node.span, "A preview of a move is shown.")]
        foreseen = replace(course, session=course.session.supposing(after))
        return [failure for each in self.expectations for failure in each.failures(foreseen)]


@check("preview")
def check_preview(ground: Ground, _key: Scalar, node: Node, last: LastAction) -> Foreseen:
    """What would hold after the move that the pointer is about to make, as in `then`; none if no preview is shown."""
    return Foreseen(node, () if str(node) == "none" else tuple(check_entries(ground, node, last)))
