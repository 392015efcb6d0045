"""Pieces that cover several cells: which cells they cover, starting from each site, for every size that they can
have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language import terms, types
from interpreter.native import ir
from interpreter.native.ir import Binary, Expr, Items, Lit
from interpreter.native.structure import Unsupported

if TYPE_CHECKING:
    from interpreter.native.lowering import Lowering

LARGEST = 10
"""The longest side of a piece that machine code plays with."""


def cells(lowering: Lowering, kind: str, piece: Expr, place: Expr) -> tuple[Expr, Items]:
    """Whether a piece stays on its board, starting from a site, and the cells that it covers there."""
    topology, sites = lowering.topology, lowering.topology.count + 1
    if not lowering.schema.kinds[kind].covers_many:
        rows = lowering.tables.of_rows([[site] if site else [] for site in range(sites)])
        return ir.ONE, ir.Row(rows, place)
    columns, high = (_side(lowering, term, piece) for term in lowering.program.footprint(kind) or ())
    found: list[tuple[int, ...]] = []
    for wide in range(LARGEST + 1):
        for tall in range(LARGEST + 1):
            for site in range(sites):
                block = topology.block(site, wide, tall) if site and wide and tall else None
                found.append(tuple(block or ()))
    key = ir.plus(Binary("*", columns, Lit((LARGEST + 1) * sites)), Binary("*", high, Lit(sites)))
    row = ir.Row(lowering.tables.of_rows(found), lowering.temporary(ir.plus(key, place)))
    return Binary(">", ir.LengthOf(row), ir.ZERO), row


def _side(lowering: Lowering, term: terms.Term, piece: Expr) -> Expr:
    kind = types.strip(term.type)
    if isinstance(term, terms.Constant):
        low, high = term.value, term.value
    else:
        low, high = (kind.low, kind.high) if isinstance(kind, types.Number) else (None, None)
    if low is None or high is None or low < 0 or high > LARGEST:
        raise Unsupported("pieces of it may be very large")
    name = lowering.fresh("p")
    lowering.assign(name, piece)
    own = next((part for part in terms.walk(term) if isinstance(part, terms.Variable)), None)
    if own is not None:
        term = terms.substitute(term, {own.name: terms.Variable(own.type, own.node, name)})
    return lowering.temporary(lowering.value(term))
