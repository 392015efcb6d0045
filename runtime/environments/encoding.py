"""A game in numbers for machine learning: actions as numbers, views as arrays of a fixed size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from interpreter import Action, Game, State, View, expressions, load
from interpreter.position import PieceValue, Position, to_state
from interpreter.program import ChoicePlan, Program
from runtime.show.board_text import board_text

MOST_LISTED = 256
MOST_OF_ONE_ACTION = 1 << 16
STOP = "stop"
LIMIT = 1 << 24
"""The bound of numbers that a spec gives none."""
LONGEST_ONE_HOT = 32
MOST_OF_LIST = 32
MOST_OF_TEXT = 8
SCORE = "score"


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of one choice. `place` returns the place of a value, or None; `whole` says that each has one."""

    size: int
    place: Callable[[Any, Position], int | None]
    whole: bool = True


class ActionNumbers:
    """The numbers of the actions of one program; they go from 0 up to `count`."""

    def __init__(self, program: Program, most_listed: int = MOST_LISTED) -> None:
        self.program = program
        self.domains: dict[str, tuple[int, tuple[Domain, ...]]] = {}
        self.counted = 0
        whole = True
        for name, plan in program.plans.items():
            found = [_domain(program, choice) for choice in plan.choices]
            domains = tuple(each for each in found if each is not None)
            size = prod(each.size for each in domains)
            if len(domains) < len(found) or size > MOST_OF_ONE_ACTION:
                whole = False
                continue
            whole = whole and all(each.whole for each in domains)
            self.domains[name] = self.counted, domains
            self.counted += size
        if program.steps.continued:
            self.domains[STOP] = self.counted, ()
            self.counted += 1
        self.count = self.counted + (0 if whole else most_listed)

    def legal(self, state: State) -> dict[int, Action]:
        """The legal actions by number. Listed ones beyond the last number cannot be chosen."""
        found: dict[int, Action] = {}
        listed = self.counted
        for action in self.program.legal(state.data):
            number = self.number(state, action)
            if number is None:
                number, listed = listed, listed + 1
            if number < self.count:
                found[number] = action
        return found

    def number(self, position: Position, action: Action) -> int | None:
        """The number that an action has in every state; None if it is one of the listed actions."""
        known = self.domains.get(action[0])
        if known is None:
            return None
        number, place = known[0], 0
        for domain, value in zip(known[1], action[1:], strict=True):
            at = domain.place(value, position)
            if at is None:
                return None
            place = place * domain.size + at
        return number + place


def _domain(program: Program, choice: ChoicePlan) -> Domain | None:
    """The values of a choice, if they can be counted."""
    if choice.form != "one" or choice.domain is None:
        return None
    kind = expressions.strip(choice.variable.type)
    if isinstance(choice.domain, expressions.terms.Constant) and choice.otherwise is None:
        found: Domain | None = _of(choice.domain.value)
    else:
        found = _typed(program, choice.domain, kind)
    return found if found is None or choice.ask_if is None else _or_none(found, to_state(None, kind))


def _or_none(domain: Domain, none: Any) -> Domain:
    """Those values, and none as the last one."""
    return Domain(
        domain.size + 1,
        lambda value, position: domain.size if value == none else domain.place(value, position),
        domain.whole,
    )


def _typed(program: Program, domain: expressions.terms.Term, kind: expressions.Type) -> Domain | None:
    match kind:
        case expressions.Site():
            return _of(_sites(program, domain))
        case expressions.Piece():
            return _pieces(program, domain, kind.kind)
        case expressions.Words():
            known = _of(range(1, len(kind.words) + 1))
            # Leaps are directions beyond the compass.
            return known if kind != program.schema.directions else Domain(known.size, known.place, whole=False)
        case expressions.Number(low=int(low), high=int(high)):
            return _of(range(low, high + 1))
        case expressions.Flag():
            return _of((False, True))
        case expressions.Letter():
            return _of(program.schema.letters)
    return None


