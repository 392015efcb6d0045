"""Moving from one scene to the next."""

from dataclasses import dataclass, replace

import pytest
from PIL import Image

from renderer.motion.tween import Fall, Pose, Tween, eased, plan
from renderer.nodes import BOARD, CARD, GROUND, LIFTED, MARK, PIECE, Box, Node, Scene

SIZE = (200, 100)


@dataclass(frozen=True)
class Plain:
    """A skin that is recognised by its name."""

    name: str

    def draw(self) -> Image.Image:
        return Image.new("RGBA", (1, 1))


def node(key: str, x: float = 0, y: float = 0, skin: str = "red", z: int = PIECE, size: float = 20) -> Node:
    return Node(key, Plain(skin), x, y, size, size, z)


GRID = node("ground:grid", 0, 0, "board", BOARD, 100)


def scene(*nodes: Node, spots: dict[int, Box] | None = None) -> Scene:
    return Scene(SIZE, (GRID, *nodes), spots or {})


def only(tweens: tuple[Tween, ...]) -> Tween:
    assert len(tweens) == 1, tweens
    return tweens[0]


# Easing


@pytest.mark.parametrize(("easing", "half"), [("linear", 0.5), ("out", 0.875), ("in", 0.25)])
def test_easing_begins_at_0_and_ends_at_1(easing, half):
    assert (eased(easing, 0), eased(easing, 0.5), eased(easing, 1)) == (0, half, 1)


# Pieces


def test_a_piece_that_moved_slides_above_the_others():
    tween = only(plan(scene(node("piece:man:1", 0, 40)), scene(node("piece:man:1", 80, 0)), {}, 200))
    assert tween.key == "piece:man:1"
    assert [tween.pose(time) for time in (0, 100, 200)] == [Pose(0, 40), Pose(70, 5), Pose(80, 0)]
    assert (tween.at(100).z, tween.gone, tween.ends) == (LIFTED, False, 200)


def test_a_piece_that_moved_into_a_larger_place_grows_on_the_way():
    tween = only(plan(scene(node("piece:man:1", 0, 0)), scene(node("piece:man:1", 100, 0, size=40)), {}, 200))
    assert tween.start == Pose(-10, -10, 1, 0.5)
    assert tween.end == Pose(100, 0, 1, 1)


def test_a_new_piece_pops_in():
    tween = only(plan(scene(), scene(node("piece:man:1", 40, 40)), {}, 200))
    assert [tween.pose(time) for time in (0, 100, 200)] == [
        Pose(40, 40, 0, 0.6),
        Pose(40, 40, 0.875, pytest.approx(0.95)),
        Pose(40, 40, 1, 1),
    ]
    assert tween.at(0).z == PIECE


def test_a_piece_that_is_gone_shrinks_and_fades():
    tween = only(plan(scene(node("piece:man:1", 40, 40)), scene(), {}, 200))
    assert (tween.key, tween.gone) == ("piece:man:1~", True)
    assert [tween.pose(time) for time in (0, 100, 200)] == [
        Pose(40, 40, 1, 1),
        Pose(40, 40, 0.75, pytest.approx(0.9)),
        Pose(40, 40, 0, 0.6),
    ]


def test_appearing_and_vanishing_are_quick_in_a_long_stage():
    after = scene(node("piece:man:2", 40, 40), node("piece:man:3", 60, 0))
    tweens = plan(scene(node("piece:man:1"), node("piece:man:3")), after, {}, 1000)
    assert {tween.key: tween.length for tween in tweens} == {
        "piece:man:1~": 220,
        "piece:man:2": 220,
        "piece:man:3": 1000,
    }


def test_a_new_look_is_faded_in_over_the_old_one():
    leaves, fades = plan(scene(node("site:3", skin="black")), scene(node("site:3", skin="white")), {}, 200)
    assert (leaves.key, leaves.node.skin, leaves.gone) == ("site:3~", Plain("black"), True)
    assert [leaves.pose(time).alpha for time in (0, 80, 140, 200)] == [1, 1, 0.5, 0]
    assert (fades.key, fades.node.skin) == ("site:3", Plain("white"))
    assert [fades.pose(time) for time in (0, 200)] == [Pose(0, 0, 0, 0.9), Pose(0, 0, 1, 1)]


def test_a_piece_that_moves_and_changes_does_both_at_once():
    leaves, fades = plan(scene(node("piece:man:1", skin="man")), scene(node("piece:man:1", 80, skin="king")), {}, 200)
    assert (leaves.start, leaves.end, leaves.gone) == (Pose(0, 0), Pose(80, 0), True)
    assert (fades.start, fades.end, fades.gone) == (Pose(0, 0, 0), Pose(80, 0, 1), False)
    assert (leaves.z, fades.z) == (LIFTED, LIFTED)
    assert leaves.pose(50).x == fades.pose(50).x == 80 * (1 - 0.75**3)


def test_what_is_held_follows_the_hand_at_once_and_slides_when_it_is_let_go():
    held = node("piece:man:1", 33, 44, z=LIFTED)
    assert plan(scene(node("piece:man:1")), scene(held), {}, 200) == ()
    let_go = only(plan(scene(held), scene(node("piece:man:1")), {}, 200))
    assert (let_go.start, let_go.end) == (Pose(33, 44), Pose(0, 0))


