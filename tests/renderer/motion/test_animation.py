"""Scenes over time, with the test’s own clock."""

from dataclasses import dataclass, replace

import pytest
from PIL import Image

from renderer.motion.animation import Animator, Frame, Step, glow
from renderer.nodes import BOARD, CARD, LIFTED, PIECE, SIGN, Box, Node, Scene

SIZE = (200, 100)


@dataclass(frozen=True)
class Plain:
    """A skin that is recognised by its name."""

    name: str

    def draw(self) -> Image.Image:
        return Image.new("RGBA", (1, 1))


def node(key: str, x: float = 0, skin: str = "red", z: int = PIECE) -> Node:
    return Node(key, Plain(skin), x, 0, 20, 20, z)


GRID = node("ground:grid", skin="board", z=BOARD)


def scene(*nodes: Node, spots: dict[int, Box] | None = None) -> Scene:
    return Scene(SIZE, (GRID, *nodes), spots or {})


def man(x: float, number: int = 1, skin: str = "red") -> Node:
    return node(f"piece:man:{number}", x, skin)


def keys(nodes: tuple[Node, ...]) -> list[str]:
    return [each.key for each in nodes]


def place(frame: Frame, key: str = "piece:man:1") -> float:
    return next(each.x for each in (*frame.still, *frame.moving) if each.key == key)


def shown(*scenes: Scene, speed: str = "normal") -> Animator:
    animator = Animator(speed)
    for each in scenes:
        animator.show(each, 0.0)
    return animator


# Showing


def test_nothing_is_shown_at_first():
    assert Animator().frame(0.0) == Frame((), 0, ())


def test_the_first_scene_stands_still():
    animator = shown(scene(man(0)))
    frame = animator.frame(0.0)
    assert (frame.still, frame.moving, animator.busy(0.0)) == ((GRID, man(0)), (), False)


def test_a_piece_slides_to_its_new_place():
    animator = shown(scene(man(0), man(40, 2)), scene(man(80), man(40, 2)))
    frame = animator.frame(0.0)
    assert frame.still == (GRID, man(40, 2))
    assert frame.moving == (replace(man(0), z=LIFTED),)
    assert [place(animator.frame(time)) for time in (0.08, 0.16)] == [70, 80]
    assert animator.frame(0.16).still == (GRID, man(80), man(40, 2))


def test_it_is_busy_until_the_end():
    animator = shown(scene(man(0)), scene(man(80)))
    assert [animator.busy(time) for time in (0.0, 0.1, 0.159, 0.16)] == [True, True, True, False]


@pytest.mark.parametrize(("speed", "half", "whole"), [("normal", 0.08, 0.16), ("fast", 0.04, 0.08)])
def test_speed(speed, half, whole):
    animator = shown(scene(man(0)), scene(man(80)), speed=speed)
    assert [place(animator.frame(time)) for time in (half, whole)] == [70, 80]


def test_with_animation_off_everything_is_there_at_once():
    animator = shown(scene(man(0)), scene(man(80)), speed="off")
    animator.shake(["piece:man:1"], 0.0)
    animator.flash(["piece:man:1"], 0.0)
    assert (animator.frame(0.0).still, animator.busy(0.0)) == ((GRID, man(80)), False)
    animator.play([Step(scene(man(0)), 500), Step(scene(man(20)), 500)], 1.0)
    assert (animator.frame(1.0).still, animator.busy(1.0)) == ((GRID, man(20)), False)


def test_what_is_interrupted_goes_on_from_where_it_is():
    animator = shown(scene(man(0)), scene(man(80)))
    animator.show(scene(man(0)), 0.08)
    assert place(animator.frame(0.08)) == 70
    assert place(animator.frame(0.16)) == pytest.approx(70 * 0.125)
    assert place(animator.frame(0.24)) == 0


def test_signs_of_the_window_change_at_once_and_hold_up_nothing():
    animator = shown(scene(man(0)), scene(man(80)))
    hover = node("hover:3", 60, z=SIGN)
    animator.show(scene(man(80), hover), 0.08)
    frame = animator.frame(0.08)
    assert (place(frame), keys(frame.still)) == (70, ["ground:grid", "hover:3"])
    assert place(animator.frame(0.12)) == pytest.approx(78.75)


def test_a_running_tween_takes_over_what_a_node_means():
    animator = shown(scene(man(0)), scene(man(80)))
    animator.show(scene(replace(man(80), enabled=False)), 0.08)
    assert [each.enabled for each in animator.frame(0.1).moving] == [False]


