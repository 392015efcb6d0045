"""A state as machine code stores it: one struct of fixed size, which is copied whole."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from interpreter.language import terms, types
from interpreter.native.ir import NONE
from interpreter.position import PENDING, RESULT, SEED, Data, OnwardWays
from interpreter.state.state import Action
from interpreter.streams import _base

if TYPE_CHECKING:
    from interpreter.native.slots import Slotted
    from interpreter.program.program import Program

Width = Literal["q", "i", "h", "B"]
C_TYPES: dict[Width, str] = {"q": "int64_t", "i": "int32_t", "h": "int16_t", "B": "uint8_t"}
MOST_PIECES = 512
"""Of a kind without a limit there may be so many pieces; more are played in Python."""
LONGEST_LIST = 64
"""A list that the state keeps may have so many items; longer ones are played in Python."""
LARGEST_STATE = 64 * 1024
UNSEEN_CURSOR = -1


class Unsupported(Exception):
    """A feature that machine code does not support yet, in words that finish the sentence ‘it stays in Python because
    …’."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the struct: its name in C, the width of its numbers, and how many there are; None for a single
    one."""

    name: str
    width: Width
    count: int | None

    @property
    def size(self) -> int:
        """How many numbers it contains."""
        return 1 if self.count is None else self.count


@dataclass(frozen=True, slots=True)
class Place:
    """Zones or piles: rows of pieces, and how many are in each."""

    pieces: Member
    lengths: Member
    room: int
    rows: int


def width_of(most: int) -> Width:
    """The narrowest width for numbers from 0 up to the largest."""
    return "B" if most <= 255 else "h" if most < 1 << 15 else "i"


def _is_flat(kind: types.Type | None) -> bool:
    """Whether something is a list of numbers, words, sites or pieces that is never none."""
    if not isinstance(kind, types.Listing) or types.can_be_none(kind.item):
        return False
    return not isinstance(types.strip(kind.item), types.Listing | types.Record | types.Text)


class Structure:
    """The struct of one program, and the conversion of states to it and back."""

    def __init__(self, program: Program, slotted: Slotted) -> None:
        self.program = program
        self.slotted = slotted
        self.slots = slotted.most
        self.schema = program.schema
        self.players = len(program.schema.players.words)
        self.ways: list[OnwardWays] = list(dict.fromkeys(ways for ways, _ in program.steps.continued))
        self.most_fixed = max((len(program.fixed_types(ways)) for ways in self.ways), default=0)
        self.members: dict[str, Member] = {}
        self.places: dict[str, Place] = {}
        self.rooms = {kind: self._room(kind) for kind in self.schema.kinds}
        self._header()
        for field in program.layout.fields.values():
            self._field(field.name)
        for kind, room in self.rooms.items():
            self._member(f".made.{kind}", width_of(room), None)
        if self.size > LARGEST_STATE:
            raise Unsupported(f"a state takes {self.size:,} bytes")

    def _room(self, kind: str) -> int:
        most = self.schema.most_pieces(kind)
        return min(most if most is not None else MOST_PIECES, 4_000)

    def _member(self, column: str, width: Width, count: int | None) -> Member:
        made = Member(f"m{len(self.members)}", width, count)
        self.members[column] = made
        return made

    def _header(self) -> None:
        for name in (".to_move", ".turn", ".phase", ".over", ".end", ".winner", ".won", ".pending", ".may_stop"):
            self._member(name, "q", None)
        self._member(".passes", "q", None)
        self._member(".stamp", "q", None)
        self._member(".fixed", "i", max(1, self.most_fixed))
        if self.schema.pays:
            self._member(".paid", "q", self.players)

    def _field(self, column: terms.Column) -> None:
        field = self.program.layout.fields[column]
        kind = types.strip(field.type) if field.type is not None else None
        if field.code == "letter" or isinstance(kind, types.Text):
            raise Unsupported("it keeps letters or texts")
        sites = self.schema.topology.count + 1
        match column.role:
            case "zone":
                zone = self.schema.zones[column.of]
                room = self.rooms[zone.kind]
                self._place(column, room if zone.size is None else min(room, zone.size), zone.count)
            case "pile":
                most = max(self.schema.room(column.of))
                self._place(column, min(self.rooms[column.of], most), sites)
            case "history":
                self._member(column, "i", None)
            case "known":
                pass  # What players remember decides about views alone; no rule that is played here reads it.
            case "chosen":
                self._member(column, "i", (self.players + 1) * (2 + self.slots))
            case "seed":
                self._member(column, "q", None)
            case "stream":
                self._member(column, "q", None)
                self._member(f".base.{column.of}", "q", None)
            case _:
                self._values(column, sites)

    def _place(self, column: str, room: int, rows: int) -> None:
        pieces = self._member(column, "i", room * rows)
        self.places[column] = Place(pieces, self._member(f"{column}.length", width_of(room), rows), room, rows)

    def _values(self, column: terms.Column, sites: int) -> None:
        field = self.program.layout.fields[column]
        kind = types.strip(field.type) if field.type is not None else None
        if isinstance(kind, types.Listing) and _is_flat(field.type) and field.store == "value":
            self._place(column, min(kind.most, LONGEST_LIST) or LONGEST_LIST, 1)
            return
        if isinstance(kind, types.Listing | types.Record):
            raise Unsupported("it keeps lists of lists, or a list for each of several")
        if field.store == "value":
            self._member(column, "q", None)
            return
        if column.is_of_pieces:
            count = self.rooms[column.of] + 1
        elif column.role == "variable":
            count = len(self.program.blank()[field.index])
        else:
            count = sites
        if field.store == "bytes":
            width: Width = "B"
        elif field.type is not None and types.is_reference(field.type):
            width = "h" if max(self.schema.topology.count, *self.rooms.values(), 256) < 1 << 15 else "i"
        else:
            width = "q"
        self._member(column, width, count)

    @cached_property
    def ordered(self) -> list[tuple[str, Member]]:
        """The members in the order of the struct: the widest first, so that there are no gaps."""
        return sorted(self.members.items(), key=lambda each: "qihB".index(each[1].width))

    @cached_property
    def _format(self) -> struct.Struct:
        packed = "=" + "".join(f"{member.size}{member.width}" for _, member in self.ordered)
        return struct.Struct(packed + f"{-struct.calcsize(packed) % 8}x")

    @property
    def size(self) -> int:
        """The size of a state in bytes."""
        return self._format.size

    @cached_property
    def streams(self) -> list[terms.Column]:
        """The columns of the streams of luck, in order."""
        return [field.name for field in self.program.layout.fields.values() if field.name.role == "stream"]

    def declared(self) -> list[str]:
        """The members in C."""
        return [
            f"{C_TYPES[member.width]} {member.name}{'' if member.count is None else f'[{max(1, member.count)}]'};"
            for _, member in self.ordered
        ]

    # States

    def packed(self, data: Data) -> bytes:
        """A state as the bytes of the struct; its histories are passed separately."""
        values = self._header_values(data)
        for field in self.program.layout.fields.values():
            value, column = data[field.index], field.name
            match column.role:
                case _ if column in self.places:
                    self._pack_place(column, value, values)
                case "known":
                    continue
                case "chosen":
                    values[column] = [slot for each in value for slot in self._chosen(each)]
                case "history":
                    values[column] = [0]
                case "stream":
                    values[column] = [self._cursor(value)]
                    base = _base(data[self.program.layout.fields[SEED].index], column.of)
                    values[f".base.{column.of}"] = [base - (1 << 64) if base >> 63 else base]
                case _ if field.store == "value":
                    values[column] = [NONE if value is None else int(value)]
                case _:
                    values[column] = self._entries(column, value)
        for kind in self.rooms:
            values[f".made.{kind}"] = [len(data[self.program.layout.fields[terms.column("site", kind)].index]) - 1]
        flat: list[int] = []
        for name, member in self.ordered:
            given = values[name]
            if len(given) > member.size:
                raise Unsupported("there are more pieces than it has room for")
            flat += given
            flat += [0] * (member.size - len(given))
        return self._format.pack(*flat)

    def _chosen(self, action: Action | None) -> list[int]:
        """An action that is stored unseen while everyone chooses: whether there is one, and its slots."""
        return [0] * (2 + self.slots) if action is None else [1, *self.slotted.slots_of(action)]

    def _cursor(self, value: Any) -> int:
        if isinstance(value, int):
            return value
        if value is None:
            return UNSEEN_CURSOR
        raise Unsupported("luck follows a script")

    def _header_values(self, data: Data) -> dict[str, list[int]]:
        mover, turn, phase, result, pending, passes = data[:6]
        values = {name: [0] for name in (".over", ".end", ".winner", ".won", ".pending", ".may_stop", ".stamp")}
        values |= {".to_move": [mover], ".turn": [turn], ".phase": [phase or 0], ".passes": [passes], ".fixed": []}
        if self.schema.pays:
            values[".paid"] = []
        if result is not None:
            end, winner, won, payoff = result
            values |= {".over": [1], ".end": [end], ".winner": [winner], ".won": [NONE if won is None else int(won)]}
            if payoff is not None:
                values[".paid"] = list(payoff)
        if pending is not None:
            ways, fixed, may_stop = pending
            values |= {".pending": [self.ways.index(ways) + 1], ".may_stop": [int(may_stop)], ".fixed": list(fixed)}
        return values

    def _pack_place(self, column: terms.Column, value: Any, values: dict[str, list[int]]) -> None:
        place = self.places[column]
        single = column.role == "variable" or (column.role == "zone" and self.schema.zones[column.of].per is None)
        rows = (value,) if single else value[1:] if column.role == "zone" else value
        flat: list[int] = []
        for row in rows:
            if len(row) > place.room:
                raise Unsupported("there are more pieces than it has room for")
            flat += [int(each) for each in row]
            flat += [0] * (place.room - len(row))
        values[column] = flat
        values[f"{column}.length"] = [len(row) for row in rows]

    def _entries(self, column: terms.Column, value: Any) -> list[int]:
        if isinstance(value, bytes):
            return list(value)
        field = self.program.layout.fields[column]
        none = 0 if field.type is not None and types.is_reference(field.type) else NONE
        return [none if each is None else int(each) for each in value]

    def unpacked(self, content: bytes, before: Data) -> Data:
        """The state of a struct. Whatever the struct does not contain, histories and the seed, is taken from the state
        `before`."""
        flat = iter(self._format.unpack(content))
        values = {name: [next(flat) for _ in range(member.size)] for name, member in self.ordered}
        single = {name: found[0] for name, found in values.items() if found}
        found: list[Any] = [single[".to_move"], single[".turn"], single[".phase"], None, None, single[".passes"]]
        if single[".over"]:
            won = None if single[".won"] == NONE else bool(single[".won"])
            paid = tuple(values[".paid"]) if self.schema.pays else None
            found[RESULT] = (single[".end"], single[".winner"], won, paid)
        if single[".pending"]:
            ways = self.ways[single[".pending"] - 1]
            kinds = self.program.fixed_types(ways)
            fixed = tuple(
                bool(value) if isinstance(types.strip(kind), types.Flag) else value
                for value, kind in zip(values[".fixed"], kinds, strict=False)
            )
            found[PENDING] = (ways, fixed, bool(single[".may_stop"]))
        made = {kind: single[f".made.{kind}"] + 1 for kind in self.rooms}
        for field in self.program.layout.fields.values():
            column = field.name
            match column.role:
                case _ if column in self.places:
                    found.append(self._unpack_place(column, values))
                case "history" | "seed" | "known":
                    found.append(before[field.index])
                case "chosen":
                    width = 2 + self.slots
                    rows = [values[column][start : start + width] for start in range(0, len(values[column]), width)]
                    found.append(tuple(self.slotted.action(row[1:]) if row[0] else None for row in rows))
                case "stream":
                    found.append(None if single[column] == UNSEEN_CURSOR else single[column])
                case _ if field.store == "value":
                    found.append(self._plain(single[column], field.type))
                case _:
                    entries = values[column][: made[column.of]] if column.is_of_pieces else values[column]
                    if field.store == "bytes":
                        found.append(bytes(entries))
                    else:
                        found.append(tuple([self._plain(each, field.type) for each in entries]))
        return tuple(found)

    def _plain(self, value: int, kind: types.Type | None) -> Any:
        if value == NONE:
            return None
        return bool(value) if kind is not None and isinstance(types.strip(kind), types.Flag) else value

    def _unpack_place(self, column: terms.Column, values: dict[str, list[int]]) -> Any:
        place, flat = self.places[column], values[column]
        rows = tuple(
            tuple(flat[number * place.room : number * place.room + length])
            for number, length in enumerate(values[f"{column}.length"])
        )
        if column.role == "pile":
            return rows
        if column.role == "variable":
            kind = self.program.layout.fields[column].type
            inner = types.strip(kind.item) if isinstance(kind, types.Listing) else None
            return tuple(map(bool, rows[0])) if isinstance(inner, types.Flag) else rows[0]
        zone = self.schema.zones[column.of]
        return rows[0] if zone.per is None else ((), *rows)
