"""What is half chosen, in a test: `draft: none`, `draft: {jump: a3}` or `draft: {jump: {a: a3}}`."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rules.notation import Notation
from interpreter.spec.nodes import Mapping, Node, Scalar
from interpreter.spec.suggest import suggestion
from runtime import draft as drafts
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.words import words_of


@dataclass(frozen=True, slots=True)
class Drafted:
    """This much of an action is chosen, by the names of its choices or (under an empty name) in order."""

    node: Node
    action: str | None
    expected: dict[str, tuple[str, ...]]

    def failures(self, course: Course) -> list[Failure]:
        state, draft = course.state, course.draft
        found = drafts.text(state, draft)
        if self.action == draft.action and all(
            _alike(words, self._chosen(course, name)) for name, words in self.expected.items()
        ):
            return []
        values = (Value("expected", self._text()), Value("chosen", found or "nothing"))
        return [Failure(self.node.span, "Something else is chosen.", values)]

    def _chosen(self, course: Course, name: str) -> list[str]:
        state, draft = course.state, course.draft
        if not name:
            return drafts.text(state, draft).split()[1:]
        assert self.action is not None
        kinds = {choice.name: choice.variable.type for choice in state.program.plans[self.action].choices}
        value = drafts.by_name(state, draft).get(name)
        return [] if value is None else Notation(state.program).value_text(state.data, value, kinds[name]).split()

    def _text(self) -> str:
        words = [word for chosen in self.expected.values() for word in chosen]
        return " ".join([self.action, *words]) if self.action is not None else "nothing"


def _alike(expected: tuple[str, ...], found: list[str]) -> bool:
    """Whether words say the same; the last parts of a record may be left out, and case does not matter."""
    return len(expected) == len(found) and all(
        (actual.lower() + "/").startswith(word.lower() + "/") for word, actual in zip(expected, found, strict=True)
    )


def check_draft(ground: Ground, key: Scalar, node: Node, _last: object) -> Drafted | None:
    """Check an entry `draft`; None after a report."""
    error, plans = ground.diagnostics.error, ground.program.plans
    if isinstance(node, Scalar) and node == "none":
        return Drafted(node, None, {})
    if not isinstance(node, Mapping) or len(node) != 1:
        error("shape", node.span, f"{key} takes none, or one action with what is chosen.", "Write {jump: a3}.")
        return None
    [(action, chosen)] = node.items()
    if str(action) not in plans:
        error("unknown-action", action.span, f"There is no action {action}.", suggestion(action, plans))
        return None
    if isinstance(chosen, Scalar):
        return Drafted(node, str(action), {"": _words(chosen)})
    choices = [choice.name for choice in plans[str(action)].choices]
    expected: dict[str, tuple[str, ...]] = {}
    for name, value in chosen.items() if isinstance(chosen, Mapping) else ():
        if str(name) not in choices:
            message = f"{action} does not choose ‘{name}’."
            error("unknown-choice", name.span, message, suggestion(name, choices))
            return None
        if isinstance(value, Scalar):
            expected[str(name)] = _words(value)
    if not expected or (isinstance(chosen, Mapping) and len(expected) < len(chosen)):
        error(
            "shape",
            chosen.span,
            f"{action} takes what is chosen in order, or by name.",
            "Write draft: {action: a1 b1}, or {action: {choice: a1}}.",
        )
        return None
    return Drafted(node, str(action), expected)


def _words(scalar: Scalar) -> tuple[str, ...]:
    return () if scalar == "none" else tuple(word.text for word in words_of(scalar))
