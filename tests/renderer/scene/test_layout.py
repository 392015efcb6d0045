"""Where things are on the table."""

from renderer.nodes import Box
from renderer.scene.layout import TableShape, ZoneShape, balanced, grid_of, keys_of, table_layout, unit_of, whole
from renderer.scene.panels import value_rows
from renderer.skins.theme import Size

ONE = TableShape(((8.0, 8.0),), (), titled=False, side_height=200)


def test_the_unit_is_the_scale_in_a_usual_window() -> None:
    assert unit_of(Size(1280, 800)) == 1.0
    assert unit_of(Size(800, 600)) == 1.0
    assert unit_of(Size(2560, 1600, 2.0)) == 2.0


def test_the_unit_shrinks_where_the_screen_has_too_few_pixels_for_its_scale() -> None:
    assert unit_of(Size(800, 600, 3.0)) == 1.0
    assert unit_of(Size(1600, 900, 2.0)) == 1.5
    assert unit_of(Size(400, 300)) == 0.5


def test_the_unit_grows_slowly_in_a_huge_window() -> None:
    assert round(unit_of(Size(1920, 1080)), 3) == 1.291
    assert unit_of(Size(3840, 2160)) == 1.9


def test_a_square_board_in_a_wide_window_has_the_panel_on_its_right() -> None:
    layout = table_layout(ONE, Box(0, 0, 1280, 800), 1.0)
    assert layout.beside
    assert layout.side == Box(802, 18, 460, 764)
    assert layout.status == Box(18, 744, 768, 38)
    assert layout.boards == (Box(44, 18, 716, 716),)
    assert layout.table == Box(18, 18, 768, 764)
    assert round(layout.cell, 2) == 89.55


def test_a_tall_window_has_the_panel_below() -> None:
    layout = table_layout(ONE, Box(0, 0, 900, 1400), 1.0)
    assert not layout.beside
    assert layout.side == Box(18, 1182, 864, 200)
    assert layout.boards == (Box(18, 136, 864, 864),)
    assert layout.status == Box(18, 1128, 864, 38)


def test_the_panel_gets_narrower_for_a_wide_board() -> None:
    wide = TableShape(((16.0, 8.0),), (), titled=False, side_height=200)
    layout = table_layout(wide, Box(0, 0, 1280, 800), 1.0)
    assert layout.beside
    assert layout.side.width == 252
    assert layout.boards[0].width == 976


def test_boards_stand_in_the_rows_that_are_given() -> None:
    three = TableShape(((4.0, 4.0), (8.0, 2.0), (4.0, 4.0)), (), titled=True, side_height=200, rows=((0, 2), (1,)))
    layout = table_layout(three, Box(0, 0, 1280, 800), 1.0)
    first, second, third = layout.boards
    assert (first.y, first.height) == (third.y, third.height)
    assert first.right < third.x
    assert second.y > first.bottom
    assert abs(second.middle[0] - (first.x + third.right) / 2) <= 1
    assert [title.bottom for title in layout.titles] == [board.y for board in layout.boards]
    only = TableShape(((8.0, 2.0), (2.0, 2.0)), (), titled=False, side_height=200, rows=((1,), (0,)))
    wide, small = table_layout(only, Box(0, 0, 1280, 800), 1.0).boards
    assert small.bottom < wide.y
    assert abs(small.middle[0] - wide.middle[0]) <= 1


def test_boards_stand_side_by_side_or_below_each_other_by_what_makes_them_larger() -> None:
    two = TableShape(((4.0, 4.0), (4.0, 4.0)), (), titled=True, side_height=200)
    beside = table_layout(two, Box(0, 0, 1280, 800), 1.0)
    assert beside.boards == (Box(18, 151, 480, 480), Box(514, 151, 480, 480))
    assert beside.titles == (Box(18, 121, 480, 30), Box(514, 121, 480, 30))
    flat = TableShape(((8.0, 2.0), (8.0, 2.0)), (), titled=True, side_height=200)
    stacked = table_layout(flat, Box(0, 0, 1280, 800), 1.0)
    assert [board.x for board in stacked.boards] == [18, 18]
    assert stacked.boards[1].y == stacked.boards[0].bottom + 46


def test_zones_stand_where_they_want_to_be() -> None:
    zones = tuple(ZoneShape(at, at, 3, labelled=True) for at in ("above", "below", "left"))
    layout = table_layout(TableShape(((6.0, 6.0),), zones, False, 200), Box(0, 0, 1280, 800), 1.0)
    boxes, board = dict(layout.zones), layout.boards[0]
    assert boxes["above"].bottom == board.y - 16
    assert boxes["below"].y == board.bottom + 16
    assert boxes["left"].right == board.x - 16
    assert boxes["left"].y == board.y
    assert abs(boxes["above"].middle[0] - board.middle[0]) <= 1
    assert boxes["below"].bottom < layout.status.y


