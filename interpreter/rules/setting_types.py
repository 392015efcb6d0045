"""The type of a setting: from its options, its range or its default."""

from __future__ import annotations

import re

from interpreter.boards import build
from interpreter.expr.checker import Checker
from interpreter.expr.parser import parse
from interpreter.expr.scope import Schema, Scope
from interpreter.expr.types import FLAG, NUMBER, TEXT, Number, Type, Words
from interpreter.spec import model

WORD = re.compile(r"[a-z][a-z0-9_]*")
_EMPTY = Schema(
    build([]),
    Words("player", ()),
    (),
    (),
    Words("direction", ()),
    Words("axis", ()),
    Words("phase", ()),
    Words("zone", ()),
    (),
)


def as_word(text: str) -> str:
    """How to write a text as a word."""
    meant = re.sub(r"[^a-z0-9_]+", "_", text.lower()).strip("_0123456789")
    return f"Write ‘{meant}’." if WORD.fullmatch(meant) else "Choose another word."


def setting_type(setting: model.Setting, name: str, checker: Checker) -> Type:
    """The type of a setting: an enum of its options, a range, or what its default is."""
    if setting.options is not None:
        words = setting.options.words
        if words and all(re.fullmatch(r"-?[0-9]+", option) for option in words):
            numbers = [int(option) for option in words]
            return Number(min(numbers), max(numbers))
        for option in words:
            if not WORD.fullmatch(option):
                message = "Options are all numbers, or all words of small letters, digits and _."
                checker.error("bad-name", option.span, message, as_word(option))
        return Words(name, tuple(setting.words))
    if setting.range is not None:
        node = parse(setting.range, "type", checker.diagnostics)
        return checker.type_of(node, Scope(_EMPTY, frozenset())) if node is not None else NUMBER
    if setting.default in ("true", "false"):
        return FLAG
    return NUMBER if re.fullmatch(r"-?[0-9]+", setting.default) else TEXT
