"""The step cascade: lines of equal values vanish, the rest falls and new values arrive, wave by wave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from interpreter.boards.directions import AXES, EAST, NORTH, OFFSETS, SOUTH, WEST
from interpreter.boards.topology import Topology
from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language import terms, types
from interpreter.language.kernel import runs_in
from interpreter.language.scope import Property, Schema, Scope
from interpreter.library.steps.chance import cell_of, stream_fields
from interpreter.library.steps.step import Step, StepChecker
from interpreter.position import SEED
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.suggest import one_of
from interpreter.state.layout import Layout
from interpreter.state.state import Event
from interpreter.streams import TAPE, UNSEEN, Cursor, draw_many, item_tape

HIGHEST = 127
LANE = 8

Shift = tuple[int, int]
"""Columns to the east and rows on in board order."""

MOST_WAVES = 1000
EMPTY = b"\0"
FALLS = {"down": SOUTH, "up": NORTH, "left": WEST, "right": EAST, "none": 0}


@dataclass(frozen=True)
class Packing:
    """How one board is packed. Its sites are numbered without gaps from `first`, row by row."""

    columns: int
    rows: int
    first: int
    upwards: int

    @property
    def size(self) -> int:
        """The number of sites."""
        return self.columns * self.rows

    @cached_property
    def low(self) -> int:
        """127 in every lane."""
        return int.from_bytes(bytes([HIGHEST]) * self.size, "little")

    @cached_property
    def high(self) -> int:
        """The mask of all lanes."""
        return self.low + int.from_bytes(b"\1" * self.size, "little")

    def step(self, direction: int) -> Shift:
        """The number of sites by which a compass point moves."""
        across, up = OFFSETS[direction]
        return across, up * self.upwards

    def lanes(self, step: Shift) -> int:
        """The number of lanes by which a step moves."""
        return step[0] + self.columns * step[1]

    def mask(self, steps: Iterable[Shift]) -> int:
        """The sites from which each of these steps leads to a site of the board."""
        wanted = tuple(steps)
        bits = bytearray(self.size)
        for place in range(self.size):
            row, column = divmod(place, self.columns)
            if all(0 <= column + across < self.columns and 0 <= row + on < self.rows for across, on in wanted):
                bits[place] = HIGHEST + 1
        return int.from_bytes(bits, "little")


def packing_of(topology: Topology, board: str) -> Packing | None:
    """How a board is packed; None if it has holes, joined edges, layers or no rows."""
    found = topology.boards[board]
    if found.shape != "square" or found.planes[0].wrap or len(found.sites) != found.columns * found.rows:
        return None
    return Packing(found.columns, found.rows, found.sites[0], found.upwards)


def fits_packing(layout: Layout, column: str) -> bool:
    """Whether the values of a column fit into lanes, with 0 only for none."""
    field = layout.fields[column]
    if field.store != "bytes" or field.type is None:
        return False
    match types.strip(field.type):
        case types.Words(words=words):
            return len(words) <= HIGHEST
        case types.Letter():
            return len(layout.letters) <= HIGHEST
        case types.Number(high=high) if isinstance(field.type, types.Maybe):
            return high is not None and high <= HIGHEST
    return False


def shifted(name: str, lanes: int) -> str:
    """Python for an integer whose lanes have moved down by this many, so that each site sees the one that far ahead."""
    if lanes == 0:
        return name
    return f"({name} >> {LANE * lanes})" if lanes > 0 else f"({name} << {-LANE * lanes})"


Sites = tuple[int, ...]
Column: TypeAlias = Any
"""The values of all sites, as a bytearray or a list."""

Wave = tuple[int, int, Sites]
Cleared = tuple[int, list[Wave]]
"""How many values vanished, and of each wave how many, its number, and from which sites if that is asked for."""

Cascade: TypeAlias = Callable[[Column, int, Cursor, tuple[Any, ...], list[Event] | None], tuple[Cursor, Cleared]]
"""Changes a column until no line is left. It is given the seed, the stream's place and the values of the refill, and
a list for events or None."""


@dataclass(frozen=True, slots=True)
class Well:
    """Where and how a cascade happens: `field` is where the state stores the property.

    Lines of at least this many equal values vanish; `rings` are lines without an end. In each of `falls` values fall
    towards its end. `stream` is None if no new values arrive, and `codes` are the stored forms of drawn values, if
    these differ. `tells_sites`: whether anything reads where values vanished.
    """

    board: str
    property: str
    field: int
    sites: Sites
    lines: tuple[Sites, ...]
    rings: tuple[Sites, ...]
    falls: tuple[Sites, ...]
    at_least: int
    stream: str | None
    empty: Any
    codes: dict[Any, int] | None = None
    tells_sites: bool = False
    fall: int = 0
    """The direction in which values fall; 0 if they stay."""


def matched_sites(well: Well, column: Column) -> Sites:
    """The sites of all lines, each once, in board order."""
    runs = runs_in(well.lines, well.rings, column, well.at_least, well.empty)
    return tuple(sorted({site for run in runs for site in run}))


def falling(well: Well, column: Column) -> list[tuple[int, int]]:
    """Which values fall from where to where, in the order in which they land."""
    moves: list[tuple[int, int]] = []
    for line in well.falls:
        landing = len(line) - 1
        for place in range(landing, -1, -1):
            if column[line[place]] != well.empty:
                if place < landing:
                    moves.append((line[place], line[landing]))
                landing -= 1
    return moves


def plain_cascade(well: Well) -> Cascade:
    """The cascade of a well."""
    empty = well.empty

    def settle(
        column: Column, seed: int, cursor: Cursor, values: tuple[Any, ...], events: list[Event] | None = None
    ) -> tuple[Cursor, Cleared]:
        waves: list[Wave] = []
        removed = 0
        while sites := matched_sites(well, column):
            removed += len(sites)
            waves.append(next_wave(well, waves, len(sites), sites if well.tells_sites else ()))
            for site in sites:
                column[site] = empty
            tell_matched(well, events, waves, sites, column)
            moves = falling(well, column)
            for source, target in moves:
                column[target], column[source] = column[source], empty
            tell_fell(well, events, waves, moves, column)
            if well.stream is not None and cursor is not UNSEEN:
                sites = tuple([site for site in well.sites if column[site] == empty])
                drawn, cursor = refills(well, seed, cursor, values, len(sites))
                for site, value in zip(sites, drawn, strict=True):
                    column[site] = value
                tell_filled(well, events, waves, sites, column)
        return cursor, (removed, waves)

    return settle


def next_wave(well: Well, waves: list[Wave], count: int, sites: Sites) -> Wave:
    """The wave after some others; too many are a mistake of the spec."""
    if len(waves) >= MOST_WAVES:
        raise Fault(f"The cascade on {well.board} does not come to rest within {MOST_WAVES:,} waves.")
    return count, len(waves) + 1, sites


def refills(well: Well, seed: int, cursor: Cursor, values: tuple[Any, ...], count: int) -> tuple[Sequence[Any], Cursor]:
    """This many new values, as columns store them."""
    assert well.stream is not None
    drawn, cursor = draw_many(seed, well.stream, cursor, values, count)
    return (drawn if well.codes is None else [well.codes[value] for value in drawn]), cursor


# What a window shows, stage by stage


def tell_matched(well: Well, events: list[Event] | None, waves: list[Wave], sites: Sites, column: Column) -> None:
    """Report which sites vanish together."""
    if events is not None:
        count, number, _ = waves[-1]
        fields = {"wave": number, "count": count, "sites": sites}
        events.append(Event("matched", fields, ((well.field, None, _frozen(column)),)))


def tell_fell(
    well: Well, events: list[Event] | None, waves: list[Wave], moves: list[tuple[int, int]], column: Column
) -> None:
    """Report what fell from where to where."""
    if events is not None and moves:
        sources, targets = zip(*moves, strict=True)
        fields = {"wave": waves[-1][1], "sources": sources, "targets": targets}
        events.append(_with_column("fell", well, fields, column))


def tell_filled(well: Well, events: list[Event] | None, waves: list[Wave], sites: Sites, column: Column) -> None:
    """Report where new values arrived, and in which direction they fell."""
    if events is not None and sites:
        fields = {"wave": waves[-1][1], "sites": sites, "fall": well.fall}
        events.append(_with_column("filled", well, fields, column))


def _with_column(name: str, well: Well, fields: dict[str, Any], column: Column) -> Event:
    """An event that contains a whole column."""
    after = _frozen(column)
    fields |= {"property": well.property, "board": well.board, "after": after}
    return Event(name, fields, ((well.field, None, after),))


def _frozen(column: Column) -> bytes | tuple[Any, ...]:
    return bytes(column) if isinstance(column, bytearray) else tuple(column)


Matched = Callable[[int], int]


def packed_matches(packing: Packing, directions: Iterable[int], at_least: int) -> Matched:
    """The function that returns the mask of all lines of a packed board, each walked in one of the directions.

    The Python is written for the board: where neighbours are equal, where enough of them follow each other, and
    everything that belongs to those.
    """
    low, high = hex(packing.low), hex(packing.high)
    lines = ["def matched(board):", "    found = 0"]
    for direction in directions:
        across, on = packing.step(direction)
        step = (across, on) if packing.lanes((across, on)) > 0 else (-across, -on)
        shift, edges = LANE * packing.lanes(step), hex(packing.mask([step]))
        follow = "".join(f" & (equal >> {shift * number})" for number in range(1, at_least - 1))
        spread = "".join(f" | (starts << {shift * number})" for number in range(1, at_least))
        lines += [
            f"    equal = ((board ^ (board >> {shift})) + {low} & {edges}) ^ {edges}",
            f"    starts = equal{follow}",
            f"    if starts: found |= starts{spread}",
        ]
    lines.append(f"    return found and found & (board + {low}) & {high}")
    names: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<lines of a board>", "exec"), names)
    matched: Matched = names["matched"]
    return matched


def packed_cascade(well: Well, packing: Packing, matched: Matched, falls: Sequence[slice]) -> Cascade:
    """The cascade of a well that fits into one integer. In each slice of `falls` values fall towards its end."""
    size, first = packing.size, packing.first
    end = first + size
    lengths = [(part, len(range(*part.indices(size)))) for part in falls]
    stream, coded, tells_sites = well.stream, well.codes is not None, well.tells_sites

    def settle(
        column: Column, seed: int, cursor: Cursor, values: tuple[Any, ...], events: list[Event] | None = None
    ) -> tuple[Cursor, Cleared]:
        cells = column[first:end]
        board = int.from_bytes(cells, "little")
        found = matched(board)
        waves: list[Wave] = []
        removed = 0
        while found:
            count = found.bit_count()
            removed += count
            waves.append(next_wave(well, waves, count, sites_of(found, size, first) if tells_sites else ()))
            cells = bytearray((board & ~((found << 1) - (found >> 7))).to_bytes(size, "little"))
            if events is not None:
                column[first:end] = cells
                tell_matched(well, events, waves, sites_of(found, size, first), column)
            for part, length in lengths:
                line = cells[part]
                if 0 in line:
                    cells[part] = line.replace(EMPTY, b"").rjust(length, EMPTY)
            if events is not None:
                moves = falling(well, column)
                column[first:end] = cells
                tell_fell(well, events, waves, moves, column)
            if stream is not None and cursor is not UNSEEN:
                holes, before, place = cells.count(0), None if events is None else bytes(cells), -1
                if coded or type(cursor) is not int or (start := cursor % TAPE) + holes > TAPE:
                    drawn, cursor = refills(well, seed, cursor, values, holes)
                else:
                    # The commonest case of draw_many, without the way there.
                    drawn = item_tape(seed, stream, cursor // TAPE, values)[start : start + holes]
                    cursor += holes
                for value in drawn:
                    place = cells.find(0, place + 1)
                    cells[place] = value
                if before is not None:
                    column[first:end] = cells
                    sites = tuple([site for site, value in enumerate(before, start=first) if not value])
                    tell_filled(well, events, waves, sites, column)
            board = int.from_bytes(cells, "little")
            found = matched(board)
        if waves:
            column[first:end] = cells
        return cursor, (removed, waves)

    return settle


def sites_of(mask: int, size: int, first: int) -> tuple[int, ...]:
    """The sites that a mask marks."""
    return tuple([place for place, lane in enumerate(mask.to_bytes(size, "little"), start=first) if lane])


def falls_of(topology: Topology, board: str, packing: Packing, direction: int) -> list[slice]:
    """The lines of a rectangular board in a direction, as slices of its cells."""
    slices = []
    for line in topology.lines_of(board, direction):
        step = packing.lanes(packing.step(direction))
        stop = line[-1] - packing.first + step
        slices.append(slice(line[0] - packing.first, stop if stop >= 0 else None, step))
    return slices


@dataclass(frozen=True, slots=True, eq=False)
class Cascading(Step):
    """Clears lines until none is left."""

    board: terms.BoardTerm
    prop: Property
    at_least: int
    axes: tuple[int, ...]
    fall: int
    refill: terms.Term | None
    from_stream: str | None
    name: str | None
    # What the game asks of records, known once all of it is checked.
    parts_read: set[str]

    def writes(self, schema: Schema) -> set[str]:
        drawn = stream_fields(self.from_stream) if self.from_stream is not None else set()
        return {self.prop.column, *drawn}

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.board
        if self.refill is not None:
            yield self.refill

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code, schema = lowering.code, lowering.schema
        board = schema.boards[self.board.board]
        kernels = tuple(self.kernel(schema, layout, instance) for instance in board.instances)
        if self.board.index is None:
            kernel = lowering.constants.name(kernels[0], "cascade")
        else:
            each = lowering.constants.name(kernels, "cascades")
            kernel = f"{each}[{lowering.value(self.board.index)} - {types.first_key(board.per)}]"
        column, values, cursor, seed = lowering.column(self.prop.column), "()", "_", "0"
        place = "0"
        if self.refill is not None:
            values = f"tuple({lowering.value(self.refill)})"
            place = cursor = lowering.column(f"stream.{self.from_stream}")
            seed = lowering.column(SEED)
        told = ", events" if lowering.tells else ""
        code.line(f"{cursor}, {self.name or '_'} = {kernel}({column}, {seed}, {place}, {values}{told})")

    def well(self, schema: Schema, layout: Layout, instance: str) -> Well:
        """Where and how it happens on one board."""
        topology, field = schema.topology, layout.fields[self.prop.column]
        lines, rings = topology.straight_lines((instance,), self.axes)
        return Well(
            instance,
            self.prop.column,
            field.index,
            topology.boards[instance].sites,
            lines,
            rings,
            topology.lines_of(instance, self.fall) if self.fall else (),
            self.at_least,
            self.from_stream,
            layout.encode_value(self.prop.column, None),
            {letter: code for code, letter in enumerate(layout.letters)} if field.code == "letter" else None,
            "sites" in self.parts_read,
            self.fall,
        )

    def kernel(self, schema: Schema, layout: Layout, instance: str) -> Cascade:
        """The function that does it on one board, packed if that fits."""
        topology, well = schema.topology, self.well(schema, layout, instance)
        packing = packing_of(topology, instance)
        if packing is None or not fits_packing(layout, self.prop.column):
            return plain_cascade(well)
        directions = [topology.axis_directions(axis, instance)[0] for axis in self.axes]
        falls = falls_of(topology, instance, packing, self.fall) if self.fall else []
        return packed_cascade(well, packing, packed_matches(packing, directions, self.at_least), falls)


@step("cascade")
def check_cascade(steps: StepChecker, given: arguments.Cascade, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the board, the property, how many make a line, where values fall and what replaces them."""
    board = steps.term(given.cascade, scope)
    at_least = steps.term(given.at_least, scope, types.NUMBER)
    found = None
    if isinstance(board, terms.BoardTerm) and isinstance(board.type, types.BoardSites):
        found = cell_of(steps, board.board, given.match)
    elif board is not None and not isinstance(board.type, types.Unknown):
        steps.wrong_type(given.cascade, board, types.ANY_BOARD, "cascade needs a board", scope)
    refill, stream = _refill(steps, given, found, scope)
    name = None
    if given.as_ is not None:
        scope, name = _result(steps, given, board, scope)
    if not isinstance(board, terms.BoardTerm) or found is None or at_least is None:
        return None, scope
    if not isinstance(found.type, types.Maybe):
        message = f"cascade empties cells, but ‘{found.name}’ is never none."
        steps.error("never-none", given.match.span, message, f"Write {found.name}: {found.type} or none.")
        return None, scope
    if not isinstance(at_least, terms.Constant) or not isinstance(at_least.type, types.Number) or at_least.value < 2:
        if not isinstance(at_least.type, types.Unknown):
            message = "at_least takes a number from 2 up, or settings."
            steps.error("not-constant", given.at_least.span, message, "Write 3, or the name of a setting.")
        return None, scope
    most = steps.schema.boards[board.board].most
    if at_least.value > most:
        message = f"No line is as long as that: {board.board} has {most} sites."
        steps.error("out-of-range", given.at_least.span, message, f"Write a number from 2 to {most}.")
        return None, scope
    axes, fall = _axes(steps, given, board), _fall(steps, given, board)
    if axes is None or fall is None or (given.refill is not None and refill is None):
        return None, scope
    parts_read = steps.checker.parts_read
    return Cascading(given.span, board, found, at_least.value, axes, fall, refill, stream, name, parts_read), scope


