"""Operators, methods and slices of other languages, with what to write here."""

from __future__ import annotations

import re

from interpreter.advice.explanation import Explanation, counts_fit, depth, written
from interpreter.advice.habits import is_single
from interpreter.language.parser import parses
from interpreter.registry import functions
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import both, probably

# Operators of other languages, with what is written here.
FOREIGN = {
    "&&": "and",
    "||": "or",
    "===": "==",
    "!==": "!=",
    "<>": "!=",
    "++": "+= 1",
    "--": "-= 1",
    "**": None,
    "*=": None,
    "/=": None,
    "=/=": "!=",
    "=!": "!=",
    "=+": "+=",
    "=>": ">=",
    "=<": "<=",
}
# What is said of those that nothing stands for.
_UNLIKE = {
    "**": ("There are no powers.", "Multiply, or list the values in a table."),
    "*=": ("‘*=’ is not an operator.", "Write ‘x = x * n’."),
    "/=": ("‘/=’ is not an operator.", "Write ‘x = x // n’."),
}
_NOT = re.compile(r"!(?!=)")
# Methods of other languages, with what is written here as a step and within an expression.
_METHODS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("append", "add", "push", "push_back", "insert", "enqueue", "put"),
        ("{target} += [{item}]", "{target} + [{item}]"),
    ),
    **dict.fromkeys(("extend", "concat", "union"), ("{target} += {item}", "{target} + {item}")),
    **dict.fromkeys(
        ("remove", "discard", "delete", "erase", "without"), ("{target} -= [{item}]", "{target} - [{item}]")
    ),
    **dict.fromkeys(("has", "contains", "includes", "include", "holds", "in"), ("{item} in {target}",) * 2),
    **dict.fromkeys(("equals", "eq", "is", "is_equal", "isequal"), ("{target} == {item}",) * 2),
    "can": ("can({item}, {target})",) * 2,
}
# Those without a value in their brackets.
_EMPTY_METHODS: dict[str, tuple[str, str]] = {
    "clear": ("{target} = []", "[]"),
    **dict.fromkeys(("length", "size", "count"), ("len({target})",) * 2),
    **dict.fromkeys(("isempty", "is_empty"), ("len({target}) == 0",) * 2),
}


def foreign_operator(bare: str, offset: int) -> Explanation | None:
    for sign, new in FOREIGN.items():
        at = bare.find(sign)
        if not 0 <= at <= offset:
            continue
        if new is not None:
            found = written("foreign-operator", at, at + len(sign), f"‘{sign}’ is not an operator.", new)
            others = [(each, other) for each, other in FOREIGN.items() if each in bare[at + len(sign) :] and other]
            others = [pair for pair in others if pair[0] != sign and not sign.startswith(pair[0])]
            others += [("!", "not")] if _NOT.search(bare) else []
            besides = both([f"‘{other}’ for ‘{each}’" for each, other in others]) if others else ""
            return found._replace(help=f"Write ‘{new}’, and {besides}.") if besides else found
        return Explanation("foreign-operator", at, at + len(sign), *_UNLIKE[sign])
    return None


def lambda_function(bare: str) -> Explanation | None:
    found = re.search(r"\blambda\b", bare)
    if found is None:
        return None
    help_text = "Write the value before a loop, as in max(t.value for t in tiles)."
    return Explanation("foreign-operator", *found.span(), "There is no lambda.", help_text)


def part_of_list(text: str, bare: str, offset: int) -> Explanation | None:
    """`tiles[:2]`, `tiles[2:]`."""
    if text[offset : offset + 2] == ":=":
        return written("foreign-operator", offset, offset + 2, "‘:=’ is not an operator.", "=")
    if text[offset] != ":":
        return None
    opened = bare.rfind("[", 0, offset)
    target = re.search(r"[\w.]+$", bare[:opened]) if opened > 0 and "]" not in bare[opened:offset] else None
    if target is None:
        return None
    upper = re.match(r":\s*(\w+)\s*\]", bare[offset:])
    first = text[opened + 1 : offset].strip() in ("", "0")
    help_text = f"Write take({target[0]}, {upper[1]})." if upper and first else "Write take(list, n) for the first n."
    edit = None
    if upper and first:
        edit = (opened - len(target[0]), offset + upper.end(), f"take({target[0]}, {upper[1]})")
    message = "A part of a list cannot be taken with ‘:’."
    return Explanation("foreign-operator", offset, offset + 1, message, help_text, edit)


def method(text: str, bare: str, start: str, offset: int) -> Explanation | None:
    """`tiles.append(x)`, `tiles.len()`."""
    called = re.search(r"([\w.\[\]]+)\.(\w+)\s*$", bare[:offset])
    if text[offset] != "(" or called is None:
        return None
    target, name = called.groups()
    help_text = f"Functions come before their brackets: write {name}({target}, …)."
    given = re.match(r"\((.+)\)\s*$", text[offset:])
    item = given[1].strip() if given else "…"
    new, end = None, len(text)
    empty = bare[offset:].replace(" ", "").startswith("()")
    known = (_EMPTY_METHODS if empty else _METHODS).get(name)
    if known is not None:
        whole_step = start == "statement" and not text[: called.start()].strip()
        new = known[not whole_step].format(target=target, item=item)
        if (item.isdigit() and name == "add") or (isinstance(text, Scalar) and is_single(target, text.source)):
            new = new.replace(f"[{item}]", item)
            new = new if item.isdigit() else re.sub(r"^(\S+) ([-+])= ", r"\1 = \1 \2 ", new)
        help_text = f"Write ‘{new}’."
        if " in " in new:
            help_text = f"Write ‘{new}’, or ‘{item} not in {target}’."
    elif name in functions() and (alone := _alone(text, bare, target, name, offset)) is not None:
        help_text = f"Functions come before their brackets, without ‘{target}.’: write {alone}."
    elif (meant := probably(name, functions())) is not None and given is not None:
        closing = next((at for at in range(offset, len(bare)) if depth(bare[offset : at + 1]) == 0), len(bare))
        new, end = f"{meant}({target}, {text[offset + 1 : closing].strip()})", min(closing + 1, len(text))
        help_text = f"Functions come before their brackets: write {new}."
    elif empty:
        help_text, new = f"Functions come before their brackets: write {name}({target}).", f"{name}({target})"
    edit = (called.start(), end, new) if new is not None and given is not None and item else None
    if new is not None and given is None:
        edit = (called.start(), bare.index(")", offset) + 1, new)
    message = f"Nothing has a function ‘.{name}()’."
    return Explanation("foreign-operator", called.start(2), called.end(2), message, help_text, edit)


def _alone(text: str, bare: str, target: str, name: str, offset: int) -> str | None:
    """A call without the part before its dot, if it is complete without it."""
    closing = next((at for at in range(offset, len(bare)) if depth(bare[offset : at + 1]) == 0), None)
    if closing is None or not text[offset + 1 : closing].strip():
        return None
    whole, values = f"{name}{text[offset : closing + 1]}", text[offset + 1 : closing]
    takes_it = counts_fit(f"{name}({target}, {values})", "expression")
    return whole if parses(whole, "expression") and counts_fit(whole, "expression") and not takes_it else None
