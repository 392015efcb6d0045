"""What may go wrong while a game is played, and is no bug: faults of a spec, actions that do not fit, unknown values.

Anything else that is raised is a mistake of Tilewright, and nobody may take it for one of these.
"""

from __future__ import annotations

from interpreter.spec.nodes import Span


class Fault(Exception):
    """A step could not be done. The action is undone; `span` names the step."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        if self.span is None:
            return self.message
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}: fault: {self.message}"


class Missing(Fault):
    """A value is none that was said never to be."""


class Abandoned(Fault):
    """Work for the rules took too long or too much memory, and was stopped."""


class BadAction(ValueError):
    """An action that does not fit the game at all: no such action, or a value that cannot be chosen."""


class Unknowable(Exception):
    """A value that cannot be told here, although nothing is wrong. Whoever asks says what is shown instead."""


class Hidden(Unknowable):
    """A value that the viewer may not know."""


class NotChosen(Unknowable):
    """A value that depends on a choice which is still open."""


class Absent(Unknowable):
    """A none where the type promises a value: it is hidden, or the expression was taken out of its context."""


class Unlowerable(Exception):
    """An expression that generated code cannot work out; the evaluator does it instead."""
