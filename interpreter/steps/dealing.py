"""The step that deals pieces from a zone: deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.advice.values import remedy
from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Schema, Scope
from interpreter.expr.types import (
    ANY_ZONE,
    NUMBER,
    Listing,
    Piece,
    Site,
    Unknown,
    ZonePieces,
    named,
)
from interpreter.layout import Layout
from interpreter.registry import step
from interpreter.spec import steps as arguments
from interpreter.steps.base import Step, StepChecker
from interpreter.steps.placing import emit_arrive_site, emit_arrive_zone, emit_leave, whereabouts, zone_reference


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Step):
    """Moves pieces from a zone, from its first on, until the target is full."""

    kind: str
    source: terms.Term
    to: terms.Term
    up_to: terms.Term | None

    def writes(self, schema: Schema) -> set[str]:
        return whereabouts(schema, self.kind)

    def terms(self) -> Iterator[terms.Term]:
        yield self.source
        yield self.to
        if self.up_to is not None:
            yield self.up_to

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code = lowering.code
        source, index, _ = zone_reference(lowering, self.source)
        held = f"{source}[{index}]" if index else source
        piece, count = code.fresh("p"), code.fresh("n")
        code.line(f"{count} = 0")
        if isinstance(self.to, terms.ZoneTerm):
            zone = zone_reference(lowering, self.to)
            target = f"{zone[0]}[{zone[1]}]" if zone[1] else zone[0]
            size = lowering.schema.zones[self.to.zone].size
            limits = [str(size)] if size is not None else []
            if self.up_to is not None:
                limits.append(lowering.temporary(lowering.value(self.up_to)))
            limit = limits[0] if len(limits) == 1 else f"min({', '.join(limits)})"
            with code.block(f"for {piece} in tuple({held}):"):
                if limits:
                    code.line(f"if len({target}) >= {limit}: break")
                emit_leave(lowering, self.kind, piece, layout)
                emit_arrive_zone(lowering, self.kind, piece, zone, None)
                code.line(f"{count} += 1")
            self.tell(lowering, layout, "dealt", zone=zone[2], count=count)
            return
        place = code.fresh("s")
        at = [lowering.column(f"at.{other}") for other in lowering.schema.kinds if lowering.schema.holders(other)]
        taken = " or ".join(f"{column}[{place}]" for column in at)
        targets = lowering.temporary(f"tuple({lowering.value(self.to)})", "l")
        most = None
        if self.up_to is not None:
            there = f"sum([1 for {place} in {targets} if {taken}])"
            most = lowering.temporary(f"{lowering.value(self.up_to)} - {there}")
        with code.block(f"for {place} in {targets}:"):
            code.line(f"if not {held}{f' or {count} >= {most}' if most else ''}: break")
            code.line(f"if {taken}: continue")
            code.line(f"{piece} = {held}[0]")
            emit_leave(lowering, self.kind, piece, layout)
            emit_arrive_site(lowering, self.kind, piece, place, layout)
            code.line(f"{count} += 1")
        self.tell(lowering, layout, "dealt", zone="0", count=count)

    def changes(self, layout: Layout, schema: Schema, fields: Mapping[str, str]) -> Iterator[str]:
        # From zone to zone nothing on a board changes.
        boards = {f"at.{self.kind}", f"{self.kind}.site"} if isinstance(self.to, terms.ZoneTerm) else set()
        return (layout.change(name) for name in sorted(self.writes(schema) - boards))


@step("deal")
def check_deal(steps: StepChecker, given: arguments.Deal, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the zone that gives and what takes."""
    source, to = steps.term(given.deal, scope), steps.term(given.to, scope)
    up_to = steps.term(given.up_to, scope, NUMBER) if given.up_to is not None else None
    if source is None or to is None or isinstance(source.type, Unknown) or isinstance(to.type, Unknown):
        return None, scope
    if not isinstance(source.type, ZonePieces) or not isinstance(source.type.item, Piece):
        steps.error(
            "wrong-type",
            given.deal.span,
            f"deal needs a zone, this is {named(source.type)}.",
            remedy(source, ANY_ZONE, scope),
        )
        return None, scope
    kind = source.type.item.kind
    if up_to is not None and not steps.checker.require_fit(up_to, NUMBER, "up_to", scope):
        return None, scope
    good_zone = isinstance(to.type, ZonePieces) and to.type.item == source.type.item
    good_sites = isinstance(to.type, Listing) and isinstance(to.type.item, Site) and bool(steps.schema.holders(kind))
    if not good_zone and not good_sites:
        steps.error(
            "wrong-type",
            given.to.span,
            f"to needs a zone, a board or sites that take {kind}, this is {named(to.type)}.",
            remedy(to, ZonePieces(source.type.item, 0, ""), scope),
        )
        return None, scope
    return Deal(given.span, kind, source, to, up_to), scope
