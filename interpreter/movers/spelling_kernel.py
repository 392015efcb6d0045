"""Words out of loose pieces, each with the pieces that spell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from interpreter.lexicon import Lexicon, Vocabulary
from interpreter.lexicon.shelf import WILD, bits

Spelt = tuple[int, ...]
Speller = Callable[[Sequence[int], Sequence[str], int, int], Iterator[Spelt]]
Follows = Callable[[Spelt, int], bool]
"""Whether a piece may come next after those that are chosen."""
Trailer = Callable[[Sequence[int], Sequence[str], int, int, Follows], Iterator[Spelt]]


def speller(lexicon: Lexicon, vocabulary: Vocabulary, upwards: bool) -> Speller:
    """The function that lists choices of pieces that spell words of a vocabulary, by the pieces and their letters.

    Long words come first, or short ones (`upwards`); of one length the common ones. A word is spelt with the first
    pieces that have its letters, and with wildcards only where a letter is missing. What is chosen comes once, even if
    its wildcards make it several words.
    """
    codes, size = lexicon.codes, len(lexicon.alphabet)

    def spelt(pieces: Sequence[int], letters: Sequence[str], shortest: int, longest: int) -> Iterator[Spelt]:
        holders, wild = _holders(pieces, letters, codes, size)
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


def trailer(lexicon: Lexicon, vocabulary: Vocabulary, upwards: bool) -> Trailer:
    """The same where what is chosen before decides about what may follow, as on a trail from neighbour to neighbour.

    A word is spelt along the first trail that there is. Of beginnings that lead nowhere each is tried once.
    """
    codes, size = lexicon.codes, len(lexicon.alphabet)

    def spelt(
        pieces: Sequence[int], letters: Sequence[str], shortest: int, longest: int, follows: Follows
    ) -> Iterator[Spelt]:
        holders, wild = _holders(pieces, letters, codes, size)
        given: set[Spelt] = set()
        dead: set[bytes] = set()
        for shelf, found in lexicon.sets_from(letters, shortest, longest, *vocabulary, upwards=upwards):
            length, blob = shelf.length, shelf.blob
            for index in bits(found):
                word = bytes(blob[index * length : (index + 1) * length])
                if any(word[:end] in dead for end in range(1, length + 1)):
                    continue
                chosen = _trail(word, holders, wild, follows, dead)
                if chosen is not None and chosen not in given:
                    given.add(chosen)
                    yield chosen

    return spelt


def _trail(
    word: bytes, holders: list[list[int]], wild: list[int], follows: Follows, dead: set[bytes]
) -> Spelt | None:
    """The first trail along which a word can be spelt; if there is none, how far one comes is noted as `dead`."""
    furthest = 0
    waiting: list[Spelt] = [()]
    while waiting:
        chosen = waiting.pop()
        furthest = max(furthest, len(chosen))
        if len(chosen) == len(word):
            return chosen
        candidates = holders[word[len(chosen)]] + wild
        fitting = [piece for piece in candidates if piece not in chosen and follows(chosen, piece)]
        waiting += [(*chosen, piece) for piece in reversed(fitting)]
    dead.add(word[: furthest + 1])
    return None


def _holders(
    pieces: Sequence[int], letters: Sequence[str], codes: Mapping[str, int], size: int
) -> tuple[list[list[int]], list[int]]:
    """The pieces that have each letter, and those that are wildcards."""
    holders: list[list[int]] = [[] for _ in range(size)]
    wild: list[int] = []
    for piece, letter in zip(pieces, letters, strict=True):
        if letter == WILD:
            wild.append(piece)
        elif letter in codes:
            holders[codes[letter]].append(piece)
    return holders, wild


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
