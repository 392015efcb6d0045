"""The window's place and size, saved for the next start and fitted to the screens that are there then."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from renderer.scene.layout import SMALLEST_WINDOW, USUAL_WINDOW
from runtime.files import change_stored, data_folder, read_stored

BORDERS = (20, 80)
"""What a desktop puts around a window: its frame, its title and a bar of its own."""
GRIP = 64
"""So much of the top of a window must be on a screen for anybody to take hold of it."""
LARGEST = 1 << 15


class Area(NamedTuple):
    """A screen, in pixels of the desktop."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Place:
    """The size of the window in design units, and the top left corner in desktop pixels, None to let the desktop
    choose. A window that fills a screen also keeps the size that it had before."""

    width: int = USUAL_WINDOW[0]
    height: int = USUAL_WINDOW[1]
    x: int | None = None
    y: int | None = None
    maximised: bool = False


class StoredPlace:
    """The place on disk. An invalid place counts as the default; one that cannot be written is not worth a message."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder if folder is not None else data_folder()) / "window.json"

    def read(self) -> Place:
        """The place that was saved last."""
        with suppress(OSError):
            return _place(read_stored(self.path))
        return Place()

    def keep(self, place: Place) -> None:
        """Save a place for the next start."""
        with suppress(OSError):
            change_stored(self.path, lambda content: {**content, **asdict(place)})


def _place(content: dict[str, Any]) -> Place:
    found = {each.name: content[each.name] for each in fields(Place) if each.name in content}
    numbers = [found.get(name) for name in ("width", "height")]
    corner = [found.get(name) for name in ("x", "y")]
    if any(type(number) is not int or not 0 < number <= LARGEST for number in numbers):
        return Place()
    if any(type(number) is not int or abs(number) > LARGEST for number in corner):
        found = {**found, "x": None, "y": None}
    return Place(**{**found, "maximised": found.get("maximised") is True})


def fitting(place: Place, screens: Sequence[Area], scale: float) -> Place:
    """The place on the current screens: no larger than the window's screen, and entirely on it. If that screen is gone,
    the desktop chooses the place."""
    screen = next((each for each in screens if _is_on(place, each, scale)), None)
    if screen is None or place.x is None or place.y is None:
        wide, high = _within(place, screens[0], BORDERS, scale)
        return replace(place, width=wide, height=high, x=None, y=None)
    wide, high = _within(place, screen, (0, 0), scale)
    found = replace(place, width=wide, height=high)
    right, bottom = screen.x + screen.width - round(wide * scale), screen.y + screen.height - round(high * scale)
    return replace(found, x=max(screen.x, min(place.x, right)), y=max(screen.y, min(place.y, bottom)))


def _within(place: Place, screen: Area, borders: tuple[int, int], scale: float) -> tuple[int, int]:
    """The window's size on a screen, with some room around it."""
    wide, high = int(screen.width / scale) - borders[0], int(screen.height / scale) - borders[1]
    return max(SMALLEST_WINDOW[0], min(place.width, wide)), max(SMALLEST_WINDOW[1], min(place.height, high))


def _is_on(place: Place, screen: Area, scale: float) -> bool:
    """Whether the title bar of a window can be grabbed on a screen."""
    if place.x is None or place.y is None:
        return False
    left, right = max(place.x, screen.x), min(place.x + round(place.width * scale), screen.x + screen.width)
    return right - left >= GRIP and screen.y - GRIP <= place.y <= screen.y + screen.height - GRIP


def fills(width: int, height: int, screen: Area) -> bool:
    """Whether a window, in pixels, fills a screen except for the bars of the desktop."""
    return width >= screen.width and height >= screen.height - 2 * BORDERS[1]
