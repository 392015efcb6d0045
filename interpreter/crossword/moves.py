"""Every way to lay a word, slot by slot, and the words that a placement forms and crosses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from interpreter.crossword.slots import BLOCKED, COLUMN, FREE, LETTER, ROW, Lines, Slot, slots
from interpreter.words import Lexicon, Vocabulary
from interpreter.words.index import Bits, Shelf, bits

FEW = 4
"""Up to so many words are looked at one by one."""
Crossed = dict[int, frozenset[int] | None]
"""For free sites the letters that make words across there; None if any will do."""

WILD = ""
_IS_LETTER = bytes([FREE] + [LETTER] * 255)
RECORDS: dict[tuple[int, ...], Records] = {
    (0, 1, 2): lambda sites, tiles, letters: tuple(zip(sites, tiles, letters, strict=True)),
    (0, 2, 1): lambda sites, tiles, letters: tuple(zip(sites, letters, tiles, strict=True)),
    (1, 0, 2): lambda sites, tiles, letters: tuple(zip(tiles, sites, letters, strict=True)),
    (2, 0, 1): lambda sites, tiles, letters: tuple(zip(tiles, letters, sites, strict=True)),
    (1, 2, 0): lambda sites, tiles, letters: tuple(zip(letters, sites, tiles, strict=True)),
    (2, 1, 0): lambda sites, tiles, letters: tuple(zip(letters, tiles, sites, strict=True)),
}
"""Records of sites, tiles and letters, by where each of the three stands in them."""


class Filling:
    """Finds words for the slots of one position and rack.

    `letters` has the number of the letter on each site, from 1 in the order of the alphabet, 0 if it is free; a number
    beyond the alphabet is a wildcard that stands for any letter. `held` says how many of each letter (from 0) there
    are, `wild` how many wildcards. Every word formed is in the vocabulary.
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
        """The given words that the rack can lay together with the letters already in the slot."""
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
        """How many letters each word lacks besides those in the rack and in the slot: a binary number for each word,
        with a set for each of its digits, the lowest first."""
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
        """The letters that form valid words across at a free site; None if any will do."""
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
    """The words whose numbers are at most those of others."""
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
    """The words with one of some letters in a given place."""
    found = 0
    for letter in letters:
        found |= shelf.sets.at(place, letter)
    return found


@lru_cache(maxsize=20_000)
def between(
    lexicon: Lexicon, before: tuple[int, ...], after: tuple[int, ...], vocabulary: Vocabulary
) -> frozenset[int]:
    """The letters (from 0) that form a word between others (from 1; beyond the alphabet: any)."""
    shelf = lexicon.shelves.get(len(before) + 1 + len(after))
    if shelf is None:
        return frozenset()
    place = len(before)
    letters = (*before, 0, *after)
    pattern = {at: letter - 1 for at, letter in enumerate(letters) if 0 < letter <= len(lexicon.alphabet)}
    found = shelf.fitting(pattern, lexicon.vocabulary(shelf, *vocabulary))
    return frozenset(shelf.blob[index * shelf.length + place] for index in bits(found))


Tile = tuple[int, str | None]
"""A tile and its letter: WILD if any letter can be chosen for it, None if its letter is not known."""
Record = tuple[Any, ...]
"""A tile that is laid: its site, the tile, and the letter that it shows, in the order of the action's choice."""
Placed = tuple[Record, ...]
Records = Callable[[Sequence[int], Sequence[int], Sequence[str | None]], Placed]


class Rack:
    """The tiles that can be laid. `order` is where a record has its site, tile and letter."""

    def __init__(self, lexicon: Lexicon, tiles: Iterable[Tile], order: tuple[int, int, int]) -> None:
        self.lexicon = lexicon
        self.tiles: dict[str, list[int]] = {}
        self.wild: list[int] = []
        for tile, letter in tiles:
            if letter == WILD:
                self.wild.append(tile)
            elif letter is not None and letter in lexicon.codes:
                self.tiles.setdefault(letter, []).append(tile)
        self.held = {lexicon.codes[letter]: len(tiles) for letter, tiles in self.tiles.items()}
        self.size = sum(self.held.values()) + len(self.wild)
        self._records = RECORDS[order]
        self._used: dict[tuple[str, ...], tuple[int, ...]] = {}

    def laid(self, slot: Slot, free: tuple[int, ...], words: Bits) -> Iterator[Placed]:
        """The placements of some words in a slot with these free places, the most common word first."""
        used, records, sites = self._used, self._records, slot.free
        pick: Callable[[str], tuple[str, ...]] = itemgetter(*free) if len(free) > 1 else itemgetter(slice(*_one(free)))
        for letters in map(pick, map(self.lexicon.shelves[len(slot.sites)].spelt.__getitem__, bits(words))):
            tiles = used.get(letters)
            if tiles is None:
                tiles = used[letters] = self._tiles_for(letters)
            yield records(sites, tiles, letters)

    def _tiles_for(self, letters: tuple[str, ...]) -> tuple[int, ...]:
        taken: dict[str, int] = {}
        wild = iter(self.wild)
        found = []
        for letter in letters:
            number, held = taken.get(letter, 0), self.tiles.get(letter, ())
            taken[letter] = number + 1
            found.append(held[number] if number < len(held) else next(wild))
        return tuple(found)


