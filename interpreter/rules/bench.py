"""A state that is being laid out: pictures of start, levels and tests are put onto it, piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.expr.scope import Schema
from interpreter.layout import Layout
from interpreter.position import HEADER, PieceValue


class Bench:
    """Working copies of all fields of a state."""

    def __init__(self, schema: Schema, layout: Layout, data: tuple[Any, ...]) -> None:
        self.schema = schema
        self.layout = layout
        self.header = list(data[:HEADER])
        self.fields: dict[str, Any] = {}
        for name, field in layout.fields.items():
            value = data[field.index]
            self.fields[name] = list(value) if field.store in ("bytes", "tuple") else value

    def data(self) -> tuple[Any, ...]:
        """The state as it stands."""
        values = []
        for name, field in self.layout.fields.items():
            value = self.fields[name]
            values.append(bytes(value) if field.store == "bytes" else tuple(value) if field.store == "tuple" else value)
        return (*self.header, *values)

    def set(self, column: str, target: int, value: Any) -> None:
        """Set an entry of a column."""
        self.fields[column][target] = self.layout.encode_value(column, value)

    def get(self, column: str, target: int) -> Any:
        """An entry of a column."""
        return self.layout.decode_value(column, self.fields[column][target])

    def create(self, kind: str, values: dict[str, Any]) -> int:
        """A new piece that is nowhere yet."""
        sites, zones = self.fields[f"{kind}.site"], self.fields[f"{kind}.zone"]
        number = next((n for n in range(1, len(sites)) if not sites[n] and not zones[n]), len(sites))
        if number == len(sites):
            sites.append(0)
            zones.append(0)
            for prop in self.schema.kinds[kind].properties.values():
                self.fields[prop.column].append(self.layout.encode_value(prop.column, None))
        for name, value in values.items():
            self.set(self.schema.kinds[kind].properties[name].column, number, value)
        return number

    def put(self, kind: str, number: int, cells: tuple[int, ...]) -> None:
        """Put a piece onto its cells, which are empty."""
        at = self.fields[f"at.{kind}"]
        for cell in cells:
            at[cell] = number
        self.fields[f"{kind}.site"][number] = cells[0]

    def any_piece(self, site: int) -> bool:
        """Whether a piece of any kind covers a site."""
        return any(self.fields[f"at.{kind}"][site] for kind in self.schema.kinds if self.schema.holders(kind))

    def into_zone(self, kind: str, number: int, zone: str, key: int | None) -> None:
        """Put a piece into a zone, behind the others."""
        found = self.schema.zones[zone]
        if key is None:
            self.fields[f"zone.{zone}"].append(number)
            self.fields[f"{kind}.zone"][number] = found.first
        else:
            self.fields[f"zone.{zone}"][key] = (*self.fields[f"zone.{zone}"][key], number)
            self.fields[f"{kind}.zone"][number] = found.first - 1 + key

    def clear_board(self, board: str, instance: str, starts: Callable[[int], dict[str, Any]]) -> None:
        """Take everything from a board; cells get their start values."""
        for site in self.schema.topology.boards[instance].sites:
            for kind in self.schema.boards[board].kinds:
                number = self.fields[f"at.{kind}"][site]
                if number:
                    self.fields[f"at.{kind}"][site] = 0
                    self.fields[f"{kind}.site"][number] = 0
            for name, value in starts(site).items():
                self.set(self.schema.boards[board].cells[name].column, site, value)

    def clear_zone(self, zone: str, key: int | None) -> None:
        """Take every piece from a zone."""
        kind = self.schema.zones[zone].kind
        held = self.fields[f"zone.{zone}"] if key is None else self.fields[f"zone.{zone}"][key]
        for number in held:
            self.fields[f"{kind}.zone"][number] = 0
        self.fields[f"zone.{zone}"] = [] if key is None else self.fields[f"zone.{zone}"]
        if key is not None:
            self.fields[f"zone.{zone}"][key] = ()


def piece(kind: str, number: int) -> PieceValue | None:
    """A piece of the reference evaluator."""
    return PieceValue(kind, number) if number else None
