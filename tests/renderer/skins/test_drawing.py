"""What skins draw, pixel by pixel where it matters."""

import pytest
from PIL import Image

from renderer.skins.grounds import Ground
from renderer.skins.marks import Dot, Halo, Ring, Wash
from renderer.skins.masks import border, frame, polygon, rounded
from renderer.skins.paint import gradient
from renderer.skins.paper import Backdrop, Paper, Shade
from renderer.skins.tokens import Token
from runtime.show.colours import contrast

Pixel = tuple[int, ...]


def pixel(picture: Image.Image, x: int, y: int) -> Pixel:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def alpha(picture: Image.Image, x: int, y: int) -> int:
    return pixel(picture, x, y)[3]


# Papers


def test_a_plain_paper_is_its_colour_up_to_its_round_corners() -> None:
    picture = Paper(40, 30, 10, "#204060").draw()
    assert [pixel(picture, *place) for place in ((20, 15), (0, 15), (39, 15), (20, 0), (20, 29))] == [
        (0x20, 0x40, 0x60, 255)
    ] * 5
    assert [alpha(picture, *place) for place in ((0, 0), (39, 0), (0, 29), (39, 29))] == [0, 0, 0, 0]
    assert 0 < alpha(picture, 3, 2) < 255


def test_a_gradient_begins_and_ends_with_its_colours() -> None:
    picture = gradient(3, 11, "#000000", "#646464")
    assert [pixel(picture, 1, y)[0] for y in range(11)] == list(range(0, 101, 10))
    through = gradient(2, 5, "#000000", "#ffffff", "#000000")
    assert [pixel(through, 0, y)[0] for y in range(5)] == [0, 128, 255, 128, 0]
    assert pixel(gradient(2, 1, "#102030", "#ffffff"), 0, 0) is not None


def test_a_wide_paper_is_the_same_all_along() -> None:
    short, long = (Paper(width, 60, 12, "#363d51", "#2b3143", "#5a637c", 1, 8) for width in (300, 700))
    one, other = short.draw(), long.draw()
    end = 80
    assert one.crop((0, 0, end, one.height)).tobytes() == other.crop((0, 0, end, other.height)).tobytes()
    right = one.crop((one.width - end, 0, one.width, one.height))
    assert right.tobytes() == other.crop((other.width - end, 0, other.width, other.height)).tobytes()
    assert {pixel(other, x, 40) for x in range(end, other.width - end)} == {pixel(one, 150, 40)}


