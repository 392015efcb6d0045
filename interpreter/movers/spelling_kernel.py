"""Words out of loose pieces, each with the pieces that spell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from interpreter.lexicon import Lexicon, Vocabulary
from interpreter.lexicon.shelf import WILD, bits

Spelt = tuple[int, ...]
Speller = Callable[[Sequence[int], Sequence[str], int, int], Iterator[Spelt]]


def speller(lexicon: Lexicon, vocabulary: Vocabulary, upwards: bool) -> Speller:
    """The function that lists choices of pieces that spell words of a vocabulary, by the pieces and their letters.

    Long words come first, or short ones (`upwards`); of one length the common ones. A word is spelt with the first
    pieces that have its letters, and with wildcards only where a letter is missing. What is chosen comes once, even if
    its wildcards make it several words.
    """
    codes, size = lexicon.codes, len(lexicon.alphabet)

    def spelt(pieces: Sequence[int], letters: Sequence[str], shortest: int, longest: int) -> Iterator[Spelt]:
        holders: list[list[int]] = [[] for _ in range(size)]
        wild: list[int] = []
        for piece, letter in zip(pieces, letters, strict=True):
            if letter == WILD:
                wild.append(piece)
            elif letter in codes:
                holders[codes[letter]].append(piece)
        given: set[Spelt] = set()
        for shelf, found in lexicon.sets_from(letters, shortest, longest, *vocabulary, upwards=upwards):
            length, blob = shelf.length, shelf.blob
            for index in bits(found):
                chosen = _chosen(blob[index * length : (index + 1) * length], holders, wild)
                if not wild:
                    yield chosen
                elif chosen not in given:
                    given.add(chosen)
                    yield chosen

    return spelt


def _chosen(word: memoryview, holders: list[list[int]], wild: list[int]) -> Spelt:
    """The pieces that spell a word, of which as many are there as it needs."""
    used: dict[int, int] = {}
    wildcards = iter(wild)
    chosen = []
    for code in word:
        number = used.get(code, 0)
        held = holders[code]
        if number < len(held):
            used[code] = number + 1
            chosen.append(held[number])
        else:
            chosen.append(next(wildcards))
    return tuple(chosen)
