"""Words of a text, each with the place where it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word and where it stands."""

    text: str
    span: Span


def words_of(text: Scalar) -> list[Word]:
    """The words of a text that are parted by blanks."""
    return [Word(found[0], text.part(found.start(), found.end())) for found in _WORD.finditer(text)]
