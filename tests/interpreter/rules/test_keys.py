"""Keys: equal for positions with the same future, and different for others."""

import pytest

from interpreter import Game, State, load, loads
from interpreter.streams import number_below
from tests.shipped import GAMES

COUNTED = """\
game: counted
title: Counted
players: {one: {}, two: {}}
boards: {grid: {columns: 1, rows: 1}}
state: {at: 0, zone: 0}
actions:
  wait: {effects: [at += 0]}
  go: {effects: [zone += 1]}
end_conditions:
  late: {when: turn_number > 9, winner: none}
"""


def after(game: Game, moves: str) -> State:
    state = game.new(1)
    for move in moves.split(", "):
        state = game.advance(state, game.action(state, move))
    return state


def test_the_way_to_a_position_does_not_matter() -> None:
    game = load("tic_tac_toe")
    one, other = after(game, "place a1, place b2, place c3"), after(game, "place c3, place b2, place a1")
    assert game.key(one) == game.key(other)
    assert game.key(one) != game.key(after(game, "place a1, place b2, place b3"))


def test_pieces_count_by_what_they_are() -> None:
    game = load("breakthrough")
    same = after(game, "move a2 a3, move a7 a6, move b2 b3, move h7 h6")
    twin = after(game, "move a2 b3, move a7 a6, move b2 a3, move h7 h6")
    assert same.data != twin.data
    assert game.key(same) == game.key(twin)
    assert game.key(same) != game.key(after(game, "move a2 a3, move a7 a6, move c2 c3, move h7 h6"))


def test_the_turn_number_counts_where_a_rule_reads_it() -> None:
    game = loads(COUNTED, "counted.yaml")
    assert game.key(after(game, "wait, wait")) != game.key(after(game, "wait, wait, wait, wait"))
    plain = loads(COUNTED.replace("turn_number > 9", "zone > 9"), "counted.yaml")
    assert plain.key(after(plain, "wait, wait")) == plain.key(after(plain, "wait, wait, wait, wait"))
    assert plain.key(after(plain, "wait, wait")) != plain.key(after(plain, "wait, go"))


@pytest.mark.parametrize("name", GAMES)
def test_equal_keys_have_equal_futures(name: str) -> None:
    game = load(name)
    met: dict[object, State] = {}
    for seed in range(6):
        state = game.new(1)
        for move in range(8):
            if state.over:
                break
            other = met.setdefault(game.key(state), state)
            assert len(game.legal(other)) == len(game.legal(state))
            assert other.to_move == state.to_move
            legal = game.legal(state)
            state = game.advance(state, legal[number_below(seed, "move", move, len(legal))[0]])