def test_what_only_dims_is_dimmed_on_the_spot():
    dim = replace(node("piece:man:1"), alpha=0.5)
    tween = only(plan(scene(node("piece:man:1")), scene(dim), {}, 200))
    assert (tween.start, tween.end, tween.z) == (Pose(0, 0, 1), Pose(0, 0, 0.5), PIECE)


# Slides


def test_contents_that_swap_cross_each_other():
    before = scene(node("site:1", 0, 0, "red"), node("site:2", 40, 0, "blue"))
    after = scene(node("site:1", 0, 0, "blue"), node("site:2", 40, 0, "red"))
    first, second = plan(before, after, {"site:1": "site:2", "site:2": "site:1"}, 200)
    assert (first.key, first.node.skin, first.start, first.end) == ("site:1", Plain("blue"), Pose(40, 0), Pose(0, 0))
    assert (second.key, second.node.skin, second.start) == ("site:2", Plain("red"), Pose(0, 0))


def test_contents_that_fall_leave_nothing_behind():
    before = scene(node("site:1", 0, 0, "red"), node("site:2", 0, 40, "blue"))
    after = scene(node("site:2", 0, 40, "red"), node("site:3", 0, 80, "blue"))
    tweens = plan(before, after, {"site:1": "site:2", "site:2": "site:3"}, 200)
    assert [(tween.key, tween.start.y, tween.end.y) for tween in tweens] == [("site:2", 0, 40), ("site:3", 40, 80)]


def test_contents_that_fall_make_room_for_what_is_filled_in():
    before = scene(node("site:1", 0, 0, "red"))
    after = scene(node("site:1", 0, 0, "red"), node("site:2", 0, 40, "red"))
    slides, appears = plan(before, after, {"site:1": "site:2"}, 200)
    assert (appears.key, appears.start, appears.delay, appears.length) == ("site:1", Pose(0, 0, 0, 0.6), 100, 100)
    assert (slides.key, slides.start) == ("site:2", Pose(0, 0))


def test_what_is_taken_vanishes_beneath_what_slides_onto_it():
    before = scene(node("site:1", 0, 0, "red"), node("site:2", 40, 0, "blue"))
    slides, vanishes = plan(before, scene(node("site:2", 40, 0, "red")), {"site:1": "site:2"}, 200)
    assert (slides.key, slides.start.x) == ("site:2", 0)
    assert (vanishes.key, vanishes.node.skin, vanishes.gone) == ("site:2~", Plain("blue"), True)
    assert [vanishes.pose(time).alpha for time in (0, 120, 160, 200)] == [1, 1, 0.5, 0]


def test_what_joins_a_piece_slides_into_it_before_that_changes():
    before = scene(node("piece:tile:1", 60, 0, "2"), node("piece:tile:2", 0, 0, "2"))
    after = scene(node("piece:tile:1", 60, 0, "4"))
    leaves, fades, joins = plan(before, after, {"piece:tile:2": "piece:tile:1"}, 100)
    assert (leaves.delay, fades.delay, leaves.ends, fades.ends) == (76, 60, 100, 100)
    assert (joins.key, joins.gone, joins.ends) == ("piece:tile:2~", True, 60)
    assert [joins.pose(time) for time in (0, 30, 60)] == [Pose(0, 0), Pose(52.5, 0), Pose(60, 0)]


def test_what_is_joined_on_its_way_goes_on_and_changes_at_the_end():
    before = scene(node("piece:tile:1", 40, 0, "2"), node("piece:tile:2", 0, 0, "2"))
    after = scene(node("piece:tile:1", 80, 0, "4"))
    along, fades, joins = plan(before, after, {"piece:tile:2": "piece:tile:1"}, 100)
    assert (along.key, along.start, along.end, along.ends) == ("piece:tile:1~", Pose(40, 0), Pose(80, 0), 100)
    assert (fades.start, fades.end, fades.delay, fades.ends) == (Pose(80, 0, 0, 0.9), Pose(80, 0), 60, 100)
    assert (joins.end, joins.ends) == (Pose(80, 0), 60)


def test_what_is_dropped_in_comes_from_the_empty_site():
    spots = {7: Box(0, 0, 30, 30), 1: Box(0, 60, 30, 30)}
    tween = only(plan(scene(spots=spots), scene(node("site:1", 5, 65), spots=spots), {"site:7": "site:1"}, 200))
    assert (tween.start, tween.end) == (Pose(5, 5), Pose(5, 65))


def test_an_empty_place_is_bare_as_soon_as_something_slides_away():
    before = scene(node("site:1", 0, 0, "peg"), node("site:2", 43, 3, "hole", size=14))
    after = scene(node("site:1", 3, 3, "hole", size=14), node("site:2", 40, 0, "peg"))
    slides, covered = plan(before, after, {"site:1": "site:2"}, 200)
    assert (slides.key, slides.start, slides.end) == ("site:2", Pose(0, 0), Pose(40, 0))
    assert (covered.key, covered.node.skin) == ("site:2~", Plain("hole"))


