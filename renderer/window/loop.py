"""The loop of the window: draws when there is something new, and sleeps until then or until something is pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pyglet.app

if TYPE_CHECKING:
    from pyglet.app.base import EventLoop
else:
    # On some systems this is another class than that of the base.
    from pyglet.app import EventLoop

FRAME = 1 / 60
"""Seconds between two frames while something moves."""
QUIET = 1 / 20
"""Seconds between two looks at the clock while nothing does. Input wakes the loop at once."""


class Loop(EventLoop):
    """Calls `beat` after input and now and then; it says whether something moves."""

    def __init__(self, beat: Callable[[], bool], clock: Callable[[], float]) -> None:
        super().__init__()
        self._beat = beat
        self._time = clock
        self._next = 0.0

    def idle(self) -> float:
        """Do what is due, and say how long nothing will be."""
        now = self._time()
        # A mouse that is moved tells so a thousand times a second: no reason for as many frames.
        if now < self._next:
            return self._next - now
        # Sounds that have ended are told of by the clock.
        self.clock.call_scheduled_functions(self.clock.update_time())
        moving = self._beat()
        self._next = now + FRAME
        return max(0.0, self._next - self._time()) if moving else QUIET

    def _blocking_timer(self) -> None:
        """While Windows lets a window be moved or resized, the loop stands still and this is called instead."""
        pyglet.app.platform_event_loop.set_timer(self._blocking_timer, self.idle())

    @staticmethod
    def _redraw_windows(dt: float) -> None:
        """Frames are drawn by the beat alone. The clock that asks for this one sets the pace of the loop on a Mac."""


def run(loop: Loop) -> None:
    """Run until the loop is told to exit."""
    pyglet.app.event_loop = loop
    loop.run(FRAME)
