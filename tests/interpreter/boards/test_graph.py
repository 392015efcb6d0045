"""Graph boards: worked examples."""

import pytest

from interpreter.boards import BoardShape, Topology, build
from interpreter.boards.directions import COMPASS, EAST, ROW, WEST


def named(topology: Topology, sites: tuple[int, ...]) -> str:
    return " ".join(topology.names[site] for site in sites)


@pytest.fixture
def two_squares() -> Topology:
    """An outer and an inner square of eight points each, joined at the middle of their sides."""
    lines = """
        a5 c5 e5, b4 c4 d4, b2 c2 d2, a1 c1 e1, a5 a3 a1, b4 b3 b2, d4 d3 d2, e5 e3 e1,
        c5 c4, c2 c1, a3 b3, d3 e3
    """
    split = tuple(tuple(line.split()) for line in lines.split(","))
    return build([BoardShape("field", "graph", lines=split, origin="bottom")])


def test_sites_come_as_lines_first_name_them(two_squares: Topology) -> None:
    assert two_squares.count == 16
    assert " ".join(two_squares.names[1:]) == "a5 c5 e5 b4 c4 d4 b2 c2 d2 a1 c1 e1 a3 b3 d3 e3"
    board = two_squares.boards["field"]
    assert (board.columns, board.rows) == (5, 5)
    assert (board.directions, board.axes) == ((), ())
    assert board.at(3, 5) == board.by_name["c5"]
    assert board.at(3, 3) == 0
    assert board.lines[0] == (1, 2, 3)


def test_neighbours_follow_the_lines(two_squares: Topology) -> None:
    site = two_squares.boards["field"].by_name
    assert named(two_squares, two_squares.neighbours[site["c5"]]) == "a5 e5 c4"
    assert named(two_squares, two_squares.neighbours[site["b3"]]) == "b4 b2 a3"
    assert named(two_squares, two_squares.neighbours_at(None, 2)[site["a5"]]) == "e5 a1"


def test_lines_through_a_site(two_squares: Topology) -> None:
    site = two_squares.boards["field"].by_name
    lines = two_squares.graph_lines()[site["c5"]]
    assert [named(two_squares, line) for line in lines] == ["a5 c5 e5", "c5 c4"]


def test_no_compass_point_leads_anywhere(two_squares: Topology) -> None:
    assert all(two_squares.step_table(direction) == (0,) * 17 for direction in COMPASS)
    assert two_squares.ray_table(EAST) == ((),) * 17
    assert two_squares.line_table(ROW) == ((),) * 17
    assert two_squares.lines_of("field", EAST) == ()
    assert two_squares.neighbours_at(COMPASS, 1) == ((),) * 17
    assert two_squares.direction(1, 2) == 0


def test_between_on_a_declared_line(two_squares: Topology) -> None:
    site = two_squares.boards["field"].by_name
    assert named(two_squares, two_squares.between(site["a5"], site["e5"])) == "c5"
    assert named(two_squares, two_squares.between(site["e1"], site["e5"])) == "e3"
    assert two_squares.between(site["a5"], site["c5"]) == ()
    assert two_squares.between(site["a5"], site["d2"]) == ()


def test_distance_is_the_shortest_way(two_squares: Topology) -> None:
    site = two_squares.boards["field"].by_name
    assert two_squares.distance(site["a5"], site["c5"]) == 1
    assert two_squares.distance(site["a5"], site["b4"]) == 3
    assert two_squares.distance(site["c5"], site["c1"]) == 4


def test_sites_are_drawn_where_their_names_say(two_squares: Topology) -> None:
    site = two_squares.boards["field"].by_name
    assert two_squares.column[site["e3"]] == 5
    assert two_squares.row[site["e3"]] == 3
    assert two_squares.places[site["a5"]] == (0.5, 0.5)
    assert two_squares.places[site["e1"]] == (4.5, 4.5)


def test_further_sites_and_declared_places() -> None:
    topology = build(
        [
            BoardShape(
                "track",
                "graph",
                lines=(("a1", "b1", "finish"),),
                extra_sites=("home_a", "home_b"),
                places={"home_a": (0, 2), "finish": (3, 1.5)},
            )
        ]
    )
    assert topology.names == ("", "a1", "b1", "finish", "home_a", "home_b")
    assert topology.column == (0, 1, 2, 0, 0, 0)
    assert topology.places[1:] == ((0.5, 0.5), (1.5, 0.5), (2.5, 1.0), (-0.5, 1.5), (0.5, 2.5))
    assert topology.neighbours == ((), (2,), (1, 3), (2,), (), ())
    assert topology.row_table(EAST) == (0, 1, 2, 0, 0, 0)
    assert topology.row_table(WEST) == (0, 2, 1, 0, 0, 0)
    assert topology.graph_lines()[4] == ()
    assert topology.distance(1, 4) == 5


def test_a_line_that_ends_where_it_began_is_a_ring() -> None:
    topology = build([BoardShape("round", "graph", lines=(("n", "e", "s", "w", "n"),))])
    site = topology.boards["round"].by_name
    assert topology.count == 4
    assert named(topology, topology.neighbours[site["n"]]) == "w e"
    assert named(topology, topology.neighbours_at(None, 2)[site["w"]]) == "e"
    assert named(topology, topology.between(site["n"], site["s"])) == "e"
    assert topology.between(site["n"], site["w"]) == ()
    assert named(topology, topology.between(site["w"], site["e"])) == "s"
