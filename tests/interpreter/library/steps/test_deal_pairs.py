"""The step deal_pairs in small games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from interpreter import Fault, Game, SpecError, State, loads

GAME = """\
game: heap
title: Heap
settings:
  count: {default: 8, range: 2..8, title: Tiles}
entities:
  tile:
    number: 1..9
    odd: {is: flag, start: it.number % 2 == 1}
    turn: {is: 0..9, seen_by: nobody}
boards:
  stack:
    shape: layers
    holds: tile
    footprint: [2, 2]
    layers:
      - {columns: 3, rows: 2}
      - {columns: 2, rows: 1, offset: [1, 1]}
define:
  free(tile t): all(empty(s) for s in above(t)) and (all(empty(s) for s in left(t)) or all(empty(s) for s in right(t)))
setup:
  - deal_pairs: take(stack, count)
    piece: tile
    property: number
    values: VALUES
    removable: free(it)
    into: turn
    stream: deal
actions:
  pair:
    choose:
      a: {from: pieces(stack), where: free(it)}
      b: {from: pieces(stack), where: free(it) and it != a}
    symmetric: true
    validate:
      same: {check: a.number == b.number, else: They differ.}
    effects:
      - remove: list(a, b)
  anew:
    effects:
      - let numbers_now = list(t.number for t in pieces(stack))
      - let places_now = list(t.site for t in pieces(stack))
      - remove: pieces(stack)
      - deal_pairs: places_now
        piece: tile
        property: number
        values: numbers_now
        removable: free(it)
        stream: deal
end_conditions:
  gone: {when: empty(stack), won: true}
"""
BLOCK = {
    "{from: pieces(stack), where: free(it)}": "\n        from: pieces(stack)\n        where: free(it)",
    "{from: pieces(stack), where: free(it) and it != a}": (
        "\n        from: pieces(stack)\n        where: free(it) and it != a"
    ),
    "{when: empty(stack), won: true}": "\n    when: empty(stack)\n    won: true",
}


def heap(values: str = "take([1, 1, 2, 2, 3, 3, 4, 4], count)", **changed: str) -> Game:
    """The game with different values, or with different lines."""
    text = GAME.replace("VALUES", values)
    for old, new in {**BLOCK, **changed}.items():
        text = text.replace(old, new)
    return loads(text, "heap.yaml")


def field(state: State, name: str) -> Any:
    return state.data[state.program.layout.fields[name].index]


def tiles(state: State) -> list[int]:
    return [tile for tile in field(state, "at.tile") if tile]


@pytest.mark.parametrize("seed", range(5))
def test_every_site_gets_a_tile_and_all_can_go(seed: int) -> None:
    game = heap()
    state = game.new(seed)
    assert Counter(field(state, "tile.number")[tile] for tile in tiles(state)) == {1: 2, 2: 2, 3: 2, 4: 2}
    turn = field(state, "tile.turn")
    for number in range(1, 5):
        pair = [tile for tile in tiles(state) if turn[tile] == number]
        outcome = game.apply(state, ("pair", *pair))
        assert outcome.refusal is None
        state = outcome.state
    assert game.status(state).won


def test_start_values_come_after_the_dealt_ones() -> None:
    state = heap().new(1)
    odd, number = field(state, "tile.odd"), field(state, "tile.number")
    assert [bool(odd[tile]) for tile in tiles(state)] == [number[tile] % 2 == 1 for tile in tiles(state)]


def test_luck_decides() -> None:
    game = heap()
    deals = {field(game.new(seed), "tile.number") for seed in range(10)}
    assert len(deals) > 5
    assert game.new(3).data == game.new(3).data


def test_as_many_values_as_sites() -> None:
    game = heap("take([1, 1, 2, 2, 3, 3, 4, 4], 6)")
    with pytest.raises(Fault, match="There are 6 values for 8 sites"):
        game.new(1)
    assert len(tiles(game.new(1, None, {"count": 6}))) == 6


def test_an_odd_number_of_a_value_is_a_fault() -> None:
    with pytest.raises(Fault, match="one of them occurs an odd number of times"):
        heap("[1, 1, 1, 2, 3, 3, 4, 4]").new(1)


def test_sites_that_cannot_be_cleared_are_a_fault() -> None:
    game = heap("list(1, 1)", **{"take(stack, count)": "list(a1@1, a1@2)"})
    with pytest.raises(Fault, match="These sites cannot be cleared pair by pair"):
        game.new(1)


def test_a_site_that_is_taken_is_a_fault() -> None:
    game = heap("list(1, 1)", **{"take(stack, count)": "list(a1@1, a1@1)"})
    with pytest.raises(Fault, match="A piece is moved onto another"):
        game.new(1)


def test_values_that_are_alike_make_pairs() -> None:
    game = heap("[1, 2, 3, 4, 5, 6, 7, 8]", **{"    into: turn\n": "    into: turn\n    alike: (it - 1) // 4\n"})
    for seed in range(6):
        state = game.new(seed)
        number, turn = field(state, "tile.number"), field(state, "tile.turn")
        assert sorted(number[tile] for tile in tiles(state)) == list(range(1, 9))
        for pair in range(1, 5):
            together = [(number[tile] - 1) // 4 for tile in tiles(state) if turn[tile] == pair]
            assert together[0] == together[1]


def test_it_can_be_dealt_anew_in_an_action_and_told() -> None:
    game = heap()
    state = game.new(2)
    outcome = game.apply(state, ("anew",))
    assert Counter(event.name for event in outcome.events) == {"removed": 8, "created": 8}
    assert outcome.state.data == game.advance(state, ("anew",)).data
    number = field(outcome.state, "tile.number")
    assert sorted(number[tile] for tile in tiles(outcome.state)) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert field(outcome.state, "stream.deal") == 2


def test_values_with_a_mistake_are_reported_once() -> None:
    routine = "routines:\n  lay(list number numbers_now, list site places_now):\n"
    step = GAME[GAME.index("      - deal_pairs: places_now") : GAME.index("end_conditions:")]
    acting = "  wrong:\n    effects:\n      - run: lay(lost, [])\n  anew:\n"
    with pytest.raises(SpecError) as caught:
        heap(**{"setup:": routine + step + "setup:", "  anew:\n": acting})
    assert [each.message for each in caught.value.diagnostics.errors] == ["There is nothing called ‘lost’ here."]
