"""The words that a placement forms and crosses."""

from __future__ import annotations

from interpreter.crossword.moves import Crossword, WordFormed, crossword
from tests.interpreter.crossword.positions import board

LINES = board(5)
PICTURE = """
..d..
cat.o
..g.d
....d
.....
"""


def standing() -> dict[int, str]:
    rows = PICTURE.split()
    return {r * 5 + c + 1: letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}


def formed(placed: dict[str, str]) -> Crossword:
    letters = standing()
    sites = {(ord(name[0]) - 97) + (int(name[1]) - 1) * 5 + 1: letter for name, letter in placed.items()}
    return crossword(LINES, letters.get, sites.items())


def names(word: WordFormed) -> str:
    return " ".join(f"{chr(97 + (site - 1) % 5)}{(site - 1) // 5 + 1}" for site in word.sites)


def test_a_letter_between_two_words() -> None:
    found = formed({"d2": "i"})
    assert (found.in_line, found.gap) == (True, False)
    assert (found.main.text, names(found.main), found.main.axis) == ("catio", "a2 b2 c2 d2 e2", 1)
    assert found.adjoining == ()
    assert [(word.text, names(word), word.axis) for word in found.crossed] == [
        ("dtg", "c1 c2 c3", 2),
        ("odd", "e2 e3 e4", 2),
    ]


def test_words_across_and_the_longer_word_of_a_single_letter() -> None:
    found = formed({"e5": "s"})
    assert (found.main.text, found.main.axis, found.adjoining, found.crossed) == ("odds", 2, (), ())
    assert [word.text for word in formed({"d3": "a"}).adjoining] == []
    assert formed({"d3": "a"}).main.text == "gad"


def test_equal_words_of_a_single_letter_go_along_the_row() -> None:
    letters = {1: "a", 7: "b"}
    found = crossword(LINES, letters.get, [(2, "t")])
    assert (found.main.text, found.main.axis, [word.text for word in found.adjoining]) == ("at", 1, ["tb"])


def test_not_in_one_line() -> None:
    found = formed({"a1": "x", "b3": "y"})
    assert (found.in_line, found.gap) == (False, False)


def test_a_gap() -> None:
    found = formed({"a5": "x", "c5": "y"})
    assert (found.in_line, found.gap, found.main.text) == (True, True, "x")
    assert formed({"a1": "s", "a3": "t"}).gap is False
    assert formed({"a1": "s", "a3": "t"}).main.text == "sct"