def test_several_zones_on_one_side_share_it() -> None:
    zones = tuple(ZoneShape(name, "below", 30, labelled=False) for name in ("one", "two"))
    layout = table_layout(TableShape(((6.0, 6.0),), zones, False, 200), Box(0, 0, 800, 600), 1.0)
    one, two = (box for _, box in layout.zones)
    assert two.x == one.right + 16
    assert one.width == two.width
    assert layout.table.x <= one.x
    assert two.right <= layout.table.right


def test_boards_are_in_the_middle_of_zones_that_are_wider() -> None:
    shape = ONE._replace(zones=(ZoneShape("rack", "below", 12, True),))
    layout = table_layout(shape, Box(0, 0, 800, 600), 1.0)
    ((_, rack),) = layout.zones
    (board,) = layout.boards
    assert rack.width > board.width
    assert abs(board.middle[0] - rack.middle[0]) <= 1
    assert abs(board.middle[0] - layout.table.middle[0]) <= 1


def test_rows_are_balanced() -> None:
    assert balanced(7, 3) == [3, 2, 2]
    assert balanced(4, 3) == [2, 2]
    assert balanced(3, 3) == [3]


def test_a_grid_fills_its_rows_and_a_keyboard_does_not() -> None:
    box = Box(0, 0, 110, 100)
    assert grid_of(box, 3, 2, 20, 10) == [Box(0, 0, 50, 20), Box(60, 0, 50, 20), Box(0, 30, 110, 20)]
    assert keys_of(box, 3, 2, 20, 10) == [Box(0, 0, 50, 20), Box(60, 0, 50, 20), Box(0, 30, 50, 20)]


def test_whole_keeps_edges_together() -> None:
    assert whole(Box(0.4, 0.6, 10.2, 9.9)) == Box(0, 1, 11, 9)


def test_a_small_board_has_larger_cells_where_the_others_leave_it_room() -> None:
    dice, sheet = (5.4, 1.4), (4.0, 14.4)
    layout = table_layout(TableShape((dice, sheet), (), True, 200), Box(0, 0, 1280, 800), 1.0)
    shares = [box.width / (wide * layout.cell) for box, (wide, _) in zip(layout.boards, (dice, sheet), strict=True)]
    assert [round(share, 1) for share in shares] == [2.0, 1.0]
    assert layout.boards[0].right < layout.boards[1].x and layout.boards[1].right < layout.side.x
    near = table_layout(TableShape(((9.0, 9.0), (8.0, 8.0)), (), True, 200), Box(0, 0, 1280, 800), 1.0)
    assert round(near.boards[0].width / near.boards[1].width, 2) == round(9 / 8, 2)


def test_boards_leave_no_hole_unless_that_makes_them_much_larger() -> None:
    three = TableShape(((5.4, 6.4), (5.4, 1.4), (10.4, 3.4)), (), True, 200)
    layout = table_layout(three, Box(0, 0, 1280, 800), 1.0)
    assert [box.y for box in layout.boards] == sorted(box.y for box in layout.boards)
    assert len({round(box.middle[0]) for box in layout.boards}) == 1


def test_short_values_share_rows_in_lessons_though_one_label_is_long() -> None:
    labels = ("Stack", "Empty cells", "Room in the tray", "Undos", "Hints", "Lives")
    assert value_rows(labels, 228, 1.0, 2) == (1,) * 6
    assert value_rows(labels, 228, 1.0, 2, dense=True) == (1, 1, 1, 2, 1)
    assert value_rows(labels, 400, 1.0, 0) == (3, 3)
    assert value_rows((), 228, 1.0, 2, dense=True) == ()


def test_boards_of_one_size_leave_the_rest_of_the_room_free() -> None:
    layout = table_layout(ONE._replace(boards=((3.0, 3.0),), largest=160.0), Box(0, 0, 1280, 800), 1.0)
    assert (layout.cell, layout.boards[0][2:]) == (160.0, (480, 480))
    # In a larger window everything grows.
    layout = table_layout(ONE._replace(boards=((3.0, 3.0),), largest=230.0), Box(0, 0, 2560, 1600), 1.5)
    assert layout.cell == 345.0


def test_boards_of_one_size_have_the_whole_room_where_they_would_fill_less_than_half_of_it() -> None:
    layout = table_layout(ONE._replace(boards=((3.0, 3.0),), largest=100.0), Box(0, 0, 1280, 800), 1.0)
    assert layout.cell > 200.0


def test_a_zone_of_cards_is_higher() -> None:
    plain, cards = (ZoneShape("hand", "below", 5, False, aspect) for aspect in (1.0, 1.4))
    boxes = [
        table_layout(ONE._replace(zones=(zone,)), Box(0, 0, 1280, 800), 1.0).zones[0][1] for zone in (plain, cards)
    ]
    assert boxes == [Box(222, 653, 360, 81), Box(169, 631, 466, 103)]
