"""Every small change that can be made to a spec, depending on the meaning and the place of its texts."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from interpreter import read
from interpreter.expressions import nodes, parse, split_template
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Sequence, Source, Span, quoted

WORDS_AND_TESTS = {
    "game", "title", "about", "kind", "also_called", "minutes", "lexicon", "extends", "how_to_play", "rules",
    "acceptance", "tutorial", "daily", "types",
}  # fmt: skip
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
STEPS = {"setup", "effects", "do", "then", "else", "begin", "end", "after", "when_stuck", "routines"}
ORDERED = {"end_conditions", "validate", "rules", "rank", "cases"}
"""Options whose entries count in written order."""
OPPOSITES = {"most": "least", "least": "most"}
"""Options that could have been the other one."""
_STARTS = {"for": "loops", "random": "draw", "run": "plain_call"} | dict.fromkeys(
    ("event", "continue", "create"), "named_call"
)
_TEMPLATE, _EXPRESSION, _APPEARANCE = (
    get_args(kind)[1] for kind in (model.Template, model.Expression, model.Appearance)
)
_WRITTEN = {"lacks": "not in"}
ALLOWING = {"where", "check", "only", "seen_if"}
"""Options whose expression may be left out: then everything is allowed."""
APPLYING = {"when", "if", "until", "undo_if", "ask_if"}
"""Options that say when something counts."""
CONDITIONS = ALLOWING | APPLYING
_NUMBER = re.compile(r"-?\d+")
_COUNT = re.compile(r"(?<==)\d+")
_CONDITIONAL = re.compile(r"(when|if): ")
"""What begins so is also left out by a condition that never holds."""
_WORD = re.compile(r"[a-z_]+")


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression, or a statement; `start` is the entry point of the grammar, `key` its option."""

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
class PlainValue:
    """A word, number or flag; `words` are the alternatives, if they are known."""

    path: str
    scalar: Scalar
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LetterTable:
    """Letters with their numbers."""

    path: str
    scalar: Scalar


@dataclass(frozen=True, slots=True)
class ThemeWord:
    """A word of the theme or an expression, as in `colour: green`."""

    path: str
    key: str
    scalar: Scalar


@dataclass(frozen=True, slots=True)
class Entries:
    """Adjacent items of a list or a map: whether one of them may be removed, and whether two may be swapped."""

    path: str
    spans: tuple[Span, ...]
    may_go: bool
    may_swap: bool


@dataclass(frozen=True, slots=True)
class Option:
    """An option, including its key, that may be left out."""

    path: str
    span: Span


Part: TypeAlias = Formula | Told | PlainValue | LetterTable | ThemeWord | Entries | Option


def parts(spec: model.Spec, source: Source, tree: Mapping) -> Iterator[Part]:
    """All parts of a spec in this source, which has this YAML tree."""
    walk = _Walk(source, {(node.start, node.end): node for node in _mappings(tree)}, _set_by_all_levels(spec))
    for part in (*walk.section(spec, ""), *walk.levels(spec, tree)):
        if all(span.source.name == source.name for span in _spans(part)):
            yield part


def _set_by_all_levels(spec: model.Spec) -> frozenset[int]:
    """The places of settings whose default is never used, because every level has a value of its own."""
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
def _annotations(section: type[model.Section]) -> dict[str, Any]:
    return get_type_hints(section, include_extras=True)


