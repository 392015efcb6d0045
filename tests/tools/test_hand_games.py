"""The hand-written benchmark games follow their rules: known node counts, and positions by name."""

import random
from types import ModuleType
from typing import Any

import pytest

from tools.bench import hand_connect_four, hand_hex, hand_reversi, hand_tic_tac_toe


def nodes_at(game: ModuleType, state: Any, depth: int) -> int:
    """How many move sequences of a length there are."""
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(nodes_at(game, game.apply(state, move), depth - 1) for move in moves)


def tree_size(game: ModuleType, state: Any) -> tuple[int, int]:
    """The number of nodes and of finished games below a state, including the state itself."""
    if game.over(state):
        return 1, 1
    nodes, leaves = 1, 0
    for move in game.legal(state):
        nodes_below, leaves_below = tree_size(game, game.apply(state, move))
        nodes += nodes_below
        leaves += leaves_below
    return nodes, leaves


def square(name: str) -> int:
    """A Reversi square such as d3, with rows counted from the top."""
    return (int(name[1]) - 1) * 8 + "abcdefgh".index(name[0])


def reversi_after(moves: str) -> hand_reversi.State:
    state = hand_reversi.new()
    for name in moves.split():
        assert square(name) in hand_reversi.legal(state)
        state = hand_reversi.apply(state, square(name))
    return state


def played(game: ModuleType, moves: list[int]) -> Any:
    state = game.new()
    for move in moves:
        assert move in game.legal(state)
        state = game.apply(state, move)
    return state


def test_tic_tac_toe_has_its_known_game_tree() -> None:
    assert tree_size(hand_tic_tac_toe, hand_tic_tac_toe.new()) == (549946, 255168)


def test_tic_tac_toe_is_won_by_a_line() -> None:
    state = played(hand_tic_tac_toe, [4, 1, 0, 2, 8])
    assert (hand_tic_tac_toe.over(state), hand_tic_tac_toe.winner(state)) == (True, 1)
    assert hand_tic_tac_toe.legal(state) == []


def test_tic_tac_toe_is_drawn_on_a_full_grid() -> None:
    state = played(hand_tic_tac_toe, [0, 1, 2, 4, 3, 5, 7, 6, 8])
    assert (hand_tic_tac_toe.over(state), hand_tic_tac_toe.winner(state)) == (True, 0)


@pytest.mark.parametrize(
    ("depth", "nodes"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807), (6, 117649), (7, 823536)]
)
def test_connect_four_node_counts(depth: int, nodes: int) -> None:
    assert nodes_at(hand_connect_four, hand_connect_four.new(), depth) == nodes


@pytest.mark.parametrize(
    ("drops", "winner"),
    [
        ([3, 0, 3, 0, 3, 0, 3], 1),
        ([0, 0, 1, 1, 2, 2, 3], 1),
        ([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], 1),
        ([0, 6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3], 2),
    ],
    ids=["column", "row", "rising", "falling"],
)
def test_connect_four_is_won_by_four_in_line(drops: list[int], winner: int) -> None:
    before = played(hand_connect_four, drops[:-1])
    assert not hand_connect_four.over(before)
    state = played(hand_connect_four, drops)
    assert (hand_connect_four.over(state), hand_connect_four.winner(state)) == (True, winner)


@pytest.mark.parametrize(("depth", "nodes"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55092)])
def test_reversi_node_counts(depth: int, nodes: int) -> None:
    assert nodes_at(hand_reversi, hand_reversi.new(), depth) == nodes


@pytest.mark.soak
def test_reversi_node_count_where_a_pass_is_a_ply() -> None:
    """Published counts treat a pass as a separate move; the first passes are at the ninth ply."""

    def count(state: hand_reversi.State, depth: int) -> int:
        moves = hand_reversi.legal(state)
        if depth <= 1:
            return len(moves) if depth else 1
        total = 0
        for move in moves:
            after = hand_reversi.apply(state, move)
            passed = not hand_reversi.over(after) and after.to_move == state.to_move
            total += count(after, depth - 2 if passed else depth - 1)
        return total

    assert count(hand_reversi.new(), 9) == 3005288


def test_reversi_opens_with_four_moves() -> None:
    assert hand_reversi.legal(hand_reversi.new()) == [square(name) for name in ("d3", "c4", "f5", "e6")]


def test_reversi_ends_when_one_colour_is_gone() -> None:
    state = reversi_after("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert (hand_reversi.over(state), hand_reversi.winner(state)) == (True, 1)
    assert (state.board.count(1), state.board.count(2)) == (13, 0)


def test_reversi_passes_over_a_player_who_cannot_move() -> None:
    assert reversi_after("d3 c3 b3 b2 f5 a3 a1").to_move == 2
    assert reversi_after("d3 c3 b3 b2 f5 a3 a1 c1").to_move == 2


def test_hex_offers_every_cell_and_then_the_swap() -> None:
    first = hand_hex.new()
    assert hand_hex.legal(first) == list(range(121))
    second = hand_hex.apply(first, 60)
    assert len(hand_hex.legal(second)) == 121
    assert hand_hex.SWAP in hand_hex.legal(second)
    assert 60 not in hand_hex.legal(second)


def test_hex_swap_mirrors_the_first_stone() -> None:
    state = played(hand_hex, [3 * 11 + 1, hand_hex.SWAP])
    assert {cell: stone for cell, stone in enumerate(state.board) if stone} == {1 * 11 + 3: 2}
    assert state.to_move == 1
    assert hand_hex.SWAP not in hand_hex.legal(state)
    assert len(hand_hex.legal(state)) == 120


def test_hex_is_won_by_joining_ones_own_sides() -> None:
    down_the_third_column = [move for row in range(11) for move in (row * 11 + 3, row * 11 + 7)]
    state = played(hand_hex, down_the_third_column[:-1])
    assert (hand_hex.over(state), hand_hex.winner(state)) == (True, 1)

    along_the_third_row = [move for column in range(11) for move in (7 * 11 + column, 3 * 11 + column)]
    state = played(hand_hex, [*along_the_third_row[:20], 0, 3 * 11 + 10])
    assert (hand_hex.over(state), hand_hex.winner(state)) == (True, 2)


@pytest.mark.parametrize("game", [hand_tic_tac_toe, hand_connect_four, hand_reversi, hand_hex])
def test_random_games_end_and_earlier_states_do_not_change(game: ModuleType) -> None:
    choices = random.Random(7)
    for _ in range(20):
        state = game.new()
        history = []
        while not game.over(state):
            moves = game.legal(state)
            assert len(moves) > 0
            history.append((state, state.board, state.to_move))
            state = game.apply(state, choices.choice(moves))
        assert game.legal(state) == []
        assert game.winner(state) in (0, 1, 2)
        assert all((earlier.board, earlier.to_move) == (board, to_move) for earlier, board, to_move in history)
