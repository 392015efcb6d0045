"""Python source being written: lines with indentation, the spec position of each, and constants."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.spec.nodes import Span


class Constants:
    """Values that generated code refers to by name."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[Any, str] = {}

    def name(self, value: Any, hint: str = "k") -> str:
        """The name of a value; equal values share one, but a flag is no number."""
        kinds = _kinds((value,))
        hashable = all(issubclass(kind, Hashable) for kind in kinds)
        key: Any = (type(value), bool in kinds, value) if hashable else id(value)
        if key not in self._names:
            name = f"{hint.upper()}_{len(self.values)}"
            self._names[key] = name
            self.values[name] = value
        return self._names[key]


def _kinds(values: tuple[Any, ...] | frozenset[Any]) -> set[type]:
    """The types of all that is in some values. Tables are large: what is alike is looked at once."""
    found = set(map(type, values))
    if any(issubclass(kind, tuple | frozenset) for kind in found):
        for value in values:
            if isinstance(value, tuple | frozenset):
                found |= _kinds(value)
    return found


class Code:
    """Lines of one generated function."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str, Span | None]] = []
        self.depth = 1
        self.span: Span | None = None
        self._count = 0
        self.asides = 0

    def line(self, text: str) -> None:
        """Write one line at the present depth."""
        self.lines.append((self.depth, text, self.span))

    def fresh(self, hint: str = "t") -> str:
        """A name that no spec can choose."""
        self._count += 1
        return f"_{hint}{self._count}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that opens a block, and what stands inside."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def at(self, span: Span | None) -> Iterator[None]:
        """Lines that come from one place of the spec."""
        before, self.span = self.span, span or self.span
        yield
        self.span = before

    @contextmanager
    def aside(self) -> Iterator[list[tuple[int, str, Span | None]]]:
        """Lines that are kept aside: for a value that may or may not need statements."""
        kept, self.lines = self.lines, []
        self.asides += 1
        yield self.lines
        self.asides -= 1
        self.lines = kept

    def paste(self, lines: list[tuple[int, str, Span | None]], deeper: int = 0) -> None:
        """Write lines that were kept aside."""
        self.lines.extend((depth + deeper, text, span) for depth, text, span in lines)

    def text(self, header: str, prologue: list[str]) -> tuple[str, list[Span | None]]:
        """The finished function and the spec position of each of its lines."""
        lines = [header, *(f"    {line}" for line in prologue)]
        spans: list[Span | None] = [None] * len(lines)
        for depth, text, span in self.lines:
            lines.append("    " * depth + text)
            spans.append(span)
        return "\n".join(lines), spans
