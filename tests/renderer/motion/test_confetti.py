"""Confetti flies for a moment in front of everything, and only if animation is on."""

from __future__ import annotations

import pytest

from renderer.motion.animation import Animator, Speed
from renderer.motion.confetti import COUNT, LENGTH, Confetti
from renderer.nodes import TIP, Box, Node, Scene
from renderer.skins.marks import Wash

COLOURS = ("#ff0000", "#00ff00", "#0000ff")
SIZE = (1280, 800)
STILL = Scene(SIZE, (Node("ground:grid", Wash(10, 10, 0, "#ffffff"), *Box(0, 0, 10, 10), 0),))


def test_it_flies_up_from_both_sides_and_comes_down() -> None:
    confetti = Confetti(SIZE, COLOURS, 5.0)
    assert confetti.nodes(5.0) == []
    early, late = confetti.nodes(5.3), confetti.nodes(6.5)
    assert (len(early), len(late)) == (COUNT, COUNT)
    assert len({node.key for node in late}) == COUNT
    assert {node.skin.colour for node in late if isinstance(node.skin, Wash)} == set(COLOURS)
    left = [node for node in early if node.x < SIZE[0] / 2]
    assert len(left) == COUNT / 2
    assert min(node.y for node in early) < 400
    assert sum(node.y for node in late) > sum(node.y for node in confetti.nodes(5.7))
    assert all(node.z > TIP for node in late)


def test_it_fades_and_is_over() -> None:
    confetti = Confetti(SIZE, COLOURS, 5.0)
    assert {node.alpha for node in confetti.nodes(5.8)} == {1.0}
    assert all(0 < node.alpha < 0.3 for node in confetti.nodes(5.0 + LENGTH - 0.1))
    assert not confetti.over(5.0 + LENGTH - 0.1)
    assert confetti.over(5.0 + LENGTH)
    assert confetti.nodes(5.0 + LENGTH) == []


def test_the_same_window_has_the_same_confetti() -> None:
    assert Confetti(SIZE, COLOURS, 1.0).nodes(2.0) == Confetti(SIZE, COLOURS, 3.0).nodes(4.0)


@pytest.mark.parametrize(("speed", "lasts"), [("normal", LENGTH), ("fast", LENGTH / 2), ("off", 0.0)])
def test_it_lasts_as_long_as_movement_is_wanted(speed: Speed, lasts: float) -> None:
    animator = Animator(speed)
    animator.show(STILL, 0.0)
    animator.celebrate(SIZE, COLOURS, 1.0)
    assert animator.busy(1.0) is (lasts > 0)
    if lasts:
        assert len(animator.frame(1.0 + lasts / 2).moving) == COUNT
        assert animator.busy(1.0 + lasts - 0.01)
    assert not animator.busy(1.0 + lasts)
    assert animator.frame(1.0 + lasts).moving == ()


def test_what_stands_still_is_not_drawn_anew_and_nobody_waits() -> None:
    animator = Animator()
    animator.show(STILL, 0.0)
    before = animator.frame(0.9)
    animator.celebrate(SIZE, COLOURS, 1.0)
    frame = animator.frame(1.5)
    assert (frame.still, frame.version) == (before.still, before.version)
    assert not animator.playing(1.5)
    animator.calm()
    assert animator.frame(1.5).moving == ()
