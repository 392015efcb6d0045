"""Properties and items: `target.name` and `target[index]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.language import nodes, terms, types
from interpreter.language.mistakes import NoBorders, NoItems, PropertyOfList, UnknownProperty, WrongKey
from interpreter.language.scope import Board, Local, Scope, Zone
from interpreter.spec.diagnostics import Help
from interpreter.spec.nodes import Edit
from interpreter.spec.suggest import one_of

if TYPE_CHECKING:
    from interpreter.language.checker import Checker

OF_EVERYTHING = (
    ("a site", "name", "text", "Its name, such as `c3`."),
    ("a site", "row", "number", "Its row; 0 if it has none."),
    ("a site", "column", "number", "Its column; 0 if it has none."),
    ("a site", "layer", "number", "Its height on layers, from 1; otherwise 0."),
    ("a site", "axis", "axis or none", "The direction of an edge of squares: `row` or `column`."),
    ("a site", "the name of a kind", "piece or none", "The piece there; on a pile, the top one."),
    ("a piece", "site", "site or none", "The site that it is on; none off the board."),
    ("a piece", "zone", "zone or none", "The zone that it is in."),
    ("a player", "title", "text", "What people call the player."),
)
"""The properties that a spec has without declaring them: of what, name, type and meaning."""
_KEY_HELP = "Loop over its keys, or choose a number of exactly that range: from: with both ends."


def attribute(checker: Checker, node: nodes.Attribute, scope: Scope) -> terms.Term:
    target = checker.check(node.target, scope)
    return property_of(checker, target, node, scope)


def property_of(checker: Checker, target: terms.Term, node: nodes.Attribute, scope: Scope) -> terms.Term:
    """`target.name`, or a report of what the target has instead."""
    kind = types.strip(target.type)
    optional = types.can_be_none(target.type)
    if isinstance(kind, types.Unknown):
        return checker.unknown(node)
    if isinstance(kind, types.Nothing):
        return terms.Constant(types.NOTHING, node, None)
    found = own_property(checker, target, kind, node, scope)
    if found is None:
        if isinstance(kind, types.Listing) and kind.most and isinstance(types.strip(kind.item), types.Unknown):
            return checker.unknown(node)  # What its items are was not understood, and that has been said.
        if isinstance(target, terms.BoardTerm) and node.name in ("edges", "corners"):
            return checker.report(NoBorders(node, target.board, scope), node)
        if not isinstance(kind, types.Listing):
            return checker.report(UnknownProperty(node, kind, scope), node)
        each = terms.Variable(types.strip(kind.item), node, checker.fresh("x"))
        of_item = own_property(checker, each, types.strip(kind.item), node, scope)
        return checker.report(PropertyOfList(node, kind, None if of_item is None else of_item.type), node)
    if optional:
        found = replace(found, type=types.maybe(found.type))
    return checker.narrowed(found, scope)


def own_property(
    checker: Checker, target: terms.Term, kind: types.Type, node: nodes.Attribute, scope: Scope
) -> terms.Term | None:
    schema, name = scope.schema, node.name
    if isinstance(kind, types.Site):
        return site_property(checker, target, node, scope)
    if isinstance(target, terms.BoardTerm) and (borders := schema.boards.get(f"{target.board}.{name}")) is not None:
        return terms.BoardTerm(borders.sites, node, borders.name, target.index)
    if isinstance(kind, types.Piece):
        piece = schema.kinds[kind.kind]
        if name in piece.properties:
            return terms.ColumnItem(piece.properties[name].type, node, piece.properties[name].column, target)
        if name == "site":
            return terms.ColumnItem(types.Maybe(types.SITE), node, piece.site_column, target)
        if name == "zone":
            return terms.ColumnItem(types.Maybe(schema.zone_words), node, piece.zone_column, target)
    if isinstance(kind, types.Words) and name == "title" and kind == schema.players:
        return terms.FixedItem(types.TEXT, node, "title", (None, *schema.titles), target)
    if isinstance(kind, types.Record):
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
        return terms.ColumnItem(types.Maybe(types.Piece(name)), node, schema.kinds[name].at_column, target)
    match name:
        case "name":
            return terms.FixedItem(types.TEXT, node, name, (None, *topology.names[1:]), target)
        case "row" | "column":
            return _place(topology.row if name == "row" else topology.column, target, node)
        case "layer":
            return _place(topology.layer, target, node)
        case "axis":
            return _axis(target, node, scope)
    for kind in schema.kinds.values():
        if name in kind.lent:
            return lent(checker, target, kind.name, kind.lent[name], node, scope)
    return None


def _place(values: tuple[int, ...], target: terms.Term, node: nodes.Attribute) -> terms.Term:
    """A row, column or layer of a site; it is 0 if a site has none."""
    kind = types.Number(min(values[1:], default=1), max(values, default=1))
    return terms.FixedItem(kind, node, node.name, (None, *values[1:]), target)


def _axis(target: terms.Term, node: nodes.Attribute, scope: Scope) -> terms.Term | None:
    """The direction of an edge of squares; none for all other sites."""
    schema, of = scope.schema, types.strip(target.type)
    edges = [board for board in schema.topology.boards.values() if board.shape == "edges"]
    if not any(board.axes for board in edges) or of == types.Border("corners"):
        return None
    always = of == types.Border("edges") and all(board.axes for board in edges)
    kind: types.Type = schema.axes if always else types.Maybe(schema.axes)
    return terms.FixedItem(kind, node, "axis", schema.topology.axis, target)


def lent(
    checker: Checker, target: terms.Term, kind: str, body: nodes.Node, node: nodes.Attribute, scope: Scope
) -> terms.Term:
    """A property that the piece covering a cell lends it: `it` is the piece, `i` counts along its row."""
    schema = scope.schema
    columns = (None, *schema.topology.column[1:])
    site = terms.Variable(types.SITE, node, checker.fresh("cell"))
    covering = terms.ColumnItem(types.Maybe(types.Piece(kind)), node, schema.kinds[kind].at_column, site)
    piece = terms.Variable(types.Piece(kind), node, checker.fresh("it"))
    first = terms.ColumnItem(types.SITE, node, schema.kinds[kind].site_column, piece)
    span = types.Number(1, max(schema.topology.column, default=1))
    here, start = (
        terms.FixedItem(span, node, "column", columns, site),
        terms.FixedItem(span, node, "column", columns, first),
    )
    one = terms.Constant(types.Number(1, 1), node, 1)
    number = terms.Arithmetic(types.NUMBER, node, "+", terms.Arithmetic(types.NUMBER, node, "-", here, start), one)
    counter = terms.Variable(types.NUMBER, node, checker.fresh("i"))
    inner = replace(scope, locals={"it": Local(piece, "piece", None), "i": Local(counter, "number", None)})
    value = checker.check(body, inner)
    inside = terms.Let(value.type, node, counter.name, number, value)
    nothing = terms.Constant(types.NOTHING, node, None)
    covered = terms.Compare(
        types.FLAG, node, "!=", terms.Variable(types.Maybe(types.Piece(kind)), node, piece.name), nothing
    )
    chosen = terms.Choice(types.maybe(value.type), node, covered, inside, nothing)
    return terms.Let(chosen.type, node, site.name, target, terms.Let(chosen.type, node, piece.name, covering, chosen))


def property_names(kind: types.Type, scope: Scope) -> list[str]:
    schema = scope.schema
    if isinstance(kind, types.Site):
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
                    *(["axis"] if any(board.axes for board in schema.topology.boards.values() if board.of) else []),
                ]
            )
        )
    if isinstance(kind, types.Piece):
        return [*schema.kinds[kind.kind].properties, "site", "zone"]
    if isinstance(kind, types.Record):
        return [name for name, _ in kind.fields]
    return ["title"] if kind == schema.players else []


def declared_properties(kind: types.Type, scope: Scope) -> Iterator[tuple[str, types.Type]]:
    """The properties of a value of this type that a spec declares, and where a piece is."""
    schema = scope.schema
    if isinstance(kind, types.Site):
        for board in schema.boards.values():
            yield from ((name, found.type) for name, found in board.cells.items())
        yield from ((name, types.Maybe(types.Piece(name))) for name in schema.kinds if schema.holders(name))
    elif isinstance(kind, types.Piece):
        yield from ((name, found.type) for name, found in schema.kinds[kind.kind].properties.items())
        yield "site", types.Maybe(types.SITE)
    elif isinstance(kind, types.Record):
        yield from kind.fields
    if isinstance(kind, types.Site):
        yield from (("row", types.NUMBER), ("column", types.NUMBER))


def indexed(checker: Checker, node: nodes.Index, scope: Scope) -> terms.Term:
    target = checker.check(node.target, scope)
    kind = types.strip(target.type)
    if isinstance(kind, types.Unknown):
        checker.check(node.index, scope)
        return checker.unknown(node)
    if isinstance(kind, types.Table):
        return checker.narrowed(table_item(checker, target, kind, node, scope), scope)
    if isinstance(kind, types.Listing | types.Text):
        index = checker.check(node.index, scope, types.NUMBER)
        if isinstance(kind, types.Listing) and types.strip(index.type) == types.strip(kind.item) != types.NUMBER:
            message = f"{node.index.source} is one of these already; a list is indexed by a number."
            checker.error("wrong-type", node.index.span, message, f"Write {node.index.source} alone.")
            return checker.unknown(node)
        if not checker.require_fit(index, types.NUMBER, "An index", scope, node.index):
            index = checker.unknown(node.index)
        _refuse_below_one(checker, node, index, isinstance(kind, types.Text))
        inner = types.maybe(kind.item if isinstance(kind, types.Listing) else types.LETTER)
        if isinstance(inner, types.Unknown) and not isinstance(target, terms.Comprehension):
            inner = types.NOTHING  # An empty list has no item of any type.
        return checker.narrowed(terms.ItemOf(inner, node, target, index), scope)
    index = checker.check(node.index, scope)
    if isinstance(target, terms.StateValue) and index.type == scope.schema.players:
        if target.name in checker.without_items:
            return checker.unknown(node)  # It was said where it stands first.
        checker.without_items.add(target.name)
    return checker.report(NoItems(node, target, index, scope), node)


def _refuse_below_one(checker: Checker, node: nodes.Index, index: terms.Term, of_text: bool) -> None:
    """Report an index that no list has: 0, or one that counts from the end as in other languages."""
    number, target = index.value if isinstance(index, terms.Constant) else None, node.target.source
    backwards = re.fullmatch(r"- *([1-9]\d*)", node.index.source)
    if number != 0 and backwards is None:
        return
    message, help = f"Lists count from 1; there is no item {node.index.source}.", "Write 1 for the first item."
    if backwards is not None:
        whole = f"last({target})" if backwards[1] == "1" else f"reversed({target})[{backwards[1]}]"
        whole = f"{target}[len({target}) - {int(backwards[1]) - 1}]".replace(" - 0", "") if of_text else whole
        help = Help(f"Write {whole}, which counts from the end.", Edit(node.span, whole))
    checker.error("no-item-zero", node.index.span, message, help)


def _entries(key: types.Type, table: Mapping[Any, Any]) -> str:
    """Describe the entries of a table."""
    return one_of([key.words[each - 1] if isinstance(key, types.Words) else str(each) for each in table])


def table_item(checker: Checker, target: terms.Term, kind: types.Table, node: nodes.Index, scope: Scope) -> terms.Term:
    index = checker.check(node.index, scope, kind.key)
    if not types.fits(types.strip(index.type), kind.key) or isinstance(index.type, types.Nothing):
        return checker.report(WrongKey(node, kind, index, scope), node)
    total = kind.total and not types.can_be_none(index.type) and _within(index.type, kind.key)
    table = target.value if isinstance(target, terms.Constant) else None
    if isinstance(table, dict) and not isinstance(kind.value, types.Table):
        total = total or _has_all(table, index)
    inner = kind.value if total else types.maybe(kind.value)
    if isinstance(target, terms.TableItem):
        return inner_item(target, inner, index, node, total)
    assert isinstance(target, terms.Constant)
    match target.value:
        case dict():
            if isinstance(kind.value, types.Table):
                return nested_table(checker, target, kind, index, node)
            return terms.TableItem(inner, node, target.value, index, total and kind.total)
        case Board() | Zone() as place:
            if not total:
                return no_place(checker, place, kind.key, index, scope)
            make = terms.BoardTerm if isinstance(place, Board) else terms.ZoneTerm
            return make(kind.value, node, place.name, index)
        case variable:
            size = len(kind.key.words) if isinstance(kind.key, types.Words) else _span_of(kind.key)
            return terms.StateItem(inner, node, variable.name, index, types.first_key(kind.key), size)


def no_place(checker: Checker, place: Board | Zone, key: types.Type, index: terms.Term, scope: Scope) -> terms.Term:
    """Report a key that a board or a zone does not have, since neither can be none."""
    if checker.require_fit(index, key, "The key", scope):
        checker.error(
            "no-such-entry", index.node.span, f"{place.name} has {key}; this number may be outside.", _KEY_HELP
        )
    return checker.unknown(index.node)


def nested_table(
    checker: Checker, target: terms.Constant, kind: types.Table, index: terms.Term, node: nodes.Index
) -> terms.Term:
    if isinstance(index.type, types.Unknown):
        return checker.unknown(node)
    if isinstance(index, terms.Constant):
        if index.value in target.value:
            return terms.Constant(kind.value, node, target.value[index.value])
        checker.error(
            "no-such-entry", node.index.span, "The table has no such entry.", _entries(kind.key, target.value)
        )
        return checker.unknown(node)
    total = kind.total and not types.can_be_none(index.type) and _within(index.type, kind.key)
    return terms.TableItem(kind.value if total else types.maybe(kind.value), node, target.value, index, total)


def inner_item(
    target: terms.TableItem, kind: types.Type, index: terms.Term, node: nodes.Node, total: bool
) -> terms.Term:
    """An entry of a table that is itself an entry: one table with pairs as keys."""
    pairs = {(outer, key): value for outer, inner in target.table.items() for key, value in inner.items()}
    whole = total and target.total
    both = terms.Listed(types.Listing(index.type, 2), node, (target.index, index))
    return terms.TableItem(kind if whole else types.maybe(kind), node, pairs, both, whole)


def _has_all(table: Mapping[Any, Any], index: terms.Term) -> bool:
    """Whether a table with gaps has a value for every possible key."""
    if isinstance(index, terms.Constant):
        return index.value in table
    match index.type:
        case types.Number(low=int(low), high=int(high)):
            return high - low < len(table) and all(key in table for key in range(low, high + 1))
    return False


def _span_of(kind: types.Type) -> int:
    assert isinstance(kind, types.Number) and kind.low is not None and kind.high is not None
    return kind.high - kind.low + 1


def _within(actual: types.Type, key: types.Type) -> bool:
    if not isinstance(key, types.Number):
        return True
    if not isinstance(actual, types.Number) or None in (actual.low, actual.high, key.low, key.high):
        return False
    assert actual.low is not None and actual.high is not None and key.low is not None and key.high is not None
    return key.low <= actual.low and actual.high <= key.high
