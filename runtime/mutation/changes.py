"""All small changes that can be made to a spec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from interpreter import read
from interpreter.expressions import split_template
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import Spec
from interpreter.spec.nodes import Span
from runtime.mutation.change import Change
from runtime.mutation.formulas import formula_changes
from runtime.mutation.parts import Entries, Formula, LetterTable, Look, Option, Part, Told, Value, parts

_NUMBER = re.compile(r"-?\d+")
_COUNT = re.compile(r"(?<==)\d+")
_CONDITIONAL = re.compile(r"(when|if): ")
"""What begins so is also left out by a condition that never holds."""
_WORD = re.compile(r"[a-z_]+")


def changes(spec: Spec) -> list[Change]:
    """All changes of a spec, in the order of its text; those of its parents are left to their own tests."""
    source = spec.game.source
    tree = read(source, Diagnostics())
    assert tree is not None
    words = _other_words(spec)
    found = {
        (change.span.start, change.span.end, change.text): change
        for part in parts(spec, source, tree)
        for change in _of_part(part, words)
    }
    return [found[key] for key in sorted(found)]


def _other_words(spec: Spec) -> dict[str, str]:
    """For each word of an enum, of options of a setting and each player the next one."""
    sets = [[str(word) for word in words] for words in spec.types.values()]
    sets += [setting.words for setting in spec.settings.values()]
    sets.append([str(player) for player in spec.players])
    return {word: other for words in sets if len(words) > 1 for word, other in _neighbours(words)}


def _neighbours(words: list[str]) -> list[tuple[str, str]]:
    return list(zip(words, [*words[1:], words[0]], strict=True))


def _of_part(part: Part, words: dict[str, str]) -> Iterator[Change]:
    match part:
        case Formula():
            yield from formula_changes(part, words)
        case Told():
            for _, expression in split_template(part.scalar, Diagnostics()):
                if expression is not None:
                    yield from formula_changes(Formula(part.path, "", expression), words)
        case Value():
            yield from _value(part)
        case LetterTable():
            for count in _COUNT.finditer(part.scalar):
                span = part.scalar.part(count.start(), count.end())
                yield _becomes(part.path, span, str(int(span.text) + 1))
        case Look():
            yield from _look(part, words)
        case Entries():
            yield from _entries(part)
        case Option():
            lines = _whole_lines(part.span)
            if lines is not None:
                yield Change(part.path, lines, "", f"‘{_first_line(part.span)}’ is left out")


def _value(part: Value) -> Iterator[Change]:
    written, span = str(part.scalar), part.scalar.span
    if written in part.words and len(part.words) > 1:
        yield _becomes(part.path, span, dict(_neighbours(list(part.words)))[written])
    elif written in ("true", "false"):
        yield _becomes(part.path, span, "false" if written == "true" else "true")
    elif _NUMBER.fullmatch(written):
        yield from _numbers(part.path, span)


def _numbers(path: str, span: Span) -> Iterator[Change]:
    number = int(span.text)
    yield _becomes(path, span, str(number + 1))
    if number > 0:
        yield _becomes(path, span, str(number - 1))


def _look(part: Look, words: dict[str, str]) -> Iterator[Change]:
    if not _WORD.fullmatch(part.scalar):
        yield from formula_changes(Formula(part.path, part.key, part.scalar), words)
    elif part.key == "colour":
        yield _becomes(part.path, part.scalar.span, "blue" if part.scalar == "red" else "red")


def _entries(part: Entries) -> Iterator[Change]:
    whole = [_whole_lines(span) for span in part.spans]
    for span, lines in zip(part.spans, whole, strict=True):
        if part.may_go and not _CONDITIONAL.match(span.text):
            gone = lines or _with_comma(span)
            if gone is not None:
                yield Change(part.path, gone, "", f"‘{_first_line(span)}’ is left out")
    if part.may_swap:
        for one, other in pairwise(whole):
            if one is not None and other is not None:
                yield _exchanged(part.path, one, other)


def _exchanged(path: str, one: Span, other: Span) -> Change:
    text = one.source.text
    swapped = other.text + text[one.end : other.start] + one.text
    return Change(path, Span(one.source, one.start, other.end), swapped, "these two change places")


def _whole_lines(span: Span) -> Span | None:
    """The lines of an entry in block style, from the start of the first on; None if others stand in them."""
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


def _becomes(path: str, span: Span, text: str) -> Change:
    return Change(path, span, text, f"‘{span.text}’ becomes ‘{text}’")


