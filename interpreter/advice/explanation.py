"""Explanations of what is wrong within a text, and their parts."""

from __future__ import annotations

import re
from typing import NamedTuple

from interpreter.language.calls import count_fits
from interpreter.language.nodes import Call, walk
from interpreter.language.parser import parsed, parses
from interpreter.registry import functions
from interpreter.spec.nodes import Scalar, Source

_OPENING, _CLOSING = "([", ")]"


class Explanation(NamedTuple):
    """What is wrong between two offsets of a text, and the edit that fixes it."""

    code: str
    begin: int
    end: int
    message: str
    help: str
    edit: tuple[int, int, str] | None = None


def written(code: str, begin: int, end: int, message: str, new: str) -> Explanation:
    """An explanation whose help says what to write in the marked place."""
    return Explanation(code, begin, end, message, f"Write ‘{new}’.", (begin, end, new))


def chosen(text: str, start: str) -> str | None:
    """`x = a > b ? a : b` as it is written here; None if there would be no expression or step of it."""
    found = re.fullmatch(r"((?:let )?[\w.\[\]]+ *[-+]?= +)?([^?:]+?) \? ([^?:]+?) *: ([^?:]+)", text.strip())
    whole = f"{found[1] or ''}if {found[2]} then {found[3]} else {found[4]}" if found is not None else ""
    return whole if whole and parses(whole, start) else None


def counts_fit(text: str, start: str) -> bool:
    """Whether every function in a text has as many values as it takes."""
    read = parsed(Scalar(text, Source("", text), 0, len(text)), start)
    calls = (node for node in walk(read) if isinstance(node, Call) and node.name in functions()) if read else ()
    return all(
        any(count_fits(signature, len(call.arguments)) for signature in functions()[call.name].signatures)
        for call in calls
    )


def depth(bare: str) -> int:
    return sum(map(bare.count, _OPENING)) - sum(map(bare.count, _CLOSING))


def level(bare: str, offset: int) -> tuple[int, int]:
    """The bounds of the value around an offset: the nearest bracket or comma on either side."""
    begin, depth = offset, 0
    while begin > 0 and not (depth == 0 and bare[begin - 1] in "([,"):
        depth += (bare[begin - 1] in _CLOSING) - (bare[begin - 1] in _OPENING)
        begin -= 1
    end, depth = offset, 0
    while end < len(bare) and not (depth == 0 and bare[end] in ")],"):
        depth += (bare[end] in _OPENING) - (bare[end] in _CLOSING)
        end += 1
    return begin, end
