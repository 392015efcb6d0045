"""Habits from other languages that the grammar has no room for, and what to write instead."""

from __future__ import annotations

import re

from interpreter.registry import functions

# Code, first and last offset, message, help.
Explanation = tuple[str, int, int, str, str]

IF_HELP = "Write ‘if … then … else …’."
_WORD = re.compile(r"\w+")
_OPENING, _CLOSING = "([", ")]"
_HOLDING = ("has", "contains", "includes", "include", "holds")
_ADDING = frozenset({"append", "add", "push", "extend", "insert"})


def explain_habit(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """What to say about a text that was read up to the offset; `bare` is the text without what is in quotes."""
    if offset >= len(text):
        return None
    found = _WORD.match(bare, offset)
    word = found.group() if found is not None else ""
    return (
        _lambda(bare)
        or _slice(text, bare, offset)
        or _method(text, bare, offset)
        or _several_values(text, bare, start, offset)
        or (_if_behind_value(text, bare, start, offset) if word == "if" else None)
        or _other_word(bare, offset, word)
        or _missing_brackets(bare, offset, word)
    )


def _lambda(bare: str) -> Explanation | None:
    found = re.search(r"\blambda\b", bare)
    if found is None:
        return None
    help_text = "Write the value before a loop, as in max(t.value for t in tiles)."
    return "foreign-operator", *found.span(), "There is no lambda.", help_text


def _slice(text: str, bare: str, offset: int) -> Explanation | None:
    """`tiles[:2]`, `tiles[2:]`."""
    if text[offset : offset + 2] == ":=":
        return "foreign-operator", offset, offset + 2, "‘:=’ is not an operator.", "Write ‘=’."
    if text[offset] != ":":
        return None
    opened = bare.rfind("[", 0, offset)
    target = re.search(r"[\w.]+$", bare[:opened]) if opened > 0 else None
    if target is None:
        return None
    upper = re.match(r":\s*(\w+)\s*\]", bare[offset:])
    first = text[opened + 1 : offset].strip() in ("", "0")
    help_text = f"Write take({target[0]}, {upper[1]})." if upper and first else "Write take(list, n) for the first n."
    return "foreign-operator", offset, offset + 1, "A part of a list is not taken with ‘:’.", help_text


def _method(text: str, bare: str, offset: int) -> Explanation | None:
    """`tiles.append(x)`, `tiles.len()`."""
    called = re.search(r"([\w.\[\]]+)\.(\w+)\s*$", bare[:offset])
    if text[offset] != "(" or called is None:
        return None
    target, name = called.groups()
    help_text = f"Functions stand before the brackets: write {name}({target}, …)."
    given = re.match(r"\((.+)\)\s*$", text[offset:])
    item = given[1].strip() if given else "…"
    if name in _HOLDING:
        help_text = f"Write ‘{item} in {target}’, or ‘{item} not in {target}’."
    elif name in _ADDING:
        help_text = f"Write ‘{target} = {target} + {item}’, or ‘+ list({item})’ for a list."
    elif bare[offset:].replace(" ", "").startswith("()"):
        help_text = f"Functions stand before the brackets: write {name}({target})."
    return "foreign-operator", called.start(2), called.end(2), f"Nothing has a function ‘.{name}()’.", help_text


def _several_values(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`a, b` where one value is expected: a list of them was meant."""
    if start != "expression" or text[offset] != "," or _depth(bare[:offset]) != 0:
        return None
    return "several-values", 0, len(text), "One value is expected here, not several.", f"Write list({text})."


def _if_behind_value(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`a if c else b`, and a filter without its loop."""
    begin, end = _level(bare, offset)
    if start == "statement" and (sign := re.search(r"(?<![=<>!])=(?!=)", bare[:offset])) is not None:
        begin = max(begin, sign.end())
    rest = bare[offset:end]
    otherwise = re.search(r"\belse\b", rest)
    if otherwise is not None and "then" not in rest[: otherwise.start()]:
        test = text[offset + 2 : offset + otherwise.start()].strip()
        value, other = text[begin:offset].strip(), text[offset + otherwise.end() : end].strip()
        message = "‘if’ stands before both values."
        return "misplaced-if", offset, offset + 2, message, f"Write ‘if {test} then {value} else {other}’."
    value = text[begin:offset].strip()
    if (loop := re.fullmatch(r"(\w+) in (.+)", value)) is not None and begin > 0 and otherwise is None:
        message = "A loop begins with its value and ‘for’."
        help_text = f"Write ‘{loop[1]} for {value} if …’."
        start_of_value = begin + len(text[begin:offset]) - len(text[begin:offset].lstrip())
        return "misplaced-if", start_of_value, start_of_value + len(loop[1]), message, help_text
    inside = begin > 0 and bare[begin - 1] in "(,"
    if inside and otherwise is None and re.fullmatch(r"\w+(\[\w+\])?", value):
        return (
            "misplaced-if",
            offset,
            offset + 2,
            "A filter stands behind a loop.",
            f"Write ‘x for x in {value} if …’.",
        )
    return None


def _other_word(bare: str, offset: int, word: str) -> Explanation | None:
    end = offset + len(word)
    if word in ("of", "from") and re.search(r"\bfor\s+\w+\s*$", bare[:offset]):
        return "foreign-operator", offset, end, f"‘{word}’ does not begin the list of a loop.", "Write ‘in’."
    if word in ("elif", "elsif", "elseif"):
        return "foreign-operator", offset, end, f"‘{word}’ is not known.", "Write ‘else if’."
    if word in ("where", "when", "with", "unless") and re.search(r"\bfor\b", bare[:offset]):
        sign = "if not" if word == "unless" else "if"
        return "foreign-operator", offset, end, f"‘{word}’ does not filter a loop.", f"Write ‘{sign}’."
    if word in ("then", "else") and not re.search(r"\bif\b", bare[:offset]):
        return "misplaced-if", offset, end, f"There is no if before this {word}.", IF_HELP
    return None


def _missing_brackets(bare: str, offset: int, word: str) -> Explanation | None:
    """`above t`."""
    before = re.search(r"(\w+)\s+$", bare[:offset])
    if not word or before is None or before[1] not in functions() or before[1] in ("row", "column"):
        return None
    message = f"The value of {before[1]} stands in brackets."
    return "missing-brackets", before.start(1), offset + len(word), message, f"Write {before[1]}({word})."


def _depth(bare: str) -> int:
    return sum(map(bare.count, _OPENING)) - sum(map(bare.count, _CLOSING))


def _level(bare: str, offset: int) -> tuple[int, int]:
    """From where to where the value around an offset goes: to the bracket or the comma on either side."""
    begin, depth = offset, 0
    while begin > 0 and not (depth == 0 and bare[begin - 1] in "([,"):
        depth += (bare[begin - 1] in _CLOSING) - (bare[begin - 1] in _OPENING)
        begin -= 1
    end, depth = offset, 0
    while end < len(bare) and not (depth == 0 and bare[end] in ")],"):
        depth += (bare[end] in _OPENING) - (bare[end] in _CLOSING)
        end += 1
    return begin, end
