"""Square boards: worked examples with both origins, holes, joined edges and regions."""

import pytest

from interpreter.boards import BoardShape, Topology, build, direction_name, leaps
from interpreter.boards.directions import (
    ANTIDIAGONAL,
    COLUMN,
    COMPASS,
    DIAGONAL,
    DIAGONALS,
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    ORTHOGONALS,
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
def three_by_two() -> Topology:
    return build([BoardShape("grid", columns=3, rows=2)])


def test_sites_go_row_by_row_from_row_one(three_by_two: Topology) -> None:
    assert three_by_two.count == 6
    assert three_by_two.names == ("", "a1", "b1", "c1", "a2", "b2", "c2")
    assert three_by_two.column == (0, 1, 2, 3, 1, 2, 3)
    assert three_by_two.row == (0, 1, 1, 1, 2, 2, 2)
    assert three_by_two.layer == (0, 0, 0, 0, 0, 0, 0)
    assert three_by_two.board_of == (0, 1, 1, 1, 1, 1, 1)
    board = three_by_two.boards["grid"]
    assert (board.name, board.shape, board.columns, board.rows) == ("grid", "square", 3, 2)
    assert board.sites == (1, 2, 3, 4, 5, 6)
    assert board.by_name == {"a1": 1, "b1": 2, "c1": 3, "a2": 4, "b2": 5, "c2": 6}


def test_at_finds_sites_by_column_and_row(three_by_two: Topology) -> None:
    board = three_by_two.boards["grid"]
    assert board.at(3, 2) == 6
    assert [board.at(0, 1), board.at(4, 1), board.at(1, 3), board.at(1, 1, 2)] == [0, 0, 0, 0]


def test_north_is_up_with_row_one_at_the_top(three_by_two: Topology) -> None:
    assert three_by_two.step_table(NORTH) == (0, 0, 0, 0, 1, 2, 3)
    assert three_by_two.step_table(SOUTH) == (0, 4, 5, 6, 0, 0, 0)
    assert three_by_two.step_table(EAST) == (0, 2, 3, 0, 5, 6, 0)
    assert three_by_two.step_table(SOUTHWEST) == (0, 0, 4, 5, 0, 0, 0)
    assert three_by_two.places[1:] == ((0.5, 0.5), (1.5, 0.5), (2.5, 0.5), (0.5, 1.5), (1.5, 1.5), (2.5, 1.5))


def test_north_is_up_with_row_one_at_the_bottom() -> None:
    topology = build([BoardShape("grid", columns=3, rows=2, origin="bottom")])
    assert topology.names == ("", "a1", "b1", "c1", "a2", "b2", "c2")
    assert topology.step_table(NORTH) == (0, 4, 5, 6, 0, 0, 0)
    assert topology.step_table(SOUTH) == (0, 0, 0, 0, 1, 2, 3)
    assert topology.step_table(NORTHEAST) == (0, 5, 6, 0, 0, 0, 0)
    assert topology.places[1:] == ((0.5, 1.5), (1.5, 1.5), (2.5, 1.5), (0.5, 0.5), (1.5, 0.5), (2.5, 0.5))


def test_sides_have_four_directions_and_all_has_eight() -> None:
    sides = build([BoardShape("grid", columns=3, rows=3)])
    assert sides.boards["grid"].directions == ORTHOGONALS
    assert sides.boards["grid"].axes == (ROW, COLUMN)
    assert named(sides, sides.neighbours[5]) == "b1 c2 b3 a2"
    assert named(sides, sides.neighbours[1]) == "b1 a2"
    every = build([BoardShape("grid", columns=3, rows=3, neighbours="all")])
    assert every.boards["grid"].directions == COMPASS
    assert every.boards["grid"].axes == (ROW, COLUMN, DIAGONAL, ANTIDIAGONAL)
    assert named(every, every.neighbours[5]) == "b1 c1 c2 c3 b3 a3 a2 a1"


def test_diagonal_steps_exist_where_only_sides_make_neighbours() -> None:
    topology = build([BoardShape("grid", columns=3, rows=3)])
    assert named(topology, topology.neighbours_at(DIAGONALS, 1)[5]) == "c1 c3 a3 a1"
    assert named(topology, topology.neighbours_at(DIAGONALS, 2)[1]) == "c3"
    assert named(topology, topology.neighbours_at((SOUTH, EAST), 2)[1]) == "a3 c1"
    assert topology.neighbours_at((), 1)[5] == ()
    assert topology.neighbours_at(None, 1) == topology.neighbours


def test_rays_stop_at_the_edge() -> None:
    topology = build([BoardShape("grid", columns=4, rows=4, origin="bottom")])
    a1 = topology.boards["grid"].by_name["a1"]
    assert named(topology, topology.ray_table(NORTHEAST)[a1]) == "b2 c3 d4"
    assert named(topology, topology.ray_table(NORTH)[a1]) == "a2 a3 a4"
    assert topology.ray_table(SOUTH)[a1] == ()
    assert topology.ray_table(NORTH)[0] == ()


def test_lines_read_to_the_right_and_downwards_whatever_the_origin() -> None:
    top = build([BoardShape("grid", columns=3, rows=3)])
    b2 = 5
    assert named(top, top.line_table(ROW)[b2]) == "a2 b2 c2"
    assert named(top, top.line_table(COLUMN)[b2]) == "b1 b2 b3"
    assert named(top, top.line_table(DIAGONAL)[b2]) == "a1 b2 c3"
    assert named(top, top.line_table(ANTIDIAGONAL)[b2]) == "a3 b2 c1"
    bottom = build([BoardShape("grid", columns=3, rows=3, origin="bottom")])
    assert named(bottom, bottom.line_table(COLUMN)[b2]) == "b3 b2 b1"
    assert named(bottom, bottom.line_table(DIAGONAL)[b2]) == "a3 b2 c1"
    assert bottom.line_table(ROW)[0] == ()


def test_axes_have_a_walking_direction_and_its_opposite(three_by_two: Topology) -> None:
    assert three_by_two.axis_directions(ROW) == (EAST, WEST)
    assert three_by_two.axis_directions(COLUMN, "grid") == (SOUTH, NORTH)
    assert three_by_two.axis_directions(DIAGONAL) == (SOUTHEAST, NORTHWEST)
    assert three_by_two.axis_directions(ANTIDIAGONAL) == (NORTHEAST, SOUTHWEST)


def test_lines_of_a_board_in_walking_order(three_by_two: Topology) -> None:
    assert three_by_two.lines_of("grid", EAST) == ((1, 2, 3), (4, 5, 6))
    assert three_by_two.lines_of("grid", WEST) == ((3, 2, 1), (6, 5, 4))
    assert three_by_two.lines_of("grid", SOUTH) == ((1, 4), (2, 5), (3, 6))
    assert three_by_two.lines_of("grid", SOUTHEAST) == ((1, 5), (2, 6), (3,), (4,))


def test_lines_through_a_site_follow_the_axes_of_the_board(three_by_two: Topology) -> None:
    assert three_by_two.graph_lines()[5] == ((4, 5, 6), (2, 5))
    assert three_by_two.graph_lines()[0] == ()


def test_left_and_right_are_west_and_east_and_nothing_lies_above(three_by_two: Topology) -> None:
    assert three_by_two.left == ((), (), (1,), (2,), (), (4,), (5,))
    assert three_by_two.right == ((), (2,), (3,), (), (5,), (6,), ())
    assert three_by_two.above == ((),) * 7
    assert three_by_two.below == ((),) * 7


def test_between_and_direction_need_a_straight_line() -> None:
    topology = build([BoardShape("grid", columns=5, rows=5)])
    site = topology.boards["grid"].by_name
    assert named(topology, topology.between(site["a1"], site["d4"])) == "b2 c3"
    assert named(topology, topology.between(site["d4"], site["a1"])) == "c3 b2"
    assert topology.direction(site["a1"], site["d4"]) == SOUTHEAST
    assert topology.between(site["a1"], site["b1"]) == ()
    assert topology.direction(site["a1"], site["b1"]) == EAST
    assert topology.between(site["a1"], site["b3"]) == ()
    assert topology.direction(site["a1"], site["b3"]) == 0
    assert topology.direction(site["a1"], site["a1"]) == 0
    assert topology.direction(0, 3) == topology.direction(3, 0) == 0
    assert topology.between(0, 3) == topology.between(3, 0) == ()


def test_distance_counts_sides_or_king_steps() -> None:
    sides = build([BoardShape("grid", columns=5, rows=5)])
    every = build([BoardShape("grid", columns=5, rows=5, neighbours="all")])
    site = sides.boards["grid"].by_name
    assert sides.distance(site["a1"], site["d3"]) == 5
    assert every.distance(site["a1"], site["d3"]) == 3
    assert sides.distance(site["c3"], site["c3"]) == 0


def test_leaps_step_and_go_on() -> None:
    topology = build([BoardShape("grid", columns=5, rows=5, origin="bottom")])
    site = topology.boards["grid"].by_name
    knight = leaps(1, 2)
    assert named(topology, topology.neighbours_at(knight, 1)[site["a1"]]) == "b3 c2"
    assert len(topology.neighbours_at(knight, 1)[site["c3"]]) == 8
    assert named(topology, topology.ray_table(towards(1, 2))[site["a1"]]) == "b3 c5"
    assert direction_name(knight[0]) == "2 north 1 east"


@pytest.fixture
def cross() -> Topology:
    """A plus of five sites."""
    return build([BoardShape("grid", columns=3, rows=3, holes=frozenset({(1, 1), (3, 1), (1, 3), (3, 3)}))])


def test_holes_are_no_sites(cross: Topology) -> None:
    assert cross.names == ("", "b1", "a2", "b2", "c2", "b3")
    assert cross.boards["grid"].at(1, 1) == 0
    assert cross.boards["grid"].at(2, 2) == 3
    assert cross.step_table(WEST) == (0, 0, 0, 2, 3, 0)
    assert named(cross, cross.line_table(ROW)[1]) == "b1"
    assert cross.distance(1, 2) == 2


def test_lines_and_rays_end_at_a_hole() -> None:
    topology = build([BoardShape("grid", columns=5, rows=1, holes=frozenset({(3, 1)}))])
    assert topology.names == ("", "a1", "b1", "d1", "e1")
    assert topology.lines_of("grid", EAST) == ((1, 2), (3, 4))
    assert topology.ray_table(EAST)[1] == (2,)
    assert topology.line_table(ROW)[4] == (3, 4)
    assert topology.neighbours_at((EAST,), 2)[2] == ()
    assert topology.direction(2, 3) == 0


def test_sites_without_a_way_between_are_farther_than_any_way() -> None:
    topology = build([BoardShape("grid", columns=5, rows=1, holes=frozenset({(3, 1)}))])
    assert topology.distance(1, 4) == 4
    assert topology.distance(1, 2) == 1


@pytest.fixture
def torus() -> Topology:
    return build([BoardShape("grid", columns=4, rows=3, wrap=True)])


def test_joined_edges_step_round(torus: Topology) -> None:
    site = torus.boards["grid"].by_name
    assert torus.step_table(WEST)[site["a2"]] == site["d2"]
    assert torus.step_table(NORTH)[site["b1"]] == site["b3"]
    assert torus.step_table(NORTHWEST)[site["a1"]] == site["d3"]
    assert named(torus, torus.neighbours[site["a1"]]) == "a3 b1 a2 d1"


def test_a_ray_goes_round_once(torus: Topology) -> None:
    site = torus.boards["grid"].by_name
    assert named(torus, torus.ray_table(EAST)[site["c1"]]) == "d1 a1 b1"
    assert named(torus, torus.ray_table(SOUTHEAST)[site["a1"]]) == "b2 c3 d1 a2 b3 c1 d2 a3 b1 c2 d3"


def test_a_line_that_goes_round_has_the_site_in_its_middle(torus: Topology) -> None:
    site = torus.boards["grid"].by_name
    assert named(torus, torus.line_table(ROW)[site["a1"]]) == "d1 a1 b1 c1"
    assert named(torus, torus.line_table(COLUMN)[site["a1"]]) == "a3 a1 a2"
    assert torus.lines_of("grid", EAST) == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    assert torus.lines_of("grid", WEST) == ((1, 4, 3, 2), (5, 8, 7, 6), (9, 12, 11, 10))


def test_joined_edges_shorten_the_way(torus: Topology) -> None:
    site = torus.boards["grid"].by_name
    assert torus.distance(site["a1"], site["d3"]) == 2
    assert torus.direction(site["a1"], site["d1"]) == WEST
    assert torus.between(site["a1"], site["d1"]) == ()


def test_a_single_joined_column_is_no_neighbour_of_itself() -> None:
    topology = build([BoardShape("grid", columns=1, rows=3, wrap=True)])
    assert topology.step_table(EAST) == (0, 1, 2, 3)
    assert topology.ray_table(EAST)[1] == ()
    assert topology.neighbours[1] == (3, 2)
    assert topology.lines_of("grid", EAST) == ((1,), (2,), (3,))


def test_regions_are_blocks() -> None:
    topology = build([BoardShape("grid", columns=4, rows=4, regions={"box": (2, 2), "band": (4, 1)})])
    site = topology.boards["grid"].by_name
    assert named(topology, topology.region_table("box")[site["c2"]]) == "c1 d1 c2 d2"
    assert named(topology, topology.region_table("band")[site["c2"]]) == "a2 b2 c2 d2"
    assert topology.region_table("box")[0] == ()


def test_rows_count_from_the_side_of_who_looks_that_way(three_by_two: Topology) -> None:
    bottom = build([BoardShape("grid", columns=3, rows=2, origin="bottom")])
    assert bottom.row_table(NORTH) == (0, 1, 1, 1, 2, 2, 2)
    assert bottom.row_table(SOUTH) == (0, 2, 2, 2, 1, 1, 1)
    assert three_by_two.row_table(NORTH) == (0, 2, 2, 2, 1, 1, 1)
    assert three_by_two.row_table(SOUTHEAST) == (0, 1, 1, 1, 2, 2, 2)
    assert three_by_two.row_table(EAST) == (0, 1, 2, 3, 1, 2, 3)
    assert three_by_two.row_table(WEST) == (0, 3, 2, 1, 3, 2, 1)
