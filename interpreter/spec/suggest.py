"""Finding the name that was probably meant."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache, reduce
from itertools import islice
from operator import or_

from interpreter.spec.nodes import Help

# What other languages and everyday speech call things that have another name here; the first that is known counts.
_ELSEWHERE: dict[str, tuple[str, ...]] = {
    "bool": ("flag",),
    "boolean": ("flag",),
    "int": ("number",),
    "integer": ("number",),
    "float": ("number",),
    "str": ("text",),
    "string": ("text",),
    "array": ("list",),
    "char": ("letter",),
    "character": ("letter",),
    "word": ("text",),
    "null": ("none",),
    "nil": ("none",),
    "unlimited": ("none",),
    "infinite": ("none",),
    "infinity": ("none",),
    "nobody": ("none",),
    "draw": ("none",),
    "tie": ("none",),
    "yes": ("true",),
    "on": ("true", "at"),
    "no": ("false",),
    "off": ("false",),
    "length": ("len",),
    "size": ("len",),
    "up": ("north",),
    "down": ("south",),
    "left": ("west",),
    "right": ("east",),
    "circle": ("disc",),
    "enemy": ("opponent",),
    "other": ("opponent",),
    "current_player": ("to_move",),
    "active_player": ("to_move",),
    "whose_turn": ("to_move",),
    "after": ("follows",),
    "self": ("it", "me"),
    "this": ("it",),
    "inherit": ("inherited",),
    "super": ("inherited",),
    "parent": ("inherited",),
    "name": ("title", "game"),
    "label": ("title",),
    "ask": ("confirm",),
    "question": ("confirm",),
    "caption": ("title",),
    "message": ("else", "say"),
    "msg": ("else", "say"),
    "error": ("else",),
    "text": ("say", "title"),
    "otherwise": ("else",),
    "condition": ("when", "check", "where"),
    "if": ("when", "check", "where", "only_if"),
    "filter": ("where",),
    "initial": ("start", "default"),
    "value": ("default", "start", "is"),
    "type": ("is",),
    "each": ("per",),
    "color": ("colour",),
    "colors": ("colours",),
    "steps": ("effects", "do"),
    "do": ("effects", "then"),
    "test": ("check",),
    "tests": ("acceptance",),
    "icon": ("face",),
    "max": ("most",),
    "min": ("least",),
    "highest": ("most",),
    "lowest": ("least",),
    "delete": ("remove",),
    "destroy": ("remove",),
    "take": ("remove",),
    "put": ("move",),
    "place": ("move",),
    "spawn": ("create",),
    "add": ("create",),
    "make": ("create",),
    "call": ("run",),
    "emit": ("event",),
    "log": ("event",),
    "foreach": ("for",),
    "while": ("until", "repeat"),
    "width": ("columns",),
    "height": ("rows",),
    "cols": ("columns",),
    "contains": ("holds",),
    "lost": ("false",),
    "lose": ("false",),
    "win": ("true",),
    "loop": ("repeat",),
    "assert": ("require",),
    "validate": ("require",),
    "finish": ("end",),
    "target": ("to",),
    "into": ("to",),
}
# More names than these are narrowed down to those akin to the word, and cut off.
_MOST_LISTED = 8
_MOST_SHOWN = 16
# From how many letters on, and how much alike, a phrase is taken for another.
_SHORT = 8
# How many names a word is compared with, and how many alike a phrase; how long both may be for that.
_MOST_COMPARED = 1000
_MOST_ALIKE = 50
_LONGEST_WORD = 60
_LONGEST_PHRASE = 200
_CLOSE = 0.75


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that resembles the word most, or None if none is near enough."""
    limit = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    best: str | None = None
    best_distance = limit + 1
    small, bare, letters = word.lower(), _bare(word), _letters(word)
    for name in islice(names, _MOST_COMPARED):
        # Nearly all names are told apart by their letters. A change of one puts one for another.
        if (letters ^ _letters(name)).bit_count() > 2 * limit:
            continue
        if bare == _bare(name) != "":
            return str(name)
        distance = _distance(small, name.lower(), best_distance) if len(word) <= _LONGEST_WORD else best_distance
        if distance < best_distance and distance < max(len(word), len(name)):
            best, best_distance = str(name), distance
    return best


