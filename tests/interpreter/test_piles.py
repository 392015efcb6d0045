"""Piles: whatever happens to them, every piece is in one place, and everything else takes the top piece for the piece
of the site."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter import Fault, Game, State, load, loads

FOLDER = Path(__file__).parents[1] / "data" / "language"
SPEC = """\
game: heap
title: Heap
entities:
  coin: {{at_most: 3, worth: 1..9}}
boards:
  table: {{columns: 2, rows: 1, holds: coin, pile: 2}}
  shelf: {{columns: 2, rows: 1, holds: coin}}
actions:
  act:
    effects:
{steps}
end_conditions:
  done: {{when: false, won: true}}
"""
MADE = [f"      - {{create: coin(worth = {number}), at: table.a1}}" for number in (1, 2)]


@cache
def towers() -> Game:
    return load(FOLDER / "towers.yaml")


def played(seed: int, most: int) -> Iterator[State]:
    """The positions of a random game."""
    game, random = towers(), Random(seed)
    state = game.new(seed)
    for _ in range(most):
        yield state
        if state.over:
            return
        action = random.choice(game.legal(state))
        outcome = game.apply(state, action)
        assert outcome.refusal is None
        assert outcome.state.data == game.advance(state, action).data
        state = outcome.state


@pytest.mark.parametrize("seed", range(6))
def test_every_piece_lies_in_one_place(seed: int) -> None:
    for state in played(seed, 60):
        topology = state.program.schema.topology
        piles = {site: state.pile("stone", site) for site in range(1, topology.count + 1)}
        for site, pile in piles.items():
            assert state.piece_at("stone", site) == (pile[-1] if pile else None)
            assert all(state.site_of(stone) == site for stone in pile)
            assert len(pile) <= 5
        held = [stone for pile in piles.values() for stone in pile] + list(state.zone("pool"))
        assert len(held) == len(set(held)) == 9


@pytest.mark.parametrize("seed", range(3))
def test_actions_are_written_and_read_again(seed: int) -> None:
    game = towers()
    for state in played(seed, 40):
        for action in game.legal(state) if not state.over else []:
            assert game.action(state, game.text(state, action)) == action


@pytest.mark.parametrize("seed", range(3))
def test_states_survive_as_text_and_worlds_look_alike(seed: int) -> None:
    game = towers()
    for state in played(seed, 40):
        assert game.decode(game.encode(state)).data == state.data
        for viewer in (1, 2):
            view = game.view(state, viewer)
            assert game.view(game.sample(view, seed), viewer).data == view.data


def test_keys_count_what_lies_beneath() -> None:
    keys = []
    for steps, worths in ((MADE, [1, 2]), (MADE[::-1], [2, 1])):
        game = loads(SPEC.format(steps="\n".join(steps)), "heap.yaml")
        state = game.apply(game.new(), ("act",)).state
        assert [state.read("coin.worth", coin) for coin in state.pile("coin", 1)] == worths
        keys.append(game.key(state))
    assert keys[0] != keys[1]


@pytest.mark.parametrize(
    ("steps", "worths"),
    [
        (["{deal: table.a1, to: table.a1}"], [1, 2]),
        (["{move: sure(table.a1.coin), to: table.b1}", "{deal: table.a1, to: table.a1}"], [1]),
        (["{deal: table.a1, to: table}"], [1]),
        (["{deal: table.a1, to: table.b1, up_to: 1}"], [1]),
    ],
)
def test_what_was_dealt_is_not_dealt_again(steps: list[str], worths: list[int]) -> None:
    game = loads(SPEC.format(steps="\n".join([*MADE, *(f"      - {step}" for step in steps)])), "heap.yaml")
    state = game.apply(game.new(), ("act",)).state
    assert [state.read("coin.worth", coin) for coin in state.pile("coin", 1)] == worths


def fault(*steps: str) -> str:
    """What goes wrong if these steps run after two coins have been made."""
    game = loads(SPEC.format(steps="\n".join([*MADE, *(f"      - {step}" for step in steps)])), "heap.yaml")
    with pytest.raises(Fault) as found:
        game.apply(game.new(), ("act",))
    return found.value.message


def test_a_full_pile_is_a_fault() -> None:
    assert fault("{create: coin(worth = 3), at: table.a1}") == "There are 2 on a1 already."


def test_a_site_without_piles_takes_one() -> None:
    steps = ("{move: sure(table.a1.coin), to: shelf.a1}", "{move: sure(table.a1.coin), to: shelf.a1}")
    assert fault(*steps) == "A piece is moved onto another."


def test_more_than_at_most_is_a_fault() -> None:
    steps = [f"{{create: coin(worth = {number}), at: table.b1}}" for number in (3, 4)]
    assert fault(*steps) == "There are already 3 pieces of kind coin, as many as at_most allows."
