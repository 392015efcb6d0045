"""A page of the window: it provides a scene and receives presses and letters. Also the player's preferences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, get_args

from interpreter import Game, catalogue, is_plain
from renderer.app.focus import first_spot
from renderer.app.narrator import Telling, speaker
from renderer.app.sounds import Sound, Volume
from renderer.app.spoken import Words
from renderer.app.thumbnails import ThumbnailPainter, Thumbnails
from renderer.motion.animation import Speed, Step
from renderer.nodes import Box, Scene, Target
from renderer.scene.ui import Dragged
from renderer.skins.theme import Size, TextSize, Theme, ThemeName, theme
from runtime.files import change_stored, data_folder, read_stored
from runtime.keep.library import Library, Listed
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Statistics
from runtime.session.draft import Spot

FORMAT = 1
MOST_OPENED = 12
EffectKind = Literal["sound", "volume", "copy", "cursor", "fullscreen", "screenshot", "title", "quit"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """`text` is the size of texts. `highlights`: legal choices are highlighted if the game wants it. `turn`: boards
    turn automatically for a person who sits on the opposite side. `introduced` are the games whose introduction was
    read, `opened` the spec files that were opened by path, the latest first, `favourites` games by their keys.
    `welcomed`: a lesson was offered at the first start, and accepted or declined."""

    theme: ThemeName = "dark"
    text: TextSize = "normal"
    patterns: bool = False
    animation: Speed = "normal"
    sound: bool = True
    volume: Volume = "normal"
    highlights: bool = True
    turn: bool = True
    spoken: Telling = "off"
    introduced: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    favourites: tuple[str, ...] = ()
    welcomed: bool = False


WORDS = {"theme": ThemeName, "text": TextSize, "animation": Speed, "volume": Volume, "spoken": Telling}
"""The preferences that are one of some words."""


class StoredPreferences:
    """The preferences on disk. Missing or invalid ones have their defaults."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder if folder is not None else data_folder()) / "preferences.json"
        self.problem: OSError | None = None
        """Why what was preferred last is not on disk."""
        try:
            self.value = _read(read_stored(self.path))
        except OSError as problem:
            self.value, self.problem = Preferences(), problem

    def change(self, **changes: Any) -> None:
        """Change some and save them."""
        self._change(lambda before: replace(before, **changes))

    def note_opened(self, path: Path) -> None:
        """Remember a spec file that was opened by path."""

        def noted(before: Preferences) -> Preferences:
            others = [each for each in before.opened if each != str(path)]
            return replace(before, opened=(str(path), *others)[:MOST_OPENED])

        self._change(noted)

    def note_introduced(self, game: str) -> None:
        """Remember that the introduction of a game was read."""

        def noted(before: Preferences) -> Preferences:
            return before if game in before.introduced else replace(before, introduced=(*before.introduced, game))

        self._change(noted)

    def note_favourite(self, game: str, wanted: bool) -> None:
        """Remember a game as a favourite, or that it no longer is one."""

        def noted(before: Preferences) -> Preferences:
            others = tuple(each for each in before.favourites if each != game)
            return replace(before, favourites=(*others, game) if wanted else others)

        self._change(noted)

    def _change(self, change: Callable[[Preferences], Preferences]) -> None:
        """Change the preferences on disk, where another window may have written, and those in use here."""
        changed = change(self.value)
        if changed == self.value:
            return
        self.value = changed
        try:
            change_stored(self.path, lambda content: {"format": FORMAT, **content, **asdict(change(_read(content)))})
            self.problem = None
        except OSError as problem:
            self.problem = problem


def _read(content: dict[str, Any]) -> Preferences:
    usual = Preferences()
    found: dict[str, Any] = {}
    for entry in fields(Preferences):
        value = content.get(entry.name)
        if isinstance(getattr(usual, entry.name), tuple):
            if isinstance(value, list) and all(isinstance(item, str) for item in value):
                found[entry.name] = tuple(value)
        elif type(value) is type(getattr(usual, entry.name)):
            found[entry.name] = value
    for name, words in WORDS.items():
        if found.get(name) not in get_args(words):
            found.pop(name, None)
    return Preferences(**found)


class Effect(NamedTuple):
    """Something that only the shell around the app can do: play a sound, fill the clipboard, close the window."""

    kind: EffectKind
    value: str = ""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Where pointer and keyboard are: nodes by their keys, spots as themselves."""

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
    """What all pages share: the user's files, the time of day, and whether spec files are watched.

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
    painter: ThumbnailPainter | None = None
    spoken: str | None = None
    """Where the command line wants told what happens: a file, or `-` for the terminal."""
    speaker: tuple[str, ...] | None = field(default_factory=speaker)
    """The command that speaks what it reads."""

    @property
    def live_log(self) -> Path:
        """The file in which a screen reader follows what happens."""
        return self.preferences.path.parent / "spoken.txt"

    @property
    def theme(self) -> Theme:
        """The theme that the player prefers."""
        preferred = self.preferences.value
        return theme(preferred.theme, preferred.patterns)

    def games(self) -> list[Listed]:
        """Every game that can be chosen: those that come with Tilewright, the user's own, and others opened before."""
        return self.library.all(Path(path) for path in self.preferences.value.opened)

    def state_of_games(self) -> object:
        """A value that stays the same for as long as the games do."""
        return self.library.state(Path(path) for path in self.preferences.value.opened)

    def note_opened(self, game: Game) -> None:
        """Remember a spec file of the user's own, so that the gallery includes it."""
        path = Path(game.spec.game.span.source.name).resolve()
        if is_plain(path) and not path.is_relative_to(catalogue.SPECS) and path.parent != self.library.folder.resolve():
            self.preferences.note_opened(path)