def _one(places: tuple[int, ...]) -> tuple[int, int]:
    """The bounds of the slice for one place: its result is a text of one letter."""
    return places[0], places[0] + 1


class WordFormed(NamedTuple):
    """A word on the board: its text, its place, and its axis (1 row, 2 column)."""

    text: str
    sites: Sequence[int]
    axis: int


class Crossword(NamedTuple):
    """The result of a placement: whether it is in one line without a gap, the word along that line, the words that its
    letters form across it, and the words of older letters that it crosses."""

    in_line: bool
    gap: bool
    main: WordFormed
    adjoining: Sequence[WordFormed]
    crossed: Sequence[WordFormed]


def crossword(lines: Lines, standing: Callable[[int], str | None], placed: Iterable[tuple[int, str]]) -> Crossword:
    """The words formed by letters placed on sites; `standing` returns the letter on a site, or nothing if there is
    none.

    For a single letter the main word is the longer of its two, or the one along the row if they are equally long. If
    the letters are not in one line, the main word is that of the first letter.
    """
    laid = dict(placed)
    if not laid:
        return Crossword(True, False, WordFormed("", (), ROW + 1), (), ())
    read = _Reader(lines, standing, laid)
    sites = list(laid)
    axis, in_line = read.axis(sites)
    main = read.word(sites[0], axis)
    across = [(site, read.word(site, 1 - axis)) for site in sites]
    older = [(site, read.word(site, 1 - axis)) for site in main.sites if site not in laid]
    return Crossword(
        in_line,
        in_line and any(site not in main.sites for site in sites),
        main,
        tuple([word for _, word in across if len(word.sites) > 1]),
        tuple([word for _, word in older if len(word.sites) > 1]),
    )


class _Reader:
    """Reads words on a board together with the letters being laid."""

    def __init__(self, lines: Lines, standing: Callable[[int], str | None], laid: dict[int, str]) -> None:
        self.lines = lines
        self.standing = standing
        self.laid = laid

    def axis(self, sites: Sequence[int]) -> tuple[int, bool]:
        """The axis of the main word, and whether all sites lie on one line along it."""
        if len(sites) == 1:
            along, across = (len(self.word(sites[0], axis).sites) for axis in (ROW, COLUMN))
            return (COLUMN if across > along else ROW), True
        for axis in (ROW, COLUMN):
            line_of = self.lines.line_of[axis]
            if all(line_of[site] == line_of[sites[0]] for site in sites):
                return axis, True
        return ROW, False

    def word(self, site: int, axis: int) -> WordFormed:
        """The unbroken letters around a site along an axis."""
        lines, laid, standing = self.lines, self.laid, self.standing
        line, place = lines.lines[axis][lines.line_of[axis][site]], lines.place_of[axis][site]
        first, last = place, place + 1
        text = laid.get(site) or standing(site) or ""
        while first > 0 and (letter := laid.get(line[first - 1]) or standing(line[first - 1])):
            first -= 1
            text = letter + text
        while last < len(line) and (letter := laid.get(line[last]) or standing(line[last])):
            last += 1
            text += letter
        return WordFormed(text, line[first:last], axis + 1)


Word = tuple[str, tuple[int, ...], int]
"""A word as expressions see it: text, sites, axis (1 row, 2 column)."""
Judge = Callable[[Placed, tuple[Any, ...]], Any]
"""Asked about a slot: None if no word may be laid there, otherwise a tuple of values to rank it by."""


