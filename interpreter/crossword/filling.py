"""The words for a slot: all words of its length that agree with the letters that stand there, with the words that they
would form across, and with the letters that are held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from interpreter.crossword.lines import Lines
from interpreter.crossword.slots import Slot
from interpreter.lexicon import Lexicon, Vocabulary
from interpreter.lexicon.shelf import Bits, Shelf, bits

FEW = 4
"""Up to so many words are looked at one by one."""
Crossed = dict[int, frozenset[int] | None]
"""For free sites the letters that make words across there; None if any will do."""


class Filling:
    """Finds words for slots of one position and rack.

    `letters` has the number of the letter on each site, from 1 in the order of the alphabet, 0 where it is free; a
    number beyond the alphabet is a wildcard that stands for any letter. `held` says how many of each letter (from 0)
    there are, `wild` how many wildcards. All words that come about are of the vocabulary.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        lines: Lines,
        letters: Sequence[int],
        held: Mapping[int, int],
        wild: int,
        vocabulary: Vocabulary,
    ) -> None:
        self.lexicon = lexicon
        self.lines = lines
        self.letters = letters
        self.held = dict(held)
        self.wild = wild
        self.vocabulary = vocabulary
        self._any = len(lexicon.alphabet) + 1
        self._known: dict[int, Bits] = {}
        self._missing: dict[tuple[int, tuple[int, ...]], list[Bits]] = {}
        self._made: dict[tuple[int, tuple[int, ...]], Bits] = {}
        self._crossed: tuple[Crossed, Crossed] = ({}, {})

    def words(self, slot: Slot) -> Bits:
        """The words that fit a slot, as a set of the shelf of its length."""
        shelf = self.lexicon.shelves.get(len(slot.sites))
        if shelf is None:
            return 0
        letters, axis = self.letters, 1 - slot.axis
        crossed = self._crossed[axis]
        standing: list[int] = []
        constraints: list[tuple[int, frozenset[int]]] = []
        found = self._words_known(shelf)
        for place, site in enumerate(slot.sites):
            letter = letters[site]
            if letter:
                if letter < self._any:
                    standing.append(letter - 1)
                    found &= shelf.sets.at(place, letter - 1)
                continue
            allowed = crossed[site] if site in crossed else self._across(site, axis)
            if allowed is not None:
                if not allowed:
                    return 0
                constraints.append((place, allowed))
        for place, allowed in constraints:
            if not found:
                return 0
            found &= _one_of(shelf, place, allowed)
        return self._from_rack(shelf, slot, tuple(sorted(standing)), found) if found else 0

    def _words_known(self, shelf: Shelf) -> Bits:
        found = self._known.get(shelf.length)
        if found is None:
            found = self._known[shelf.length] = self.lexicon.vocabulary(shelf, *self.vocabulary)
        return found

    # Words out of the letters that are held

    def _from_rack(self, shelf: Shelf, slot: Slot, standing: tuple[int, ...], among: Bits) -> Bits:
        """Those of some words that the rack can lay together with letters that stand in the slot."""
        key = (shelf.length, standing)
        found = self._made.get(key)
        # The sets do not know which letter a wildcard on the board stands for.
        if len(standing) + len(slot.free) < len(slot.sites) or (found is None and among.bit_count() <= FEW):
            free = [place for place, site in enumerate(slot.sites) if not self.letters[site]]
            return sum(1 << index for index in bits(among) if self._is_held(shelf, index, free))
        if found is None:
            found = self._made[key] = _at_most(self._missing_with(shelf, standing), self.wild, shelf.everything)
        return found & among

    def _is_held(self, shelf: Shelf, index: int, free: Sequence[int]) -> bool:
        start, missing = index * shelf.length, 0
        for letter, count in Counter(shelf.blob[start + place] for place in free).items():
            missing += max(0, count - self.held.get(letter, 0))
        return missing <= self.wild

    def _missing_with(self, shelf: Shelf, standing: tuple[int, ...]) -> list[Bits]:
        """How many letters each word lacks besides those that are held and those that stand there: a binary number for
        each word, a set for each of its digits, the lowest first."""
        key = (shelf.length, standing)
        digits = self._missing.get(key)
        if digits is None:
            digits = self._counted(shelf) if not standing else self._missing_with(shelf, standing[:-1])[:]
            if standing:
                letter = standing[-1]
                borrowed = shelf.sets.at_least(letter, self.held.get(letter, 0) + standing.count(letter))
                for place in range(len(digits)):
                    if not borrowed:
                        break
                    digits[place] ^= borrowed
                    borrowed &= digits[place]
            self._missing[key] = digits
        return digits

    def _counted(self, shelf: Shelf) -> list[Bits]:
        digits = [0] * shelf.length.bit_length()
        for letter in range(len(self.lexicon.alphabet)):
            for number in range(self.held.get(letter, 0) + 1, shelf.sets.most(letter) + 1):
                carried = shelf.sets.at_least(letter, number)
                for place in range(len(digits)):
                    if not carried:
                        break
                    digits[place], carried = digits[place] ^ carried, digits[place] & carried
        return digits

    # Words across

    def _across(self, site: int, axis: int) -> frozenset[int] | None:
        """The letters that make words across at a free site; None if any will do."""
        stretch = self.lines.stretch(self.letters, site, axis)
        found = None
        if len(stretch) > 1:
            place, around = stretch.index(site), tuple([self.letters[each] for each in stretch])
            found = between(self.lexicon, around[:place], around[place + 1 :], self.vocabulary)
        self._crossed[axis][site] = found
        return found

    def spellings(self, slot: Slot, words: Bits) -> list[str]:
        """The words of a set for a slot, the most common first."""
        return list(map(self.lexicon.shelves[len(slot.sites)].spelt.__getitem__, bits(words))) if words else []


def _at_most(digits: list[Bits], most: int, everything: Bits) -> Bits:
    """The words whose number is not larger than another."""
    larger, equal = 0, everything
    for place in range(len(digits) - 1, -1, -1):
        if most >> place & 1:
            equal &= digits[place]
        else:
            larger |= equal & digits[place]
            equal &= ~digits[place]
    return everything & ~larger if most < 1 << len(digits) else everything


@lru_cache(maxsize=4000)
def _one_of(shelf: Shelf, place: int, letters: frozenset[int]) -> Bits:
    """The words with one of some letters at a place."""
    found = 0
    for letter in letters:
        found |= shelf.sets.at(place, letter)
    return found


@lru_cache(maxsize=20_000)
def between(
    lexicon: Lexicon, before: tuple[int, ...], after: tuple[int, ...], vocabulary: Vocabulary
) -> frozenset[int]:
    """The letters (from 0) that make a word between others (from 1, beyond the alphabet: any)."""
    shelf = lexicon.shelves.get(len(before) + 1 + len(after))
    if shelf is None:
        return frozenset()
    place = len(before)
    letters = (*before, 0, *after)
    pattern = {at: letter - 1 for at, letter in enumerate(letters) if 0 < letter <= len(lexicon.alphabet)}
    found = shelf.fitting(pattern, lexicon.vocabulary(shelf, *vocabulary))
    return frozenset(shelf.blob[index * shelf.length + place] for index in bits(found))
