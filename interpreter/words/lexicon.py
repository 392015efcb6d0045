"""A word list as games use it, found by its name. Words are lower-case texts; `*` stands for any letter."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from interpreter.cache import cache_folder, keep, kept
from interpreter.files import is_there, read_file
from interpreter.words.index import FORMAT, WILD, Bits, Shelf, digest_of, made_index, read_index
from interpreter.words.word_list import read_words

COMMON, WIDER, EVERY_WORD = 3, 7, 9
"""The tiers that `common`, `wider` and `all` reach up to."""
VOCABULARIES = {"common": COMMON, "wider": WIDER, "all": EVERY_WORD}
LARGEST = 32 << 20
"""So many bytes a word list may have; the largest one of English has a tenth of them."""
WORDLISTS = Path(__file__).resolve().parents[2] / "wordlists"


class Vocabulary(NamedTuple):
    """The words that somebody uses: up to a tier, with or without the flagged ones."""

    tier: int = EVERY_WORD
    flagged: bool = True


WHOLE = Vocabulary()


class Lexicon:
    """One word list. `alphabet` is its letters in order, `digest` its fingerprint."""

    def __init__(self, name: str, digest: str, alphabet: str, shelves: Mapping[int, Shelf]) -> None:
        self.name = name
        self.digest = digest
        self.alphabet = alphabet
        self.shelves = shelves
        self.codes = {letter: code for code, letter in enumerate(alphabet)}
        self.longest = max(shelves, default=0)
        self._found = lru_cache(maxsize=20_000)(self._matching)

    def __len__(self) -> int:
        return sum(shelf.count for shelf in self.shelves.values())

    # Single words

    def is_word(self, text: str) -> bool:
        """Whether a text is a word; with wildcards, whether it can be one."""
        return self._found(text) != 0

    def best(self, text: str) -> str | None:
        """The most common word that a text can stand for; None if there is none. Flagged words come last."""
        found = self._found(text)
        if not found:
            return None
        shelf = self.shelves[len(text)]
        wanted = found & ~shelf.flagged or found
        return shelf.word((wanted & -wanted).bit_length() - 1)

    def tier(self, text: str | None) -> int:
        """How common a word is, from 1; a text that is not a word, or is flagged, is less common than any other."""
        found = self._found(text) if text else 0
        if not text or not found:
            return EVERY_WORD + 1
        shelf = self.shelves[len(text)]
        usual = found & ~shelf.flagged
        return shelf.tier((usual & -usual).bit_length() - 1) if usual else EVERY_WORD + 1

    def is_flagged(self, text: str) -> bool:
        """Whether the computer avoids a word."""
        return bool(self._found(text) & self.shelves[len(text)].flagged) if len(text) in self.shelves else False

    def matching(self, text: str) -> Iterator[str]:
        """The words that a text can stand for, the most common first."""
        return self.shelves[len(text)].words(self._found(text)) if len(text) in self.shelves else iter(())

    def _matching(self, text: str) -> Bits:
        shelf = self.shelves.get(len(text))
        if shelf is None:
            return 0
        pattern = {}
        for position, letter in enumerate(text):
            if letter != WILD:
                code = self.codes.get(letter)
                if code is None:
                    return 0
                pattern[position] = code
        return shelf.fitting(pattern)

    # Words out of letters

    def held(self, letters: Iterable[str]) -> tuple[dict[int, int], int]:
        """Loose letters, counted, and the number of wildcards among them; characters that are not letters of the list
        are left out."""
        counted = Counter(letters)
        wild = counted.pop(WILD, 0)
        return {self.codes[letter]: count for letter, count in counted.items() if letter in self.codes}, wild

    def vocabulary(self, shelf: Shelf, tier: int = EVERY_WORD, flagged: bool = True) -> Bits:
        """The words of a shelf up to a tier, with or without the flagged ones."""
        found = shelf.up_to(tier)
        return found if flagged else found & ~shelf.flagged

    def can_make(
        self, letters: Iterable[str], shortest: int = 1, longest: int = 99, tier: int = EVERY_WORD, flagged: bool = True
    ) -> bool:
        """Whether any word can be made from some of the letters."""
        sets = self.sets_from(letters, shortest, longest, tier, flagged, upwards=True)
        return next(sets, None) is not None

    def words_from(
        self, letters: Iterable[str], shortest: int = 1, longest: int = 99, tier: int = EVERY_WORD, flagged: bool = True
    ) -> Iterator[str]:
        """The words that can be made from some of the letters: longer ones first, then common ones first."""
        for shelf, found in self.sets_from(letters, shortest, longest, tier, flagged, upwards=False):
            yield from shelf.words(found)

    def some_from(self, letters: Iterable[str], shortest: int, most: int) -> tuple[str, ...]:
        """Words that can be made from some of the letters, up to a number, without flagged ones."""
        return tuple(islice(self.words_from(letters, shortest, flagged=False), most))

    def like(self, text: str, tier: int, most: int) -> tuple[str, ...]:
        """Words that a text can stand for, up to a number and a tier, without flagged ones."""
        shelf = self.shelves.get(len(text))
        if shelf is None:
            return ()
        return tuple(islice(shelf.words(self._found(text) & self.vocabulary(shelf, tier, flagged=False)), most))

    def sets_from(
        self, letters: Iterable[str], shortest: int, longest: int, tier: int, flagged: bool, upwards: bool
    ) -> Iterator[tuple[Shelf, Bits]]:
        """The words that can be made from some of the letters, as one set for each length: long or short ones first."""
        held, wild = self.held(letters)
        most = min(longest, sum(held.values()) + wild)
        lengths = sorted(length for length in self.shelves if shortest <= length <= most)
        for length in lengths if upwards else reversed(lengths):
            shelf = self.shelves[length]
            found = shelf.made_of(held, wild, self.vocabulary(shelf, tier, flagged))
            if found:
                yield shelf, found

    # Mistakes

    def nearest(self, text: str, most: int = 3) -> list[str]:
        """The words that differ from a text by one added, missing or changed letter, or by two swapped ones: common
        ones first."""
        found: set[str] = set()
        for position in range(len(text) + 1):
            before, after = text[:position], text[position:]
            found.update(self.matching(f"{before}{WILD}{after}"))
            if after:
                found.update(self.matching(f"{before}{WILD}{after[1:]}"))
                found.update(self.matching(before + after[1:]))
            if len(after) > 1:
                found.update(self.matching(before + after[1] + after[0] + after[2:]))
        found.discard(text)
        usual = [word for word in found if not self.is_flagged(word)]
        return sorted(usual, key=lambda word: (self.tier(word), abs(len(word) - len(text)), word))[:most]


def word_list(name: str, beside: Path | None = None) -> Path | None:
    """The file of a word list: in the folder of the spec first, then among the shipped ones."""
    for folder in (beside, WORDLISTS):
        if folder is not None and is_there(folder / f"{name}.txt"):
            return folder / f"{name}.txt"
    return None


def shipped_lists() -> list[str]:
    """The names of the word lists that come with Tilewright."""
    return sorted(path.stem for path in WORDLISTS.glob("*.txt"))


def open_lexicon(path: Path) -> Lexicon:
    """The word list in a file, opened only once as long as the file stays unchanged. Raises BadWordList and OSError."""
    found = path.stat()
    return _opened(path.resolve(), found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def _opened(path: Path, _changed: int, _size: int) -> Lexicon:
    """The list as it was at that time and with that size: another time means another list."""
    text = read_file(path, LARGEST)
    digest = digest_of(text)
    path_of_index = cache_folder() / "words" / f"{path.stem}-{FORMAT}-{digest}.index"
    # It is mapped into memory: read once for its checksum, then only as far as somebody asks.
    index = kept(path_of_index)
    if index is None:
        with _nothing_collected():
            content = made_index(read_words(text.decode("utf_8_sig")))
        keep(path_of_index, content)
        index = memoryview(content)
    return Lexicon(path.stem, digest, *read_index(index))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Pause garbage collection. A quarter of a million words are not garbage, and scanning them takes a fifth of the
    time."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()