def _of(values: Iterable[Any]) -> Domain:
    places = {value: place for place, value in enumerate(dict.fromkeys(values))}
    return Domain(len(places), lambda value, _position: places.get(value))


def _sites(program: Program, domain: expressions.terms.Term) -> Sequence[int]:
    """The sites that may be in a list: those of a board, or all."""
    topology = program.schema.topology
    if isinstance(domain.type, expressions.BoardSites):
        instances = program.schema.boards[domain.type.board].instances
        return [site for name in instances for site in topology.boards[name].sites]
    return range(1, topology.count + 1)


def _pieces(program: Program, domain: expressions.terms.Term, kind: str) -> Domain:
    """The places of a piece, by which it is known: the site, with its height in a pile, or the place in its zone."""
    schema = program.schema
    on_board = isinstance(domain, expressions.terms.FunctionCall) and domain.function.name == "pieces"
    argument = domain.arguments[0] if isinstance(domain, expressions.terms.FunctionCall) and domain.arguments else None
    if on_board and argument is not None and isinstance(argument.type, expressions.BoardSites):
        sites: list[int] = list(_sites(program, argument))
        zones = []
    elif isinstance(domain.type, expressions.ZonePieces):
        sites, zones = [], [schema.zones[domain.type.zone]]
    else:
        instances = [name for board in schema.holders(kind) for name in board.instances]
        sites = [site for name in instances for site in schema.topology.boards[name].sites]
        zones = [zone for zone in schema.zones.values() if zone.kind == kind]
    places: dict[Any, int] = {}
    room, piled = schema.room(kind), schema.is_piled(kind)
    for site in sites:
        for at in range(room[site] if piled else 1):
            places[site, at] = len(places)
    for zone in zones:
        for key in zone.keys:
            for at in range(zone.size or 0):
                places[zone.name, key, at] = len(places)

    def place(number: Any, position: Position) -> int | None:
        piece = PieceValue(kind, number)
        held = position.zone_of(piece)
        if held is None:
            site = position.site_of(piece)
            return places.get((site, position.pile(kind, site).index(piece) if piled and site else 0))
        zone, key = held
        return places.get((zone.name, key, position.zone(zone.name, key).index(piece))) if zone in zones else None

    return Domain(len(places), place, all(zone.size is not None for zone in zones))


