"""Drives the app as a hand does: pointer and keys act where the picture shows something, and the test controls the
clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from interpreter import Action, Game
from interpreter.language.types import Piece, Site, strip
from interpreter.position import PieceValue
from interpreter.program import ChoicePlan, is_asked
from renderer.app.app import App
from renderer.app.focus import WAYS, Cursor, moved, pointable
from renderer.app.screen import Effect, Host, Screen, StoredPreferences, Surroundings
from renderer.app.table.table import Table
from renderer.app.thumbnails import Thumbnails
from renderer.nodes import Box, Scene
from renderer.skins.theme import Size
from runtime.keep.library import Library
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Statistics
from runtime.session.draft import Spot
from runtime.session.session import Seat, Session
from tests.processes import PATIENCE

TODAY = datetime(2024, 5, 17, 20, 15)
FRAME = 1 / 60


def surroundings_in(folder: Path, watch: bool = False) -> Surroundings:
    """The files of a user who has none yet."""
    return Surroundings(
        StoredPreferences(folder),
        Saves(folder / "saves"),
        Statistics(folder),
        Replays(folder / "replays"),
        Library(folder / "games"),
        Thumbnails(folder / "thumbnails"),
        lambda: TODAY,
        watch,
    )


class Driver:
    """An app and a hand. Without `animation` everything is shown at once."""

    def __init__(
        self,
        start: Callable[[Host], Screen],
        folder: Path,
        animation: str = "off",
        watch: bool = False,
        size: tuple[int, int] = (1280, 800),
        introduced: tuple[str, ...] = (),
    ) -> None:
        self.around = surroundings_in(folder, watch)
        self.around.preferences.change(animation=animation)
        for game in introduced:
            self.around.preferences.note_introduced(game)
        self.app = App(start, self.around, Size(*size))
        self.heard: list[Effect] = []
        self.step()

    # What there is

    @property
    def scene(self) -> Scene:
        return self.app.scene

    @property
    def table(self) -> Table:
        screen = self.app.screen
        assert isinstance(screen, Table)
        return screen

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def message(self) -> str:
        return self.table.voice.message

    def box(self, what: str | Spot) -> Box:
        """Where something is: a node by its key, a site by its name, a spot as itself."""
        if isinstance(what, str):
            node = self.scene.by_key.get(what)
            if node is not None:
                return node.box
            what = self.site(what)
        found: Box = self.scene.spots[what]
        return found

    def site(self, name: str) -> int:
        return self.session.state.program.schema.topology.names.index(name)

    def texts(self) -> list[str]:
        """Every text in the picture."""
        return [text for node in self.scene.nodes if (text := getattr(node.skin, "text", None))]

    # Time

    def step(self, seconds: float = FRAME) -> None:
        """Let time pass, and look."""
        self.app.tick(self.app.now + seconds)
        self.app.frame()
        self.heard += self.app.effects()

    def settle(self) -> None:
        """Let everything that moves come to rest."""
        for _ in range(2000):
            self.step()
            if not self.app.dirty:
                return
        raise AssertionError("It never comes to rest.")

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait for another process in real time."""
        ends = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < ends, "It never came."
            self.step(0.05)
            time.sleep(0.002)

    # The pointer

    def move(self, what: str | Spot) -> None:
        self.app.pointer_moved(*self.box(what).middle)
        self.step()

    def press(self, x: float, y: float) -> None:
        self.app.pointer_moved(x, y)
        self.app.pointer_pressed(x, y)
        self.app.pointer_released(x, y)
        self.step()

    def click(self, *what: str | Spot) -> None:
        for each in what:
            self.press(*self.box(each).middle)

    def drag(self, start: str | Spot, end: str | Spot | tuple[float, float]) -> None:
        from_x, from_y = self.box(start).middle
        to_x, to_y = end if isinstance(end, tuple) and not isinstance(end, PieceValue) else self.box(end).middle
        self.app.pointer_moved(from_x, from_y)
        self.app.pointer_pressed(from_x, from_y)
        self.app.pointer_moved((from_x + to_x) / 2, (from_y + to_y) / 2)
        self.step()
        self.app.pointer_moved(to_x, to_y)
        self.step()
        self.app.pointer_released(to_x, to_y)
        self.step()

    # Keys

    def key(self, *names: str, shift: bool = False, control: bool = False) -> None:
        for name in names:
            self.app.key_pressed(name, shift, control)
            self.step()

    def type(self, text: str) -> None:
        for letter in text:
            self.app.key_pressed(letter)
            self.app.typed(letter)
            self.step()

    def point(self, spot: Spot) -> None:
        """Bring the cursor to a spot with the arrow keys alone; if a pile is visited piece by piece, to its top."""
        while self.table.on_button:
            self.key("Tab")
        if self.table.cursor is None:
            self.key("Right")
        spots = pointable(self.scene.spots)
        if self.app.cursor is not None and self.app.cursor.spot not in spots:
            # Something is there by now: the next key goes on from it.
            self.key("Right")
        if spot not in spots:
            pile = [each for each in spots if not isinstance(each, int) and self.session.state.site_of(each) == spot]
            spot = pile[-1] if pile else spot
        first = self.app.cursor
        assert first is not None
        ways: dict[Cursor, tuple[str, ...]] = {first: ()}
        waiting = [first]
        while waiting and waiting[0].spot != spot:
            here = waiting.pop(0)
            for way in WAYS:
                there = moved(spots, here, way)
                if there not in ways:
                    ways[there] = (*ways[here], way)
                    waiting.append(there)
        assert waiting, f"The arrow keys do not lead to {spot}."
        self.key(*ways[waiting[0]])
        assert self.table.cursor == spot

    def focus(self, key: str) -> None:
        """Bring the keyboard to a node with Tab alone."""
        for _ in range(60):
            if self.app.focus == key:
                return
            self.key("Tab")
        raise AssertionError(f"Tab does not lead to {key}: there are {self.scene.focus}.")


