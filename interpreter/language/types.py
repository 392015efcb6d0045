"""The types of the expression language: how they relate, and the initial value of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

LARGEST = 2**53
LONGEST_RANGE = 1000
MOST_LIKE = 2000
"""As many words of one kind are listed at most."""
MOST_PIECES = 2_000
"""As many pieces may be made at once, lie on one site, or be asked for as the most of a kind."""

_PLURALS = {
    "corner": "corners",
    "edge": "edges",
    "axis": "axes",
    "direction": "directions",
    "flag": "flags",
    "letter": "letters",
    "player": "players",
    "record": "records",
    "site": "sites",
    "text": "texts",
}


@dataclass(frozen=True, slots=True)
class Type:
    """Any type."""

    def __str__(self) -> str:
        return type(self).__name__.lower()


@dataclass(frozen=True, slots=True)
class Number(Type):
    """A whole number, perhaps within a range."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return "number" if self.low is None or self.high is None else f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Flag(Type):
    """True or false."""


@dataclass(frozen=True, slots=True)
class Text(Type):
    """Any text."""


@dataclass(frozen=True, slots=True)
class Letter(Text):
    """One letter of the alphabet, or `*`; usable as a text. It is lower-case even if you write `'A'`: `upper` shows it
    as a capital."""


@dataclass(frozen=True, slots=True)
class Words(Type):
    """A fixed list of words: players, directions, axes and the enums of a spec."""

    name: str
    words: tuple[str, ...]
    numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Of a word that stands twice, the first counts.
        object.__setattr__(self, "numbers", {word: len(self.words) - i for i, word in enumerate(reversed(self.words))})

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Site(Type):
    """A place on a board."""


@dataclass(frozen=True, slots=True)
class Border(Site):
    """An edge or a corner: a site that is known not to be a cell. It is allowed wherever a site is."""

    part: str

    def __str__(self) -> str:
        return self.part.removesuffix("s")


@dataclass(frozen=True, slots=True)
class Piece(Type):
    """A piece of one kind."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Nothing(Type):
    """The type of `none` alone."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    """A type or none."""

    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


@dataclass(frozen=True, slots=True)
class Listing(Type):
    """A list; `most` bounds its length."""

    item: Type
    most: int

    def __str__(self) -> str:
        return f"list {self.item}"


@dataclass(frozen=True, slots=True)
class BoardSites(Listing):
    """A board: the list of its sites."""

    board: str

    def __str__(self) -> str:
        return "board"


@dataclass(frozen=True, slots=True)
class ZonePieces(Listing):
    """A zone: the list of its pieces."""

    zone: str

    def __str__(self) -> str:
        return "zone"


@dataclass(frozen=True, slots=True)
class Record(Type):
    """Named values."""

    fields: tuple[tuple[str, Type], ...]

    def field(self, name: str) -> Type | None:
        """The type of a field."""
        return dict(self.fields).get(name)

    def position(self, name: str) -> int:
        """The index of the field in the tuple that represents the record at run time."""
        return [field for field, _ in self.fields].index(name)

    def __str__(self) -> str:
        return "record"


@dataclass(frozen=True, slots=True)
class Table(Type):
    """A table or a variable with one value per key; `total` if every key of the type has a value."""

    key: Type
    value: Type
    total: bool

    def __str__(self) -> str:
        return "table"


@dataclass(frozen=True, slots=True)
class Unknown(Type):
    """The type of anything already reported as wrong: it fits everywhere, so that one mistake gives one message."""

    def __str__(self) -> str:
        return "unknown"


NUMBER = Number()
FLAG = Flag()
TEXT = Text()
LETTER = Letter()
SITE = Site()
NOTHING = Nothing()
UNKNOWN = Unknown()
ANY_BOARD = BoardSites(SITE, 0, "")
ANY_ZONE = ZonePieces(UNKNOWN, 0, "")


def is_reference(kind: Type) -> bool:
    """Whether none of this type is 0 at run time (words, sites, pieces), and not None."""
    kind = strip(kind)
    return isinstance(kind, Words | Site | Piece)


def is_plain(kind: Type) -> bool:
    """Whether generated code and the reference evaluator store values of this type in the same way."""
    inner = strip(kind)
    if isinstance(inner, Listing):
        return is_plain(inner.item)
    if isinstance(inner, Record):
        return all(is_plain(part) for _, part in inner.fields)
    return not isinstance(inner, Piece) and not (is_reference(inner) and can_be_none(kind))


def named(kind: Type) -> str:
    """A type in a sentence: `a site`, `an axis`, `a number or none`, `none`. The range of a number is not mentioned."""
    inner = strip(kind)
    if isinstance(inner, Nothing):
        return "none"
    name = "number" if isinstance(inner, Number) else str(inner)
    if type(inner) is Listing:
        name = "list" if isinstance(inner.item, Unknown) else f"list of {plural(inner.item)}"
    article = "an" if name[0] in "aeiou" else "a"
    return f"{article} {name} or none" if isinstance(kind, Maybe) else f"{article} {name}"


def plural(kind: Type) -> str:
    """Several values of a type in a sentence: `sites`, `numbers`, `man pieces`, `colour words`."""
    kind = strip(kind)
    if isinstance(kind, Number):
        return "numbers"
    if isinstance(kind, Listing):
        return "lists"
    if isinstance(kind, Piece):
        return f"{kind} pieces"
    return _PLURALS.get(str(kind)) or (f"{kind} words" if isinstance(kind, Words) else "values")


def strip(kind: Type) -> Type:
    """The type without `or none`."""
    return kind.of if isinstance(kind, Maybe) else kind


def maybe(kind: Type) -> Type:
    """The type with `or none`."""
    return kind if isinstance(kind, Maybe | Nothing | Unknown) else Maybe(kind)


def can_be_none(kind: Type) -> bool:
    """Whether a value of this type may be none."""
    return isinstance(kind, Maybe | Nothing)


def item_of(kind: Type) -> Type | None:
    """The type of the items of a list; None if it is not a list."""
    if isinstance(kind, Listing):
        return kind.item
    return UNKNOWN if isinstance(kind, Unknown) else None


@lru_cache(maxsize=4096)
def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type is allowed where the other is expected."""
    if isinstance(actual, Unknown) or isinstance(wanted, Unknown):
        return True
    if isinstance(wanted, Maybe):
        return isinstance(actual, Nothing) or fits(strip(actual), wanted.of)
    if isinstance(actual, Maybe | Nothing):
        return isinstance(actual, Nothing) and isinstance(wanted, Nothing)
    if isinstance(wanted, Number):
        return isinstance(actual, Number)
    if isinstance(wanted, Site):
        return isinstance(actual, Site)
    if isinstance(wanted, Letter):
        return isinstance(actual, Letter)
    if isinstance(wanted, Text):
        return isinstance(actual, Text)
    if isinstance(wanted, BoardSites | ZonePieces):
        return type(actual) is type(wanted) and fits(item(actual), item(wanted))
    if isinstance(wanted, Listing):
        return isinstance(actual, Listing) and fits(actual.item, wanted.item)
    if isinstance(wanted, Record):
        return isinstance(actual, Record) and all(
            (found := actual.field(name)) is not None and fits(found, field) for name, field in wanted.fields
        )
    return actual == wanted


