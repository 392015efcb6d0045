"""What a player may know: the single filter between the state and screens, logs, hints and bots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.language import nodes, terms
from interpreter.language.scope import Local, Property, Scope
from interpreter.language.terms import column
from interpreter.language.types import SITE, Piece, first_key
from interpreter.position import CHOSEN
from interpreter.spec import model

if TYPE_CHECKING:
    from interpreter.program.program import Program
    from interpreter.program.writer import Writer

Data = tuple[Any, ...]

UNSEEN = "?"
"""What a history keeps of an entry that not everybody sees."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A property that not everybody may know."""

    prop: Property
    kind: str | None
    rule: str
    term: terms.Term | None
    name: str


class Sight:
    """What players see in the states of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.schema = program.schema
        self.hidden: dict[str, Hidden] = {}
        self.zones = {zone.kind for zone in self.schema.zones.values() if zone.seen_by != "all"}
        self.hidden_kinds: dict[str, str] = {
            field.name: field.name.of
            for field in program.layout.fields.values()
            if field.name.is_of_pieces and field.name.of in self.zones
        }
        for name, board in program.spec.all_boards().items():
            for key, declared in (board.cell or {}).items():
                self._add(self.schema.boards[str(name)].cells[str(key)], None, declared)
        for name, entity in program.spec.entities.items():
            for key, declared in entity.properties.items():
                self._add(self.schema.kinds[str(name)].properties[str(key)], str(name), declared)

    @property
    def hides(self) -> bool:
        """Whether anything in this game is hidden from anybody."""
        return bool(self.hidden) or bool(self.zones) or CHOSEN in self.program.layout.fields

    @cached_property
    def hideable(self) -> frozenset[str]:
        """The columns that somebody may not know."""
        kinds = (self.schema.kinds[kind] for kind in self.zones)
        return frozenset(self.hidden) | {prop.column for kind in kinds for prop in kind.properties.values()}

    def _add(self, prop: Property, kind: str | None, declared: model.Property) -> None:
        if declared.seen_if is not None:
            node = self.program.steps.parse(declared.seen_if, "expression")
            if node is None:
                return
            name = f"seen_{len(self.hidden)}"
            variable = terms.Variable(
                Piece(kind) if kind is not None else SITE, nodes.Nothing(declared.seen_if, 0, 0), "it_"
            )
            scope = Scope(
                self.schema,
                frozenset({"me", "opponent", "to_move", "over", "turn_number", "phase"}),
                {"it": Local(variable, "piece", None)},
            )
            self.hidden[prop.column] = Hidden(prop, kind, "if", self.program.checker.condition(node, scope), name)
        elif declared.seen_by is not None and str(declared.seen_by) != "all":
            self.hidden[prop.column] = Hidden(prop, kind, str(declared.seen_by), None, "")

    def write(self, writer: Writer) -> None:
        """Write a function for each condition about sight."""
        for hidden in self.hidden.values():
            if hidden.term is not None:
                lowering = writer.start()
                lowering.code.line(f"return bool({lowering.condition(hidden.term)})")
                writer.finish(f"def {hidden.name}(data, me, it_):", lowering)

    # Asking

    def sees(self, data: Data, viewer: int, column: str, target: int) -> bool:
        """Whether a player sees an entry of a column now."""
        kind = self.hidden_kinds.get(column)
        if kind is not None and not self._sees_piece(data, viewer, kind, target):
            return False
        hidden = self.hidden.get(column)
        if hidden is None:
            return True
        if hidden.rule == "nobody":
            return False
        if hidden.rule == "owner":
            return self._owner(data, hidden, target) == viewer
        return bool(self.program.functions[hidden.name](data, viewer, target))

    def _owner(self, data: Data, hidden: Hidden, target: int) -> int:
        fields = self.program.layout.fields
        if hidden.kind is not None:
            field = fields.get(f"{hidden.kind}.owner")
            return int(data[field.index][target]) if field is not None else 0
        board = self.schema.topology.board_at(target)
        for each in self.schema.boards.values():
            if board is not None and board.name in each.instances and each.per == self.schema.players:
                return each.instances.index(board.name) + 1
        field = fields.get("cell.owner")
        return int(data[field.index][target]) if field is not None else 0

    def _sees_piece(self, data: Data, viewer: int, kind: str, piece: int) -> bool:
        """Whether a player sees a piece: in a hidden zone nobody does, or only the owner of the zone."""
        if kind not in self.zones:
            return True
        index, zones = self._zones[kind]
        number = data[index][piece]
        for first, last, owned in zones:
            if first <= number < last:
                return owned and number - first + 1 == viewer
        return True

    @cached_property
    def _zones(self) -> dict[str, tuple[int, list[tuple[int, int, bool]]]]:
        """By kind: the field that says where its pieces are, and the numbers of the zones that are hidden, each with
        whether its owner sees it."""
        fields, found = self.program.layout.fields, dict[str, tuple[int, list[tuple[int, int, bool]]]]()
        for kind in self.zones:
            hidden = [zone for zone in self.schema.zones.values() if zone.kind == kind and zone.seen_by != "all"]
            spans = [(zone.first, zone.first + zone.count, zone.seen_by == "owner") for zone in hidden]
            found[kind] = fields[self.schema.kinds[kind].zone_column].index, spans
        return found

    def known(self, data: Data, viewer: int, column: str, target: int) -> bool:
        """Whether a player sees an entry now or remembers it."""
        if not target or self.sees(data, viewer, column, target):
            return True
        field = self.program.layout.fields.get(f"known.{column}")
        return field is not None and target < len(data[field.index]) and bool(data[field.index][target] >> viewer & 1)

    def remember(self, data: Data) -> Data:
        """Add what every player sees to what they remember."""
        fields = self.program.layout.fields
        values = list(data)
        for field in fields.values():
            if field.name.role != "known":
                continue
            column = field.name.of
            size = len(data[fields[column].index])
            masks = [*data[field.index], *([0] * (size - len(data[field.index])))]
            for target in range(1, size):
                for viewer in range(1, len(self.schema.players.words) + 1):
                    if self.sees(data, viewer, column, target):
                        masks[target] |= 1 << viewer
            values[field.index] = tuple(masks)
        return tuple(values)

    # What `seen_before` compares: positions as everybody sees them

    def _open(self, data: Data, column: str, target: int) -> Any:
        """An entry of a column if everybody sees it."""
        if column in self.hideable:
            players = range(1, len(self.schema.players.words) + 1)
            if not all(self.sees(data, viewer, column, target) for viewer in players):
                return UNSEEN
        return data[self.program.layout.fields[column].index][target]

    def kept_board(self, data: Data, name: str, key: int | None) -> Data:
        """What everybody sees of a board, or of one of several: each cell, and each piece without its number."""
        board, fields = self.schema.boards[name], self.program.layout.fields
        instance = board.instances[0 if key is None else key - first_key(board.per)]
        sites = self.schema.topology.boards[instance].sites
        cells = (tuple(self._open(data, prop.column, site) for site in sites) for prop in board.cells.values())
        pieces: list[Data] = []
        for kind in (self.schema.kinds[kind] for kind in board.kinds):
            if board.pile > 1:
                piles = (data[fields[kind.pile_column].index][site] for site in sites)
                pieces.append(tuple(tuple(self._face(data, kind.name, piece) for piece in pile) for pile in piles))
            else:
                at = data[fields[kind.at_column].index]
                pieces.append(tuple(self._face(data, kind.name, at[site]) if at[site] else 0 for site in sites))
        return (*cells, *pieces)

    def kept_zone(self, data: Data, name: str, key: int | None) -> Data:
        """What everybody sees of a zone, or of one of several: its pieces, in order if the rules ask for it."""
        zone = self.schema.zones[name]
        held = data[self.program.layout.fields[column("zone", name)].index]
        pieces = held if key is None else held[key - first_key(zone.per) + 1]
        faces = [self._face(data, zone.kind, piece) for piece in pieces]
        # Faces hold values of several types, which only their texts compare.
        return tuple(faces if name in self.program.plan.ordered_zones else sorted(faces, key=repr))

    def kept_pieces(self, data: Data, kind: str, pieces: Iterable[int]) -> Data:
        """What everybody sees of pieces: where each is, unless it lies among others that somebody does not see, and its
        face."""
        found, fields = self.schema.kinds[kind], self.program.layout.fields
        sites, zones = (data[fields[each].index] for each in (found.site_column, found.zone_column))
        players = range(1, len(self.schema.players.words) + 1)
        kept = []
        for piece in pieces:
            in_sight = all(self._sees_piece(data, viewer, kind, piece) for viewer in players)
            place = (sites[piece], zones[piece]) if in_sight else (UNSEEN,)
            kept.append((*place, *self._face(data, kind, piece)) if piece else ())
        return tuple(kept)

    def _face(self, data: Data, kind: str, piece: int) -> Data:
        properties = self.schema.kinds[kind].properties.values()
        return tuple(self._open(data, prop.column, piece) for prop in properties)
