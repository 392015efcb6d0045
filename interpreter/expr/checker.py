"""Nodes → terms: names are resolved, types are checked, defines are put in place.

Every mistake is reported once, where it stands; a term of unknown type goes on so that the rest is checked too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from interpreter import boards
from interpreter.boards import COMPASS, DIAGONALS, ORTHOGONALS
from interpreter.expr import nodes, terms
from interpreter.expr.calls import check_call
from interpreter.expr.narrowing import known_places, path, proved
from interpreter.expr.scope import PLACES, Board, Define, Local, Scope, Zone
from interpreter.expr.types import (
    FLAG,
    LARGEST,
    LETTER,
    LONGEST_RANGE,
    NOTHING,
    NUMBER,
    SITE,
    TEXT,
    UNKNOWN,
    BoardSites,
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
    ZonePieces,
    can_be_none,
    comparable,
    fits,
    item_of,
    join,
    maybe,
    named,
    plural,
    strip,
)
from interpreter.expr.unknown_names import report_unknown_name
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.spec.suggest import did_you_mean

DEEPEST = 60
TOO_DEEP_HELP = "Say it in fewer steps."
LARGEST_EXPANSION = 4000
# Python nests loops 20 deep at most; steps and choices need some of them.
DEEPEST_LOOPS = 8


@dataclass(slots=True)
class Checker:
    """Checks expressions of one game. It numbers names, so that each is unique in the generated code."""

    diagnostics: Diagnostics
    count: int = 0
    size: int = 0
    depth: int = 0
    looping: int = 0
    used: set[str] = field(default_factory=set)
    settings_read: set[str] = field(default_factory=set)
    defines_used: set[str] = field(default_factory=set)

    def error(self, code: str, span: Span | None, message: str, help: str | None = None) -> terms.Term | None:
        """Report a mistake."""
        self.diagnostics.error(code, span, message, help)
        return None

    def unknown(self, node: nodes.Node) -> terms.Term:
        """A term in place of one that was wrong."""
        return terms.Constant(UNKNOWN, node, None)

    def fresh(self, name: str) -> str:
        """A name for generated code that nothing else has."""
        self.count += 1
        return f"{name}_{self.count}"

    def bind(
        self, scope: Scope, name: str, kind: Type, what: str, node: nodes.Node, span: Span | None = None
    ) -> tuple[Scope, terms.Variable]:
        """A scope with one more local name."""
        place = span or node.span
        self.refuse_shadowing(scope, name, place)
        variable = terms.Variable(kind, node, self.fresh(name))
        return scope.with_locals({name: Local(variable, what, place)}), variable

    def refuse_shadowing(self, scope: Scope, name: str, span: Span) -> None:
        """A name may mean one thing only wherever it is visible."""
        span = _of_name(name, span)
        if name in scope.locals:
            other = scope.locals[name]
            where = f" in line {other.span.line}" if other.span is not None else ""
            self.error(
                "shadowing", span, f"‘{name}’ is already the {other.what}{where}.", "Choose another name."
            )
        elif name in scope.schema.declared:
            what, place = scope.schema.declared[name]
            where = f" in line {place.line}" if place is not None else ""
            self.error("shadowing", span, f"‘{name}’ is already the {what}{where}.", "Choose another name.")
        elif name in scope.globals or name in PLACES or name in ("players", "alphabet", "it"):
            self.error("shadowing", span, f"‘{name}’ has a fixed meaning.", "Choose another name.")

    # Conditions and expected types

    def condition(self, node: nodes.Node, scope: Scope) -> terms.Term:
        """A term that is used as a condition: a flag, or none for false."""
        term = self.check(node, scope, FLAG)
        kind = strip(term.type)
        if not isinstance(kind, Flag | Nothing | Unknown):
            help_text = (
                "Did you mean len(…) > 0?"
                if isinstance(kind, Listing)
                else "Did you mean … != none?"
                if can_be_none(term.type)
                else None
            )
            self.error(
                "not-a-flag", node.span, f"A condition needs a flag, this is {named(term.type)}.", help_text
            )
        return term

    def expect(self, node: nodes.Node, scope: Scope, wanted: Type, what: str) -> terms.Term:
        """A term whose type must fit the wanted one."""
        term = self.check(node, scope, wanted)
        self.require_fit(term, wanted, what)
        return term

    def require_fit(self, term: terms.Term, wanted: Type, what: str) -> bool:
        """Report a term whose type does not fit."""
        if fits(term.type, wanted):
            return True
        if can_be_none(term.type) and fits(strip(term.type), wanted) and not isinstance(term.type, Nothing):
            self.error(
                "may-be-none",
                term.node.span,
                "This may be none here.",
                "Test it with != none first, or give default(…, …).",
            )
        else:
            self.error(
                "wrong-type", term.node.span, f"{what} needs {named(wanted)}, this is {named(term.type)}."
            )
        return False

    # Dispatch

    def check(self, node: nodes.Node, scope: Scope, expected: Type | None = None) -> terms.Term:
        """Check one node; `expected` gives words of enums their meaning."""
        self.size += 1
        if self.size > LARGEST_EXPANSION:
            if self.size == LARGEST_EXPANSION + 1:
                self.error(
                    "too-large",
                    node.span,
                    "This expression grows too large when its defines are put in place.",
                )
            return self.unknown(node)
        if self.depth > DEEPEST:
            self.size = LARGEST_EXPANSION + 1
            self.error(
                "too-deep",
                node.span,
                f"This is nested deeper than {DEEPEST} when its defines are put in place.",
                TOO_DEEP_HELP,
            )
            return self.unknown(node)
        self.depth += 1
        term = self._check(node, scope, expected)
        self.depth -= 1
        return term

    def _check(self, node: nodes.Node, scope: Scope, expected: Type | None) -> terms.Term:
        match node:
            case nodes.Number():
                if node.value > LARGEST:
                    self.error("number-too-large", node.span, f"Numbers go up to {LARGEST}.")
                    return self.unknown(node)
                return terms.Constant(Number(node.value, node.value), node, node.value)
            case nodes.Text():
                return self._text(node, expected)
            case nodes.Flag():
                return terms.Constant(FLAG, node, node.value)
            case nodes.Nothing():
                return terms.Constant(NOTHING, node, None)
            case nodes.SiteName():
                return self._site(node, scope, None)
            case nodes.SiteOf():
                return self._site_of(node, scope)
            case nodes.Name():
                return self._name(node, scope, expected)
            case nodes.Attribute():
                return self._attribute(node, scope)
            case nodes.Index():
                return self._index(node, scope)
            case nodes.Call():
                return self._call(node, scope, expected)
            case nodes.ListLiteral():
                return self._list(node, scope, expected)
            case nodes.Negation():
                value = self.condition(node.value, scope)
                known = _truth(value)
                return (
                    terms.Not(FLAG, node, value) if known is None else terms.Constant(FLAG, node, not known)
                )
            case nodes.Negative():
                return self._negative(node, scope)
            case nodes.Binary():
                return self._binary(node, scope, expected)
            case nodes.Conditional():
                return self._conditional(node, scope, expected)
            case nodes.LetIn():
                return self._let(node, scope, expected)
        raise AssertionError(node)

    def _text(self, node: nodes.Text, expected: Type | None) -> terms.Term:
        if isinstance(strip(expected) if expected else None, Words):
            words = strip(expected)  # type: ignore[arg-type]
            if isinstance(words, Words) and node.value in words.words:
                self.error(
                    "quoted-word",
                    node.span,
                    f"‘{node.value}’ is a {'player' if words.name == 'player' else f'word of {words.name}'}.",
                    f"Write {node.value} without quotes.",
                )
                return self.unknown(node)
        kind = LETTER if len(node.value) == 1 else TEXT
        return terms.Constant(kind, node, node.value.lower() if len(node.value) == 1 else node.value)

    def _site(self, node: nodes.SiteName, scope: Scope, board: str | None) -> terms.Term:
        schema = scope.schema
        found = [
            (name, topology_board.by_name[node.value])
            for name, topology_board in schema.topology.boards.items()
            if node.value in topology_board.by_name and (board is None or name == board)
        ]
        if len(found) == 1:
            return terms.Constant(SITE, node, found[0][1])
        if not found:
            extents = [extent for each in schema.topology.boards.values() if (extent := _extent(each))]
            help_text = " ".join(extents) or None
            self.error("no-such-site", node.span, f"No board has a site {node.value}.", help_text)
        else:
            places = " and ".join(sorted({name.split("[")[0] for name, _ in found}))
            self.error(
                "ambiguous-site",
                node.span,
                f"‘{node.value}’ is on {places}.",
                f"Write {found[0][0]}.{node.value}.",
            )
        return self.unknown(node)

    def _site_of(self, node: nodes.SiteOf, scope: Scope) -> terms.Term:
        target = self.check(node.target, scope)
        if isinstance(target, terms.BoardTerm):
            board = scope.schema.boards[target.board]
            if target.index is None:
                return self._on_board(node, scope, board.instances[0])
            if isinstance(target.index, terms.Constant) and isinstance(target.index.value, int):
                return self._on_board(node, scope, board.instances[target.index.value - _base(board.per)])
            sites = tuple(
                scope.schema.topology.boards[name].by_name.get(node.value, 0) for name in board.instances
            )
            if 0 in sites:
                self.error("no-such-site", node.span, f"Board {board.name} has no site {node.value}.")
                return self.unknown(node)
            return terms.FixedItem(SITE, node, node.value, (*([0] * _base(board.per)), *sites), target.index)
        if not isinstance(target.type, Unknown):
            self.error(
                "not-a-board",
                node.target.span,
                f"Only a board has a site {node.value}; this is {named(target.type)}.",
            )
        return self.unknown(node)

    def _on_board(self, node: nodes.SiteOf, scope: Scope, board: str) -> terms.Term:
        by_name = scope.schema.topology.boards[board].by_name
        if node.value in by_name:
            return terms.Constant(SITE, node, by_name[node.value])
        help_text = _extent(scope.schema.topology.boards[board]) or did_you_mean(node.value, by_name)
        self.error("no-such-site", node.span, f"Board {board} has no site {node.value}.", help_text)
        return self.unknown(node)

    # Names

    def _name(self, node: nodes.Name, scope: Scope, expected: Type | None) -> terms.Term:
        found = self.lookup(node, scope, expected)
        if found is not None:
            return self.narrowed(found, scope)
        report_unknown_name(node, scope, expected, self.diagnostics)
        return self.unknown(node)

    def lookup(self, node: nodes.Name, scope: Scope, expected: Type | None) -> terms.Term | None:
        """What a name means here, or None."""
        name, schema = node.value, scope.schema
        if name in scope.locals:
            self.used.add(name)
            return _at(scope.locals[name].term, node)
        if name in scope.globals:
            return self._global(node, scope)
        word = _word(name, expected)
        if word is not None and name not in schema.declared:
            return terms.Constant(strip_list(expected), node, word)
        if name in schema.settings:
            self.settings_read.add(name)
            kind, value = schema.settings[name]
            return terms.Constant(kind if value is None else strip(kind), node, value)
        if name in schema.players.words:
            return terms.Constant(schema.players, node, schema.players.words.index(name) + 1)
        if name in schema.boards:
            board = schema.boards[name]
            if board.per is not None:
                return terms.Constant(Table(board.per, BoardSites(SITE, board.most, name), True), node, board)
            return terms.BoardTerm(BoardSites(SITE, board.most, name), node, name, None)
        if name in schema.zones:
            zone = schema.zones[name]
            kind = ZonePieces(Piece(zone.kind), zone.most, name)
            if zone.per is not None:
                return terms.Constant(Table(zone.per, kind, True), node, zone)
            return terms.ZoneTerm(kind, node, name, None)
        if name in schema.tables:
            return terms.Constant(schema.tables[name][0], node, schema.tables[name][1])
        if name in schema.variables:
            variable = schema.variables[name]
            if variable.per is not None:
                return terms.Constant(Table(variable.per, variable.type, True), node, variable)
            return terms.StateValue(variable.type, node, name)
        if name in schema.defines and not schema.defines[name].signature.parameters:
            return self.expand(schema.defines[name], (), node, scope, expected)
        if name in schema.site_names:
            return terms.Constant(SITE, node, schema.site_names[name])
        return self._fixed_name(node, scope)

    def _fixed_name(self, node: nodes.Name, scope: Scope) -> terms.Term | None:
        schema = scope.schema
        match node.value:
            case "players":
                count = len(schema.players.words)
                return terms.Constant(Listing(schema.players, count), node, tuple(range(1, count + 1)))
            case "alphabet":
                letters = schema.alphabet
                return terms.Constant(Listing(LETTER, len(letters)), node, letters)
            case "orthogonals":
                return terms.Constant(Listing(schema.directions, 4), node, tuple(ORTHOGONALS))
            case "diagonals":
                return terms.Constant(Listing(schema.directions, 4), node, tuple(DIAGONALS))
            case "compass":
                return terms.Constant(Listing(schema.directions, 8), node, tuple(COMPASS))
            case name if name in schema.directions.words:
                return terms.Constant(schema.directions, node, schema.directions.words.index(name) + 1)
            case name if name in schema.axes.words:
                return terms.Constant(schema.axes, node, schema.axes.words.index(name) + 1)
        return None

    def _global(self, node: nodes.Name, scope: Scope) -> terms.Term | None:
        schema, name = scope.schema, node.value
        players = len(schema.players.words)
        match name:
            case "me" | "to_move":
                return terms.Global(schema.players, node, name)
            case "opponent":
                if players != 2:
                    self.error("opponent", node.span, "opponent needs exactly two players.")
                    return self.unknown(node)
                return terms.Global(schema.players, node, name)
            case "turn_number":
                return terms.Global(NUMBER, node, name)
            case "phase":
                if not schema.phases.words:
                    self.error("no-phases", node.span, "This game has no phases.")
                    return self.unknown(node)
                return terms.Global(schema.phases, node, name)
            case "over" | "thinking":
                return terms.Global(FLAG, node, name)
            case "winner":
                return terms.Global(Maybe(schema.players), node, name)
            case "won":
                return terms.Global(Maybe(FLAG), node, name)
            case "about":
                return terms.Global(TEXT, node, name)
            case "draft" | "assist":
                return terms.Global(scope.parts.get(name, UNKNOWN), node, name)
        return None

    def expand(
        self,
        define: Define,
        arguments: tuple[terms.Term, ...],
        node: nodes.Node,
        scope: Scope,
        expected: Type | None,
    ) -> terms.Term:
        """Put a define in place of its name, with its parameters bound to the arguments."""
        signature = define.signature
        self.defines_used.add(signature.name)
        if signature.name in scope.inside:
            trail = " → ".join([*scope.inside[scope.inside.index(signature.name) :], signature.name])
            self.error("recursion", node.span, f"{signature.name} calls itself through {trail}.")
            return self.unknown(node)
        inner = replace(scope, locals={}, inside=(*scope.inside, signature.name))
        bound: list[tuple[str, terms.Term]] = []
        for parameter, argument in zip(signature.parameters, arguments, strict=True):
            term = argument
            if not _is_settled(argument):
                variable = terms.Variable(argument.type, argument.node, self.fresh(parameter.name))
                bound.append((variable.name, argument))
                term = variable
            inner = inner.with_locals({parameter.name: Local(term, "parameter", parameter.span)})
        body = self._cases(define.cases, inner, expected)
        for name, value in reversed(bound):
            body = terms.Let(body.type, node, name, value, body)
        return body

    def _cases(
        self, cases: tuple[tuple[nodes.Node | None, nodes.Node], ...], scope: Scope, expected: Type | None
    ) -> terms.Term:
        (test, body), rest = cases[0], cases[1:]
        if test is None or not rest:
            return self.check(body, scope, expected)
        condition = self.condition(test, scope)
        yes, no = scope.knowing(proved(condition)), scope.knowing(proved(condition, False))
        if expected is None and self._is_word(body, yes):
            other = self._cases(rest, no, None)
            return self._joined(body, condition, self.check(body, yes, other.type), other)
        value = self.check(body, yes, expected)
        return self._joined(body, condition, value, self._cases(rest, no, expected or value.type))

    def _is_word(self, node: nodes.Node, scope: Scope) -> bool:
        """Whether a node is a word of an enum, which takes its meaning from what is expected."""
        return (
            isinstance(node, nodes.Name)
            and node.value not in scope.schema.defines
            and self.lookup(node, scope, None) is None
        )

    def _joined(self, node: nodes.Node, test: terms.Term, value: terms.Term, other: terms.Term) -> terms.Term:
        kind = join(value.type, other.type)
        if kind is None:
            self.error(
                "wrong-type",
                other.node.span,
                f"One branch gives {named(value.type)}, the other {named(other.type)}.",
            )
            return self.unknown(node)
        return terms.Choice(kind, node, test, value, other)

    def narrowed(self, term: terms.Term, scope: Scope) -> terms.Term:
        """The term with a type that leaves out none where that is proved."""
        if can_be_none(term.type) and not isinstance(term.type, Nothing):
            name = path(term)
            if name is not None and name in scope.known:
                return replace(term, type=strip(term.type))
        return term

    # Properties and items

    def _attribute(self, node: nodes.Attribute, scope: Scope) -> terms.Term:
        target = self.check(node.target, scope)
        return self.property_of(target, node, scope)

    def property_of(self, target: terms.Term, node: nodes.Attribute, scope: Scope) -> terms.Term:
        """`target.name`, or a report of what the target has instead."""
        kind = strip(target.type)
        optional = can_be_none(target.type)
        if isinstance(kind, Unknown):
            return self.unknown(node)
        if isinstance(kind, Nothing):
            return terms.Constant(NOTHING, node, None)
        found = self._property(target, kind, node, scope)
        if found is None:
            if isinstance(kind, Listing) and item_of(kind) is not None:
                self.error(
                    "list-has-no-property",
                    self._name_span(node),
                    f"A list has no ‘{node.name}’.",
                    f"Loop over it: list(x.{node.name} for x in {node.target.source}).",
                )
            else:
                names = self._properties(kind, scope)
                owner = f"‘{node.target.source}’" if isinstance(kind, Record) else named(kind).capitalize()
                self.error(
                    "no-such-property",
                    self._name_span(node),
                    f"{owner} has no ‘{node.name}’.",
                    did_you_mean(node.name, names) or (f"It has {', '.join(names)}." if names else None),
                )
            return self.unknown(node)
        if optional:
            found = replace(found, type=maybe(found.type))
        return self.narrowed(found, scope)

    def _name_span(self, node: nodes.Attribute) -> Span:
        return node.scalar.part(node.name_start, node.name_start + len(node.name))

    def _property(
        self, target: terms.Term, kind: Type, node: nodes.Attribute, scope: Scope
    ) -> terms.Term | None:
        schema, name = scope.schema, node.name
        if isinstance(kind, Site):
            return self._site_property(target, node, scope)
        if isinstance(kind, Piece):
            piece = schema.kinds[kind.kind]
            if name in piece.properties:
                return terms.ColumnItem(
                    piece.properties[name].type, node, piece.properties[name].column, target
                )
            if name == "site":
                return terms.ColumnItem(Maybe(SITE), node, piece.site_column, target)
            if name == "zone":
                return terms.ColumnItem(Maybe(schema.zone_words), node, piece.zone_column, target)
        if isinstance(kind, Words) and name == "title" and kind == schema.players:
            return terms.FixedItem(TEXT, node, "title", (None, *schema.titles), target)
        if isinstance(kind, Record):
            found = kind.field(name)
            if found is not None:
                return terms.FieldOf(found, node, target, name, kind.position(name))
        return None

    def _site_property(self, target: terms.Term, node: nodes.Attribute, scope: Scope) -> terms.Term | None:
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
                values = topology.row if name == "row" else topology.column
                return terms.FixedItem(
                    Number(1, max(values, default=1)), node, name, (None, *values[1:]), target
                )
            case "layer":
                return terms.FixedItem(
                    Number(1, max(topology.layer, default=1)), node, name, (None, *topology.layer[1:]), target
                )
        for kind in schema.kinds.values():
            if name in kind.lent:
                return self._lent(target, kind.name, kind.lent[name], node, scope)
        return None

    def _lent(
        self, target: terms.Term, kind: str, body: nodes.Node, node: nodes.Attribute, scope: Scope
    ) -> terms.Term:
        """A property that the piece covering a cell lends it: `it` is the piece, `i` counts along its row."""
        schema = scope.schema
        columns = (None, *schema.topology.column[1:])
        site = terms.Variable(SITE, node, self.fresh("cell"))
        covering = terms.ColumnItem(Maybe(Piece(kind)), node, schema.kinds[kind].at_column, site)
        piece = terms.Variable(Piece(kind), node, self.fresh("it"))
        first = terms.ColumnItem(SITE, node, schema.kinds[kind].site_column, piece)
        span = Number(1, max(schema.topology.column, default=1))
        here, start = (
            terms.FixedItem(span, node, "column", columns, site),
            terms.FixedItem(span, node, "column", columns, first),
        )
        one = terms.Constant(Number(1, 1), node, 1)
        number = terms.Arithmetic(NUMBER, node, "+", terms.Arithmetic(NUMBER, node, "-", here, start), one)
        counter = terms.Variable(NUMBER, node, self.fresh("i"))
        inner = replace(
            scope, locals={"it": Local(piece, "piece", None), "i": Local(counter, "number", None)}
        )
        value = self.check(body, inner)
        inside = terms.Let(value.type, node, counter.name, number, value)
        nothing = terms.Constant(NOTHING, node, None)
        covered = terms.Compare(
            FLAG, node, "!=", terms.Variable(Maybe(Piece(kind)), node, piece.name), nothing
        )
        chosen = terms.Choice(maybe(value.type), node, covered, inside, nothing)
        return terms.Let(
            chosen.type, node, site.name, target, terms.Let(chosen.type, node, piece.name, covering, chosen)
        )

    def _properties(self, kind: Type, scope: Scope) -> list[str]:
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

    def _index(self, node: nodes.Index, scope: Scope) -> terms.Term:
        target = self.check(node.target, scope)
        kind = strip(target.type)
        if isinstance(kind, Unknown):
            self.check(node.index, scope)
            return self.unknown(node)
        if isinstance(kind, Table):
            return self.narrowed(self._table_item(target, kind, node, scope), scope)
        if isinstance(kind, Listing | Text):
            index = self.expect(node.index, scope, NUMBER, "An index")
            inner = maybe(kind.item if isinstance(kind, Listing) else LETTER)
            return self.narrowed(terms.ItemOf(inner, node, target, index), scope)
        self.error("no-items", node.target.span, f"{named(kind).capitalize()} has no items.")
        return self.unknown(node)

    def _table_item(self, target: terms.Term, kind: Table, node: nodes.Index, scope: Scope) -> terms.Term:
        index = self.check(node.index, scope, kind.key)
        if not fits(strip(index.type), kind.key) or isinstance(index.type, Nothing):
            self.error(
                "wrong-type",
                node.index.span,
                f"This is indexed by {named(kind.key)}, not by {named(index.type)}.",
            )
            return self.unknown(node)
        total = kind.total and not can_be_none(index.type) and _within(index.type, kind.key)
        inner = kind.value if total else maybe(kind.value)
        if isinstance(target, terms.TableItem):
            return self._inner_item(target, inner, index, node, total)
        assert isinstance(target, terms.Constant)
        match target.value:
            case dict() as table:
                if isinstance(kind.value, Table):
                    return self._nested_table(target, kind, index, node)
                return terms.TableItem(inner, node, table, index, total)
            case Board() | Zone() as place:
                if not total:
                    return self._no_place(place, kind.key, index)
                make = terms.BoardTerm if isinstance(place, Board) else terms.ZoneTerm
                return make(kind.value, node, place.name, index)
            case variable:
                size = len(kind.key.words) if isinstance(kind.key, Words) else _span_of(kind.key)
                return terms.StateItem(inner, node, variable.name, index, _base(kind.key), size)

    def _no_place(self, place: Board | Zone, key: Type, index: terms.Term) -> terms.Term:
        """A board or a zone cannot be none, so its key must be one of those it has."""
        if self.require_fit(index, key, "The key"):
            self.error(
                "no-such-entry", index.node.span, f"{place.name} has {key}, this number may lie outside."
            )
        return self.unknown(index.node)

    def _nested_table(
        self, target: terms.Constant, kind: Table, index: terms.Term, node: nodes.Index
    ) -> terms.Term:
        if isinstance(index.type, Unknown):
            return self.unknown(node)
        if isinstance(index, terms.Constant):
            if index.value in target.value:
                return terms.Constant(kind.value, node, target.value[index.value])
            self.error("no-such-entry", node.index.span, "The table has no such entry.")
            return self.unknown(node)
        total = kind.total and not can_be_none(index.type) and _within(index.type, kind.key)
        return terms.TableItem(kind.value if total else maybe(kind.value), node, target.value, index, total)

    def _inner_item(
        self, target: terms.TableItem, kind: Type, index: terms.Term, node: nodes.Node, total: bool
    ) -> terms.Term:
        """An entry of a table that is itself an entry: one table with pairs as keys."""
        pairs = {(outer, key): value for outer, inner in target.table.items() for key, value in inner.items()}
        whole = total and target.total
        both = terms.Listed(Listing(index.type, 2), node, (target.index, index))
        return terms.TableItem(kind if whole else maybe(kind), node, pairs, both, whole)

    # Calls and lists

    def _call(self, node: nodes.Call, scope: Scope, expected: Type | None) -> terms.Term:
        define = scope.schema.defines.get(node.name)
        if define is not None:
            return self._define_call(node, define, scope, expected)
        return self.narrowed(check_call(self, node, scope, expected), scope)

    def _define_call(
        self, node: nodes.Call, define: Define, scope: Scope, expected: Type | None
    ) -> terms.Term:
        parameters = define.signature.parameters
        if node.tail is not None:
            self.error(
                "no-loop-here",
                node.tail.span,
                f"{node.name} takes no loop.",
                "Write list(… for … in …) inside the brackets.",
            )
            return self.unknown(node)
        if len(parameters) != len(node.arguments):
            wanted_count = "1 value" if len(parameters) == 1 else f"{len(parameters)} values"
            message = f"{node.name} takes {wanted_count}, this gives {len(node.arguments)}."
            self.error("argument-count", node.span, message)
            return self.unknown(node)
        arguments = []
        for parameter, argument in zip(parameters, node.arguments, strict=True):
            wanted = self.type_of(parameter.type, scope) if parameter.type is not None else None
            term = self.check(argument, scope, wanted)
            if wanted is not None and not self.require_fit(
                term, wanted, f"‘{parameter.name}’ of {node.name}"
            ):
                term = self.unknown(argument)
            arguments.append(term)
        return self.expand(define, tuple(arguments), node, scope, expected)

    def type_of(self, node: nodes.Node, scope: Scope) -> Type:
        """The type that a type expression names."""
        match node:
            case nodes.NamedType():
                found = scope.schema.type_named(node.name)
                if found is None:
                    self.error(
                        "unknown-type",
                        node.span,
                        f"There is no type {node.name}.",
                        did_you_mean(node.name, scope.schema.type_names()),
                    )
                    return UNKNOWN
                return found
            case nodes.ListType():
                return Listing(self.type_of(node.item, scope), scope.schema.topology.count)
            case nodes.OptionalType():
                return maybe(self.type_of(node.of, scope))
            case nodes.RangeType():
                low, high = self.check(node.low, scope), self.check(node.high, scope)
                if isinstance(low, terms.Constant) and isinstance(high, terms.Constant):
                    if isinstance(low.value, int) and isinstance(high.value, int):
                        if low.value > high.value:
                            self.error(
                                "empty-range", node.span, f"{low.value}..{high.value} holds no number."
                            )
                            return NUMBER
                        return Number(low.value, high.value)
                if not isinstance(low.type, Unknown) and not isinstance(high.type, Unknown):
                    message = "A range of a type is made of numbers and settings."
                    self.error("not-constant", node.span, message)
                return NUMBER
        raise AssertionError(node)

    def _list(self, node: nodes.ListLiteral, scope: Scope, expected: Type | None) -> terms.Term:
        inner = item_of(strip(expected)) if expected is not None else None
        items = [self.check(item, scope, inner) for item in node.items]
        kind: Type = UNKNOWN
        for term in items:
            joined = join(kind, strip(term.type))
            if joined is None:
                self.error(
                    "mixed-list",
                    term.node.span,
                    f"This is {named(term.type)}; an item before it is {named(kind)}.",
                )
                return self.unknown(node)
            kind = joined
        if not items and inner is not None:
            kind = inner
        return terms.Listed(Listing(strip(kind), len(items)), node, tuple(items))

    def loops(self, loops: Iterable[nodes.Loop], scope: Scope) -> tuple[tuple[terms.Loop, ...], Scope, int]:
        """Check `for` loops; gives them, the scope inside, and how often the inside may run."""
        checked, most = [], 1
        for loop in loops:
            items = self.check(loop.items, scope)
            inner = item_of(items.type)
            if inner is None:
                if isinstance(strip(items.type), Listing):
                    self.require_fit(items, strip(items.type), "A loop")
                else:
                    message = f"A loop needs a list, this is {named(items.type)}."
                    self.error("not-a-list", loop.items.span, message, range_help(items))
                inner = UNKNOWN
            scope, variable = self.bind(scope, loop.name, strip(inner), "loop name", loop, loop.span)
            scope = scope.knowing(known_places(variable, items))
            condition = None
            if loop.condition is not None:
                condition = self.condition(loop.condition, scope)
                scope = scope.knowing(proved(condition))
            most *= items.type.most if isinstance(items.type, Listing) else 1
            checked.append(terms.Loop(variable.name, items, condition))
        return tuple(checked), scope, most

    def comprehension(
        self, body: nodes.Node, tail: nodes.Tail, scope: Scope, expected: Type | None
    ) -> terms.Comprehension:
        """`body for … while … until …`."""
        self.looping += len(tail.loops)
        if self.looping > DEEPEST_LOOPS:
            self.error("too-deep", tail.span, f"Loops are nested deeper than {DEEPEST_LOOPS}.")
            self.looping -= len(tail.loops)
            return terms.Comprehension(Listing(UNKNOWN, 0), body, self.unknown(body), (), None, None)
        loops, inner, most = self.loops(tail.loops, scope)
        stop = self.condition(tail.stop, inner) if tail.stop is not None else None
        until = self.condition(tail.until, inner) if tail.until is not None else None
        value_scope = inner.knowing(proved(stop)) if stop is not None else inner
        value = self.check(body, value_scope, expected)
        self.looping -= len(tail.loops)
        return terms.Comprehension(Listing(value.type, most), body, value, loops, stop, until)

    # Operators

    def _negative(self, node: nodes.Negative, scope: Scope) -> terms.Term:
        value = self.expect(node.value, scope, NUMBER, "‘-’")
        if isinstance(value, terms.Constant) and isinstance(value.value, int):
            return terms.Constant(Number(-value.value, -value.value), node, -value.value)
        return terms.Minus(NUMBER, node, value)

    def _binary(self, node: nodes.Binary, scope: Scope, expected: Type | None) -> terms.Term:
        match node.operator:
            case "and":
                left = self.condition(node.left, scope)
                right = self.condition(node.right, scope.knowing(proved(left)))
                return _both(node, left, right)
            case "or":
                left = self.condition(node.left, scope)
                right = self.condition(node.right, scope.knowing(proved(left, False)))
                return _either(node, left, right)
            case "==" | "!=":
                return self._equality(node, scope)
            case "<" | "<=" | ">" | ">=":
                return terms.Compare(FLAG, node, node.operator, *self._numbers(node, scope))
            case "in" | "lacks":
                return self._contains(node, scope)
            case "..":
                low = self.expect(node.left, scope, NUMBER, "‘..’")
                high = self.expect(node.right, scope, NUMBER, "‘..’")
                return self._range(node, low, high)
            case "+":
                return self._plus(node, scope, expected)
        return self._arithmetic(node, *self._numbers(node, scope))

    def _numbers(self, node: nodes.Binary, scope: Scope) -> tuple[terms.Term, terms.Term]:
        """Both sides of an operator on numbers; if the left is no number, that is enough to say."""
        left, right = self.check(node.left, scope, NUMBER), self.check(node.right, scope, NUMBER)
        if self.require_fit(left, NUMBER, f"‘{node.operator}’"):
            self.require_fit(right, NUMBER, f"‘{node.operator}’")
        return left, right

    def _range(self, node: nodes.Node, low: terms.Term, high: terms.Term) -> terms.Term:
        if isinstance(low.type, Unknown) or isinstance(high.type, Unknown):
            return self.unknown(node)
        lowest = low.type.low if isinstance(low.type, Number) else None
        highest = high.type.high if isinstance(high.type, Number) else None
        if lowest is None or highest is None:
            return terms.RangeOf(Listing(NUMBER, LONGEST_RANGE), node, low, high)
        return terms.RangeOf(
            Listing(Number(lowest, max(lowest, highest)), max(0, highest - lowest + 1)), node, low, high
        )

    def _arithmetic(self, node: nodes.Binary, left: terms.Term, right: terms.Term) -> terms.Term:
        if node.operator in ("//", "%") and isinstance(right, terms.Constant) and right.value == 0:
            self.error("division-by-zero", node.right.span, "This divides by zero.")
            return self.unknown(node)
        if (
            isinstance(left, terms.Constant)
            and isinstance(right, terms.Constant)
            and isinstance(left.value, int)
            and isinstance(right.value, int)
        ):
            value = _compute(node.operator, left.value, right.value)
            return terms.Constant(Number(value, value), node, value)
        return terms.Arithmetic(
            _arithmetic_type(node.operator, left.type, right.type), node, node.operator, left, right
        )

    def _plus(self, node: nodes.Binary, scope: Scope, expected: Type | None) -> terms.Term:
        left = self.check(node.left, scope, expected)
        kind = strip(left.type)
        if isinstance(kind, Unknown):
            self.check(node.right, scope, expected)
            return self.unknown(node)
        if isinstance(kind, Text):
            right = self.expect(node.right, scope, TEXT, "‘+’")
            self.require_fit(left, TEXT, "‘+’")
            return terms.Joined(TEXT, node, left, right)
        if isinstance(kind, Listing):
            right = self.check(node.right, scope, kind)
            if not isinstance(right.type, Listing):
                self.require_fit(right, Listing(kind.item, 0), "‘+’")
                return self.unknown(node)
            joined = join(kind.item, right.type.item)
            if joined is None:
                self.error(
                    "wrong-type",
                    node.right.span,
                    f"‘+’ joins lists of one type, these are {named(kind)} and {named(right.type)}.",
                )
                return self.unknown(node)
            self.require_fit(left, Listing(kind.item, 0), "‘+’")
            return terms.Joined(Listing(joined, kind.most + right.type.most), node, left, right)
        self.require_fit(left, NUMBER, "‘+’")
        right = self.expect(node.right, scope, NUMBER, "‘+’")
        return self._arithmetic(node, left, right)

    def _pair(self, node: nodes.Binary, scope: Scope) -> tuple[terms.Term, terms.Term]:
        """Both sides of a comparison; a word takes its meaning from the other side."""
        if isinstance(node.left, nodes.Name) and self.lookup(node.left, scope, None) is None:
            right = self.check(node.right, scope)
            return self.check(node.left, scope, strip(right.type)), right
        before = len(self.diagnostics)
        left = self.check(node.left, scope)
        if len(self.diagnostics) > before and isinstance(left.type, Unknown) and self._is_word(node.right, scope):
            return left, self.unknown(node.right)
        return left, self.check(node.right, scope, strip(left.type))

    def _whole_zone(self, term: terms.Term, other: terms.Term, scope: Scope) -> terms.Term:
        """A zone that is compared with where a piece is stands for the zone itself, not for the list of its pieces."""
        words = scope.schema.zone_words
        if not isinstance(term, terms.ZoneTerm) or strip(other.type) != words:
            return term
        zone = scope.schema.zones[term.zone]
        if term.index is None:
            return terms.Constant(words, term.node, zone.first)
        low = zone.per.low if isinstance(zone.per, Number) and zone.per.low is not None else 1
        return terms.Arithmetic(words, term.node, "+", term.index, terms.Constant(NUMBER, term.node, zone.first - low))

    def _equality(self, node: nodes.Binary, scope: Scope) -> terms.Term:
        left, right = self._pair(node, scope)
        left, right = self._whole_zone(left, right, scope), self._whole_zone(right, left, scope)
        if not comparable(left.type, right.type):
            help_text = _comparison_help(left, right)
            self.error(
                "cannot-compare",
                node.span,
                f"You cannot compare {named(left.type)} with {named(right.type)}.",
                help_text,
            )
        elif (
            isinstance(right.type, Nothing)
            and not can_be_none(left.type)
            and not isinstance(left.type, Unknown)
            and not isinstance(left, terms.Constant)
            and path(left) not in scope.known
        ):
            message = f"This compares {named(left.type)} with none, but it is never none."
            self.diagnostics.warning("never-none", node.span, message)
        if _is_plain(left) and _is_plain(right):
            same = left.value == right.value  # type: ignore[attr-defined]
            return terms.Constant(FLAG, node, same == (node.operator == "=="))
        return terms.Compare(FLAG, node, node.operator, left, right)

    def _listed_words(self, node: nodes.Binary, scope: Scope) -> Type | None:
        """The list type that words listed after `in` belong to: that of the value before it."""
        listed = node.right.items if isinstance(node.right, nodes.ListLiteral) else ()
        if isinstance(node.right, nodes.Call) and node.right.name == "list" and node.right.tail is None:
            listed = node.right.arguments
        if not any(self._is_word(item, scope) for item in listed):
            return None
        quiet = type(self)(Diagnostics())
        return Listing(strip(quiet.check(node.left, scope).type), len(listed))

    def _contains(self, node: nodes.Binary, scope: Scope) -> terms.Term:
        items = self.check(node.right, scope, self._listed_words(node, scope))
        inner = LETTER if isinstance(items.type, Text) else item_of(items.type)
        if inner is None:
            self.error(
                "not-a-list",
                node.right.span,
                f"‘in’ looks into a list or a text, this is {named(items.type)}.",
            )
            return self.unknown(node)
        value = self.check(node.left, scope, strip(inner))
        if isinstance(items.type, Text):
            if not isinstance(strip(value.type), Text | Unknown | Nothing):
                self.error(
                    "wrong-type", node.left.span, f"A text holds letters, this is {named(value.type)}."
                )
        elif not comparable(value.type, inner):
            message = f"This is a list of {plural(inner)}; {named(strip(value.type))} is never in it."
            self.error("cannot-compare", node.span, message)
        found = terms.Contains(FLAG, node, value, items)
        return terms.Not(FLAG, node, found) if node.operator == "lacks" else found

    def _conditional(self, node: nodes.Conditional, scope: Scope, expected: Type | None) -> terms.Term:
        test = self.condition(node.test, scope)
        if isinstance(test, terms.Constant) and isinstance(test.value, bool):
            live, dead = (node.value, node.other) if test.value else (node.other, node.value)
            self.check(dead, scope.knowing(proved(test, not test.value)), expected)
            return self.check(live, scope, expected)
        yes, no = scope.knowing(proved(test)), scope.knowing(proved(test, False))
        if expected is None and self._is_word(node.value, yes):
            other = self.check(node.other, no)
            return self._joined(node, test, self.check(node.value, yes, strip(other.type)), other)
        value = self.check(node.value, yes, expected)
        return self._joined(node, test, value, self.check(node.other, no, expected or strip(value.type)))

    def _let(self, node: nodes.LetIn, scope: Scope, expected: Type | None) -> terms.Term:
        bound: list[tuple[terms.Variable, terms.Term]] = []
        for binding in node.bindings:
            value = self.check(binding.value, scope)
            if isinstance(value, terms.BoardTerm) and _is_settled(value):
                self.refuse_shadowing(scope, binding.name, binding.span)
                scope = scope.with_locals({binding.name: Local(value, "let", binding.span)})
                continue
            scope, variable = self.bind(scope, binding.name, value.type, "let", binding, binding.span)
            bound.append((variable, value))
        body = self.check(node.body, scope, expected)
        for variable, value in reversed(bound):
            body = terms.Let(body.type, node, variable.name, value, body)
        return body


def check_scalar(
    checker: Checker, scalar: Scalar, scope: Scope, expected: Type | None = None
) -> terms.Term | None:
    """Parse and check an expression; None if it does not parse."""
    from interpreter.expr.parser import parse

    node = parse(scalar, "expression", checker.diagnostics)
    if node is None:
        return None
    checker.size = 0
    return checker.check(node, scope, expected)


def range_help(term: terms.Term) -> str | None:
    """What to write when a number stands where a list is wanted."""
    return f"Did you mean 1..{term.node.source}?" if isinstance(term.type, Number) else None


def _of_name(name: str, span: Span) -> Span:
    """The name itself in the text that binds it, such as `let n = 1`."""
    found = re.search(rf"\b{re.escape(name)}\b", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())


def _extent(board: boards.Board) -> str | None:
    """From where to where a board goes, for who names a site outside."""
    names = list(board.by_name)
    return None if board.shape == "graph" or not names else f"{board.name} goes from {names[0]} to {names[-1]}."


def strip_list(kind: Type | None) -> Type:
    """The word type inside an expected type."""
    assert kind is not None
    inner = strip(kind)
    return strip(inner.item) if isinstance(inner, Listing) else inner


def _word(name: str, expected: Type | None) -> int | None:
    if expected is None:
        return None
    kind = strip_list(expected)
    return kind.words.index(name) + 1 if isinstance(kind, Words) and name in kind.words else None


def _is_settled(term: terms.Term) -> bool:
    """Whether a term may stand in several places: it is a name, and reading it again costs nothing."""
    if isinstance(term, terms.BoardTerm):
        return term.index is None or _is_settled(term.index)
    return isinstance(term, terms.Variable | terms.Constant | terms.Global)


def _at(term: terms.Term, node: nodes.Node) -> terms.Term:
    return replace(term, node=node)


def _base(kind: Type | None) -> int:
    """The key of the first value of something that is `per` this type."""
    return kind.low if isinstance(kind, Number) and kind.low is not None else 1


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


def _truth(term: terms.Term) -> bool | None:
    """The value of a condition that is known when the game is compiled."""
    if isinstance(term, terms.Constant) and not isinstance(term.type, Unknown):
        return bool(term.value)
    return None


def _is_plain(term: terms.Term) -> bool:
    return (
        isinstance(term, terms.Constant)
        and isinstance(term.value, int | str | bool | None)
        and not isinstance(term.type, Unknown)
    )


def _both(node: nodes.Node, left: terms.Term, right: terms.Term) -> terms.Term:
    if _truth(left) is False or _truth(right) is False:
        return terms.Constant(FLAG, node, False)
    if _truth(left):
        return right
    return left if _truth(right) else terms.Both(FLAG, node, left, right)


def _either(node: nodes.Node, left: terms.Term, right: terms.Term) -> terms.Term:
    if _truth(left) or _truth(right):
        return terms.Constant(FLAG, node, True)
    if _truth(left) is False:
        return right
    return left if _truth(right) is False else terms.Either(FLAG, node, left, right)


def _compute(operator: str, left: int, right: int) -> int:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return max(-LARGEST, min(LARGEST, left * right))
        case "//":
            return left // right
    return left % right


def _arithmetic_type(operator: str, left: Type, right: Type) -> Type:
    if not isinstance(left, Number) or not isinstance(right, Number):
        return NUMBER
    if None in (left.low, left.high, right.low, right.high) or operator in ("//", "%"):
        if operator == "%" and right.low is not None and right.low > 0 and right.high is not None:
            return Number(0, right.high - 1)
        return NUMBER
    assert left.low is not None and left.high is not None and right.low is not None and right.high is not None
    corners = [_compute(operator, a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return Number(min(corners), max(corners))


def _comparison_help(left: terms.Term, right: terms.Term) -> str | None:
    kinds = {type(strip(left.type)), type(strip(right.type))}
    if kinds == {Site, Piece}:
        piece = left if isinstance(strip(left.type), Piece) else right
        return f"Write {piece.node.source}.site."
    return None
