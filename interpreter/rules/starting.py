"""The state before setup: empty boards, start values, nothing drawn yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.defaults import default_value
from interpreter.expr.types import Type, fits, is_reference, key_count
from interpreter.position import CHOSEN, SEED, to_state
from interpreter.spec import model

if TYPE_CHECKING:
    from interpreter.rules.program import Program

Data = tuple[Any, ...]


class Start:
    """Makes the blank state of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.spec = program.spec
        self.schema = program.schema
        self.layout = program.layout
        self.order = program.order
        self.phases = program.phases
        self.builder = program.builder
        self._cells: dict[tuple[str, int], dict[str, Any]] = {}

    def blank(self) -> Data:
        """The blank state, with seed 0."""
        return (*self._header(), *(self._blank_field(name) for name in self.layout.fields))

    def _header(self) -> tuple[Any, ...]:
        return (self.order[0], 1, 1 if self.phases else 0, None, None, 0)

    def _blank_field(self, name: str) -> Any:
        layout, schema = self.layout, self.schema
        field = layout.fields[name]
        if name.startswith("cell."):
            return self._blank_cells(name)
        if name.startswith("at."):
            return bytes(schema.topology.count + 1) if field.store == "bytes" else (0,) * (schema.topology.count + 1)
        if name.startswith("zone."):
            zone = schema.zones[name[5:]]
            return () if zone.per is None else ((),) * (zone.count + 1)
        if name in schema.variables:
            return self._blank_variable(name)
        if name.startswith("history."):
            return ()
        if name.startswith("known."):
            return (0,) * (schema.topology.count + 1) if name.startswith("known.cell.") else (0,)
        if name == CHOSEN:
            return (None,) * (len(schema.players.words) + 1)
        if name == SEED or name.startswith("stream."):
            return 0
        reference = field.type is not None and is_reference(field.type)
        return b"\0" if field.store == "bytes" else ((0,) if reference else (None,))

    def _blank_cells(self, name: str) -> Any:
        layout, schema = self.layout, self.schema
        field = layout.fields[name]
        values: list[Any] = [layout.encode_value(name, None)] * (schema.topology.count + 1)
        for key in self.spec.boards:
            board = schema.boards[str(key)]
            prop = next((prop for prop, found in board.cells.items() if found.column == name), None)
            for instance in board.instances if prop is not None else ():
                for site in schema.topology.boards[instance].sites:
                    values[site] = layout.encode_value(name, self.cell_starts(str(key), site)[str(prop)])
        return bytes(values) if field.store == "bytes" else tuple(values)

    def cell_starts(self, board: str, site: int) -> dict[str, Any]:
        """The start values of a cell."""
        if (board, site) not in self._cells:
            spec = next(each for name, each in self.spec.boards.items() if str(name) == board)
            found = {}
            for name, declared in (spec.cell or {}).items():
                kind = self.schema.boards[board].cells[str(name)].type
                found[str(name)] = self._start_value(declared, kind, site)
            self._cells[board, site] = found
        return self._cells[board, site]

    def _blank_variable(self, name: str) -> Any:
        variable = self.schema.variables[name]
        spec = next(each for key, each in self.spec.state.items() if str(key) == name)
        value = to_state(self._start_value(spec, variable.type), variable.type)
        if variable.per is None:
            return value
        none = 0 if is_reference(variable.type) else None
        return (none, *([value] * key_count(variable.per)))

    def _start_value(self, declared: model.Variable | model.Property, kind: Type, cell: int | None = None) -> Any:
        """The value of a variable, or of a property of a cell, before setup."""
        if declared.start is None:
            return default_value(kind)
        found, value = self.builder.constant(declared.start, kind, cell)
        return value if fits(found, kind) else default_value(kind)
