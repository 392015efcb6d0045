"""Every word that can be laid, found by slots and compared with two other ways."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.words import COMMON, Lexicon, open_lexicon, read_words
from interpreter.words.lexicon import WORDLISTS
from tests.interpreter.crossword.positions import (
    BAG,
    board,
    found_by_slots,
    found_by_trying,
    laid,
)
from tools.bench.hand_crossword import tree_of, words_laid

ENGLISH = WORDLISTS / "english.txt"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lexicon, list[str]]:
    """Some short common words."""
    every = [
        word.text for word in read_words(ENGLISH.read_text("utf-8")) if word.tier <= COMMON and len(word.text) <= 6
    ]
    words = [*sorted(Random(11).sample(every, 120)), "at", "in", "on", "to", "it", "as", "we", "so"]
    path: Path = tmp_path_factory.mktemp("few") / "few.txt"
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    # One word with every letter, so that the alphabet is complete.
    path.write_text("\n".join([*words, alphabet]), "utf-8")
    return open_lexicon(path), [*words, alphabet]


@pytest.mark.parametrize("seed", range(300))
def test_slots_find_what_trying_finds(few: tuple[Lexicon, list[str]], seed: int) -> None:
    lexicon, words = few
    random = Random(seed)
    lines = board(random.randint(4, 6))
    letters = laid(lexicon, lines, random.randint(0, 9), random)
    wild = seed % 3
    rack = "".join(random.sample(BAG, random.randint(2, 5))) + "*" * wild
    assert found_by_slots(lexicon, lines, letters, rack) == found_by_trying(words, lines, letters, rack)


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(50), marks=pytest.mark.soak)])
def test_slots_find_what_a_tree_finds_on_a_large_board(seeds: range) -> None:
    lexicon = open_lexicon(ENGLISH)
    words = [word.text for word in read_words(ENGLISH.read_text("utf-8"))]
    tree, lines = tree_of(words), board(19)
    for seed in seeds:
        random = Random(seed)
        letters = laid(lexicon, lines, 60, random)
        rack = "".join(random.sample(BAG, 7 - seed % 3)) + "*" * (seed % 3)
        touching = {
            (axis, sites, word)
            for axis, sites, word in found_by_slots(lexicon, lines, letters, rack)
            if _touches(letters, axis, sites)
        }
        shown = [lexicon.alphabet[letter - 1] if letter else "" for letter in letters]
        by_hand = words_laid(tree, lexicon.alphabet, lines.lines, shown, rack)
        assert len(set(by_hand)) == len(by_hand)
        assert touching == set(by_hand)


def _touches(letters: list[int], axis: int, sites: tuple[int, ...]) -> bool:
    beside = (19, -19) if axis == 0 else (1, -1)
    for site in sites:
        if letters[site]:
            return True
        for step in beside:
            other = site + step
            same_row = axis == 0 or (other - 1) // 19 == (site - 1) // 19
            if 1 <= other <= 361 and same_row and letters[other]:
                return True
    return False
