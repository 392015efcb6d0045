"""Edges and corners between cells: worked examples, and properties of every board."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards import COLUMN, ROW, BoardShape, Topology, build
from interpreter.boards.borders import PARTS


def board(
    columns: int, rows: int, shape: Literal["square", "hex"] = "square", rim: bool = False, holes: str = ""
) -> Topology:
    cells = frozenset((ord(name[0]) - ord("a") + 1, int(name[1:])) for name in holes.split())
    borders = {"edges": rim, "corners": rim}
    shapes = [BoardShape("grid", shape, columns, rows, origin="bottom", holes=cells, borders=borders)]
    return build(shapes)


def site(topology: Topology, name: str) -> int:
    [found] = {each.by_name[name] for each in topology.boards.values() if name in each.by_name}
    return found


def named(topology: Topology, sites: tuple[int, ...]) -> str:
    return " ".join(topology.names[site] for site in sites)


def around(topology: Topology, name: str, board: str) -> str:
    return named(topology, topology.around_table(board)[site(topology, name)])


def test_they_come_row_by_row_from_row_one() -> None:
    topology = board(2, 2)
    assert named(topology, topology.boards["grid.edges"].sites) == "a1|b1 a1|a2 b1|b2 a2|b2"
    assert named(topology, topology.boards["grid.corners"].sites) == "a1|b2"
    assert topology.count == 9


def test_those_of_the_rim_are_called_by_one_cell_and_a_direction() -> None:
    topology = board(2, 1, rim=True)
    edges, corners = topology.boards["grid.edges"], topology.boards["grid.corners"]
    assert named(topology, edges.sites) == "a1|south b1|south a1|west a1|b1 b1|east a1|north b1|north"
    assert named(topology, corners.sites) == (
        "a1|southwest a1|southeast b1|southeast a1|northwest a1|northeast b1|northeast"
    )


def test_a_hole_has_a_rim_too() -> None:
    topology = board(2, 2, rim=True, holes="b2")
    assert topology.names[site(topology, "a2|east")] == "a2|east"
    assert topology.names[site(topology, "b1|northwest")] == "a1|northeast"
    inner = board(2, 2, holes="b2")
    assert named(inner, inner.boards["grid.edges"].sites) == "a1|b1 a1|a2"
    assert inner.boards["grid.corners"].sites == ()


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("b1|a1", "a1|b1"),
        ("b1|west", "a1|b1"),
        ("b2|a1", "a1|b2"),
        ("a2|b1", "a1|b2"),
        ("b1|a2", "a1|b2"),
        ("b2|southwest", "a1|b2"),
    ],
)
def test_each_may_be_called_from_every_side(name: str, own: str) -> None:
    topology = board(3, 3)
    assert topology.names[site(topology, name)] == own


def test_what_touches_goes_clockwise_from_north() -> None:
    topology = board(3, 3)
    assert around(topology, "b2", "grid.edges") == "b2|b3 b2|c2 b1|b2 a2|b2"
    assert around(topology, "b2", "grid.corners") == "b2|c3 b1|c2 a1|b2 a2|b3"
    assert around(topology, "b2|b3", "grid") == "b3 b2"
    assert around(topology, "b2|c2", "grid") == "c2 b2"
    assert around(topology, "a1|b2", "grid") == "b2 b1 a1 a2"
    assert around(topology, "a1|b2", "grid.edges") == "a2|b2 b1|b2 a1|b1 a1|a2"
    assert around(topology, "b1|b2", "grid.corners") == "b1|c2 a1|b2"
    # On its own board these are its neighbours.
    assert around(topology, "b2", "grid") == "b3 c2 b1 a2"
    assert around(topology, "a1|b1", "grid.edges") == "a2|b2 b1|b2 a1|a2"


def test_edges_meet_and_corners_are_joined_by_edges() -> None:
    topology = board(3, 3)
    middle = topology.neighbours[site(topology, "b2|c2")]
    assert named(topology, middle) == "b3|c3 c2|c3 c1|c2 b1|c1 b1|b2 b2|b3"
    assert named(topology, topology.neighbours[site(topology, "a1|b2")]) == "a2|b3 b1|c2"
    assert topology.distance(site(topology, "a1|b2"), site(topology, "b2|c3")) == 2
    assert topology.neighbours_at(None, 2)[site(topology, "a1|b2")] == ()
    assert topology.neighbours_at((1, 3), 1)[site(topology, "a1|b2")] == ()


def test_an_edge_lies_between_cells_and_joins_corners() -> None:
    topology = board(3, 3)
    between = topology.edge_between
    assert topology.names[between[site(topology, "a1")][site(topology, "a2")]] == "a1|a2"
    assert site(topology, "b2") not in between[site(topology, "a1")]
    assert topology.names[between[site(topology, "a1|b2")][site(topology, "b1|c2")]] == "b1|b2"
    assert between[0] == {}


def test_how_edges_run_and_where_they_lie() -> None:
    topology = board(3, 3)
    upright, level, corner = (site(topology, name) for name in ("a1|b1", "a1|a2", "b2|c3"))
    assert (topology.axis[upright], topology.axis[level], topology.axis[corner]) == (COLUMN, ROW, 0)
    assert topology.places[upright] == (1.0, 2.5)
    assert topology.places[level] == (0.5, 2.0)
    assert topology.places[corner] == (2.0, 1.0)
    assert (topology.column[corner], topology.row[corner]) == (2, 2)
    assert topology.boards["grid.edges"].axes == (ROW, COLUMN)
    assert topology.row_table(5)[corner] == 2


def test_hexes_have_six_edges_and_corners_of_three() -> None:
    topology = board(3, 3, "hex")
    assert around(topology, "b2", "grid.edges") == "b2|c3 b2|c2 b1|b2 a1|b2 a2|b2 b2|b3"
    assert around(topology, "b2", "grid.corners") == "b2|b3|c3 b2|c2|c3 b1|b2|c2 a1|b1|b2 a1|a2|b2 a2|b2|b3"
    assert around(topology, "b2|b3|c3", "grid") == "c3 b2 b3"
    assert topology.names[site(topology, "b2|east|northeast")] == "b2|c2|c3"
    assert topology.names[site(topology, "c3|b2|c2")] == "b2|c2|c3"
    assert set(topology.axis) == {0}
    assert topology.boards["grid.edges"].axes == ()


shapes = some.builds(
    board,
    some.integers(1, 5),
    some.integers(1, 5),
    some.sampled_from(["square", "hex"]),
    some.booleans(),
    some.sets(some.sampled_from(["b1", "b2", "a2", "c3"])).map(" ".join),
)


@given(shapes)
def test_touching_is_mutual_and_names_lead_back(topology: Topology) -> None:
    family = topology.family(topology.boards["grid"])
    for one in family:
        assert {one.by_name[topology.names[each]] for each in one.sites} == set(one.sites)
        for other in family:
            there, back = topology.around_table(other.name), topology.around_table(one.name)
            for each in one.sites:
                assert len(set(there[each])) == len(there[each])
                assert all(each in back[touched] for touched in there[each])


@given(shapes)
def test_an_edge_has_two_ends_and_at_most_two_sides(topology: Topology) -> None:
    edges, cells = topology.boards["grid.edges"], topology.around_table("grid")
    for edge in edges.sites:
        assert 1 + (not edges.rim) <= len(cells[edge]) <= 2
        if len(cells[edge]) == 2:
            a, b = cells[edge]
            assert topology.edge_between[a][b] == topology.edge_between[b][a] == edge
            assert b in topology.neighbours[a]


def test_boards_without_them_are_as_they_were() -> None:
    plain = build([BoardShape("grid", columns=3, rows=3)])
    assert plain.boards["grid"].points == {}
    assert plain.edge_between == ({},) * 10
    assert PARTS == ("edges", "corners")
