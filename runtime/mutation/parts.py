"""The parts of a spec that a change can be made to: texts by what they mean, lists and options by where they stand.

A part is found twice: in the model, which knows what a text means, and in the YAML tree, which knows where an option
stands. Only the file itself is looked at, not the parents of a variant.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from interpreter.spec.model import (
    Appearance,
    Expression,
    ListedExpressions,
    Section,
    Setting,
    Spec,
    Table,
    Template,
    TextKind,
)
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence, Source, Span

WORDS_AND_TESTS = {"game", "title", "about", "lexicon", "extends", "rules", "acceptance", "tutorial", "daily", "types"}
"""Sections that hold no rules, or none that a test of the spec could hold to."""
LEFT_OUT = {
    *("title", "range", "options", "reseeds", "legend", "places", "notation", "animate", "cell_size"),
    *("depth", "budget", "worlds", "think_ms", "delay_ms", "limit_ms"),
}
"""Options for which the same is true."""
DROPPED = {
    *("confirm", "forced", "symmetric", "recover", "seen_by", "seen_if", "remembered"),
    *("only", "undo_if", "highlight", "preview"),
}
"""Options that a spec may do without."""
USUAL = {"highlight": "true"}
"""Of these the value that counts where they are left out: so written they may be dropped without any difference."""
DROPPED_ENTRIES = {"panels", "log", "buttons", "menu", "recover", "about", "preview"}
"""Options of which each entry may go. Of lists of sections and of steps each may."""
STEPS = {"setup", "effects", "do", "then", "else", "after", "when_stuck", "routines"}
ORDERED = {"end_conditions", "validate", "rules", "rank", "cases"}
"""Options whose entries count in written order."""
OPPOSITES = {"most": "least", "least": "most"}
"""Options that could have been the other one."""
_STARTS = {"for": "loops", "random": "draw", "run": "plain_call"} | dict.fromkeys(
    ("event", "continue", "create"), "named_call"
)
_TEMPLATE, _EXPRESSION, _APPEARANCE = (get_args(kind)[1] for kind in (Template, Expression, Appearance))


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression, or a statement; `start` is the entry point of the grammar, `key` the option that holds it."""

    path: str
    key: str
    scalar: Scalar
    start: str = "expression"


@dataclass(frozen=True, slots=True)
class Told:
    """A text with expressions in it."""

    path: str
    scalar: Scalar


@dataclass(frozen=True, slots=True)
class Value:
    """A word, number or flag; `words` are those that could stand there, if they are known."""

    path: str
    scalar: Scalar
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LetterTable:
    """Letters with their numbers."""

    path: str
    scalar: Scalar


@dataclass(frozen=True, slots=True)
class Look:
    """A word of the theme or an expression, as in `colour: green`."""

    path: str
    key: str
    scalar: Scalar


@dataclass(frozen=True, slots=True)
class Entries:
    """Neighbours in a list or a map: whether one of them may go, and whether two may change places."""

    path: str
    spans: tuple[Span, ...]
    may_go: bool
    may_swap: bool


@dataclass(frozen=True, slots=True)
class Option:
    """An option with its key that may be left out."""

    path: str
    span: Span


Part: TypeAlias = Formula | Told | Value | LetterTable | Look | Entries | Option


def parts(spec: Spec, source: Source, tree: Mapping) -> Iterator[Part]:
    """All parts of a spec that stand in this source, whose YAML tree this is."""
    walk = _Walk(source, {(node.start, node.end): node for node in _mappings(tree)}, _set_by_all_levels(spec))
    for part in (*walk.section(spec, ""), *walk.levels(spec, tree)):
        if all(span.source.name == source.name for span in _spans(part)):
            yield part


def _set_by_all_levels(spec: Spec) -> frozenset[int]:
    """Where the settings stand whose default nobody meets, as every level has a value of its own."""
    levels = [{str(key) for key in level} for level in spec.levels.values()]
    given = set.intersection(*levels) if levels else set[str]()
    return frozenset(setting.span.start for name, setting in spec.settings.items() if str(name) in given)


def _spans(part: Part) -> tuple[Span, ...]:
    if isinstance(part, Entries):
        return part.spans
    return (part.span if isinstance(part, Option) else part.scalar.span,)


def _mappings(node: Node) -> Iterator[Mapping]:
    if isinstance(node, Mapping):
        yield node
    for child in node.values() if isinstance(node, Mapping) else node if isinstance(node, Sequence) else ():
        yield from _mappings(child)


@cache
def _annotations(section: type[Section]) -> dict[str, Any]:
    return get_type_hints(section, include_extras=True)


