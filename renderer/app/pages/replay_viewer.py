"""A replay to look at: step by step, automatically, or by dragging the bar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from interpreter import Fault, Game, SpecError, State, load, read_file
from renderer.app.display import Display, subtitle
from renderer.app.pages.help import Rules
from renderer.app.pages.lists import Problems
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Host, Pointing, Screen
from renderer.app.spoken import Words
from renderer.motion.animation import Step
from renderer.nodes import Scene, Target
from renderer.scene.page_models import Scrub
from renderer.scene.table import replay_scene
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, Theme
from runtime.keep.recording import LARGEST, BadRecording, Recording, read
from runtime.keep.replay import replayed
from runtime.session.session import Session
from runtime.show import viewer_of
from runtime.show.moves import last_sites, log_lines, opening_lines

PACE = 0.9
"""Seconds between two moves while it plays by itself."""


class ReplayWords(Words):
    """A replay in words. `shown` returns its bar."""

    def __init__(self, title: str, shown: Callable[[], Scrub]) -> None:
        super().__init__(title)
        self._shown = shown

    def said(self) -> tuple[str, ...]:
        """The move that is shown, and its place among all moves."""
        bar = self._shown()
        return (f"{bar.text} {bar.at} of {bar.moves}.",)


class ReplayScreen(Screen):
    """A game to replay. `at` is how many moves are shown."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(host)
        self.session = session
        self.display = Display(session)
        self.viewer = viewer_of(session)
        self.at = 0
        self.playing = False
        self._due = 0.0
        self._shown = 0

    @property
    def moves(self) -> int:
        """How many moves there are."""
        return len(self.session.history)

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self.session.history[self.at - 1].after if self.at else self.session.start

    def appear(self) -> None:
        """Start, now that the page is on the screen."""
        self.host.effect("title", f"{self.session.game.title}, replay")

    # Pictures

    @property
    def in_words(self) -> Words:
        """The replay as a screen reader reads it."""
        return ReplayWords(f"{self.session.game.title}, replay", self._scrub)

    def scene(self, pointing: Pointing, size: Size, theme: Theme) -> Scene:
        """The position with the bar below."""
        ui = self._ui(pointing, self.at)
        return replay_scene(self.display.of_state(self.state, self.viewer), ui, self._scrub(), size, theme)

    def steps(self, pointing: Pointing, size: Size, theme: Theme) -> list[Step]:
        """The animation of one step forward; any other change is a jump."""
        before, self._shown = self._shown, self.at
        if self.at != before + 1:
            return []
        ui, scrub = self._ui(pointing, self.at), self._scrub()
        draw = partial(replay_scene, scrub=scrub, size=size, theme=theme)
        return self.display.steps(self.session.history[before : self.at], self.viewer, ui, draw)

    def _scrub(self) -> Scrub:
        history = self.session.history
        text = log_lines(self.session.game, self.viewer, history[self.at - 1])[0] if self.at else "The start"
        return Scrub(self.at, self.moves, text, self.playing)

    def _ui(self, pointing: Pointing, at: int) -> Ui:
        history = self.session.history[:at]
        opening = opening_lines(self.session, self.viewer) if len(history) < 30 else ()
        lines = [line for move in history[-30:] for line in log_lines(self.session.game, self.viewer, move)]
        return Ui(
            hovered_key=pointing.hovered_key,
            pressed_key=pointing.pressed_key,
            focus=pointing.focus,
            keyboard=pointing.keyboard,
            last_move=last_sites(self.session.game, history, self.viewer),
            subtitle=subtitle(self.session, kind="Replay"),
            log=(*opening, *lines),
        )

    # Going through it

    def go_to(self, at: int) -> None:
        """Show the position after this many moves."""
        at = max(0, min(at, self.moves))
        if at != self.at:
            self.at = at
            self.host.changed()

    def press(self, target: Target) -> None:
        """Press a button of the bar."""
        match target:
            case Target("command", "step_back"):
                self.playing = False
                self.go_to(self.at - 1)
            case Target("command", "step_forward"):
                self.playing = False
                self.go_to(self.at + 1)
            case Target("command", "play" | "pause"):
                self.toggle()
            case Target("command", "help"):
                self.host.open(SheetScreen(self.host, Rules(self.host, self.session.game)))
            case Target("command", "close" | "menu"):
                self.host.back()
        self.host.changed()

    def toggle(self) -> None:
        """Play automatically, or stop; at the end it starts again."""
        self.playing = not self.playing
        self._due = self.host.now
        if self.playing and self.at == self.moves:
            self.go_to(0)
            self._due = self.host.now + PACE

    def slide(self, target: Target, share: float) -> None:
        """Follow the bar as it is dragged."""
        if target.name == "scrub":
            self.playing = False
            self.go_to(round(share * self.moves))

    def wheel(self, amount: float) -> None:
        """Go through the moves with the wheel."""
        self.playing = False
        self.go_to(self.at - round(amount))

    def key(self, name: str, shift: bool, control: bool) -> bool:
        """Arrows step, Home and End jump, Space plays."""
        ways = {"Left": self.at - 1, "Right": self.at + 1, "Home": 0, "End": self.moves}
        if name in ways:
            self.playing = False
            self.go_to(ways[name])
        elif name == "Space":
            self.toggle()
            self.host.changed()
        elif name == "F1":
            self.press(Target("command", "help"))
        else:
            return False
        return True

    def tick(self, now: float) -> None:
        """Play the next move when its time has come."""
        if not self.playing or self.host.busy or now < self._due:
            return
        self._due = now + PACE
        self.go_to(self.at + 1)
        if self.at == self.moves:
            self.playing = False
            self.host.changed()


def show_kept(host: Host, path: Path) -> None:
    """Open a replay; if it cannot be shown, say why."""
    try:
        recording = read(read_file(path, LARGEST), path.name)
        session = replayed(recording, game_of(host, recording), path.name)
        host.open(ReplayScreen(host, session))
    except BadRecording as problem:
        host.open(SheetScreen(host, Problems(host, "This game cannot be shown", f"{problem.message}\n{problem.help}")))
    except (OSError, SpecError, Fault) as problem:
        host.open(SheetScreen(host, Problems(host, "This game cannot be shown", str(problem))))


def game_of(host: Host, recording: Recording) -> Game:
    """The rules that a game was played by: those of the listed game with that name. Raises BadRecording."""
    for listed in host.surroundings.games():
        if listed.name == recording.game and not listed.problem:
            return load(listed.path)
    raise BadRecording(
        "unknown_game", f"There is no game ‘{recording.game}’ here.", "Open its spec once, so that it is known."
    )