@dataclass(frozen=True, slots=True)
class Entry:
    """The numbers for a value of one type: their bounds, and how a value is converted."""

    bounds: tuple[tuple[int, int], ...]
    numbers: Callable[[Any, View], Sequence[int]]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.bounds)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the array: entries of equal size, starting at `start`."""

    name: str
    start: int
    count: int
    size: int


class Encoding:
    """The array of one program: `parts` says what is where."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.parts: list[Part] = []
        self._readers: list[tuple[Entry, Callable[[View], Sequence[Any]], int]] = []
        self._bounds: list[tuple[int, int]] = []
        for name, entry, count, read in self._contents():
            if count and entry.size:
                self.parts.append(Part(name, len(self._bounds), count, entry.size))
                self._readers.append((entry, read, count))
                self._bounds += entry.bounds * count
        self.low = np.array([low for low, _ in self._bounds], dtype=np.float32)
        self.high = np.array([high for _, high in self._bounds], dtype=np.float32)

    @property
    def size(self) -> int:
        """How many numbers the array has."""
        return len(self._bounds)

    def array(self, view: View) -> Any:
        """A view as an array."""
        found: list[int] = []
        for entry, read, count in self._readers:
            values = read(view)[:count]
            for value in values:
                found += entry.numbers(value, view) if value is not None else [0] * entry.size
            found += [0] * (entry.size * (count - len(values)))
        return np.clip(np.array(found, dtype=np.float32), self.low, self.high)

    # What stands in the array

    def _contents(self) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """Every part: its name, its entries, how many there are, and where their values come from."""
        program, schema = self.program, self.program.schema
        start = expressions.StateWorld(program, program.blank(), 1)
        if len(schema.players.words) > 1:
            player = self._entry(schema.players)
            yield "viewer", player, 1, lambda view: (view.viewer,)
            yield "to_move", player, 1, lambda view: (view.mover,)
        yield "turn_number", _number(0, LIMIT), 1, lambda view: (view.turn_number,)
        if program.phases:
            yield "phase", _one_hot(1, len(program.phases)), 1, lambda view: (view.phase,)
        if program.steps.continued:
            yield from self._pending()
        if start.choices:
            made = len(schema.players.words)
            yield "chosen", _number(0, 1), made, lambda view: [int(each is not None) for each in view.choices]
        cells = {prop.column: prop.type for board in schema.boards.values() for prop in board.cells.values()}
        for column, kind_of in cells.items():
            yield column, self._entry(kind_of), schema.topology.count, self._known(column, self._all_sites)
        for kind in schema.kinds:
            yield from self._pieces(kind)
        for zone in schema.zones.values():
            yield from self._zone(zone)
        for variable in schema.variables.values():
            read = _variable(variable.name, variable.per is None)
            count = 1 if variable.per is None else len(start.variable(variable.name))
            yield variable.name, self._entry(variable.type), count, read

    def _pending(self) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """The actions that the turn may go on with, and the choices already made for them, one after another."""
        goings_on = [ways for ways, _ in self.program.steps.continued]
        names = sorted({name for ways in goings_on for name, _ in ways})
        most = max(sum(len(fixed) for _, fixed in ways) for ways in goings_on)

        def which(view: View) -> Sequence[Any]:
            pending = view.pending
            return [int(pending is not None and pending.way(name) is not None) for name in names]

        def fixed(view: View) -> Sequence[Any]:
            ways = view.pending.ways if view.pending is not None else ()
            return [value for way in ways for value in way.fixed.values()]

        yield "continues", _number(0, 1), len(names), which
        yield "continues_with", _number(0, LIMIT), most, fixed

    def _pieces(self, kind: str) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """For every site, whether a piece of the kind is there, and its properties; for piles, those of the lowest
        pieces."""
        schema = self.program.schema
        if not schema.holders(kind):
            return
        if schema.is_piled(kind):
            places = range(1, schema.topology.count + 1)
            yield from self._rows(
                schema.kinds[kind].pile_column,
                kind,
                len(places),
                schema.highest_pile(kind),
                lambda view: [view.pile(kind, site) for site in places],
            )
            return
        at, sites = schema.kinds[kind].at_column, schema.topology.count
        yield at, _number(0, 1), sites, lambda view: [int(piece > 0) for piece in view.entries(at)[1:]]
        for prop in schema.kinds[kind].properties.values():
            read = self._known(prop.column, lambda view: view.entries(at)[1:])
            yield prop.column, self._entry(prop.type), sites, read

    def _zone(self, zone: expressions.Zone) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """How many pieces are in a zone, and the properties of the first ones."""
        size = zone.size if zone.size is not None else MOST_OF_LIST
        return self._rows(
            f"zone.{zone.name}",
            zone.kind,
            zone.count,
            size,
            lambda view: [view.zone(zone.name, key) for key in zone.keys],
        )

    def _rows(
        self, name: str, kind: str, count: int, size: int, rows: Callable[[View], Sequence[Sequence[PieceValue]]]
    ) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """How many pieces are in each of some zones or piles, and the properties of the first ones."""
        most = min(size, MOST_OF_LIST)

        def first(view: View) -> Sequence[int]:
            held = ([piece.number for piece in row[:most]] for row in rows(view))
            return [piece for row in held for piece in (*row, *[0] * (most - len(row)))]

        yield name, _number(0, LIMIT), count, lambda view: [len(row) for row in rows(view)]
        for prop in self.program.schema.kinds[kind].properties.values():
            read = self._known(prop.column, first)
            yield f"{name}.{prop.name}", self._entry(prop.type), count * most, read

    def _all_sites(self, _view: View) -> Sequence[int]:
        return range(1, self.program.schema.topology.count + 1)

    def _known(self, column: str, targets: Callable[[View], Sequence[int]]) -> Callable[[View], Sequence[Any]]:
        """The values of a column for some sites or pieces; nothing for none and for hidden ones."""

        def read(view: View) -> Sequence[Any]:
            unseen = {target for names, missing in view.hidden if column in names for target in missing}
            found = targets(view)
            values = view.values(column, found)
            return [value if each and each not in unseen else None for each, value in zip(found, values, strict=True)]

        return read

    # How values become numbers

    def _entry(self, kind: expressions.Type) -> Entry:
        """The entry for values of a type."""
        schema, inner = self.program.schema, expressions.strip(kind)
        match inner:
            case expressions.Flag():
                return _number(0, 1)
            case expressions.Words() if inner != schema.directions and len(inner.words) <= LONGEST_ONE_HOT:
                return _one_hot(1, len(inner.words))
            case expressions.Words():
                return _number(0, 255)
            case expressions.Site():
                return _number(0, schema.topology.count)
            case expressions.Number(low=int(low), high=int(high)) if high - low < LONGEST_ONE_HOT:
                return _one_hot(low, high)
            case expressions.Number():
                return _number(-LIMIT, LIMIT)
            case expressions.Piece():
                # A piece is known by its site; in a zone it is 0.
                return Entry(((0, schema.topology.count),), lambda piece, view: (view.site_of(piece) or 0,))
            case expressions.Letter():
                letters = {letter: place for place, letter in enumerate(schema.letters, start=1)}
                hot = _one_hot(1, len(letters))
                return Entry(hot.bounds, lambda value, view: hot.numbers(letters[value], view))
            case expressions.Text():
                return self._text()
            case expressions.Listing():
                return _list(self._entry(inner.item), min(inner.most, MOST_OF_LIST))
            case expressions.Record():
                return _record([self._entry(each) for _, each in inner.fields])
        return Entry((), lambda _value, _view: ())

    def _text(self) -> Entry:
        """The first letters of a text by their places in the alphabet."""
        letters = {letter: place for place, letter in enumerate(self.program.schema.letters, start=1)}
        other = len(letters) + 1

        def numbers(value: Any, _view: View) -> Sequence[int]:
            found = [letters.get(letter, other) for letter in value[:MOST_OF_TEXT]]
            return found + [0] * (MOST_OF_TEXT - len(found))

        return Entry(((0, other),) * MOST_OF_TEXT, numbers)