class Host(Protocol):
    """What a page may use of the app."""

    surroundings: Surroundings
    now: float
    visits: int
    """How often the keyboard has gone from one node to another."""

    @property
    def screen(self) -> Screen:
        """The page on top."""

    @property
    def busy(self) -> bool:
        """Whether something is being animated."""

    @property
    def idle(self) -> float:
        """The number of seconds since the player last did anything."""

    @property
    def field(self) -> str | None:
        """The name of the text field that the keyboard is on."""

    def open(self, screen: Screen) -> None:
        """Put a page on top."""

    def exchange(self, screen: Screen) -> None:
        """Replace the page on top with another."""

    def back(self) -> None:
        """Go back to the page below, or leave from the last one."""

    def home(self) -> None:
        """Go back to the first page."""

    def leave(self) -> None:
        """Leave, as the player wishes. A page on which something would be lost asks first."""

    def effect(self, kind: EffectKind, value: str = "") -> None:
        """Ask the shell to do something."""

    def sound(self, name: Sound) -> None:
        """Play a sound, if the player wants to hear any."""

    def shake(self, keys: Sequence[str]) -> None:
        """Shake some nodes."""

    def celebrate(self) -> None:
        """Show that the player has won."""

    def focus_on(self, key: str | None) -> None:
        """Move the keyboard to a node."""

    def point_at(self, spot: Spot | None) -> None:
        """Move the keyboard's cursor to a spot; None takes it off the boards until an arrow key brings it back."""

    def changed(self) -> None:
        """Note that the page looks different now."""


class Screen:
    """A page. The methods that it does not override do nothing special."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def scene(self, pointing: Pointing, size: Size, theme: Theme) -> Scene:
        """The picture of the page."""
        raise NotImplementedError

    def steps(self, pointing: Pointing, size: Size, theme: Theme) -> list[Step]:
        """What to animate before that, once."""
        return []

    def touched(self) -> None:
        """Note that a key or a mouse button goes down; its meaning comes afterwards."""

    def press(self, target: Target) -> None:
        """Handle a press."""

    def slide(self, target: Target, share: float) -> None:
        """Handle the drag of a slider: 0 is its low end, 1 its high one."""

    def press_disabled(self, target: Target) -> None:
        """Handle a press of something that is disabled."""

    def drags(self, spot: Spot) -> bool:
        """Whether a drag from a spot means anything."""
        return False

    def lifts(self, spot: Spot) -> bool:
        """Whether a drag picks up what is on a spot."""
        return False

    def take_up(self, spot: Spot) -> bool:
        """Take up what is on a spot with the keyboard, as a drag begins; whether that meant anything."""
        return False

    def holds(self, spot: Spot) -> bool:
        """Whether holding a press on a spot acts like the right mouse button."""
        return False

    def drop(self, start: Spot, end: Spot | None, onto: Target | None) -> None:
        """Handle the drag of a spot onto another, or off all of them; `onto` is what else was under the pointer."""

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Handle a key, and return whether it meant anything here."""
        return False

    def typed(self, text: str, field: str | None) -> None:
        """Handle letters, for a text field if the keyboard is on one."""

    def submit(self) -> None:
        """Handle Enter when it was pressed on nothing in particular."""

    @property
    def asks_letters(self) -> bool:
        """Whether a letter is an answer here and not a command."""
        return False

    def scroll(self, rows: int) -> bool:
        """Scroll up or down in a list that is longer than its room, and return whether there was anywhere to go."""
        return False

    @property
    def visible_rows(self) -> int:
        """How many rows of the scrolled list are visible; 0 if nothing scrolls."""
        return 0

    def wheel(self, amount: float) -> None:
        """Handle a turn of the wheel, positive if away from the user."""

    def cancel(self) -> None:
        """Give up whatever is half done, as the right mouse button does."""

    def press_right(self, spot: Spot) -> None:
        """Handle a press on a spot with the right mouse button, or with Shift and Enter."""
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
        """Whether everything that can be pressed is arranged in rows."""
        return False

    @property
    def wanted(self) -> frozenset[Any]:
        """The spots that are worth pointing at."""
        return frozenset()

    def first_of(self, spots: Mapping[Any, Box]) -> Any | None:
        """Where the cursor starts among some spots."""
        return first_spot(spots)

    @property
    def lingers(self) -> bool:
        """Whether the page waits until something has been seen."""
        return False

    def hurry(self) -> None:
        """Stop waiting."""

    def tick(self, now: float) -> None:
        """Let time pass."""

    def appear(self) -> None:
        """Note that it has become the page on top."""

    def asks_to_stay(self) -> bool:
        """Whether something would be lost if the player left now, and the page asks about that. It asks only once:
        leaving again while the question is open does leave."""
        return False

    @property
    def in_words(self) -> Words:
        """The page as a screen reader reads it."""
        return Words(type(self).__name__)

    def close(self) -> None:
        """Close the page for good."""
