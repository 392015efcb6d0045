"""What can be wrong with an expression, as values: what was found, and what would have been right.

There are many kinds and they are never compared: the extra features of a dataclass would only cost time at every start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.language import nodes, terms
from interpreter.language.scope import Scope
from interpreter.language.types import Listing, Table, Type
from interpreter.registry import Function, Parameter, Signature
from interpreter.spec.diagnostics import Mistake
from interpreter.spec.nodes import Scalar


@dataclass(slots=True, eq=False, repr=False)
class SyntaxMistake(Mistake):
    """A text that is not an expression: it was read from one of the grammar's starts up to an offset, where there is a
    character that no expression contains, or a word that does not fit."""

    scalar: Scalar
    start: str
    offset: int
    strange: bool


@dataclass(slots=True, eq=False, repr=False)
class UnknownName(Mistake):
    """A name that means nothing in its place; `inside` is the line of a loop or step inside which it is known."""

    node: nodes.Name
    scope: Scope
    expected: Type | None
    inside: int | None


@dataclass(slots=True, eq=False, repr=False)
class UnfilledText(Mistake):
    """A text of an expression with a name in braces, which are filled in only in texts for players."""

    node: nodes.Text
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class UnknownType(Mistake):
    """A name that is not a type."""

    node: nodes.NamedType
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class UnknownFunction(Mistake):
    """A call of a function that does not exist."""

    node: nodes.Call
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class UnknownArgument(Mistake):
    """An argument that names no kind, property, region, type, action or choice of the game."""

    call: nodes.Call
    argument: nodes.Node
    what: str
    known: Mapping[str, Any]
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class TypeWithoutValues(Mistake):
    """An argument that names a type whose values cannot be listed."""

    argument: nodes.Name
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class ArgumentCount(Mistake):
    """A call with too few or too many values."""

    node: nodes.Call
    function: Function


@dataclass(slots=True, eq=False, repr=False)
class MissingLoop(Mistake):
    """A call that needs a loop and has none."""

    node: nodes.Call
    signature: Signature
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class SwappedArguments(Mistake):
    """A call whose two values would fit in the opposite order."""

    node: nodes.Call


@dataclass(slots=True, eq=False, repr=False)
class WrongArgument(Mistake):
    """A value of a type that a parameter does not take; `others` is the type of the values before it."""

    call: nodes.Call
    argument: nodes.Node
    term: terms.Term
    parameter: Parameter
    scope: Scope
    others: Type | None


@dataclass(slots=True, eq=False, repr=False)
class WrongCall(Mistake):
    """A function that cannot be called like this; the reason is known, and the help shows how to call it, or is
    specific."""

    code: str
    at: nodes.Node
    reason: str
    signature: Signature
    help: str = ""


@dataclass(slots=True, eq=False, repr=False)
class MisplacedStop(Mistake):
    """`while` or `until` at the end of a loop whose function does not take them."""

    node: nodes.Node
    word: str


@dataclass(slots=True, eq=False, repr=False)
class MisplacedRoute(Mistake):
    """`x to y` in a function other than walk, or walk without it."""

    node: nodes.Node


@dataclass(slots=True, eq=False, repr=False)
class WrongType(Mistake):
    """A value of the wrong type; `used` is where a define with that value is used."""

    term: terms.Term
    wanted: Type
    scope: Scope
    reason: str
    used: nodes.Node | None = None
    code: str = "wrong-type"


@dataclass(slots=True, eq=False, repr=False)
class MayBeNone(Mistake):
    """A value that may be none where none is not allowed; `used` is where a define with that value is used."""

    term: terms.Term
    used: nodes.Node | None = None
    reason: str = "This may be none here."


@dataclass(slots=True, eq=False, repr=False)
class Repeated(Mistake):
    """A list or a text that is multiplied by a number, which repeats it in other languages."""

    node: nodes.Binary
    value: terms.Term
    times: terms.Term


@dataclass(slots=True, eq=False, repr=False)
class UnknownLetter(Mistake):
    """A letter that is not in the alphabet."""

    node: nodes.Node
    letter: str
    what: str
    alphabet: tuple[str, ...]


@dataclass(slots=True, eq=False, repr=False)
class NotComparable(Mistake):
    """Two values that are never equal."""

    node: nodes.Binary
    left: terms.Term
    right: terms.Term
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class UnknownProperty(Mistake):
    """A property that a value does not have."""

    node: nodes.Attribute
    kind: Type
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class NoBorders(Mistake):
    """The edges or corners of a board where these are not sites."""

    node: nodes.Attribute
    board: str
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class PropertyOfList(Mistake):
    """A property of a list, which has none; `found` is its type if the items have it."""

    node: nodes.Attribute
    kind: Listing
    found: Type | None


@dataclass(slots=True, eq=False, repr=False)
class NoItems(Mistake):
    """`[…]` after a value that has no items."""

    node: nodes.Index
    target: terms.Term
    index: terms.Term
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class WrongKey(Mistake):
    """`[…]` with something other than a key of the table."""

    node: nodes.Index
    table: Table
    index: terms.Term
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class AmbiguousSite(Mistake):
    """A site that several boards have."""

    node: nodes.SiteName
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class UnknownSite(Mistake):
    """A site that no board has, or not this one."""

    node: nodes.SiteName | nodes.SiteOf
    scope: Scope
    board: str | None
