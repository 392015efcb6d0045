"""All skins: sizes known without drawing, equal values for equal looks, and cached pictures."""

from pathlib import Path

import pytest
from PIL import Image

from renderer.nodes import Skin, Target
from renderer.skins import image_of, node
from renderer.skins.grounds import Ground
from renderer.skins.icons import Icon
from renderer.skins.marks import Dot, Halo, Ring, Wash
from renderer.skins.paper import Backdrop, Paper, Picture, Shade
from renderer.skins.skin import Pictures
from renderer.skins.text import Label
from renderer.skins.tokens import SHAPES, Token

SKINS: list[Skin] = [
    Paper(200, 120, 12, "#363d51", "#2b3143", "#5a637c", 1, 14),
    Paper(200, 120, 12, "#363d51", lip=3, shadow=3),
    Paper(40, 20, 30, "#363d51", edge="#ffffff", edge_width=1.5),
    Paper(9, 41, 4.5, "#363d51", inset=True),
    Paper(1, 1, 0, "#363d51"),
    Paper(3, 2, 10, "#363d51", "#000000", "#ffffff", 2, 20, False, 3),
    Shade(30, 20, "#000000", 0.5),
    Backdrop(30, 20, "#000000", "#ffffff"),
    Label("Score", 15, "#ffffff"),
    Label("", 15, "#ffffff"),
    Label("two\nlines\tand tabs", 15, "#ffffff"),
    Icon("trophy", 17.6, "#ffffff"),
    Icon("dot", 1, "#ffffff"),
    Ring(40, 30, 5, "#ffffff", 2.5),
    Ring(40, 40, 20, "#ffffff", 3),
    Ring(3, 3, 5, "#ffffff", 4),
    Dot(11, "#ffffff"),
    Dot(11, "#ffffff", "#000000"),
    Halo(40, 30, 5, "#ffffff"),
    Halo(2, 2, 0, "#ffffff"),
    Wash(40, 30, 5, "#ffffff", 0.4),
    Wash(4, 3, 5, "#ffffff", 0.4, soft=True),
    Picture(Path("missing.png"), 40, 30, 4),
    Ground(60, 40, (((0, 0, 20, 20), "#ffffff"), (((30, 0), (50, 20), (30, 40)), "#ffffff")), (((0, 0), (60, 40)),)),
    *(Token(shape, 41, 41, "#3f72c4") for shape in SHAPES),
    *(Token(shape, 30, 50, "#3f72c4", 3, "crown", "W", "10", 6, edge="#ffffff") for shape in SHAPES),
    *(Token(shape, 3, 4, "#3f72c4", 3, "crown", "Wide", "10", 2, True, "#ffffff") for shape in SHAPES),
    Token("tile", 50, 66, "#2a9d8f", back=True),
    Token("tile", 4, 4, "#2a9d8f", back=True),
]


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: type(skin).__name__)
def test_the_size_is_known_without_drawing(skin: Skin) -> None:
    picture = skin.draw()
    assert (picture.size, picture.mode) == (skin.size, "RGBA")
    assert min(skin.size) > 2 * skin.margin >= 0


def test_equal_skins_are_one_picture() -> None:
    assert image_of(Token("disc", 30, 30, "#3f72c4")) is image_of(Token("disc", 30, 30, "#3f72c4"))
    assert image_of(Token("disc", 30, 30, "#3f72c4")) is not image_of(Token("disc", 30, 30, "#3f72c5"))
    cells = (((0, 0, 20, 20), "#ffffff"),)
    one, same, other = Ground(60, 40, cells), Ground(60, 40, cells), Ground(60, 40, cells, radius=2)
    assert (one, hash(one)) == (same, hash(same))
    assert one != other


def test_drawing_twice_gives_the_same_pixels() -> None:
    for skin in SKINS:
        assert skin.draw().tobytes() == skin.draw().tobytes()


def test_pictures_that_were_not_asked_for_longest_go_first() -> None:
    kept = Pictures(room=3 * 4 * 10 * 10)
    skins = [Shade(10, 10, f"#{number:06x}", 1) for number in range(4)]
    first = kept.of(skins[0])
    for skin in skins[1:3]:
        kept.of(skin)
    assert kept.of(skins[0]) is first
    kept.of(skins[3])
    assert len(kept) == 3
    assert kept.of(skins[0]) is first
    before = len(kept)
    large = kept.of(Shade(100, 100, "#000000", 1))
    assert (before, len(kept), large.size) == (3, 1, (100, 100))


def test_a_node_has_the_box_of_its_skin_at_a_place_and_the_margin_around_it() -> None:
    skin = Paper(100, 50, 8, "#363d51", shadow=10)
    target = Target("command", "undo")
    placed = node("button:undo", skin, 30, 40, 7, alpha=0.5, target=target, enabled=False)
    assert skin.margin == 16
    assert (placed.x, placed.y, placed.width, placed.height) == (14, 24, 132, 82)
    assert (placed.key, placed.z, placed.alpha, placed.target, placed.enabled) == (
        "button:undo", 7, 0.5, target, False
    )  # fmt: skip


def test_a_thumbnail_is_seen_whole_and_its_edges_fill_the_box(tmp_path: Path) -> None:
    file = tmp_path / "game.png"
    wide = Image.new("RGB", (300, 100), "#00ff00")
    wide.paste("#ff0000", (0, 0, 90, 100))
    wide.paste("#0000ff", (0, 60, 300, 100))
    wide.save(file)
    red, green, blue = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
    picture = Picture(file, 60, 60).draw()
    assert picture.size == (60, 60)
    assert [picture.getpixel((10, y)) for y in (0, 19, 25, 38, 59)] == [red, red, red, blue, blue]
    assert [picture.getpixel((50, y)) for y in (0, 19, 25, 38, 59)] == [green, green, green, blue, blue]
    upright = Picture(file, 200, 20).draw()
    assert [upright.getpixel((x, 5)) for x in (0, 69, 80, 120, 131, 199)] == [red, red, red, green, green, green]


def test_a_thumbnail_has_its_own_colour_up_to_its_round_corners(tmp_path: Path) -> None:
    file = tmp_path / "game.png"
    Image.new("RGB", (60, 60), "#f0e0d0").save(file)
    picture = Picture(file, 60, 60, 12).draw()
    seen = {pixel for x in range(14) for y in range(14) if (pixel := picture.getpixel((x, y)))[3]}
    assert {pixel[:3] for pixel in seen} == {(0xF0, 0xE0, 0xD0)}
    assert {0 < pixel[3] < 255 for pixel in seen} == {True, False}


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n\x00\x00"])
def test_a_broken_thumbnail_is_a_plain_box(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.png"
    file.write_bytes(content)
    assert Picture(file, 20, 10).draw().getpixel((0, 0)) == (0x5A, 0x63, 0x77, 255)
