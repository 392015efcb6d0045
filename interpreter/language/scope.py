"""The meaning of names: the schema of a game, and the scope of one expression."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.boards import Topology
from interpreter.language.facts import WORKED_OUT
from interpreter.language.nodes import Node, Signature
from interpreter.language.terms import Column, Term, column
from interpreter.language.types import (
    FLAG,
    LETTER,
    NUMBER,
    SITE,
    TEXT,
    BoardSites,
    Border,
    Piece,
    Record,
    Type,
    Words,
    first_key,
)
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
MEANINGS = {
    "me": "In rules, the player who acts; in the view, the one who looks; in `ai`, the one who thinks.",
    "opponent": "The other of two players.",
    "to_move": "Whose turn it is; in an end condition, still the player who has just moved.",
    "turn_number": "The number of the turn, from 1; an action that continues a turn does not count.",
    "phase": "The current phase.",
    "over": "Whether the game has ended.",
    "winner": "Who has won; none before the end and in a draw.",
    "won": "With one player: whether the game is won; none before the end.",
    "thinking": "Whether the computer is thinking.",
    "about": "The text under `about:`.",
    "draft": "What the player has chosen so far: `draft.move.a`, none if it is not chosen yet.",
    "assist": "How many undos, hints and lives are left: `assist.hints_left`.",
    "players": "All players, in turn order.",
    "alphabet": "The letters of the word list.",
    "orthogonals": "North, east, south and west.",
    "diagonals": "Northeast, southeast, southwest and northwest.",
    "compass": "All eight directions, clockwise from north.",
}
"""What the names are that every game has."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of cells or of a kind of piece, and the column that stores it."""

    name: str
    type: Type
    column: Column
    span: Span | None
    remembered: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece; `covers_many` says that it has a footprint, and may cover several cells. For some kinds
    `at_most` limits how many there are at once."""

    name: str
    properties: Mapping[str, Property]
    lent: Mapping[str, Node]
    covers_many: bool
    span: Span | None
    at_most: int | None = None

    @property
    def at_column(self) -> Column:
        """The column that gives the piece on a site; in a pile, the top one."""
        return column("at", self.name)

    @property
    def pile_column(self) -> Column:
        """The column that gives all pieces on a site, the lowest first, if they may be in piles."""
        return column("pile", self.name)

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
    """A board, or several under one name if it is `per` something; `size` is the written form of its columns and rows.
    Each of its sites holds at most `pile` pieces."""

    name: str
    per: Type | None
    instances: tuple[str, ...]
    kinds: tuple[str, ...]
    cells: Mapping[str, Property]
    most: int
    span: Span | None
    size: tuple[str, str]
    pile: int = 1
    of: str = ""
    """The board whose edges or corners these are, if they are."""

    @property
    def part(self) -> str:
        """`edges` or `corners`; nothing for a board of its own."""
        return self.name[len(self.of) + 1 :] if self.of else ""

    @property
    def sites(self) -> BoardSites:
        """The board's meaning in an expression: the list of its sites."""
        return BoardSites(Border(self.part) if self.of else SITE, self.most, self.name)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone, or several under one name if it is `per` something; `first` numbers its first instance from 1."""

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
    """A named expression, or cases tried in order, or none if they could not be read; `inherited` is the expression
    that the parent of a variant has instead."""

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
    pays: bool = False

    @property
    def letters(self) -> tuple[str, ...]:
        """The possible letters: those of the alphabet, and the sign for a blank."""
        return (*self.alphabet, "*")

    def words_types(self) -> list[Words]:
        """Every type whose words may appear in expressions."""
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

    def borders(self, board: str) -> list[Board]:
        """The edges and corners of a board that are sites."""
        return [each for each in self.boards.values() if each.of == board]

    def parted(self, board: str) -> bool:
        """Whether pictures of a board separate symbols with blanks: a symbol that covers several cells may be a
        word."""
        kinds = self.boards[board].kinds
        return bool(kinds) and self.kinds[kinds[0]].covers_many

    def holders(self, kind: str) -> list[Board]:
        """The boards that hold a kind of piece."""
        return [board for board in self.boards.values() if kind in board.kinds]

    def is_piled(self, kind: str) -> bool:
        """Whether pieces of a kind may be in piles."""
        return any(board.pile > 1 for board in self.holders(kind))

    def room(self, kind: str) -> tuple[int, ...]:
        """For each site, how many pieces of a kind it may hold."""
        room = {
            site: board.pile
            for board in self.holders(kind)
            for instance in board.instances
            for site in self.topology.boards[instance].sites
        }
        return tuple(room.get(site, 0) for site in range(self.topology.count + 1))

    def piled_kinds(self) -> list[str]:
        """The kinds of pieces that may be in piles."""
        return [kind for kind in self.kinds if self.is_piled(kind)]

    def highest_pile(self, kind: str) -> int:
        """How many pieces of a kind a site may hold."""
        highest = max((board.pile for board in self.holders(kind)), default=1)
        most = self.kinds[kind].at_most
        return highest if most is None else min(highest, most)

    def most_pieces(self, kind: str) -> int | None:
        """How many pieces of a kind there can be; None if a zone may hold any number."""
        most = self.kinds[kind].at_most
        if most is not None:
            return most
        zones = [zone for zone in self.zones.values() if zone.kind == kind]
        sizes = [zone.count * zone.size for zone in zones if zone.size is not None]
        if len(sizes) < len(zones):
            return None
        return sum(self.room(kind)) + sum(sizes)


@dataclass(frozen=True, slots=True)
class Local:
    """A local name: a choice, a let, a loop name, a parameter."""

    term: Term
    what: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Scope:
    """The names around one expression, the paths known not to be none, and the defines that the expression is in."""

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
        """The scope in which these paths are known not to be none."""
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
        """Every simple name that is allowed here, for suggestions."""
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