def _refill(
    steps: StepChecker, given: arguments.Cascade, found: Property | None, scope: Scope
) -> tuple[terms.Term | None, str | None]:
    """The replacements, and the stream that they come from."""
    if given.refill is None:
        if given.stream is not None:
            message = "cascade draws nothing without refill."
            steps.error("needless-stream", given.stream.span, message, "Leave stream out, or add refill.")
        return None, None
    if given.stream is None:
        steps.error("needs-stream", given.refill.span, "cascade needs a stream for its refill.", "Add stream: refill.")
        return None, None
    if found is None:
        steps.listed(given.refill, scope)
        return None, None
    kind = types.strip(found.type)
    stream = steps.take_stream(given.stream, found.type)
    values = steps.listed(given.refill, scope, types.Listing(kind, 100))
    if values is None or not steps.checker.require_fit(values, types.Listing(kind, 0), "refill", scope):
        return None, None
    return values, stream


def _result(steps: StepChecker, given: arguments.Cascade, board: terms.Term | None, scope: Scope) -> tuple[Scope, str]:
    """The name of the result: how many values vanished, in all and in each wave, and from where."""
    most = board.type.most if board is not None and isinstance(board.type, types.Listing) else 0
    sites = types.Listing(types.SITE, most)
    wave = types.Record((("removed", types.Number(0, most)), ("number", types.Number(1, MOST_WAVES)), ("sites", sites)))
    kind = types.Record((("removed", types.Number(0, most * MOST_WAVES)), ("waves", types.Listing(wave, MOST_WAVES))))
    node = steps.parse(given.as_, "expression") if given.as_ is not None else None
    assert node is not None
    return steps.bind(scope, str(given.as_), kind, "as", node)


