"""Layers boards: worked examples of what lies above what, and what touches."""

import pytest

from interpreter.boards import BoardShape, Layer, Topology, build
from interpreter.boards.directions import COLUMN, EAST, NORTH, ORTHOGONALS, ROW, SOUTH
from interpreter.boards.layers import heights, overlap


def named(topology: Topology, sites: tuple[int, ...]) -> str:
    return " ".join(topology.names[site] for site in sites)


@pytest.fixture
def upturned_pyramid() -> Topology:
    layers = (Layer("bottom", 2, 2, (2, 2)), Layer("middle", 3, 3, (1, 1)), Layer("top", 4, 4, (0, 0)))
    return build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2))])


@pytest.fixture
def terrace() -> Topology:
    layers = (Layer("1", 3, 2), Layer("2", 1, 1, (2, 1)))
    return build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2))])


def test_sites_go_layer_by_layer_from_the_bottom(upturned_pyramid: Topology) -> None:
    assert upturned_pyramid.count == 29
    assert upturned_pyramid.names[1:6] == ("a1@bottom", "b1@bottom", "a2@bottom", "b2@bottom", "a1@middle")
    assert upturned_pyramid.names[14] == "a1@top"
    assert upturned_pyramid.layer == (0, 1, 1, 1, 1, *[2] * 9, *[3] * 16)
    board = upturned_pyramid.boards["stack"]
    assert (board.columns, board.rows) == (4, 4)
    assert board.directions == ORTHOGONALS
    assert board.axes == (ROW, COLUMN)
    assert [board.at(1, 1), board.at(3, 3), board.at(3, 3, 2), board.at(4, 4, 3), board.at(1, 1, 4)] == [
        1, 0, 13, 29, 0,
    ]  # fmt: skip


def test_a_shifted_tile_is_under_four(upturned_pyramid: Topology) -> None:
    site = upturned_pyramid.boards["stack"].by_name
    above = upturned_pyramid.above
    assert named(upturned_pyramid, above[site["a1@middle"]]) == "a1@top b1@top a2@top b2@top"
    assert named(upturned_pyramid, above[site["b2@bottom"]]) == "b2@middle c2@middle b3@middle c3@middle"
    assert above[site["a1@top"]] == ()
    assert [len(above[n]) for n in upturned_pyramid.boards["stack"].sites] == [4] * 13 + [0] * 16


def test_below_is_the_other_way_round(upturned_pyramid: Topology) -> None:
    site = upturned_pyramid.boards["stack"].by_name
    below = upturned_pyramid.below
    assert named(upturned_pyramid, below[site["a1@top"]]) == "a1@middle"
    assert named(upturned_pyramid, below[site["b2@top"]]) == "a1@middle b1@middle a2@middle b2@middle"
    assert below[site["a1@bottom"]] == ()


def test_half_an_overlap_counts_and_an_edge_does_not(terrace: Topology) -> None:
    site = terrace.boards["stack"].by_name
    assert named(terrace, terrace.below[site["a1@2"]]) == "b1@1 b2@1"
    assert terrace.above[site["a1@1"]] == ()
    assert terrace.above[site["c2@1"]] == ()


def test_left_and_right_touch_on_the_same_layer(terrace: Topology) -> None:
    site = terrace.boards["stack"].by_name
    assert named(terrace, terrace.left[site["b1@1"]]) == "a1@1"
    assert named(terrace, terrace.right[site["b1@1"]]) == "c1@1"
    assert terrace.left[site["a2@1"]] == ()
    assert terrace.left[site["a1@2"]] == terrace.right[site["a1@2"]] == ()


def test_one_walks_within_a_layer(terrace: Topology) -> None:
    site = terrace.boards["stack"].by_name
    assert terrace.step_table(SOUTH)[site["b1@1"]] == site["b2@1"]
    assert named(terrace, terrace.line_table(ROW)[site["b2@1"]]) == "a2@1 b2@1 c2@1"
    assert terrace.neighbours[site["a1@2"]] == ()
    assert terrace.lines_of("stack", EAST) == ((1, 2, 3), (4, 5, 6), (7,))
    assert terrace.distance(site["a1@1"], site["a1@2"]) == 7


