"""Small functions that generated code calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NoReturn

from interpreter.boards import turned
from interpreter.faults import Fault, Missing
from interpreter.language.types import LARGEST, LONGEST_RANGE
from interpreter.spec.nodes import Span

TOO_LARGE = f"This number is too large. Numbers go up to {LARGEST:,}."
TOO_SMALL = f"This number is too small. Numbers go down to −{LARGEST:,}."
LONGEST_TEXT = 1000
LONGEST_LIST = 10_000
LONGEST_MADE_TEXT = 10_000
MOST_PASSES = 10_000


def item_of(items: Any, index: int | None, none: Any) -> Any:
    """An item, counting from 1; none outside the list."""
    if items is None or index is None or not 0 < index <= len(items):
        return none
    return items[index - 1]


def frozen(value: Any) -> Any:
    """A value whose lists are tuples all the way down."""
    return tuple(frozen(item) for item in value) if isinstance(value, list | tuple | range) else value


def nothing_there(place: Span | None = None) -> NoReturn:
    """The fault of a value that is none although it is declared never to be; `place` is where that is declared."""
    raise Missing("This is none, though sure(…) says that it never is.", place)


def something(value: Any, place: Span | None = None) -> Any:
    """A value that is declared never to be none."""
    return nothing_there(place) if value is None else value


def bounded(value: int | None) -> int | None:
    """A number that is stored, or that others are computed from."""
    if value is None or -LARGEST <= value <= LARGEST:
        return value
    raise Fault(TOO_LARGE if value > 0 else TOO_SMALL)


def within(value: int, low: int, high: int) -> int:
    """A number of a range, in its stored form."""
    if not low <= value <= high:
        raise Fault(f"{value} is not within {low}..{high}.")
    return value


def within_or_none(value: int | None, low: int, high: int) -> int | None:
    """A number of a range or none, in its stored form."""
    return None if value is None else within(value, low, high)


def short_text(value: str | None) -> str | None:
    """A text in its stored form."""
    if value is not None and len(value) > LONGEST_TEXT:
        raise Fault(f"A text of {len(value)} characters is too long to store.")
    return value


def short_list(items: Iterable[Any] | None) -> tuple[Any, ...] | None:
    """A list in its stored form."""
    kept = None if items is None else tuple(items)
    if kept is not None and len(kept) > LONGEST_LIST:
        raise Fault(f"A list of {len(kept):,} items is too long to store.")
    return kept


def numbers(low: int, high: int) -> range:
    """The numbers of a range whose ends are not known until now."""
    if high - low >= LONGEST_RANGE:
        raise Fault(f"{low}..{high} is too long a range; at most {LONGEST_RANGE} numbers are allowed.")
    return range(low, high + 1)


def passes(number: int) -> int:
    """How often to repeat something, if that is not known until now."""
    if number > MOST_PASSES:
        raise Fault(f"repeat takes at most {MOST_PASSES:,} passes, but this is {number:,}.")
    return number


def made_text(value: str) -> str:
    """A text that was put together."""
    if len(value) > LONGEST_MADE_TEXT:
        raise Fault(f"A text of {len(value)} characters is too long.")
    return value


def halves_of(items: Sequence[int], spot: int) -> tuple[Sequence[int], Sequence[int]]:
    """The items after a spot in a list, and those before it, nearest first."""
    if spot not in items:
        return (), ()
    at = items.index(spot)
    return items[at + 1 :], items[:at][::-1]


def turned_all(directions: Sequence[int], facing: int) -> tuple[int, ...]:
    """Directions as if north were this facing."""
    return tuple(turned(direction, facing) for direction in directions)


def runs_in(
    lines: Iterable[tuple[int, ...]],
    rings: Iterable[tuple[int, ...]],
    column: Sequence[Any] | Mapping[int, Any],
    at_least: int,
    none: Any,
) -> list[tuple[int, ...]]:
    """Stretches of equal values along lines, some of which are endless rings; none makes no stretch."""
    found = []
    for line in chain(lines, [_unrolled(ring, column) for ring in rings]):
        start, count, value = 0, len(line), column[line[0]]
        for end in range(1, count + 1):
            if end < count and column[line[end]] == value:
                continue
            if end - start >= at_least and value != none:
                found.append(line[start:end])
            if end < count:
                start, value = end, column[line[end]]
    return found


def _unrolled(ring: tuple[int, ...], column: Sequence[Any] | Mapping[int, Any]) -> tuple[int, ...]:
    """An endless line, starting from a place where the value changes."""
    for place, site in enumerate(ring):
        if column[site] != column[ring[place - 1]]:
            return ring[place:] + ring[:place]
    return ring


def marked_around(start: int, marks: bytearray, neighbours: Sequence[Sequence[int]]) -> list[int]:
    """All marked sites that can be reached from a site over marked ones, nearest first. The marks are used up."""
    if not marks[start]:
        return []
    marks[start] = 0
    reached = [start]
    for here in reached:
        for other in neighbours[here]:
            if marks[other]:
                marks[other] = 0
                reached.append(other)
    return reached


def each_marked_around(start: int, marks: bytearray, neighbours: Sequence[Sequence[int]]) -> Iterator[int]:
    """The same sites one by one, for callers that may not need all of them."""
    reached = [start] if marks[start] else []
    marks[start] = 0
    for here in reached:
        yield here
        for other in neighbours[here]:
            if marks[other]:
                marks[other] = 0
                reached.append(other)


class Seen:
    """Counts how often something occurs in a history that is searched again and again, as when moves are tried."""

    __slots__ = ("counts", "history")

    def __init__(self) -> None:
        self.history: tuple[Any, ...] = ()
        self.counts: dict[Any, int] = {}

    def count_in(self, history: tuple[Any, ...]) -> Callable[[Any, int], int]:
        """The function that says how often a value occurs in a history: `count(value, 0)`."""
        if self.history is not history:
            self._learn(history)
        return self.counts.get

    def _learn(self, history: tuple[Any, ...]) -> None:
        """Count the entries of another history, which usually is the last one plus a few entries."""
        last, counts = self.history, self.counts
        if history[: len(last)] != last:
            last = ()
            counts.clear()
        for each in history[len(last) :]:
            counts[each] = counts.get(each, 0) + 1
        self.history = history


def fits_on(cells: Sequence[int] | None, at: Sequence[int], piece: int, *others: Sequence[int]) -> bool:
    """Whether all cells exist and hold no other piece, whether of the same kind or of others."""
    if not cells:
        return False
    for cell in cells:
        held = at[cell]
        if held and held != piece:
            return False
        for other in others:
            if other[cell]:
                return False
    return True


def new_piece(sites: Sequence[int], zones: Sequence[int]) -> int:
    """The lowest number of a piece that is out of play; one more than there are if all are in play."""
    for number in range(1, len(sites)):
        if not sites[number] and not zones[number]:
            return number
    return len(sites)


def without(pieces: Sequence[int], piece: int) -> tuple[int, ...]:
    """The pieces of a zone or pile except one."""
    if pieces[-1] == piece:
        return tuple(pieces[:-1])
    return tuple([each for each in pieces if each != piece])


FEW = 3
"""So many items are sooner taken away one by one than counted first."""


def lessened(items: Iterable[Any], taken: Iterable[Any]) -> list[Any]:
    """A list without one of each item of another, the first of those that are equal."""
    gone = tuple(taken)
    if len(gone) <= FEW:
        kept = list(items)
        for item in gone:
            if item in kept:
                kept.remove(item)
        return kept
    left = Counter(gone)
    kept = []
    for item in items:
        if left[item] > 0:
            left[item] -= 1
        else:
            kept.append(item)
    return kept


def told_apart(names: Sequence[str], one: Sequence[Any], other: Sequence[Any]) -> Fault:
    """The fault of pieces that are declared alike but differ."""
    differing = next(name for name, left, right in zip(names, one, other, strict=True) if left != right)
    return Fault(f"Pieces that are alike by this differ in their {differing}, so that players can tell them apart.")


def full_pile(names: Sequence[str], site: int, room: Sequence[int]) -> Fault:
    """The fault of a piece that finds no room on a site."""
    if room[site] <= 1:
        return Fault("A piece is moved onto another.")
    return Fault(f"There are {room[site]} on {names[site]} already.")


def upwards_in(pile: Sequence[int], piece: int) -> tuple[int, ...]:
    """A piece of a pile or zone, and those on top of it or behind it."""
    return tuple(pile[pile.index(piece) :])


def beneath_in(pile: Sequence[int], piece: int) -> int:
    """The piece directly below another in its pile, or before it in its zone; 0 for the lowest."""
    place = pile.index(piece)
    return pile[place - 1] if place else 0


def usual_payoff(players: int, winner: int, won: bool | None) -> tuple[int, ...]:
    """The payoff for each player at an end that does not state it, in a game where another end does."""
    if players == 1:
        return (0 if won is None else 1 if won else -1,)
    return tuple((1 if player == winner else -1) if winner else 0 for player in range(1, players + 1))


def best_paid(payoff: Sequence[int]) -> int:
    """The number of the player who gets the most; 0 if several do."""
    most = max(payoff)
    return payoff.index(most) + 1 if payoff.count(most) == 1 else 0


def paid(result: Any, player: int) -> int | None:
    """What a player gets by the result of a game; none if it goes on."""
    if result is None or not player:
        return None
    found: int = result[3][player - 1]
    return found


NAMES: dict[str, Any] = {
    function.__name__: function
    for function in (
        beneath_in,
        full_pile,
        item_of,
        lessened,
        told_apart,
        frozen,
        nothing_there,
        something,
        bounded,
        within,
        within_or_none,
        short_text,
        short_list,
        numbers,
        made_text,
        passes,
        halves_of,
        turned,
        turned_all,
        runs_in,
        marked_around,
        each_marked_around,
        fits_on,
        new_piece,
        upwards_in,
        without,
        usual_payoff,
        best_paid,
        paid,
    )
}
"""The names that generated code may use."""
