"""A deal of letters that words can clear: the board is emptied in thought, group by group, and each group gets a word.

Which pieces can go at a time depends on where they lie, not on their letters. So the order in which they go is found
first, with any pieces; then each group that goes together is given the letters of a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from interpreter.faults import Fault
from interpreter.lexicon import EVERY_WORD, WIDER, Lexicon
from interpreter.lexicon.shelf import WILD, bits
from interpreter.streams import Cursor, draw, number_below

SEEDS = range(1 << 53)
PATIENCE = 40
"""So many times a deal is tried with each vocabulary."""
LIKELY = {2: 1, 3: 4, 4: 8, 5: 8, 6: 6, 7: 4, 8: 2, 9: 1}
"""How often words of a length are dealt; others only where nothing else is left."""

Group = list[int]
"""Pieces that go together, by their numbers."""


class Table(NamedTuple):
    """The board of a deal: `pieces` lie on it. `free(left)` tells which of those left may be taken now, `lift` takes
    one away, `restore` puts all back."""

    pieces: Sequence[int]
    free: Callable[[Group], Group]
    lift: Callable[[int], None]
    restore: Callable[[], None]


class Deal(NamedTuple):
    """`sources` has for each piece of the zone the one whose face it gets; `words` is how the board can be cleared."""

    sources: list[int]
    words: tuple[tuple[str, tuple[int, ...]], ...]


def deal_words(
    lexicon: Lexicon, tier: int, shortest: int, zone: Sequence[int], letters: Sequence[str | None], table: Table,
    seed: int, stream: str, cursor: Cursor,
) -> tuple[Deal, Cursor]:  # fmt: skip
    """Deal the pieces of a zone, of which those first in it lie on the table, and tell a way to clear it."""
    number, cursor = draw(seed, stream, cursor, SEEDS)
    dealer = _Dealer(lexicon, shortest, letters, _Luck(number))
    wild = dealer.wildcards(len(table.pieces))
    for vocabulary in sorted({tier, max(tier, WIDER), EVERY_WORD}):
        for _ in range(PATIENCE):
            groups = dealer.groups(table)
            table.restore()
            words = dealer.words([len(group) for group in groups], vocabulary) if groups is not None else None
            if groups is not None and words is not None:
                return dealer.dealt(zone, table, groups, words, wild), cursor
    raise Fault("The pieces of this zone cannot be dealt so that words clear the board.")


class _Luck:
    """Numbers of one deal."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.cursor = 0

    def below(self, limit: int) -> int:
        number, self.cursor = number_below(self.seed, "deal", self.cursor, limit)
        return number

    def weighted(self, weights: dict[int, int]) -> int:
        number = self.below(sum(weights.values()))
        for key, weight in weights.items():
            if number < weight:
                return key
            number -= weight
        raise AssertionError("weights sum to their total")

    def sample(self, items: Sequence[Any], count: int) -> list[Any]:
        left = list(items)
        for place in range(count):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:count]


class _Dealer:
    """One deal."""

    def __init__(self, lexicon: Lexicon, shortest: int, letters: Sequence[str | None], luck: _Luck) -> None:
        self.lexicon = lexicon
        self.shortest = max(1, shortest)
        self.letters = letters
        self.luck = luck

    def wildcards(self, count: int) -> int:
        """How many wildcards are among so many letters that are drawn from all."""
        return sum(letter == WILD for letter in self.luck.sample(self.letters, count))

    def groups(self, table: Table) -> list[Group] | None:
        """Pieces in the order in which they go, group by group; None if that came to a dead end."""
        left, found = list(table.pieces), []
        while left:
            free = table.free(left)
            lengths = [
                length
                for length in self.lexicon.shelves
                if self.shortest <= length <= len(free) and not 0 < len(left) - length < self.shortest
            ]
            if not lengths:
                return None
            weights = {length: LIKELY[length] for length in lengths if length in LIKELY}
            group = self.luck.sample(free, self.luck.weighted(weights or dict.fromkeys(lengths, 1)))
            for piece in group:
                table.lift(piece)
            gone = set(group)
            left = [piece for piece in left if piece not in gone]
            found.append(group)
        return found

    def words(self, lengths: list[int], tier: int) -> list[str] | None:
        """A word for each length, all of them out of the letters that there are; None if there is none for some."""
        held = Counter(letter for letter in self.letters if letter is not None and letter != WILD)
        found: dict[int, str] = {}
        # Long words find their letters while there are many.
        for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
            shelf = self.lexicon.shelves[lengths[place]]
            counted, _ = self.lexicon.held(held.elements())
            possible = shelf.made_of(counted, 0, self.lexicon.vocabulary(shelf, tier, flagged=False))
            if not possible:
                return None
            found[place] = shelf.word(self._one_of(possible))
            held.subtract(found[place])
        return [found[place] for place in range(len(lengths))]

    def _one_of(self, possible: int) -> int:
        """One of the words of a set, each as likely as the other."""
        number = self.luck.below(possible.bit_count())
        return next(index for place, index in enumerate(bits(possible)) if place == number)

    def dealt(self, zone: Sequence[int], table: Table, groups: list[Group], words: list[str], wild: int) -> Deal:
        """The letters of the words on the pieces of their groups, some of them wildcards instead."""
        wanted: dict[int, str] = {}
        for group, word in zip(groups, words, strict=True):
            wanted.update(zip(group, word, strict=True))
        for piece in self.luck.sample(table.pieces, wild):
            wanted[piece] = WILD
        faces: dict[str | None, list[int]] = {}
        for piece, letter in zip(zone, self.letters, strict=True):
            faces.setdefault(letter, []).append(piece)
        taken = {piece: faces[wanted[piece]].pop(0) for piece in table.pieces}
        used = set(taken.values())
        rest = iter([piece for piece in zone if piece not in used])
        sources = [taken[piece] if piece in taken else next(rest) for piece in zone]
        solution = tuple((word, tuple(group)) for word, group in zip(words, groups, strict=True))
        return Deal(sources, solution)