def test_another_look_of_another_size_is_no_move():
    before, after = scene(node("site:1", 0, 0, "peg")), scene(node("site:1", 3, 3, "hole", size=14))
    leaves, fades = plan(before, after, {}, 200)
    assert (leaves.key, leaves.start, leaves.end, leaves.z) == ("site:1~", Pose(0, 0), Pose(0, 0, 0), PIECE)
    assert (fades.key, fades.start, fades.end, fades.z) == ("site:1", Pose(3, 3, 0, 0.9), Pose(3, 3), PIECE)


def test_the_empty_hole_that_it_comes_through_stays_as_it_is():
    before = scene(node("site:7", 0, 0, "hole"), node("site:1", 0, 60, "hole"))
    after = scene(node("site:7", 0, 0, "hole"), node("site:1", 0, 60, "red"))
    slides, covered = plan(before, after, {"site:7": "site:1"}, 200)
    assert (slides.key, slides.node.skin, slides.start) == ("site:1", Plain("red"), Pose(0, 0))
    assert (covered.key, covered.node.skin) == ("site:1~", Plain("hole"))


def test_a_slide_from_nowhere_is_none():
    tween = only(plan(scene(), scene(node("site:1", 5, 65)), {"site:7": "site:1"}, 200))
    assert (tween.start.alpha, tween.start.scale) == (0, 0.6)


# Cards and the rest


def test_a_card_that_opens_fades_in_and_rises():
    shade = Node("card:shade", Plain("shade"), 0, 0, 200, 100, CARD)
    body = Node("card:body", Plain("body"), 50, 20, 80, 60, CARD)
    first, second = plan(scene(), scene(shade, body), {}, 160)
    assert (first.start, first.end) == (Pose(0, 0, 0), Pose(0, 0, 1))
    assert (second.start, second.end) == (Pose(50, 32, 0), Pose(50, 20, 1))


def test_a_card_that_closes_fades_out():
    body = Node("card:body", Plain("body"), 50, 20, 80, 60, CARD)
    tween = only(plan(scene(body), scene(), {}, 160))
    assert (tween.key, tween.start, tween.end, tween.gone) == ("card:body~", Pose(50, 20), Pose(50, 20, 0), True)


def test_what_changes_on_an_open_card_changes_at_once():
    body = Node("card:body", Plain("body"), 50, 20, 80, 60, CARD)
    text = Node("card:text", Plain("text"), 60, 30, 40, 10, CARD + 1)
    assert plan(scene(body), scene(body, text), {}, 160) == ()


def test_signs_of_the_window_change_at_once():
    before = scene(node("valid:3", z=MARK), node("status"), node("lit:4"), node("label:a"))
    after = scene(node("valid:5", 40, z=MARK), node("status", skin="new"), node("button:undo"), node("last:3"))
    assert plan(before, after, {}, 200) == ()


def test_another_size_or_another_board_is_shown_at_once():
    before, moved = scene(node("piece:man:1")), node("piece:man:1", 40)
    assert len(plan(before, scene(moved), {}, 200)) == 1
    assert plan(before, replace(scene(moved), size=(300, 100)), {}, 200) == ()
    assert plan(before, Scene(SIZE, (replace(GRID, x=5), moved)), {}, 200) == ()
    assert plan(before, Scene(SIZE, (node("title", z=GROUND), moved)), {}, 200) == ()


def test_no_time_and_no_change_need_no_tween():
    before = scene(node("piece:man:1"))
    assert plan(before, scene(node("piece:man:1", 40)), {}, 0) == ()
    assert plan(before, before, {}, 200) == ()
    assert plan(before, scene(node("piece:man:1")), {}, 200) == ()


def test_a_wholly_new_picture_is_shown_at_once():
    full = scene(*(node(f"site:{number}", number) for number in range(241)))
    assert plan(scene(), full, {}, 200) == ()
    assert len(plan(scene(), scene(*full.nodes[1:241]), {}, 200)) == 240


# What drops in


def test_what_falls_in_comes_from_beyond_the_edge_and_is_seen_on_its_board_only() -> None:
    board = Box(0, 0, 100, 100)
    falls = {"site:1": Fall(0, -40, board), "site:9": Fall(0, -40, board)}
    tween = only(plan(scene(), scene(node("site:1", 40, 20)), {}, 200, falls))
    assert (tween.start, tween.end, tween.delay, tween.length) == (Pose(40, -20), Pose(40, 20), 0.0, 200)
    first, last = tween.at(0), tween.at(200)
    assert (first.y, first.alpha, first.scale, first.clip) == (-20, 1.0, 1.0, board)
    assert (last.y, last.alpha) == (20, 1.0)


def test_what_was_there_before_does_not_fall_in() -> None:
    falls = {"site:1": Fall(0, -40, Box(0, 0, 100, 100))}
    tweens = plan(scene(node("site:1", skin="red")), scene(node("site:1", skin="blue")), {}, 200, falls)
    assert [tween.clip for tween in tweens] == [None, None]