# Whole moves


def asked_of(session: Session, action: Action) -> list[tuple[ChoicePlan, Any]]:
    """The choices of an action that its player makes, each with its value."""
    state = session.state
    plan = state.program.actions[action[0]]
    chosen = enumerate(zip(plan.choices, action[1:], strict=True))
    return [pair for number, pair in chosen if is_asked(state.program, state.data, plan, action[1 : 1 + number])]


def spots_of(game: Game, session: Session, action: Action) -> list[Spot]:
    """The spots of an action whose choices are all sites, pieces, or lists of these."""
    found: list[Spot] = []
    for choice, value in asked_of(session, action):
        kind: Any = strip(choice.item.type)
        for item in value if choice.form != "one" else (value,):
            found.append(PieceValue(kind.kind, item) if isinstance(kind, Piece) else item)
            assert isinstance(kind, Piece | Site)
    return found


def clicks_of(session: Session, action: Action) -> list[Spot | str]:
    """What to click for an action: spots, and the answers to questions."""
    found: list[Spot | str] = []
    for choice, value in asked_of(session, action):
        kind = strip(choice.item.type)
        for item in value if choice.form != "one" else (value,):
            if isinstance(kind, Piece):
                found.append(PieceValue(kind.kind, item))
            else:
                found.append(item if isinstance(kind, Site) else f"card:option:{choice.name}:{item}")
    return found


def by_pointer(driver: Driver, action: Action) -> None:
    """Make a move with the mouse alone."""
    session = driver.session
    before = len(session.history)
    clicks = clicks_of(session, action)
    if not clicks or _for_the_right_button(session, action):
        driver.click(f"button:{action[0]}")
    driver.click(*clicks)
    if len(session.history) == before:
        driver.click(f"button:{action[0]}")


def _for_the_right_button(session: Session, action: Action) -> bool:
    """Whether a plain click does something else unless the action’s button has been pressed."""
    return session.game.spec.actions[action[0]].gesture == "right_click"


def by_keyboard(driver: Driver, action: Action) -> None:
    """Make a move with the keyboard alone."""
    session = driver.session
    before = len(session.history)
    spots = spots_of(session.game, session, action)
    if not spots or _for_the_right_button(session, action):
        driver.focus(f"button:{action[0]}")
        driver.key("Enter")
    for spot in spots:
        driver.point(spot)
        driver.key("Space")
    if len(session.history) == before:
        driver.key("Enter")


def table_of(
    game: Game, seed: int = 1, level: str | None = None, seats: dict[str, Seat] | None = None, **settings: Any
) -> Callable[[Host], Screen]:
    """A table at which people play every player, unless `seats` says otherwise."""
    people: dict[str, Seat] = dict.fromkeys(game.players, "person")
    session = Session(game, level, settings, seed, {**people, **(seats or {})})
    return lambda host: Table(host, session)
