"""Broken specs: bytes, characters, words, lines, values, expressions and whole sections are deleted, doubled, swapped
and replaced."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Node, Scalar, Source
from interpreter.spec.reader import read

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
    "you",
    "inherited",
    "wildcard",
    "north",
]
# Values to put in place of others.
VALUES = [
    "[]",
    "{}",
    "''",
    "[[[[1]]]]",
    "{a: {b: {c: {d: 1}}}}",
    "none",
    "1..0",
    "0..99999999999",
    "[1, 2, 3, a, none, {}]",
    "&a [*a]",
    "!!python/object/apply:os.system [true]",
    "{{{{a}}}}",
    "|\n  a\n    b",
    "a: b: c",
    "(((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))",
]
# Code to put around an expression, which replaces the dots.
AROUND = [
    "not …",
    "(… and …)",
    "… or … or … or … or … or …",
    "list(x for x in grid if …)",
    "count(x for x in … if x == y for y in …)",
    "if … then … else …",
    "… + … * …",
    "(…)[…]",
    "len(…)",
    "….letter",
    "default(…, …)",
    "group(…, x for x in grid if …)",
    "…(…)",
    "' … '",
]
# A section or an entry of one, recognised by its indentation.
SECTION = re.compile(r"^[a-z_]+:.*\n(?:(?:[ #].*)?\n)*", re.MULTILINE)
ENTRY = re.compile(r"^  [a-z_]\w*:.*\n(?:(?:   .*)?\n)*", re.MULTILINE)

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


def _blocks(text: str, random: Random, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    found = list(pattern.finditer(text))
    return sorted(random.sample(found, min(2, len(found))), key=lambda match: match.start())


def swap_blocks(text: str, random: Random) -> str:
    """Two sections, or two entries of sections, swap names or places."""
    found = _blocks(text, random, random.choice([SECTION, ENTRY]))
    if len(found) < 2:
        return text
    first, second = found
    one, other = first[0], second[0]
    if random.random() < 0.7:
        # Only their contents change places; the names stay.
        (name, _, below), (its_name, _, its_below) = one.partition(":"), other.partition(":")
        one, other = f"{its_name}:{below}", f"{name}:{its_below}"
    return text[: first.start()] + other + text[first.end() : second.start()] + one + text[second.end() :]


def delete_block(text: str, random: Random) -> str:
    found = _blocks(text, random, random.choice([SECTION, ENTRY]))
    return text[: found[0].start()] + text[found[0].end() :] if found else text


def double_block(text: str, random: Random) -> str:
    found = _blocks(text, random, random.choice([SECTION, ENTRY]))
    return text[: found[0].end()] + found[-1][0] + text[found[0].end() :] if found else text


@lru_cache(maxsize=4)
def _values(text: str) -> list[Node]:
    """Every value of a spec that can be read; nothing for one that cannot."""
    root = read(Source("mutant.yaml", text), Diagnostics())
    return list(_below(root)) if root is not None else []


def _below(node: Node) -> Iterator[Node]:
    if isinstance(node, Scalar):
        return
    for each in node.values() if isinstance(node, Mapping) else node:
        yield each
        yield from _below(each)


def _put(text: str, node: Node, other: str) -> str:
    return text[: node.start] + other + text[node.end :]


def replace_value(text: str, random: Random) -> str:
    """Replace a value with another from the spec, or with an odd one."""
    found = _values(text)
    if not found:
        return text
    return _put(text, random.choice(found), random.choice([random.choice(found).span.text, random.choice(VALUES)]))


def swap_values(text: str, random: Random) -> str:
    found = [each for each in _values(text) if isinstance(each, Scalar)]
    if len(found) < 2:
        return text
    first, second = sorted(random.sample(found, 2), key=lambda node: node.start)
    return _put(_put(text, second, first.span.text), first, second.span.text)


def wrap_expression(text: str, random: Random) -> str:
    """Wrap a text in an expression, once or many times over."""
    found = [each for each in _values(text) if isinstance(each, Scalar) and each.style == "plain"]
    if not found:
        return text
    node = random.choice(found)
    inner = str(node)
    for _ in range(random.choice([1, 1, 1, 2, 6])):
        inner = random.choice(AROUND).replace("…", inner)
        if len(inner) > 20_000:
            break
    return _put(text, node, inner)


def long_list(text: str, random: Random) -> str:
    """Repeat a value many times, as a list."""
    found = [each for each in _values(text) if isinstance(each, Scalar) and "\n" not in each]
    if not found:
        return text
    node = random.choice(found)
    return _put(text, node, f"[{', '.join([node.span.text] * random.choice([2, 30, 300]))}]")


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
    swap_blocks,
    swap_blocks,
    delete_block,
    double_block,
    replace_value,
    replace_value,
    swap_values,
    wrap_expression,
    wrap_expression,
    long_list,
]


def mutated(text: str, random: Random) -> str:
    """The text with one to three mistakes in it."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        text = random.choice(MUTATIONS)(text, random) or text
    return text


def damaged(data: bytes, random: Random) -> bytes:
    """The bytes of a file with a few of them changed, lost or doubled."""
    for _ in range(random.choice([1, 1, 2, 5])):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.choice([0, 1, 1, 2, 50]))
        between = random.choice([b"", random.randbytes(1), random.randbytes(4), data[at:end] * 2, b"\r", b"\x1b[2J"])
        data = data[:at] + between + data[end:]
    return data
