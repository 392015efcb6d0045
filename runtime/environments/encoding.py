"""What a player may know as an array of numbers that always has the same size.

It is read off the player's view, so what is hidden is 0, as is none. Words and short ranges are one-hot: a number for
each value, 1 for the one that it is. Other numbers stand as they are, within LIMIT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter import View
from interpreter.expressions import Flag, Letter, Listing, Number, Piece, Record, Site, Text, Type, Words, Zone, strip
from interpreter.position import CHOSEN, PENDING, PHASE, TO_MOVE, TURN_NUMBER
from interpreter.program import Program

Data = tuple[Any, ...]

LIMIT = 1 << 24
LONGEST_ONE_HOT = 32
MOST_OF_LIST = 32
MOST_OF_TEXT = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """The numbers that a value of one type takes: their bounds, and how a value becomes numbers."""

    bounds: tuple[tuple[int, int], ...]
    numbers: Callable[[Any, Data], Sequence[int]]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.bounds)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the array: so many entries of the same size, from `start` on."""

    name: str
    start: int
    count: int
    size: int


class Encoding:
    """The array of one program: `parts` says what stands where."""

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
                found += entry.numbers(value, view.data) if value is not None else [0] * entry.size
            found += [0] * (entry.size * (count - len(values)))
        return np.clip(np.array(found, dtype=np.float32), self.low, self.high)

    # What stands in the array

    def _contents(self) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """Every part: its name, its entries, how many there are, and where their values are found."""
        program, schema, fields = self.program, self.program.schema, self.program.layout.fields
        if len(schema.players.words) > 1:
            player = self._entry(schema.players)
            yield "viewer", player, 1, lambda view: (view.viewer,)
            yield "to_move", player, 1, lambda view: (view.data[TO_MOVE],)
        yield "turn_number", _number(0, LIMIT), 1, lambda view: (view.data[TURN_NUMBER],)
        if program.phases:
            yield "phase", _one_hot(1, len(program.phases)), 1, lambda view: (view.data[PHASE],)
        if program.steps.continued:
            yield from self._pending()
        if CHOSEN in fields:
            yield "chosen", _number(0, 1), len(schema.players.words), _made(fields[CHOSEN].index)
        for column in dict.fromkeys(prop.column for board in schema.boards.values() for prop in board.cells.values()):
            yield column, self._column(column), schema.topology.count, self._known(column, self._all_sites)
        for kind in schema.kinds:
            yield from self._pieces(kind)
        for zone in schema.zones.values():
            yield from self._zone(zone)
        for variable in schema.variables.values():
            index = fields[variable.name].index
            if variable.per is None:
                yield variable.name, self._entry(variable.type), 1, _single(index)
            else:
                yield variable.name, self._entry(variable.type), len(program.blank()[index]) - 1, _entries(index)

    def _pending(self) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """The action that must go on, and what is already chosen of it."""
        names = sorted({name for name, _, _ in self.program.steps.continued})
        most = max(len(fixed) for _, fixed, _ in self.program.steps.continued)

        def which(view: View) -> Sequence[Any]:
            pending = view.data[PENDING]
            return (None,) if pending is None else (names.index(pending[0]) + 1,)

        yield "continues", _one_hot(1, len(names)), 1, which
        yield "continues_with", _number(0, LIMIT), most, lambda view: (view.data[PENDING] or (0, 0, ()))[2]

    def _pieces(self, kind: str) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """For every site whether a piece of the kind stands there, and its properties."""
        schema, fields = self.program.schema, self.program.layout.fields
        if not schema.holders(kind):
            return
        at, sites = fields[f"at.{kind}"].index, schema.topology.count
        yield f"at.{kind}", _number(0, 1), sites, lambda view: [int(piece > 0) for piece in view.data[at][1:]]
        for prop in schema.kinds[kind].properties.values():
            read = self._known(prop.column, lambda view: view.data[at][1:])
            yield prop.column, self._column(prop.column), sites, read

    def _zone(self, zone: Zone) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """How many pieces are in a zone, and the properties of the first ones."""
        index = self.program.layout.fields[f"zone.{zone.name}"].index
        most = min(zone.size if zone.size is not None else MOST_OF_LIST, MOST_OF_LIST)

        def rows(view: View) -> Sequence[Sequence[int]]:
            held = view.data[index]
            return held[1:] if zone.per is not None else (held,)

        def first(view: View) -> Sequence[int]:
            return [piece for row in rows(view) for piece in (*row[:most], *[0] * (most - len(row)))]

        name = f"zone.{zone.name}"
        yield name, _number(0, LIMIT), zone.count, lambda view: [len(row) for row in rows(view)]
        for prop in self.program.schema.kinds[zone.kind].properties.values():
            read = self._known(prop.column, first)
            yield f"{name}.{prop.name}", self._column(prop.column), zone.count * most, read

    def _all_sites(self, _view: View) -> Sequence[int]:
        return range(1, self.program.schema.topology.count + 1)

    def _known(self, column: str, targets: Callable[[View], Sequence[int]]) -> Callable[[View], Sequence[Any]]:
        """What a column says about some sites or pieces; nothing about none and what is hidden."""
        index = self.program.layout.fields[column].index

        def read(view: View) -> Sequence[Any]:
            values = view.data[index]
            unseen = {target for names, missing in view.hidden if column in names for target in missing}
            return [values[each] if each and each not in unseen else None for each in targets(view)]

        return read

    # How values become numbers

    def _column(self, name: str) -> Entry:
        """The entry for a column of cells or pieces, where a letter stands by its number."""
        field = self.program.layout.fields[name]
        if field.code == "letter":
            return _one_hot(1, len(self.program.layout.letters) - 1)
        assert field.type is not None
        return self._entry(field.type)

    def _entry(self, kind: Type) -> Entry:
        """The entry for values of a type."""
        schema, inner = self.program.schema, strip(kind)
        match inner:
            case Flag():
                return _number(0, 1)
            case Words() if inner != schema.directions and len(inner.words) <= LONGEST_ONE_HOT:
                return _one_hot(1, len(inner.words))
            case Words():
                return _number(0, 255)
            case Site():
                return _number(0, schema.topology.count)
            case Number(low=int(low), high=int(high)) if high - low < LONGEST_ONE_HOT:
                return _one_hot(low, high)
            case Number():
                return _number(-LIMIT, LIMIT)
            case Piece():
                return self._whereabouts(inner.kind)
            case Letter():
                letters = self.program.layout.letters
                hot = _one_hot(1, len(letters) - 1)
                return Entry(hot.bounds, lambda value, data: hot.numbers(letters.index(value), data))
            case Text():
                return self._text()
            case Listing():
                return _list(self._entry(inner.item), min(inner.most, MOST_OF_LIST))
            case Record():
                return _record([self._entry(each) for _, each in inner.fields])
        return Entry((), lambda _value, _data: ())

    def _whereabouts(self, kind: str) -> Entry:
        """A piece is known by its site; in a zone it is 0."""
        index = self.program.layout.fields[f"{kind}.site"].index
        return Entry(((0, self.program.schema.topology.count),), lambda piece, data: (data[index][piece],))

    def _text(self) -> Entry:
        """The first letters of a text by their places in the alphabet."""
        letters = {letter: place for place, letter in enumerate(self.program.layout.letters) if letter is not None}
        other = len(letters) + 1

        def numbers(value: Any, _data: Data) -> Sequence[int]:
            found = [letters.get(letter, other) for letter in value[:MOST_OF_TEXT]]
            return found + [0] * (MOST_OF_TEXT - len(found))

        return Entry(((0, other),) * MOST_OF_TEXT, numbers)


