"""Draws every screen of the window, in every theme and several sizes: `python -m tools.screens FOLDER`.

The folder gets each picture in full size, and a sheet that shows all of them. The app runs without a window, on the
files of a player who has none yet.
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
from renderer.nodes import Scene
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
CALLED_OUT = 2.3
"""How many seconds after a swap in Mosaic the points of several waves are on screen."""
SMALL, GAP, HEADING = 200, 10, 24
PAPER, INK = "#14161d", "#e8eaf2"


@dataclass(slots=True)
class Hand:
    """Presses keys and visible nodes, and waits until everything is at rest."""

    app: App

    def rest(self) -> None:
        """Let everything that moves come to rest, and wait for pictures of games and for the computer’s thinking."""
        ends, quiet = monotonic() + PATIENCE, 0
        while monotonic() < ends:
            self.app.tick(self.app.now + FRAME)
            self.app.frame()
            # Whatever follows a move, such as the card at the end, starts one frame later.
            quiet = 0 if self.app.dirty or self.app.screen.lingers or self._is_thinking() else quiet + 1
            if quiet == 2:
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
        """Search for a game in the gallery."""
        self.write(load(game).spec.title.lower())
        self.press("Enter")

    def point(self, name: str) -> None:
        """Click a site of the game on the table."""
        self.tap(name)
        self.rest()

    def tap(self, name: str) -> None:
        """Click a site without waiting for anything."""
        assert isinstance(self.app.screen, Table)
        site = self.app.screen.session.state.program.schema.topology.names.index(name)
        self._tap(*self.app.scene.spots[site].middle)

    def wait(self, seconds: float) -> None:
        """Let time pass, even if something is moving."""
        for _ in range(round(seconds / FRAME)):
            self.app.tick(self.app.now + FRAME)
            self.app.frame()

    def _click(self, x: float, y: float) -> None:
        self._tap(x, y)
        self.rest()

    def _tap(self, x: float, y: float) -> None:
        self.app.pointer_moved(x, y)
        self.app.pointer_pressed(x, y)
        self.app.pointer_released(x, y)

    def table(self, game: str, moves: int = 0, seats: Mapping[str, Seat] | None = None) -> Session:
        """Open a game at the table after some moves of its computer player, without its introduction."""
        self.app.surroundings.preferences.note_introduced(game)
        session = Session(load(game), seed=7, seats=seats)
        play_on(session, moves, ["ai"])
        self.app.open(Table(self.app, session))
        self.rest()
        return session


Way = Callable[[Hand], object]


def _introduction(hand: Hand) -> None:
    hand.app.open(Table(hand.app, Session(load("stacks"), seed=7)))
    hand.rest()


def _noughts_and_crosses(*names: str) -> Way:
    """The function that starts a two-player game with pieces on some squares."""

    def way(hand: Hand) -> None:
        hand.table("tic_tac_toe", seats={"nought": "person"})
        for name in names:
            hand.point(name)

    return way


def _ended_at_once(hand: Hand) -> None:
    """Choose End Game before anything has been played."""
    hand.table("word_cell")
    hand.click("card:button:close", "button:finish", "card:button:confirm")


def _stuck_token(hand: Hand) -> None:
    """Click a token that no swap can move."""
    session = hand.table("mosaic")
    movable = {action[1] for action in session.legal} | {action[2] for action in session.legal}
    names = session.state.program.schema.topology.names
    hand.point(next(name for site, name in enumerate(names) if name and site not in movable))


def _marked(hand: Hand) -> None:
    """Two cells with small digits, written with the pencil."""
    hand.table("sudoku", 12)
    hand.click("button:pencil")
    for cell, digits in {"a1": "14", "h1": "18", "i1": "1", "d2": "13"}.items():
        hand.point(cell)
        hand.press(*digits)


def _hinted_win(hand: Hand) -> None:
    """A puzzle whose last cell was filled in after a hint."""
    session = hand.table("sudoku", 35)
    hand.press("h", "h")
    _, cell, digit = session.game.text(session.state, session.legal[0]).split()
    hand.point(cell)
    hand.press(digit)


def longest_cascade(session: Session) -> list[str]:
    """The sites of the swap that makes the most waves."""
    game, state = session.game, session.state
    waves = {action: len(game.apply(state, action).events) for action in session.legal}
    best = max(waves, key=lambda action: waves[action])
    return game.text(state, best).split()[1:]


def _called_out(hand: Hand) -> None:
    """A swap of Mosaic while its points are shown on the board."""
    session = hand.table("mosaic")
    hand.app.surroundings.preferences.change(animation="normal")
    one, other = longest_cascade(session)
    hand.point(one)
    hand.tap(other)
    hand.wait(CALLED_OUT)


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
    "end without a win": (_ended_at_once,),
    "end with a hint": (_hinted_win,),
    "menu of a lesson": (
        lambda hand: hand.choose("mosaic"),
        lambda hand: hand.click("details:button:tutorial", "button:menu"),
    ),
    "found by another name": (lambda hand: hand.write("battleship"),),
        "points called out": (_called_out,),
    "pencil marks": (_marked,),
    "a token that cannot move": (_stuck_token,),
    "a move undone": (_noughts_and_crosses("b2", "a1"), lambda hand: hand.press("z")),
    "daily": (
        lambda hand: hand.choose("hidden_word"),
        lambda hand: hand.click("details:button:daily", "card:button:close"),
    ),
    "Khi at its end": (lambda hand: hand.table("khi_short", 400),),
    "Hearts in play": (lambda hand: hand.table("hearts", 23),),
    "Sea Battle in play": (lambda hand: hand.table("sea_battle", 52),),
    "end": (_noughts_and_crosses("a1", "b1", "a2", "b2", "a3"),),
} | {f"{game} in play": (lambda hand, game=game: hand.table(game, 6),) for game in HOUSE}
"""What leads to each screen from the first one."""


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
        yield app
        app.close()


def picture_of(app: App) -> Image:
    """The app as a player sees it, with everything that moves where it is now."""
    frame = app.frame()
    seen = Scene(app.scene.size, (*frame.still, *frame.moving), app.scene.spots, app.scene.focus)
    return snapshot(seen, app.theme)


def make_thumbnails() -> None:
    """Make the pictures of the gallery, which a player waits for only once."""
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
                    yield name, size, theme, picture_of(app)


def main(folder: Path, words: list[str]) -> int:
    """Draw the screens whose names contain one of some words, or all of them if there are no words."""
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
