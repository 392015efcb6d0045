"""Draws every screen of the window, in every theme and several sizes: `python -m tools.screens FOLDER`.

Each picture goes into the folder in full size, and a sheet shows all of them. The app runs without a window, on files
of a player who has none yet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from PIL.Image import Image, Resampling
from PIL.Image import new as new_image

from interpreter import catalogue, load
from renderer.app import start
from renderer.app.app import App
from renderer.app.screen import StoredPreferences, Surroundings
from renderer.app.table.table import Table
from renderer.app.thumbnails import Thumbnails
from renderer.scene.snapshot import snapshot
from renderer.shot import play_on
from renderer.skins import image_of
from renderer.skins.text import Label
from renderer.skins.theme import Size
from renderer.skins.theme import theme as colours
from runtime.keep.library import Library
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Statistics
from runtime.session.session import Seat, Session

SIZES = (Size(800, 600), Size(1280, 800), Size(1920, 1080), Size(1600, 1200, 2.0))
THEMES = ("dark", "light", "high_contrast")
NOW = datetime(2026, 5, 17, 20, 15)
HOUSE = ("stacks", "mosaic", "word_cell", "khi", "stackdoku")
FRAME, PATIENCE = 1 / 60, 30.0
SMALL, GAP, HEADING = 200, 10, 24
PAPER, INK = "#14161d", "#e8eaf2"


@dataclass(slots=True)
class Hand:
    """Presses keys and what can be seen, and lets everything come to rest."""

    app: App

    def rest(self) -> None:
        """Let everything that moves come to its end, pictures of games and what is thought about included."""
        ends = monotonic() + PATIENCE
        while monotonic() < ends:
            self.app.tick(self.app.now + FRAME)
            self.app.frame()
            if not self.app.dirty and not self.app.screen.lingers and not self._is_thinking():
                return
            if not self.app.dirty:
                sleep(FRAME)

    def _is_thinking(self) -> bool:
        screen = self.app.screen
        return isinstance(screen, Table) and (screen.computer.thinks or screen.computer.looks_for_a_hint)

    def click(self, *keys: str) -> None:
        """Click nodes one after the other."""
        for key in keys:
            self._click(*self.app.scene.by_key[key].box.middle)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.app.key_pressed(key)
            self.rest()

    def write(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            self.app.key_pressed(letter)
            self.app.typed(letter)
        self.rest()

    def choose(self, game: str) -> None:
        """Look a game up in the gallery."""
        self.write(load(game).spec.title.lower())
        self.press("Enter")

    def point(self, name: str) -> None:
        """Click a site of the game on the table."""
        assert isinstance(self.app.screen, Table)
        site = self.app.screen.session.state.program.schema.topology.names.index(name)
        self._click(*self.app.scene.spots[site].middle)

    def _click(self, x: float, y: float) -> None:
        self.app.pointer_moved(x, y)
        self.app.pointer_pressed(x, y)
        self.app.pointer_released(x, y)
        self.rest()

    def table(self, game: str, moves: int = 0, seats: Mapping[str, Seat] | None = None) -> Session:
        """Put a game on the table after some moves of its computer, without its introduction."""
        self.app.surroundings.preferences.note_introduced(game)
        session = Session(load(game), seed=7, seats=seats)
        play_on(session, moves, ["ai"])
        self.app.open(Table(self.app, session))
        self.rest()
        return session


Way = Callable[[Hand], object]


def _introduction(hand: Hand) -> None:
    hand.app.open(Table(hand.app, Session(load("stacks"), seed=7)))


def _noughts_and_crosses(*names: str) -> Way:
    """A way to a game of two people on some squares."""

    def way(hand: Hand) -> None:
        hand.table("tic_tac_toe", seats={"nought": "person"})
        for name in names:
            hand.point(name)

    return way


SCREENS: dict[str, tuple[Way, ...]] = {
    "first start": (),
    "gallery": (lambda hand: hand.click("button:decline"),),
    "gallery, details": (lambda hand: hand.choose("stackdoku"),),
    "gallery, nothing found": (lambda hand: hand.write("quidditch"),),
    "new game": (lambda hand: hand.choose("khi"), lambda hand: hand.click("details:button:new_game")),
    "rules": (lambda hand: hand.choose("khi"), lambda hand: hand.click("details:button:rules")),
    "preferences": (lambda hand: hand.click("button:preferences"),),
    "statistics": (lambda hand: hand.click("button:statistics"),),
    "replays": (lambda hand: hand.click("button:all_replays"),),
    "unfinished games": (lambda hand: hand.table("stacks"), lambda hand: hand.click("button:menu")),
    "introduction": (_introduction,),
    "lesson": (lambda hand: hand.choose("mosaic"), lambda hand: hand.click("details:button:tutorial")),
    "menu": (lambda hand: hand.table("mosaic", 3), lambda hand: hand.click("button:menu")),
    "help": (lambda hand: hand.table("khi", 2), lambda hand: hand.press("F1")),
    "question": (_noughts_and_crosses("b2", "a1"), lambda hand: hand.click("button:restart")),
    "hint": (lambda hand: hand.table("word_cell", 3), lambda hand: hand.press("h", "h")),
    "refusal": (_noughts_and_crosses("b2", "b2"),),
    "end": (_noughts_and_crosses("a1", "b1", "a2", "b2", "a3"),),
} | {f"{game} in play": (lambda hand, game=game: hand.table(game, 6),) for game in HOUSE}
"""What leads to each screen, from the first one on."""


def surroundings(folder: Path, theme: str) -> Surroundings:
    """The files of a player who has none yet."""
    preferences = StoredPreferences(folder)
    preferences.change(theme=theme, animation="off", sound=False)
    return Surroundings(
        preferences,
        Saves(folder / "saves"),
        Statistics(folder),
        Replays(folder / "replays"),
        Library(folder / "games"),
        Thumbnails(),
        lambda: NOW,
    )


@contextmanager
def shown(name: str, size: Size, theme: str) -> Iterator[App]:
    """An app that shows a screen."""
    with TemporaryDirectory() as folder:
        app = App(start.gallery, surroundings(Path(folder), theme), size)
        hand = Hand(app)
        hand.rest()
        for way in SCREENS[name]:
            way(hand)
            hand.rest()
        yield app
        app.close()


def make_thumbnails() -> None:
    """Make the pictures of the gallery, which a player waits for once."""
    thumbnails = Thumbnails()
    for spec in catalogue.shipped().values():
        for name in THEMES:
            if thumbnails.is_missing(spec, colours(name)):
                thumbnails.make(spec, colours(name))


def pictures(names: list[str]) -> Iterator[tuple[str, Size, str, Image]]:
    """Every screen in every size and theme."""
    for name in names:
        for size in SIZES:
            for theme in THEMES:
                with shown(name, size, theme) as app:
                    yield name, size, theme, snapshot(app.scene, app.theme)


def main(folder: Path, words: list[str]) -> int:
    """Draw the screens whose names have one of some words in them; all without words."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if not words or any(word in name for word in words)]
    height = max(SMALL * size.height // size.width for size in SIZES)
    across = len(SIZES) * len(THEMES) * (SMALL + GAP) + GAP
    sheet = new_image("RGB", (across, len(names) * (height + HEADING + GAP) + GAP), PAPER)
    for number, (name, size, theme, picture) in enumerate(pictures(names)):
        row, column = divmod(number, len(SIZES) * len(THEMES))
        picture.save(folder / f"{name} {size.width}x{size.height} {theme}.png")
        top = GAP + row * (height + HEADING + GAP)
        if column == 0:
            heading = image_of(Label(name, 15, INK, bold=True))
            sheet.paste(heading, (GAP, top), heading)
        small = picture.resize((SMALL, SMALL * size.height // size.width), Resampling.LANCZOS)
        sheet.paste(small, (GAP + column * (SMALL + GAP), top + HEADING))
    sheet.quantize(256, kmeans=2).save(folder / "screens.png", optimize=True)
    return 0


if __name__ == "__main__":
    make_thumbnails()
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
