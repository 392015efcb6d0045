"""Names: what a word or a site means in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.boards import COMPASS, DIAGONALS, ORTHOGONALS
from interpreter.language import nodes, terms, types
from interpreter.language.mistakes import AmbiguousSite, UnfilledText, UnknownName, UnknownSite, WrongType
from interpreter.language.scope import Scope
from interpreter.spec.nodes import INHERITED

if TYPE_CHECKING:
    from interpreter.language.checker import Checker

_OTHERS = "Write list(p for p in players if p != me) for the others."
_NEXT = "For the next player write sure(first(onward(players, me, 1)))."
_ANYONE_ELSE = "For anyone else compare with ‘!= me’."


_BRACES = re.compile(r"\{([a-z_][^{}]*)\}")
"""What a text of players would have filled in."""


def text_literal(checker: Checker, node: nodes.Text, scope: Scope, expected: types.Type | None) -> terms.Term:
    words = types.strip(expected) if expected is not None else None
    if isinstance(words, types.Words) and node.value in words.words:
        what = "player" if words.name == "player" else f"word of {words.name}"
        help_text = f"Write {node.value} without quotes."
        checker.error("quoted-word", node.span, f"‘{node.value}’ is a {what}.", help_text)
        return checker.unknown(node)
    if _BRACES.search(node.value) is not None:
        checker.diagnostics.report(UnfilledText(node, scope))
    kind = types.LETTER if len(node.value) == 1 else types.TEXT
    return terms.Constant(kind, node, node.value.lower() if len(node.value) == 1 else node.value)


def strange_letter(term: terms.Term, wanted: types.Type, scope: Scope) -> str | None:
    """Something written in place of a letter that is neither in the alphabet nor the sign for a blank."""
    if (
        not isinstance(types.strip(wanted), types.Letter)
        or not isinstance(term, terms.Constant)
        or term.type != types.LETTER
    ):
        return None
    return None if term.value in scope.schema.letters else str(term.value)


def named_value(checker: Checker, node: nodes.Name, scope: Scope, expected: types.Type | None) -> terms.Term:
    found = lookup(checker, node, scope, expected)
    if found is not None:
        return checker.narrowed(found, scope)
    return checker.report(UnknownName(node, scope, expected, _line_of_inner_name(checker, node, scope)), node)


def _line_of_inner_name(checker: Checker, node: nodes.Name, scope: Scope) -> int | None:
    """The line where a loop or a step above, in the same rule, defines the name only for its inside."""
    place, span = checker.bound.get(node.value, ("", None))
    above = span is not None and span.source is node.span.source and span.line < node.span.line
    return span.line if span is not None and above and place == scope.place else None


def lookup(checker: Checker, node: nodes.Name, scope: Scope, expected: types.Type | None) -> terms.Term | None:
    """What a name means here, or None."""
    name, schema = node.value, scope.schema
    if name in scope.locals:
        checker.used.add(name)
        return _at(scope.locals[name].term, node)
    if name in scope.globals:
        return global_name(checker, node, scope, expected)
    word = _word(name, expected)
    if word is not None and name not in schema.declared:
        return terms.Constant(strip_list(expected), node, word)
    if name in schema.settings:
        checker.settings_read.add(name)
        kind, value = schema.settings[name]
        return terms.Constant(kind if value is None else types.strip(kind), node, value)
    if name in schema.players.words:
        return terms.Constant(schema.players, node, schema.players.words.index(name) + 1)
    if name in schema.boards:
        board = schema.boards[name]
        if board.per is not None:
            return terms.Constant(types.Table(board.per, board.sites, True), node, board)
        return terms.BoardTerm(board.sites, node, name, None)
    if name in schema.zones:
        zone = schema.zones[name]
        kind = types.ZonePieces(types.Piece(zone.kind), zone.most, name)
        if zone.per is not None:
            return terms.Constant(types.Table(zone.per, kind, True), node, zone)
        return terms.ZoneTerm(kind, node, name, None)
    if name in schema.tables:
        return terms.Constant(schema.tables[name][0], node, schema.tables[name][1])
    if name in schema.variables:
        variable = schema.variables[name]
        if variable.per is not None:
            return terms.Constant(types.Table(variable.per, variable.type, True), node, variable)
        return terms.StateValue(variable.type, node, name)
    define = scope.inherited if name == INHERITED else schema.defines.get(name)
    if define is not None and not define.signature.parameters:
        return checker.expand(define, (), node, scope, expected)
    if name in schema.site_names:
        return terms.Constant(types.SITE, node, schema.site_names[name])
    return fixed_name(node, scope)


def fixed_name(node: nodes.Name, scope: Scope) -> terms.Term | None:
    schema = scope.schema
    match node.value:
        case "players":
            count = len(schema.players.words)
            return terms.Constant(types.Listing(schema.players, count), node, tuple(range(1, count + 1)))
        case "alphabet":
            letters = schema.alphabet
            return terms.Constant(types.Listing(types.LETTER, len(letters)), node, letters)
        case "orthogonals":
            return terms.Constant(types.Listing(schema.directions, 4), node, tuple(ORTHOGONALS))
        case "diagonals":
            return terms.Constant(types.Listing(schema.directions, 4), node, tuple(DIAGONALS))
        case "compass":
            return terms.Constant(types.Listing(schema.directions, 8), node, tuple(COMPASS))
        case name if name in schema.directions.words:
            return terms.Constant(schema.directions, node, schema.directions.words.index(name) + 1)
        case name if name in schema.axes.words:
            return terms.Constant(schema.axes, node, schema.axes.words.index(name) + 1)
    return None


def global_name(checker: Checker, node: nodes.Name, scope: Scope, expected: types.Type | None) -> terms.Term | None:
    schema, name = scope.schema, node.value
    players = len(schema.players.words)
    match name:
        case "me" | "to_move":
            return terms.Global(schema.players, node, name)
        case "opponent":
            if players != 2:
                help = _others(node, scope, expected)
                checker.error("opponent", node.span, "opponent needs exactly two players.", help)
                return checker.unknown(node)
            return terms.Global(schema.players, node, name)
        case "turn_number":
            return terms.Global(types.NUMBER, node, name)
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
            return terms.Global(types.FLAG, node, name)
        case "winner":
            return terms.Global(types.Maybe(schema.players), node, name)
        case "won":
            return terms.Global(types.Maybe(types.FLAG), node, name)
        case "about":
            return terms.Global(types.TEXT, node, name)
        case "draft" | "assist":
            return terms.Global(scope.parts.get(name, types.UNKNOWN), node, name)
    return None


def _others(node: nodes.Name, scope: Scope, expected: types.Type | None) -> str:
    """Suggest what to write for the opponent in a game that does not have exactly two players."""
    before, after = node.scalar[: node.start], node.scalar[node.end :]
    if len(scope.schema.players.words) > 2 and (re.search(r"[!=]= *$", before) or re.match(r" *[!=]=", after)):
        return _ANYONE_ELSE
    several = len(scope.schema.players.words) > 2 and expected is not None
    return _NEXT if several and types.strip(expected or types.UNKNOWN) == scope.schema.players else _OTHERS


def site_literal(checker: Checker, node: nodes.SiteName, scope: Scope, board: str | None) -> terms.Term:
    schema = scope.schema
    found = [
        (name, topology_board.by_name[node.value])
        for name, topology_board in schema.topology.boards.items()
        if node.value in topology_board.by_name and (board is None or name == board)
    ]
    if len(found) == 1:
        return terms.Constant(_kind_of(found[0][1], scope), node, found[0][1])
    if not found:
        return checker.report(UnknownSite(node, scope, None), node)
    return checker.report(AmbiguousSite(node, scope), node)


def site_of(checker: Checker, node: nodes.SiteOf, scope: Scope) -> terms.Term:
    target = checker.check(node.target, scope)
    if isinstance(target, terms.BoardTerm):
        board = scope.schema.boards[target.board]
        if target.index is None:
            return on_board(checker, node, scope, board.instances[0])
        if isinstance(target.index, terms.Constant) and isinstance(target.index.value, int):
            return on_board(checker, node, scope, board.instances[target.index.value - types.first_key(board.per)])
        sites = tuple(scope.schema.topology.boards[name].by_name.get(node.value, 0) for name in board.instances)
        if 0 in sites:
            return checker.report(UnknownSite(node, scope, board.name), node)
        return terms.FixedItem(
            board.sites.item, node, node.value, (*([0] * types.first_key(board.per)), *sites), target.index
        )
    if not isinstance(target.type, types.Unknown):
        reason = f"Only a board has a site {node.value}; this is {types.named(target.type)}."
        checker.report(WrongType(target, types.ANY_BOARD, scope, reason, node.target, "not-a-board"), node)
    return checker.unknown(node)


def on_board(checker: Checker, node: nodes.SiteOf, scope: Scope, board: str) -> terms.Term:
    by_name = scope.schema.topology.boards[board].by_name
    if node.value in by_name:
        return terms.Constant(_kind_of(by_name[node.value], scope), node, by_name[node.value])
    return checker.report(UnknownSite(node, scope, board), node)


def _kind_of(site: int, scope: Scope) -> types.Type:
    """The type of a site: an edge or a corner is known to be one."""
    board = scope.schema.topology.board_at(site)
    return types.Border(board.shape) if board is not None and board.of else types.SITE


def _at(term: terms.Term, node: nodes.Node) -> terms.Term:
    return replace(term, node=node)


def is_word(checker: Checker, node: nodes.Node, scope: Scope) -> bool:
    """Whether a node is a word of an enum, whose meaning depends on what is expected."""
    return (
        isinstance(node, nodes.Name)
        and node.value not in scope.schema.defines
        and lookup(checker, node, scope, None) is None
    )


def _word(name: str, expected: types.Type | None) -> int | None:
    if expected is None:
        return None
    kind = strip_list(expected)
    return kind.words.index(name) + 1 if isinstance(kind, types.Words) and name in kind.words else None


def strip_list(kind: types.Type | None) -> types.Type:
    """The word type inside an expected type."""
    assert kind is not None
    inner = types.strip(kind)
    return types.strip(inner.item) if isinstance(inner, types.Listing) else inner
