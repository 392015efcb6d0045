"""Named random streams: each is a splitmix64 sequence of its own, whose cursor is part of the state.

A test may script a stream: then its place in the state holds the coming results instead of a cursor. If nobody can know
what a stream will yield, its place is UNSEEN: a draw stops the attempt, and a refill brings nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b, shake_128
from struct import unpack
from typing import Any

from interpreter.faults import Fault

BYTES = 256
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15

UNSEEN = None
TAPE = 256

Cursor = int | tuple[Any, ...] | None
THEN_LUCK = "then luck"
"""At the end of a script: what is drawn after it is left to the seed."""
SEEDS = range(1 << 53)
"""The seeds that a stream gives to whoever draws much at once."""


@lru_cache(maxsize=1024)
def _base(seed: int, stream: str) -> int:
    return int.from_bytes(blake2b(f"{seed}/{stream}".encode(), digest_size=8).digest(), "big")


def derived_seed(seed: int, purpose: str) -> int:
    """Another seed, determined by the seed and its purpose."""
    return _base(seed, f"seed for {purpose}") % (1 << 53)


def _mix(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


def number_below(seed: int, stream: str, cursor: int, limit: int) -> tuple[int, int]:
    """A number from 0 up to but not including the limit, evenly distributed, and the cursor after it."""
    base = _base(seed, stream)
    ceiling = (_MASK + 1) // limit * limit
    while True:
        cursor += 1
        drawn = _mix((base + cursor * _GAMMA) & _MASK)
        if drawn < ceiling:
            return drawn % limit, cursor


def tape(seed: int, stream: str, block: int) -> tuple[int, ...]:
    """A thousand 32-bit numbers at once, for callers that need many; the blocks follow one another from 0."""
    return unpack("<1024I", shake_128(f"{seed}/{stream}/{block}".encode()).digest(4096))


def number_tape(seed: int, stream: str, block: int, limit: int) -> bytes:
    """The numbers of one block of a stream, each from 0 up to but not including the limit, evenly distributed; the
    limit is at most 256.

    A byte of the hash that would favour low numbers is left out, and the hash continues for as long as necessary.
    """
    fair = BYTES - BYTES % limit
    remainders, unfair = bytes(number % limit for number in range(BYTES)), bytes(range(fair, BYTES))
    hashed, size = shake_128(f"{seed}/{stream}/numbers {block}".encode()), 2 * TAPE
    while True:
        numbers = hashed.digest(size).translate(remainders, unfair)
        if len(numbers) >= TAPE:
            return numbers[:TAPE]
        size *= 2


@lru_cache(maxsize=1024)
def item_tape(seed: int, stream: str, block: int, items: tuple[Any, ...]) -> Sequence[Any]:
    """The items that one block of a stream yields: bytes if they are small numbers."""
    numbers = number_tape(seed, stream, block, len(items))
    if all(isinstance(item, int) and 0 <= item < BYTES for item in items):
        return numbers.translate(bytes(items).ljust(BYTES))
    return tuple(items[number] for number in numbers)


def draw_many(
    seed: int, stream: str, cursor: Cursor, items: tuple[Any, ...], count: int
) -> tuple[Sequence[Any], Cursor]:
    """This many items of a list, each chosen independently; for steps that draw much and often."""
    if not isinstance(cursor, int) or not 0 < len(items) <= BYTES:
        drawn: list[Any] = []
        for _ in range(count):
            item, cursor = draw(seed, stream, cursor, items)
            drawn.append(item)
        return drawn, cursor
    block, place = divmod(cursor, TAPE)
    if place + count <= TAPE:
        return item_tape(seed, stream, block, items)[place : place + count], cursor + count
    drawn = list(item_tape(seed, stream, block, items)[place:])
    while len(drawn) < count:
        block += 1
        drawn += item_tape(seed, stream, block, items)[: count - len(drawn)]
    return drawn, cursor + count


def draw(seed: int, stream: str, cursor: Cursor, items: Sequence[Any]) -> tuple[Any, Cursor]:
    """One item of a list, all equally likely."""
    if not items:
        raise Fault(f"There is nothing to draw from stream {stream}.")
    if not isinstance(cursor, int):
        return _scripted(stream, cursor, items)
    number, cursor = number_below(seed, stream, cursor, len(items))
    return items[number], cursor


def draw_weighted(seed: int, stream: str, cursor: Cursor, weights: dict[Any, int]) -> tuple[Any, Cursor]:
    """A key of a table of weights."""
    total = sum(weight for weight in weights.values() if weight > 0)
    if total <= 0:
        raise Fault(f"There is nothing to draw from stream {stream}.")
    if total > _MASK:
        raise Fault(f"The weights of stream {stream} are too large.")
    if not isinstance(cursor, int):
        return _scripted(stream, cursor, [key for key, weight in weights.items() if weight > 0])
    number, cursor = number_below(seed, stream, cursor, total)
    for key, weight in weights.items():
        if weight > 0:
            if number < weight:
                return key, cursor
            number -= weight
    raise AssertionError("weights sum to their total")


def draw_sample(seed: int, stream: str, cursor: Cursor, items: Sequence[Any], count: int) -> tuple[list[Any], Cursor]:
    """This many different items of a list."""
    if count > len(items):
        raise Fault(f"Stream {stream} cannot draw {count} of {len(items)}.")
    left, drawn = list(items), []
    for _ in range(count):
        item, cursor = draw(seed, stream, cursor, left)
        left.remove(item)
        drawn.append(item)
    return drawn, cursor


def shuffled(seed: int, stream: str, cursor: Cursor, items: Sequence[Any]) -> tuple[list[Any], Cursor]:
    """The items in random order."""
    order = list(items)
    if not isinstance(cursor, int):
        return draw_sample(seed, stream, cursor, items, len(items))
    for place in range(len(order) - 1, 0, -1):
        other, cursor = number_below(seed, stream, cursor, place + 1)
        order[place], order[other] = order[other], order[place]
    return order, cursor


def _scripted(stream: str, script: tuple[Any, ...] | None, items: Sequence[Any]) -> tuple[Any, Cursor]:
    if script is UNSEEN:
        raise Unforeseen(stream)
    if not script:
        raise ScriptRanOut(stream)
    wanted = script[0]
    if wanted not in items:
        raise Fault(f"The script of stream {stream} gives {wanted!r}, which cannot be drawn here.")
    return wanted, 0 if script[1:] == (THEN_LUCK,) else script[1:]


class ScriptRanOut(Fault):
    """A test's script for a stream was shorter than the draws from it."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"The script of stream {stream} has run out.")
        self.stream = stream


class Unforeseen(ScriptRanOut):
    """A draw from a stream whose results nobody knows. `reached` is the position before the steps that drew, if they
    are between actions."""

    reached: tuple[Any, ...] | None = None


class Luck:
    """The random numbers of one deal, from a seed that was drawn for it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.cursor: Any = 0

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including the limit, evenly distributed."""
        number, self.cursor = number_below(self.seed, "deal", self.cursor, limit)
        return number

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """The items in random order."""
        order, self.cursor = shuffled(self.seed, "deal", self.cursor, items)
        return order
