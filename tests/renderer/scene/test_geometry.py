"""Where the sites of boards are, in cells, and which of them is at a given place."""

from math import isclose, sqrt

from interpreter.boards import BoardShape, Layer, Topology, build
from renderer.nodes import Box
from renderer.scene.geometry import HEX_HEIGHT, TITLE, Geometry, Hexagon, geometry, spot_at
from runtime.session.draft import Spot
from runtime.show.values import Titles


def laid_out(**shape: object) -> tuple[Topology, Geometry]:
    topology = build([BoardShape("grid", **shape)])
    return topology, geometry(topology, "grid")


def boxes(**shape: object) -> dict[str, Box]:
    topology, found = laid_out(**shape)
    return {topology.names[site]: box for site, box in found.boxes.items()}


def test_squares_lie_side_by_side_from_the_top_left_corner() -> None:
    assert boxes(columns=2, rows=2) == {
        "a1": (0, 0, 1, 1), "b1": (1, 0, 1, 1),
        "a2": (0, 1, 1, 1), "b2": (1, 1, 1, 1),
    }  # fmt: skip


def test_a_turned_board_is_seen_from_its_upper_side() -> None:
    topology = build([BoardShape("grid", columns=3, rows=2, origin="bottom")])
    whole, turned = geometry(topology, "grid"), geometry(topology, "grid", turned=True)
    names = {site: topology.names[site] for site in turned.boxes}
    assert {names[site]: box[:2] for site, box in turned.boxes.items()} == {
        "a1": (2, 0), "b1": (1, 0), "c1": (0, 0),
        "a2": (2, 1), "b2": (1, 1), "c2": (0, 1),
    }  # fmt: skip
    assert [(each.text, each.at, each.side) for each in turned.captions] == [
        ("a", (2.5, 2), "below"), ("1", (0, 0.5), "left"), ("b", (1.5, 2), "below"), ("c", (0.5, 2), "below"),
        ("2", (0, 1.5), "left"),
    ]  # fmt: skip
    assert sorted(map(sorted, turned.links)) == sorted(map(sorted, whole.links))


def test_edges_and_corners_turn_with_their_board() -> None:
    topology = build([BoardShape("grid", columns=2, rows=2, borders={"edges": False, "corners": False})])
    whole, turned = geometry(topology, "grid"), geometry(topology, "grid", turned=True)
    by_name = {topology.names[site]: site for site in (*whole.bars, *whole.posts)}
    assert whole.bars[by_name["a1|b1"]] == ((1, 0), (1, 1))
    assert turned.bars[by_name["a1|b1"]] == ((1, 2), (1, 1))
    assert whole.posts[by_name["a1|b2"]] == turned.posts[by_name["a1|b2"]] == (1, 1)


def test_the_names_of_a_turned_hex_board_stand_on_the_other_sides() -> None:
    topology = build([BoardShape("grid", shape="hex", columns=2, rows=2)])
    whole, turned = geometry(topology, "grid"), geometry(topology, "grid", turned=True)
    assert {each.side for each in whole.captions} == {"above", "left"}
    assert {each.side for each in turned.captions} == {"below", "right"}
    first, last = topology.boards["grid"].sites[0], topology.boards["grid"].sites[-1]
    assert isclose(turned.boxes[first].right, whole.width) and isclose(turned.boxes[last].x, 0, abs_tol=1e-9)
    assert turned.boxes[first].holds(*turned.boxes[first].middle)


def test_a_window_cuts_cells_lines_and_names() -> None:
    topology = build([BoardShape("grid", columns=10, rows=9, origin="bottom", regions={"box": (3, 3)})])
    found = geometry(topology, "grid", window=(2, 1, 6, 4))
    assert (found.width, found.height, len(found.boxes)) == (4, 3, 12)
    assert found.boxes[topology.boards["grid"].by_name["c8"]] == (0, 0, 1, 1)
    assert [caption.text for caption in found.captions] == ["c", "d", "e", "f", "6", "7", "8"]
    assert found.captions[0].at == (0.5, 3)
    assert found.links[:2] == (((0.5, 0.5), (3.5, 0.5)), ((0.5, 1.5), (3.5, 1.5))) and len(found.links) == 7
    assert found.borders["box"] == (((1, 0), (1, 3)), ((4, 0), (4, 3)), ((0, 2), (4, 2)))


def test_with_origin_bottom_row_1_is_the_lowest() -> None:
    assert boxes(columns=1, rows=3, origin="bottom") == {"a1": (0, 2, 1, 1), "a2": (0, 1, 1, 1), "a3": (0, 0, 1, 1)}


def test_a_hole_has_no_box_and_leaves_the_others_where_they_are() -> None:
    assert boxes(columns=2, rows=2, holes=frozenset({(1, 1)}), wrap=True) == {
        "b1": (1, 0, 1, 1), "a2": (0, 1, 1, 1), "b2": (1, 1, 1, 1),
    }  # fmt: skip


