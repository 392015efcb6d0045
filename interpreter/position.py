"""A position, read by name: whose turn it is, what is where, and the values of the variables.

A state, a view and the input of the evaluator are positions. Nobody outside this package knows how a position is
stored: values annotated as `Data` are passed on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.language.terms import column
from interpreter.language.types import Listing, Maybe, Piece, Record, Site, Type, Words, first_key, strip

if TYPE_CHECKING:
    from interpreter.language.scope import Schema, Zone
    from interpreter.program.program import Program
    from interpreter.rules.actions import EndPlan
    from interpreter.state.layout import Layout

Data = tuple[Any, ...]
"""A position as it is stored."""

TO_MOVE, TURN_NUMBER, PHASE, RESULT, PENDING, PASSES = range(6)
HEADER = 6
SEED = column("seed")
CHOSEN = column("chosen")

mover_of: Callable[[Data], int] = itemgetter(TO_MOVE)
"""The number of the player whose turn it is: for searches, which keep what is stored and live by its speed."""


class PieceValue(NamedTuple):
    """A piece: its kind and its number."""

    kind: str
    number: int


class ZoneItems(list[PieceValue]):
    """The pieces of a zone."""

    zone = True


class Result(NamedTuple):
    """How a game has ended: the number of the end condition (below 0: one of the engine's own), the number of the
    winner or 0, whether it is won if there is one player, and what each player gets, if an end of the game says so."""

    end: int
    winner: int
    won: bool | None
    payoff: tuple[int, ...] | None


ResultParts = tuple[int, int, bool | None, tuple[int, ...] | None]
"""The parts of a `Result`, as a position stores them."""

result_of: Callable[[Data], ResultParts | None] = itemgetter(RESULT)
"""How a game has ended, or None: for searches."""

goes_on: Callable[[Data], object] = itemgetter(PENDING)
"""What the player goes on with in the same turn, or None: for searches."""


class Turn(NamedTuple):
    """Whose turn it is, which turn, and which phase, by number; None for values that stay the same."""

    mover: int | None = None
    number: int | None = None
    phase: int | None = None

    def put(self, data: Data) -> Data:
        """A position in which it is this turn."""
        header = zip(self, data, strict=False)
        return (*(old if new is None else new for new, old in header), *data[len(self) :])


OnwardWays = tuple[tuple[str, tuple[str, ...]], ...]
"""The actions that a turn may go on with, each with the names of its choices that are made already."""


class Way(NamedTuple):
    """An action that a turn may go on with, and the choices already made for it."""

    action: str
    fixed: dict[str, Any]


class Pending(NamedTuple):
    """How a turn goes on: with one of these actions, or not at all if the player may stop instead."""

    ways: tuple[Way, ...]
    may_stop: bool

    def way(self, action: str) -> Way | None:
        """How the turn goes on with an action, if it can."""
        return next((way for way in self.ways if way.action == action), None)


PendingParts = tuple[OnwardWays, tuple[Any, ...], bool]
"""How a turn goes on, as a position stores it: the values that are chosen already stand behind one another."""


def pending_of(data: Data) -> Pending | None:
    """How a turn goes on."""
    found: PendingParts | None = data[PENDING]
    if found is None:
        return None
    ways, values, may_stop = found
    left = iter(values)
    return Pending(tuple(Way(name, {each: next(left) for each in fixed}) for name, fixed in ways), may_stop)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the positions of a program store things: by kind, zone and stream, and for all cells."""

    cells: tuple[int, ...]
    pieces: dict[str, int]
    piles: dict[str, int]
    sites: dict[str, int]
    zones: dict[str, int]
    held: dict[str, int]
    streams: dict[str, int]
    properties: dict[str, tuple[int, ...]]
    all: tuple[int, ...]

    @classmethod
    def of(cls, schema: Schema, layout: Layout) -> Places:
        """The places of a program."""
        index = {name: field.index for name, field in layout.fields.items()}
        cells = {index[prop.column]: None for board in schema.boards.values() for prop in board.cells.values()}
        kinds = schema.kinds.values()
        pieces = {kind.name: index[kind.at_column] for kind in kinds if kind.at_column in index}
        piles = {kind.name: index[kind.pile_column] for kind in kinds if kind.pile_column in index}
        sites = {kind.name: index[kind.site_column] for kind in kinds}
        zones = {kind.name: index[kind.zone_column] for kind in kinds}
        held = {name: index[column("zone", name)] for name in schema.zones}
        properties = {kind.name: tuple(index[prop.column] for prop in kind.properties.values()) for kind in kinds}
        of_pieces = (at for each in properties.values() for at in each)
        standing = (*pieces.values(), *piles.values())
        everything = (*cells, *standing, *sites.values(), *zones.values(), *of_pieces, *held.values())
        streams = {each.name.of: each.index for each in layout.fields.values() if each.name.role == "stream"}
        return cls(tuple(cells), pieces, piles, sites, zones, held, streams, properties, everything)


class Contents(dict[Any, Any]):
    """The value of every entry that can be stored in a column. Those of short columns are computed once."""

    __slots__ = ("field", "index", "layout")

    def __init__(self, layout: Layout, column: str) -> None:
        super().__init__()
        self.layout = layout
        self.field = layout.fields[column]
        self.index = self.field.index

    def __missing__(self, entry: Any) -> Any:
        value = from_state(self.layout.decode_value(self.field.name, entry), self.field.type)
        if self.field.store == "bytes":
            self[entry] = value
        return value


def contents_of(layout: Layout) -> dict[str, Contents]:
    """The values that the entries of each column stand for."""
    return {name: Contents(layout, name) for name in layout.fields}


class Position:
    """What is where, and whose turn it is. Hidden values of a view read as none."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def program(self) -> Program:
            """The program that the position belongs to."""

        @property
        def data(self) -> Data:
            """The position as it is stored."""

    # The turn

    @property
    def mover(self) -> int:
        """The number of the player whose turn it is, from 1."""
        return int(self.data[TO_MOVE])

    @property
    def to_move(self) -> str:
        """The player whose turn it is."""
        return str(self.program.schema.players.words[self.data[TO_MOVE] - 1])

    @property
    def turn_number(self) -> int:
        """The number of the turn, counting from 1."""
        return int(self.data[TURN_NUMBER])

    @property
    def phase(self) -> int:
        """The number of the phase, counting from 1; 0 in a game without phases."""
        return int(self.data[PHASE])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.data[RESULT] is not None

    @property
    def result(self) -> Result | None:
        """How the game has ended."""
        found = self.data[RESULT]
        return Result(*found) if found is not None else None

    @property
    def end(self) -> EndPlan | None:
        """The end condition that has ended the game; None if it goes on, or if nobody could move any more."""
        number = self.data[RESULT][0] if self.over else 0
        return self.program.ends[number - 1] if number > 0 else None

    @property
    def pending(self) -> Pending | None:
        """How the turn goes on, in the middle of one."""
        return pending_of(self.data)

    @property
    def choices(self) -> tuple[Any, ...]:
        """The choice of each player in a phase where everyone chooses unseen: None for nothing yet, () for a hidden
        one."""
        field = self.program.layout.fields.get(CHOSEN)
        return self.data[field.index][1:] if field is not None else ()

    # Cells and pieces

    def read(self, column: str, target: int | PieceValue) -> Any:
        """A property of a site or piece."""
        number = target.number if isinstance(target, PieceValue) else target
        known = self.program.contents[column]
        return known[self.data[known.index][number]]

    def values(self, column: str, targets: Iterable[int]) -> list[Any]:
        """A property of many sites or pieces, by their numbers."""
        known = self.program.contents[column]
        entries = self.data[known.index]
        return [known[entries[target]] for target in targets]

    def entries(self, column: str) -> Sequence[Any]:
        """The stored entries of a property for every site or piece, by number; `Program.shown` converts them to
        values."""
        found: Sequence[Any] = self.data[self.program.contents[column].index]
        return found

    def piece_at(self, kind: str, site: int) -> PieceValue | None:
        """The piece of a kind on a site; in a pile, the top one."""
        index = self.program.places.pieces.get(kind)
        number = self.data[index][site] if index is not None else 0
        return PieceValue(kind, number) if number else None

    def pieces_at(self, site: int) -> list[PieceValue]:
        """The pieces on a site, at most one of each kind; in a pile, the top one."""
        held = ((kind, self.data[index][site]) for kind, index in self.program.places.pieces.items())
        return [PieceValue(kind, number) for kind, number in held if number]

    def pieces_by_site(self, kind: str) -> Sequence[int]:
        """The number of the piece of a kind on every site, 0 for none; empty if no board holds such pieces."""
        index = self.program.places.pieces.get(kind)
        found: Sequence[int] = self.data[index] if index is not None else ()
        return found

    def pile(self, kind: str, site: int) -> list[PieceValue]:
        """All pieces of a kind on a site, the lowest first."""
        index = self.program.places.piles.get(kind)
        if index is not None:
            return [PieceValue(kind, number) for number in self.data[index][site]]
        top = self.piece_at(kind, site)
        return [] if top is None else [top]

    def placed(self, kind: str) -> list[PieceValue]:
        """The pieces of a kind that are on boards."""
        sites = self.data[self.program.places.sites[kind]]
        return [PieceValue(kind, number) for number, site in enumerate(sites) if site]

    def occupied(self) -> frozenset[int]:
        """The sites with pieces on them."""
        columns = (self.data[index] for index in self.program.places.pieces.values())
        return frozenset(site for column in columns for site, piece in enumerate(column) if piece)

    def site_of(self, spot: int | PieceValue) -> int | None:
        """The site of a piece, the first one if it covers several; a site is its own."""
        if not isinstance(spot, PieceValue):
            return spot
        return self.data[self.program.places.sites[spot.kind]][spot.number] or None

    def zone_of(self, piece: PieceValue) -> tuple[Zone, int | None] | None:
        """The zone that a piece is in, and its key if there are several."""
        number = self.data[self.program.places.zones[piece.kind]][piece.number]
        for zone in self.program.schema.zones.values():
            if zone.first <= number < zone.first + zone.count:
                return zone, number - zone.first + first_key(zone.per) if zone.per is not None else None
        return None

    def zone(self, name: str, key: int | None = None) -> ZoneItems:
        """The pieces of a zone, in order; with a key, those of one of several."""
        zone = self.program.schema.zones[name]
        held = self.data[self.program.places.held[name]]
        if key is not None:
            held = held[key - first_key(zone.per) + 1]
        return ZoneItems(PieceValue(zone.kind, number) for number in held)

    def content(self, site: int) -> tuple[Any, ...]:
        """Everything stored for a site: the properties of its cell and the numbers of its pieces. For comparisons."""
        places, data = self.program.places, self.data
        standing = (data[at][site] for at in (*places.pieces.values(), *places.piles.values()))
        return (*(data[at][site] for at in places.cells), *standing)

    def appearance(self, site: int) -> tuple[Any, ...]:
        """Everything stored for a site, with pieces by their properties instead of their numbers. For comparisons."""
        places, data = self.program.places, self.data
        pieces = (
            tuple(tuple(data[at][each.number] for at in places.properties[kind]) for each in self.pile(kind, site))
            for kind in places.pieces
        )
        return (*(data[at][site] for at in places.cells), *pieces)

    def changed_sites(self, other: Position, sites: Iterable[int]) -> frozenset[int]:
        """The given sites that look different in another position."""
        return frozenset([site for site in sites if self.appearance(site) != other.appearance(site)])

    def changed_cells(self, other: Position) -> list[str]:
        """The columns of cells whose entries differ in another position."""
        cells = {prop.column: None for board in self.program.schema.boards.values() for prop in board.cells.values()}
        return [column for column in cells if self.entries(column) != other.entries(column)]

    def same_places(self, other: Position) -> bool:
        """Whether cells, pieces and zones are the same; scores and the like do not count."""
        return all(self.data[index] == other.data[index] for index in self.program.places.all)

    # Variables and luck

    def variable(self, name: str) -> Any:
        """A state variable; with `per` its values in order."""
        variable = self.program.schema.variables[name]
        value = self.data[self.program.layout.fields[name].index]
        if variable.per is not None:
            return [from_state(each, variable.type) for each in value[1:]]
        return from_state(value, variable.type)

    def cursors(self) -> dict[str, Any]:
        """How many values have been drawn from each stream of luck."""
        return {name: self.data[index] for name, index in self.program.places.streams.items()}


def from_state(value: Any, kind: Type | None) -> Any:
    """A value of generated code as the evaluator sees it."""
    if value is None or kind is None:
        return None if value == 0 and kind is None else value
    inner = kind.of if isinstance(kind, Maybe) else kind
    if isinstance(inner, Piece):
        return PieceValue(inner.kind, value) if value else None
    if isinstance(inner, Listing):
        return [from_state(item, inner.item) for item in value]
    if isinstance(inner, Record):
        return tuple(from_state(part, field) for part, (_, field) in zip(value, inner.fields, strict=True))
    if isinstance(inner, Words | Site):
        return value or None
    return value


def to_state(value: Any, kind: Type) -> Any:
    """A value of the evaluator as generated code sees it."""
    inner = strip(kind)
    if isinstance(value, PieceValue):
        return value.number
    if value is None:
        return 0 if isinstance(inner, Words | Site | Piece) else None
    if isinstance(inner, Listing):
        return tuple(to_state(item, inner.item) for item in value)
    return value
