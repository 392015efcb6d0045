"""The English list: the words of the npm package, with tiers by the sizes of Debian's package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

LAST_TIER = 9
TIERS = {10: 1, 20: 2, 35: 3, 40: 4, 50: 5, 55: 6, 60: 7, 70: 8}
"""The tier of each size; larger sizes and words without a size get the last one."""


def tiers(sizes: Mapping[int, Iterable[str]]) -> dict[str, int]:
    """Each word with its lowest tier."""
    found: dict[str, int] = {}
    for size, words in sorted(sizes.items(), reverse=True):
        for word in words:
            found[word] = TIERS.get(size, LAST_TIER)
    return found


def listed(path: Path) -> list[str]:
    """The words of a list that is maintained by hand; lines that begin with # are comments."""
    lines = path.read_text("utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def english(words: Iterable[str], sizes: Mapping[int, Iterable[str]], allowed: list[str], flagged: list[str]) -> str:
    """The whole list, sorted, as its file has it."""
    tier = tiers(sizes)
    every = sorted({word for word in words if len(word) > 1} | set(allowed))
    unknown = sorted(set(flagged) - set(every))
    if unknown:
        raise ValueError(f"Flagged but not in the list: {', '.join(unknown)}.")
    avoided = set(flagged)
    return "".join(f"{word} {tier.get(word, LAST_TIER)}{' !' if word in avoided else ''}\n" for word in every)
