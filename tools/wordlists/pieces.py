"""Pieces for games that lay words from short runs of letters, derived from the common words.

Every common word is cut into pieces of one to three letters in every possible way; how often a piece occurs is its
weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

SHARES = {1: 40, 2: 50, 3: 10}
"""How often a piece of each length is drawn, in per cent: cuts into usual pieces weigh more."""
KEPT = {1: 26, 2: 80, 3: 40}
"""How many pieces of each length are kept."""
WORDS = {3: 16, 4: 9, 5: 4, 6: 1}
"""The lengths of the words that are cut, and how much they count: most hands should be able to make short words."""
TEMPER = 0.85
"""Weights are raised to this power: rare pieces come up a little more often than in words, so that hands differ."""
HEAVIEST = 100


def pieces(words: Iterable[str]) -> dict[int, dict[str, int]]:
    """The pieces of each length with their weights, the heaviest first."""
    counted: dict[int, Counter[str]] = {length: Counter() for length in SHARES}
    for word in words:
        if len(word) in WORDS:
            _cut(word, counted)
    return {length: _weighed(counted[length].most_common(), KEPT[length]) for length in SHARES}


def _cut(word: str, counted: dict[int, Counter[str]]) -> None:
    """Add each piece of a word, weighted by the probability that a random cut of the word has it."""
    before, after = _ways(word), _ways(word[::-1])[::-1]
    for length, share in SHARES.items():
        for start in range(len(word) - length + 1):
            chance = WORDS[len(word)] * before[start] * share * after[start + length] / before[-1]
            counted[length][word[start : start + length]] += round(chance * 1_000_000)


def _ways(word: str) -> list[float]:
    """The weight of all cuts of the first n letters, for each n."""
    ways = [1.0]
    for end in range(1, len(word) + 1):
        ways.append(sum(ways[end - length] * share for length, share in SHARES.items() if length <= end))
    return ways


def _weighed(counted: list[tuple[str, int]], most: int) -> dict[str, int]:
    kept = sorted(counted, key=lambda entry: (-entry[1], entry[0]))[:most]
    heaviest = kept[0][1]
    return {piece: max(1, round(HEAVIEST * (count / heaviest) ** TEMPER)) for piece, count in kept}


def written(found: dict[int, dict[str, int]]) -> str:
    """The pieces as a table file."""
    lines = ["# Pieces of common English words with their weights, by length. Made by tools/wordlists; see README.md."]
    for length, weights in found.items():
        lines.append(f"{length}:")
        lines += [f"  {piece}: {weight}" for piece, weight in weights.items()]
    return "\n".join(lines) + "\n"