def test_a_shadow_is_soft_black_and_falls_down() -> None:
    paper = Paper(100, 100, 8, "#ffffff", shadow=12)
    picture, margin = paper.draw(), paper.margin
    below = [alpha(picture, picture.width // 2, margin + 100 + away) for away in range(margin)]
    above = [alpha(picture, picture.width // 2, margin - 1 - away) for away in range(margin)]
    assert below == sorted(below, reverse=True)
    assert below[0] > 2 * above[0] > 0
    assert below[-1] <= 2 and above[-1] == 0
    assert pixel(picture, picture.width // 2, margin + 102)[:3] == (0, 0, 0)
    assert all(alpha(picture, x, y) <= 2 for x in (0, picture.width - 1) for y in (0, picture.height - 1))


def test_an_edge_is_drawn_inside() -> None:
    picture = Paper(40, 30, 0, "#204060", edge="#ff0000", edge_width=2).draw()
    assert [pixel(picture, x, 15)[:3] for x in (0, 1, 2)] == [(255, 0, 0), (255, 0, 0), (0x20, 0x40, 0x60)]
    assert [pixel(picture, 20, y)[:3] for y in (27, 28, 29)] == [(0x20, 0x40, 0x60), (255, 0, 0), (255, 0, 0)]


def test_a_part_of_a_pixel_is_a_fainter_edge() -> None:
    mask = frame(20, 20, 0, 1.5)
    assert [mask.getpixel((x, 10)) for x in range(4)] == [255, 128, 0, 0]


def test_a_lip_is_darker_and_below() -> None:
    picture = Paper(40, 30, 0, "#808080", "#606060", lip=4).draw()
    assert pixel(picture, 20, 25)[:3] == (0x60, 0x60, 0x60)
    assert {pixel(picture, 20, y)[:3] for y in (26, 29)} == {(56, 56, 56)}


def test_a_hollow_is_dark_below_its_upper_edge() -> None:
    picture = Paper(60, 60, 6, "#808080", inset=True).draw()
    column = [pixel(picture, 30, y)[0] for y in (0, 4, 30, 58)]
    assert column[0] < column[1] <= column[2] == column[3] == 0x80


def test_a_shade_and_a_backdrop() -> None:
    assert pixel(Shade(4, 4, "#102030", 0.5).draw(), 2, 2) == (16, 32, 48, 128)
    backdrop = Backdrop(4, 11, "#000000", "#646464").draw()
    assert [pixel(backdrop, 2, y) for y in (0, 5, 10)] == [(0, 0, 0, 255), (50, 50, 50, 255), (100, 100, 100, 255)]


# Masks


def test_round_corners_are_the_same_in_all_four() -> None:
    mask = rounded(31, 23, 9)
    for way in (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM):
        assert mask.transpose(way).tobytes() == mask.tobytes()


def test_a_shape_covers_as_much_as_it_should() -> None:
    half = polygon(40, 40, ((0, 0), (40, 0), (0, 40)))
    assert sum(half.tobytes()) / 255 == pytest.approx(800, abs=12)
    diamond = polygon(40, 40, ((20, 0), (40, 20), (20, 40), (0, 20)), 4)
    corners = diamond.getbbox()
    assert corners is not None and corners[0] >= 1 and corners[2] <= 39


def test_the_border_of_a_shape_follows_it() -> None:
    mask = border(rounded(20, 20, 0), 2)
    assert [mask.getpixel((x, 10)) for x in (0, 1, 2, 10, 17, 18, 19)] == [255, 255, 0, 0, 0, 255, 255]


# Pieces


@pytest.mark.parametrize("colour", ["#f3e9d2", "#d1495b", "#2a9d8f", "#3f72c4", "#1c1c1e", "#777777", "#8e5bb5"])
def test_a_face_can_be_read(colour: str) -> None:
    token = Token("tile", 60, 60, colour, face="M")
    plain, written = (each.draw() for each in (Token("tile", 60, 60, colour), token))
    strongest = max(
        contrast(_hex(pixel(plain, x, y)), _hex(pixel(written, x, y))) for x in range(15, 55) for y in range(20, 50)
    )
    assert strongest >= 4.2


def test_a_corner_value_is_at_the_lower_right() -> None:
    plain, valued = Token("tile", 60, 60, "#f3e9d2"), Token("tile", 60, 60, "#f3e9d2", corner="10")
    changed = _changed(plain, valued)
    assert min(x for x, _ in changed) > 36 and min(y for _, y in changed) > 40
    assert max(x for x, _ in changed) < 58 and max(y for _, y in changed) < 58


@pytest.mark.parametrize("face", ["A", "W", "10", "128", "2048", "65536", "Q"])
@pytest.mark.parametrize("side", [18, 36, 72])
def test_a_face_stays_on_its_piece(face: str, side: int) -> None:
    changed = _changed(Token("tile", side, side, "#f3e9d2"), Token("tile", side, side, "#f3e9d2", face=face))
    across, down = [x for x, _ in changed], [y for _, y in changed]
    assert min(across) >= 1 and max(across) <= side - 2 and min(down) >= 1 and max(down) <= side - 2
    assert abs((min(across) + max(across) + 1) / 2 - side / 2) <= 1.5
    if face not in ("Q",):
        assert abs((min(down) + max(down) + 1) / 2 - side / 2) <= 1.5


def test_thickness_is_seen_at_the_lower_right() -> None:
    token = Token("tile", 50, 60, "#f3e9d2", depth=7)
    picture, margin = token.draw(), token.margin
    assert alpha(picture, margin + 50 + 4, margin + 40) == 255
    assert alpha(picture, margin + 30, margin + 60 + 4) == 255
    assert alpha(picture, margin - 4, margin + 20) < 100
    assert pixel(picture, margin + 30, margin + 66)[0] < pixel(picture, margin + 30, margin + 30)[0]


def test_a_ring_is_hollow() -> None:
    picture = Token("ring", 40, 40, "#3f72c4").draw()
    assert alpha(picture, 20, 20) < 60
    assert alpha(picture, 20, 2) == alpha(picture, 2, 20) == 255


def test_what_is_behind_a_card_is_not_drawn() -> None:
    hidden = Token("tile", 40, 40, "#2a9d8f", 2, "crown", "A", "1", back=True)
    assert hidden.draw().tobytes() == Token("tile", 40, 40, "#2a9d8f", back=True).draw().tobytes()


# Marks and backgrounds


def test_marks_leave_free_what_they_mark() -> None:
    halo = Halo(40, 40, 4, "#ffd65c")
    glow, margin = halo.draw(), halo.margin
    assert {alpha(glow, margin + at, margin + at) for at in (2, 20, 37)} == {0}
    assert pixel(glow, margin - 1, margin + 20) == (0xFF, 0xD6, 0x5C, 255)
    ring = Ring(40, 40, 4, "#ffd65c", 3).draw()
    assert [alpha(ring, x, 20) for x in (0, 2, 3, 20)] == [255, 255, 0, 0]
    circle = Ring(40, 40, 20, "#ffd65c", 3).draw()
    assert (alpha(circle, 0, 0), alpha(circle, 1, 20), alpha(circle, 20, 20)) == (0, 255, 0)


def test_a_dot_and_a_wash() -> None:
    dot = Dot(11, "#8fd6ff").draw()
    assert (pixel(dot, 5, 5), alpha(dot, 0, 0)) == ((0x8F, 0xD6, 0xFF, 255), 0)
    assert pixel(Wash(10, 10, 0, "#8fd6ff", 0.4).draw(), 5, 5) == (0x8F, 0xD6, 0xFF, 102)


def test_a_ground_has_cells_lines_and_dots_where_they_belong() -> None:
    cells = (((0, 0, 20, 20), "#ff0000"), ((20, 0, 20, 20), "#00ff00"), (((0, 40), (20, 20), (40, 40)), "#0000ff"))
    ground = Ground(40, 40, cells, (((20, 0), (20, 20)),), "#ffffff", 2, dots=((10, 10, 3),))
    picture = ground.draw()
    assert [pixel(picture, *place) for place in ((1, 1), (30, 5), (20, 35), (19, 5), (20, 5), (10, 10))] == [
        (255, 0, 0, 255),
        (0, 255, 0, 255),
        (0, 0, 255, 255),
        (255, 255, 255, 255),
        (255, 255, 255, 255),
        (255, 255, 255, 255),
    ]
    assert [alpha(picture, *place) for place in ((1, 25), (38, 25))] == [0, 0]


def test_what_lies_outside_of_a_ground_is_cut_off() -> None:
    cells = (((-10, -10, 20, 20), "#ff0000"), (((30, 30), (50, 30), (50, 50)), "#00ff00"))
    picture = Ground(40, 40, cells, (((-5, 20), (60, 25)),), "#ffffff", 3, radius=2, dots=((39, 0, 4),)).draw()
    assert picture.size == (40, 40)
    assert pixel(picture, 0, 0) == (255, 0, 0, 255)
    assert pixel(picture, 39, 1) == (255, 255, 255, 255)


def test_cells_of_equal_shape_look_equal_wherever_they_are() -> None:
    def cell(x: float, y: float) -> tuple[tuple[float, float], ...]:
        return ((x + 10, y), (x + 20, y + 5), (x + 20, y + 15), (x + 10, y + 20), (x, y + 15), (x, y + 5))

    picture = Ground(60, 30, ((cell(3, 4), "#dcc9a1"), (cell(33, 4), "#dcc9a1")), bevel=True, edge="#8a8578").draw()
    assert picture.crop((3, 4, 23, 24)).tobytes() == picture.crop((33, 4, 53, 24)).tobytes()


def _changed(plain: Token, other: Token) -> list[tuple[int, int]]:
    """The places on a piece where two pictures of it differ."""
    one, two, margin = plain.draw(), other.draw(), plain.margin
    return [
        (x - margin, y - margin)
        for x in range(one.width)
        for y in range(one.height)
        if pixel(one, x, y) != pixel(two, x, y)
    ]


def _hex(colour: Pixel) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour[:3])


def test_a_tiny_piece_shows_its_face_alone() -> None:
    def drawn(side: int, corner: str) -> bytes:
        return Token("tile", side, side, "#2a5bd7", face="O", corner=corner).draw().tobytes()

    assert drawn(14, "1") == drawn(14, "")
    assert drawn(20, "1") != drawn(20, "")
