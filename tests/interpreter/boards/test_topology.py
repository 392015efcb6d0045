"""Several boards in one numbering, and properties of every board."""

import itertools
import pickle
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards import AXES, COMPASS, BoardShape, Layer, Topology, build, leaps, opposite
from interpreter.boards.directions import EAST, ROW


def test_boards_share_one_numbering() -> None:
    topology = build(
        [
            BoardShape("sea", columns=2, rows=2, regions={"bay": (2, 1)}),
            BoardShape("land", columns=2, rows=1),
            BoardShape("comb", "hex", columns=2, rows=1),
        ]
    )
    assert topology.count == 8
    assert topology.names == ("", "a1", "b1", "a2", "b2", "a1", "b1", "a1", "b1")
    assert topology.board_of == (0, 1, 1, 1, 1, 2, 2, 3, 3)
    assert topology.boards["land"].sites == (5, 6)
    assert topology.boards["comb"].by_name == {"a1": 7, "b1": 8}
    assert topology.step_table(EAST) == (0, 2, 0, 4, 0, 6, 0, 8, 0)
    assert topology.lines_of("land", EAST) == ((5, 6),)
    assert topology.line_table(ROW) == ((), (1, 2), (1, 2), (3, 4), (3, 4), (5, 6), (5, 6), (7, 8), (7, 8))
    assert topology.region_table("bay") == ((), (1, 2), (1, 2), (3, 4), (3, 4), (), (), (), ())
    assert topology.direction(2, 5) == 0
    assert topology.distance(1, 5) == 8
    assert topology.board_at(6) is topology.boards["land"]
    assert topology.board_at(0) is None


def test_no_boards_have_no_sites() -> None:
    topology = build([])
    assert topology.count == 0
    assert topology.names == ("",)
    assert topology.step_table(EAST) == (0,)
    assert topology.neighbours == ((),)


def test_tables_are_kept() -> None:
    topology = build([BoardShape("grid", columns=4, rows=4)])
    assert topology.step_table(EAST) is topology.step_table(EAST)
    assert topology.ray_table(EAST) is topology.ray_table(EAST)
    assert topology.line_table(ROW) is topology.line_table(ROW)
    assert topology.neighbours_at((EAST,), 2) is topology.neighbours_at((EAST,), 2)
    assert topology.graph_lines() is topology.graph_lines()


def test_a_topology_can_be_sent_to_another_process() -> None:
    topology = build([BoardShape("grid", columns=4, rows=4)])
    copy = pickle.loads(pickle.dumps(topology))
    assert copy.names == topology.names
    assert copy.neighbours == topology.neighbours


def test_a_large_board_is_built() -> None:
    topology = build([BoardShape("grid", columns=19, rows=19, neighbours="all")])
    for direction in COMPASS:
        topology.ray_table(direction)
    for axis in range(1, len(AXES)):
        topology.line_table(axis)
    assert len(topology.neighbours[200]) == 8


ORIGINS: tuple[Literal["top", "bottom"], ...] = ("top", "bottom")
sizes = st.integers(1, 7)
cells = st.tuples(sizes, sizes)


@st.composite
def grids(draw: st.DrawFn) -> Topology:
    """A square or hex board with holes anywhere, either origin, and perhaps joined edges."""
    return build(
        [
            BoardShape(
                "grid",
                draw(st.sampled_from(["square", "hex"])),
                columns=draw(sizes),
                rows=draw(sizes),
                neighbours=draw(st.sampled_from(["sides", "all"])),
                origin=draw(st.sampled_from(ORIGINS)),
                wrap=draw(st.booleans()),
                holes=draw(st.frozensets(cells, max_size=8)),
            )
        ]
    )


@st.composite
def stacks(draw: st.DrawFn) -> Topology:
    layers = tuple(
        Layer(str(number), draw(sizes), draw(sizes), (draw(st.integers(-3, 9)), draw(st.integers(-3, 9))))
        for number in range(1, draw(st.integers(2, 4)))
    )
    footprint = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    origin = draw(st.sampled_from(ORIGINS))
    return build([BoardShape("stack", "layers", layers=layers, footprint=footprint, origin=origin)])


directions = st.one_of(st.sampled_from(COMPASS), st.integers(9, 48))


@given(grids(), directions)
def test_a_step_and_its_opposite_lead_back(topology: Topology, direction: int) -> None:
    there, back = topology.step_table(direction), topology.step_table(opposite(direction))
    assert there[0] == 0
    assert all(back[there[site]] == site for site in range(1, topology.count + 1) if there[site])


