"""Expression text → nodes, using the LALR grammar in `grammar.lark`, whose tables are cached."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import lark
from lark import (
    Lark,
    Token,
    Transformer,
    Tree,
    UnexpectedCharacters,
    UnexpectedEOF,
    UnexpectedInput,
    UnexpectedToken,
    v_args,
)
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.tree import Meta

from interpreter.cache import cache_folder, keep, kept
from interpreter.language import nodes
from interpreter.language.mistakes import SyntaxMistake
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import INHERITED, Scalar

FORMAT = 1
STARTS = ["expression", "statement", "loops", "draw", "named_call", "plain_call", "signature", "type"]
# Steps of a single word.
BARE_WORDS = ("again", INHERITED)
DEEPEST = 60
LONGEST = 4000
TOO_DEEP_HELP = "Say it in fewer steps, or list the values in a table."


def parser(grammar: str, starts: Sequence[str]) -> Lark:
    """The parser for a grammar, from the cache if there is one made from the same grammar."""
    made_of = repr((FORMAT, grammar, starts, lark.__version__))
    path = cache_folder() / "tables" / f"{blake2b(made_of.encode(), digest_size=16).hexdigest()}.json"
    content = kept(path)
    if content is not None:
        return _loaded(bytes(content))
    made = Lark(
        grammar, parser="lalr", lexer="basic", start=list(starts), propagate_positions=True, maybe_placeholders=True
    )
    data, memo = made.memo_serialize([TerminalDef, Rule])
    keep(path, json.dumps({"data": data, "memo": memo}, separators=(",", ":")).encode())
    return made


def _loaded(content: bytes) -> Lark:
    """The cached parser; JSON has turned the numbers that its tables are keyed by into texts."""
    tables = json.loads(content)
    tables["memo"] = _numbered(tables["memo"])
    table = tables["data"]["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(state): _numbered(actions) for state, actions in table["states"].items()}
    loaded: Lark = Lark.load(tables)
    return loaded


def _numbered(table: dict[str, Any]) -> dict[int, Any]:
    return {int(number): entry for number, entry in table.items()}


class _Pending:
    """A node that still lacks its scalar: the parse tree is built once per text, whatever scalar holds it."""

    __slots__ = ("build", "end", "start")

    def __init__(self, build: Callable[[Scalar], nodes.Node], start: int, end: int) -> None:
        self.build = build
        self.start = start
        self.end = end


@cache
def _lark() -> Lark:
    return parser(Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"), STARTS)


def _make(cls: Callable[..., nodes.Node], meta: Meta, *fields: Any) -> _Pending:
    start, end = meta.start_pos, meta.end_pos

    def build(scalar: Scalar) -> nodes.Node:
        return cls(scalar, start, end, *(_settle(field, scalar) for field in fields))

    return _Pending(build, start, end)


def _settle(field: Any, scalar: Scalar) -> Any:
    if isinstance(field, _Pending):
        return field.build(scalar)
    if isinstance(field, tuple):
        return tuple(_settle(part, scalar) for part in field)
    return field


def _inherited_or(named: _Pending) -> Callable[[Scalar], nodes.Node]:
    """The expression that the parent of a variant has in the same place; elsewhere the word is a name like any
    other."""

    def build(scalar: Scalar) -> nodes.Node:
        parent = _pending(str(scalar.inherited), "expression") if scalar.inherited is not None else None
        if scalar.inherited is None or not isinstance(parent, _Pending):
            return named.build(scalar)
        return parent.build(scalar.inherited)

    return build


@v_args(inline=True, meta=True)
class _Builder(Transformer[Token, _Pending]):
    def number(self, meta: Meta, token: Token) -> _Pending:
        return _make(nodes.Number, meta, int(token))

    def text(self, meta: Meta, token: Token) -> _Pending:
        return _make(nodes.Text, meta, str(token)[1:-1].replace("''", "'"))

    def true(self, meta: Meta) -> _Pending:
        return _make(nodes.Flag, meta, True)

    def false(self, meta: Meta) -> _Pending:
        return _make(nodes.Flag, meta, False)

    def none(self, meta: Meta) -> _Pending:
        return _make(nodes.Nothing, meta)

    def site(self, meta: Meta, token: Token) -> _Pending:
        return _make(nodes.SiteName, meta, str(token))

    def name(self, meta: Meta, token: Token) -> _Pending:
        named = _make(nodes.Name, meta, str(token))
        return _Pending(_inherited_or(named), named.start, named.end) if token == INHERITED else named

    def group(self, _meta: Meta, inner: _Pending) -> _Pending:
        return inner

    def attribute(self, meta: Meta, target: _Pending, token: Token) -> _Pending:
        return _make(nodes.Attribute, meta, target, str(token), token.start_pos)

    def site_of(self, meta: Meta, target: _Pending, token: Token) -> _Pending:
        return _make(nodes.SiteOf, meta, target, str(token))

    def index(self, meta: Meta, target: _Pending, index: _Pending) -> _Pending:
        return _make(nodes.Index, meta, target, index)

    def arguments(self, _meta: Meta, *parts: Any) -> tuple[tuple[Any, ...], Any]:
        return parts[:-1], parts[-1]

    def routed_arguments(self, _meta: Meta, *parts: Any) -> tuple[tuple[Any, ...], None]:
        return parts, None

    def route(self, meta: Meta, here: Token, there: Token, *rest: Any) -> _Pending:
        return _make(nodes.Route, meta, str(here), str(there), *rest)

    def items(self, _meta: Meta, *parts: _Pending) -> tuple[_Pending, ...]:
        return parts

    def call(self, meta: Meta, token: Token, arguments: Any) -> _Pending:
        values, tail = arguments or ((), None)
        return _make(nodes.Call, meta, str(token), values, tail)

    def list_literal(self, meta: Meta, items: Any) -> _Pending:
        return _make(nodes.ListLiteral, meta, items or ())

    def loop(self, meta: Meta, token: Token, items: _Pending, condition: _Pending | None) -> _Pending:
        return _make(nodes.Loop, meta, str(token), items, condition)

    header = loop

    def filter(self, _meta: Meta, condition: _Pending) -> _Pending:
        return condition

    stop = filter
    until = filter

    def tail(self, meta: Meta, *parts: Any) -> _Pending:
        return _make(nodes.Tail, meta, parts[:-2], parts[-2], parts[-1])

    def negation(self, meta: Meta, value: _Pending) -> _Pending:
        return _make(nodes.Negation, meta, value)

    def negative(self, meta: Meta, _minus: Token, value: _Pending) -> _Pending:
        return _make(nodes.Negative, meta, value)

    def either(self, meta: Meta, left: _Pending, right: _Pending) -> _Pending:
        return _make(nodes.Binary, meta, "or", left, right)

    def both(self, meta: Meta, left: _Pending, right: _Pending) -> _Pending:
        return _make(nodes.Binary, meta, "and", left, right)

    def contains(self, meta: Meta, left: _Pending, right: _Pending) -> _Pending:
        return _make(nodes.Binary, meta, "in", left, right)

    def lacks(self, meta: Meta, left: _Pending, right: _Pending) -> _Pending:
        return _make(nodes.Binary, meta, "lacks", left, right)

    def range(self, meta: Meta, left: _Pending, right: _Pending) -> _Pending:
        return _make(nodes.Binary, meta, "..", left, right)

    def comparison(self, meta: Meta, left: _Pending, operator: Token, right: _Pending) -> _Pending:
        return _make(nodes.Binary, meta, str(operator), left, right)

    arithmetic = comparison

    def conditional(self, meta: Meta, test: _Pending, value: _Pending, other: _Pending) -> _Pending:
        return _make(nodes.Conditional, meta, test, value, other)

    def binding(self, meta: Meta, token: Token, _assign: Token, value: _Pending) -> _Pending:
        return _make(nodes.Binding, meta, str(token), value)

    def bindings(self, _meta: Meta, *parts: _Pending) -> tuple[_Pending, ...]:
        return parts

    def let_in(self, meta: Meta, bindings: Any, body: _Pending) -> _Pending:
        return _make(nodes.LetIn, meta, bindings, body)

    def let_statement(self, meta: Meta, token: Token, _assign: Token, value: _Pending) -> _Pending:
        return _make(nodes.LetStatement, meta, str(token), value)

    def assignment(self, meta: Meta, target: _Pending, operator: Token, value: _Pending) -> _Pending:
        return _make(nodes.Assignment, meta, target, str(operator), value)

    def bare_word(self, meta: Meta, token: Token) -> _Pending:
        return _make(nodes.BareWord, meta, str(token))

    def loops(self, meta: Meta, *parts: _Pending) -> _Pending:
        return _make(nodes.Loops, meta, parts)

    def draw(self, meta: Meta, token: Token, items: _Pending) -> _Pending:
        return _make(nodes.Draw, meta, str(token), items)

    def named_value(self, meta: Meta, token: Token, _assign: Token, value: _Pending) -> _Pending:
        return _make(nodes.NamedValue, meta, str(token), value)

    def named_values(self, _meta: Meta, *parts: _Pending) -> tuple[_Pending, ...]:
        return parts

    def named_call(self, meta: Meta, token: Token, values: Any) -> _Pending:
        return _make(nodes.NamedCall, meta, str(token), values or ())

    def plain_call(self, meta: Meta, token: Token, arguments: Any) -> _Pending:
        return _make(nodes.PlainCall, meta, str(token), arguments or ())

    def parameter(self, meta: Meta, kind: _Pending | None, token: Token) -> _Pending:
        return _make(nodes.Parameter, meta, kind, str(token))

    def parameters(self, _meta: Meta, *parts: _Pending) -> tuple[_Pending, ...]:
        return parts

    def signature(self, meta: Meta, token: Token, parameters: Any) -> _Pending:
        return _make(nodes.Signature, meta, str(token), parameters or ())

    def named_type(self, meta: Meta, token: Token) -> _Pending:
        return _make(nodes.NamedType, meta, str(token))

    def list_type(self, meta: Meta, _list: Token, item: _Pending) -> _Pending:
        return _make(nodes.ListType, meta, item)

    def range_type(self, meta: Meta, low: _Pending, high: _Pending) -> _Pending:
        return _make(nodes.RangeType, meta, low, high)

    def optional_type(self, meta: Meta, of: _Pending) -> _Pending:
        return _make(nodes.OptionalType, meta, of)


@lru_cache(maxsize=4096)
def _pending(text: str, start: str) -> _Pending | UnexpectedInput | int:
    try:
        tree = _lark().parse(text, start=start)
    except UnexpectedInput as problem:
        return problem
    deep = _depth(tree)
    if deep is not None:
        return deep
    built = _Builder().transform(tree)
    assert isinstance(built, _Pending)
    return built


def _depth(tree: Tree[Token]) -> int | None:
    """Where a tree gets too deep to be processed, if it does: chains of operators are nested too."""
    level: list[Tree[Token]] = [tree]
    for _ in range(2 * DEEPEST + 10):
        level = [child for each in level for child in each.children if isinstance(child, Tree)]
    return level[0].meta.start_pos if level and hasattr(level[0].meta, "start_pos") else 0 if level else None


def parses(text: str, start: str) -> bool:
    """Whether a text can be parsed from one of the grammar's entry points."""
    return _too_deep(text) is None and isinstance(_pending(text, start), _Pending)