class Crosswords:
    """Lists the words that can be laid on one board: with `fewest` to `most` tiles, from one vocabulary. `names` are
    the letters by number; `order` is where site, tile and letter come in each listed record."""

    def __init__(
        self,
        lexicon: Lexicon,
        lines: Lines,
        names: tuple[str | None, ...],
        vocabulary: Vocabulary,
        tiles: tuple[int, int],
        order: tuple[int, int, int],
    ) -> None:
        self.lexicon = lexicon
        self.lines = lines
        self.names = names
        self.vocabulary = vocabulary
        self.fewest, self.most = tiles
        self.order = order
        self.sites = frozenset(site for line in lines.lines[0] for site in line)
        self.blank: dict[int, Record] = {site: RECORDS[order]([site], [0], [None])[0] for site in self.sites}
        self._position = lru_cache(maxsize=8)(Position)

    def listed(
        self, letters: bytes, free: Iterable[int], tiles: Iterable[Tile], judge: Judge, alone: bool
    ) -> Iterator[Placed]:
        """Every placement: slots row by row, then column by column, with the most common word first in each. `alone`
        says whether words that touch no letter may be laid."""
        position = self.position(letters, free, tiles)
        for slot in position.slots(alone):
            if judge(*position.facts(slot)) is not None:
                yield from position.laid(slot)

    def by_key(
        self,
        letters: bytes,
        free: Iterable[int],
        tiles: Iterable[Tile],
        judge: Judge,
        alone: bool,
        signs: tuple[int, ...],
    ) -> Iterator[list[Placed]]:
        """The placements in groups that the judge ranks alike, the best group first. A sign says whether more of a
        value is better (1) or less (-1); a placement without a value comes last."""
        position = self.position(letters, free, tiles)
        groups: dict[tuple[Any, ...], list[Slot]] = {}
        for slot in position.slots(alone):
            values = judge(*position.facts(slot))
            if values is not None:
                pairs = zip(values, signs, strict=True)
                key = tuple([(value is not None, sign * (value or 0)) for value, sign in pairs])
                groups.setdefault(key, []).append(slot)
        for key in sorted(groups, reverse=True):
            found = [placed for slot in groups[key] for placed in position.laid(slot)]
            if found:
                yield found

    def position(self, letters: bytes, free: Iterable[int], tiles: Iterable[Tile]) -> Position:
        """The letters on the sites, by number, with what a player could lay and where."""
        kinds = bytearray(letters.translate(_IS_LETTER))
        for site in self.sites.difference(free):
            if kinds[site] == FREE:
                kinds[site] = BLOCKED
        return self._position(self, letters, bytes(kinds), tuple(tiles))


class Position:
    """One position on one board, and the words that one rack can lay there."""

    def __init__(self, owner: Crosswords, letters: bytes, kinds: bytes, tiles: tuple[Tile, ...]) -> None:
        self.owner = owner
        self.letters = letters
        self.kinds = kinds
        self.rack = Rack(owner.lexicon, tiles, owner.order)
        self.filling = Filling(
            owner.lexicon, owner.lines, letters, self.rack.held, len(self.rack.wild), owner.vocabulary
        )
        self._slots: dict[bool, list[Slot]] = {}
        self._around: tuple[dict[int, Word | None], dict[int, Word | None]] = ({}, {})
        self._words: dict[Slot, Bits] = {}

    def slots(self, alone: bool) -> list[Slot]:
        """The places for a word, with or without those that touch no letter."""
        if alone not in self._slots:
            owner = self.owner
            most = min(owner.most, self.rack.size)
            self._slots[alone] = list(slots(owner.lines, self.kinds, most, owner.fewest, touching=not alone))
        return self._slots[alone]

    def facts(self, slot: Slot) -> tuple[Placed, tuple[Any, ...]]:
        """The facts about a slot that do not depend on its letters: the placement, and the words that are formed."""
        axis, sites, free, touches = slot
        blank = self.owner.blank
        placed = tuple([blank[site] for site in free])
        main = ("", sites, axis + 1)
        if not touches:
            return placed, (True, False, main, (), ())
        known, letters = self._around[1 - axis], self.letters
        adjoining: list[Word] = []
        crossed: list[Word] = []
        for site in sites:
            word = known[site] if site in known else self._word_around(site, 1 - axis)
            if word is not None:
                (crossed if letters[site] else adjoining).append(word)
        return placed, (True, False, main, tuple(adjoining), tuple(crossed))

    def _word_around(self, site: int, axis: int) -> Word | None:
        """The word across a site: of the letters already there, or of a letter to be placed, in which case its text is
        not known yet."""
        owner = self.owner
        stretch = owner.lines.stretch(self.letters, site, axis)
        word: Word | None = None
        if len(stretch) > 1:
            text = "".join([owner.names[self.letters[each]] or "" for each in stretch]) if self.letters[site] else ""
            word = (text, stretch, axis + 1)
        self._around[axis][site] = word
        return word

    def laid(self, slot: Slot) -> Iterator[Placed]:
        """The placements of all words that fit a slot."""
        words = self._words.get(slot)
        if words is None:
            words = self._words[slot] = self.filling.words(slot)
        if not words:
            return iter(())
        free = tuple([place for place, site in enumerate(slot.sites) if not self.letters[site]])
        return self.rack.laid(slot, free, words)
