"""Specs with something wrong in them: lines, words, characters and numbers deleted, doubled, swapped and replaced."""

import re
from collections.abc import Callable
from random import Random

WORDS = re.compile(r"[a-z_]+|[0-9]+|[^\sa-z0-9_]")
ODD = ["\0", "\x07", "\t", "\r", "\u2028", "\ufeff", "é", "ß", "İ", "ﬁ", "‘", "😀", "\ud7ff", "٣", "²"]
NUMBERS = ["0", "-1", "99999999999999999999", "1" * 400, "9007199254740993", "1.5", "1e9", "0x10", "007"]
BRACKETS = list("()[]{}'\"|>&*!%@#,:-?")
NAMES = [
    "me",
    "none",
    "it",
    "true",
    "grid",
    "players",
    "class",
    "__class__",
    "lambda",
    "site",
    "number",
    "list",
    "a1",
    "zz99",
]

Mutation = Callable[[str, Random], str]


def _line(text: str, random: Random, change: Callable[[list[str], int], None]) -> str:
    lines = text.split("\n")
    change(lines, random.randrange(len(lines)))
    return "\n".join(lines)


def delete_line(text: str, random: Random) -> str:
    return _line(text, random, lambda lines, at: lines.__delitem__(at))


def double_line(text: str, random: Random) -> str:
    return _line(text, random, lambda lines, at: lines.insert(at, lines[at]))


def swap_lines(text: str, random: Random) -> str:
    def change(lines: list[str], at: int) -> None:
        other = random.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]

    return _line(text, random, change)


def indent_line(text: str, random: Random) -> str:
    def change(lines: list[str], at: int) -> None:
        lines[at] = lines[at][1:] if random.random() < 0.5 else random.choice([" ", "  ", "    ", "\t"]) + lines[at]

    return _line(text, random, change)


def _words(text: str, random: Random, change: Callable[[list[re.Match[str]]], str]) -> str:
    found = list(WORDS.finditer(text))
    return change(found) if found else text


def delete_word(text: str, random: Random) -> str:
    def change(found: list[re.Match[str]]) -> str:
        match = random.choice(found)
        return text[: match.start()] + text[match.end() :]

    return _words(text, random, change)


def double_word(text: str, random: Random) -> str:
    def change(found: list[re.Match[str]]) -> str:
        match = random.choice(found)
        return text[: match.end()] + " " + match[0] + text[match.end() :]

    return _words(text, random, change)


def swap_words(text: str, random: Random) -> str:
    def change(found: list[re.Match[str]]) -> str:
        first, second = sorted(random.choices(found, k=2), key=lambda match: match.start())
        if first.end() > second.start():
            return text
        middle = text[first.end() : second.start()]
        return text[: first.start()] + second[0] + middle + first[0] + text[second.end() :]

    return _words(text, random, change)


def replace_word(text: str, random: Random) -> str:
    def change(found: list[re.Match[str]]) -> str:
        match = random.choice(found)
        other = random.choice(
            [random.choice(found)[0], random.choice(NAMES), random.choice(NUMBERS), random.choice(BRACKETS)]
        )
        return text[: match.start()] + other + text[match.end() :]

    return _words(text, random, change)


def replace_number(text: str, random: Random) -> str:
    found = list(re.finditer(r"[0-9]+", text))
    if not found:
        return text
    match = random.choice(found)
    return text[: match.start()] + random.choice(NUMBERS) + text[match.end() :]


def insert_odd(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice([*ODD, *BRACKETS]) + text[at:]


def delete_character(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + text[at + 1 :]


def truncate(text: str, random: Random) -> str:
    return text[: random.randrange(1, len(text) + 1)]


MUTATIONS: list[Mutation] = [
    delete_line,
    double_line,
    swap_lines,
    indent_line,
    delete_word,
    double_word,
    swap_words,
    replace_word,
    replace_word,
    replace_word,
    replace_number,
    insert_odd,
    delete_character,
    truncate,
]


def mutated(text: str, random: Random) -> str:
    """The text with one to three things wrong."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        text = random.choice(MUTATIONS)(text, random) or text
    return text
