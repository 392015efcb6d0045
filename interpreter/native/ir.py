"""The intermediate representation: what a program does, in a few typed nodes that know neither the spec nor C.

The value of an expression is a whole number; none is 0 for sites, pieces and words, and NONE for everything else. Lists
are a start and a length somewhere: in a table, in the state, or in storage of the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias

NONE = -(1 << 62)
"""None where 0 is a value."""


@dataclass(frozen=True, slots=True)
class Expr:
    """A whole number."""


@dataclass(frozen=True, slots=True)
class Lit(Expr):
    """A known number."""

    value: int


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A name of the function."""

    name: str


@dataclass(frozen=True, slots=True)
class Entry(Expr):
    """A field of the state, or an entry of one."""

    column: str
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """An entry of a table of numbers."""

    table: int
    key: Expr


Operator = Literal["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"]


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Arithmetic that cannot overflow, a comparison, or a connection of conditions."""

    operator: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """Whether something is 0."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Select(Expr):
    """One of two values."""

    test: Expr
    value: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A function of the kernel or of the program; the state comes first if the function is `stateful`."""

    function: str
    arguments: tuple[Expr | Items, ...]
    stateful: bool = False


@dataclass(frozen=True, slots=True)
class LengthOf(Expr):
    """How many items a list has."""

    items: Items


@dataclass(frozen=True, slots=True)
class ItemAt(Expr):
    """An item of a list, counted from 0; it must be there."""

    items: Items
    index: Expr


@dataclass(frozen=True, slots=True)
class Marked(Expr):
    """Whether a number is marked."""

    marks: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Items:
    """A list of numbers."""


@dataclass(frozen=True, slots=True)
class Named(Items):
    """A list that a name of the function points to."""

    name: str


@dataclass(frozen=True, slots=True)
class Row(Items):
    """A row of a table of lists."""

    table: int
    key: Expr


@dataclass(frozen=True, slots=True)
class Part(Items):
    """A stretch of another list."""

    items: Items
    start: Expr
    length: Expr


@dataclass(frozen=True, slots=True)
class Held(Items):
    """The pieces of a zone or pile of the state, in order."""

    place: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Slots(Items):
    """A list that was chosen: its length is in a slot of the action, followed by its items."""

    first: int


@dataclass(frozen=True, slots=True)
class Slot(Expr):
    """A slot of the action being taken."""

    number: int


@dataclass(frozen=True, slots=True)
class Stmt:
    """An operation."""


Block: TypeAlias = "list[Stmt]"


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    """Gives a name a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Point(Stmt):
    """Lets a name point to a list."""

    name: str
    items: Items


@dataclass(frozen=True, slots=True)
class New(Stmt):
    """Makes an empty list of the function, with room for this many items."""

    name: str
    room: int


@dataclass(frozen=True, slots=True)
class Keep(Stmt):
    """A list that outlasts the call of the function: so many numbers, 0 at first."""

    name: str
    room: int


@dataclass(frozen=True, slots=True)
class Append(Stmt):
    """Appends an item to a list of the function; if there is no room, that is a fault."""

    name: str
    value: Expr
    small: bool = True
    """Whether the value is known to fit into an item."""


@dataclass(frozen=True, slots=True)
class Put(Stmt):
    """Sets an item of a list of the function, counted from 0."""

    name: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Cut(Stmt):
    """Leaves only this many items in a list of the function."""

    name: str
    length: Expr


@dataclass(frozen=True, slots=True)
class Clear(Stmt):
    """Removes all marks; there is room for numbers below `size`."""

    marks: str
    size: int


@dataclass(frozen=True, slots=True)
class Mark(Stmt):
    """Sets a mark, or removes it."""

    marks: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """Sets a field of the state, or an entry of one."""

    column: str
    index: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """Calls a function for its effect."""

    call: Call


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """Does one thing or another."""

    test: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    """Runs a block for each item of a list that does not change in the meantime."""

    name: str
    items: Items
    body: Block


@dataclass(frozen=True, slots=True)
class ForGrowing(Stmt):
    """Runs a block for each item of a list of the function that may grow in the meantime."""

    name: str
    listed: str
    body: Block