@given(grids(), directions)
def test_a_ray_is_the_step_again_and_again(topology: Topology, direction: int) -> None:
    step, ray = topology.step_table(direction), topology.ray_table(direction)
    for site in range(1, topology.count + 1):
        walked = []
        ahead = step[site]
        while ahead and ahead != site:
            walked.append(ahead)
            ahead = step[ahead]
        assert ray[site] == tuple(walked)


@given(grids(), directions)
def test_lines_hold_every_site_once(topology: Topology, direction: int) -> None:
    lines = topology.lines_of("grid", direction)
    board = topology.boards["grid"]
    expected = list(board.sites) if board.planes[0].has(direction) else []
    assert sorted(site for line in lines for site in line) == expected
    assert list(lines) == sorted(lines)
    step = topology.step_table(direction)
    assert all(step[a] == b for line in lines for a, b in itertools.pairwise(line))


@given(grids(), st.integers(1, 4))
def test_a_line_holds_its_site_and_both_rays(topology: Topology, axis: int) -> None:
    ahead, back = topology.axis_directions(axis)
    for site in range(1, topology.count + 1):
        line = topology.line_table(axis)[site]
        if ahead == 0:
            assert line == ()
            continue
        assert set(line) == {site, *topology.ray_table(ahead)[site], *topology.ray_table(back)[site]}
        assert len(set(line)) == len(line)
        step = topology.step_table(ahead)
        assert all(step[a] == b for a, b in itertools.pairwise(line))


@given(grids())
def test_distance_is_symmetric_and_one_for_neighbours(topology: Topology) -> None:
    sites = range(1, topology.count + 1)
    for a in sites:
        assert topology.distance(a, a) == 0
        assert all(topology.distance(a, b) == 1 for b in topology.neighbours[a])
        assert all(topology.distance(a, b) == topology.distance(b, a) for b in sites)


@given(grids())
def test_between_leads_from_one_site_to_the_other(topology: Topology) -> None:
    for a in range(1, topology.count + 1):
        for b in range(1, topology.count + 1):
            direction = topology.direction(a, b)
            if direction == 0:
                assert topology.between(a, b) == ()
            else:
                way = (*topology.between(a, b), b)
                assert topology.ray_table(direction)[a][: len(way)] == way


@given(st.one_of(grids(), stacks()))
def test_names_are_unique_on_a_board_and_lead_back(topology: Topology) -> None:
    for board in topology.boards.values():
        assert len(board.by_name) == len(board.sites)
        for site in board.sites:
            assert board.by_name[topology.names[site]] == site
            assert board.at(topology.column[site], topology.row[site], topology.layer[site] or 1) == site


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_distance_without_holes_has_a_formula(columns: int, rows: int, data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(1, columns * rows)) for _ in range(2))
    sides = build([BoardShape("grid", columns=columns, rows=rows)])
    every = build([BoardShape("grid", columns=columns, rows=rows, neighbours="all")])
    comb = build([BoardShape("grid", "hex", columns=columns, rows=rows)])
    across = sides.column[a] - sides.column[b]
    down = sides.row[a] - sides.row[b]
    assert sides.distance(a, b) == abs(across) + abs(down)
    assert every.distance(a, b) == max(abs(across), abs(down))
    assert comb.distance(a, b) == max(abs(across), abs(down), abs(across + down))


@given(stacks())
def test_above_is_a_real_overlap(topology: Topology) -> None:
    """Two footprints overlap if their centres are less than one footprint apart in both directions."""
    for a in range(1, topology.count + 1):
        for b in range(1, topology.count + 1):
            apart = [abs(p - q) for p, q in zip(topology.places[a], topology.places[b], strict=True)]
            overlap = topology.layer[b] == topology.layer[a] + 1 and max(apart) < 1 - 1e-9
            assert (b in topology.above[a]) == overlap
            assert (a in topology.below[b]) == overlap


@pytest.mark.parametrize("site", ["c3", "j10", "q17"])
def test_a_knight_has_eight_ways_on_a_big_board(site: str) -> None:
    topology = build([BoardShape("grid", columns=19, rows=19)])
    ways = topology.neighbours_at(leaps(1, 2), 1)
    assert len(leaps(1, 2)) == 8
    assert len(ways[topology.boards["grid"].by_name[site]]) == 8
