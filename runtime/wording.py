"""Numbers with their nouns, and numbers that people type."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 error`, `2 errors`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


LONGEST_NUMBER = 18
"""So many digits has the longest number that anybody means."""


def whole_number(text: str) -> int | None:
    """The number that somebody typed; None if it is none. Raised digits and the like are none."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None
