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
from interpreter.expressions import (
    Flag,
    Letter,
    Listing,
    Number,
    Piece,
    Record,
    Site,
    StateWorld,
    Text,
    Type,
    Words,
    Zone,
    strip,
)
from interpreter.position import PieceValue
from interpreter.program import Program

LIMIT = 1 << 24
LONGEST_ONE_HOT = 32
MOST_OF_LIST = 32
MOST_OF_TEXT = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """The numbers that a value of one type takes: their bounds, and how a value becomes numbers."""

    bounds: tuple[tuple[int, int], ...]
    numbers: Callable[[Any, View], Sequence[int]]

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
                found += entry.numbers(value, view) if value is not None else [0] * entry.size
            found += [0] * (entry.size * (count - len(values)))
        return np.clip(np.array(found, dtype=np.float32), self.low, self.high)

    # What stands in the array

    def _contents(self) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """Every part: its name, its entries, how many there are, and where their values are found."""
        program, schema = self.program, self.program.schema
        start = StateWorld(program, program.blank(), 1)
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
        """The action that must go on, and what is already chosen of it."""
        names = sorted({name for name, _, _ in self.program.steps.continued})
        most = max(len(fixed) for _, fixed, _ in self.program.steps.continued)

        def which(view: View) -> Sequence[Any]:
            return (None,) if view.pending is None else (names.index(view.pending.action) + 1,)

        def fixed(view: View) -> Sequence[Any]:
            return view.pending.values if view.pending is not None else ()

        yield "continues", _one_hot(1, len(names)), 1, which
        yield "continues_with", _number(0, LIMIT), most, fixed

    def _pieces(self, kind: str) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """For every site whether a piece of the kind stands there, and its properties."""
        schema = self.program.schema
        if not schema.holders(kind):
            return
        at, sites = schema.kinds[kind].at_column, schema.topology.count
        yield at, _number(0, 1), sites, lambda view: [int(piece > 0) for piece in view.entries(at)[1:]]
        for prop in schema.kinds[kind].properties.values():
            read = self._known(prop.column, lambda view: view.entries(at)[1:])
            yield prop.column, self._entry(prop.type), sites, read

    def _zone(self, zone: Zone) -> Iterator[tuple[str, Entry, int, Callable[[View], Sequence[Any]]]]:
        """How many pieces are in a zone, and the properties of the first ones."""
        most = min(zone.size if zone.size is not None else MOST_OF_LIST, MOST_OF_LIST)

        def rows(view: View) -> Sequence[Sequence[PieceValue]]:
            return [view.zone(zone.name, key) for key in zone.keys]

        def first(view: View) -> Sequence[int]:
            held = ([piece.number for piece in row[:most]] for row in rows(view))
            return [piece for row in held for piece in (*row, *[0] * (most - len(row)))]

        name = f"zone.{zone.name}"
        yield name, _number(0, LIMIT), zone.count, lambda view: [len(row) for row in rows(view)]
        for prop in self.program.schema.kinds[zone.kind].properties.values():
            read = self._known(prop.column, first)
            yield f"{name}.{prop.name}", self._entry(prop.type), zone.count * most, read

    def _all_sites(self, _view: View) -> Sequence[int]:
        return range(1, self.program.schema.topology.count + 1)

    def _known(self, column: str, targets: Callable[[View], Sequence[int]]) -> Callable[[View], Sequence[Any]]:
        """What a column says about some sites or pieces; nothing about none and what is hidden."""

        def read(view: View) -> Sequence[Any]:
            unseen = {target for names, missing in view.hidden if column in names for target in missing}
            found = targets(view)
            values = view.values(column, found)
            return [
                value if each and each not in unseen else None for each, value in zip(found, values, strict=True)
            ]

        return read

    # How values become numbers

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
                # A piece is known by its site; in a zone it is 0.
                return Entry(((0, schema.topology.count),), lambda piece, view: (view.site_of(piece) or 0,))
            case Letter():
                letters = {letter: place for place, letter in enumerate(schema.letters, start=1)}
                hot = _one_hot(1, len(letters))
                return Entry(hot.bounds, lambda value, view: hot.numbers(letters[value], view))
            case Text():
                return self._text()
            case Listing():
                return _list(self._entry(inner.item), min(inner.most, MOST_OF_LIST))
            case Record():
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
