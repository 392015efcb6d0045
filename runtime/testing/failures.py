"""What went wrong in a test, before it is written out for people."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.spec.diagnostics import Diagnostic
from interpreter.spec.nodes import Node, Span


@dataclass(frozen=True, slots=True)
class Value:
    """A part of an expression as written, and its value."""

    source: str
    value: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two pictures of a board, and what each of them shows."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    titles: tuple[str, str] = ("expected", "actual")


@dataclass(frozen=True, slots=True)
class TraceLine:
    """A condition that was tested during the last action, and its result."""

    span: Span
    outcome: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that went wrong, and where. A test that is itself wrong fails with a diagnostic; a `bug` in Tilewright
    says nothing about the spec."""

    span: Span | None
    message: str
    values: tuple[Value, ...] = ()
    pictures: tuple[Comparison, ...] = ()
    diagnostic: Diagnostic | None = None
    bug: Exception | None = field(default=None, compare=False, repr=False)


def differs(node: Node, message: str, expected: str, found: str, what: str = "shown") -> Failure:
    """The failure of a part of a test, with the expected and the actual value."""
    return Failure(node.span, message, (Value("expected", expected), Value(what, found)))


class Failed(Exception):
    """The test cannot go on."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