def test_a_square_board_is_as_large_as_its_columns_and_rows_even_where_an_edge_is_missing() -> None:
    _, found = laid_out(columns=3, rows=2, holes=frozenset({(3, 1), (3, 2)}))
    assert (found.width, found.height) == (3, 2)


def test_each_row_of_hexes_is_half_a_cell_further_right() -> None:
    found = boxes(shape="hex", columns=2, rows=2)
    assert [(name, round(box.x, 6), round(box.y, 6)) for name, box in found.items()] == [
        ("a1", 0, 0), ("b1", 1, 0), ("a2", 0.5, 0.866025), ("b2", 1.5, 0.866025),
    ]  # fmt: skip
    assert {(box.width, round(box.height, 6)) for box in found.values()} == {(1, 1.154701)}


def test_the_extent_of_a_hex_board_reaches_its_outermost_corners() -> None:
    _, found = laid_out(shape="hex", columns=3, rows=3)
    assert found.width == 4
    assert isclose(found.height, sqrt(3) + HEX_HEIGHT)


def test_hexes_share_their_corners() -> None:
    topology, found = laid_out(shape="hex", columns=2, rows=2)
    a1, b1 = (found.corners[topology.boards["grid"].by_name[name]] for name in ("a1", "b1"))
    assert [(round(x, 4), round(y, 4)) for x, y in a1] == [
        (0.5, 0), (1, 0.2887), (1, 0.866), (0.5, 1.1547), (0, 0.866), (0, 0.2887),
    ]  # fmt: skip
    assert (a1[1], a1[2]) == (b1[5], b1[4])


LOW = Layer("low", 2, 2)
TOP = Layer("top", 1, 1, (1, 1))


def test_a_layer_is_shifted_by_its_offset_counted_in_footprints() -> None:
    assert boxes(shape="layers", layers=(LOW, TOP), footprint=(2, 2)) == {
        "a1@low": (0, 0, 1, 1), "b1@low": (1, 0, 1, 1), "a2@low": (0, 1, 1, 1), "b2@low": (1, 1, 1, 1),
        "a1@top": (0.5, 0.5, 1, 1),
    }  # fmt: skip


def test_a_high_footprint_makes_high_cells() -> None:
    _, found = laid_out(shape="layers", layers=(LOW,), footprint=(2, 3))
    assert found.aspect == 1.5
    assert [tuple(box) for box in found.boxes.values()] == [
        (0, 0, 1, 1.5), (1, 0, 1, 1.5), (0, 1.5, 1, 1.5), (1, 1.5, 1, 1.5),
    ]  # fmt: skip


def test_a_stack_begins_where_its_leftmost_layer_does() -> None:
    layers = (Layer("low", 1, 1, (2, 2)), Layer("top", 1, 1, (3, 2)))
    _, found = laid_out(shape="layers", layers=layers, footprint=(2, 2))
    assert (found.width, found.height, found.levels) == (1.5, 1, 2)
    assert [box.x for box in found.boxes.values()] == [0, 0.5]


def test_raised_layers_reach_beyond_the_upper_left_edge() -> None:
    _, pyramid = laid_out(shape="layers", layers=(LOW, TOP), footprint=(2, 2))
    assert pyramid.overhang == (0.09, 0.09)
    _, tower = laid_out(shape="layers", layers=(LOW, LOW), footprint=(2, 2))
    assert tower.overhang == (0.18, 0.18)


def test_sites_of_a_graph_stand_where_their_names_or_places_say() -> None:
    found = boxes(shape="graph", lines=(("a1", "b1"), ("a1", "a2")), extra_sites=("home",), places={"home": (3.5, 2)})
    assert found == {"a1": (0, 0, 1, 1), "b1": (1, 0, 1, 1), "a2": (0, 1, 1, 1), "home": (2.5, 1, 1, 1)}


def test_sites_of_a_graph_are_as_large_as_the_closest_allow() -> None:
    close = boxes(shape="graph", lines=(("a", "b"),), places={"a": (1, 1), "b": (1.5, 1)})
    assert close == {"a": (0, 0, 1, 1), "b": (1, 0, 1, 1)}
    far = boxes(shape="graph", lines=(("a", "b"),), places={"a": (1, 1), "b": (5, 1)})
    assert [round(box.x, 6) for box in far.values()] == [0, round(4 / (4 * 0.62), 6)]


def test_a_graph_is_linked_along_its_lines_once() -> None:
    _, found = laid_out(shape="graph", lines=(("a1", "b1", "c1"), ("c1", "b1", "b2")))
    assert found.links == (((0.5, 0.5), (1.5, 0.5)), ((1.5, 0.5), (2.5, 0.5)), ((1.5, 0.5), (1.5, 1.5)))


def test_lines_through_squares_end_at_holes() -> None:
    _, found = laid_out(columns=3, rows=2, holes=frozenset({(2, 2)}))
    assert found.links == (
        ((0.5, 0.5), (2.5, 0.5)), ((0.5, 0.5), (0.5, 1.5)), ((2.5, 0.5), (2.5, 1.5)),
    )  # fmt: skip


