"""The app as a window runs it: a page that fails is replaced by one that says so, and everything else carries on."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from interpreter import Fault, watched
from renderer.app.app import App
from renderer.app.pages.lists import Problems
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Screen
from renderer.app.table.table import Table
from renderer.motion.animation import Frame
from renderer.nodes import Scene
from runtime.bug import about_session, kept_report, told

TITLE = "A mistake in Tilewright"
WIDTH = 76


class FailsafeApp(App):
    """An app that survives the bugs of its pages. If the page that reports one fails too, there is nothing left to
    show."""

    _telling: Screen | None = None

    def tick(self, now: float) -> None:
        """Let time pass."""
        self._safely(super().tick, now)

    def frame(self) -> Frame:
        """What to draw now."""
        found: Frame = self._safely(super().frame) or super().frame()
        return found

    @property
    def scene(self) -> Scene:
        """The picture that everything settles on."""
        found: Scene = self._safely(lambda: super(FailsafeApp, self).scene) or super().scene
        return found

    def pointer_moved(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._safely(super().pointer_moved, x, y)

    def pointer_pressed(self, x: float, y: float, button: str = "left") -> None:
        """Handle a mouse button going down."""
        self._safely(super().pointer_pressed, x, y, button)

    def pointer_released(self, x: float, y: float) -> None:
        """Handle the mouse button going up."""
        self._safely(super().pointer_released, x, y)

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Handle a turn of the wheel."""
        self._safely(super().wheel, x, y, amount)

    def key_pressed(self, name: str, shift: bool = False, control: bool = False) -> None:
        """Handle a key going down."""
        self._safely(super().key_pressed, name, shift, control)

    def leave(self) -> None:
        """Leave, as the player wishes."""
        self._safely(super().leave)

    def typed(self, text: str) -> None:
        """Handle letters for a text field."""
        self._safely(super().typed, text)

    def _safely(self, work: Callable[..., Any], *given: Any) -> Any:
        try:
            with watched():
                return work(*given)
        except Exception as problem:
            if self.closed or self.screen is self._telling:
                raise
            self._tell(problem)
        return None

    def _tell(self, problem: Exception) -> None:
        """Remove the page that failed, and say what happened."""
        broken = self._screens.pop()
        about: dict[str, object] = {"page": type(broken).__name__}
        if isinstance(broken, Table):
            about |= about_session(broken.session)
        of_spec = isinstance(problem, Fault)
        report = None if of_spec else kept_report(problem, about)
        try:
            broken.close()
        except Exception as second:
            # What is broken need not close well, and the first mistake is reported already.
            kept_report(second, about)
        lines = str(problem).splitlines() if of_spec else textwrap.wrap(told(problem), WIDTH)
        if report is not None:
            lines += ["", "Please report it with this file:", *textwrap.wrap(str(report), WIDTH)]
        if isinstance(broken, Table):
            lines += ["", "Your game is saved as it was after the last move."]
        title = "A mistake in the spec" if of_spec else TITLE
        self._telling = SheetScreen(self, Problems(self, title, "\n".join(lines)))
        self.open(self._telling)