def _number(low: int, high: int) -> Entry:
    return Entry(((low, high),), lambda value, _data: (int(value),))


def _one_hot(low: int, high: int) -> Entry:
    size = high - low + 1
    rows = [tuple(int(place == each) for each in range(size)) for place in range(size)]
    nothing = (0,) * size

    def numbers(value: Any, _data: Data) -> Sequence[int]:
        return rows[value - low] if low <= value <= high else nothing

    return Entry(((0, 1),) * size, numbers)


def _list(item: Entry, most: int) -> Entry:
    """The length of a list and its first items."""

    def numbers(value: Any, data: Data) -> Sequence[int]:
        found = [len(value)]
        for each in value[:most]:
            found += item.numbers(each, data) if each is not None else [0] * item.size
        return found + [0] * (1 + most * item.size - len(found))

    return Entry(((0, LIMIT), *item.bounds * most), numbers)


def _record(fields: Sequence[Entry]) -> Entry:
    def numbers(value: Any, data: Data) -> Sequence[int]:
        found: list[int] = []
        for entry, each in zip(fields, value, strict=True):
            found += entry.numbers(each, data) if each is not None else [0] * entry.size
        return found

    return Entry(tuple(bound for entry in fields for bound in entry.bounds), numbers)


def _made(index: int) -> Callable[[View], Sequence[Any]]:
    """For each player whether the choice is made, in a phase in which everyone chooses."""
    return lambda view: [int(each is not None) for each in view.data[index][1:]]


def _single(index: int) -> Callable[[View], Sequence[Any]]:
    return lambda view: (view.data[index],)


def _entries(index: int) -> Callable[[View], Sequence[Any]]:
    """The entries of a field; the one before the first is none's."""
    return lambda view: view.data[index][1:]
