"""Finding the name that was probably meant."""

from collections.abc import Iterable

# What other languages and everyday speech call things that have a name here.
_ELSEWHERE = {
    "bool": "flag",
    "boolean": "flag",
    "int": "number",
    "integer": "number",
    "str": "text",
    "string": "text",
    "null": "none",
    "nil": "none",
    "yes": "true",
    "on": "true",
    "no": "false",
    "off": "false",
    "length": "len",
    "size": "len",
    "up": "north",
    "down": "south",
    "left": "west",
    "right": "east",
    "circle": "disc",
}
# A longer list would not help.
_MOST_LISTED = 8


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that resembles the word most, or None if none is near enough."""
    limit = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    best: str | None = None
    best_distance = limit + 1
    for name in names:
        distance = _distance(word.lower(), name.lower(), best_distance)
        if distance < best_distance and distance < max(len(word), len(name)):
            best, best_distance = str(name), distance
    return best


def did_you_mean(word: str, names: Iterable[str]) -> str | None:
    """The question to ask about a word that nobody knows."""
    known = [str(name) for name in names]
    name = _ELSEWHERE.get(str(word))
    if name not in known:
        name = closest(word, known) or _begun(word, known)
    return None if name is None or name == word else f"Did you mean ‘{name}’?"


def suggestion(word: str, names: Iterable[str]) -> str | None:
    """The question to ask about a word that nobody knows or, if it resembles nothing, which names there are."""
    known = list(dict.fromkeys(str(name) for name in names))
    asked = did_you_mean(word, known)
    if asked is not None:
        return asked
    listed = known if len(known) <= _MOST_LISTED else _akin(word, known)
    if not listed or len(listed) > _MOST_LISTED:
        return None
    return f"There is only {listed[0]}." if len(known) == 1 else f"Take {either(listed)}."


def either(words: list[str]) -> str:
    """The words with commas, and ‘or’ before the last."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _begun(word: str, names: list[str]) -> str | None:
    """The only name that begins with the word."""
    longer = [name for name in names if name.startswith(word)] if len(word) >= 4 else []
    return longer[0] if len(longer) == 1 else None


def _akin(word: str, names: list[str]) -> list[str]:
    """The names that begin with the same part as the word."""
    part = word.partition("_")[0]
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
