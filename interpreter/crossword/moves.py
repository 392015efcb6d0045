"""Every way to lay a word, slot by slot.

What a slot is worth is judged before any letter is looked for: the judge is given the free sites as a placement without
tiles and letters, and the words without their texts, and says no or gives a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from interpreter.crossword.filling import Filling
from interpreter.crossword.laying import RECORDS, Placed, Rack, Record, Tile
from interpreter.crossword.lines import Lines
from interpreter.crossword.slots import BLOCKED, FREE, LETTER, Slot, slots
from interpreter.lexicon import Lexicon, Vocabulary
from interpreter.lexicon.shelf import Bits

Word = tuple[str, tuple[int, ...], int]
"""A word as expressions see it: text, sites, axis (1 row, 2 column)."""
Judge = Callable[[Placed, tuple[Any, ...]], Any]
"""Asked about a slot: None if no word may be laid there, otherwise a tuple of values to rank it by."""

_IS_LETTER = bytes([FREE] + [LETTER] * 255)


class Crosswords:
    """Lists the words that can be laid on one board: with `fewest` to `most` tiles, of one vocabulary. `names` are the
    letters by their numbers, `order` is where site, tile and letter stand in what is listed."""

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
        """Every placement: slots row by row, then column by column, in each the most common word first. `alone` says
        whether words may be laid that touch no letter."""
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
        value is better (1) or less (-1); what has no value comes last."""
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
        """The letters on the sites, by their numbers, with what a player could lay and where."""
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
        """What is known of a slot before its letters: the placement, and the words that come about."""
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
        """The word across a site: of letters that stand there, or that a letter there would form; its text is then
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