def _axes(steps: StepChecker, given: arguments.Cascade, board: terms.BoardTerm) -> tuple[int, ...] | None:
    """The axes along which lines count; the board must have them."""
    instance = steps.schema.boards[board.board].instances[0]
    found = []
    for word in given.lines:
        axis = AXES.index(str(word))
        if axis not in steps.schema.topology.boards[instance].axis_directions:
            steps.error(
                "no-such-axis",
                word.span,
                f"Board {board.board} has no {word} lines.",
                one_of(_lines_of(steps, instance)),
            )
            return None
        found.append(axis)
    return tuple(dict.fromkeys(found))


def _lines_of(steps: StepChecker, instance: str) -> list[str]:
    """The axes along which a board has lines."""
    return [AXES[axis] for axis in steps.schema.topology.boards[instance].axis_directions]


def _fall(steps: StepChecker, given: arguments.Cascade, board: terms.BoardTerm) -> int | None:
    """The direction in which values fall, 0 if they stay; nothing falls on joined edges or off straight columns."""
    direction = FALLS[str(given.fall)]
    topology, instance = steps.schema.topology, steps.schema.boards[board.board].instances[0]
    planes = topology.boards[instance].planes
    if direction and (not topology.lines_of(instance, direction) or any(plane.wrap for plane in planes)):
        message = f"On board {board.board} nothing can fall {given.fall}."
        steps.error("cannot-fall", given.fall.span, message, "Write fall: none.")
        return None
    return direction
