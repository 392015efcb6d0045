"""A whole game of each of the five in the real window, by mouse and keyboard.

What to do next is worked out here from the saved game, which the window writes after every move. So hints and the
computer’s answers are real; only the hands belong to the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from interpreter import Action, Game, load
from interpreter.language.types import Piece, Record, Site, Type, strip
from renderer.app.screen import StoredPreferences
from runtime.keep.recording import read
from runtime.keep.replay import replayed
from runtime.keep.saves import Replays, Saves
from runtime.session.hints import best_action
from runtime.session.session import Session
from runtime.tutorial import Tutorial
from tests.renderer.window.screen import MISSING, Gone, Player, display, playing

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


SEED = 7


class Watched:
    """A game in a window, and its save."""

    def __init__(self, player: Player, fresh: Session) -> None:
        self.player = player
        self.game: Game = fresh.game
        self._fresh = fresh

    @property
    def session(self) -> Session:
        """The game as it was last saved, or recorded at its end. Before the first move there is no save."""
        found = Saves(self.player.data / "saves").load(self.game)
        if found is not None:
            return found
        kept = Replays(self.player.data / "replays").all()
        if not kept:
            return self._fresh
        return replayed(read(kept[0].path.read_bytes(), "the replay"), self.game, "the replay")

    def moves(self, count: int) -> dict[str, Any]:
        """Wait until that many moves have been made."""
        return self.player.wait(lambda scene: scene["moves"] == count)

    def waits_for(self, person: str) -> bool:
        """Wait until a person is to move or the game is over; return whether there is anything to do."""
        title = next(each for each in self.game.players if each == person)
        self.player.wait(lambda scene: scene["over"] or self.session.status.to_move == title)
        return not self.player.scene["over"]

    def over(self) -> Session:
        """Wait for the card at the end."""
        self.player.wait(lambda scene: scene["over"] and scene["overlay"] == "result")
        return self.session

    # What to do

    def hinted(self) -> Action:
        """What a hint would say."""
        session = self.session
        found = best_action(self.game, session.state, session.state.to_move, session.bot_seed())
        assert found is not None
        return found

    def spots(self, action: Action) -> list[str]:
        """What an action chooses, in order, by the names in the window."""
        return _spots(self.session, action)

    def click(self, action: Action) -> None:
        """Click all that an action chooses, one after the other."""
        for spot in self.spots(action):
            self.player.click(spot)
            self.settle()

    def settle(self) -> None:
        """Wait until the window has answered: it records every picture that differs."""
        seen = len(self.player.lines)
        try:
            self.player.wait(lambda _: len(self.player.lines) > seen, patience=1.0)
        except Gone:
            assert self.player.process.poll() is None


def _spots(session: Session, action: Action) -> list[str]:
    """What an action chooses, in order, by the names in the window."""
    found: list[str] = []
    for choice, value in zip(session.state.program.actions[action[0]].choices, action[1:], strict=True):
        kind = strip(choice.item.type)
        for item in value if choice.form != "one" else (value,):
            parts = zip(item, kind.fields, strict=True) if isinstance(kind, Record) else [(item, ("", kind))]
            found += [name for part, (_, each) in parts if (name := _spot(session, part, each))]
    return found


def _spot(session: Session, value: Any, kind: Type) -> str | None:
    """The name of a site or a piece in the window; None if the value is neither."""
    state, inner = session.state, strip(kind)
    topology = state.program.schema.topology
    if isinstance(inner, Piece):
        site = state.data[state.program.layout.fields[f"{inner.kind}.site"].index][value]
        if not site:
            return f"{inner.kind} {value}"
        value = site
    elif not isinstance(inner, Site):
        return None
    board = topology.board_at(value)
    assert board is not None
    return topology.names[value] if len(topology.boards) == 1 else f"{board.name} {topology.names[value]}"


@contextmanager
def opened(
    screen: str, folder: Path, name: str, level: str | None = None, animation: str = "off", **settings: Any
) -> Iterator[Watched]:
    """A game whose introduction has already been read."""
    StoredPreferences(folder / "data").change(animation=animation, introduced=(name,))
    given = ["--seed", str(SEED), *(["--level", level] if level is not None else [])]
    for key, value in settings.items():
        given += ["--set", f"{key}={value}"]
    with playing(screen, folder, name, *given) as player:
        player.wait(lambda scene: scene["page"] == "table" and scene["moves"] == 0)
        yield Watched(player, Session(load(name), level, settings, SEED))
        assert player.leave() == 0
        assert player.left_behind() == []


@pytest.mark.soak
def test_mosaic(screen: str, tmp_path: Path) -> None:
    """Swaps by two clicks and by dragging, with their cascades; tokens that are not neighbours are refused."""
    with opened(screen, tmp_path, "mosaic", animation="fast", max_moves=3, difficulty="hard") as watched:
        player = watched.player
        player.drag("e1", "c1")
        player.wait(lambda scene: scene["message"] == "Those tokens are not next to each other.")
        for number in range(3):
            assert watched.waits_for("human")
            first, second = watched.spots(watched.hinted())
            if number % 2:
                player.drag(first, second)
            else:
                player.click(first)
                player.click(second)
            watched.moves(2 * number + 2)
        ended = watched.over()
        assert [move.player for move in ended.history] == ["human", "ai"] * 3


def test_stacks(screen: str, tmp_path: Path) -> None:
    """Words by mouse and by keyboard, one deleted letter by letter, one refused, until no tile is left."""
    with opened(screen, tmp_path, "stacks") as watched:
        player = watched.player
        player.click("a1@top")
        player.wait(lambda scene: "a1@top" not in scene["targets"])
        player.key("BackSpace")
        player.wait(lambda scene: "a1@top" in scene["targets"])
        words = 0
        while not player.scene["over"]:
            watched.click(watched.hinted())
            player.key("Return") if words % 2 else player.click("button:spell")
            words += 1
            watched.moves(words)
        assert words > 3
        assert len(watched.over().history) == words


def test_word_cell(screen: str, tmp_path: Path) -> None:
    """Tiles are dragged from the tray, a word is claimed, the tray is redrawn, and the game is ended."""
    with opened(screen, tmp_path, "word_cell") as watched:
        player = watched.player
        if player.scene["overlay"] == "ready":
            player.key("Return")
            player.wait(lambda scene: scene["overlay"] is None)
        made = claimed = 0
        while not claimed:
            action = watched.hinted()
            if action[0] == "claim":
                watched.click(action)
                claimed += 1
            else:
                player.drag(*watched.spots(action))
            made += 1
            watched.moves(made)
        assert watched.session.history[-1].action[0] == "claim"
        player.click("button:redraw")
        watched.moves(made + 1)
        player.click("button:finish")
        player.wait(lambda scene: scene["card"] == "confirm")
        player.key("Return")
        ended = watched.over()
        assert [move.action[0] for move in ended.history[-2:]] == ["redraw", "finish"]


def test_khi(screen: str, tmp_path: Path) -> None:
    """A word is laid from the rack, tiles are taken back, then the computer wins the race. Every button is pressed."""
    with opened(screen, tmp_path, "khi", difficulty="hard") as watched:
        player = watched.player
        assert watched.waits_for("human")
        word = watched.hinted()
        tile, star = watched.spots(word)[:2]
        player.click(tile)
        player.click(star)
        player.wait(lambda scene: tile not in scene["targets"])
        player.key("Escape")
        player.wait(lambda scene: tile in scene["targets"])
        watched.click(word)
        player.click("button:play")
        player.wait(lambda scene: scene["moves"] >= 1)
        presses = 0
        while watched.waits_for("human"):
            made = len(watched.session.history)
            player.click("button:change" if presses == 0 else "button:pass")
            player.wait(lambda scene: scene["card"] == "confirm")
            player.key("Return")
            player.wait(lambda scene, made=made: scene["moves"] > made)
            presses += 1
        ended = watched.over()
        assert {move.action[0] for move in ended.history if move.player == "human"} == {"play", "change", "pass"}
        assert ended.status.winner == "computer"


LESSONS = (
    # What is wrong, and what is right; `tray 1` is the first number in the tray.
    (["stack b1@1"], ["stack a1@1"]),
    (["stack b1@1"], ["stack d1@1"]),
    (["stack a1@2"], ["card:button:lesson_button"]),
    (["tray 1"], ["stack a1@2", "stack d1@2"]),
    (["stack b1@1"], ["card:button:lesson_button"]),
    (["tray 1", "grid a4"], ["grid b1"]),
    (["tray 1"], ["button:undo"]),
    (["button:undo"], ["button:hint", "card:button:lesson_next"]),
    (["stack a1@2"], ["card:button:lesson_button"]),
    (["button:undo"], ["tray 1", "grid a1"]),
    (["button:hint"], ["button:undo", "card:button:lesson_next"]),
)
"""Every lesson of Stackdoku except the last, in which the learner plays alone."""


@pytest.mark.soak
def test_the_tutorial_of_stackdoku(screen: str, tmp_path: Path) -> None:
    """In each lesson a wrong step is refused with its nudge, and the right one leads on."""
    StoredPreferences(tmp_path / "data").change(animation="off", introduced=("stackdoku",))
    course = Tutorial(load("stackdoku"))
    told = course.game.spec.tutorial
    assert told is not None
    nudges = {str(name): str(step.nudge) for name, step in told.steps.items()}
    with playing(screen, tmp_path, "stackdoku", "--tutorial") as player:
        player.wait(lambda scene: scene["page"] == "table")

        def press(name: str) -> None:
            if name.startswith("tray"):
                below = player.box("grid a9")[1]
                tiles = [key for key, box in player.scene["spots"].items() if key.startswith("tile") and box[1] > below]
                name = sorted(tiles, key=lambda key: player.box(key)[0])[int(name[5:]) - 1]
            player.wait(lambda scene: name in scene["spots"] or name in scene["nodes"])
            seen = len(player.lines)
            player.click(name)
            player.wait(lambda _: len(player.lines) > seen)

        for number, (wrong, right) in enumerate(LESSONS, start=1):
            assert course.lesson is not None
            assert course.lesson.number == number
            for name in wrong:
                press(name)
            nudge = nudges[course.lesson.name]
            player.wait(lambda scene, nudge=nudge: scene["message"] == nudge)
            for name in right:
                press(name)
            course.advance()
        session, made = course.session, 0
        while not session.status.over:
            action = best_action(session.game, session.state, session.state.to_move, session.bot_seed())
            assert action is not None
            for name in _spots(session, action):
                press(name)
            session.perform(action)
            made += 1
            player.wait(lambda scene, made=made: scene["moves"] == made)
        player.wait(lambda scene: "card:button:play" in scene["nodes"])
        assert player.leave() == 0


@pytest.mark.soak
def test_stackdoku(screen: str, tmp_path: Path) -> None:
    """Pairs and numbers by mouse alone, undo, and the solution to the end."""
    with opened(screen, tmp_path, "stackdoku", level="easy") as watched:
        player, made = watched.player, 0
        watched.click(watched.hinted())
        watched.moves(1)
        player.key("z")
        watched.moves(0)
        while not player.scene["over"]:
            watched.click(watched.hinted())
            made += 1
            watched.moves(made)
        ended = watched.over()
        assert ended.status.won
        assert {move.action[0] for move in ended.history} == {"pair", "place"}
