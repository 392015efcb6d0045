"""New numbers for pieces whose old ones would give something away.

Pieces are numbered as they are created, in an order that the spec reveals: a face-down card whose number is 12 would be
the queen of clubs. If setup draws pieces, they are therefore renumbered by where they lie. A shuffle needs no such
thing: it deals the faces and leaves the numbers.

A piece keeps its number while it is in play, so a card that is played could be traced to the hand that it was dealt to.
In views, pieces that can lie unseen are therefore renumbered at every position by what the viewer knows of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import eq
from typing import TYPE_CHECKING, Any

from interpreter.language import terms
from interpreter.language.types import Listing, Piece, Record, Type, strip
from interpreter.library.steps.chance import Random
from interpreter.library.steps.step import Step
from interpreter.position import CHOSEN, PENDING, Data
from interpreter.state.layout import Field
from interpreter.state.state import Action

if TYPE_CHECKING:
    from interpreter.program.program import Program


def drawn_kinds(program: Program) -> frozenset[str]:
    """The kinds whose pieces luck draws in setup, if somebody may not know something about them."""
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
    order = dict.fromkeys(_on_sites(program, data, kind))
    for zone in program.schema.zones.values():
        if zone.kind == kind:
            held = data[fields[terms.column("zone", zone.name)].index]
            order.update(dict.fromkeys(piece for row in (held if zone.per is not None else (held,)) for piece in row))
    order.update(dict.fromkeys(range(1, count)))
    return Numbering.of(program, kind, [0, *order]).position(data)


def _on_sites(program: Program, data: Data, kind: str) -> list[int]:
    """The pieces of a kind on boards, site by site, the lowest first."""
    fields, found = program.layout.fields, program.schema.kinds[kind]
    if found.pile_column in fields:
        return [piece for pile in data[fields[found.pile_column].index] for piece in pile]
    return [piece for piece in data[fields[found.at_column].index] if piece] if found.at_column in fields else []


def numbered_for(program: Program, data: Data, viewer: int, kind: str) -> Numbering:
    """The numbers of pieces in a player's views: by site, then zone by zone; where the player sees no order, by what is
    known of each piece. `data` is a position without what the player may not know."""
    fields, found = program.layout.fields, program.schema.kinds[kind]
    sites, zones = data[fields[found.site_column].index], data[fields[found.zone_column].index]
    order = list(dict.fromkeys(_on_sites(program, data, kind)))
    for zone in program.schema.zones.values():
        if zone.kind == kind:
            held = data[fields[terms.column("zone", zone.name)].index]
            for number, row in enumerate(held if zone.per is not None else (held,)):
                in_order = zone.seen_by == "all" or (zone.seen_by == "owner" and number == viewer)
                order += row if in_order else _by_knowledge(program, data, kind, row)
    order += _by_knowledge(program, data, kind, [n for n in range(1, len(sites)) if not sites[n] and not zones[n]])
    return Numbering.of(program, kind, [0, *order])


def _by_knowledge(program: Program, data: Data, kind: str, pieces: Sequence[int]) -> list[int]:
    """Pieces ordered by what a position says about them: properties, who remembers them, what names them. Pieces that
    cannot be told apart keep their order."""
    if len(pieces) < 2:
        return list(pieces)
    holding, columns = _about(program, kind)
    named: dict[int, int] = {}
    for field in holding:
        for piece in _pieces_in(data[field.index], field, kind):
            named.setdefault(piece, len(named))
    entries = [data[field.index] for field in columns]
    known = {
        piece: (named.get(piece), *(column[piece] if piece < len(column) else 0 for column in entries))
        for piece in pieces
    }
    return sorted(pieces, key=lambda piece: repr(known[piece])) if len(set(known.values())) > 1 else list(pieces)


@lru_cache(maxsize=256)
def _about(program: Program, kind: str) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """The fields, other than places, that may name pieces of a kind; and those that say something about each of
    them."""
    fields = program.layout.fields
    holding, columns = list[Field](), list[Field]()
    for field in fields.values():
        about = field.name
        of_kind = about.of == kind or (about.role == "known" and fields[about.of].name.of == kind)
        if field.type is not None and about.role not in ("at", "zone") and _names(field.type, kind):
            holding.append(field)
        elif about.role in ("piece", "known") and of_kind:
            columns.append(field)
    return tuple(holding), tuple(columns)


def _names(kind: Type, wanted: str) -> bool:
    """Whether a value of a type may name pieces of a kind."""
    match strip(kind):
        case Piece(kind=found):
            return found == wanted
        case Listing(item=item):
            return _names(item, wanted)
        case Record(fields=parts):
            return any(_names(part, wanted) for _, part in parts)
    return False


def _pieces_in(value: Any, field: Field, kind: str) -> Iterable[int]:
    """The pieces of a kind that a field names, in order."""
    found = list[int]()

    def look(each: Any, inner: Type) -> None:
        match strip(inner):
            case Piece(kind=named) if named == kind and each:
                found.append(each)
            case Listing(item=item) if each is not None:
                for part in each:
                    look(part, item)
            case Record(fields=parts) if each is not None:
                for part, (_, part_type) in zip(each, parts, strict=True):
                    look(part, part_type)

    assert field.type is not None
    for each in (value,) if field.store == "value" else value:
        look(each, field.type)
    return found


@dataclass(frozen=True, slots=True)
class Numbering:
    """New numbers for the pieces of a kind: `old` holds the old number of each new one."""

    program: Program
    kind: str
    old: Sequence[int]
    new: Mapping[int, int]

    @classmethod
    def of(cls, program: Program, kind: str, old: Sequence[int]) -> Numbering:
        """The numbering that lists pieces in an order, which begins with 0 for none."""
        return cls(program, kind, old, dict(zip(old, range(len(old)), strict=True)))

    def touches(self, kind: Type) -> bool:
        """Whether a value of a type may contain numbers of these pieces."""
        return _names(kind, self.kind)

    @property
    def back(self) -> Numbering:
        """The numbering that restores the pieces' old numbers."""
        news = [self.new[piece] for piece in range(len(self.old))]
        return Numbering(self.program, self.kind, news, dict(enumerate(self.old)))

    def position(self, data: Data) -> Data:
        """A position with the new numbers."""
        if all(map(eq, self.old, range(len(self.old)))):
            return data
        found = list(data)
        for field in _touched(self.program, self.kind):
            found[field.index] = self.field(field, data[field.index])
        if data[PENDING] is not None:
            ways, values, may_stop = data[PENDING]
            kinds = self.program.fixed_types(ways)
            found[PENDING] = (ways, tuple(map(self.value, values, kinds)), may_stop)
        chosen = self.program.layout.fields.get(CHOSEN)
        if chosen is not None:
            found[chosen.index] = tuple(self.action(each) if each else each for each in data[chosen.index])
        return tuple(found)

    def action(self, action: Action) -> Action:
        """An action with the new numbers. Values that may be chosen in any order are sorted by number."""
        plan = self.program.plans.get(action[0])
        if plan is None:
            return action
        values = []
        for value, choice in zip(action[1:], plan.choices, strict=True):
            renamed = self.value(value, choice.variable.type)
            values.append(tuple(sorted(renamed)) if choice.form == "some" and renamed != value else renamed)
        return (action[0], *values)

    def field(self, field: Field, value: Any) -> Any:
        """A field of a position with the new numbers."""
        about = field.name
        new = self.new.__getitem__
        if about.role == "zone":
            zone = self.program.schema.zones[about.of]
            if zone.kind != self.kind:
                return value
            return tuple(map(new, value)) if zone.per is None else tuple(tuple(map(new, held)) for held in value)
        if about.role == "pile":
            return tuple(tuple(map(new, pile)) for pile in value) if about.of == self.kind else value
        if about.role == "known":
            of_kind = self.program.layout.fields[about.of].name.of == self.kind
            return tuple(value[piece] if piece < len(value) else 0 for piece in self.old) if of_kind else value
        if about.is_of_pieces and about.of == self.kind:
            value = _like(value, map(value.__getitem__, self.old))
        if field.type is None or not _names(field.type, self.kind):
            return value
        if field.store == "value":
            return self.value(value, field.type)
        if isinstance(strip(field.type), Piece):
            return _like(value, [self.new.get(each, each) for each in value])
        return _like(value, (self.value(item, field.type) for item in value))

    def value(self, value: Any, kind: Type | None) -> Any:
        """A value of a type with the new numbers. A number that belongs to no piece stays as it is."""
        inner = strip(kind) if kind is not None else None
        match inner:
            case Piece(kind=self.kind):
                return self.new.get(value, value)
            case Listing(item=item) if value is not None:
                return tuple(self.value(each, item) for each in value)
            case Record(fields=parts) if value is not None:
                return tuple(self.value(each, part) for each, (_, part) in zip(value, parts, strict=True))
        return value


@lru_cache(maxsize=256)
def _touched(program: Program, kind: str) -> tuple[Field, ...]:
    """The fields that contain numbers of pieces of a kind, or have an entry for each of them."""
    fields, zones = program.layout.fields, program.schema.zones
    return tuple(
        field
        for field in fields.values()
        if (field.name.is_of_pieces and field.name.of == kind)
        or (field.name.role == "zone" and zones[field.name.of].kind == kind)
        or (field.name.role == "pile" and field.name.of == kind)
        or (field.name.role == "known" and fields[field.name.of].name.of == kind)
        or (field.type is not None and _names(field.type, kind))
    )


def _like(value: Any, entries: Iterable[Any]) -> Any:
    """Entries stored as those of another column."""
    return bytes(entries) if isinstance(value, bytes) else tuple(entries)
