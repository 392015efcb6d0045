"""What can go wrong during a game without being a bug: faults of a spec, actions that do not fit, unknown values.

Any other exception is a mistake in Tilewright, and must not be taken for one of these.
"""

from __future__ import annotations

from interpreter.spec.nodes import Span


class Fault(Exception):
    """A step that could not be carried out. The action is undone; `span` marks the step."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        if self.span is None:
            return self.message
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}: fault: {self.message}"


class Missing(Fault):
    """A value is none although it was declared never to be."""


class Abandoned(Fault):
    """Work for the rules that was stopped because it took too long or too much memory."""


class BadAction(ValueError):
    """An action that does not fit the game at all: no such action, or a value that cannot be chosen."""


class Unknowable(Exception):
    """A value that cannot be worked out here, although nothing is wrong. The caller decides what to show instead."""


class Hidden(Unknowable):
    """A value that the viewer may not know."""


class NotChosen(Unknowable):
    """A value that depends on a choice that has not been made yet."""


class Absent(Unknowable):
    """None where the type promises a value: it is hidden, or the expression was taken out of its context."""


class Unlowerable(Exception):
    """An expression that generated code cannot compute; the evaluator does it instead."""
