"""Python source as it is written: lines with indentation, the spec position of each line, and constants."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from interpreter.spec.nodes import Span


class Constants:
    """Values that generated code refers to by name."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[Any, str] = {}

    def name(self, value: Any, hint: str = "k") -> str:
        """The name of a value; equal values share a name, but a flag is not a number."""
        kinds = _kinds((value,))
        hashable = all(issubclass(kind, Hashable) for kind in kinds)
        key: Any = (type(value), bool in kinds, value) if hashable else id(value)
        if key not in self._names:
            name = f"{hint.upper()}_{len(self.values)}"
            self._names[key] = name
            self.values[name] = value
        return self._names[key]


def _kinds(values: tuple[Any, ...] | frozenset[Any]) -> set[type]:
    """The types of everything inside some values. Tables are large, so values that are alike are looked at only
    once."""
    found = set(map(type, values))
    if any(issubclass(kind, tuple | frozenset) for kind in found):
        for value in values:
            if isinstance(value, tuple | frozenset):
                found |= _kinds(value)
    return found


Line = tuple[int, str, Span | None, Span | None]
"""Depth and text of a line, the place in the spec where a fault in it is reported, and the expression that it works
out."""
_LOOP = re.compile(r"for (.+?) in ")
_INNER = re.compile(r"def \w+\((.*)\):")
_SET = re.compile(r"(\w+) = ")
_NAMES = re.compile(r"\w+")


@dataclass(slots=True, eq=False)
class Place:
    """A point of a function where names get their values: its start, the start of a loop's body or of an inner
    function, or the start of an expression. Whatever is computed once for the code that follows is set up there.

    `lines` is None where there is no room for a line, as in a list comprehension. `kept` has what is cached from here
    on: for each key, its name and the variables that it was computed from; `sure` are the names that certainly have
    their value.
    """

    kind: str
    names: set[str]
    lines: list[Line] | None
    index: int
    depth: int
    kept: dict[Hashable, tuple[str, frozenset[str]]] = field(default_factory=dict)
    sure: set[str] = field(default_factory=set)


def _last_statement(place: Place) -> int:
    """Where the last unfinished statement of a place begins, as far as its lines tell."""
    assert place.lines is not None
    for number in range(len(place.lines) - 1, place.index - 1, -1):
        depth, text, *_ = place.lines[number]
        if depth == place.depth and not text.startswith(("else:", "elif ")):
            is_finished = number == len(place.lines) - 1 and not text.endswith(":")
            return number + 1 if is_finished else number
    return place.index


class Code:
    """Lines of one generated function."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.depth = 1
        self.span: Span | None = None
        self.expression: Span | None = None
        self._count = 0
        self.asides = 0
        self.places = [Place("start", set(), self.lines, 0, 1)]
        self.varying: set[str] = set()

    def line(self, text: str) -> None:
        """Write one line at the current depth."""
        self.lines.append((self.depth, text, self.span, self.expression))
        found = _SET.match(text)
        if found is not None:
            self.bind((found[1],))

    def fresh(self, hint: str = "t") -> str:
        """A name that no spec can choose."""
        self._count += 1
        return f"_{hint}{self._count}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that opens a block, and the contents of the block."""
        self.line(head)
        self.depth += 1
        loop, inner = _LOOP.match(head), _INNER.match(head)
        if loop is not None:
            self._enter("loop", _NAMES.findall(loop[1]))
        elif inner is not None:
            self._enter("inner", _NAMES.findall(inner[1]))
        yield
        if loop is not None or inner is not None:
            self.places.pop()
        if self.lines[-1][0] < self.depth:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def at(self, span: Span | None) -> Iterator[None]:
        """Lines that come from one place of the spec."""
        before = self.span, self.expression
        if span is not None:
            self.span = self.expression = span
        yield
        self.span, self.expression = before

    @contextmanager
    def working_out(self, expression: Span | None) -> Iterator[None]:
        """Lines that compute one expression."""
        before, self.expression = self.expression, expression
        yield
        self.expression = before

    @contextmanager
    def aside(self) -> Iterator[list[Line]]:
        """Lines that are held back: for a value that may or may not need statements."""
        kept, self.lines = self.lines, []
        self.asides += 1
        yield self.lines
        self.asides -= 1
        self.lines = kept

    def paste(self, lines: list[Line], deeper: int = 0) -> None:
        """Write lines that were held back."""
        self.lines.extend((depth + deeper, text, span, expression) for depth, text, span, expression in lines)

    # Places

    def _enter(self, kind: str, names: Iterable[str], lines: bool = True) -> Place:
        found = Place(kind, set(), self.lines if lines else None, len(self.lines), self.depth)
        self.places.append(found)
        self.bind(names)
        return found

    def bind(self, names: Iterable[str]) -> None:
        """Note that names have a new value from here on, so nothing computed from an old one is valid any more."""
        new = self.places[-1].names
        for name in names:
            new.add(name)
            for place in self.places:
                stale = [key for key, (_, read) in place.kept.items() if name in read]
                for key in stale:
                    del place.kept[key]

    @contextmanager
    def within(self, kind: str, names: Iterable[str] = ()) -> Iterator[None]:
        """A place that needs no block: `expression`, before which the state may have changed, or `listing`, a list
        comprehension."""
        self._enter(kind, names, kind != "listing")
        yield
        self.places.pop()

    def settle(self) -> None:
        """A place after which the state no longer changes until the function ends."""
        self._enter("settled", ())

    def is_at(self, place: Place) -> bool:
        """Whether everything that follows from a place on passes through the next line."""
        return self.lines is place.lines and self.depth == place.depth

    def keep(self, place: Place, key: Hashable, read: frozenset[str], hint: str) -> str:
        """A name for something that is cached from a place on; it is `...` there unless it is computed at once.

        The code written now may never be reached from the place, so the name is made as late as its readers allow:
        before the last unfinished statement of the place itself.
        """
        name = self.fresh(hint)
        place.kept[key] = (name, read)
        if self.is_at(place):
            place.sure.add(name)
            return name
        assert place.lines is not None
        index = _last_statement(place)
        for other in self.places:
            if other is not place and other.lines is place.lines and other.index >= index:
                other.index += 1
        place.lines.insert(index, (place.depth, f"{name} = ...", None, None))
        return name

    def text(self, header: str, prologue: list[str]) -> tuple[str, list[Span | None], list[Span | None]]:
        """The finished function; and for each of its lines, the place where a fault is reported, and the expression."""
        lines = [header, *(f"    {line}" for line in prologue)]
        spans: list[Span | None] = [None] * len(lines)
        expressions = [*spans]
        for depth, text, span, expression in self.lines:
            lines.append("    " * depth + text)
            spans.append(span)
            expressions.append(expression)
        return "\n".join(lines), spans, expressions
