"""Scenes as pictures: nodes in their order, with alpha, angle and scale, on the background."""

from dataclasses import dataclass

import pytest
from PIL import Image

from renderer.nodes import Node, Scene
from renderer.scene.snapshot import snapshot
from renderer.skins.paper import Shade
from renderer.skins.theme import theme

DARK = theme("dark")
RED = Shade(20, 10, "#ff0000", 1)
BLUE = Shade(10, 10, "#0000ff", 1)


@dataclass(frozen=True, slots=True)
class Halves:
    """A picture that is red on the left and green on the right."""

    @property
    def size(self) -> tuple[int, int]:
        return 20, 10

    @property
    def margin(self) -> int:
        return 0

    def draw(self) -> Image.Image:
        picture = Image.new("RGBA", (20, 10), "#ff0000")
        picture.paste("#00ff00", (10, 0, 20, 10))
        return picture


def at(picture: Image.Image, x: int, y: int) -> object:
    return picture.getpixel((x, y))


def test_the_background_goes_from_top_to_bottom() -> None:
    picture = snapshot(Scene((8, 101), ()), DARK)
    assert (picture.size, picture.mode) == ((8, 101), "RGB")
    assert [at(picture, 4, y) for y in (0, 100)] == [(0x2A, 0x30, 0x42), (0x16, 0x19, 0x25)]


def test_later_nodes_lie_on_earlier_ones() -> None:
    nodes = (Node("a", RED, 10, 20, 20, 10, 0), Node("b", BLUE, 20, 20, 10, 10, 1))
    picture = snapshot(Scene((60, 60), nodes), DARK)
    assert [at(picture, x, 25) for x in (10, 19, 20, 29)] == [
        (255, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 255),
    ]  # fmt: skip
    assert at(picture, 9, 25) == at(picture, 30, 25) == at(snapshot(Scene((60, 60), ()), DARK), 0, 25)


def test_nodes_stand_on_whole_pixels() -> None:
    picture = snapshot(Scene((60, 60), (Node("a", RED, 10.4, 19.6, 20, 10, 0),)), DARK)
    assert at(picture, 10, 20) == at(picture, 29, 29) == (255, 0, 0)
    assert (255, 0, 0) not in (at(picture, 9, 20), at(picture, 30, 29), at(picture, 10, 19))


def test_what_is_seen_through_is_mixed() -> None:
    nodes = (Node("a", RED, 0, 0, 20, 10, 0), Node("b", BLUE, 0, 0, 10, 10, 1, alpha=0.4))
    picture = snapshot(Scene((20, 10), nodes), DARK)
    assert at(picture, 5, 5) == (153, 0, 102)
    hidden = snapshot(Scene((20, 10), (nodes[0], Node("b", BLUE, 0, 0, 10, 10, 1, alpha=0))), DARK)
    assert at(hidden, 5, 5) == (255, 0, 0)


def test_a_node_is_scaled_about_its_middle() -> None:
    picture = snapshot(Scene((60, 60), (Node("a", RED, 20, 25, 20, 10, 0, scale=2),)), DARK)
    assert at(picture, 10, 20) == at(picture, 49, 39) == (255, 0, 0)
    assert (255, 0, 0) not in (at(picture, 9, 30), at(picture, 50, 30), at(picture, 30, 19), at(picture, 30, 40))


@pytest.mark.parametrize(
    ("angle", "places"),
    [(90, {(30, 22): "red", (30, 37): "green"}), (180, {(37, 30): "red", (22, 30): "green"})],
)
def test_a_node_is_turned_clockwise_about_its_middle(angle: float, places: dict[tuple[int, int], str]) -> None:
    picture = snapshot(Scene((60, 60), (Node("a", Halves(), 20, 25, 20, 10, 0, angle=angle),)), DARK)
    colours = {"red": (255, 0, 0), "green": (0, 255, 0)}
    assert {place: at(picture, *place) for place in places} == {place: colours[name] for place, name in places.items()}


def test_what_lies_outside_of_the_window_is_cut_off() -> None:
    nodes = (Node("a", RED, -15, -5, 20, 10, 0), Node("b", BLUE, 55, 55, 10, 10, 1), Node("c", BLUE, 90, 90, 10, 10, 2))
    picture = snapshot(Scene((60, 60), nodes), DARK)
    assert picture.size == (60, 60)
    assert (at(picture, 4, 4), at(picture, 59, 59)) == ((255, 0, 0), (0, 0, 255))
    assert at(picture, 5, 4) != (255, 0, 0)
