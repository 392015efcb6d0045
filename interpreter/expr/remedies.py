"""What to write where a value of one type stands and another is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from interpreter.expr import nodes, terms
from interpreter.expr.scope import Board, Scope, Zone
from interpreter.expr.types import (
    NUMBER,
    SITE,
    UNKNOWN,
    BoardSites,
    Flag,
    Letter,
    Listing,
    Maybe,
    Nothing,
    Number,
    Piece,
    Record,
    Site,
    Table,
    Text,
    Type,
    Unknown,
    Words,
    ZonePieces,
    can_be_none,
    fits,
    maybe,
    strip,
)
from interpreter.spec.suggest import either

ANY_BOARD = BoardSites(SITE, 0, "")
ANY_ZONE = ZonePieces(UNKNOWN, 0, "")
# A longer expression is not repeated in full.
_LONGEST_SOURCE = 48
_MOST_NAMES = 4
_MOST_WORDS = 8
_MOST_KEYS = 100


def remedy(term: terms.Term, wanted: Type, scope: Scope, used: nodes.Node | None = None) -> str:
    """What to write instead of a term where a value of the wanted type belongs; `used` is where it stands."""
    source = shortened((used or term.node).source)
    found = list(dict.fromkeys(_conversions(source, term, wanted, scope)))
    if found:
        return f"Did you mean {either(found[:_MOST_NAMES])}?"
    if isinstance(term.type, Nothing) and not isinstance(wanted, Nothing | Unknown):
        return f"{form_of(wanted, scope)} If it may be none, its type is ‘{wanted} or none’."
    if isinstance(term.type, Table) and isinstance(wanted, Listing) and _is_written_out(term):
        return f"A table has values by key. For a list write a define, as in {source}: list(1, 2, 3)."
    if isinstance(term.type, Table):
        return one_for_each(term)
    return form_of(wanted, scope)


def none_remedy(term: terms.Term) -> str:
    """What to do about a value that may be none where none is refused."""
    lacking = _lacking_entries(term)
    if lacking and isinstance(term, terms.TableItem) and isinstance(term.node, nodes.Index):
        if sorted(term.table) == list(range(1, len(term.table) + 1)) and lacking[0] == "0":
            return f"{term.node.target.source} goes from 1 to {len(term.table)}: give default(…, …) for what is beyond."
        return f"{term.node.target.source} has no {either(lacking)}: add it to the table, or give default(…, …)."
    return "Test it with != none first, give default(…, …), or sure(…) where it is always there."


def _lacking_entries(term: terms.Term) -> list[str]:
    """The keys that an expression may ask a table for and that it does not have, if they are few."""
    if not isinstance(term, terms.TableItem):
        return []
    key, keys = strip(term.index.type), dict[int, str]()
    if isinstance(key, Words):
        keys = dict(enumerate(key.words, start=1))
    elif isinstance(key, Number) and key.low is not None and key.high is not None:
        keys = {number: str(number) for number in range(key.low, min(key.high, key.low + _MOST_KEYS) + 1)}
    lacking = [shown for number, shown in keys.items() if number not in term.table]
    return lacking if len(lacking) <= _MOST_NAMES else []


def nearest_remedy(
    term: terms.Term, wanted: Sequence[Type], scope: Scope, used: nodes.Node | None = None
) -> str | None:
    """What to write where a value of one of several types belongs: first what the term itself can be made into."""
    helps = [remedy(term, kind, scope, used) for kind in wanted]
    return next((help_text for help_text in helps if help_text.startswith("Did")), next(iter(helps), None))


def comparison_remedy(node: nodes.Binary, left: terms.Term, right: terms.Term, scope: Scope) -> str:
    """What to write for two values that cannot be equal, in the words of the comparison: a define keeps its name."""
    sources = shortened(node.left.source), shortened(node.right.source)
    for found in _conversions(sources[0], left, right.type, scope):
        return f"Did you mean {found} {node.operator} {sources[1]}?"
    for found in _conversions(sources[1], right, left.type, scope):
        return f"Did you mean {sources[0]} {node.operator} {found}?"
    written = right if isinstance(right, terms.Constant) else left
    return remedy(written, (left if written is right else right).type, scope)


def shortened(source: str) -> str:
    """An expression to be repeated in a help; a long one is cut to dots."""
    return source if len(source) <= _LONGEST_SOURCE else "…"


def one_for_each(term: terms.Term) -> str:
    """What to write for a table, or for what each player has, where one of its values is wanted."""
    assert isinstance(term.type, Table)
    name, key = term.node.source, term.type.key
    example = f", such as {name}[me]" if str(key) == "player" else ""
    return f"There is one for each {key}: write {name}[…]{example}."


def _is_written_out(term: terms.Term) -> bool:
    """Whether a table stands under tables:, and is not a variable, a board or a zone with one for each key."""
    return isinstance(term, terms.Constant) and isinstance(term.value, dict)


def _conversions(source: str, term: terms.Term, wanted: Type, scope: Scope) -> Iterator[str]:
    """Expressions that make the wanted value out of the one that stands there."""
    kind, goal = strip(term.type), strip(wanted)
    if isinstance(term, terms.FieldOf) and isinstance(owner := strip(term.target.type), Record):
        # Another part of the same record comes first.
        whole = shortened(term.target.node.source)
        yield from (f"{whole}.{name}" for name, part in owner.fields if _fits(part, goal))
    if isinstance(kind, Table) and _fits(kind.value, goal):
        yield from (f"{source}[{key}]" for key in _keys(kind.key, scope))
    if isinstance(term, terms.Constant) and isinstance(kind, Flag | Number) and not isinstance(goal, Listing):
        return
    if isinstance(goal, Flag):
        yield from _as_flag(source, term)
    if isinstance(goal, Number) and isinstance(kind, Listing | Text) and not isinstance(kind, Letter):
        yield f"len({source})"
    if isinstance(goal, Number) and isinstance(kind, Flag):
        yield f"if {source} then 1 else 0"
    if isinstance(goal, Listing) and not isinstance(goal, BoardSites | ZonePieces):
        yield from _as_list(source, term, goal, scope)
    elif isinstance(kind, Listing) and not isinstance(goal, Listing | Flag) and _fits(kind.item, goal):
        yield f"first({source})"
    if isinstance(goal, Letter | Words) and isinstance(term, terms.Constant) and isinstance(term.value, str):
        yield from (word for word in getattr(goal, "words", ()) if word == term.value)
    if not isinstance(kind, Listing):
        yield from (f"{source}.{name}" for name, type_ in properties(kind, scope) if _fits(type_, goal))


def _as_flag(source: str, term: terms.Term) -> Iterator[str]:
    kind = strip(term.type)
    if isinstance(kind, Listing):
        yield f"len({source}) > 0"
    elif can_be_none(term.type):
        yield f"{source} != none"
    elif isinstance(kind, Number):
        yield f"{source} > 0"
    elif isinstance(kind, Words) and kind.words:
        yield f"{source} == {kind.words[0]}"
    elif isinstance(kind, Text):
        yield f"{source} == '…'"


def _as_list(source: str, term: terms.Term, goal: Listing, scope: Scope) -> Iterator[str]:
    kind = strip(term.type)
    if isinstance(kind, Number) and isinstance(goal.item, Number | Unknown):
        dashed = re.fullmatch(r"(\w+) *- *(\w+)", source)
        yield f"{dashed[1]}..{dashed[2]}" if dashed else f"1..{source}"
    elif isinstance(kind, Listing):
        inner = strip(kind.item)
        if isinstance(inner, Piece) and fits(SITE, goal.item):
            yield f"list(x.site for x in {source} if x.site != none)"
        elif isinstance(inner, Site) and isinstance(goal.item, Piece):
            yield f"list(x.{goal.item} for x in {source} if x.{goal.item} != none)"
        elif name := next((name for name, type_ in properties(inner, scope) if _fits(type_, goal.item)), None):
            yield f"list(x.{name} for x in {source})"
    elif fits(kind, goal.item) and not isinstance(kind, Nothing | Table):
        yield f"list({source})"


def properties(kind: Type, scope: Scope) -> Iterator[tuple[str, Type]]:
    """The properties of a value of this type that a spec declares, and where a piece is."""
    schema = scope.schema
    if isinstance(kind, Site):
        for board in schema.boards.values():
            yield from ((name, found.type) for name, found in board.cells.items())
        yield from ((name, Maybe(Piece(name))) for name in schema.kinds if schema.holders(name))
    elif isinstance(kind, Piece):
        yield from ((name, found.type) for name, found in schema.kinds[kind.kind].properties.items())
        yield "site", Maybe(SITE)
    elif isinstance(kind, Record):
        yield from kind.fields
    if isinstance(kind, Site):
        yield from (("row", NUMBER), ("column", NUMBER))


def form_of(wanted: Type, scope: Scope) -> str:
    """How a value of a type is written, and which names here have one."""
    goal = strip(wanted)
    names = list(dict.fromkeys(names_of(goal, scope)))[:_MOST_NAMES]
    such = f", such as {either(names)}" if names else ""
    none = " or none" if can_be_none(wanted) else ""
    if isinstance(goal, Words):
        words = [*names, *(word for word in goal.words[:_MOST_WORDS] if word not in names)]
        return f"Write {either([*words, *(['none'] if none else [])])}." if words else f"There is no {goal} yet."
    if isinstance(goal, Flag):
        return f"Write true, false or a condition such as {names[0] if names else 'a == b'}."
    if isinstance(goal, Number):
        return f"Write a whole number such as {either(names) if names else '3'}{none}."
    if isinstance(goal, Letter):
        return f"Write one letter in quotes, such as 'a'{none}."
    if isinstance(goal, Text):
        return f"Write a text in quotes, such as 'abc'{none}."
    if isinstance(goal, BoardSites):
        return f"Write the name of a board: {either(_places(scope.schema.boards))}."
    if isinstance(goal, ZonePieces):
        zones = _places(scope.schema.zones)
        return f"Write the name of a zone: {either(zones)}." if zones else "Declare a zone under zones: first."
    if isinstance(goal, Site):
        example = next(iter(scope.schema.topology.names[1:]), "a1")
        return f"Write a site{such or f', such as {example}'}{none}."
    if isinstance(goal, Piece):
        here = next((name for name in names_of(SITE, scope)), "x")
        return f"Write a {goal}{such or f', such as {here}.{goal}'}{none}."
    if isinstance(goal, Listing):
        return f"Write a list{such or ', such as list(x for x in … if …)'}{none}."
    return f"Write {goal}{such}{none}."


def names_of(goal: Type, scope: Scope) -> Iterator[str]:
    """The names in scope whose value is of a type, nearest first."""
    schema = scope.schema
    if isinstance(goal, BoardSites):
        yield from (name for name, board in schema.boards.items() if board.per is None)
        return
    yield from (name for name, local in scope.locals.items() if _fits(local.term.type, goal))
    if goal == schema.players and len(schema.players.words) > 1:
        yield from (name for name in ("me", "opponent") if name in scope.globals and len(schema.players.words) == 2)
    for name, variable in schema.variables.items():
        if _fits(variable.type, goal):
            yield name if variable.per is None else f"{name}[{next(_keys(variable.per, scope), '…')}]"
    yield from (name for name, (kind, _) in schema.settings.items() if _fits(kind, goal))
    if isinstance(goal, Listing):
        yield from (name for name, board in schema.boards.items() if board.per is None and fits(SITE, goal.item))
        yield from (
            name for name, zone in schema.zones.items() if zone.per is None and _fits(Piece(zone.kind), goal.item)
        )


def _places(places: Mapping[str, Board | Zone]) -> list[str]:
    return [name if place.per is None else f"{name}[…]" for name, place in places.items()]


def _keys(key: Type, scope: Scope) -> Iterator[str]:
    """Keys that something with one value per key may be asked for here."""
    names = [name for name, local in scope.locals.items() if _fits(local.term.type, key)]
    if key == scope.schema.players and "me" in scope.globals:
        names.append("me")
    yield from names[:2] or ["…"]


def _fits(kind: Type, goal: Type) -> bool:
    """Whether a value of the type, if it is there, is what is wanted."""
    inner = strip(kind)
    return not isinstance(inner, Unknown | Nothing) and fits(inner, maybe(goal))
