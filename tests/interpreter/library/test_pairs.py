"""Orders in which pieces can be taken in pairs."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards import BoardShape, Layer, Topology, build
from interpreter.library.pairs import Pile, pairs_off, random_order


def topology_of(*layers: Layer) -> Topology:
    return build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2))])


SMALL = topology_of(Layer("1", 3, 2), Layer("2", 2, 1, (1, 1)))
TURTLE = topology_of(
    Layer("ground", 8, 4), Layer("side", 1, 1, (-2, 3), beside="ground"), Layer("tail", 1, 1, (16, 3), beside="ground"),
    Layer("2", 6, 2, (2, 2)), Layer("3", 2, 1, (6, 3)),
)  # fmt: skip


def removable(topology: Topology, at: list[int], site: int) -> bool:
    """Nothing lies above, and the left or the right side is open."""
    if any(at[over] for over in topology.above[site]):
        return False
    return not any(at[side] for side in topology.left[site]) or not any(at[side] for side in topology.right[site])


def pile_of(topology: Topology, pieces: list[int] | None = None) -> Pile:
    """A piece on each site, which has the site’s number."""
    numbers = list(range(1, topology.count + 1)) if pieces is None else pieces
    at = [0] * (topology.count + 1)
    for number in numbers:
        at[number] = number
    return Pile(numbers, range(topology.count + 1), at, lambda at, piece: removable(topology, at, piece))


def takes(pile: Pile, order: list[int], values: dict[int, int] | None = None) -> None:
    """Take all pieces in order, two at a time; fails if that is not allowed."""
    assert sorted(order) == sorted(pile.pieces)
    for first, second in zip(order[::2], order[1::2], strict=True):
        assert pile.free([first, second]) == [first, second]
        if values is not None:
            assert values[first] == values[second]
        pile.take([first, second])
    assert not any(pile.at)


@pytest.mark.parametrize("topology", [SMALL, TURTLE], ids=["small", "turtle"])
@pytest.mark.parametrize("seed", range(10))
def test_a_random_order_can_be_taken(topology: Topology, seed: int) -> None:
    pile = pile_of(topology)
    order = random_order(pile, Random(seed).randrange)
    assert order is not None
    assert list(pile.at) == list(pile_of(topology).at)
    takes(pile, order)


def test_the_same_luck_gives_the_same_order_and_other_luck_another() -> None:
    orders = [random_order(pile_of(TURTLE), Random(seed).randrange) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


def test_what_cannot_go_in_pairs() -> None:
    tower = topology_of(Layer("1", 1, 1), Layer("2", 1, 1))
    assert random_order(pile_of(tower), Random(1).randrange) is None
    assert random_order(pile_of(SMALL, [1, 2, 3]), Random(1).randrange) is None
    assert pairs_off(pile_of(tower), [1, 1]) == []
    assert pairs_off(pile_of(SMALL, [1, 3]), [1, 2]) == []
    assert pairs_off(pile_of(SMALL, [1, 3]), [1, 1]) == [1, 3]
    assert pairs_off(pile_of(SMALL, []), []) == []


def brute(topology: Topology, values: tuple[int, ...]) -> bool:
    """Whether all can be taken, found by trying everything."""

    @cache
    def goes(left: frozenset[int]) -> bool:
        if not left:
            return True
        at = [number if number in left else 0 for number in range(topology.count + 1)]
        free = [piece for piece in left if removable(topology, at, piece)]
        return any(
            goes(left - {first, second})
            for first, second in combinations(free, 2)
            if values[first - 1] == values[second - 1]
        )

    return goes(frozenset(range(1, topology.count + 1)))


@given(st.permutations([1, 1, 1, 1, 2, 2, 3, 3]))
def test_an_order_is_found_if_and_only_if_there_is_one(values: list[int]) -> None:
    pile = pile_of(SMALL)
    order = pairs_off(pile, values)
    assert bool(order) == brute(SMALL, tuple(values))
    if order:
        takes(pile, order, dict(zip(pile.pieces, values, strict=True)))


def test_both_answers_come_up() -> None:
    assert brute(SMALL, (1, 1, 2, 2, 3, 3, 1, 1))
    assert not brute(SMALL, (1, 1, 1, 1, 2, 3, 2, 3))


@pytest.mark.parametrize("seed", range(8))
def test_dealt_values_are_paired_off_again(seed: int) -> None:
    luck = Random(seed)
    pile = pile_of(TURTLE)
    order = random_order(pile, luck.randrange)
    assert order is not None
    pairs = [number // 2 for number in range(len(order) // 2)]
    luck.shuffle(pairs)
    values = {piece: pairs[place // 2] for place, piece in enumerate(order)}
    found = pairs_off(pile, [values[piece] for piece in pile.pieces])
    takes(pile, found, values)


def asked(pile: Pile, values: list[int]) -> tuple[list[int], int]:
    """What pairs_off finds, and how often it tests whether a piece may be taken."""
    calls, free = 0, pile.removable

    def counted(at: list[int], piece: int) -> bool:
        nonlocal calls
        calls += 1
        return bool(free(at, piece))

    return pairs_off(Pile(pile.pieces, pile.sites, pile.at, counted), values), calls


def test_searches_learn_from_one_another_that_not_all_can_go() -> None:
    pile = pile_of(TURTLE)
    before, values = list(pile.at), [number // 4 for number in range(len(pile.pieces))]
    Random(2).shuffle(values)
    order, calls = asked(pile, values)
    assert order == []
    # Separately they would take 310,115 tests.
    assert calls < 60_000
    assert list(pile.at) == before


def test_a_lock_is_seen_however_much_else_can_be_taken() -> None:
    tower = (Layer("tower", 2, 1, (20, 0), beside="ground"), Layer("top", 2, 1, (20, 0)))
    pile = pile_of(topology_of(Layer("ground", 8, 6), *tower))
    values = [number // 4 for number in range(48)]
    Random(2).shuffle(values)
    # The last two lie on the two before them, each on the other’s partner.
    order, calls = asked(pile, [*values, 90, 91, 91, 90])
    assert order == []
    # A search of everything within reach takes 391,286 tests.
    assert calls < 30_000
