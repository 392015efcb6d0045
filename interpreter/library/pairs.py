"""Taking pieces two by two: an order in which all can go, whether their values are fixed or yet to be dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any, NamedTuple

from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language import terms
from interpreter.streams import SEEDS, Cursor, Luck, draw, number_below, shuffled

Below = Callable[[int], int]
"""A random number below another: the luck comes from the caller's stream."""
Removable = Callable[[Any, int], Any]
"""Whether a piece may be taken, given which piece stands on each site."""

MOST_DEALS = 1000
"""So many orders are tried before dealing is given up."""
SOON = 8
"""So many orders are tried at random where all pieces are alike."""
FIRST_NODES = 200
"""So many takings are tried out before a search begins again in another order."""
DOUBTS = 4
"""After so many searches without an answer it is tried out whether there can be one."""
MOST_NODES = 20_000
"""So many takings are tried out in all."""
LUCK = 3
"""Up to so many pieces set free are outweighed by luck in the order of trials."""


class Pile:
    """Pieces that are taken and put back during a search. `at` is changed in place."""

    def __init__(
        self, pieces: Iterable[int], sites: Sequence[int] | Mapping[int, int], at: Any, removable: Removable
    ) -> None:
        self.pieces = tuple(pieces)
        self.sites = sites
        self.at: MutableSequence[int] = at
        self.removable = removable

    def take(self, pieces: Iterable[int]) -> None:
        """Take pieces away."""
        for piece in pieces:
            self.at[self.sites[piece]] = 0

    def put_back(self, pieces: Iterable[int]) -> None:
        """Put pieces back where they were."""
        for piece in pieces:
            self.at[self.sites[piece]] = piece

    def free(self, among: Iterable[int]) -> list[int]:
        """The pieces that may be taken now."""
        at, removable = self.at, self.removable
        return [piece for piece in among if removable(at, piece)]


def random_order(pile: Pile, below: Below, deals: int = MOST_DEALS) -> list[int] | None:
    """All pieces in an order in which they can be taken two by two, whatever their faces; None if none was found."""
    if len(pile.pieces) % 2:
        return None
    for _ in range(deals):
        order = _random_taking(pile, below)
        pile.put_back(order)
        if len(order) == len(pile.pieces):
            return order
    return None


def _random_taking(pile: Pile, below: Below) -> list[int]:
    """Pieces taken two by two, until fewer than two were free."""
    free, order = pile.free(pile.pieces), list[int]()
    blocked = [piece for piece in pile.pieces if piece not in free]
    while len(free) > 1:
        pair = [free.pop(below(len(free))), free.pop(below(len(free)))]
        pile.take(pair)
        order += pair
        freed = pile.free(blocked)
        if freed:
            free += freed
            blocked = [piece for piece in blocked if piece not in freed]
    return order