class _Walk:
    def __init__(self, source: Source, mappings: dict[tuple[int, int], Mapping], set_by_levels: frozenset[int]) -> None:
        self.source = source
        self.mappings = mappings
        self.set_by_levels = set_by_levels

    def section(self, section: model.Section, path: str) -> Iterator[Part]:
        span = section.span
        node = self.mappings.get((span.start, span.end)) if span.source.name == self.source.name else None
        for name, field in type(section).model_fields.items():
            key = field.alias or name
            if key in (LEFT_OUT if path else WORDS_AND_TESTS):
                continue
            value = getattr(section, name)
            inner = path if key in type(section).hidden_fields() else _joined(path, key)
            if node is not None and key in OPPOSITES and (written := node.key(key)) is not None:
                yield PlainValue(inner, written, (key, OPPOSITES[key]))
            if node is not None and key in DROPPED and key in node and not node.flow and node[key] != USUAL.get(key):
                written = node.key(key)
                assert written is not None
                yield Option(inner, Span(node.source, written.start, node[key].end))
            if isinstance(value, bool | int):
                # The model keeps no place of flags and numbers.
                if node is not None and isinstance(found := node.get(key), Scalar):
                    yield PlainValue(inner, found, ("true", "false") if isinstance(value, bool) else ())
            elif isinstance(section, model.Setting) and name == "default":
                if span.start not in self.set_by_levels:
                    yield PlainValue(inner, section.default, tuple(section.words))
            elif isinstance(section, model.Table) and name == "letters" and value is not None:
                yield LetterTable(inner, value)
            elif value is not None:
                yield from self.value(value, _annotations(type(section))[name], inner, key)

    def value(self, value: Any, annotation: Any, path: str, key: str) -> Iterator[Part]:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if isinstance(value, model.Section):
            yield from self.section(value, path)
        elif origin is Annotated and isinstance(value, Scalar):
            yield from self.text(value, arguments[1:], path, key)
        elif origin is Annotated and isinstance(arguments[-1], model.ListedExpressions):
            for number, item in enumerate(value, 1):
                yield from self.text(item, (_EXPRESSION,), f"{path}[{number}]", key)
        elif origin is Annotated:
            yield from self.value(value, arguments[0], path, key)
        elif origin in (Union, types.UnionType):
            yield from self.value(value, next(each for each in arguments if _fits(value, each)), path, key)
        elif isinstance(value, Mapping) and not arguments:
            return  # A picture by site, which the model keeps as it was read.
        elif isinstance(value, dict):
            yield from self.entries([Span(k.source, k.start, _end(v)) for k, v in value.items()], path, key)
            # A picture that is given site by site has no types below it: its symbols stay.
            for name, each in value.items() if arguments else ():
                yield from self.value(each, arguments[1], _joined(path, str(name).partition("(")[0]), key)
        elif isinstance(value, list):
            of_rules = any(isinstance(each, model.Section) for each in value) or key in STEPS
            yield from self.entries([each.span for each in value], path, key, of_rules)
            for number, each in enumerate(value, 1):
                yield from self.value(each, arguments[0], f"{path}[{number}]", key)

    def text(self, scalar: Scalar, marks: tuple[Any, ...], path: str, key: str) -> Iterator[Part]:
        kind = next((mark for mark in reversed(marks) if isinstance(mark, model.TextKind)), None)
        if kind is None:
            # A one-line step: the only text without a kind.
            yield Formula(path, key, scalar, "statement")
        elif kind is _TEMPLATE:
            yield Told(path, scalar)
        elif kind is _APPEARANCE:
            yield ThemeWord(path, key, scalar)
        elif kind.words:
            yield PlainValue(path, scalar, kind.words)
        elif kind.expression:
            yield Formula(path, key, scalar, _STARTS.get(key, "expression"))

    def entries(self, spans: list[Span], path: str, key: str, of_rules: bool = False) -> Iterator[Part]:
        may_go = of_rules or key in DROPPED_ENTRIES
        if len(spans) > 1 and (may_go or key in ORDERED):
            yield Entries(path, tuple(spans), may_go, key in ORDERED)

    def levels(self, spec: model.Spec, tree: Mapping) -> Iterator[Part]:
        """The settings of levels, which the model stores as they were read."""
        levels = tree.get("levels")
        for name, level in levels.items() if isinstance(levels, Mapping) else ():
            for key, value in level.items() if isinstance(level, Mapping) else ():
                setting = spec.settings.get(str(key))
                if setting is not None and isinstance(value, Scalar):
                    yield PlainValue(f"levels.{name}.{key}", value, tuple(setting.words))


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _end(value: Any) -> int:
    return int(value.span.end) if hasattr(value, "span") else max(int(each.span.end) for each in value)


