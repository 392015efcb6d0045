"""The numbers of pieces after setup where luck has laid out pieces one by one.

Pieces are numbered as they are created, and a spec says in which order that is: a card face down whose number is 12
would be the queen of clubs. Where pieces were drawn, they are therefore numbered again by where they lie. A shuffle
needs no such thing: it deals the faces and leaves the numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.language import terms
from interpreter.language.types import Listing, Piece, Record, Type, strip
from interpreter.library.steps.chance import Random
from interpreter.library.steps.step import Step
from interpreter.position import HEADER, Data
from interpreter.state.layout import Field

if TYPE_CHECKING:
    from interpreter.program.program import Program


def drawn_kinds(program: Program) -> frozenset[str]:
    """The kinds of which luck draws pieces in setup, if somebody may not know something of them."""
    drawn = {kind for step in program.plan.setup_steps for each in step.all_steps() for kind in _drawn(each)}
    hideable = program.sight.hideable
    kinds = (program.schema.kinds[kind] for kind in drawn)
    return frozenset(kind.name for kind in kinds if any(p.column in hideable for p in kind.properties.values()))


def _drawn(step: Step) -> Iterable[str]:
    items = step.items.type if isinstance(step, Random) else None
    item = strip(items.item) if isinstance(items, Listing) else None
    return (item.kind,) if isinstance(item, Piece) else ()


def numbered_by_place(program: Program, data: Data, kind: str) -> Data:
    """A position in which the pieces of a kind are numbered by where they lie: site by site, then zone by zone."""
    fields, found = program.layout.fields, program.schema.kinds[kind]
    count = len(data[fields[found.site_column].index])
    on_boards = data[fields[found.at_column].index] if found.at_column in fields else ()
    order = dict.fromkeys(piece for piece in on_boards if piece)
    for zone in program.schema.zones.values():
        if zone.kind == kind:
            held = data[fields[terms.column("zone", zone.name)].index]
            order.update(dict.fromkeys(piece for row in (held if zone.per is not None else (held,)) for piece in row))
    order.update(dict.fromkeys(range(1, count)))
    new = dict(zip(order, range(1, count), strict=True)) | {0: 0}
    numbering = Numbering(program, kind, (0, *order), new)
    return (*data[:HEADER], *(numbering.field(each, data[each.index]) for each in fields.values()))


@dataclass(frozen=True, slots=True)
class Numbering:
    """New numbers for the pieces of a kind: `old` has the old number of each new one."""

    program: Program
    kind: str
    old: Sequence[int]
    new: Mapping[int, int]

    def field(self, field: Field, value: Any) -> Any:
        """A field of a position with the new numbers."""
        about = field.name
        if about.role == "zone":
            zone = self.program.schema.zones[about.of]
            held = Listing(Piece(zone.kind), 0)
            return self._value(value, Listing(held, 0) if zone.per is not None else held)
        if about.role == "known":
            of_kind = self.program.layout.fields[about.of].name.of == self.kind
            return tuple(value[piece] if piece < len(value) else 0 for piece in self.old) if of_kind else value
        if about.is_of_pieces and about.of == self.kind:
            value = _like(value, (value[piece] for piece in self.old))
        if field.type is None or field.store == "value":
            return self._value(value, field.type)
        return _like(value, (self._value(item, field.type) for item in value))

    def _value(self, value: Any, kind: Type | None) -> Any:
        inner = strip(kind) if kind is not None else None
        match inner:
            case Piece(kind=self.kind):
                return self.new[value] if value else value
            case Listing(item=item) if value is not None:
                return tuple(self._value(each, item) for each in value)
            case Record(fields=parts) if value is not None:
                return tuple(self._value(each, part) for each, (_, part) in zip(value, parts, strict=True))
        return value


def _like(value: Any, entries: Iterable[Any]) -> Any:
    """Entries stored as those of another column."""
    return bytes(entries) if isinstance(value, bytes) else tuple(entries)
