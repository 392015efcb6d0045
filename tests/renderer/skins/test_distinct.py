"""Things with different meanings look different: shapes, patterns and icons, even without colour and when small."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from interpreter.spec.view_model import ICONS, MEN, SHAPES
from renderer.skins.figures import Figure
from renderer.skins.icons import NAMES, Icon, figure_masks, icon_mask
from renderer.skins.theme import PATTERNS
from renderer.skins.tokens import DRAWINGS, Token, pattern_mask

UI_ICONS = (
    "undo", "redo", "hint", "restart", "menu", "play", "pause", "next", "back", "close", "search",
    "check", "trophy", "heart", "clock", "help", "settings", "gallery", "full", "sliders", "bars",
    "pencil", "shuffle", "copy",
)  # fmt: skip


def apart(first: Image.Image, second: Image.Image) -> float:
    """How much two pictures differ without their colours, on average, from 0 to 255."""
    greys = []
    for picture in (first, second):
        ground = Image.new("RGBA", picture.size, "#7f7f7f")
        ground.alpha_composite(picture)
        greys.append(ground.convert("L"))
    return ImageStat.Stat(ImageChops.difference(*greys)).mean[0]


def test_every_icon_of_the_language_and_the_window_is_there() -> None:
    assert set(NAMES) == {*ICONS, *UI_ICONS}


@pytest.mark.parametrize("side", [16, 24, 96])
def test_icons_differ(side: int) -> None:
    pictures = {name: Icon(name, side, "#ffffff").draw() for name in NAMES}
    alike = [pair for pair in combinations(NAMES, 2) if apart(pictures[pair[0]], pictures[pair[1]]) < 4]
    assert alike == []


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_fills_its_box_without_being_cut_off(name: str) -> None:
    alpha = Icon(name, 96, "#ffffff").draw().getchannel("A")
    left, top, right, bottom = alpha.getbbox() or (0, 0, 0, 0)
    assert left >= 3 and top >= 3 and right <= 93 and bottom <= 93
    assert max(right - left, bottom - top) >= (38 if name == "dot" else 54)
    middle = (left + right) / 2, (top + bottom) / 2
    # A triangle looks centred if its weight is, not its box.
    assert all(abs(each - 48) <= 6 for each in middle)


def test_shapes_differ() -> None:
    shapes = [shape for shape in SHAPES if shape not in ("card", "back", "none", "figure")]
    pictures = {shape: _body(Token(shape, 48, 48, "#3f72c4")) for shape in shapes}
    assert [pair for pair in combinations(shapes, 2) if apart(pictures[pair[0]], pictures[pair[1]]) < 6] == []


@pytest.mark.parametrize("side", [40, 120])
@pytest.mark.parametrize("colour", ["#f4f1e8", "#222226", "#c9403a"])
def test_men_differ_and_stand_out_on_light_and_dark_squares(side: int, colour: str) -> None:
    pictures = {name: Figure(name, side, colour).draw() for name in MEN}
    assert [pair for pair in combinations(MEN, 2) if apart(pictures[pair[0]], pictures[pair[1]]) < 10] == []
    for ground in ("#f0d9b5", "#b58863", "#2b3442", "#ffffff", "#000000"):
        bare = Image.new("RGBA", pictures["king"].size, ground)
        for name in MEN:
            standing = bare.copy()
            standing.alpha_composite(pictures[name])
            change = ImageChops.difference(standing.convert("L"), bare.convert("L"))
            # A good part of every man is far lighter or darker than what it stands on.
            assert sum(change.histogram()[60:]) > 0.05 * side * side, (name, ground)


def test_a_figure_is_whole_where_its_icon_is_cut() -> None:
    side = 96
    icon, whole, lines = icon_mask("bishop", side), *figure_masks("bishop", side)[:2]
    cut = ImageChops.subtract(whole, icon)
    assert sum(cut.histogram()[128:]) > 100
    assert ImageStat.Stat(ImageChops.difference(cut, lines)).mean[0] < 0.5
    assert whole.getpixel((48, 40)) == 255 and icon.getpixel((48, 40)) == 0


@pytest.mark.parametrize(("shape", "row", "empty"), [("spike_up", 2, 157), ("spike_down", 157, 2)])
def test_a_spike_is_as_high_as_its_cell(shape: str, row: int, empty: int) -> None:
    alpha = _body(Token(shape, 40, 160, "#3f72c4")).getchannel("A")
    assert alpha.getbbox() in ((2, 0, 38, 160), (3, 0, 38, 160), (2, 0, 37, 160))
    wide, narrow = (sum(alpha.crop((0, y, 40, y + 1)).histogram()[128:]) for y in (empty, row))
    assert wide >= 33 and narrow <= 3


def test_there_are_as_many_patterns_as_themes_count_on() -> None:
    assert len(DRAWINGS) == PATTERNS == 12
    assert pattern_mask(13, 40, 40).tobytes() == pattern_mask(1, 40, 40).tobytes()


@pytest.mark.parametrize("colour", ["#f2b134", "#3f72c4", "#1c1c1e", "#f7f5ef"])
@pytest.mark.parametrize("side", [24, 48, 80])
def test_patterns_differ_without_colour(colour: str, side: int) -> None:
    pictures = [_body(Token("disc", side, side, colour, number)) for number in range(PATTERNS + 1)]
    alike = [pair for pair in combinations(range(PATTERNS + 1), 2) if apart(pictures[pair[0]], pictures[pair[1]]) < 6]
    assert alike == []


@pytest.mark.parametrize("number", range(1, PATTERNS + 1))
def test_a_soft_pattern_is_seen_but_less(number: int) -> None:
    plain, full = (_body(Token("disc", 48, 48, "#f2b134", pattern)) for pattern in (0, number))
    soft = _body(Token("disc", 48, 48, "#f2b134", number, soft=True))
    assert 1 < apart(plain, soft) < apart(plain, full) / 2


@pytest.mark.parametrize(
    "changed",
    [
        {"face": "A"},
        {"face": "B"},
        {"corner": "1"},
        {"icon": "crown"},
        {"pips": 3},
        {"dim": True},
        {"edge": "#ffd65c"},
        {"back": True},
        {"depth": 6},
        {"colour": "#2a9d8f"},
    ],
    ids=str,
)
@pytest.mark.parametrize("shape", ["tile", "disc"])
def test_all_that_a_piece_can_be_is_seen(shape: str, changed: dict[str, object]) -> None:
    plain = Token(shape, 48, 48, "#f3e9d2")
    other = Token(**{"shape": shape, "width": 48, "height": 48, "colour": "#f3e9d2", **changed})
    assert _body(plain).tobytes() != _body(other).tobytes()


def _body(token: Token) -> Image.Image:
    """The picture of a piece without its margin."""
    margin = token.margin
    return token.draw().crop((margin, margin, margin + token.width, margin + token.height))