def parsed(scalar: Scalar, start: str) -> nodes.Node | None:
    """The nodes of a scalar, or None if it cannot be parsed, without a report."""
    pending = _pending(str(scalar), start) if parses(scalar, start) else None
    return pending.build(scalar) if isinstance(pending, _Pending) else None


def parse(scalar: Scalar, start: str, diagnostics: Diagnostics) -> nodes.Node | None:
    """Parse a scalar from one of the grammar's entry points; report a mistake in its place."""
    text = str(scalar)
    if len(text) > LONGEST:
        diagnostics.error(
            "too-long",
            scalar.span,
            f"This expression has {len(text)} characters; the limit is {LONGEST}.",
            "Give parts of it names under define:.",
        )
        return None
    if scalar.inherited is not None and parse(scalar.inherited, "expression", diagnostics) is None:
        return None
    deep = _too_deep(text)
    pending = _pending(text, start) if deep is None else deep
    if isinstance(pending, int):
        diagnostics.error(
            "too-deep",
            scalar.part(pending, pending + 1),
            f"This is nested deeper than {DEEPEST}.",
            TOO_DEEP_HELP,
        )
        return None
    if isinstance(pending, _Pending):
        return pending.build(scalar)
    strange = isinstance(pending, UnexpectedCharacters)
    diagnostics.report(SyntaxMistake(scalar, start, _offset(text, pending), strange))
    return None


def _offset(text: str, problem: UnexpectedInput) -> int:
    """The offset up to which a text could be read."""
    position: int | None = problem.pos_in_stream
    if isinstance(problem, UnexpectedToken):
        position = problem.token.start_pos if problem.token.type != "$END" else len(text)
    if isinstance(problem, UnexpectedEOF) or position is None:
        return len(text)
    return min(position, len(text))


def _too_deep(text: str) -> int | None:
    """Where brackets get too deep, if they do."""
    depth = 0
    for offset, character in enumerate(text):
        if character in "([":
            depth += 1
            if depth > DEEPEST:
                return offset
        elif character in ")]":
            depth -= 1
    return None
