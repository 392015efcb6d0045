"""Functions over words. They ask the word list that the game names."""

from __future__ import annotations

from typing import Any

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Schema
from interpreter.expr.types import MOST_LIKE
from interpreter.lexicon import Lexicon
from interpreter.registry import function

GROUP = "words"
SHORTEST = 2
KNOWN_TO_ALL = 2
"""The tier of words that everybody knows."""


def _asked(method: str) -> Any:
    """Lowering to a question to the word list."""

    def emit(lowering: Lowering, call: terms.FunctionCall) -> str:
        lexicon = lowering.constants.name(lowering.schema.lexicon, "lexicon")
        return f"{lexicon}.{method}({lowering.value(call.arguments[0])})"

    return emit


def _lexicon(schema: Schema) -> Lexicon:
    found: Lexicon = schema.lexicon
    return found


@function("is_word(text) -> flag", group=GROUP, needs="lexicon", emit=_asked("is_word"))
def is_word(schema: Schema, text: str) -> bool:
    """Whether the text is in the word list; `*` stands for any letter."""
    return _lexicon(schema).is_word(text)


@function("best_word(text) -> text or none", group=GROUP, needs="lexicon", emit=_asked("best"))
def best_word(schema: Schema, text: str) -> str | None:
    """The most common word that the text can be; `*` stands for any letter."""
    return _lexicon(schema).best(text)


@function("tier(text or none) -> number", group=GROUP, needs="lexicon", emit=_asked("tier"))
def tier(schema: Schema, text: str | None) -> int:
    """How common a word is, from 1 (most common) to 9; 10 if it is no word, or one that the computer avoids."""
    return _lexicon(schema).tier(text)


def _letters(lowering: Lowering, call: terms.FunctionCall) -> str:
    return f"tuple({lowering.value(call.arguments[0])})"


@function("letters(text) -> list letter", group=GROUP, needs="lexicon", bound="letters", emit=_letters)
def letters(text: str) -> list[str]:
    """The letters of a text, one by one."""
    return list(text)


@function("near_words(text) -> list text", group=GROUP, needs="lexicon", bound="near")
def near_words(schema: Schema, text: str) -> list[str]:
    """Up to three words that differ from the text by a letter or by two exchanged ones; the most common first."""
    return _lexicon(schema).nearest(text)


@function("words_from(text, number = 2) -> list text", group=GROUP, needs="lexicon", bound="board")
def words_from(schema: Schema, text: str, shortest: int = SHORTEST) -> list[str]:
    """Words of at least so many letters that some letters of the text can make: long and common ones first, as many as
    there are sites at most; `*` stands for any letter."""
    return list(_lexicon(schema).some_from(text, shortest, schema.topology.count))


@function("words_like(text, number = 2) -> list text", group=GROUP, needs="lexicon", bound="like")
def words_like(schema: Schema, text: str, tier: int = KNOWN_TO_ALL) -> list[str]:
    """The words of at most that tier that the text can be, the most common first, at most 2000; `*` stands for any
    letter."""
    return list(_lexicon(schema).like(text, tier, MOST_LIKE))
