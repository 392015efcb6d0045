"""Plan → layout: which fields the states of a game have, and how each is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.expr import nodes, terms
from interpreter.expr.scope import Local, Property, Scope
from interpreter.expr.substitution import substitute
from interpreter.expr.types import SITE, Maybe, Piece, Site, Type, strip
from interpreter.layout import Layout
from interpreter.position import CHOSEN, SEED
from interpreter.rules.planning import Plan
from interpreter.spec import model


class FieldBuilder:
    """Builds the layout of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.spec = plan.spec
        self.schema = plan.schema
        self.steps = plan.steps
        self.phases = plan.phases

    def layout(self) -> Layout:
        """The layout; cells first, then pieces, zones, variables, and what the engine keeps for itself."""
        schema = self.schema
        letters = (None, *schema.letters)
        layout = Layout(letters)
        count = schema.topology.count
        for board in schema.boards.values():
            for prop in board.cells.values():
                if prop.column not in layout.fields:
                    layout.add_column(prop.column, prop.type, self._highest(prop.type))
        for kind in schema.kinds.values():
            most = self._most_pieces(kind.name)
            if schema.holders(kind.name):
                layout.add_column(kind.at_column, Maybe(Piece(kind.name)), most)
            layout.add_column(kind.site_column, Maybe(SITE), count)
            layout.add_column(kind.zone_column, Maybe(schema.zone_words), len(schema.zone_words.words))
            for prop in kind.properties.values():
                layout.add_column(prop.column, prop.type, self._highest(prop.type))
        for zone in schema.zones.values():
            layout.add(f"zone.{zone.name}", "tuple")
        for variable in schema.variables.values():
            layout.add(variable.name, "value" if variable.per is None else "tuple", variable.type)
        for call in self.plan.seen:
            layout.add(f"history.{self.plan.history_number(call)}", "value")
        for prop in self._remembered():
            layout.add(f"known.{prop.column}", "tuple")
        if any(phase.who == "everyone" for phase in self.phases):
            layout.add(CHOSEN, "value")
        if self.steps.streams:
            layout.add(SEED, "value")
        for stream in self.steps.streams:
            layout.add(f"stream.{stream}", "value")
        self._footprints(layout)
        return layout

    def _highest(self, kind: Type) -> int | None:
        inner = strip(kind)
        if isinstance(inner, Site):
            return self.schema.topology.count
        return self._most_pieces(inner.kind) if isinstance(inner, Piece) else None

    def _most_pieces(self, kind: str) -> int:
        """How many pieces of a kind there can be; a zone without a size may hold any number."""
        schema = self.schema
        most = sum(
            len(schema.topology.boards[name].sites) for board in schema.holders(kind) for name in board.instances
        )
        for zone in schema.zones.values():
            if zone.kind == kind:
                most += zone.count * zone.size if zone.size is not None else 1 << 20
        return most

    def _remembered(self) -> list[Property]:
        found = [prop for board in self.schema.boards.values() for prop in board.cells.values() if prop.remembered]
        return found + [
            prop for kind in self.schema.kinds.values() for prop in kind.properties.values() if prop.remembered
        ]

    def _footprints(self, layout: Layout) -> None:
        for name, entity in self.spec.entities.items():
            if entity.footprint is None:
                continue
            layout.footprints[str(name)] = self._footprint_writer(str(name), entity.footprint)

    def _footprint_writer(self, kind: str, footprint: model.Footprint) -> Callable[[Any, str], tuple[str, str]]:
        piece = terms.Variable(Piece(kind), nodes.Nothing(footprint.columns, 0, 0), "it")
        scope = Scope(self.schema, frozenset(), {"it": Local(piece, "piece", None)})
        columns = self.steps.term(footprint.columns, scope)
        rows = self.steps.term(footprint.rows, scope)

        def write(lowering: Any, number: str) -> tuple[str, str]:
            assert columns is not None and rows is not None
            bound: dict[str, terms.Term] = {"it": terms.Variable(Piece(kind), piece.node, number)}
            return lowering.value(substitute(columns, bound)), lowering.value(substitute(rows, bound))

        return write