def probably(word: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant by a word that nobody knows."""
    known = [str(name) for name in islice(names, _MOST_COMPARED)]
    name = closest(word, known) or _begun(word, known) or _in_the_plural(word, known) or _within(word, known)
    if word in _ELSEWHERE:
        name = next((name for name in _ELSEWHERE[word] if name in known), name)
    return None if name == word else name


def did_you_mean(word: str, names: Iterable[str]) -> str | None:
    """The question to ask about a word that nobody knows."""
    name = probably(word, names)
    return None if name is None else meaning(name)


def meaning(name: str) -> Help:
    """The question whether a name was meant."""
    return Help(f"Did you mean ‘{name}’?", name)


def suggestion(word: str, names: Iterable[str], nothing: str = "There is none yet: declare it first.") -> str:
    """The question to ask about a word that nobody knows or, if it resembles nothing, which names there are; `nothing`
    is said where there are none."""
    known = list(dict.fromkeys(str(name) for name in names))
    asked = did_you_mean(word, known)
    if asked is not None:
        return asked
    if _SHORT < len(word) <= _LONGEST_PHRASE and (close := get_close_matches(word, _alike(word, known), 1, _CLOSE)):
        return meaning(close[0])
    if len(known) > _MOST_LISTED and (akin := _akin(word, known)):
        return f"Take {either(akin[:_MOST_LISTED])}."
    return one_of(known) if known else nothing


def one_of(words: Iterable[str]) -> str:
    """Which words there are to choose from; of many, the first."""
    listed = list(words)
    if len(listed) == 1:
        return f"There is only {listed[0]}."
    if len(listed) > _MOST_SHOWN:
        return f"There are {', '.join(listed[:_MOST_SHOWN])} and others."
    return f"Take {either(listed)}."


def nearest(word: str, names: Iterable[str]) -> str:
    """The three names that resemble the word most, however little."""
    known = [str(name) for name in islice(names, _MOST_COMPARED)]
    return f"Nearest to it are {both(get_close_matches(word[:_LONGEST_WORD], known, 3, 0))}."


def both(words: list[str]) -> str:
    """The words with commas, and ‘and’ before the last."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def either(words: list[str]) -> str:
    """The words with commas, and ‘or’ before the last."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@lru_cache(maxsize=4096)
def _letters(word: str) -> int:
    """The letters and digits of a word, a bit each."""
    # Small letters and digits have a bit of their own, others may share one.
    return reduce(or_, (1 << ord(letter) % 97 for letter in set(_bare(word))), 0)


@lru_cache(maxsize=4096)
def _bare(word: str) -> str:
    """The letters and digits of a word, small: S18 for S-18 too."""
    return re.sub(r"[\W_]", "", word).lower()


def _alike(word: str, names: list[str]) -> list[str]:
    """The names whose letters do not tell at once that they are not close enough."""
    most = (1 - _CLOSE) * 2
    letters = _letters(word)
    alike = (
        name
        for name in names[:_MOST_COMPARED]
        if (letters ^ _letters(name)).bit_count() <= most * max(len(word), len(name))
    )
    return list(islice(alike, _MOST_ALIKE))


def _begun(word: str, names: list[str]) -> str | None:
    """The only name that begins with the word."""
    longer = [name for name in names if name.startswith(word)] if len(word) >= 4 else []
    return longer[0] if len(longer) == 1 else None


def _within(word: str, names: list[str]) -> str | None:
    """The only name that has all parts of the word, or that the word has all parts of: far_side and the_far_side."""
    parts = set(word.split("_"))
    found = [name for name in names if parts < set(name.split("_")) or parts > set(name.split("_"))]
    return found[0] if len(found) == 1 and len(word) > 3 and len(found[0]) > 3 else None


def _in_the_plural(word: str, names: list[str]) -> str | None:
    """The name that is the word in the singular or the plural: empty and empties."""
    stem = re.sub(r"(?:ies|y)$", "", word)
    found = [name for name in names if stem != word and re.sub(r"(?:ies|y)$", "", name) == stem != name]
    return found[0] if found else None


def _akin(word: str, names: list[str]) -> list[str]:
    """The names that begin with the same part as the word, whatever number follows it."""
    part = word.partition("_")[0].rstrip("0123456789")
    return [name for name in names if name.partition("_")[0] == part]


def _distance(first: str, second: str, limit: int) -> int:
    """The number of letters to change, add, drop or swap with their neighbour, or limit if that is less."""
    if abs(len(first) - len(second)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        current = [i]
        for j, other in enumerate(second, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) >= limit:
            return limit
        before, row = row, current
    return min(row[-1], limit)