def pairs_off(pile: Pile, values: Sequence[Any]) -> list[int]:
    """All pieces in an order in which they can be taken two by two, each pair with equal values; empty if there is no
    such order, or none was found within a bounded search."""
    value = dict(zip(pile.pieces, values, strict=True))
    if any(count % 2 for count in _counted(value, pile.pieces).values()):
        return []
    if len(set(value.values())) == 1 and (order := _any_order(pile)) is not None:
        return order
    left, number = MOST_NODES, 0
    hopeless: set[int] = set()
    while left > 0:
        nodes = min(left, FIRST_NODES * (1 + number // 8))
        search = _Search(pile, value, nodes, number, hopeless)
        found = search.whole()
        if found is not None:
            return found
        left -= nodes
        number += 1
        if number == DOUBTS and not _may_all_go(pile, value):
            return []
    return []


def _may_all_go(pile: Pile, value: dict[int, Any]) -> bool:
    """Whether all could go if a free piece could be taken alone when another of its value is free. If not even that
    works, there is no order, or only one in which a piece that goes blocks others for a while."""
    left, taken = list(pile.pieces), list[int]()
    while left:
        free = pile.free(left)
        # A partner has been reserved for a value that was taken before.
        known, counts = {value[piece] for piece in taken}, _counted(value, free)
        going = {piece for piece in free if counts[value[piece]] > 1 or value[piece] in known}
        if not going:
            break
        pile.take(going)
        taken += going
        left = [piece for piece in left if piece not in going]
    pile.put_back(taken)
    return not left


def _any_order(pile: Pile) -> list[int] | None:
    """An order for pieces that can all be paired with each other, if a random search soon finds one: then pairs need
    not be compared."""
    cursor = 0

    def below(limit: int) -> int:
        nonlocal cursor
        number, cursor = number_below(0, "pairs", cursor, limit)
        return number

    return random_order(pile, below, SOON)


class _OutOfNodes(Exception):
    """The signal that a search has used up its budget."""


class _Search:
    """One depth-first search, in an order of its own."""

    def __init__(self, pile: Pile, value: dict[int, Any], nodes: int, number: int, hopeless: set[int]) -> None:
        self.pile = pile
        self.value = value
        self.nodes = nodes
        self.number = number
        # What no order was found for holds for every search: together they may find out that there is none at all.
        self.hopeless = hopeless

    def whole(self) -> list[int] | None:
        """An order; empty if there certainly is none, None if this search did not finish."""
        free = self.pile.free(self.pile.pieces)
        blocked = [piece for piece in self.pile.pieces if piece not in free]
        try:
            return self._order(free, blocked) or []
        except _OutOfNodes:
            return None

    def _order(self, free: list[int], blocked: list[int]) -> list[int] | None:
        if not free and not blocked:
            return []
        left = sum(1 << piece for piece in free) | sum(1 << piece for piece in blocked)
        if left in self.hopeless:
            return None
        if self.nodes <= 0:
            raise _OutOfNodes
        self.nodes -= 1
        for taken, freed in self._ways(free, blocked):
            self.pile.take(taken)
            try:
                still = [piece for piece in blocked if piece not in freed] if freed else blocked
                rest = self._order([*(piece for piece in free if piece not in taken), *freed], still)
            finally:
                self.pile.put_back(taken)
            if rest is not None:
                return [*taken, *rest]
        self.hopeless.add(left)
        return None

    def _ways(self, free: list[int], blocked: list[int]) -> list[tuple[tuple[int, ...], list[int]]]:
        """The moves that are possible now and what each sets free; those that free the most come first."""
        together: dict[Any, list[int]] = {}
        for piece in free:
            together.setdefault(self.value[piece], []).append(piece)
        still = _counted(self.value, blocked)
        for value, pieces in together.items():
            if value not in still:
                # All that are left of a value can go at once, and that is never worse than to wait.
                return [(tuple(pieces), self._freed(pieces, blocked))]
        pairs = [
            (first, second)
            for pieces in together.values()
            for place, second in enumerate(pieces)
            for first in pieces[:place]
        ]
        # Luck counts as much as what is set free: a search that always does the same fails where another would not.
        order, _ = shuffled(self.number, "pairs", self.nodes * len(pairs), pairs)
        ways = [(pair, self._freed(pair, blocked)) for pair in order]
        ranked = sorted(range(len(ways)), key=lambda place: LUCK * place - len(ways[place][1]) * len(ways))
        return [ways[place] for place in ranked]

    def _freed(self, taken: Sequence[int], blocked: list[int]) -> list[int]:
        self.pile.take(taken)
        freed = self.pile.free(blocked)
        self.pile.put_back(taken)
        return freed


def _counted(value: dict[int, Any], pieces: Iterable[int]) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for piece in pieces:
        found[value[piece]] = found.get(value[piece], 0) + 1
    return found


def emit_removable(lowering: Lowering, kind: str, piece: str, removable: terms.Term) -> str:
    """Write a function of the piece on each site and a given piece: whether that piece may be taken. Return its
    name."""
    code = lowering.code
    name, at = code.fresh("q"), lowering.column(f"at.{kind}")
    kept = lowering.settled, lowering.fused, lowering.peeled, lowering.searches, lowering.leave_empty
    # What is known about the real position does not hold for an imagined one.
    lowering.settled, lowering.fused, lowering.peeled, lowering.searches, lowering.leave_empty = {}, {}, {}, {}, False
    with code.block(f"def {name}({at}, {piece}):"):
        code.line(f"return {lowering.condition(removable)}")
    lowering.settled, lowering.fused, lowering.peeled, lowering.searches, lowering.leave_empty = kept
    return name


class Deal(NamedTuple):
    """The pieces in an order in which they can be taken two by two, and the value that each gets."""

    order: list[int]
    values: list[Any]


def deal_pairs(
    pile: Pile, values: Sequence[Any], alike: Sequence[Any], seed: int, stream: str, cursor: Cursor
) -> tuple[Deal, Cursor]:
    """Deal values; two make a pair if the entries at their places in `alike` are equal."""
    if len(values) != len(pile.pieces):
        raise Fault(f"There are {len(values)} values for {len(pile.pieces)} sites.")
    together: dict[Any, list[Any]] = {}
    for value, like in zip(values, alike, strict=True):
        together.setdefault(like, []).append(value)
    if any(len(group) % 2 for group in together.values()):
        raise Fault("The values do not come in pairs: one of them occurs an odd number of times.")
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