def test_places_count_in_footprints(terrace: Topology) -> None:
    assert terrace.places[1] == (0.5, 0.5)
    assert terrace.places[6] == (2.5, 1.5)
    assert terrace.places[7] == (1.5, 1.0)


def test_row_one_at_the_bottom_counts_offsets_from_below() -> None:
    layers = (Layer("low", 2, 3), Layer("high", 1, 1, (1, 0)))
    topology = build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2), origin="bottom")])
    site = topology.boards["stack"].by_name
    assert topology.places[site["a1@low"]] == (0.5, 2.5)
    assert topology.places[site["a1@high"]] == (1.0, 2.5)
    assert named(topology, topology.below[site["a1@high"]]) == "a1@low b1@low"
    assert topology.step_table(NORTH)[site["a1@low"]] == site["a2@low"]


def test_a_layer_may_have_holes() -> None:
    layers = (Layer("low", 2, 1), Layer("high", 2, 1, (0, 0), frozenset({(2, 1)})))
    topology = build([BoardShape("stack", "layers", layers=layers)])
    assert topology.names == ("", "a1@low", "b1@low", "a1@high")
    assert topology.above == ((), (3,), (), ())


def test_rows_count_within_the_layer(terrace: Topology) -> None:
    assert terrace.row_table(NORTH) == (0, 2, 2, 2, 1, 1, 1, 1)
    assert terrace.row_table(EAST) == (0, 1, 2, 3, 1, 2, 3, 1)


@pytest.fixture
def finned() -> Topology:
    """A bottom layer of two by two, a fin on each side half a row lower, and a tile on top."""
    layers = (
        Layer("ground", 2, 2, (2, 0)),
        Layer("left", 1, 1, (0, 1), beside="ground"),
        Layer("right", 2, 1, (6, 1), beside="ground"),
        Layer("top", 1, 1, (3, 1)),
        Layer("hat", 1, 1, (3, 1)),
    )
    return build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2))])


def test_layers_beside_others_are_as_high(finned: Topology) -> None:
    assert heights(finned.boards["stack"].layers) == [1, 1, 1, 2, 3]
    assert finned.layer == (0, 1, 1, 1, 1, 1, 1, 1, 2, 3)
    assert finned.sheet == (0, 1, 1, 1, 1, 2, 3, 3, 4, 5)


def test_a_fin_touches_two_rows(finned: Topology) -> None:
    site = finned.boards["stack"].by_name
    assert named(finned, finned.right[site["a1@left"]]) == "a1@ground a2@ground"
    assert named(finned, finned.left[site["a2@ground"]]) == "a1@left"
    assert named(finned, finned.right[site["b1@ground"]]) == "a1@right"
    assert named(finned, finned.right[site["a1@right"]]) == "b1@right"
    assert finned.right[site["b1@right"]] == finned.left[site["a1@left"]] == ()
    assert finned.left[site["a1@top"]] == ()


def test_one_higher_means_the_next_height(finned: Topology) -> None:
    site = finned.boards["stack"].by_name
    assert named(finned, finned.below[site["a1@top"]]) == "a1@ground b1@ground a2@ground b2@ground"
    assert named(finned, finned.above[site["a1@ground"]]) == "a1@top"
    assert finned.above[site["a1@left"]] == ()
    assert named(finned, finned.above[site["a1@top"]]) == "a1@hat"


def test_half_a_unit_apart_does_not_touch() -> None:
    layers = (Layer("a", 1, 1), Layer("b", 1, 1, (3, 0), beside="a"))
    topology = build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2))])
    assert topology.right == ((), (), ())


def test_overlaps_are_told() -> None:
    ground = Layer("ground", 2, 2, (0, 0), frozenset({(2, 2)}))
    assert overlap(ground, Layer("x", 1, 1, (3, 1)), 2, 2)
    assert not overlap(ground, Layer("x", 1, 1, (2, 2)), 2, 2)
    assert not overlap(ground, Layer("x", 1, 1, (4, 1)), 2, 2)


def test_rows_count_within_a_layer_beside_another(finned: Topology) -> None:
    assert finned.row_table(NORTH) == (0, 2, 2, 1, 1, 1, 1, 1, 1, 1)
