"""The pictures of the gallery, which show games in progress."""

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from interpreter import load
from interpreter.spec.catalogue import shipped
from renderer.app.thumbnails import LEAST_LEFT, Thumbnails, midway, pieces_on_boards, places_of
from renderer.skins.theme import theme
from runtime.session.session import Session
from runtime.show import present
from tests.renderer.invariants import overlap


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


@pytest.mark.parametrize(
    ("name", "below"), [("hidden_word", True), ("ghost", True), ("stackdoku", False), ("golf", False)]
)
def test_boards_stand_where_their_cells_are_largest(name: str, below: bool) -> None:
    places = places_of(present(midway(load(name))))
    assert (len({place.x for place in places}) == 1) is below
    assert all(not overlap(one, other) for one, other in combinations(places, 2))


def test_a_game_between_two_deals_is_seen_before_the_table_was_cleared() -> None:
    assert sum(pieces_on_boards(midway(load("leduc_poker")).state).values()) == 1


def test_a_variant_does_not_look_like_its_parent() -> None:
    assert midway(load("khi")).seed != midway(load("khi_raid")).seed
    assert midway(load("khi")).seed == midway(load("khi")).seed


def test_the_picture_of_another_theme_is_shown_until_there_is_one(tmp_path: Path) -> None:
    spec = shipped()["tic_tac_toe"]
    kept = Thumbnails(tmp_path / "pictures")
    dark, light = theme("dark"), theme("light")
    assert kept.find(spec, light) is None
    made = kept.make(spec, dark)
    assert made is not None
    assert (kept.find(spec, light), kept.is_missing(spec, light)) == (made, True)
    assert kept.make(spec, light) == kept.find(spec, light) != made
    assert kept.find(spec, dark) == made


def test_a_damaged_picture_is_made_anew(tmp_path: Path) -> None:
    spec, dark = shipped()["tic_tac_toe"], theme("dark")
    kept = Thumbnails(tmp_path / "pictures")
    made = kept.make(spec, dark)
    assert made is not None
    with Image.open(made) as picture:
        pixels = picture.tobytes()
    content = made.read_bytes()
    harms = [b"", content[:-1], content[:400], bytes(len(content)), content.replace(b"IDAT", b"IDAS"), content + b"\n"]
    for harm in harms:
        made.write_bytes(harm)
        fresh = Thumbnails(tmp_path / "pictures")
        assert (fresh.find(spec, dark), fresh.is_missing(spec, dark)) == (None, True)
    assert fresh.make(spec, dark) == fresh.find(spec, dark) == made
    with Image.open(made) as picture:
        assert picture.tobytes() == pixels


def test_no_picture_is_taken_from_a_folder_that_others_can_write_to(tmp_path: Path) -> None:
    spec, dark = shipped()["tic_tac_toe"], theme("dark")
    made = Thumbnails(tmp_path / "pictures").make(spec, dark)
    assert made is not None
    made.parent.chmod(0o777)
    fresh = Thumbnails(tmp_path / "pictures")
    assert (fresh.find(spec, dark), fresh.make(spec, dark), fresh.is_missing(spec, dark)) == (None, None, False)