def _fits(value: Any, annotation: Any) -> bool:
    """Whether a value of the model has this form."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _fits(value, get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return any(_fits(value, each) for each in get_args(annotation))
    return isinstance(value, origin or annotation)


@dataclass(frozen=True, slots=True)
class SpecChange:
    """The replacement of the text in a place. `path` is the rule that it belongs to, `what` describes the
    difference."""

    path: str
    span: Span
    text: str
    what: str

    def applied(self) -> str:
        """The whole text with the change."""
        text = self.span.source.text
        return text[: self.span.start] + self.text + text[self.span.end :]

    @property
    def lines(self) -> tuple[list[str], list[str]]:
        """The lines that differ, before and after."""
        source, changed = self.span.source, Source("", self.applied())
        first, last = self.span.line, source.position(max(self.span.start, self.span.end - 1))[0]
        before = [source.line(number) for number in range(first, last + 1)]
        if not self.text and self.span.column == 1:
            return before, []
        end = changed.position(max(self.span.start, self.span.start + len(self.text) - 1))[0]
        return before, [changed.line(number) for number in range(first, end + 1)]


OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "and": "or",
    "or": "and",
    "in": "not in",
    "lacks": "in",
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "%": "//",
    "+=": "-=",
    "-=": "+=",
}
FUNCTIONS = {
    one: other
    for pair in (
        ("any", "all"),
        ("min", "max"),
        ("most", "least"),
        ("first", "last"),
        ("above", "below"),
        ("left", "right"),
    )
    for one, other in (pair, pair[::-1])
}
NAMES = {
    one: other
    for pair in (
        ("me", "opponent"),
        ("row", "column"),
        ("diagonal", "antidiagonal"),
        ("north", "south"),
        ("east", "west"),
        ("northeast", "southwest"),
        ("northwest", "southeast"),
        ("orthogonals", "diagonals"),
    )
    for one, other in (pair, pair[::-1])
}


def formula_changes(formula: Formula, words: dict[str, str]) -> Iterator[SpecChange]:
    """All changes of an expression; `words` returns another word for one of a type."""
    # What a variant takes over by `inherited` stands in another file: here it is a word like others.
    root = parse(formula.scalar.in_place_of(None), formula.start, Diagnostics())
    if root is None:
        return
    if not isinstance(root, nodes.Flag):
        if formula.key in CONDITIONS and not _turned_round(root):
            yield _rewritten(formula, "not ({})", "is turned round")
        if formula.key in ALLOWING:
            yield _replaced(formula, root, "true", "always holds")
        elif formula.key in APPLYING:
            yield _replaced(formula, root, "true", "always holds")
            yield _replaced(formula, root, "false", "never holds")
    yield from _within(formula, root, {**NAMES, **words})


def _turned_round(node: nodes.Node) -> bool:
    """Whether another change negates a whole condition."""
    return isinstance(node, nodes.Negation) or (
        isinstance(node, nodes.Binary) and node.operator in ("==", "!=", "in", "lacks")
    )


def _within(formula: Formula, node: nodes.Node, words: dict[str, str]) -> Iterator[SpecChange]:
    match node:
        case nodes.Binary() | nodes.Assignment():
            yield from _operator(formula, node)
        case nodes.Number(value=value):
            yield _replaced(formula, node, str(value + 1))
            if value > 0:
                yield _replaced(formula, node, str(value - 1))
        case nodes.Flag(value=value):
            yield _replaced(formula, node, "false" if value else "true")
        case nodes.Name(value=name) if name in words:
            yield _replaced(formula, node, words[name])
        case nodes.Call(name=name) if name in FUNCTIONS:
            yield _at(formula, node.start, node.start + len(name), FUNCTIONS[name])
        case nodes.Negation(value=value):
            yield _at(formula, node.start, node.start + len("not"), "")
        case nodes.Conditional(test=test):
            yield _replaced(formula, test, "true", "always holds")
            yield _replaced(formula, test, "false", "never holds")
        case nodes.Loop(condition=nodes.Node() as condition):
            yield _replaced(formula, condition, "true", "always holds")
        case _:
            pass
    for child in node.parts():
        yield from _within(formula, child, words)


def _operator(formula: Formula, node: nodes.Binary | nodes.Assignment) -> Iterator[SpecChange]:
    left, right = (node.left, node.right) if isinstance(node, nodes.Binary) else (node.target, node.value)
    written = _WRITTEN.get(node.operator, node.operator)
    between = str(formula.scalar)[left.end : right.start]
    at = left.end + between.find(written)
    if at < left.end:
        return
    if node.operator in OPERATORS:
        yield _at(formula, at, at + len(written), OPERATORS[node.operator])
    if node.operator in ("and", "or"):
        neutral = "true" if node.operator == "and" else "false"
        for operand in (left, right):
            yield _replaced(formula, operand, neutral, "does not count")
    if node.operator == "+" and not any(bracket in between for bracket in "()"):
        yield _at(formula, left.end, right.end, "")
        yield _at(formula, left.start, right.start, "")


def _replaced(formula: Formula, node: nodes.Node, text: str, what: str = "") -> SpecChange:
    return _at(formula, node.start, node.end, text, what)


def _at(formula: Formula, start: int, end: int, text: str, what: str = "") -> SpecChange:
    span = formula.scalar.part(start, end)
    shown = " ".join(span.text.split())
    told = f"‘{shown}’ {what}" if what else f"‘{shown}’ becomes ‘{text}’" if text else f"‘{shown}’ is left out"
    return SpecChange(formula.path, span, text, told)


def changes(spec: model.Spec) -> list[SpecChange]:
    """All changes of a spec, in the order of its text; those of its parents are left to their own tests."""
    source = spec.game.source
    tree = read(source, Diagnostics())
    assert tree is not None
    words = _other_words(spec)
    written = list(parts(spec, source, tree))
    conditions = [part for part in written if isinstance(part, Formula) and part.key in CONDITIONS]
    found = {
        (change.span.start, change.span.end, change.text): change
        for change in (
            *(change for part in written for change in _of_part(part, words)),
            *added_conditions(conditions),
            *conditions_of_settings(spec, conditions),
        )
    }
    return [found[key] for key in sorted(found)]


def added_conditions(conditions: list[Formula]) -> Iterator[SpecChange]:
    """Each condition together with the next one of the same rule, as if that applied here as well."""
    rules: dict[str, list[Formula]] = {}
    for each in conditions:
        rules.setdefault(".".join(each.path.split(".")[:2]), []).append(each)
    for formulas in rules.values():
        for formula, other in zip(formulas, [*formulas[1:], *formulas[:1]], strict=True):
            if formula.scalar != other.scalar and other.scalar not in ("true", "false"):
                yield from _joined_with(formula, str(other.scalar))


def conditions_of_settings(spec: model.Spec, conditions: list[Formula]) -> Iterator[SpecChange]:
    """Each end of a game, as if it applied only under the default of a setting."""
    ends = [each for each in conditions if each.path.startswith("end_conditions.") and each.key == "when"]
    for formula in ends:
        for name, setting in spec.settings.items():
            if setting.default in ("true", "false"):
                yield from _joined_with(formula, str(name) if setting.default == "true" else f"not {name}")
            elif setting.words:
                yield from _joined_with(formula, f"{name} == {setting.default}")


def _joined_with(formula: Formula, condition: str) -> Iterator[SpecChange]:
    """A formula that holds only if another condition, which it does not test yet, holds too."""
    text = " ".join(condition.split())
    if formula.scalar not in ("true", "false") and text not in " ".join(formula.scalar.split()):
        yield _rewritten(formula, f"({{}}) and ({text})", f"holds only if ‘{text}’ does")


def _rewritten(formula: Formula, form: str, what: str) -> SpecChange:
    """A whole formula inside another expression."""
    scalar = formula.scalar
    plain = " ".join(scalar.split())
    text = form.format(plain)
    # Brackets of expressions stand within braces in quotes only.
    bare = scalar.flow and scalar.style == "plain"
    edit = Edit(scalar.span, quoted(text)) if bare else scalar.edit(0, len(scalar), text)
    return SpecChange(formula.path, edit.span, edit.text, f"‘{plain}’ {what}")


def _other_words(spec: model.Spec) -> dict[str, str]:
    """For each word of an enum, option of a setting and player, the next one."""
    sets = [[str(word) for word in words] for words in spec.types.values()]
    sets += [setting.words for setting in spec.settings.values()]
    sets.append([str(player) for player in spec.players])
    return {word: other for words in sets if len(words) > 1 for word, other in _neighbours(words)}


def _neighbours(words: list[str]) -> list[tuple[str, str]]:
    return list(zip(words, [*words[1:], words[0]], strict=True))


def _of_part(part: Part, words: dict[str, str]) -> Iterator[SpecChange]:
    match part:
        case Formula():
            yield from formula_changes(part, words)
        case Told():
            for _, expression in split_template(part.scalar, Diagnostics()):
                if expression is not None:
                    yield from formula_changes(Formula(part.path, "", expression), words)
        case PlainValue():
            yield from _value(part)
        case LetterTable():
            for count in _COUNT.finditer(part.scalar):
                span = part.scalar.part(count.start(), count.end())
                yield _becomes(part.path, span, str(int(span.text) + 1))
        case ThemeWord():
            yield from _look(part, words)
        case Entries():
            yield from _entries(part)
        case Option():
            lines = _whole_lines(part.span)
            if lines is not None:
                yield SpecChange(part.path, lines, "", f"‘{_first_line(part.span)}’ is left out")


def _value(part: PlainValue) -> Iterator[SpecChange]:
    written, span = str(part.scalar), part.scalar.span
    if written in part.words and len(part.words) > 1:
        yield _becomes(part.path, span, dict(_neighbours(list(part.words)))[written])
    elif written in ("true", "false"):
        yield _becomes(part.path, span, "false" if written == "true" else "true")
    elif _NUMBER.fullmatch(written):
        yield from _numbers(part.path, span)


def _numbers(path: str, span: Span) -> Iterator[SpecChange]:
    number = int(span.text)
    yield _becomes(path, span, str(number + 1))
    if number > 0:
        yield _becomes(path, span, str(number - 1))


def _look(part: ThemeWord, words: dict[str, str]) -> Iterator[SpecChange]:
    if not _WORD.fullmatch(part.scalar):
        yield from formula_changes(Formula(part.path, part.key, part.scalar), words)
    elif part.key == "colour":
        yield _becomes(part.path, part.scalar.span, "blue" if part.scalar == "red" else "red")


def _entries(part: Entries) -> Iterator[SpecChange]:
    whole = [_whole_lines(span) for span in part.spans]
    for span, lines in zip(part.spans, whole, strict=True):
        if part.may_go and not _CONDITIONAL.match(span.text):
            gone = lines or _with_comma(span)
            if gone is not None:
                yield SpecChange(part.path, gone, "", f"‘{_first_line(span)}’ is left out")
    if part.may_swap:
        for one, other in pairwise(whole):
            if one is not None and other is not None:
                yield _exchanged(part.path, one, other)


def _exchanged(path: str, one: Span, other: Span) -> SpecChange:
    text = one.source.text
    swapped = other.text + text[one.end : other.start] + one.text
    return SpecChange(path, Span(one.source, one.start, other.end), swapped, "these two change places")


def _whole_lines(span: Span) -> Span | None:
    """The complete lines of an entry in block style, from the start of the first; None if they contain other
    entries."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    if text[start : span.start].strip(" -"):
        return None
    end = span.end if text[span.end - 1] == "\n" else text.find("\n", span.end) + 1
    if end == 0 or text[span.end : end].strip().strip("#"):
        return None
    return Span(span.source, start, end)


def _with_comma(span: Span) -> Span | None:
    """An item of a list in brackets with the comma after it, or before it if it is the last."""
    text = span.source.text
    if (after := re.compile(r" *, *").match(text, span.end)) is not None:
        return Span(span.source, span.start, after.end())
    before = re.search(r" *, *$", text[: span.start])
    return Span(span.source, before.start(), span.end) if before is not None else None


def _first_line(span: Span) -> str:
    return span.text.strip().partition("\n")[0]


def _becomes(path: str, span: Span, text: str) -> SpecChange:
    return SpecChange(path, span, text, f"‘{span.text}’ becomes ‘{text}’")
