"""Checked expressions: every name is resolved, every define is expanded, every term has its type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from interpreter.language.nodes import Node
from interpreter.language.types import Type

if TYPE_CHECKING:
    from interpreter.registry import Function


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A typed expression; `node` says where it was written."""

    type: Type
    node: Node

    def parts(self) -> Iterator[Term]:
        """The terms directly inside this one."""
        kind: Any = type(self)
        for name in _holding(kind):
            yield from _terms(getattr(self, name))


@cache
def _holding(kind: type[Term]) -> tuple[str, ...]:
    """The fields of a kind of term that contain other terms, according to their annotations; tables of values are
    skipped."""
    return tuple(field.name for field in fields(kind) if re.search(r"\b(Term|Loop)\b", str(field.type)))


def _terms(value: Any) -> Iterator[Term]:
    if isinstance(value, Term):
        yield value
    elif isinstance(value, Loop):
        yield value.items
        if value.condition is not None:
            yield value.condition
    elif isinstance(value, tuple):
        for part in value:
            yield from _terms(part)


def walk(term: Term) -> Iterator[Term]:
    """The term and everything inside it, in written order."""
    left = [term]
    while left:
        found = left.pop()
        yield found
        left += reversed(list(found.parts()))


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Term):
    """A value known when the game is compiled."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Variable(Term):
    """A choice, let, loop name or parameter, under a name that is unique in its function."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Global(Term):
    """`me`, `opponent`, `to_move`, `turn_number`, `phase`, `over`, `winner`, `won` and the like."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class StateValue(Term):
    """A state variable without `per`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class StateItem(Term):
    """One value of a state variable with `per`; `base` is the key of the first value."""

    name: str
    index: Term
    base: int
    size: int


Role = Literal[
    "cell", "piece", "at", "pile", "site", "zone_of", "zone", "variable", "history", "known", "chosen", "seed", "stream"
]  # fmt: skip
_TEXTS: dict[Role, str] = {
    "cell": "cell.{name}",
    "piece": "{of}.{name}",
    "at": "at.{of}",
    "pile": "pile.{of}",
    "site": "{of}.site",
    "zone_of": "{of}.zone",
    "zone": "zone.{of}",
    "variable": "{of}",
    "history": "history.{of}",
    "known": "known.{of}",
    "chosen": "engine.chosen",
    "seed": "engine.seed",
    "stream": "stream.{of}",
}


class Column(str):
    """The name of a field of the state, which knows what the field contains.

    A `cell` or a `piece` column has the property `name` of every cell, or of every piece of the kind `of`; `at` has the
    piece of a kind on every site (in a pile, the top one), and `pile` all of them; `site` and `zone_of` say where every
    piece is, `known` who remembers the column `of`.
    """

    __slots__ = ("name", "of", "role")
    role: Role
    of: str
    name: str

    @property
    def is_of_pieces(self) -> bool:
        """Whether there is an entry for each piece of the kind `of`."""
        return self.role in ("piece", "site", "zone_of")


@cache
def column(role: Role, of: str = "", name: str = "") -> Column:
    """The column that stores something; always the same object."""
    made = Column(_TEXTS[role].format(of=of, name=name))
    made.role, made.of, made.name = role, of, name
    return made


@dataclass(frozen=True, slots=True, eq=False)
class ColumnItem(Term):
    """A property that the state stores for each site or piece: `x.disc`, `t.letter`, `x.man`, `m.site`."""

    column: Column
    target: Term


@dataclass(frozen=True, slots=True, eq=False)
class FixedItem(Term):
    """A property that never changes: a site's row, a player's title. `values` is indexed by the target."""

    label: str
    values: tuple[Any, ...]
    target: Term


@dataclass(frozen=True, slots=True, eq=False)
class FieldOf(Term):
    """A field of a record."""

    target: Term
    name: str
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class ItemOf(Term):
    """An item of a list or a letter of a text, counting from 1; none outside it."""

    target: Term
    index: Term


@dataclass(frozen=True, slots=True, eq=False)
class TableItem(Term):
    """A value of a constant table; for nested tables, the index lists the keys of each."""

    table: dict[Any, Any]
    index: Term
    total: bool


