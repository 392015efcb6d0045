"""The pictures of the gallery: games in the middle of them."""

import pytest

from interpreter import load
from renderer.thumbnails import LEAST_LEFT, midway, pieces_on_boards
from runtime.session import Session


@pytest.mark.parametrize("name", ["stackdoku_mini", "stacks", "mahjong_solitaire"])
def test_no_board_has_lost_most_of_its_pieces(name: str) -> None:
    game = load(name)
    session = midway(game)
    first, shown = pieces_on_boards(Session(game, seed=session.seed).state), pieces_on_boards(session.state)
    assert shown != first
    assert all(shown[board] >= LEAST_LEFT * count for board, count in first.items())


def test_a_game_that_begins_with_empty_boards_is_seen_with_something_on_them() -> None:
    assert sum(pieces_on_boards(midway(load("khi")).state).values()) > 20
    assert not midway(load("tic_tac_toe")).state.over


def test_a_variant_does_not_look_like_its_parent() -> None:
    assert midway(load("khi")).seed != midway(load("khi_raid")).seed
    assert midway(load("khi")).seed == midway(load("khi")).seed
