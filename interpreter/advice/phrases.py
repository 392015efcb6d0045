"""Phrases from other languages and everyday speech in place of an expression, a step or a type."""

from __future__ import annotations

import re

from interpreter.advice.explanation import Explanation, depth, level
from interpreter.language.parser import parses


def phrase(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """Explain a text that was read up to the offset, if it is such a phrase."""
    return (
        _question_behind_type(text, start, offset)
        or _list_of(text, start)
        or _nameless_draw(text, start)
        or _returned(text, start)
        or _value_as_step(text, start)
        or _every(text, start)
        or _article(text, start)
        or _called_without_brackets(text, start)
        or _fields_without_brackets(text, start)
        or _colon_for_equals(text, start)
        or _tuple(text, bare, start, offset)
        or _semicolon(text, start, offset)
    )


def _question_behind_type(text: str, start: str, offset: int) -> Explanation | None:
    """`player?`."""
    if start != "type" or text[offset : offset + 1] != "?":
        return None
    message = "A type that may be none says so in words."
    help = f"Write ‘{text[:offset].strip()} or none’."
    return Explanation("foreign-operator", offset, offset + 1, message, help, (offset, offset + 1, " or none"))


def _list_of(text: str, start: str) -> Explanation | None:
    """`list of sites`, `array of 1..6`, `set<site>`."""
    found = re.fullmatch(
        r"(?:[Ll]ist|array|set|sequence|Array|Set)(?: +of +(?:an? +)?| *[<(\[] *)([\w. ]+?) *[>)\]]?", text
    )
    if start != "type" or found is None:
        return None
    item = found[1]
    plural = re.fullmatch(r"(site|number|player|text|letter|flag|direction|axe)s", item)
    if plural is not None:
        item = "axis" if plural[1] == "axe" else plural[1]
    whole, message = f"list {item}", "A list type is written as ‘list’ and the type of its items."
    return Explanation("foreign-operator", 0, len(text), message, f"Write ‘{whole}’.", (0, len(text), whole))


def _nameless_draw(text: str, start: str) -> Explanation | None:
    """`random: 1..6`, a draw without a name for its result."""
    if start != "draw" or not parses(text, "expression") or not parses(f"x in {text}", start):
        return None
    message, whole = "The result of a draw needs a name.", f"x in {text}"
    return Explanation("unexpected", 0, len(text), message, f"Write ‘{whole}’, and x for the result.", (0, 0, "x in "))


def _returned(text: str, start: str) -> Explanation | None:
    """`return x`: an expression is its own result."""
    found = re.match(r"\s*return\s+", text)
    if found is None or start != "expression" or not parses(text[found.end() :], start):
        return None
    message = "An expression is its value; there is no ‘return’."
    return Explanation(
        "foreign-operator", found.start(), found.end(), message, "Leave ‘return’ out.", (*found.span(), "")
    )


def _value_as_step(text: str, start: str) -> Explanation | None:
    """`score[me] + 3` as a step, which changes nothing."""
    found = re.fullmatch(r"([a-z]\w*(?:\[[^\[\]]*\]|\.\w+)*) *([-+]) *(.+)", text.strip())
    if start != "statement" or found is None or not parses(text.strip(), "expression"):
        return None
    whole, message = f"{found[1]} {found[2]}= {found[3]}", "This computes something and changes nothing."
    return Explanation("unexpected", 0, len(text), message, f"Write ‘{whole}’.", (0, len(text), whole))


def _article(text: str, start: str) -> Explanation | None:
    """`create: a stone`."""
    found = re.match(r" *(an?|the|new) +(?=\w)", text)
    if start != "named_call" or found is None or not parses(text[found.end() :], start):
        return None
    message, edit = "Only the kind is needed here.", (0, found.end(), "")
    return Explanation("unexpected", *found.span(1), message, f"Leave ‘{found[1]}’ out.", edit)


def _called_without_brackets(text: str, start: str) -> Explanation | None:
    """`run: sort p`."""
    found = re.fullmatch(r" *([a-z]\w*) +([^()]+?) *", text)
    if start != "plain_call" or found is None or not parses(f"{found[1]}({found[2]})", start):
        return None
    whole = f"{found[1]}({found[2]})"
    message = f"{found[1]} takes its values in brackets."
    return Explanation("missing-brackets", 0, len(text), message, f"Write {whole}.", (0, len(text), whole))


def _fields_without_brackets(text: str, start: str) -> Explanation | None:
    """`event: spelt word = w`."""
    found = re.fullmatch(r" *([a-z]\w*),? +(\w+ *=(?!=).+?) *", text)
    if start != "named_call" or found is None or not parses(f"{found[1]}({found[2]})", start):
        return None
    whole = f"{found[1]}({found[2]})"
    message = f"{found[1]} takes its values in brackets."
    return Explanation("missing-brackets", 0, len(text), message, f"Write {whole}.", (0, len(text), whole))


def _colon_for_equals(text: str, start: str) -> Explanation | None:
    """`'bet[human]: 11'` as a step."""
    found = re.fullmatch(r"([a-z]\w*(?:\[[^\[\]]*\]|\.\w+)*): *(\S.*)", text)
    if start != "statement" or found is None or not parses(f"{found[1]} = {found[2]}", start):
        return None
    at, message = found.end(1), "A step sets a value with ‘=’."
    return Explanation("unexpected", at, at + 1, message, f"Write ‘{found[1]} = {found[2]}’.", (at, at + 1, " ="))


def _every(text: str, start: str) -> Explanation | None:
    """`each p in players`, `every x in grid`."""
    found = re.match(r" *(each|every|all|any) +(?=\w+ in )", text)
    if start not in ("loops", "draw") or found is None or not parses(text[found.end() :], start):
        return None
    message, edit = "A loop begins with its name.", (0, found.end(), "")
    return Explanation("unexpected", *found.span(1), message, f"Leave ‘{found[1]}’ out.", edit)


def _tuple(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`in (red, blue)`: a list in round brackets."""
    begin, _ = level(bare, bare.rfind("(", 0, offset) + 1)
    closing = next((at for at in range(offset, len(bare)) if depth(bare[begin - 1 : at + 1]) == 0), None)
    if bare[offset : offset + 1] != "," or begin < 1 or closing is None or re.search(r"\w$", bare[: begin - 1]):
        return None
    whole = f"[{text[begin:closing]}]"
    if not parses(f"{text[: begin - 1]}{whole}{text[closing + 1 :]}", start):
        return None
    edit = (begin - 1, closing + 1, whole)
    return Explanation("surplus-brackets", begin - 1, closing + 1, "A list is written in [ ].", f"Write {whole}.", edit)


def _semicolon(text: str, start: str, offset: int) -> Explanation | None:
    """`x = 0;`: a semicolon at the end of a step or an expression."""
    if text[offset:].strip() != ";" or not parses(text[:offset].strip(), start):
        return None
    edit = (offset, len(text), "")
    return Explanation("foreign-operator", offset, offset + 1, "Nothing ends with ‘;’ here.", "Leave ‘;’ out.", edit)
