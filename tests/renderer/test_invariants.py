"""The checks of scenes find what they look for."""

from dataclasses import replace

import pytest

from renderer.nodes import Node, Scene, Target
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from tests.renderer.invariants import faults

PAPER = Node("paper", Paper(100, 40, 0, "#000000"), 10, 10, 100, 40, 1)
TEXT = Label("Some text", 12, "#ffffff")
LABEL = Node("label", TEXT, 20, 20, *TEXT.size, 2)
BUTTON = Node("button", Paper(40, 20, 0, "#000000"), 200, 10, 40, 20, 1, target=Target("command", "menu"))
GROUND = Node("ground:grid", Paper(80, 80, 0, "#000000"), 10, 100, 80, 80, 1)


def made(*nodes: Node, focus: tuple[str, ...] = ()) -> Scene:
    return Scene((300, 200), nodes, {}, focus)


def test_a_sound_scene_has_no_faults() -> None:
    assert faults(made(PAPER, LABEL, BUTTON, GROUND, focus=("ground:grid", "button"))) == []


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (made(PAPER, PAPER), "twice"),
        (made(replace(PAPER, x=250)), "outside of the window"),
        (made(PAPER, replace(LABEL, x=80)), "spills over"),
        (made(LABEL, replace(LABEL, key="other", x=30)), "crosses"),
        (made(BUTTON, replace(BUTTON, key="other", x=220), focus=("button", "other")), "lies on"),
        (made(GROUND, replace(GROUND, key="zone:rack", y=120)), "lies on"),
        (made(BUTTON), "the keyboard reaches"),
        (made(BUTTON, focus=("button", "button")), "the keyboard reaches"),
        (made(BUTTON, focus=("button", "ground:grid")), "not there"),
    ],
)
def test_each_fault_is_found(scene: Scene, words: str) -> None:
    found = faults(scene)
    assert len(found) == 1
    assert words in found[0]
