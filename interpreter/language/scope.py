"""What names mean: the schema of a game, and the scope in which one expression stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.boards import Topology
from interpreter.language.facts import WORKED_OUT
from interpreter.language.nodes import Node, Signature
from interpreter.language.terms import Column, Term, column
from interpreter.language.types import FLAG, LETTER, NUMBER, SITE, TEXT, Piece, Record, Type, Words, first_key
from interpreter.spec.nodes import Span

PLAIN_TYPES: dict[str, Type] = {"number": NUMBER, "flag": FLAG, "text": TEXT, "letter": LETTER, "site": SITE}
RULES = frozenset({"me", "opponent", "to_move", "turn_number", "phase", "over", "winner", "won"})
VIEW = RULES | {"thinking", "about", "draft", "assist"}
SITE_NAME = re.compile(r"[a-z]{1,2}[1-9][0-9]*")
"""What an expression reads as a site, whatever board has it."""
KEYWORDS = frozenset(
    ["and", "else", "false", "for", "if", "in", "let", "list", "none", "not", "or", "then", "true", "until", "while"]
)
PLACES = {
    "me": "rules, view and ai",
    "opponent": "rules, view and ai",
    "it": "where, seen_if, looks and the like",
    "thinking": "view",
    "about": "view",
    "draft": "view and tutorial",
    "assist": "view, tutorial and acceptance",
    "inherited": "an expression that a variant restates",
}
CONSTANTS = ("players", "alphabet", "orthogonals", "diagonals", "compass")


@dataclass(frozen=True, slots=True)
class Property:
    """A property of cells or of a kind of piece, and the column that holds it."""

    name: str
    type: Type
    column: Column
    span: Span | None
    remembered: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece; `covers_many` says that it has a footprint, and may cover several cells."""

    name: str
    properties: Mapping[str, Property]
    lent: Mapping[str, Node]
    covers_many: bool
    span: Span | None

    @property
    def at_column(self) -> Column:
        """The column that gives the piece on a site."""
        return column("at", self.name)

    @property
    def site_column(self) -> Column:
        """The column that gives the first site of a piece."""
        return column("site", self.name)

    @property
    def zone_column(self) -> Column:
        """The column that gives the zone of a piece."""
        return column("zone_of", self.name)


@dataclass(frozen=True, slots=True)
class Board:
    """A board, or several under one name when it is `per` something; `size` is how its columns and rows are written."""

    name: str
    per: Type | None
    instances: tuple[str, ...]
    kinds: tuple[str, ...]
    cells: Mapping[str, Property]
    most: int
    span: Span | None
    size: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone, or several under one name when it is `per` something; `first` numbers its first instance from 1."""

    name: str
    per: Type | None
    count: int
    first: int
    kind: str
    size: int | None
    most: int
    seen_by: str
    span: Span | None

    @property
    def keys(self) -> Sequence[int | None]:
        """The key of each of its instances; None for the only one."""
        first = first_key(self.per)
        return range(first, first + self.count) if self.per is not None else (None,)


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A variable of the state; with `per` it has a value for each key."""

    name: str
    type: Type
    per: Type | None
    span: Span | None


@dataclass(frozen=True, slots=True)
class Define:
    """A named expression, or cases tried in order, none where they could not be read; `inherited` is what the parent of
    a variant has in its place."""

    signature: Signature
    cases: tuple[tuple[Node | None, Node], ...]
    inherited: Define | None = None


@dataclass(slots=True)
class Schema:
    """All names of a game under one choice of settings."""

    topology: Topology
    players: Words
    titles: tuple[str, ...]
    facings: tuple[int, ...]
    directions: Words
    axes: Words
    phases: Words
    zone_words: Words
    alphabet: tuple[str, ...]
    settings: dict[str, tuple[Type, Any]] = field(default_factory=dict)
    enums: dict[str, Words] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    tables: dict[str, tuple[Type, Any]] = field(default_factory=dict)
    variables: dict[str, StateVariable] = field(default_factory=dict)
    defines: dict[str, Define] = field(default_factory=dict)
    actions: dict[str, tuple[tuple[str, Type], ...]] = field(default_factory=dict)
    lets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    regions: set[str] = field(default_factory=set)
    site_names: dict[str, int] = field(default_factory=dict)
    declared: dict[str, tuple[str, Span | None]] = field(default_factory=dict)
    lexicon: Any = None

    @property
    def letters(self) -> tuple[str, ...]:
        """What a letter may be: one of the alphabet, or the sign of a blank."""
        return (*self.alphabet, "*")

    def words_types(self) -> list[Words]:
        """Every type whose words may stand in expressions."""
        return [self.players, self.directions, self.axes, *self.enums.values()]

    def names_of(self, action: str) -> list[str]:
        """The choices and lets of an action."""
        return [*dict(self.actions.get(action, ())), *self.lets.get(action, ())]

    def type_named(self, name: str) -> Type | None:
        """A type by the name that specs use for it."""
        plain: dict[str, Type] = {
            "player": self.players,
            "direction": self.directions,
            "axis": self.axes,
        }
        if name in PLAIN_TYPES:
            return PLAIN_TYPES[name]
        if name in plain:
            return plain[name]
        if name in self.enums:
            return self.enums[name]
        return Piece(name) if name in self.kinds else None

    def type_names(self) -> list[str]:
        """Every name that `type_named` knows."""
        return [*PLAIN_TYPES, "player", "direction", "axis", *self.enums, *self.kinds]

    def cell_property(self, name: str) -> Property | None:
        """A cell property of any board."""
        for board in self.boards.values():
            if name in board.cells:
                return board.cells[name]
        return None

    def parted(self, board: str) -> bool:
        """Whether pictures of a board part symbols by blanks: one that lies over several cells may be a word."""
        kinds = self.boards[board].kinds
        return bool(kinds) and self.kinds[kinds[0]].covers_many

    def holders(self, kind: str) -> list[Board]:
        """The boards that hold a kind of piece."""
        return [board for board in self.boards.values() if kind in board.kinds]


@dataclass(frozen=True, slots=True)
class Local:
    """A local name: a choice, a let, a loop name, a parameter."""

    term: Term
    what: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Scope:
    """The names around one expression, the paths known not to be none, and the defines it stands in."""

    schema: Schema
    globals: frozenset[str]
    locals: Mapping[str, Local] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    place: str = "here"
    parts: Mapping[str, Record] = field(default_factory=dict)
    inside: tuple[str, ...] = ()
    inherited: Define | None = None

    def with_locals(self, added: Mapping[str, Local]) -> Scope:
        """The scope with more local names."""
        return replace(self, locals={**self.locals, **added})

    def knowing(self, paths: Iterable[str]) -> Scope:
        """The scope where these paths are known not to be none."""
        return replace(self, known=self.known | frozenset(paths))

    def forgetting(self, columns: Iterable[str]) -> Scope:
        """The scope after a step that may have changed these columns."""
        names = "|".join(re.escape(column) for column in columns)
        if not names:
            return self
        changed = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
        kept = (path for path in self.known if WORKED_OUT not in path and not changed.search(path))
        return replace(self, known=frozenset(kept))

    def visible(self) -> list[str]:
        """Every flat name that may stand here, for suggestions."""
        schema = self.schema
        return [
            *self.locals,
            *self.globals,
            *schema.settings,
            *schema.players.words,
            *schema.boards,
            *schema.zones,
            *schema.tables,
            *schema.variables,
            *(name for name, define in schema.defines.items() if not define.signature.parameters),
            *CONSTANTS,
        ]
