"""What games look up in a word list, compared with plain searches of the list itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from interpreter.words import COMMON, Lexicon, open_lexicon, read_words
from interpreter.words.index import bits
from interpreter.words.lexicon import WORDLISTS

ENGLISH = WORDLISTS / "english.txt"
SMALL = "cat 1\nact 3\ncats 2\ncot 4\ntaco 8\ngyp 1 !\ngap 2\nta 5\n"


def small(tmp_path: Path, text: str = SMALL, name: str = "small") -> Lexicon:
    path = tmp_path / f"{name}.txt"
    path.write_text(text, "utf-8")
    return open_lexicon(path)


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return open_lexicon(ENGLISH)


@pytest.fixture(scope="module")
def every_word() -> list[str]:
    return [word.text for word in read_words(ENGLISH.read_text("utf-8"))]


def test_single_words(tmp_path: Path) -> None:
    words = small(tmp_path)
    assert len(words) == 8
    assert words.alphabet == "acgopsty"
    assert [words.is_word(text) for text in ("cat", "c*t", "tac", "", "cät", "***", "*****")] == [
        True, True, False, False, False, True, False,
    ]  # fmt: skip
    assert (words.best("c*t"), words.best("*ct"), words.best("g*p"), words.best("q*")) == ("cat", "act", "gap", None)
    assert [words.tier(text) for text in ("cat", "taco", "tac", "", None)] == [1, 8, 10, 10, 10]
    assert [words.tier(text) for text in ("gyp", "g*p", "gy*")] == [10, 2, 10]
    assert (words.is_flagged("gyp"), words.is_flagged("gap"), words.is_flagged("nothing")) == (True, False, False)
    assert list(words.matching("c**")) == ["cat", "cot"]


def test_words_from_letters(tmp_path: Path) -> None:
    words = small(tmp_path)
    assert list(words.words_from("tac")) == ["cat", "act", "ta"]
    assert list(words.words_from("tcas")) == ["cats", "cat", "act", "ta"]
    assert list(words.words_from("tc*", shortest=3)) == ["cat", "act", "cot"]
    assert list(words.words_from("***", tier=COMMON)) == ["cat", "gyp", "gap", "act"]
    assert list(words.words_from("***", tier=COMMON, flagged=False)) == ["cat", "gap", "act"]
    assert words.can_make("t*", shortest=2) and not words.can_make("t*", shortest=3) and not words.can_make("")


def test_words_that_a_text_can_be(tmp_path: Path) -> None:
    words = small(tmp_path)
    assert words.like("***", COMMON, 9) == ("cat", "gap", "act")
    assert words.like("***", COMMON, 2) == ("cat", "gap")
    assert words.like("c*t", 1, 9) == ("cat",)
    assert (words.like("q**", COMMON, 9), words.like("*********", COMMON, 9)) == ((), ())


def test_other_alphabets(tmp_path: Path) -> None:
    spanish = small(tmp_path, "ñandú 1\naño 2\nano 3\n", "spanish")
    assert spanish.is_word("ñandú") and not spanish.is_word("nandu")
    assert list(spanish.words_from("oañ")) == ["año"]
    greek = small(tmp_path, "λόγος 1\nκαι 1\n", "greek")
    assert greek.best("λόγο*") == "λόγοσ"
    assert greek.is_word("ΛΌΓΟΣ".casefold())


def test_nearest_words(english: Lexicon) -> None:
    assert english.nearest("recieve") == ["receive", "relieve"]
    assert english.nearest("catt", 2) == ["cat", "cant"]
    assert english.nearest("qqqq") == []


@pytest.mark.parametrize("count", [50, pytest.param(2000, marks=pytest.mark.soak)])
def test_patterns_and_racks_equal_a_plain_search(english: Lexicon, every_word: list[str], count: int) -> None:
    numpy = pytest.importorskip("numpy")
    letters = "abcdefghijklmnopqrstuvwxyz"
    counts = numpy.zeros((len(every_word), 26), dtype=numpy.int8)
    for number, word in enumerate(every_word):
        for letter, times in Counter(word).items():
            counts[number, ord(letter) - 97] = times
    lengths = numpy.array([len(word) for word in every_word])
    whole, random = "\n".join(every_word), Random(7)
    for _ in range(count):
        rack = "".join(random.choices(letters, k=random.randint(1, 16))) + "*" * random.randint(0, 2)
        held = numpy.array([rack.count(letter) for letter in letters], dtype=numpy.int8)
        shortest, longest = random.randint(1, 4), random.randint(4, 18)
        missing = numpy.maximum(counts - held, 0).sum(axis=1)
        fits = (missing <= rack.count("*")) & (lengths >= shortest) & (lengths <= longest)
        wanted = sorted(every_word[number] for number in numpy.flatnonzero(fits))
        assert sorted(english.words_from(rack, shortest, longest)) == wanted
        assert english.can_make(rack, shortest, longest) == bool(wanted)
        word = random.choice(every_word)
        pattern = "".join("*" if random.random() < 0.5 else letter for letter in word)
        expected = re.findall(f"^{pattern.replace('*', '[a-z]')}$", whole, re.MULTILINE)
        assert sorted(english.matching(pattern)) == expected


def test_the_numbers_of_bits() -> None:
    random = Random(3)
    for size in (0, 1, 40, 700, 5000):
        wanted = sorted(random.sample(range(10_000), size))
        assert list(bits(sum(1 << number for number in wanted))) == wanted