@dataclass(frozen=True, slots=True, eq=False)
class BoardTerm(Term):
    """A board: the list of its sites. `index` chooses among boards with `per`."""

    board: str
    index: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class ZoneTerm(Term):
    """A zone: the list of its pieces. `index` chooses among zones with `per`."""

    zone: str
    index: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Term):
    """`[a, b]`; items that are none are left out."""

    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RangeOf(Term):
    """`low..high`, both included."""

    low: Term
    high: Term


@dataclass(frozen=True, slots=True, eq=False)
class Joined(Term):
    """`left + right` of lists or texts."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Lessened(Term):
    """`left - right` of lists: without one of each item of the right."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Term):
    """`+ - * // %` of numbers."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Minus(Term):
    """`-value`."""

    value: Term


@dataclass(frozen=True, slots=True, eq=False)
class Not(Term):
    """`not value`."""

    value: Term


@dataclass(frozen=True, slots=True, eq=False)
class Both(Term):
    """`left and right`."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Either(Term):
    """`left or right`."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Term):
    """`== != < <= > >=`."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Contains(Term):
    """`value in items`, of lists, ranges and texts."""

    value: Term
    items: Term


@dataclass(frozen=True, slots=True, eq=False)
class Choice(Term):
    """`if test then value else other`."""

    test: Term
    value: Term
    other: Term


@dataclass(frozen=True, slots=True, eq=False)
class Let(Term):
    """A value that is named inside a term."""

    name: str
    value: Term
    body: Term


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """One `for` of a comprehension."""

    name: str
    items: Term
    condition: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Term):
    """`body for … while … until …`: a list made by loops."""

    body: Term
    loops: tuple[Loop, ...]
    stop: Term | None
    until: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Route(Term):
    """`here to there in items while stop until until`: how a walk goes on from site to site."""

    here: str
    there: str
    items: Term
    stop: Term | None
    until: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class FunctionCall(Term):
    """A call of a registered function; `extra` holds arguments that are names (a region, a kind, an action)."""

    function: Function
    arguments: tuple[Term, ...]
    extra: tuple[Any, ...]


def bound_by(term: Term) -> tuple[str, ...]:
    """The names that a term defines for its inside."""
    match term:
        case Let(name=name):
            return (name,)
        case Comprehension(loops=loops):
            return tuple(loop.name for loop in loops)
        case Route(here=here, there=there):
            return here, there
    return ()


def changing_part(term: Term) -> Term | None:
    """The first part of a term that reads the position, which changes during play."""
    for part in walk(term):
        if isinstance(part, Global | StateValue | StateItem | ColumnItem | ZoneTerm):
            return part
        if isinstance(part, FunctionCall) and part.function.takes == "world" and not part.function.fixed:
            return part
    return None


def free_variables(term: Term) -> set[str]:
    """The variables a term reads."""
    return {part.name for part in walk(term) if isinstance(part, Variable)}


def substitute(term: Term, values: dict[str, Term]) -> Term:
    """The term with some variables replaced by other terms."""
    if isinstance(term, Variable):
        return values.get(term.name, term)
    if not free_variables(term) & values.keys():
        return term
    changed: dict[str, Any] = {}
    for name in term.__dataclass_fields__:
        value = getattr(term, name)
        new = _substitute_in(value, values)
        if new is not value:
            changed[name] = new
    return replace(term, **changed)


def _substitute_in(value: Any, values: dict[str, Term]) -> Any:
    if isinstance(value, Term):
        return substitute(value, values)
    if isinstance(value, Loop):
        condition = None if value.condition is None else substitute(value.condition, values)
        return Loop(value.name, substitute(value.items, values), condition)
    if isinstance(value, tuple) and any(isinstance(part, Term | Loop) for part in value):
        return tuple(_substitute_in(part, values) for part in value)
    return value


def variable_name(term: Term) -> str | None:
    """The name of a term that is a variable."""
    return term.name if isinstance(term, Variable) else None


def rounded(number: int) -> str:
    """A large number in everyday words."""
    for size, word in ((10**12, "million million"), (10**9, "thousand million"), (10**6, "million")):
        if number >= size:
            return f"{number // size:,} {word}" if number < size * 10**6 else "endlessly many"
    return f"{number:,}"
