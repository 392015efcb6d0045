"""Themes: every colour of the window by its purpose, and the colours for the words of a spec."""

from __future__ import annotations

from colorsys import rgb_to_hls
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from runtime.show.colours import BLACK, READABLE, WHITE, clearest, contrast, parts
from runtime.show.palettes import BRIGHT, SAFE, USUAL, Palette, listed
from runtime.show.values import Colour

PATTERNED = ("red", "blue", "amber", "green", "purple", "teal", "orange", "pink", "brown", "yellow")
"""The words that have a pattern each, in turn; greys and grounds differ by lightness."""

ThemeName = Literal["dark", "light", "high_contrast"]
NAMES: tuple[ThemeName, ...] = get_args(ThemeName)
PATTERNS = 12
"""How many patterns there are; higher numbers begin anew."""
_GREY = 0.16
"""A colour with less saturation than this differs by lightness, and needs no pattern."""


TextSize = Literal["small", "normal", "large", "very_large"]
TEXT_SIZES: dict[TextSize, float] = {"small": 0.88, "normal": 1.0, "large": 1.15, "very_large": 1.3}
"""How much larger than usual texts are; a window of the smallest size has room for the largest."""


class Size(NamedTuple):
    """The size of a window in pixels, the number of pixels in a design unit, and the factor by which the player wants
    texts enlarged."""

    width: int
    height: int
    scale: float = 1.0
    text: float = 1.0


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of the window. `_low` is the lower end of a vertical gradient, `_edge` a border, `_ink` a text on it.

    Backgrounds: `background` (behind everything), `panel`, `card` (in front of the table), `well` (sunk into a panel: a
    value, a text field), `button`, `rack` (zones of pieces), `board` (beneath the cells), `cell` and `line` of a board
    that names none. `veil` darkens the table behind a card. `ink`, `ink_soft` and `ink_faint` are readable on
    background, panel, card and well; `warning` and `good` are inks too. `accent` is the background of the most
    important buttons. `valid`, `last_move`, `focus` and `lit` are marks on a board.
    """

    name: ThemeName
    patterns: bool
    palette: Palette
    background: str
    background_low: str
    panel: str
    panel_low: str
    panel_edge: str
    card: str
    card_low: str
    card_edge: str
    well: str
    well_edge: str
    ink: str
    ink_soft: str
    ink_faint: str
    accent: str
    accent_low: str
    accent_edge: str
    accent_ink: str
    button: str
    button_low: str
    button_edge: str
    button_ink: str
    warning: str
    good: str
    rack: str
    rack_low: str
    rack_edge: str
    board: str
    board_edge: str
    cell: str
    line: str
    tile: str
    tile_ink: str
    shadow: str
    veil: str
    valid: str
    last_move: str
    focus: str
    lit: str

    def paint(self, colour: Colour | None, otherwise: str) -> str:
        """A colour from a spec as `#rrggbb`."""
        if colour is None:
            return otherwise
        return listed(self.palette, colour.value) or otherwise

    def pattern_of(self, colour: Colour | None, given: int = 0) -> int:
        """The pattern of a piece: the one in its look; if patterns are on and there is none, one for its colour."""
        if given:
            return (given - 1) % PATTERNS + 1
        return pattern_for(colour) if self.patterns and colour is not None else 0

    def ink_on(self, ground: str) -> str:
        """The ink for a background: the theme's dark ink or white, or plain black if both are weak."""
        wanted = clearest((self.tile_ink, WHITE), ground)
        return wanted if contrast(wanted, ground) >= READABLE else clearest((BLACK, WHITE), ground)


def pattern_for(colour: Colour) -> int:
    """A pattern that stands for a colour: by its number, or else by its place on the colour wheel; 0 for a grey."""
    word, _, number = colour.value.partition(" ")
    if number.isdecimal() and word in ("player", "word"):
        return (int(number) - 1) % PATTERNS + 1
    if not colour.value.startswith("#"):
        return PATTERNED.index(colour.value) + 1 if colour.value in PATTERNED else 0
    hue, light, saturation = rgb_to_hls(*(part / 255 for part in parts(colour.value)))
    if saturation < _GREY or not 0.15 < light < 0.92:
        return 0
    return int(hue * PATTERNS) % PATTERNS + 1