class _Walk:
    def __init__(
        self, source: Source, mappings: dict[tuple[int, int], Mapping], set_by_levels: frozenset[int]
    ) -> None:
        self.source = source
        self.mappings = mappings
        self.set_by_levels = set_by_levels

    def section(self, section: Section, path: str) -> Iterator[Part]:
        span = section.span
        node = self.mappings.get((span.start, span.end)) if span.source.name == self.source.name else None
        for name, field in type(section).model_fields.items():
            key = field.alias or name
            if key in (LEFT_OUT if path else WORDS_AND_TESTS):
                continue
            value = getattr(section, name)
            inner = path if key in type(section).hidden_fields() else _joined(path, key)
            if node is not None and key in OPPOSITES and (written := node.key(key)) is not None:
                yield Value(inner, written, (key, OPPOSITES[key]))
            if node is not None and key in DROPPED and key in node and not node.flow and node[key] != USUAL.get(key):
                written = node.key(key)
                assert written is not None
                yield Option(inner, Span(node.source, written.start, node[key].end))
            if isinstance(value, bool | int):
                # The model keeps no place of flags and numbers.
                if node is not None and isinstance(found := node.get(key), Scalar):
                    yield Value(inner, found, ("true", "false") if isinstance(value, bool) else ())
            elif isinstance(section, Setting) and name == "default":
                if span.start not in self.set_by_levels:
                    yield Value(inner, section.default, tuple(section.words))
            elif isinstance(section, Table) and name == "letters" and value is not None:
                yield LetterTable(inner, value)
            elif value is not None:
                yield from self.value(value, _annotations(type(section))[name], inner, key)

    def value(self, value: Any, annotation: Any, path: str, key: str) -> Iterator[Part]:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if isinstance(value, Section):
            yield from self.section(value, path)
        elif origin is Annotated and isinstance(value, Scalar):
            yield from self.text(value, arguments[1:], path, key)
        elif origin is Annotated and isinstance(arguments[-1], ListedExpressions):
            for number, item in enumerate(value, 1):
                yield from self.text(item, (_EXPRESSION,), f"{path}[{number}]", key)
        elif origin is Annotated:
            yield from self.value(value, arguments[0], path, key)
        elif origin in (Union, types.UnionType):
            yield from self.value(value, next(each for each in arguments if _fits(value, each)), path, key)
        elif isinstance(value, dict):
            yield from self.entries([Span(k.source, k.start, _end(v)) for k, v in value.items()], path, key)
            for name, each in value.items():
                yield from self.value(each, arguments[1], _joined(path, str(name).partition("(")[0]), key)
        elif isinstance(value, list):
            of_rules = any(isinstance(each, Section) for each in value) or key in STEPS
            yield from self.entries([each.span for each in value], path, key, of_rules)
            for number, each in enumerate(value, 1):
                yield from self.value(each, arguments[0], f"{path}[{number}]", key)

    def text(self, scalar: Scalar, marks: tuple[Any, ...], path: str, key: str) -> Iterator[Part]:
        kind = next((mark for mark in reversed(marks) if isinstance(mark, TextKind)), None)
        if kind is None:
            # A one-line step: the only text without a kind.
            yield Formula(path, key, scalar, "statement")
        elif kind is _TEMPLATE:
            yield Told(path, scalar)
        elif kind is _APPEARANCE:
            yield Look(path, key, scalar)
        elif kind.words:
            yield Value(path, scalar, kind.words)
        elif kind.expression:
            yield Formula(path, key, scalar, _STARTS.get(key, "expression"))

    def entries(self, spans: list[Span], path: str, key: str, of_rules: bool = False) -> Iterator[Part]:
        may_go = of_rules or key in DROPPED_ENTRIES
        if len(spans) > 1 and (may_go or key in ORDERED):
            yield Entries(path, tuple(spans), may_go, key in ORDERED)

    def levels(self, spec: Spec, tree: Mapping) -> Iterator[Part]:
        """The settings of levels, which the model keeps as they were read."""
        levels = tree.get("levels")
        for name, level in levels.items() if isinstance(levels, Mapping) else ():
            for key, value in level.items() if isinstance(level, Mapping) else ():
                setting = spec.settings.get(str(key))
                if setting is not None and isinstance(value, Scalar):
                    yield Value(f"levels.{name}.{key}", value, tuple(setting.words))


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _end(value: Any) -> int:
    return int(value.span.end) if hasattr(value, "span") else max(int(each.span.end) for each in value)


def _fits(value: Any, annotation: Any) -> bool:
    """Whether a value of the model is of this form."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _fits(value, get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return any(_fits(value, each) for each in get_args(annotation))
    return isinstance(value, origin or annotation)
