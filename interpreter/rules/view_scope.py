"""The names available to the expressions of a view: the draft, what is left of help, and the fields of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from interpreter.language import nodes, terms, types
from interpreter.language.scope import VIEW, Local, Scope
from interpreter.state.state import BUILT_IN

if TYPE_CHECKING:
    from interpreter.program.program import Program

BUILT_IN_FIELDS: dict[str, types.Type] = {
    "piece": types.UNKNOWN,
    "site": types.Maybe(types.SITE),
    "source": types.Maybe(types.SITE),
    "target": types.Maybe(types.SITE),
    "first": types.SITE,
    "second": types.SITE,
    "count": types.NUMBER,
    "wave": types.NUMBER,
    "sites": types.Listing(types.SITE, 1000),
    "sources": types.Listing(types.SITE, 1000),
    "targets": types.Listing(types.SITE, 1000),
    "board": types.TEXT,
    "name": types.TEXT,
    "kind": types.TEXT,
}


def view_scope(
    program: Program, it: types.Type | None = None, more: Mapping[str, types.Type] | None = None, standing: bool = False
) -> Scope:
    """The scope of view, where the draft and what is left of help are known. A piece that is `standing` has a site."""
    drafts = tuple(
        (name, types.Record(tuple((key, _drafted(kind)) for key, kind in choices)))
        for name, choices in program.schema.actions.items()
    )
    left = tuple((f"{word}_left", types.maybe(types.NUMBER)) for word in ("undo", "hints", "lives"))
    known = {"draft": types.Record(drafts), "assist": types.Record(left)}
    node = nodes.Nothing(program.spec.game, 0, 0)
    added = {**({"it": it} if it is not None else {}), **(more or {})}
    names = {name: Local(terms.Variable(kind, node, name), "name", None) for name, kind in added.items()}
    places = {f"=it.{it.kind}.site"} if standing and isinstance(it, types.Piece) else set[str]()
    return Scope(program.schema, VIEW, names, frozenset(places), place="view", parts=known)


def event_type(program: Program, name: str) -> types.Record:
    """The fields of an event and their types."""
    if name in program.steps.events:
        return types.Record(program.steps.events[name])
    schema = program.schema
    kinds = {
        **BUILT_IN_FIELDS,
        "player": schema.players,
        "zone": types.Maybe(schema.zone_words),
        "fall": types.Maybe(schema.directions),
    }
    return types.Record(tuple((field, kinds.get(field, types.UNKNOWN)) for field in BUILT_IN.get(name, ())))


def event_names(program: Program) -> list[str]:
    """Every event that can happen."""
    return [*program.steps.events, *BUILT_IN]


def _drafted(kind: types.Type) -> types.Type:
    """A choice that may not have been made yet: a list is then empty, and anything else is none."""
    return kind if isinstance(kind, types.Listing) else types.maybe(kind)


def written_texts(term: terms.Term) -> Iterator[str]:
    """The texts that an expression may give, as far as they are written in the spec: alone, in branches, in tables."""
    match term:
        case terms.Constant() if isinstance(term.value, str):
            yield term.value
        case terms.Choice():
            yield from written_texts(term.value)
            yield from written_texts(term.other)
        case terms.Let():
            yield from written_texts(term.body)
        case terms.TableItem():
            yield from _texts_in(term.table)


def _texts_in(table: Mapping[Any, Any]) -> Iterator[str]:
    """The texts of a table, and of the tables in it."""
    for value in table.values():
        if isinstance(value, Mapping):
            yield from _texts_in(value)
        elif isinstance(value, str):
            yield value
