"""Crosswords for tests: boards, random positions, and a simple way to find every word that can be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from interpreter.boards import BoardShape, build
from interpreter.crossword.moves import Filling
from interpreter.crossword.slots import FREE, LETTER, Lines, lines_of, slots
from interpreter.words import Lexicon, Vocabulary

Found = set[tuple[int, tuple[int, ...], str]]
"""Words with their axis and sites."""

BAG = "e" * 14 + "a" * 10 + "i" * 10 + "o" * 10 + "nrt" * 7 + "lsud" * 5 + "g" * 4 + "bbcccmmmpppffhhhvvwwyyykjxqz"


def board(size: int) -> Lines:
    """The lines of a square board."""
    return lines_of(build([BoardShape("grid", columns=size, rows=size)]), "grid")


def empty(lines: Lines) -> list[int]:
    """A board without letters."""
    return [0] * (1 + max(max(line) for line in lines.lines[0]))


def filling(lexicon: Lexicon, lines: Lines, letters: list[int], rack: str) -> Filling:
    """The generator that finds words for a rack."""
    held, wild = lexicon.held(rack)
    return Filling(lexicon, lines, letters, held, wild, Vocabulary())


def kinds(letters: list[int]) -> list[int]:
    """What each site contributes to a word."""
    return [LETTER if letter else FREE for letter in letters]


def found_by_slots(lexicon: Lexicon, lines: Lines, letters: list[int], rack: str) -> Found:
    """Every word, found by slots."""
    found, asked = set(), filling(lexicon, lines, letters, rack)
    for slot in slots(lines, kinds(letters), len(rack)):
        for word in asked.spellings(slot, asked.words(slot)):
            found.add((slot.axis, slot.sites, word))
    return found


def laid(lexicon: Lexicon, lines: Lines, tiles: int, random: Random) -> list[int]:
    """A position with about that many letters, if there is room, made by laying random words that touch."""
    letters = empty(lines)
    for _ in range(60):
        if sum(1 for letter in letters if letter) >= tiles:
            break
        first = not any(letters)
        asked = filling(lexicon, lines, letters, "".join(random.sample(BAG, 7)))
        places = [slot for slot in slots(lines, kinds(letters), 7) if slot.touches or first]
        for slot in random.sample(places, len(places)):
            words = asked.spellings(slot, asked.words(slot))
            if words:
                for site, letter in zip(slot.sites, random.choice(words), strict=True):
                    letters[site] = lexicon.codes[letter] + 1
                break
    return letters


# The simple way


def found_by_trying(words: Iterable[str], lines: Lines, letters: list[int], rack: str) -> Found:
    """Every word, found by trying each word of the list everywhere."""
    known = set(words)
    found: Found = set()
    for axis in (0, 1):
        for line in lines.lines[axis]:
            for word in known:
                for start in range(len(line) - len(word) + 1):
                    sites = line[start : start + len(word)]
                    if _can_be_laid(known, lines, letters, rack, axis, line, start, word):
                        found.add((axis, sites, word))
    return found


def _can_be_laid(
    known: set[str],
    lines: Lines,
    letters: list[int],
    rack: str,
    axis: int,
    line: tuple[int, ...],
    start: int,
    word: str,
) -> bool:
    end = start + len(word)
    if (start and letters[line[start - 1]]) or (end < len(line) and letters[line[end]]):
        return False
    placed = {}
    for site, letter in zip(line[start:end], word, strict=True):
        if letters[site] == 0:
            placed[site] = letter
        elif chr(96 + letters[site]) != letter:
            return False
    missing = sum((Counter(placed.values()) - Counter(rack)).values())
    if len(word) < 2 or not placed or missing > rack.count("*"):
        return False
    across = [_across(lines, letters, 1 - axis, site, letter) for site, letter in placed.items()]
    if len(placed) == 1 and (len(across[0]) > len(word) or (axis == 1 and len(across[0]) == len(word))):
        return False
    return all(len(each) == 1 or each in known for each in across)


def _across(lines: Lines, letters: list[int], axis: int, site: int, letter: str) -> str:
    line, place = lines.lines[axis][lines.line_of[axis][site]], lines.place_of[axis][site]
    text = letter
    for at in range(place - 1, -1, -1):
        if not letters[line[at]]:
            break
        text = chr(96 + letters[line[at]]) + text
    for at in range(place + 1, len(line)):
        if not letters[line[at]]:
            break
        text += chr(96 + letters[line[at]])
    return text
