"""The words of one length as sets of bits: bit i stands for the i-th word, the most common first.

Such a set is a Python integer, so that all words of the shelf are asked at once by `&` and `|`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress
from struct import unpack
from typing import Protocol

WILD = "*"
FEW_BITS = 8
Bits = int
"""A set of words of a shelf."""


class Sets(Protocol):
    """Where the sets of a shelf come from: a file that is read as far as it is needed, or memory."""

    def at(self, position: int, letter: int) -> Bits:
        """The words with this letter at this position, both from 0."""

    def at_least(self, letter: int, count: int) -> Bits:
        """The words with at least so many of a letter, from 1."""

    def most(self, letter: int) -> int:
        """How many of a letter a word has at most."""


class Shelf:
    """The words of one length. `blob` holds them one after the other, a byte a letter; `tiers` how many words have at
    most each tier, from tier 1 on; `flagged` those that the computer avoids."""

    def __init__(
        self, length: int, alphabet: str, blob: memoryview, tiers: tuple[int, ...], flagged: Bits, sets: Sets
    ) -> None:
        self.length = length
        self.alphabet = alphabet
        self.blob = blob
        self.tiers = tiers
        self.flagged = flagged
        self.sets = sets
        self.count = tiers[-1]

    @cached_property
    def everything(self) -> Bits:
        """All words."""
        return (1 << self.count) - 1

    @cached_property
    def spelt(self) -> list[str]:
        """Every word. It takes some milliseconds when it is first asked for."""
        text, length = self.blob.tobytes().decode("latin_1").translate(dict(enumerate(self.alphabet))), self.length
        return [text[start : start + length] for start in range(0, len(text), length)]

    def up_to(self, tier: int) -> Bits:
        """The words of a tier and those that are more common."""
        return (1 << self.tiers[min(tier, len(self.tiers)) - 1]) - 1 if tier > 0 else 0

    def word(self, index: int) -> str:
        """A word by its number."""
        start = index * self.length
        return "".join(self.alphabet[code] for code in self.blob[start : start + self.length])

    def tier(self, index: int) -> int:
        """How common a word is."""
        return next(tier for tier, below in enumerate(self.tiers, start=1) if index < below)

    def words(self, found: Bits) -> Iterator[str]:
        """The words of a set, the most common first."""
        for index in bits(found):
            yield self.word(index)

    # Asking

    def fitting(self, pattern: Mapping[int, int], among: Bits | None = None) -> Bits:
        """The words with certain letters at certain positions."""
        found = self.everything if among is None else among
        for position, letter in pattern.items():
            found &= self.sets.at(position, letter)
            if not found:
                return 0
        return found

    def made_of(self, held: Mapping[int, int], wild: int, among: Bits | None = None) -> Bits:
        """The words that can be laid with the letters that are held, each so many times, and wildcards."""
        found = self.everything if among is None else among
        if wild == 0:
            return self._made_exactly(held, found)
        # missing[k]: the words that lack more than k letters.
        missing = [0] * (wild + 1)
        for lacking in self._lacking(held):
            for more in range(wild, 0, -1):
                missing[more] |= missing[more - 1] & lacking
            missing[0] |= lacking
        return found & ~missing[wild]

    def _made_exactly(self, held: Mapping[int, int], found: Bits) -> Bits:
        for letter in range(len(self.alphabet)):
            have = held.get(letter, 0)
            if have < self.sets.most(letter):
                found &= ~self.sets.at_least(letter, have + 1)
                if not found:
                    return 0
        return found

    def _lacking(self, held: Mapping[int, int]) -> Iterable[Bits]:
        """For each letter beyond those held the words that need it."""
        for letter in range(len(self.alphabet)):
            for count in range(held.get(letter, 0) + 1, self.sets.most(letter) + 1):
                yield self.sets.at_least(letter, count)


def bits(found: Bits) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    if found.bit_count() < FEW_BITS:
        while found:
            lowest = found & -found
            yield lowest.bit_length() - 1
            found ^= lowest
        return
    # Taking bits off one by one costs the whole length each time; for many, go by small numbers.
    count = (found.bit_length() + 63) // 64
    parts = unpack(f"<{count}Q", found.to_bytes(8 * count, "little"))
    for place in compress(range(count), parts):
        part, before = parts[place], 64 * place - 1
        while part:
            lowest = part & -part
            yield before + lowest.bit_length()
            part ^= lowest