def item(kind: Type) -> Type:
    """The item type of a value known to be a list."""
    assert isinstance(kind, Listing)
    return kind.item


def as_list(kind: Type) -> Type:
    """A board or a zone as the plain list that it is; other types unchanged."""
    return Listing(kind.item, kind.most) if isinstance(kind, BoardSites | ZonePieces) else kind


def join(left: Type, right: Type) -> Type | None:
    """The narrowest type that both values fit; None if there is none."""
    if isinstance(left, Unknown):
        return as_list(right)
    if isinstance(right, Unknown):
        return as_list(left)
    if isinstance(left, Nothing):
        return maybe(right)
    if isinstance(right, Nothing):
        return maybe(left)
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        inner = join(strip(left), strip(right))
        return None if inner is None else maybe(inner)
    if isinstance(left, Number) and isinstance(right, Number):
        lows, highs = (left.low, right.low), (left.high, right.high)
        if None in lows or None in highs:
            return NUMBER
        return Number(min(x for x in lows if x is not None), max(x for x in highs if x is not None))
    if isinstance(left, Listing) and isinstance(right, Listing):
        inner = join(left.item, right.item)
        return None if inner is None else Listing(inner, max(left.most, right.most))
    if left == right:
        return left
    if isinstance(left, Site) and isinstance(right, Site):
        return SITE
    if isinstance(left, Table) and isinstance(right, Table):
        key, inner = join(left.key, right.key), join(left.value, right.value)
        same = left.total and right.total and left.key == right.key
        return None if key is None or inner is None else Table(key, inner, same)
    if isinstance(left, Text) and isinstance(right, Text):
        return TEXT
    if (
        isinstance(left, Record)
        and isinstance(right, Record)
        and [n for n, _ in left.fields] == [n for n, _ in right.fields]
    ):
        fields = [(name, join(kind, other)) for (name, kind), (_, other) in zip(left.fields, right.fields, strict=True)]
        return Record(tuple((n, k) for n, k in fields if k is not None)) if all(k for _, k in fields) else None
    return None


def comparable(left: Type, right: Type) -> bool:
    """Whether == and != make sense for two types."""
    if isinstance(left, Nothing) or isinstance(right, Nothing):
        return True
    return join(strip(left), strip(right)) is not None


def within(value: object, kind: Type) -> bool:
    """Whether a number is in the range of its type; always true of other values."""
    kind = strip(kind)
    if not isinstance(kind, Number) or not isinstance(value, int) or kind.low is None or kind.high is None:
        return True
    return kind.low <= value <= kind.high


def keys_of(kind: Type) -> list[str]:
    """The keys of something that is `per` this type, as specs write them: words, or numbers."""
    if isinstance(kind, Words):
        return list(kind.words)
    assert isinstance(kind, Number) and kind.low is not None and kind.high is not None
    return [str(number) for number in range(kind.low, kind.high + 1)]


def key_count(kind: Type) -> int:
    """The number of keys of something that is `per` this type."""
    if isinstance(kind, Words):
        return len(kind.words)
    assert isinstance(kind, Number) and kind.low is not None and kind.high is not None
    return kind.high - kind.low + 1


def first_key(kind: Type | None) -> int:
    """The key of the first value of something that is `per` this type."""
    return kind.low if isinstance(kind, Number) and kind.low is not None else 1


def default_value(kind: Type) -> Any:
    """The start value of a type that has its own."""
    if isinstance(kind, Maybe):
        return None
    if isinstance(kind, Number):
        return kind.low if kind.low is not None else 0
    if kind == FLAG:
        return False
    if kind == TEXT:
        return ""
    if isinstance(kind, Listing):
        return []
    return None


def has_default(kind: Type) -> bool:
    """Whether a type has a start value of its own."""
    return isinstance(kind, Maybe | Number | Listing) or kind == FLAG
