"""Boards in pixels: whole cells, inside their box and in its middle."""

from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards import BoardShape, Layer, build
from renderer.nodes import Box
from renderer.scene.geometry import geometry
from renderer.scene.placement import Placement, placement, soft_end
from runtime.show.values import Titles


def placed(box: Box, scale: float = 1.0, cell_size: int | None = None, **shape: object) -> Placement:
    topology = build([BoardShape("grid", **shape)])
    return placement(geometry(topology, "grid"), box, scale, cell_size)


def test_a_board_fills_its_box_around_a_frame_with_captions() -> None:
    place = placed(Box(0, 0, 340, 340), columns=3, rows=3)
    assert (place.cell, place.plate, place.corner, place.captioned) == (100, (0, 0, 340, 340), (20, 20), True)
    assert [tuple(place.boxes[site]) for site in (1, 5, 9)] == [
        (20, 20, 100, 100), (120, 120, 100, 100), (220, 220, 100, 100),
    ]  # fmt: skip


def test_what_is_left_over_of_whole_cells_is_the_same_on_both_sides() -> None:
    place = placed(Box(10, 30, 351, 400), columns=3, rows=3)
    assert (place.cell, place.plate) == (103, (11, 55, 349, 349))


def test_a_board_of_small_cells_has_a_narrow_frame_and_no_captions() -> None:
    place = placed(Box(0, 0, 300, 300), columns=19, rows=19)
    assert (place.cell, place.frame, place.captioned) == (14, 10, False)


def test_a_board_grows_beyond_the_usual_size_so_that_it_is_not_lost() -> None:
    assert placed(Box(0, 0, 1000, 1000), columns=6, rows=6).cell == 136
    assert placed(Box(0, 0, 2000, 2000), columns=20, rows=20).cell == 83
    assert placed(Box(0, 0, 1000, 1000), columns=1, rows=1).cell == 816


def test_cells_are_as_large_as_the_spec_says_where_there_is_room() -> None:
    assert placed(Box(0, 0, 1000, 1000), cell_size=140, columns=6, rows=6).cell == 140
    assert placed(Box(0, 0, 1000, 1000), 1.25, cell_size=100, columns=6, rows=6).cell == 125
    assert placed(Box(0, 0, 1000, 1000), cell_size=107, columns=6, rows=6).cell == 107
    # A board that fills less than two thirds of its room looks lost.
    assert placed(Box(0, 0, 1000, 1000), cell_size=106, columns=6, rows=6).cell == 160
    assert placed(Box(0, 0, 600, 600), cell_size=140, columns=6, rows=6).cell == 93


def test_hexes_are_an_even_number_of_pixels_wide() -> None:
    place = placed(Box(0, 0, 206, 400), shape="hex", columns=3, rows=3)
    assert (place.cell, place.plate.width) == (42, 4 * 42 + 2 * 16)
    boxes = {tuple(box) for box in place.boxes.values()}
    left, top = place.corner
    assert (left, top, 42, 48) in boxes
    assert (left + 21, top + 36, 42, 49) in boxes


def test_layers_rise_to_the_upper_left() -> None:
    layers = (Layer("low", 2, 1), Layer("top", 1, 1, (1, 0)))
    place = placed(Box(0, 0, 300, 300), shape="layers", layers=layers, footprint=(2, 2))
    left, top = place.corner
    assert (place.cell, place.lift) == (126, 11)
    assert [tuple(place.boxes[site]) for site in (1, 2, 3)] == [
        (left - 11, top - 11, 126, 126),
        (left + 126 - 11, top - 11, 126, 126),
        (left + 63 - 22, top - 22, 126, 126),
    ]
    assert place.order[1] < place.order[2] < place.order[3]


def test_the_plate_of_layers_reaches_as_far_as_they_do() -> None:
    layers = (Layer("low", 2, 2), Layer("top", 2, 2))
    place = placed(Box(0, 0, 400, 400), shape="layers", layers=layers, footprint=(2, 2))
    inner = place.plate.inside(place.frame)
    assert min(box.x for box in place.boxes.values()) == inner.x
    assert min(box.y for box in place.boxes.values()) == inner.y
    assert max(box.right for box in place.boxes.values()) + place.lift == inner.right


