"""Names of sites."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards import BoardShape, build, column_letters, column_of, coordinates, site_name


@pytest.mark.parametrize(
    ("column", "letters"),
    [(1, "a"), (26, "z"), (27, "aa"), (52, "az"), (53, "ba"), (702, "zz"), (703, "aaa")],
)
def test_columns_go_on_with_two_letters_after_z(column: int, letters: str) -> None:
    assert column_letters(column) == letters


def test_a_layer_stands_behind_an_at_sign() -> None:
    assert site_name(3, 4) == "c4"
    assert site_name(27, 12) == "aa12"
    assert site_name(1, 1, "top") == "a1@top"


def test_go_players_have_no_column_i() -> None:
    assert [site_name(column, 4, skip_i=True) for column in (8, 9, 19, 25, 26)] == ["h4", "j4", "t4", "z4", "aa4"]
    assert [column_of(name) for name in ("j4", "aa12", "home_a")] == ["j", "aa", ""]
    topology = build([BoardShape("grid", columns=9, rows=2, skip_i=True)])
    assert topology.names[1:10] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "j1")


@pytest.mark.parametrize("name", ["home_a", "a0", "a01", "7a", "a", "7", "", "a1@top", "A1"])
def test_other_names_are_no_coordinates(name: str) -> None:
    assert coordinates(name) == (0, 0)


@given(st.integers(1, 2000), st.integers(1, 2000))
def test_names_round_trip(column: int, row: int) -> None:
    assert coordinates(site_name(column, row)) == (column, row)
