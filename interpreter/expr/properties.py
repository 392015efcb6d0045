"""Properties and items: `target.name` and `target[index]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.expr import nodes, terms
from interpreter.expr.remedies import properties, remedy
from interpreter.expr.scope import Board, Local, Scope, Zone
from interpreter.expr.types import (
    FLAG,
    LETTER,
    NOTHING,
    NUMBER,
    SITE,
    TEXT,
    Flag,
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
    can_be_none,
    first_key,
    fits,
    maybe,
    named,
    strip,
)
from interpreter.registry import functions
from interpreter.spec.source import Span
from interpreter.spec.suggest import either, one_of, suggestion

if TYPE_CHECKING:
    from interpreter.expr.checker import Checker

_MOST_KEYS = 8
_KEY_HELP = "Loop over its keys, or choose a number of exactly that range: from: with both ends."


def attribute(checker: Checker, node: nodes.Attribute, scope: Scope) -> terms.Term:
    target = checker.check(node.target, scope)
    return property_of(checker, target, node, scope)


def property_of(checker: Checker, target: terms.Term, node: nodes.Attribute, scope: Scope) -> terms.Term:
    """`target.name`, or a report of what the target has instead."""
    kind = strip(target.type)
    optional = can_be_none(target.type)
    if isinstance(kind, Unknown):
        return checker.unknown(node)
    if isinstance(kind, Nothing):
        return terms.Constant(NOTHING, node, None)
    found = own_property(checker, target, kind, node, scope)
    if found is None:
        if isinstance(kind, Listing):
            checker.error(
                "list-has-no-property",
                name_span(node),
                f"A list has no ‘{node.name}’.",
                _of_a_list(checker, kind.item, node, scope),
            )
        else:
            names = property_names(kind, scope)
            owner = f"‘{node.target.source}’" if isinstance(kind, Record) else named(kind).capitalize()
            checker.error(
                "no-such-property",
                name_span(node),
                f"{owner} has no ‘{node.name}’.",
                _item(node, kind, scope)
                or _through_a_piece(node, kind, scope)
                or _through_its_site(node, kind, scope)
                or _as_function(node, kind, scope)
                or _by_a_table(node, kind, scope)
                or suggestion(node.name, names, f"Write {node.target.source} alone: {named(kind)} has no properties."),
            )
        return checker.unknown(node)
    if optional:
        found = replace(found, type=maybe(found.type))
    return checker.narrowed(found, scope)


def _of_a_list(checker: Checker, item: Type, node: nodes.Attribute, scope: Scope) -> str:
    """What to write for a property of a list, whose items may have it."""
    name, source = node.name, node.target.source
    each = terms.Variable(strip(item), node, checker.fresh("x"))
    found = own_property(checker, each, strip(item), node, scope)
    if found is not None and isinstance(strip(found.type), Flag):
        return f"Write any(x.{name} for x in {source}), all(…) for every one, or {source}[1].{name} for the first."
    if name in ("length", "len", "size", "count"):
        return f"Write len({source})."
    return f"Loop over it: list(x.{name} for x in {source})."


def _item(node: nodes.Attribute, kind: Type, scope: Scope) -> str | None:
    """What to write for an item of a table whose key stands behind a dot."""
    schema = scope.schema
    for place in (schema.variables, schema.zones, schema.boards):
        if node.name in place and place[node.name].per == kind:
            return f"Write {node.name}[{node.target.source}]."
    if not isinstance(kind, Table):
        return None
    known = node.name in scope.visible() or (isinstance(kind.key, Words) and node.name in kind.key.words)
    return f"Write {node.target.source}[{node.name if known else '…'}]."


def name_span(node: nodes.Attribute) -> Span:
    return node.scalar.part(node.name_start, node.name_start + len(node.name))


def own_property(
    checker: Checker, target: terms.Term, kind: Type, node: nodes.Attribute, scope: Scope
) -> terms.Term | None:
    schema, name = scope.schema, node.name
    if isinstance(kind, Site):
        return site_property(checker, target, node, scope)
    if isinstance(kind, Piece):
        piece = schema.kinds[kind.kind]
        if name in piece.properties:
            return terms.ColumnItem(piece.properties[name].type, node, piece.properties[name].column, target)
        if name == "site":
            return terms.ColumnItem(Maybe(SITE), node, piece.site_column, target)
        if name == "zone":
            return terms.ColumnItem(Maybe(schema.zone_words), node, piece.zone_column, target)
    if isinstance(kind, Words) and name == "title" and kind == schema.players:
        return terms.FixedItem(TEXT, node, "title", (None, *schema.titles), target)
    if isinstance(kind, Record):
        found = kind.field(name)
        if found is not None:
            checker.parts_read.add(name)
            return terms.FieldOf(found, node, target, name, kind.position(name))
    return None


def site_property(checker: Checker, target: terms.Term, node: nodes.Attribute, scope: Scope) -> terms.Term | None:
    schema, name, topology = scope.schema, node.name, scope.schema.topology
    cell = schema.cell_property(name)
    if cell is not None:
        return terms.ColumnItem(cell.type, node, cell.column, target)
    if name in schema.kinds and schema.holders(name):
        return terms.ColumnItem(Maybe(Piece(name)), node, schema.kinds[name].at_column, target)
    match name:
        case "name":
            return terms.FixedItem(TEXT, node, name, (None, *topology.names[1:]), target)
        case "row" | "column":
            return _place(topology.row if name == "row" else topology.column, target, node)
        case "layer":
            return _place(topology.layer, target, node)
    for kind in schema.kinds.values():
        if name in kind.lent:
            return lent(checker, target, kind.name, kind.lent[name], node, scope)
    return None


def _place(values: tuple[int, ...], target: terms.Term, node: nodes.Attribute) -> terms.Term:
    """A row, column or layer of a site; it is 0 where a site has none."""
    kind = Number(min(values[1:], default=1), max(values, default=1))
    return terms.FixedItem(kind, node, node.name, (None, *values[1:]), target)


def lent(
    checker: Checker, target: terms.Term, kind: str, body: nodes.Node, node: nodes.Attribute, scope: Scope
) -> terms.Term:
    """A property that the piece covering a cell lends it: `it` is the piece, `i` counts along its row."""
    schema = scope.schema
    columns = (None, *schema.topology.column[1:])
    site = terms.Variable(SITE, node, checker.fresh("cell"))
    covering = terms.ColumnItem(Maybe(Piece(kind)), node, schema.kinds[kind].at_column, site)
    piece = terms.Variable(Piece(kind), node, checker.fresh("it"))
    first = terms.ColumnItem(SITE, node, schema.kinds[kind].site_column, piece)
    span = Number(1, max(schema.topology.column, default=1))
    here, start = (
        terms.FixedItem(span, node, "column", columns, site),
        terms.FixedItem(span, node, "column", columns, first),
    )
    one = terms.Constant(Number(1, 1), node, 1)
    number = terms.Arithmetic(NUMBER, node, "+", terms.Arithmetic(NUMBER, node, "-", here, start), one)
    counter = terms.Variable(NUMBER, node, checker.fresh("i"))
    inner = replace(scope, locals={"it": Local(piece, "piece", None), "i": Local(counter, "number", None)})
    value = checker.check(body, inner)
    inside = terms.Let(value.type, node, counter.name, number, value)
    nothing = terms.Constant(NOTHING, node, None)
    covered = terms.Compare(FLAG, node, "!=", terms.Variable(Maybe(Piece(kind)), node, piece.name), nothing)
    chosen = terms.Choice(maybe(value.type), node, covered, inside, nothing)
    return terms.Let(chosen.type, node, site.name, target, terms.Let(chosen.type, node, piece.name, covering, chosen))


def property_names(kind: Type, scope: Scope) -> list[str]:
    schema = scope.schema
    if isinstance(kind, Site):
        cells = [name for board in schema.boards.values() for name in board.cells]
        lent = [name for each in schema.kinds.values() for name in each.lent]
        return list(
            dict.fromkeys(
                [
                    *cells,
                    *(name for name in schema.kinds if schema.holders(name)),
                    *lent,
                    "row",
                    "column",
                    "name",
                ]
            )
        )
    if isinstance(kind, Piece):
        return [*schema.kinds[kind.kind].properties, "site", "zone"]
    if isinstance(kind, Record):
        return [name for name, _ in kind.fields]
    return ["title"] if kind == schema.players else []


def _as_function(node: nodes.Attribute, kind: Type, scope: Scope) -> str | None:
    """What to write for a function that stands behind a dot."""
    define = scope.schema.defines.get(node.name)
    known = node.name in functions() or (define is not None and bool(define.signature.parameters))
    takes = isinstance(kind, Site | Piece | Words | Text | Listing)
    return f"Write {node.name}({node.target.source})." if known and takes else None


def _by_a_table(node: nodes.Attribute, kind: Type, scope: Scope) -> str | None:
    """What to write for a table that stands behind a dot and is read by a property of what stands before it."""
    table = scope.schema.tables.get(node.name)
    if table is None or not isinstance(table[0], Table):
        return None
    key = table[0].key
    name = next((name for name, each in properties(kind, scope) if fits(strip(each), key)), None)
    return None if name is None else f"Write {node.name}[{node.target.source}.{name}]."


def _through_a_piece(node: nodes.Attribute, kind: Type, scope: Scope) -> str | None:
    """What to write for a property that the piece on a site has, and not the site."""
    kinds = scope.schema.kinds.values() if isinstance(kind, Site) else ()
    owner = next((each.name for each in kinds if node.name in each.properties), None)
    return None if owner is None else f"A {owner} has it: write {node.target.source}.{owner}.{node.name}."


def _through_its_site(node: nodes.Attribute, kind: Type, scope: Scope) -> str | None:
    """What to write for a property that the site of a piece has, and not the piece."""
    known = isinstance(kind, Piece) and node.name in property_names(SITE, scope)
    return f"Its site has it: write {node.target.source}.site.{node.name}." if known else None


def indexed(checker: Checker, node: nodes.Index, scope: Scope) -> terms.Term:
    target = checker.check(node.target, scope)
    kind = strip(target.type)
    if isinstance(kind, Unknown):
        checker.check(node.index, scope)
        return checker.unknown(node)
    if isinstance(kind, Table):
        return checker.narrowed(table_item(checker, target, kind, node, scope), scope)
    if isinstance(kind, Listing | Text):
        index = checker.expect(node.index, scope, NUMBER, "An index")
        if isinstance(index, terms.Constant) and index.value == 0:
            checker.error(
                "no-item-zero",
                node.index.span,
                "Lists count from 1; there is no item 0.",
                "Write 1 for the first item.",
            )
        inner = maybe(kind.item if isinstance(kind, Listing) else LETTER)
        if isinstance(inner, Unknown) and not isinstance(target, terms.Comprehension):
            inner = NOTHING  # An empty list has no item of any type.
        return checker.narrowed(terms.ItemOf(inner, node, target, index), scope)
    index = checker.check(node.index, scope)
    help_text = f"Write {node.target.source} alone."
    owned = isinstance(node.target, nodes.Name) and node.target.value in dict(properties(strip(index.type), scope))
    if owned:
        help_text = f"Write {node.index.source}.{node.target.source}."
    if isinstance(target, terms.StateValue) and index.type == scope.schema.players:
        if target.name in checker.without_items:
            return checker.unknown(node)  # It was said where it stands first.
        checker.without_items.add(target.name)
        help_text = f"For a value of each player write {target.name}: {{per: player, start: …}} under state."
    checker.error("no-items", node.target.span, f"{named(kind).capitalize()} has no items.", help_text)
    return checker.unknown(node)


def _key_help(source: str, key: Type) -> str | None:
    """Which keys a table takes."""
    if not isinstance(key, Words):
        return None
    keys = [*(["me"] if key.name == "player" else []), *key.words]
    return f"Write {source}[…] with {either(keys)}." if len(keys) <= _MOST_KEYS else None


def _entries(key: Type, table: Mapping[Any, Any]) -> str:
    """Which entries a table has."""
    return one_of([key.words[each - 1] if isinstance(key, Words) else str(each) for each in table])


def table_item(checker: Checker, target: terms.Term, kind: Table, node: nodes.Index, scope: Scope) -> terms.Term:
    index = checker.check(node.index, scope, kind.key)
    if not fits(strip(index.type), kind.key) or isinstance(index.type, Nothing):
        checker.error(
            "wrong-type",
            node.index.span,
            f"This is indexed by {named(kind.key)}, not by {named(index.type)}.",
            _key_help(node.target.source, kind.key) or remedy(index, kind.key, scope),
        )
        return checker.unknown(node)
    total = kind.total and not can_be_none(index.type) and _within(index.type, kind.key)
    inner = kind.value if total else maybe(kind.value)
    if isinstance(target, terms.TableItem):
        return inner_item(target, inner, index, node, total)
    assert isinstance(target, terms.Constant)
    match target.value:
        case dict() as table:
            if isinstance(kind.value, Table):
                return nested_table(checker, target, kind, index, node)
            return terms.TableItem(inner, node, table, index, total)
        case Board() | Zone() as place:
            if not total:
                return no_place(checker, place, kind.key, index, scope)
            make = terms.BoardTerm if isinstance(place, Board) else terms.ZoneTerm
            return make(kind.value, node, place.name, index)
        case variable:
            size = len(kind.key.words) if isinstance(kind.key, Words) else _span_of(kind.key)
            return terms.StateItem(inner, node, variable.name, index, first_key(kind.key), size)


def no_place(checker: Checker, place: Board | Zone, key: Type, index: terms.Term, scope: Scope) -> terms.Term:
    """A board or a zone cannot be none, so its key must be one of those it has."""
    if checker.require_fit(index, key, "The key", scope):
        checker.error(
            "no-such-entry", index.node.span, f"{place.name} has {key}, this number may lie outside.", _KEY_HELP
        )
    return checker.unknown(index.node)


def nested_table(
    checker: Checker, target: terms.Constant, kind: Table, index: terms.Term, node: nodes.Index
) -> terms.Term:
    if isinstance(index.type, Unknown):
        return checker.unknown(node)
    if isinstance(index, terms.Constant):
        if index.value in target.value:
            return terms.Constant(kind.value, node, target.value[index.value])
        checker.error(
            "no-such-entry", node.index.span, "The table has no such entry.", _entries(kind.key, target.value)
        )
        return checker.unknown(node)
    total = kind.total and not can_be_none(index.type) and _within(index.type, kind.key)
    return terms.TableItem(kind.value if total else maybe(kind.value), node, target.value, index, total)


def inner_item(target: terms.TableItem, kind: Type, index: terms.Term, node: nodes.Node, total: bool) -> terms.Term:
    """An entry of a table that is itself an entry: one table with pairs as keys."""
    pairs = {(outer, key): value for outer, inner in target.table.items() for key, value in inner.items()}
    whole = total and target.total
    both = terms.Listed(Listing(index.type, 2), node, (target.index, index))
    return terms.TableItem(kind if whole else maybe(kind), node, pairs, both, whole)


def _span_of(kind: Type) -> int:
    assert isinstance(kind, Number) and kind.low is not None and kind.high is not None
    return kind.high - kind.low + 1


def _within(actual: Type, key: Type) -> bool:
    if not isinstance(key, Number):
        return True
    if not isinstance(actual, Number) or None in (actual.low, actual.high, key.low, key.high):
        return False
    assert actual.low is not None and actual.high is not None and key.low is not None and key.high is not None
    return key.low <= actual.low and actual.high <= key.high