_DARK = {
    "background": "#2a3042", "background_low": "#161925",
    "panel": "#363d51", "panel_low": "#2b3143", "panel_edge": "#5a637c",
    "card": "#3c4460", "card_low": "#30374e", "card_edge": "#6f7a9a",
    "well": "#252a39", "well_edge": "#4c556d",
    "ink": "#f0f2f8", "ink_soft": "#b6bdcf", "ink_faint": "#aab2c6",
    "accent": "#0f8461", "accent_low": "#0b7153", "accent_edge": "#3fb68f", "accent_ink": "#ffffff",
    "button": "#505a77", "button_low": "#424b66", "button_edge": "#7a84a1", "button_ink": "#f4f6fb",
    "warning": "#ff9d8f", "good": "#6fd8ad",
    "rack": "#8a5a34", "rack_low": "#6a4224", "rack_edge": "#a9784b",
    "board": "#222837", "board_edge": "#556079", "cell": "#323a4e", "line": "#4b556d",
    "tile": "#f3e9d2", "tile_ink": "#2f261a", "shadow": "#000000", "veil": "#0b0d14",
    "valid": "#8fd6ff", "last_move": "#f2b134", "focus": "#ffffff", "lit": "#ffd65c",
}  # fmt: skip

_LIGHT = {
    "background": "#eceff5", "background_low": "#d3dae6",
    "panel": "#ffffff", "panel_low": "#f4f6fa", "panel_edge": "#c3ccda",
    "card": "#ffffff", "card_low": "#f1f4f9", "card_edge": "#b9c3d3",
    "well": "#e9edf4", "well_edge": "#c3ccda",
    "ink": "#1d2433", "ink_soft": "#4a5468", "ink_faint": "#535d70",
    "accent": "#0c7a59", "accent_low": "#0a6a4d", "accent_edge": "#085a41", "accent_ink": "#ffffff",
    "button": "#ffffff", "button_low": "#e6ebf3", "button_edge": "#adb8c9", "button_ink": "#253048",
    "warning": "#a92a1c", "good": "#0a6348",
    "rack": "#cfa373", "rack_low": "#b98855", "rack_edge": "#7d5330",
    "board": "#c3ccda", "board_edge": "#93a0b5", "cell": "#f3f5f9", "line": "#a8b3c5",
    "tile": "#f8f0dc", "tile_ink": "#2f261a", "shadow": "#2a3550", "veil": "#39435a",
    "valid": "#1f6fc4", "last_move": "#e08a00", "focus": "#12306b", "lit": "#ffb800",
}  # fmt: skip

_HIGH_CONTRAST = {
    "background": "#000000", "background_low": "#000000",
    "panel": "#0c0c0c", "panel_low": "#000000", "panel_edge": "#ffffff",
    "card": "#000000", "card_low": "#000000", "card_edge": "#ffd60a",
    "well": "#000000", "well_edge": "#bdbdbd",
    "ink": "#ffffff", "ink_soft": "#ededed", "ink_faint": "#d6d6d6",
    "accent": "#ffd60a", "accent_low": "#ffd60a", "accent_edge": "#ffffff", "accent_ink": "#000000",
    "button": "#000000", "button_low": "#000000", "button_edge": "#ffffff", "button_ink": "#ffffff",
    "warning": "#ff9a8c", "good": "#5dffb0",
    "rack": "#1d1d1d", "rack_low": "#141414", "rack_edge": "#ffffff",
    "board": "#000000", "board_edge": "#ffffff", "cell": "#2c2c2c", "line": "#a8a8a8",
    "tile": "#fff6dd", "tile_ink": "#000000", "shadow": "#000000", "veil": "#000000",
    "valid": "#00e5ff", "last_move": "#ffb300", "focus": "#ffffff", "lit": "#ffe600",
}  # fmt: skip

_COLOURS: dict[ThemeName, dict[str, str]] = {"dark": _DARK, "light": _LIGHT, "high_contrast": _HIGH_CONTRAST}


class NoSuchTheme(ValueError):
    """A name that no theme has."""


@lru_cache
def theme(name: str = "dark", patterns: bool = False) -> Theme:
    """The theme with a name, with patterns and a palette for the colour-blind if requested."""
    for known in NAMES:
        if known == name:
            palette = SAFE if patterns else BRIGHT if known == "high_contrast" else USUAL
            return Theme(known, patterns, palette, **_COLOURS[known])
    raise NoSuchTheme(f"There is no theme ‘{name}’; there are {', '.join(NAMES)}.")
