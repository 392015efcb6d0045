"""The words of a test: as they are written, with their places, and as reports name values, sites and pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from interpreter import BadAction, State
from interpreter.expressions import SITE, Letter, Listing, Piece, Record, Text, Type, extents, strip
from interpreter.position import PieceValue
from interpreter.program import Notation, Program
from interpreter.spec.nodes import Node, Scalar, Span
from runtime.acceptance.ground import Ground
from runtime.draft import Spot

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word and where it stands."""

    text: str
    span: Span


def words_of(text: Scalar) -> list[Word]:
    """The words of a text that are parted by blanks."""
    return [Word(found[0], text.part(found.start(), found.end())) for found in _WORD.finditer(text)]


MOST_LISTED = 12
"""Of a longer list the rest is not told: nobody counts so many."""


def described(program: Program, data: tuple[Any, ...], value: Any, kind: Type) -> str:
    """A value of the reference evaluator in words."""
    inner = strip(kind)
    if value is None:
        return "none"
    if isinstance(inner, Listing):
        items = list(value)
        shown = [described(program, data, item, inner.item) for item in items[:MOST_LISTED]]
        if len(items) > MOST_LISTED:
            shown.append(f"… {len(items)} in all")
        return ", ".join(shown) or "nothing"
    if isinstance(inner, Record):
        parts = zip(value, inner.fields, strict=True)
        return ", ".join(f"{name} {described(program, data, part, field)}" for part, (name, field) in parts)
    if isinstance(inner, Text | Letter):
        return f"'{value}'"
    if isinstance(value, PieceValue):
        return f"{value.kind} {Notation(program).value_text(data, value.number, inner)}"
    return Notation(program).value_text(data, value, inner)


def spot_name(state: State, spot: Spot) -> str:
    """A site by its name, a piece by where it stands or by its symbol."""
    if isinstance(spot, PieceValue):
        return Notation(state.program).value_text(state.data, spot.number, Piece(spot.kind))
    return str(state.program.schema.topology.names[spot])


def sites_listed(ground: Ground, node: Node, what: str) -> frozenset[int] | None:
    """The sites that a test lists for what it asks, `none` for no site; None after a report."""
    notation, sites = Notation(ground.program), set[int]()
    for scalar in [node] if isinstance(node, Scalar) else node:
        for word in words_of(scalar) if isinstance(scalar, Scalar) and scalar != "none" else []:
            try:
                sites.add(notation.value((), word.text, SITE, what, []))
            except BadAction as problem:
                message, _, help = str(problem).partition(". ")
                help = help or extents(ground.program.schema.topology)
                ground.diagnostics.error("bad-site", word.span, f"{message.rstrip('.')}.", help)
                return None
    return frozenset(sites)


def site_names(state: State, sites: frozenset[int]) -> str:
    """Sites by their names."""
    notation = Notation(state.program)
    return ", ".join(notation.value_text(state.data, site, SITE) for site in sorted(sites)) or "none"
