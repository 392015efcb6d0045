"""A deal of values to pieces in place, so that pair by pair all can be taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from interpreter.faults import Fault
from interpreter.pairing import Pile, random_order
from interpreter.streams import SEEDS, Cursor, Luck, draw


class Deal(NamedTuple):
    """The pieces in an order in which they can be taken, two by two, and the value that each gets."""

    order: list[int]
    values: list[Any]


def deal_pairs(
    pile: Pile, values: Sequence[Any], alike: Sequence[Any], seed: int, stream: str, cursor: Cursor
) -> tuple[Deal, Cursor]:
    """Deal values, of which two make a pair if what is at their place in `alike` is equal."""
    if len(values) != len(pile.pieces):
        raise Fault(f"There are {len(values)} values for {len(pile.pieces)} sites.")
    together: dict[Any, list[Any]] = {}
    for value, like in zip(values, alike, strict=True):
        together.setdefault(like, []).append(value)
    if any(len(group) % 2 for group in together.values()):
        raise Fault("The values do not come in pairs: one is there an odd number of times.")
    number, cursor = draw(seed, stream, cursor, SEEDS)
    luck = Luck(number)
    order = random_order(pile, luck.below)
    if order is None:
        raise Fault("These sites cannot be cleared pair by pair.")
    pairs: list[list[Any]] = []
    for group in together.values():
        mixed = luck.shuffled(group)
        pairs += [mixed[place : place + 2] for place in range(0, len(mixed), 2)]
    return Deal(order, [value for pair in luck.shuffled(pairs) for value in pair]), cursor