def test_a_new_look_in_the_middle_of_a_slide_goes_on_from_there():
    animator = shown(scene(man(0)), scene(man(80)))
    animator.show(scene(man(80, skin="blue")), 0.08)
    old, new = animator.frame(0.08).moving
    assert (old.key, old.x, old.alpha, old.skin) == ("piece:man:1~", 70, 1, Plain("red"))
    assert (new.key, new.x, new.alpha, new.skin) == ("piece:man:1", 70, 0, Plain("blue"))


def test_what_vanishes_goes_on_vanishing():
    animator = shown(scene(man(0), man(40, 2)), scene(man(40, 2)))
    animator.show(scene(man(60, 2)), 0.08)
    ghost = next(each for each in animator.frame(0.08).moving if each.key == "piece:man:1~")
    assert (ghost.alpha, ghost.scale) == (0.75, pytest.approx(0.9))
    assert keys(animator.frame(0.24).moving) == []


def test_another_size_is_shown_at_once():
    animator = shown(scene(man(0)))
    animator.show(replace(scene(man(80)), size=(400, 300)), 0.0)
    assert (animator.busy(0.0), place(animator.frame(0.0))) == (False, 80)


# Versions


def test_the_version_changes_only_with_the_still_nodes():
    animator = shown(scene(man(0), man(40, 2)))
    versions = [animator.frame(0.0).version]
    animator.show(scene(man(0), man(40, 2)), 0.0)
    versions.append(animator.frame(0.0).version)
    animator.show(scene(man(80), man(40, 2)), 1.0)
    versions += [animator.frame(time).version for time in (1.0, 1.05, 1.1, 1.2, 1.3)]
    assert versions == [1, 1, 2, 2, 2, 3, 3]


def test_the_same_still_nodes_are_the_same_value():
    animator = shown(scene(man(0), man(40, 2)), scene(man(80), man(40, 2)))
    assert animator.frame(0.01).still is animator.frame(0.02).still


def test_cards_move_while_something_moves_below_them():
    card = node("card:body", z=CARD)
    animator = shown(scene(man(0), card), scene(man(80), card))
    frame = animator.frame(0.08)
    assert (keys(frame.still), keys(frame.moving)) == (["ground:grid"], ["piece:man:1", "card:body"])
    assert keys(animator.frame(0.2).still) == ["ground:grid", "piece:man:1", "card:body"]


def test_what_stands_above_something_that_appears_is_drawn_above_it():
    sign = node("valid:3", z=SIGN)
    animator = shown(scene(man(40, 2), sign), scene(man(40, 2), man(0), sign))
    assert keys(animator.frame(0.08).moving) == ["piece:man:1", "valid:3"]
    assert keys(animator.frame(0.08).still) == ["ground:grid", "piece:man:2"]


# Playing


def test_steps_follow_each_other():
    animator = shown(scene(man(0)))
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 200)], 0.0)
    places = [place(animator.frame(time)) for time in (0.0, 0.05, 0.1, 0.2, 0.3)]
    assert places == [0, 35, 40, 75, 80]


def test_it_plays_until_the_last_step_is_over():
    animator = shown(scene(man(0)))
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 200)], 0.0)
    assert [animator.playing(time) for time in (0.0, 0.15, 0.299, 0.3)] == [True, True, True, False]


def test_steps_that_were_missed_are_skipped():
    animator = shown(scene(man(0)))
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 200)], 0.0)
    assert (place(animator.frame(5.0)), animator.busy(5.0)) == (80, False)


def test_fast_steps_take_half_the_time():
    animator = shown(scene(man(0)), speed="fast")
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 200)], 0.0)
    assert [place(animator.frame(time)) for time in (0.025, 0.05, 0.1, 0.15)] == [35, 40, 75, 80]


def test_contents_slide_in_a_step():
    animator = shown(scene(node("site:1", 0, "red")))
    animator.play([Step(scene(node("site:2", 40, "red")), 100, {"site:1": "site:2"})], 0.0)
    assert [place(animator.frame(time), "site:2") for time in (0.0, 0.05, 0.1)] == [0, 35, 40]


def test_contents_that_slide_on_start_from_where_they_came_to():
    one = scene(node("site:2", 40, "red"), node("site:1", 0, "blue"))
    animator = shown(scene(node("site:1", 0, "red")))
    two = scene(node("site:3", 80, "red"), node("site:2", 40, "blue"))
    steps = [
        Step(one, 100, {"site:1": "site:2"}),
        Step(two, 100, {"site:2": "site:3", "site:1": "site:2"}),
    ]
    animator.play(steps, 0.0)
    assert place(animator.frame(0.05), "site:2") == 35
    assert [place(animator.frame(0.1), key) for key in ("site:3", "site:2")] == [40, 0]


