"""Parsed expressions: plain nodes that know which part of the YAML scalar they came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from interpreter.spec.nodes import Scalar, Span


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression; `start` and `end` count characters of the scalar's value."""

    scalar: Scalar
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The span of the node in the spec file."""
        return self.scalar.part(self.start, self.end)

    @property
    def source(self) -> str:
        """The node as the designer wrote it."""
        return str(self.scalar)[self.start : self.end]

    def parts(self) -> Iterator[Node]:
        """The nodes directly inside this one."""
        for field in fields(self):
            value = getattr(self, field.name)
            yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Node))


def walk(node: Node) -> Iterator[Node]:
    """The node and everything inside it, in written order."""
    yield node
    for part in node.parts():
        yield from walk(part)


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text between single quotes."""

    value: str


@dataclass(frozen=True, slots=True)
class Flag(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`none`."""


@dataclass(frozen=True, slots=True)
class SiteName(Node):
    """A site by its coordinates: `c4`, `a1@top`."""

    value: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name to be looked up."""

    value: str


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`target.name`."""

    target: Node
    name: str
    name_start: int

    @property
    def name_span(self) -> Span:
        """The span of the name after the dot."""
        return self.scalar.part(self.name_start, self.name_start + len(self.name))


@dataclass(frozen=True, slots=True)
class SiteOf(Node):
    """`board.a1`: a site of a named board."""

    target: Node
    value: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`target[index]`."""

    target: Node
    index: Node


@dataclass(frozen=True, slots=True)
class Loop(Node):
    """`for name in source if condition`."""

    name: str
    items: Node
    condition: Node | None


@dataclass(frozen=True, slots=True)
class Tail(Node):
    """The loops that make the last argument a comprehension."""

    loops: tuple[Loop, ...]
    stop: Node | None
    until: Node | None


@dataclass(frozen=True, slots=True)
class Route(Node):
    """`here to there in items while stop until until`: how a walk goes on."""

    here: str
    there: str
    items: Node | None
    stop: Node | None
    until: Node | None


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`, perhaps with a comprehension or a route as its last argument."""

    name: str
    arguments: tuple[Node, ...]
    tail: Tail | None

    @property
    def name_span(self) -> Span:
        """The span of the function's name."""
        return self.scalar.part(self.start, self.start + len(self.name))


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    """`[a, b]`."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`not value`."""

    value: Node


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-value`."""

    value: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two operands: `and or == != < <= > >= in .. + - * // %`; `not in` is `lacks`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`if test then value else other`."""

    test: Node
    value: Node
    other: Node


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`name = value` inside `let`."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class LetIn(Node):
    """`let a = x, b = y; body`."""

    bindings: tuple[Binding, ...]
    body: Node


@dataclass(frozen=True, slots=True)
class LetStatement(Node):
    """The step `let name = value`."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """The step `target = value`, with `+=` and `-=`."""

    target: Node
    operator: str
    value: Node


@dataclass(frozen=True, slots=True)
class BareWord(Node):
    """A step of one word, such as `again`."""

    value: str


@dataclass(frozen=True, slots=True)
class Loops(Node):
    """The header of a `for:` step."""

    loops: tuple[Loop, ...]


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """The header of a `random:` step."""

    name: str
    items: Node


@dataclass(frozen=True, slots=True)
class NamedValue(Node):
    """`name = value` inside a named call."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class NamedCall(Node):
    """`kind(property = value)`."""

    name: str
    values: tuple[NamedValue, ...]


@dataclass(frozen=True, slots=True)
class PlainCall(Node):
    """`routine(value)`."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """A type by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`list T`."""

    item: Node


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`1..9` as a type."""

    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class OptionalType(Node):
    """`T or none`."""

    of: Node


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter of a define or routine; without a type it is checked afresh at each call."""

    type: Node | None
    name: str


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """`name(site s, list site chain)`."""

    name: str
    parameters: tuple[Parameter, ...]