@dataclass(frozen=True, slots=True)
class ForRange(Stmt):
    """Runs a block for each number from one to another, both included."""

    name: str
    low: Expr
    high: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForHeld(Stmt):
    """For each entry of a column from one number to another, both included, that is not 0; most are."""

    name: str
    entry: str
    """The name of what stands there."""
    column: str
    low: int
    high: int
    body: Block


@dataclass(frozen=True, slots=True)
class ForRows(Stmt):
    """Runs a block for each row of a stretch of a table of lists."""

    name: str
    table: int
    first: Expr
    count: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Scope(Stmt):
    """A block that can be left."""

    label: str
    body: Block


@dataclass(frozen=True, slots=True)
class Leave(Stmt):
    """Leaves a block."""

    label: str


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """Ends the function."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Broken(Stmt):
    """A fault of the spec; playing the same in Python tells what it is about."""


@dataclass(frozen=True, slots=True)
class Found(Stmt):
    """Adds an action to the function's list: its number and its slots."""

    action: int
    slots: tuple[Expr, ...]
    lists: tuple[tuple[int, Items], ...] = ()
    """Lists that are copied into slots: their length to the first of them, their items behind it."""
    room: int | None = None
    """So many actions there is room for already; None if that is not known."""


@dataclass(slots=True)
class Function:
    """A function of the program. `result`: it returns a number; `found`: it adds to a list of actions; `acts`: it
    receives an action and, if it is `of_player`, who takes it; `reads`: it leaves the state unchanged, and if it
    `copies` it, works on a copy."""

    name: str
    parameters: tuple[str, ...]
    body: Block
    result: bool = False
    found: bool = False
    acts: bool = False
    of_player: bool = False
    reads: bool = False
    copies: bool = False
    room: int | None = None
    """So many actions it finds at most, where that is known to be few: room for them is made at once."""


ZERO, ONE, ABSENT = Lit(0), Lit(1), Lit(NONE)


def plus(left: Expr, right: Expr) -> Expr:
    """The sum of two numbers that are known to be small."""
    if isinstance(left, Lit) and isinstance(right, Lit):
        return Lit(left.value + right.value)
    if right == ZERO:
        return left
    return right if left == ZERO else Binary("+", left, right)


def minus(left: Expr, right: Expr) -> Expr:
    """The difference of two numbers that are known to be small."""
    if isinstance(left, Lit) and isinstance(right, Lit):
        return Lit(left.value - right.value)
    return left if right == ZERO else Binary("-", left, right)


def both(left: Expr, right: Expr) -> Expr:
    """Whether two conditions hold."""
    if left == ONE:
        return right
    if right == ONE:
        return left
    return ZERO if ZERO in (left, right) else Binary("&&", left, right)


def either(left: Expr, right: Expr) -> Expr:
    """Whether one of two conditions holds."""
    if left == ZERO:
        return right
    if right == ZERO:
        return left
    return ONE if isinstance(left, Lit) or isinstance(right, Lit) else Binary("||", left, right)


def negated(value: Expr) -> Expr:
    """Whether a condition does not hold."""
    match value:
        case Lit(value=number):
            return Lit(int(not number))
        case Not(value=Not() | Binary(operator="==" | "!=" | "<" | "<=" | ">" | ">=") as inner):
            return inner
        case Binary(operator="==", left=left, right=right):
            return Binary("!=", left, right)
        case Binary(operator="!=", left=left, right=right):
            return Binary("==", left, right)
    return Not(value)


def inside(statement: Stmt) -> Iterator[Block]:
    """The blocks inside a statement."""
    for each in fields(statement):
        value = getattr(statement, each.name)
        if isinstance(value, list):
            yield value


def height(block: Block) -> int:
    """How deeply loops are nested in a block, at most."""
    return max(
        (
            isinstance(each, ForEach | ForGrowing | ForRange | ForHeld | ForRows)
            + max(map(height, inside(each)), default=0)
            for each in block
        ),
        default=0,
    )


def leaves(block: Block, label: str) -> bool:
    """Whether something in a block leaves the block with that label."""
    return any(
        statement == Leave(label) or any(leaves(each, label) for each in inside(statement)) for statement in block
    )
