"""Words from loose letters with a trie of dictionaries, as one would write it by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

END = ""
WILD = "*"

Trie = dict[str, Any]


def trie_of(words: Iterable[str]) -> Trie:
    """The words, letter by letter."""
    root: Trie = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[END] = word
    return root


def words_from(trie: Trie, letters: str) -> Iterator[str]:
    """Every word that some of the letters can spell; a wildcard stands for any letter."""
    held = Counter(letters)
    wild = held.pop(WILD, 0)
    yield from _walk(trie, held, wild)


def _walk(node: Trie, held: Counter[str], wild: int) -> Iterator[str]:
    for letter, below in node.items():
        if letter == END:
            yield below
        elif held[letter]:
            held[letter] -= 1
            yield from _walk(below, held, wild)
            held[letter] += 1
        elif wild:
            yield from _walk(below, held, wild - 1)