def _number(low: int, high: int) -> Entry:
    return Entry(((low, high),), lambda value, _view: (int(value),))


def _one_hot(low: int, high: int) -> Entry:
    size = high - low + 1
    rows = [tuple(int(place == each) for each in range(size)) for place in range(size)]
    nothing = (0,) * size

    def numbers(value: Any, _view: View) -> Sequence[int]:
        return rows[value - low] if low <= value <= high else nothing

    return Entry(((0, 1),) * size, numbers)


def _list(item: Entry, most: int) -> Entry:
    """The length of a list and its first items."""

    def numbers(value: Any, view: View) -> Sequence[int]:
        found = [len(value)]
        for each in value[:most]:
            found += item.numbers(each, view) if each is not None else [0] * item.size
        return found + [0] * (1 + most * item.size - len(found))

    return Entry(((0, LIMIT), *item.bounds * most), numbers)


def _record(fields: Sequence[Entry]) -> Entry:
    def numbers(value: Any, view: View) -> Sequence[int]:
        found: list[int] = []
        for entry, each in zip(fields, value, strict=True):
            found += entry.numbers(each, view) if each is not None else [0] * entry.size
        return found

    return Entry(tuple(bound for entry in fields for bound in entry.bounds), numbers)


def _variable(name: str, single: bool) -> Callable[[View], Sequence[Any]]:
    return lambda view: (view.variable(name),) if single else view.variable(name)


