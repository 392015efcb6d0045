"""Directions as numbers: compass points, jumps, turning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards import (
    AXES,
    COMPASS,
    DIAGONALS,
    DIRECTIONS,
    OFFSETS,
    ORTHOGONALS,
    direction_name,
    leaps,
    offset,
    opposite,
    turned,
)
from interpreter.boards.directions import EAST, NORTH, SOUTH, WEST, towards

directions = st.integers(1, 400)
facings = st.integers(1, 8)


def test_the_compass_goes_clockwise_from_north() -> None:
    assert DIRECTIONS == (
        "", "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    )  # fmt: skip
    assert OFFSETS == ((0, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    assert AXES == ("", "row", "column", "diagonal", "antidiagonal")
    assert [DIRECTIONS[d] for d in ORTHOGONALS] == ["north", "east", "south", "west"]
    assert [DIRECTIONS[d] for d in DIAGONALS] == ["northeast", "southeast", "southwest", "northwest"]
    assert COMPASS == (1, 2, 3, 4, 5, 6, 7, 8)


def test_jumps_are_numbered_ring_by_ring() -> None:
    assert [offset(d) for d in range(9, 25)] == [
        (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (2, -1), (2, -2), (1, -2),
        (0, -2), (-1, -2), (-2, -2), (-2, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2),
    ]  # fmt: skip
    assert offset(25) == (0, 3)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1, 2, (10, 12, 14, 16, 18, 20, 22, 24)),
        (2, 1, (10, 12, 14, 16, 18, 20, 22, 24)),
        (0, 1, (1, 3, 5, 7)),
        (1, 1, (2, 4, 6, 8)),
        (2, 2, (11, 15, 19, 23)),
        (0, 0, ()),
    ],
)
def test_leaps_are_all_jumps_of_a_by_b(a: int, b: int, expected: tuple[int, ...]) -> None:
    assert leaps(a, b) == expected


@pytest.mark.parametrize(
    ("direction", "facing", "expected"),
    [
        ("north", "south", "south"),
        ("northwest", "south", "southeast"),
        ("northeast", "south", "southwest"),
        ("east", "west", "north"),
        ("northwest", "north", "northwest"),
        ("west", "northeast", "northwest"),
    ],
)
def test_turned_is_as_if_north_were_that_facing(direction: str, facing: str, expected: str) -> None:
    assert DIRECTIONS[turned(DIRECTIONS.index(direction), DIRECTIONS.index(facing))] == expected


def test_none_turns_nothing_and_stays_none() -> None:
    assert turned(0, SOUTH) == 0
    assert turned(EAST, 0) == EAST


def test_names_of_jumps_tell_their_parts() -> None:
    assert direction_name(0) == ""
    assert direction_name(8) == "northwest"
    assert direction_name(towards(1, 2)) == "2 north 1 east"
    assert direction_name(towards(-2, -1)) == "1 south 2 west"
    assert direction_name(towards(3, 0)) == "3 east"


@given(directions)
def test_offset_and_towards_are_inverse(direction: int) -> None:
    assert towards(*offset(direction)) == direction


@given(directions)
def test_the_opposite_leads_back(direction: int) -> None:
    columns, upwards = offset(direction)
    assert offset(opposite(direction)) == (-columns, -upwards)


@given(directions)
def test_a_quarter_turn_is_a_rotation_even_of_jumps(direction: int) -> None:
    columns, upwards = offset(direction)
    assert offset(turned(direction, EAST)) == (upwards, -columns)
    assert offset(turned(direction, WEST)) == (-upwards, columns)


@given(directions, facings)
def test_turning_north_gives_the_facing_and_keeps_the_ring(direction: int, facing: int) -> None:
    assert turned(NORTH, facing) == facing
    assert max(map(abs, offset(turned(direction, facing)))) == max(map(abs, offset(direction)))