def test_hexes_are_linked_with_their_neighbours_but_not_around_joined_edges() -> None:
    _, found = laid_out(shape="hex", columns=3, rows=3, wrap=True)
    assert len(found.links) == 16


def test_the_rim_of_a_hex_board_is_where_neighbours_are_missing() -> None:
    topology, found = laid_out(shape="hex", columns=3, rows=3)
    assert {topology.names[site] for site in found.boxes} - {topology.names[site] for site in found.rim} == {"b2"}


def test_blocks_of_a_region_meet_at_joined_edges() -> None:
    _, found = laid_out(columns=4, rows=4, regions={"box": (2, 2)}, origin="bottom")
    assert found.borders["box"] == (((2, 0), (2, 4)), ((0, 2), (4, 2)))


def test_a_border_between_blocks_is_broken_by_a_hole() -> None:
    _, found = laid_out(columns=2, rows=3, regions={"half": (1, 3)}, holes=frozenset({(1, 2)}))
    assert found.borders["half"] == (((1, 0), (1, 1)), ((1, 2), (1, 3)))


def captions(**shape: object) -> dict[str, tuple[float, float, str]]:
    found = laid_out(**shape)[1].captions
    return {each.text: (round(each.at[0], 3), round(each.at[1], 3), each.side) for each in found}


def test_letters_stand_beside_row_1() -> None:
    assert captions(columns=2, rows=2) == {
        "a": (0.5, 0, "above"), "b": (1.5, 0, "above"), "1": (0, 0.5, "left"), "2": (0, 1.5, "left"),
    }  # fmt: skip
    assert captions(columns=1, rows=2, origin="bottom") == {
        "a": (0.5, 2, "below"), "2": (0, 0.5, "left"), "1": (0, 1.5, "left"),
    }  # fmt: skip


def test_the_numbers_of_hex_rows_stand_at_the_first_cell_of_each() -> None:
    assert captions(shape="hex", columns=2, rows=2) == {
        "a": (0.5, 0, "above"), "b": (1.5, 0, "above"), "1": (0, 0.577, "left"), "2": (0.5, 1.443, "left"),
    }  # fmt: skip


def test_layers_and_graphs_drawn_elsewhere_than_their_names_say_have_no_captions() -> None:
    assert captions(shape="layers", layers=(LOW, TOP), footprint=(2, 2)) == {}
    assert captions(shape="graph", lines=(("a1", "b1"),), places={"a1": (4, 4)}) == {}
    assert captions(shape="graph", lines=(("home", "b1"),)) == {}


def test_a_graph_drawn_where_its_names_say_has_captions() -> None:
    assert captions(shape="graph", lines=(("a1", "c1"),), origin="bottom") == {
        "a": (0.5, 1, "below"), "c": (2.113, 1, "below"), "1": (0, 0.5, "left"),
    }  # fmt: skip


def test_a_hex_holds_what_is_inside_of_its_six_sides() -> None:
    hexagon = Hexagon(0, 0, 60, 80)
    assert [hexagon.holds(*place) for place in ((30, 0), (0, 20), (60, 60), (15, 10), (30, 80))] == [True] * 5
    assert [hexagon.holds(*place) for place in ((0, 0), (1, 19), (59, 61), (14, 10), (30, 81), (-1, 40), (61, 40))] == [
        False
    ] * 7


def test_the_topmost_spot_comes_last() -> None:
    spots: dict[Spot, Box] = {1: Box(0, 0, 10, 10), 2: Box(5, 5, 10, 10)}
    assert [spot_at(spots, *place) for place in ((4, 4), (5, 5), (9.9, 9.9), (14.9, 14.9), (15, 15), (0, 10))] == [
        1, 2, 2, 2, None, None,
    ]  # fmt: skip


def test_titles_stand_in_the_place_of_names_and_have_room_of_their_own() -> None:
    topology = build([BoardShape("grid", columns=2, rows=2)])
    found = geometry(topology, "grid", True, Titles(rows=("Ones", "Twos")))
    assert [(caption.text, caption.at, caption.side, caption.title) for caption in found.captions] == [
        ("a", (0.5, 0.0), "above", False),
        ("b", (1.5, 0.0), "above", False),
        ("Ones", (0.0, 0.5), "left", True),
        ("Twos", (0.0, 1.5), "left", True),
    ]
    assert found.margin[0] > TITLE
    assert found.margin[1] == 0
    longer = geometry(topology, "grid", True, Titles(rows=("Ones", "Twos and threes")))
    assert longer.margin[0] > 2 * found.margin[0]
    assert geometry(topology, "grid").margin == (0, 0)


def test_titles_of_columns_stand_above_even_where_row_1_is_below() -> None:
    topology = build([BoardShape("grid", columns=2, rows=3, origin="bottom")])
    found = geometry(topology, "grid", False, Titles(("First",), ("You",)))
    assert [(caption.text, caption.at, caption.side) for caption in found.captions] == [
        ("First", (0.0, 2.5), "left"),
        ("You", (0.5, 0.0), "above"),
    ]