class Match:
    """What both kinds of environment have in common: the state, the legal actions by number, arrays and rewards."""

    def __init__(
        self,
        game: Game | str | Path,
        level: str | None = None,
        settings: Mapping[str, Any] | None = None,
        most_listed: int = MOST_LISTED,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.level = level
        self.settings = dict(settings or {})
        self.program = self.game.program(self.game.settings.choose(level, self.settings))
        self.encoding = Encoding(self.program)
        self.actions = ActionNumbers(self.program, most_listed)
        self.state = self.program.state(self.program.blank())
        self.legal: dict[int, Action] = {}
        self.moves = 0

    def start(self, seed: int, options: Mapping[str, Any] | None = None) -> None:
        """A new game. Among the options may be a `state` to start from, or the `seed` of the game itself; others are
        of no concern, as everywhere in such environments."""
        given = options or {}
        state, own = given.get("state"), given.get("seed")
        if state is None:
            state = self.game.new(seed if own is None else int(own), self.level, self.settings)
        elif not isinstance(state, State):
            state = self.game.decode(state)
        if state.program is not self.program:
            raise ValueError("That state is of another game, or has other settings than this environment.")
        self.state = state
        self.legal = self._numbered()
        self.moves = 0

    def act(self, number: int) -> None:
        """Take a legal action by its number."""
        self.state = self.program.guarded(lambda: self.game.advance(self.state, self.legal[number]))
        self.legal = self._numbered()
        self.moves += 1

    def _numbered(self) -> dict[int, Action]:
        if self.state.over:
            return {}
        mover = self.state.mover
        seen, meaning = self.game.renumbered(self.state, mover), self.game.meaning(self.state, mover)
        found: dict[int, Action] = self.program.guarded(lambda: self.actions.legal(seen))
        return {number: meaning(action) for number, action in found.items()}

    def observed(self, player: int) -> Any:
        """What a player may know, as an array."""
        return self.encoding.array(self.game.view(self.state, player))

    def mask(self) -> Any:
        """1 for the number of every legal action, 0 for others."""
        mask: Any = np.zeros(self.actions.count, dtype=np.int8)
        mask[list(self.legal)] = 1
        return mask

    def score(self) -> int:
        """The variable `score` of a game for one player; 0 if there is none."""
        variable = self.program.schema.variables.get(SCORE)
        if variable is None or variable.per is not None or not isinstance(variable.type, expressions.Number):
            return 0
        return int(self.state.variable(SCORE))

    def picture(self, player: int) -> str:
        """The boards as text, as a player may see them."""
        data = self.game.view(self.state, player).data
        return "\n\n".join(
            board_text(self.program, data, name, instance)
            for name, board in self.program.schema.boards.items()
            for instance in board.instances
        )


class Readable:
    """What both kinds of environment tell people: what numbers mean, and the game behind them."""

    match: Match

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.match.game

    @property
    def position(self) -> State:
        """The state of the game, with all that is hidden. `reset` can start from it again, in `options`."""
        return self.match.state

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the array, in their order."""
        return tuple(self.match.encoding.parts)

    @property
    def sites(self) -> tuple[str, ...]:
        """The names of the sites, in the order of the entries of a part; with their boards where a name is not
        unique."""
        topology = self.match.program.schema.topology
        names = topology.names[1:]
        boards = [topology.board_at(site) for site in range(1, topology.count + 1)]
        return tuple(
            name if board is None or names.count(name) == 1 else f"{board.name}.{name}"
            for name, board in zip(names, boards, strict=True)
        )

    def moves(self) -> dict[int, str]:
        """The legal actions of whoever is to move: the text of each by its number."""
        game, state = self.match.game, self.match.state
        return {number: game.text(state, action) for number, action in sorted(self.match.legal.items())}

    def number_of(self, text: str) -> int:
        """The number of a legal action that is written in words, as in the terminal: `move e2 e4`."""
        words = " ".join(text.split())
        for number, written in self.moves().items():
            if written == words:
                return number
        action = self.match.game.action(self.match.state, words)
        found = next((number for number, legal in self.match.legal.items() if legal == action), None)
        if found is None:
            raise ValueError(f"‘{words}’ is not legal now.")
        return found
