"""Faults: mistakes of a spec that show only while a game is played."""

from __future__ import annotations

from interpreter.spec.source import Span


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


class Missing(Fault, LookupError):
    """A value is none that was said never to be."""


class BadAction(ValueError):
    """An action that does not fit the game at all: no such action, or a value that cannot be chosen."""
