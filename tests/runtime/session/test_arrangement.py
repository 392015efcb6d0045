"""Racks and hands in the player’s own order: gaps stay, new pieces find their places, and nothing is lost."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter import load
from runtime.session.arrangement import Arrangement, arrangeable, keeps_gaps, lettered, mixed, put, settled
from runtime.session.session import Session

PLACES = some.lists(some.integers(0, 9), max_size=9, unique_by=lambda piece: piece or object())


def test_pieces_stay_where_they_lie() -> None:
    assert settled((), (4, 2, 9), gaps=True) == (4, 2, 9)
    assert settled((4, 2, 9), (9, 4), gaps=True) == (4, 0, 9)
    assert settled((4, 2, 9), (9, 4), gaps=False) == (4, 9)
    assert settled((4, 0, 9), (9, 4, 7, 8), gaps=True) == (4, 7, 9, 8)
    assert settled((4, 2, 9), (9, 7, 4, 8), gaps=False) == (4, 9, 7, 8)
    assert settled((4, 2, 9), (4,), gaps=True) == (4,)


@pytest.mark.parametrize(
    ("before", "piece", "place", "after"),
    [
        ((1, 2, 3, 4), 1, 2, (2, 3, 1, 4)),
        ((1, 2, 3, 4), 4, 0, (4, 1, 2, 3)),
        ((1, 2, 3, 4), 2, 1, (1, 2, 3, 4)),
        ((1, 0, 3, 4), 4, 1, (1, 4, 3, 0)),
        ((1, 0, 3, 4), 1, 3, (0, 3, 4, 1)),
        ((1, 2, 0, 4), 1, 4, (0, 2, 0, 4, 1)),
        ((0, 2, 0, 4, 5), 5, 1, (0, 5, 2, 4, 0)),
    ],
)
def test_a_piece_is_put_elsewhere(before: tuple[int, ...], piece: int, place: int, after: tuple[int, ...]) -> None:
    assert put(before, piece, place) == after


@given(PLACES, some.data())
def test_nothing_is_lost(places: list[int], data: some.DataObject) -> None:
    pieces = [piece for piece in places if piece]
    if not pieces:
        return
    after = put(places, data.draw(some.sampled_from(pieces)), data.draw(some.integers(0, 11)))
    assert sorted(piece for piece in after if piece) == sorted(pieces)
    gaps = data.draw(some.booleans())
    left = data.draw(some.lists(some.integers(1, 12), unique=True))
    assert sorted(piece for piece in settled(after, left, gaps) if piece) == sorted(left)


def test_shuffling_changes_the_order_and_keeps_gaps_and_what_is_held() -> None:
    before = (1, 0, 3, 4, 5)
    for seed in range(20):
        after = mixed(before, {4}, Random(seed))
        assert (after[1], after[3]) == (0, 4)
        assert sorted(after) == sorted(before)
        assert after != before
    assert mixed((7,), (), Random(1)) == (7,)


def test_only_racks_whose_order_means_nothing_are_the_players_own() -> None:
    def names(game: str) -> list[str]:
        return list(arrangeable(load(game).new(1).program))

    assert (names("khi"), names("scrabble_like"), names("word_cell"), names("stackdoku")) == (
        ["rack"], ["rack"], ["tray"], ["tray"],
    )  # fmt: skip
    # Only the first tile of this tray may be placed.
    assert names("stackdoku_line") == []
    assert [bool(lettered(load(name).new(1).program)) for name in ("khi", "stackdoku", "stacks_shelf")] == [
        True, False, False,
    ]  # fmt: skip
    assert keeps_gaps(load("khi").new(1).program, "rack")
    assert not keeps_gaps(load("stackdoku").new(1).program, "tray")


def test_new_tiles_come_into_the_gaps_and_undone_ones_back() -> None:
    game = load("stackdoku")
    session = Session(game, seed=5)
    arrangement = Arrangement(session)
    for _ in range(2):
        pair = next(action for action in game.legal(session.state) if action[0] == "pair")
        session.perform(pair)
    tray = [piece.number for piece in session.state.zone("tray")]
    arrangement.put("tray", tray, (), tray[3], 0)
    assert arrangement.places("tray", tray) == (tray[3], *tray[:3])
    placed = next(action for action in game.legal(session.state) if action[0] == "place" and action[1] == tray[3])
    session.perform(placed)
    assert arrangement.places("tray", tray[:3]) == tuple(tray[:3])
    session.undo()
    now = [piece.number for piece in session.state.zone("tray")]
    assert sorted(arrangement.places("tray", now)) == sorted(tray)


def test_a_taken_tile_leaves_a_gap_which_the_next_one_fills() -> None:
    game = load("khi")
    session = Session(game, seed=5, seats={"computer": "person"})
    arrangement = Arrangement(session)
    rack = [piece.number for piece in session.state.zone("rack", 1)]
    assert session.notes["places", "rack[human]"] == tuple(rack)
    word = next(action for action in game.legal(session.state) if action[0] == "play" and len(action[1]) == 2)
    session.perform(word)
    now = [piece.number for piece in session.state.zone("rack", 1)]
    lying = arrangement.places("rack[human]", now)
    assert len(lying) == 7
    assert [piece for piece in lying if piece in rack] == [piece for piece in rack if piece in now]
    assert all(lying[at] == piece for at, piece in enumerate(rack) if piece in now)
