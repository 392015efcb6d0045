"""Word lists as files, and what is wrong with files that are not word lists."""

from __future__ import annotations

import pytest

from interpreter.words import BadWordList, Word, read_words


def test_words_tiers_and_flags() -> None:
    text = "# remark\ncat 1\nzebra\n\nGYP 6 !\nñandú 2\n"
    assert read_words(text) == [Word("cat", 1), Word("zebra", 9), Word("gyp", 6, True), Word("ñandú", 2)]


def test_a_word_that_stands_there_twice_has_the_lower_tier() -> None:
    assert read_words("cat 5\ncat 2\ncat 7 !\n") == [Word("cat", 2, True)]


def test_composed_and_decomposed_letters_are_one() -> None:
    assert read_words("cafe\N{COMBINING ACUTE ACCENT} 1\ncafé 3\n") == [Word("café", 1)]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "This word list has no words."),
        (
            "cat\ndog 10\n",
            2,
            "‘dog 10’ is not an entry. Write a word, its tier from 1 to 9, and ! if the computer should avoid it.",
        ),
        (
            "cat 1 2\n",
            1,
            "‘cat 1 2’ is not an entry. Write a word, its tier from 1 to 9, and ! if the computer should avoid it.",
        ),
        ("cat\n\nit's\n", 3, "‘it's’ is not a word: words consist only of letters."),
        ("x" * 61, 1, "This line is too long for a word."),
        ("".join(chr(0x4E00 + n) for n in range(50)) + "\n", 1, None),
        ("\n".join(map(chr, range(0x4E00, 0x4EC9))), 1, "This list has 201 different letters; at most 200 may occur."),
    ],
)
def test_what_is_no_word_list(text: str, line: int, message: str | None) -> None:
    if message is None:
        assert len(read_words(text)) == 1
        return
    with pytest.raises(BadWordList) as problem:
        read_words(text)
    assert (problem.value.line, problem.value.message) == (line, message)
