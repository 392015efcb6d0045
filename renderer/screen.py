"""What a page of the window is: it gives a scene, and is told what was pressed or typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from interpreter import Game, catalogue
from renderer.animation import Step
from renderer.focus import first_spot
from renderer.nodes import Box, Scene, Target
from renderer.painting import Painter
from renderer.preferences import StoredPreferences
from renderer.sounds import Sound
from renderer.theme import Size, Theme, theme
from renderer.thumbnails import Thumbnails
from renderer.ui import Dragged
from runtime.draft import Spot
from runtime.kept_replays import Replays
from runtime.library import Library, Listed
from runtime.saves import Saves
from runtime.statistics import Statistics

EffectKind = Literal["sound", "copy", "cursor", "fullscreen", "screenshot", "title", "quit"]


class Effect(NamedTuple):
    """Something that only the shell around the app can do: play a sound, fill the clipboard, close the window."""

    kind: EffectKind
    value: str = ""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Where pointer and keyboard are: nodes by their keys, spots by themselves."""

    hovered: Spot | None = None
    hovered_key: str | None = None
    pressed_key: str | None = None
    focus: str | None = None
    cursor: Spot | None = None
    dragged: Dragged | None = None
    keyboard: bool = False

    @property
    def on_button(self) -> bool:
        """Whether the keyboard is on a button, not on a board or zone."""
        return self.focus is not None and not self.focus.startswith(("ground:", "zone:"))


@dataclass(slots=True)
class Surroundings:
    """What all pages share: files of the user, the time of day, and whether spec files are watched.

    Without a painter the pictures of the gallery are made between two frames.
    """

    preferences: StoredPreferences = field(default_factory=StoredPreferences)
    saves: Saves = field(default_factory=Saves)
    statistics: Statistics = field(default_factory=Statistics)
    replays: Replays = field(default_factory=Replays)
    library: Library = field(default_factory=Library)
    thumbnails: Thumbnails = field(default_factory=Thumbnails)
    time: Callable[[], datetime] = datetime.now
    watch: bool = False
    painter: Painter | None = None

    @property
    def theme(self) -> Theme:
        """The theme that the player prefers."""
        preferred = self.preferences.value
        return theme(preferred.theme, preferred.patterns)

    def games(self) -> list[Listed]:
        """Every game that can be chosen: those that come with Tilewright, the user's own, and others opened before."""
        return self.library.all(Path(path) for path in self.preferences.value.opened)

    def note_opened(self, game: Game) -> None:
        """Remember a spec file of the user's own, so that the gallery has it."""
        path = Path(game.spec.game.span.source.name).resolve()
        if path.is_file() and not path.is_relative_to(catalogue.SPECS) and path.parent != self.library.folder.resolve():
            self.preferences.note_opened(path)


class Host(Protocol):
    """What a page may ask of the app."""

    surroundings: Surroundings
    now: float
    visits: int
    """How often the keyboard has gone from one node to another."""

    @property
    def busy(self) -> bool:
        """Whether something is being animated."""

    @property
    def idle(self) -> float:
        """For how many seconds the player has done nothing."""

    @property
    def field(self) -> str | None:
        """The name of the text field that the keyboard is on."""

    def open(self, screen: Screen) -> None:
        """Put a page on top."""

    def exchange(self, screen: Screen) -> None:
        """Put a page in place of the one on top."""

    def back(self) -> None:
        """Go back to the page below; from the last one, leave."""

    def home(self) -> None:
        """Go back to the first page."""

    def effect(self, kind: EffectKind, value: str = "") -> None:
        """Have the shell do something."""

    def sound(self, name: Sound) -> None:
        """Play a sound, if the player wants to hear any."""

    def shake(self, keys: Sequence[str]) -> None:
        """Shake some nodes."""

    def focus_on(self, key: str | None) -> None:
        """Move the keyboard to a node."""

    def point_at(self, spot: Spot) -> None:
        """Move the keyboard's cursor to a spot."""

    def changed(self) -> None:
        """The page looks different now."""


class Screen:
    """A page. What it does not care about it leaves as it is here."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def scene(self, pointing: Pointing, size: Size, theme: Theme) -> Scene:
        """What it looks like."""
        raise NotImplementedError

    def steps(self, pointing: Pointing, size: Size, theme: Theme) -> list[Step]:
        """What is to be animated before that, once."""
        return []

    def press(self, target: Target) -> None:
        """Something was pressed."""

    def slide(self, target: Target, share: float) -> None:
        """A slider was dragged: 0 is its low end, 1 its high one."""

    def press_disabled(self, target: Target) -> None:
        """Something was pressed that is out of use now."""

    def drags(self, spot: Spot) -> bool:
        """Whether a drag from a spot means anything."""
        return False

    def lifts(self, spot: Spot) -> bool:
        """Whether what is on a spot is taken along by a drag."""
        return False

    def drop(self, start: Spot, end: Spot | None) -> None:
        """A spot was dragged onto another, or off all."""

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """A key was pressed; whether that meant something here."""
        return False

    def typed(self, text: str, field: str | None) -> None:
        """Letters were typed, into a text field if the keyboard is on one."""

    def submit(self) -> None:
        """Enter was pressed on nothing in particular."""

    @property
    def asks_letters(self) -> bool:
        """Whether a letter is an answer here, not a command."""
        return False

    def scroll(self, rows: int) -> bool:
        """Go up or down in what is longer than its room; whether there was anything to go to."""
        return False

    def wheel(self, amount: float) -> None:
        """The wheel was turned, away from the user if positive."""

    def cancel(self) -> None:
        """Give up what is half done; the right button of the mouse does so."""

    def press_right(self, spot: Spot) -> None:
        """A spot was pressed with the right button of the mouse, or with Shift and Enter."""
        self.cancel()

    def escape(self) -> None:
        """Leave, or close what is open."""
        self.host.back()

    @property
    def takes_spots(self) -> bool:
        """Whether the spots of the scene can be pressed now."""
        return False

    @property
    def in_rows(self) -> bool:
        """Whether all that can be pressed stands in rows below each other."""
        return False

    @property
    def wanted(self) -> frozenset[Any]:
        """The spots that are worth pointing at."""
        return frozenset()

    def first_of(self, spots: Mapping[Any, Box]) -> Any | None:
        """Where the cursor begins among some spots."""
        return first_spot(spots)

    @property
    def lingers(self) -> bool:
        """Whether it waits for something to be seen before it goes on."""
        return False

    def hurry(self) -> None:
        """Wait no longer."""

    def tick(self, now: float) -> None:
        """Time goes by."""

    def appear(self) -> None:
        """It has become the page on top."""

    def close(self) -> None:
        """It is gone for good."""
