"""What would come: the position after the move that the pointer or the cursor is about to make."""

from __future__ import annotations

from typing import Any

from interpreter import Fault
from renderer.display import Display
from renderer.screen import Pointing
from renderer.table.play import Play
from runtime.gestures import Click, Drag
from runtime.presentation import Presentation
from runtime.preview import previewed


class Foreseeing:
    """What the hands at a table are about to do, shown as far as `assist.preview` allows it."""

    def __init__(self, play: Play, display: Display) -> None:
        self.play = play
        self.display = display
        self._shown: tuple[Any, Presentation | None] = (None, None)

    def shown(self, pointing: Pointing, viewer: int) -> Presentation | None:
        """What the position would look like after that move."""
        play = self.play
        spot = pointing.cursor if pointing.keyboard else pointing.hovered
        if spot is None or not play.may_play:
            return None
        gesture = Drag(pointing.dragged.spot, spot) if pointing.dragged is not None else Click(spot)
        key = (play.session.state, play.draft, viewer, gesture)
        if self._shown[0] != key:
            self._shown = (key, self._foreseen(gesture, viewer))
        return self._shown[1]

    def _foreseen(self, gesture: Click | Drag, viewer: int) -> Presentation | None:
        try:
            after = previewed(self.play.session, self.play.draft, gesture, viewer)
        except Fault:
            return None
        return self.display.of_state(after, viewer) if after is not None else None
