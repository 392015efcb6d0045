"""Hex boards: worked examples."""

from math import dist, sqrt

import pytest

from interpreter.boards import BoardShape, Topology, build
from interpreter.boards.directions import (
    ANTIDIAGONAL,
    COLUMN,
    DIAGONAL,
    DIRECTIONS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    ROW,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    towards,
)


def named(topology: Topology, sites: tuple[int, ...]) -> str:
    return " ".join(topology.names[site] for site in sites)


@pytest.fixture
def rhombus() -> Topology:
    return build([BoardShape("grid", "hex", columns=3, rows=3)])


def test_six_directions_and_three_axes(rhombus: Topology) -> None:
    board = rhombus.boards["grid"]
    assert [DIRECTIONS[d] for d in board.directions] == [
        "northeast", "east", "southeast", "southwest", "west", "northwest",
    ]  # fmt: skip
    assert board.axes == (ROW, COLUMN, ANTIDIAGONAL)
    assert rhombus.axis_directions(ROW) == (EAST, WEST)
    assert rhombus.axis_directions(COLUMN) == (SOUTHEAST, NORTHWEST)
    assert rhombus.axis_directions(ANTIDIAGONAL) == (NORTHEAST, SOUTHWEST)
    assert rhombus.axis_directions(DIAGONAL) == (0, 0)


def test_the_middle_has_six_neighbours(rhombus: Topology) -> None:
    assert named(rhombus, rhombus.neighbours[5]) == "c1 c2 b3 a3 a2 b1"
    assert named(rhombus, rhombus.neighbours[1]) == "b1 a2"
    assert named(rhombus, rhombus.neighbours[3]) == "c2 b2 b1"


def test_each_row_stands_half_a_cell_further_right(rhombus: Topology) -> None:
    half = sqrt(3) / 2
    assert rhombus.places[1:4] == ((0.5, 0.5), (1.5, 0.5), (2.5, 0.5))
    assert rhombus.places[4] == (1.0, 0.5 + half)
    assert rhombus.places[9] == (3.5, 0.5 + 2 * half)


def test_neighbours_are_equally_far_on_the_screen(rhombus: Topology) -> None:
    middle = rhombus.places[5]
    assert [dist(middle, rhombus.places[other]) for other in rhombus.neighbours[5]] == pytest.approx([1] * 6)


def test_with_row_one_at_the_bottom_rows_still_lean_to_the_right() -> None:
    topology = build([BoardShape("grid", "hex", columns=3, rows=3, origin="bottom")])
    assert topology.places[7] == (0.5, 0.5)
    assert topology.places[4][0] == 1.0
    assert topology.places[1][0] == 1.5
    assert named(topology, topology.neighbours[5]) == "c3 c2 b1 a1 a2 b3"
    assert named(topology, topology.line_table(COLUMN)[5]) == "b3 b2 b1"


def test_lines_along_the_three_axes(rhombus: Topology) -> None:
    assert named(rhombus, rhombus.line_table(ROW)[5]) == "a2 b2 c2"
    assert named(rhombus, rhombus.line_table(COLUMN)[5]) == "b1 b2 b3"
    assert named(rhombus, rhombus.line_table(ANTIDIAGONAL)[5]) == "a3 b2 c1"
    assert rhombus.line_table(DIAGONAL) == ((),) * 10
    assert rhombus.graph_lines()[5] == ((4, 5, 6), (2, 5, 8), (7, 5, 3))


def test_north_and_south_lead_nowhere(rhombus: Topology) -> None:
    assert rhombus.step_table(NORTH) == (0,) * 10
    assert rhombus.ray_table(SOUTH) == ((),) * 10
    assert rhombus.lines_of("grid", NORTH) == ()


def test_distance_counts_hex_steps(rhombus: Topology) -> None:
    site = rhombus.boards["grid"].by_name
    assert rhombus.distance(site["a3"], site["c1"]) == 2
    assert rhombus.distance(site["a1"], site["c3"]) == 4
    assert rhombus.direction(site["a3"], site["c1"]) == NORTHEAST
    assert named(rhombus, rhombus.between(site["a3"], site["c1"])) == "b2"
    assert rhombus.direction(site["a1"], site["b2"]) == 0


def test_jumps_count_columns_and_rows(rhombus: Topology) -> None:
    site = rhombus.boards["grid"].by_name
    assert rhombus.step_table(towards(1, 2))[site["a3"]] == site["b1"]


def test_joined_edges() -> None:
    topology = build([BoardShape("grid", "hex", columns=3, rows=3, wrap=True)])
    site = topology.boards["grid"].by_name
    assert named(topology, topology.neighbours[site["a1"]]) == "b3 b1 a2 c2 c1 a3"
    assert topology.step_table(SOUTHWEST)[site["a3"]] == site["c1"]
    assert topology.step_table(NORTHWEST)[site["b1"]] == site["b3"]
