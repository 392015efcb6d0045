"""Types of signatures: what a parameter takes, what a call gives, how long a list may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.expr import terms
from interpreter.expr.scope import Scope
from interpreter.expr.types import (
    FLAG,
    LONGEST_RANGE,
    MOST_LIKE,
    NUMBER,
    SITE,
    TEXT,
    UNKNOWN,
    BoardSites,
    Listing,
    Maybe,
    Nothing,
    Number,
    Piece,
    Record,
    Text,
    Type,
    Unknown,
    Words,
    ZonePieces,
    can_be_none,
    fits,
    join,
    maybe,
    strip,
)
from interpreter.kernel import LONGEST_TEXT
from interpreter.signatures import Function, Signature

WORD = Record(
    (
        ("text", TEXT),
        ("sites", Listing(SITE, 64)),
        ("axis", Words("axis", ("row", "column", "diagonal", "antidiagonal"))),
    )
)


@dataclass(slots=True)
class Match:
    """One try to fit a call to a signature."""

    bound: dict[str, Type] = field(default_factory=dict)
    arguments: list[terms.Term] = field(default_factory=list)
    extra: list[Any] = field(default_factory=list)


def wanted_type(alternative: str, scope: Scope, match: Match) -> Type | None:
    """The type that an alternative of the signature stands for, as far as it is known yet."""
    schema = scope.schema
    many = schema.topology.count
    match alternative:
        case "T":
            return match.bound.get("T", UNKNOWN)
        case "T or none":
            return Maybe(match.bound.get("T", UNKNOWN))
        case "list T" | "list T?":
            return Listing(match.bound.get("T", UNKNOWN), many)
        case "list flag?":
            return Listing(FLAG, many)
        case "spot":
            return Maybe(SITE)
        case "board":
            return BoardSites(SITE, many, "")
        case "zone":
            return ZonePieces(UNKNOWN, many, "")
        case "piece":
            return UNKNOWN
        case "placement":
            return UNKNOWN
        case "value":
            return UNKNOWN
    if alternative.startswith("list "):
        inner = wanted_type(alternative[5:].rstrip("?"), scope, match)
        return None if inner is None else Listing(inner, many)
    if alternative.endswith(" or none"):
        inner = wanted_type(alternative[:-8], scope, match)
        return None if inner is None else maybe(inner)
    return schema.type_named(alternative)


def fits_term(alternative: str, term: terms.Term, scope: Scope, match: Match) -> bool:
    if alternative == "board" and isinstance(term.type, BoardSites) and not isinstance(term, terms.BoardTerm):
        return False
    return fits_type(alternative, term.type, scope, match)


def fits_type(alternative: str, kind: Type, scope: Scope, match: Match) -> bool:
    if isinstance(kind, Unknown):
        return True
    match alternative:
        case "T":
            return not can_be_none(kind) and _bind(match, kind)
        case "T or none":
            return _bind(match, strip(kind))
        case "list T":
            return isinstance(kind, Listing) and not can_be_none(kind.item) and _bind(match, kind.item)
        case "list T?":
            return isinstance(kind, Listing) and _bind(match, strip(kind.item))
        case "list flag?":
            return isinstance(kind, Listing) and fits(strip(kind.item), FLAG)
        case "spot":
            return isinstance(strip(kind), type(SITE) | Piece | Nothing)
        case "piece":
            if isinstance(kind, Piece):
                match.bound["kind"] = kind
            return isinstance(kind, Piece)
        case "zone":
            return isinstance(kind, ZonePieces)
        case "board":
            if isinstance(kind, BoardSites):
                match.bound["board"] = kind
            return isinstance(kind, BoardSites)
        case "placement":
            return isinstance(kind, Listing) and isinstance(kind.item, Record)
        case "value":
            return True
    wanted = wanted_type(alternative, scope, match)
    if alternative.endswith("?") and isinstance(kind, Listing):
        kind = Listing(strip(kind.item), kind.most)
    return wanted is not None and fits(kind, wanted)


def _bind(match: Match, kind: Type) -> bool:
    joined = join(match.bound.get("T", UNKNOWN), kind)
    if joined is None:
        return False
    match.bound["T"] = joined
    return True


def result_type(signature: Signature, match: Match, scope: Scope, function: Function) -> Type:
    return _result_type(signature.result, match, scope, _bound(function.bound, match, scope))


def _result_type(text: str, match: Match, scope: Scope, most: int) -> Type:
    schema = scope.schema
    if text.endswith(" or none"):
        return maybe(_result_type(text[:-8], match, scope, most))
    if text.startswith("list "):
        return Listing(_result_type(text[5:], match, scope, most), most)
    match text:
        case "T":
            return strip(match.bound.get("T", UNKNOWN))
        case "loop item":
            last = match.arguments[-1]
            assert isinstance(last, terms.Comprehension)
            items = last.loops[-1].items.type if last.loops else UNKNOWN
            return strip(items.item) if isinstance(items, Listing) else UNKNOWN
        case "word":
            return match.bound["words"]
        case "piece":
            return match.bound.get("kind") or _only_kind(match, scope)
        case "same":
            return match.arguments[0].type
        case "number":
            return _number(match)
        case "crossword":
            words = Listing(WORD, 32)
            return Record((("in_line", FLAG), ("gap", FLAG), ("main", WORD), ("adjoining", words), ("crossed", words)))
    found = schema.type_named(text)
    assert found is not None, text
    return found


def _number(match: Match) -> Type:
    """A count is never negative and never longer than its list."""
    if (
        len(match.arguments) == 1
        and isinstance(match.arguments[0].type, Listing)
        and not isinstance(match.arguments[0].type.item, Number)
    ):
        return Number(0, match.arguments[0].type.most)
    if len(match.arguments) == 1 and isinstance(match.arguments[0].type, Text):
        return Number(0, LONGEST_TEXT)
    return NUMBER


def _only_kind(match: Match, scope: Scope) -> Type:
    board = match.bound.get("board")
    if isinstance(board, BoardSites):
        kinds = scope.schema.boards[board.board].kinds if board.board in scope.schema.boards else ()
        if len(kinds) == 1:
            return Piece(kinds[0])
    return UNKNOWN


def _bound(bound: str, match: Match, scope: Scope) -> int:
    topology = scope.schema.topology
    lists = [kind.most for argument in match.arguments if isinstance(kind := argument.type, Listing)]
    sides = max((*topology.column, *topology.row), default=1)
    match bound:
        case "line":
            return max(sides, 4)
        case "near":
            return 8
        case "like":
            return MOST_LIKE
        case "letters":
            text = match.arguments[0]
            return len(text.value) if isinstance(text, terms.Constant) and isinstance(text.value, str) else LONGEST_TEXT
        case "same":
            # Single values make a list of as many.
            return max(lists, default=len(match.arguments))
        case "onward":
            return LONGEST_RANGE
        case "words":
            words = match.bound.get("words")
            return len(words.words) if isinstance(words, Words) else 8
    return topology.count