def test_a_stack_that_widens_upwards_has_the_same_margin_on_all_sides() -> None:
    layers = (Layer("low", 2, 2, (1, 1)), Layer("top", 3, 3))
    place = placed(Box(0, 0, 400, 400), shape="layers", layers=layers, footprint=(2, 2))
    inner, boxes = place.plate.inside(place.frame), place.boxes.values()
    assert (min(box.x for box in boxes), min(box.y for box in boxes)) == (inner.x, inner.y)
    # Whatever stands there is as thick as a layer is high, to the lower right.
    assert max(box.right for box in boxes) + place.lift == inner.right
    assert max(box.bottom for box in boxes) + place.lift == inner.bottom


SHAPES = some.one_of(
    some.fixed_dictionaries({"columns": some.integers(1, 26), "rows": some.integers(1, 26)}),
    some.fixed_dictionaries({"shape": some.just("hex"), "columns": some.integers(1, 15), "rows": some.integers(1, 15)}),
    some.fixed_dictionaries(
        {
            "shape": some.just("layers"),
            "footprint": some.sampled_from([(2, 2), (2, 3), (3, 2)]),
            "layers": some.lists(
                some.tuples(
                    some.integers(1, 8), some.integers(1, 8), some.tuples(some.integers(0, 6), some.integers(0, 6))
                ),
                min_size=1,
                max_size=5,
            ).map(lambda layers: tuple(Layer(str(number), *layer) for number, layer in enumerate(layers))),
        }
    ),
    some.fixed_dictionaries(
        {
            "shape": some.just("graph"),
            "extra_sites": some.just(("p", "q", "r", "s")),
            "places": some.fixed_dictionaries(
                {name: some.tuples(some.integers(1, 9), some.integers(1, 9)) for name in ("p", "q", "r", "s")}
            ),
        }
    ),
)  # fmt: skip


@given(
    SHAPES,
    some.integers(0, 50),
    some.integers(250, 2000),
    some.integers(250, 2000),
    some.sampled_from([0.8, 1.0, 1.37, 2.0]),
)
def test_a_board_of_any_shape_lies_inside_of_its_box(
    shape: dict[str, object], x: int, width: int, height: int, scale: float
) -> None:
    box = Box(x, x, width, height)
    place = placed(box, scale, None, **shape)
    assert place.plate.x >= box.x and place.plate.right <= box.right
    assert place.plate.y >= box.y and place.plate.bottom <= box.bottom
    inner = place.plate.inside(place.frame)
    for site in place.boxes.values():
        assert site.x >= inner.x and site.right <= inner.right
        assert site.y >= inner.y and site.bottom <= inner.bottom
        assert all(part == int(part) for part in site)


def test_crossings_have_a_pixel_in_the_middle() -> None:
    found = geometry(build([BoardShape("grid", columns=19, rows=19)]), "grid")
    for side in range(300, 420, 7):
        box = Box(0, 0, side, side)
        cells = placement(found, box, 1.0).cell, placement(found, box, 1.0, crossings=True).cell
        assert cells[1] % 2 == 1 and cells[0] - cells[1] in (0, 1)


def test_the_bars_of_a_wall_reach_under_the_post_between_them() -> None:
    topology = build([BoardShape("grid", columns=2, rows=2, borders={"edges": False, "corners": False})])
    place = placement(geometry(topology, "grid"), Box(0, 0, 400, 400), 1.0)
    by_name = {topology.names[site]: site for site in (*place.bars, *place.posts)}
    post = place.posts[by_name["a1|b2"]]
    upper, lower = (place.bars[by_name[name]].box for name in ("a1|b1", "a2|b2"))
    left = place.bars[by_name["a1|a2"]].box
    soft = soft_end(post)
    assert (soft, post.width) == (8, 28)
    assert (upper.x, upper.width, upper.bottom - post.y, post.bottom - lower.y) == (post.x, post.width, soft, soft)
    assert (left.y, left.height, left.right - post.x) == (post.y, post.height, soft)


def test_titles_make_room_beside_the_cells() -> None:
    topology = build([BoardShape("grid", columns=2, rows=3)])
    titled = geometry(topology, "grid", False, Titles(("Ones", "Twos", "Threes"), ("You", "Me")))
    place = placement(titled, Box(0, 0, 400, 400), 1.0)
    left, top = place.corner
    assert (left, top) == (place.plate.x + 10 + round(titled.margin[0] * 60), place.plate.y + 10 + round(0.64 * 60))
    assert (place.cell, place.titled) == (113, 60)
    last = place.boxes[6]
    assert (last.right, last.bottom) == (place.plate.right - 10, place.plate.bottom - 10)
