"""The index of a word list: the words of each length as sets of bits, read only as far as they are needed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate, compress
from operator import itemgetter
from struct import unpack
from typing import Any, Protocol

from interpreter.words.word_list import LAST_TIER, Word

WILD = "*"
FEW_BITS = 8
Bits = int
"""A set of words of a shelf."""

FORMAT = 3
_AS_DIGITS = [bytes(49 if byte == code else 48 for byte in range(256)) for code in range(256)]
LONGEST = 32
"""Longer words cannot be looked up: no board is wide enough."""


class Sets(Protocol):
    """The source of a shelf's sets: a file that is read as far as it is needed, or memory."""

    def at(self, position: int, letter: int) -> Bits:
        """The words with this letter at this position, both counted from 0."""

    def at_least(self, letter: int, count: int) -> Bits:
        """The words with at least this many of a letter, from 1."""

    def most(self, letter: int) -> int:
        """The highest number of a letter in any word."""


class Shelf:
    """The words of one length. `blob` holds them one after another, one byte per letter; `tiers` says how many words
    have at most each tier, starting with tier 1; `flagged` are those that the computer avoids."""

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
        """Every word. Computing this takes a few milliseconds the first time."""
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
        """The words that can be laid with the letters in hand, each as often as it is there, and wildcards."""
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
        """For each letter, the words that need more of it than there are in hand."""
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


def digest_of(content: bytes) -> str:
    """The fingerprint of a word list."""
    return blake2b(content, digest_size=16).hexdigest()


def made_index(words: Iterable[Word]) -> bytes:
    """The index of a list as the content of its file."""
    by_length: dict[int, list[Word]] = defaultdict(list)
    for word in sorted(words, key=itemgetter(1, 0)):
        if len(word[0]) <= LONGEST:
            by_length[len(word[0])].append(word)
    alphabet = "".join(sorted(set("".join(word[0] for held in by_length.values() for word in held))))
    codes = {ord(letter): code for code, letter in enumerate(alphabet)}
    body = bytearray()
    shelves = {}
    for length, held in sorted(by_length.items()):
        shelves[str(length)] = _shelf(length, held, codes, body)
    header = {"alphabet": alphabet, "shelves": shelves}
    return json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + bytes(body)


def _shelf(length: int, words: list[Word], codes: dict[int, int], body: bytearray) -> dict[str, Any]:
    """Append the words of one length and their sets; return their offsets."""
    blob = "".join(word[0] for word in words).translate(codes).encode("latin_1")
    size = (len(words) + 7) // 8
    flagged = sum(1 << number for number, word in enumerate(words) if word[2])
    counted_tiers = Counter(word[1] for word in words)
    tiers = list(accumulate(counted_tiers[tier] for tier in range(1, LAST_TIER + 1)))
    start = len(body)
    body += blob
    positions = len(body)
    counted: list[list[Bits]] = [[] for _ in codes]
    for position in range(length):
        column = blob[position::length]
        for code in range(len(codes)):
            found = _where(column, code)
            body += found.to_bytes(size, "little")
            _count(counted[code], found)
    counts, most = len(body), []
    for sets in counted:
        most.append(len(sets))
        for found in sets:
            body += found.to_bytes(size, "little")
    return {
        "words": start, "positions": positions, "counts": counts, "size": size, "tiers": tiers, "most": most,
        "flagged": hex(flagged),
    }  # fmt: skip


def _where(column: bytes, code: int) -> Bits:
    """The set of the words with this letter in a column: the column as binary digits, the first word last."""
    return int(column.translate(_AS_DIGITS[code])[::-1], 2) if code in column else 0


def _count(sets: list[Bits], found: Bits) -> None:
    """Count one more position of a letter: words that had n of it and have it at this position now have n + 1."""
    for number in range(len(sets)):
        sets[number], found = sets[number] | found, sets[number] & found
    if found:
        sets.append(found)


class StoredSets:
    """The sets of a shelf in a file: read when they are first needed, then cached."""

    def __init__(self, content: memoryview, described: dict[str, Any], letters: int) -> None:
        self._content = content
        self._size = described["size"]
        self._positions = described["positions"]
        self._most: list[int] = described["most"]
        self._letters = letters
        self._starts: list[int] = []
        start = described["counts"]
        for count in self._most:
            self._starts.append(start)
            start += count * self._size
        self._at: dict[int, Bits] = {}
        self._at_least: dict[int, Bits] = {}

    def at(self, position: int, letter: int) -> Bits:
        """The words with this letter at this position."""
        number = position * self._letters + letter
        found = self._at.get(number)
        if found is None:
            found = self._at[number] = self._read(self._positions + number * self._size)
        return found

    def at_least(self, letter: int, count: int) -> Bits:
        """The words with at least this many of a letter."""
        if count > self._most[letter]:
            return 0
        start = self._starts[letter] + (count - 1) * self._size
        found = self._at_least.get(start)
        if found is None:
            found = self._at_least[start] = self._read(start)
        return found

    def most(self, letter: int) -> int:
        """The highest number of a letter in any word."""
        return self._most[letter]

    def _read(self, start: int) -> Bits:
        return int.from_bytes(self._content[start : start + self._size], "little")


def read_index(content: memoryview) -> tuple[str, dict[int, Shelf]]:
    """The alphabet and the shelves of an index."""
    line = bytes(content[: 1 << 18])
    end = line.index(b"\n")
    header = json.loads(line[:end])
    alphabet, body = header["alphabet"], content[end + 1 :]
    shelves = {int(length): described for length, described in header["shelves"].items()}
    return alphabet, {length: _opened(length, alphabet, body, described) for length, described in shelves.items()}


def _opened(length: int, alphabet: str, body: memoryview, described: dict[str, Any]) -> Shelf:
    tiers = tuple(described["tiers"])
    start = described["words"]
    blob = body[start : start + tiers[-1] * length]
    sets = StoredSets(body, described, len(alphabet))
    return Shelf(length, alphabet, blob, tiers, int(described["flagged"], 16), sets)
