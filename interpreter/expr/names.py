"""Names: what a word or a site stands for where it is written."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.boards import COMPASS, DIAGONALS, ORTHOGONALS, Board, Topology
from interpreter.expr import nodes, terms
from interpreter.expr.remedies import ANY_BOARD, form_of
from interpreter.expr.scope import Scope
from interpreter.expr.types import (
    FLAG,
    LETTER,
    NUMBER,
    SITE,
    TEXT,
    UNKNOWN,
    BoardSites,
    Letter,
    Listing,
    Maybe,
    Piece,
    Table,
    Type,
    Unknown,
    Words,
    ZonePieces,
    first_key,
    named,
    strip,
)
from interpreter.expr.unknown_names import report_unknown_name
from interpreter.spec.nodes import INHERITED
from interpreter.spec.suggest import did_you_mean

if TYPE_CHECKING:
    from interpreter.expr.checker import Checker


_OTHERS = "Write list(p for p in players if p != me) for the others."
_MOST_SITES = 12


def text_literal(checker: Checker, node: nodes.Text, expected: Type | None) -> terms.Term:
    words = strip(expected) if expected is not None else None
    if isinstance(words, Words) and node.value in words.words:
        what = "player" if words.name == "player" else f"word of {words.name}"
        help_text = f"Write {node.value} without quotes."
        checker.error("quoted-word", node.span, f"‘{node.value}’ is a {what}.", help_text)
        return checker.unknown(node)
    kind = LETTER if len(node.value) == 1 else TEXT
    return terms.Constant(kind, node, node.value.lower() if len(node.value) == 1 else node.value)


def strange_letter(term: terms.Term, wanted: Type, scope: Scope) -> str | None:
    """What is written where a letter is wanted and is none of the alphabet, nor the sign of a blank."""
    if not isinstance(strip(wanted), Letter) or not isinstance(term, terms.Constant) or term.type != LETTER:
        return None
    return None if term.value in scope.schema.letters else str(term.value)


def named_value(checker: Checker, node: nodes.Name, scope: Scope, expected: Type | None) -> terms.Term:
    found = lookup(checker, node, scope, expected)
    if found is not None:
        return checker.narrowed(found, scope)
    report_unknown_name(checker, node, scope, expected)
    return checker.unknown(node)


def lookup(checker: Checker, node: nodes.Name, scope: Scope, expected: Type | None) -> terms.Term | None:
    """What a name means here, or None."""
    name, schema = node.value, scope.schema
    if name in scope.locals:
        checker.used.add(name)
        return _at(scope.locals[name].term, node)
    if name in scope.globals:
        return global_name(checker, node, scope)
    word = _word(name, expected)
    if word is not None and name not in schema.declared:
        return terms.Constant(strip_list(expected), node, word)
    if name in schema.settings:
        checker.settings_read.add(name)
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
    define = scope.inherited if name == INHERITED else schema.defines.get(name)
    if define is not None and not define.signature.parameters:
        return checker.expand(define, (), node, scope, expected)
    if name in schema.site_names:
        return terms.Constant(SITE, node, schema.site_names[name])
    return fixed_name(node, scope)


def fixed_name(node: nodes.Name, scope: Scope) -> terms.Term | None:
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


def global_name(checker: Checker, node: nodes.Name, scope: Scope) -> terms.Term | None:
    schema, name = scope.schema, node.value
    players = len(schema.players.words)
    match name:
        case "me" | "to_move":
            return terms.Global(schema.players, node, name)
        case "opponent":
            if players != 2:
                checker.error("opponent", node.span, "opponent needs exactly two players.", _OTHERS)
                return checker.unknown(node)
            return terms.Global(schema.players, node, name)
        case "turn_number":
            return terms.Global(NUMBER, node, name)
        case "phase":
            if not schema.phases.words:
                checker.error(
                    "no-phases",
                    node.span,
                    "This game has no phases.",
                    "Declare them under turns: phases:, or leave this out.",
                )
                return checker.unknown(node)
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


def site_literal(checker: Checker, node: nodes.SiteName, scope: Scope, board: str | None) -> terms.Term:
    schema = scope.schema
    found = [
        (name, topology_board.by_name[node.value])
        for name, topology_board in schema.topology.boards.items()
        if node.value in topology_board.by_name and (board is None or name == board)
    ]
    if len(found) == 1:
        return terms.Constant(SITE, node, found[0][1])
    if not found:
        help_text = f"{extents(schema.topology)}{_by_size(node.value, scope)}"
        checker.error("no-such-site", node.span, f"No board has a site {node.value}.", help_text)
    else:
        places = " and ".join(sorted({name.split("[")[0] for name, _ in found}))
        checker.error(
            "ambiguous-site",
            node.span,
            f"‘{node.value}’ is on {places}.",
            f"Write {found[0][0]}.{node.value}.",
        )
    return checker.unknown(node)


def _by_size(name: str, scope: Scope) -> str:
    """How rules name a site at the edge of a board whose size depends on settings; a test knows its settings."""
    schema = scope.schema
    boards = schema.boards.values()
    board = next((each for each in boards if any(part in schema.settings for part in each.size)), None)
    spot = re.fullmatch(r"([a-z])([0-9]+)", name)
    if board is None or spot is None or scope.place == "acceptance":
        return ""
    column = "1" if spot[1] == "a" else board.size[0]
    row = "1" if spot[2] == "1" else board.size[1]
    return f" Settings change its size: for the edge write site({board.name}, {column}, {row})."


def site_of(checker: Checker, node: nodes.SiteOf, scope: Scope) -> terms.Term:
    target = checker.check(node.target, scope)
    if isinstance(target, terms.BoardTerm):
        board = scope.schema.boards[target.board]
        if target.index is None:
            return on_board(checker, node, scope, board.instances[0])
        if isinstance(target.index, terms.Constant) and isinstance(target.index.value, int):
            return on_board(checker, node, scope, board.instances[target.index.value - first_key(board.per)])
        sites = tuple(scope.schema.topology.boards[name].by_name.get(node.value, 0) for name in board.instances)
        if 0 in sites:
            checker.error(
                "no-such-site",
                node.span,
                f"Board {board.name} has no site {node.value}.",
                extents(scope.schema.topology),
            )
            return checker.unknown(node)
        return terms.FixedItem(SITE, node, node.value, (*([0] * first_key(board.per)), *sites), target.index)
    if not isinstance(target.type, Unknown):
        checker.error(
            "not-a-board",
            node.target.span,
            f"Only a board has a site {node.value}; this is {named(target.type)}.",
            form_of(ANY_BOARD, scope),
        )
    return checker.unknown(node)


def on_board(checker: Checker, node: nodes.SiteOf, scope: Scope, board: str) -> terms.Term:
    by_name = scope.schema.topology.boards[board].by_name
    if node.value in by_name:
        return terms.Constant(SITE, node, by_name[node.value])
    help_text = did_you_mean(node.value, by_name) or extent(scope.schema.topology.boards[board])
    checker.error("no-such-site", node.span, f"Board {board} has no site {node.value}.", help_text)
    return checker.unknown(node)


def _at(term: terms.Term, node: nodes.Node) -> terms.Term:
    return replace(term, node=node)


def is_word(checker: Checker, node: nodes.Node, scope: Scope) -> bool:
    """Whether a node is a word of an enum, which takes its meaning from what is expected."""
    return (
        isinstance(node, nodes.Name)
        and node.value not in scope.schema.defines
        and lookup(checker, node, scope, None) is None
    )


def _word(name: str, expected: Type | None) -> int | None:
    if expected is None:
        return None
    kind = strip_list(expected)
    return kind.words.index(name) + 1 if isinstance(kind, Words) and name in kind.words else None


def strip_list(kind: Type | None) -> Type:
    """The word type inside an expected type."""
    assert kind is not None
    inner = strip(kind)
    return strip(inner.item) if isinstance(inner, Listing) else inner


def extents(topology: Topology) -> str:
    """From where to where each board goes."""
    return " ".join(map(extent, topology.boards.values())) or "This game has no board."


def extent(board: Board) -> str:
    """From where to where a board goes, for who names a site outside."""
    names = list(board.by_name)
    gaps = board.shape != "layers" and len(names) < board.columns * board.rows
    if not names:
        return f"{board.name} has no sites."
    # Where corners are missing, the first and the last site say little.
    if board.shape == "graph" or gaps:
        return f"{board.name} has {', '.join(names[:_MOST_SITES])}{' and others' if len(names) > _MOST_SITES else ''}."
    return f"{board.name} goes from {names[0]} to {names[-1]}."
