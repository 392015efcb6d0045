"""Events put onto a state again, one by one: what a position looked like in the middle of a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter import Event, State
from interpreter.rules.bench import Bench

OPAQUE = frozenset({"dealt", "shuffled", "filled"})
"""Events that tell that something happened, but not what became of each piece."""


def tells_column(event: Event) -> bool:
    """Whether an event gives a property of all cells of a board as it is then, in the form that states keep."""
    after = event.fields.get("after")
    return isinstance(after, bytes) or (isinstance(after, tuple) and "property" in event.fields)


class Reenactment:
    """A working copy of a state that follows the events of one move.

    `certain` is false from the first event on that does not tell all that it changed; what comes then is known only
    as the state after the whole move. What a new piece is like is read off that state too.
    """

    def __init__(self, before: State, events: Sequence[Event], after: State) -> None:
        self.program = before.program
        self.layout = before.program.layout
        self.schema = before.program.schema
        self.bench = Bench(self.schema, self.layout, before.data)
        self.events = events
        self.after = after
        self.certain = True

    @property
    def state(self) -> State:
        """The state as it stands now. Whose turn it is and how the game stands are still as before the move."""
        return self.program.state(self.bench.data())

    def follow(self, index: int) -> None:
        """Let the event of that number happen."""
        if not self.certain:
            return
        event = self.events[index]
        fields = event.fields
        if tells_column(event):
            self._set_column(fields)
            return
        match event.name:
            case "created":
                self._create(index, fields)
            case "moved":
                self._leave(fields["kind"], fields["piece"])
                self._arrive(fields["kind"], fields["piece"], fields["target"], fields["zone"])
            case "removed":
                self._leave(fields["kind"], fields["piece"])
            case "swapped":
                self._swap(fields["first"], fields["second"], self._column(fields) if fields.get("property") else None)
            case "changed":
                self._change(fields["property"], fields["of"], fields["value"])
            case "matched" if "sites" in fields:
                self._clear(index, fields["sites"])
            case name if name in OPAQUE:
                self.certain = False

    # Pieces

    def _create(self, index: int, fields: Any) -> None:
        kind, number = fields["kind"], fields["piece"]
        again = any(
            event.name == "created" and event.fields["kind"] == kind and event.fields["piece"] == number
            for event in self.events[index + 1 :]
        )
        site_column = self.bench.fields[f"{kind}.site"]
        if again or number > len(site_column):
            self.certain = False
            return
        columns = [prop.column for prop in self.schema.kinds[kind].properties.values()]
        for column in (f"{kind}.site", f"{kind}.zone"):
            if number == len(self.bench.fields[column]):
                self.bench.fields[column].append(0)
        for column in columns:
            value = self.after.data[self.layout.fields[column].index][number]
            self.bench.fields[column][number : number + 1] = [value]
        self._arrive(kind, number, fields["site"], fields["zone"])

    def _leave(self, kind: str, number: int) -> None:
        """Take a piece from where it is."""
        bench = self.bench
        if bench.fields[f"{kind}.site"][number]:
            at = bench.fields[f"at.{kind}"]
            at[:] = [0 if piece == number else piece for piece in at]
            bench.fields[f"{kind}.site"][number] = 0
        zone = bench.fields[f"{kind}.zone"][number]
        if zone:
            name, key = self._zone(zone)
            held = bench.fields[f"zone.{name}"]
            if key is None:
                held.remove(number)
            else:
                held[key] = tuple(piece for piece in held[key] if piece != number)
            bench.fields[f"{kind}.zone"][number] = 0

    def _arrive(self, kind: str, number: int, site: int, zone: int) -> None:
        """Put a piece that is nowhere onto a site or into a zone."""
        if zone:
            name, key = self._zone(zone)
            self.bench.into_zone(kind, number, name, key)
            return
        cells: tuple[int, ...] | None = (site,)
        if self.program.schema.kinds[kind].covers_many:
            cells = self.program.cells_of(self.bench.data(), kind, number, site)
        self.bench.put(kind, number, cells or (site,))

    def _zone(self, number: int) -> tuple[str, int | None]:
        """A zone by its number among all zones: its name, and its place where it is one of several."""
        zone = next(each for each in self.schema.zones.values() if each.first <= number < each.first + each.count)
        return zone.name, None if zone.per is None else number - zone.first + 1

    # Cells and variables

    def _swap(self, first: int, second: int, only: str | None) -> None:
        """Swap what two sites hold: all, or what stands in one column."""
        fields = self.bench.fields
        for name, column in fields.items():
            if name == only or (only is None and name.startswith(("at.", "cell."))):
                column[first], column[second] = column[second], column[first]
        for kind in self.schema.kinds if only is None else ():
            if self.schema.holders(kind):
                for place in (first, second):
                    piece = fields[f"at.{kind}"][place]
                    if piece:
                        fields[f"{kind}.site"][piece] = place

    def _change(self, name: str, of: int | None, value: Any) -> None:
        if "." in name:
            self.bench.set(name, of or 0, value)
        elif of is None:
            self.bench.fields[name] = value
        else:
            self.bench.fields[name][of] = value

    # Steps that tell of a whole board at once

    def _set_column(self, fields: Any) -> None:
        """Set a property of all cells: the whole column, or only the sites of the board that the event names."""
        name, values = self._column(fields), list(fields["after"])
        column = self.bench.fields[name] if name is not None else []
        board = self.schema.topology.boards.get(str(fields.get("board")))
        if len(values) == len(column):
            column[:] = values
        elif board is not None and len(values) == len(board.sites):
            for site, value in zip(board.sites, values, strict=True):
                column[site] = value
        else:
            self.certain = False

    def _clear(self, index: int, sites: Sequence[int]) -> None:
        """Sites that are emptied, where a later event tells what then becomes of the board."""
        later = next((event for event in self.events[index + 1 :] if tells_column(event)), None)
        name = self._column(later.fields) if later is not None else None
        for site in sites if name is not None else ():
            self.bench.set(str(name), site, None)

    def _column(self, fields: Any) -> str | None:
        """The column that an event is about: the one it names, or the only one that cells have."""
        name = fields.get("property")
        if name is not None:
            return next((each for each in (str(name), f"cell.{name}") if each in self.layout.fields), None)
        cells = [each for each in self.layout.fields if each.startswith("cell.")]
        return cells[0] if len(cells) == 1 else None
