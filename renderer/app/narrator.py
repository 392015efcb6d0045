"""The narrator: writes what the window shows and what happens, line by line, for a screen reader to follow.

Arcade and pyglet give a platform's accessibility tools nothing to read. The narrator provides text instead: a file that
grows, the terminal that the window was started from, or a program that speaks.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Literal, Protocol

from renderer.app.spoken import control_in_words

if TYPE_CHECKING:
    from renderer.app.app import App

Telling = Literal["off", "log", "aloud"]
"""Whether the narrator is silent, writes a file, or has it spoken, too."""
TO_TERMINAL = "-"
"""The name that stands for the terminal in place of a file."""
SPEAKERS: tuple[tuple[str, ...], ...] = (("spd-say", "--pipe-mode"), ("say",), ("espeak-ng",), ("espeak",))
"""Programs that speak what they read from their input, the best first."""
LONGEST = 4000
"""As many characters are spoken at once."""


def speaker() -> tuple[str, ...] | None:
    """The command of the first installed program that speaks."""
    return next(((found, *rest) for name, *rest in SPEAKERS if (found := which(name)) is not None), None)


class Outlet(Protocol):
    """A destination for lines. Whatever goes wrong there must not reach the game."""

    def tell(self, lines: Sequence[str]) -> None:
        """Accept some lines."""

    def close(self) -> None:
        """Stop accepting lines."""


class LiveLog:
    """A file that starts empty and grows line by line, or the terminal. `problem` is why it has stopped growing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.problem: OSError | None = None
        self._begun = False

    def tell(self, lines: Sequence[str]) -> None:
        """Write them at once. The file is open only for that moment, because others read it."""
        text = "".join(f"{line}\n" for line in lines)
        if self.path is None:
            print(text, end="", flush=True)
            return
        if self.problem is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "a" if self._begun else "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as problem:
            self.problem = problem
        self._begun = True

    def close(self) -> None:
        """Do nothing, since no file stays open."""


class Speech:
    """A program that speaks. Something newer interrupts what it was saying."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self._process: subprocess.Popen[str] | None = None

    def tell(self, lines: Sequence[str]) -> None:
        """Speak them; a program that cannot be started stays silent."""
        self._hush()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
            assert self._process.stdin is not None
            with self._process.stdin as told:
                told.write("\n".join(lines)[:LONGEST])
        except OSError:
            self._hush()

    def _hush(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.poll() is None:
                process.terminate()
            process.wait()

    def close(self) -> None:
        """Stop speaking."""
        self._hush()


class Narrator:
    """Watches an app after everything that happens, and tells the player what is new.

    `to` is the destination given on the command line: a file, or the terminal. Otherwise the player's preference
    counts: `preferred` returns it, and `path` is the file.
    """

    def __init__(
        self,
        preferred: Callable[[], Telling],
        path: Path,
        to: str | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        self.preferred = preferred
        self.path = path
        self.to = to
        self.command = command
        self._outlets: tuple[Telling, list[Outlet]] = ("off", [])
        self._forget()

    def _forget(self) -> None:
        self._heading: tuple[str, ...] = ()
        self._screen: object = None
        self._scene: object = None
        self._moves = 0
        self._said: tuple[str, ...] = ()
        self._focus = self._at = ""

    def look(self, app: App) -> None:
        """Tell what is new since the last look."""
        outlets = self._ready()
        if not outlets or app.busy or app.scene is self._scene:
            return
        self._scene = app.scene
        self._told(outlets, [line for line in self._news(app) if line])

    def whole(self, app: App) -> bool:
        """Describe everything on the table, and return whether anybody is listening."""
        outlets = self._ready()
        if outlets:
            self._told(outlets, [line for line in app.screen.in_words.whole() if line])
        return bool(outlets)

    def close(self) -> None:
        """Stop telling."""
        for outlet in self._outlets[1]:
            outlet.close()
        self._outlets = ("off", [])

    def _ready(self) -> list[Outlet]:
        """The current destination of lines; changed preferences take effect at once."""
        wanted: Telling = "log" if self.to is not None else self.preferred()
        if wanted != self._outlets[0]:
            self.close()
            self._outlets = (wanted, self._opened(wanted))
            self._forget()
        return self._outlets[1]

    def _opened(self, wanted: Telling) -> list[Outlet]:
        if wanted == "off":
            return []
        if self.to is not None:
            return [LiveLog(None if self.to == TO_TERMINAL else Path(self.to))]
        command = self.command if self.command is not None else speaker()
        spoken = [Speech(command)] if wanted == "aloud" and command is not None else []
        return [LiveLog(self.path), *spoken]

    def _told(self, outlets: Sequence[Outlet], lines: Sequence[str]) -> None:
        if lines:
            for outlet in outlets:
                outlet.tell(lines)

    def _news(self, app: App) -> list[str]:
        words, screen, pointing = app.screen.in_words, app.screen, app.pointing
        known, self._heading = self._heading, words.heading()
        another = screen is not self._screen
        lines = [line for line in self._heading if another or line not in known]
        moves = words.moves()
        if not another and moves > self._moves:
            lines += words.since(self._moves)
        said, before = words.said(), self._said
        lines += [text for number, text in enumerate(said) if another or text not in before[number : number + 1]]
        focus = "" if pointing.focus is None else control_in_words(app.scene, pointing.focus, words.page())
        if focus != self._focus or another:
            lines.append(focus)
        at = words.spot(pointing.cursor) if pointing.cursor is not None and pointing.keyboard else ""
        if at and not pointing.on_button and at != self._at:
            lines.append(at)
        self._screen, self._moves, self._said, self._focus, self._at = screen, moves, said, focus, at
        return lines
