"""What the expressions of a view may name: what is half chosen, what is left of help, and events with their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.events import BUILT_IN
from interpreter.expr import nodes, terms
from interpreter.expr.scope import VIEW, Local, Scope
from interpreter.expr.types import NUMBER, SITE, TEXT, UNKNOWN, Listing, Maybe, Piece, Record, Type, maybe

if TYPE_CHECKING:
    from interpreter.rules.program import Program

BUILT_IN_FIELDS: dict[str, Type] = {
    "piece": UNKNOWN,
    "site": Maybe(SITE),
    "source": Maybe(SITE),
    "target": Maybe(SITE),
    "first": SITE,
    "second": SITE,
    "count": NUMBER,
    "wave": NUMBER,
    "sites": Listing(SITE, 1000),
    "sources": Listing(SITE, 1000),
    "targets": Listing(SITE, 1000),
    "board": TEXT,
    "name": TEXT,
    "kind": TEXT,
}


def view_scope(
    program: Program, it: Type | None = None, more: Mapping[str, Type] | None = None, standing: bool = False
) -> Scope:
    """The scope of view: the draft and what is left of help are known there. A piece that is `standing` has a site."""
    drafts = tuple(
        (name, Record(tuple((key, _drafted(kind)) for key, kind in choices)))
        for name, choices in program.schema.actions.items()
    )
    left = tuple((f"{word}_left", maybe(NUMBER)) for word in ("undo", "hints", "lives"))
    known = {"draft": Record(drafts), "assist": Record(left)}
    node = nodes.Nothing(program.spec.game, 0, 0)
    added = {**({"it": it} if it is not None else {}), **(more or {})}
    names = {name: Local(terms.Variable(kind, node, name), "name", None) for name, kind in added.items()}
    places = {f"=it.{it.kind}.site"} if standing and isinstance(it, Piece) else set[str]()
    return Scope(program.schema, VIEW, names, frozenset(places), place="view", parts=known)


def event_type(program: Program, name: str) -> Record:
    """The fields of an event and their types."""
    if name in program.steps.events:
        return Record(program.steps.events[name])
    kinds = {**BUILT_IN_FIELDS, "player": program.schema.players, "zone": Maybe(program.schema.zone_words)}
    return Record(tuple((field, kinds.get(field, UNKNOWN)) for field in BUILT_IN.get(name, ())))


def event_names(program: Program) -> list[str]:
    """Every event that can happen."""
    return [*program.steps.events, *BUILT_IN]


def _drafted(kind: Type) -> Type:
    """A choice that may not have been made yet: a list is empty then, anything else is none."""
    return kind if isinstance(kind, Listing) else maybe(kind)
