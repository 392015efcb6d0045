"""Where arrow keys lead: everywhere, by what can be seen, and back again."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from interpreter import load
from interpreter.position import PieceValue
from renderer.app.focus import WAYS, Cursor, first_spot, moved, nearest, next_key, next_place, next_row, pointable
from renderer.nodes import Box
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, theme
from runtime.session.session import Session
from runtime.show import present
from tests.shipped import PATHS

ROOT = Path(__file__).resolve().parents[3]
OTHERS = [
    ROOT / "tests" / "data" / folder / f"{name}.yaml"
    for folder, name in (
        ("window", "marsh"),
        ("window", "racks"),
        ("language", "battle"),
        ("language", "pyramid"),
        ("language", "lanes"),
        ("language", "letters"),
        ("language", "harbour"),
    )
]


def grid(columns: int, rows: int, shift: float = 0.0) -> dict[int, Box]:
    return {
        row * columns + column + 1: Box(column * 40 + row * shift, row * 40, 40, 40)
        for row in range(rows)
        for column in range(columns)
    }


def walked(spots: dict[int, Box], start: int, *ways: str) -> list[int]:
    cursor = Cursor(start, spots[start].middle)
    found = []
    for way in ways:
        cursor = moved(spots, cursor, way)
        found.append(cursor.spot)
    return found


def test_on_a_grid_each_key_goes_one_step() -> None:
    spots = grid(3, 3)
    assert walked(spots, 5, "Up", "Left", "Down", "Down", "Right") == [2, 1, 4, 7, 8]
    assert walked(spots, 9, "Right", "Down") == [9, 9]


def test_up_and_down_over_shifted_rows_comes_back() -> None:
    spots = grid(4, 4, shift=20)
    way = walked(spots, 14, "Up", "Up", "Up", "Down", "Down", "Down")
    assert [(spot - 1) // 4 for spot in way] == [2, 1, 0, 1, 2, 3]
    assert (way[:2], way[5]) == (way[4:2:-1], 14)


def test_up_and_down_lead_to_the_next_row_where_every_other_square_is_missing() -> None:
    spots = {spot: box for spot, box in grid(8, 8).items() if (box.x + box.y) % 80 == 0}
    way = walked(spots, 1, "Down", "Down", "Down", "Right", "Up")
    assert way == [10, 17, 26, 28, 19]
    rows = [{spot for spot in spots if (spot - 1) // 8 == row} for row in range(8)]
    for row, below in pairwise(rows):
        assert {walked(spots, spot, "Down")[0] for spot in row} <= below
        assert {walked(spots, spot, "Up")[0] for spot in below} <= row
    reached = {1}
    for _ in spots:
        reached |= {spot for first in reached for way in WAYS for spot in walked(spots, first, way)}
    assert reached == spots.keys()


def test_sites_stand_for_the_pieces_on_them() -> None:
    spots: dict[object, Box] = {PieceValue("man", 1): Box(0, 0, 40, 40), 1: Box(0, 0, 40, 40)}
    spots[PieceValue("man", 2)] = Box(100, 0, 40, 40)
    assert list(pointable(spots)) == [1, PieceValue("man", 2)]


def test_up_and_down_go_from_row_to_row_of_a_form() -> None:
    form = {
        "yes": Box(0, 0, 40, 40), "no": Box(44, 0, 40, 40), "switch": Box(0, 65, 30, 30), "less": Box(0, 120, 40, 40),
        "more": Box(120, 120, 40, 40), "seed": Box(0, 180, 300, 40), "cancel": Box(140, 240, 80, 40),
    }  # fmt: skip
    assert [next_row(form, form[name], "Down") for name in form] == [
        "switch", "switch", "less", "seed", "seed", "cancel", None,
    ]  # fmt: skip
    assert [next_row(form, form[name], "Up") for name in ("cancel", "seed", "more", "switch", "yes")] == [
        "seed", "more", "switch", "yes", None,
    ]  # fmt: skip


def test_left_and_right_stay_on_a_rack() -> None:
    rack = {PieceValue("tile", number): Box(40 + 40 * number, 100, 40, 40) for number in (0, 1)}
    spots: dict[object, Box] = {**grid(4, 2), **rack}
    end = Cursor(PieceValue("tile", 1), rack[PieceValue("tile", 1)].middle)
    assert moved(spots, end, "Right") == end
    assert moved(spots, end, "Left").spot == PieceValue("tile", 0)
    assert moved(spots, end, "Up").spot == 7
    beside = {PieceValue("tile", 2): Box(200, 40, 40, 40)}
    assert moved({**spots, **beside}, Cursor(8, spots[8].middle), "Right").spot == PieceValue("tile", 2)


def test_the_cursor_does_not_go_under_what_lies_on_a_site() -> None:
    below, above = {1: Box(0, 0, 40, 40), 2: Box(0, 40, 40, 40), 3: Box(0, 80, 40, 40)}, {4: Box(-4, 16, 40, 40)}
    assert list(pointable({**below, **above})) == [2, 3, 4]
    assert list(pointable({**above, **below})) == [1, 2, 3]
    assert list(pointable({PieceValue("tile", 1): below[1], **below, **above})) == [2, 3, 4]


def test_the_cursor_begins_where_a_move_can_be_made() -> None:
    spots = grid(5, 5)
    assert first_spot(spots) == 13
    assert first_spot(spots, frozenset({1, 25, 3})) == 3
    assert first_spot(spots, frozenset({26}), frozenset({1, 26}), frozenset({3})) == 1
    assert first_spot({}) is None
    assert nearest(spots, (199.0, 5.0)) == 5


def test_buttons_go_round() -> None:
    assert next_key(["a", "b", "c"], "c") == "a"
    assert next_key(["a", "b", "c"], "a", back=True) == "c"
    assert next_key(["a", "b"], None, back=True) == "b"
    assert next_key([], "a") is None
    assert next_place({"x": Box(0, 100, 10, 10), "y": Box(300, 40, 10, 10)}, Box(0, 0, 10, 10), "Down") == "x"
    assert next_place({"x": Box(0, 100, 10, 10)}, Box(0, 0, 10, 10), "Up") is None


@pytest.mark.parametrize("path", [*PATHS, *(pytest.param(path, id=path.stem) for path in OTHERS)])
def test_arrow_keys_lead_from_every_corner_to_everywhere(path: Path) -> None:
    session = Session(load(path), seed=1)
    spots = pointable(scene(present(session), Ui(), Size(1280, 800), theme()).spots)
    assert spots
    corners = (min, max)
    starts = {best(spots, key=lambda spot: spots[spot].middle[::way]) for best in corners for way in (1, -1)}
    for start in starts:
        seen = {Cursor(start, spots[start].middle)}
        waiting = list(seen)
        while waiting and len({cursor.spot for cursor in seen}) < len(spots):
            here = waiting.pop(0)
            for way in WAYS:
                there = moved(spots, here, way)
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        assert {cursor.spot for cursor in seen} == set(spots)
