"""Finding the name that was probably meant."""

from collections.abc import Iterable


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
    name = closest(word, names)
    return None if name is None or name == word else f"Did you mean ‘{name}’?"


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