def test_the_window_changes_around_a_move_that_is_played():
    animator = shown(scene(man(0)))
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 100)], 0.0)
    message = node("message", 150, "final", 100)
    animator.show(scene(man(80), message), 0.05)
    frame = animator.frame(0.05)
    assert (place(frame), keys(frame.still)) == (35, ["message", "ground:grid"])
    assert place(animator.frame(0.1)) == 40
    assert "message" in keys(animator.frame(0.15).still)
    assert animator.frame(0.2).still == (GRID, man(80), message)


def test_the_status_tells_of_the_move_that_is_seen():
    mine, theirs = node("status:text", 150, "mine", 100), node("status:text", 150, "theirs", 100)
    animator = shown(scene(man(0), mine))
    animator.play([Step(scene(man(40), mine), 100), Step(scene(man(80), mine), 100)], 0.0)
    animator.show(scene(man(80), theirs), 0.05)
    for now, expected in ((0.05, mine), (0.15, mine), (0.4, theirs)):
        frame = animator.frame(now)
        assert [each.skin for each in (*frame.still, *frame.moving) if each.key == "status:text"] == [expected.skin]


def test_finishing_shows_the_last_scene():
    animator = shown(scene(man(0)))
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 100)], 0.0)
    animator.shake(["piece:man:1"], 0.0)
    animator.finish()
    assert (animator.busy(0.0), animator.frame(0.0).still) == (False, (GRID, man(80)))


def test_a_second_move_ends_the_first():
    animator = shown(scene(man(0)))
    animator.play([Step(scene(man(40)), 100), Step(scene(man(80)), 100)], 0.0)
    animator.play([Step(scene(man(20)), 100)], 0.05)
    assert [place(animator.frame(time)) for time in (0.05, 0.15)] == [80, 20]


def test_no_steps_change_nothing():
    animator = shown(scene(man(0)))
    animator.play([], 0.0)
    assert (animator.busy(0.0), place(animator.frame(0.0))) == (False, 0)


# Effects


def test_a_shake_swings_to_both_sides_and_ends_where_it_began():
    animator = shown(scene(man(50)))
    animator.shake(["piece:man:1"], 1.0)
    places = [place(animator.frame(1 + time)) - 50 for time in (0, 0.025, 0.05, 0.075)]
    assert places == pytest.approx([0, 5.5, 0, -4.5], abs=1e-9)
    assert [animator.busy(time) for time in (1.29, 1.3)] == [True, False]
    assert animator.frame(1.3) == Frame((GRID, man(50)), 2, ())


def test_what_flashes_glows_twice():
    animator = shown(scene(man(50)))
    animator.flash(["piece:man:1"], 0.0)
    lights = [each.alpha for time in (0, 0.15, 0.3, 0.45) for each in animator.frame(time).moving]
    assert lights == pytest.approx([0, 1, 0, 1])
    frame = animator.frame(0.45)
    assert (keys(frame.still), keys(frame.moving)) == (["ground:grid", "piece:man:1"], ["flash:piece:man:1"])
    assert not animator.busy(0.6)


def test_the_glow_lies_around_a_site_or_a_node():
    animator = Animator()
    animator.show(scene(man(50), node("site:9", 105), spots={9: Box(100, 0, 30, 30)}), 0.0)
    animator.flash(["piece:man:1", "site:9", "site:8"], 0.0)
    assert animator.frame(0.15).moving == (
        glow("flash:piece:man:1", Box(50, 0, 20, 20)),
        glow("flash:site:9", Box(100, 0, 30, 30)),
    )


def test_the_usual_glow_surrounds_its_box():
    made = glow("flash:site:9", Box(100, 50, 40, 20))
    margin = made.skin.margin
    assert (made.x, made.y, made.width, made.height) == (100 - margin, 50 - margin, 40 + 2 * margin, 20 + 2 * margin)
    assert (made.key, made.z, made.skin.draw().size) == ("flash:site:9", LIFTED - 1, (made.width, made.height))


def test_flashes_of_steps_come_one_after_the_other():
    animator = shown(scene(man(0), man(40, 2)))
    steps = [
        Step(scene(man(0), man(40, 2)), 400, flashes=frozenset({"piece:man:1"})),
        Step(scene(man(0), man(40, 2)), 400, flashes=frozenset({"piece:man:2"})),
    ]
    animator.play(steps, 0.0)
    assert [keys(animator.frame(time).moving) for time in (0.1, 0.5, 0.8)] == [
        ["flash:piece:man:1"],
        ["flash:piece:man:2"],
        [],
    ]
