"""The fonts of the window: Liberation, which comes with Arcade, found without importing Arcade."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

_FILES = {
    (False, False): "Liberation_Sans_Regular.ttf",
    (True, False): "Liberation_Sans_Bold.ttf",
    (False, True): "Liberation_Mono_Regular.ttf",
    (True, True): "Liberation_Mono_Bold.ttf",
}


class NoFonts(Exception):
    """Arcade is not installed, or without its fonts."""


@lru_cache
def folder() -> Path:
    """Where the fonts are."""
    spec = find_spec("arcade")
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        found = Path(place) / "resources" / "system" / "fonts" / "ttf" / "Liberation"
        if found.is_dir():
            return found
    raise NoFonts("The fonts of Arcade are missing. Install it anew with ‘pip install --force-reinstall arcade’.")


@lru_cache(maxsize=256)
def font(size: int, bold: bool = False, mono: bool = False) -> ImageFont.FreeTypeFont:
    """A font in a size in pixels; `mono`: a typewriter's letters."""
    path = folder() / _FILES[bold, mono]
    return ImageFont.truetype(str(path), max(1, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def metrics(size: int, bold: bool = False, mono: bool = False) -> tuple[int, int]:
    """How far letters of a size reach above and below the line that they stand on: the same for every text."""
    return font(size, bold, mono).getmetrics()


@lru_cache(maxsize=256)
def cap_height(size: int, bold: bool = False) -> int:
    """How high a capital letter is."""
    return -int(font(size, bold).getbbox("H", anchor="ls")[1])
