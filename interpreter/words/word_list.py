"""A word list as a text file: one word per line, with its tier and a sign for words that the computer never plays.

    cat 1
    zeugma 8
    gyp 6 !

A word alone has the last tier. Lines that begin with # are comments. Letters are whatever the language has.
"""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import normalize

LAST_TIER = 9
FLAG = "!"
TIERS = {str(tier): tier for tier in range(1, LAST_TIER + 1)}
LONGEST = 60
"""Longer lines hold no word."""
LARGEST_ALPHABET = 200


class Word(NamedTuple):
    """A lower-case word, how common it is (1 to 9), and whether the computer avoids it."""

    text: str
    tier: int = LAST_TIER
    flagged: bool = False


class BadWordList(Exception):
    """A word list that cannot be used: where, and why."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def read_words(text: str) -> list[Word]:
    """The words of a list, each once: a duplicate counts with its lower tier, and as flagged if either is."""
    found: dict[str, Word] = {}
    for number, line in enumerate(normalize("NFC", text).casefold().splitlines(), start=1):
        plain, _, tier = line.partition(" ")
        if tier in TIERS and plain not in found and plain.isalpha() and len(line) <= LONGEST:
            # Nearly every line is like this: looking at it part by part would take three times as long.
            found[plain] = Word(plain, TIERS[tier])
            continue
        parts = line.split()
        if not parts or line.startswith("#"):
            continue
        word = _word(parts, line, number)
        known = found.get(word.text)
        if known is not None:
            word = Word(word.text, min(word.tier, known.tier), word.flagged or known.flagged)
        found[word.text] = word
    if not found:
        raise BadWordList(1, "This word list has no words.")
    letters = set("".join(found))
    if len(letters) > LARGEST_ALPHABET:
        raise BadWordList(1, f"This list has {len(letters)} different letters; at most {LARGEST_ALPHABET} may occur.")
    return list(found.values())


def _word(parts: list[str], line: str, number: int) -> Word:
    """The entry on a line, from its parts."""
    if len(line) > LONGEST:
        raise BadWordList(number, "This line is too long for a word.")
    flagged = len(parts) > 1 and parts[-1] == FLAG
    count = len(parts) - flagged
    tier = parts[1] if count > 1 else str(LAST_TIER)
    if count > 2 or tier not in TIERS:
        help = "Write a word, its tier from 1 to 9, and ! if the computer should avoid it."
        raise BadWordList(number, f"‘{line.strip()}’ is not an entry. {help}")
    if not parts[0].isalpha():
        raise BadWordList(number, f"‘{parts[0]}’ is not a word: words consist only of letters.")
    return Word(parts[0], TIERS[tier], flagged)
