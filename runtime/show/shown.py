"""The view of one player at one moment, with the half-chosen move: the basis of a presentation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from interpreter import View
from interpreter.program import Program
from interpreter.views import ANY_NUMBER, ViewValues
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.session import Topic, Words
from runtime.show.colours import Colours
from runtime.show.values import Left


class Shown(ViewValues):
    """What a viewer knows, has half chosen and is shown."""

    def __init__(
        self,
        view: View,
        draft: Draft | None = None,
        thinking: bool = False,
        left: Left = ANY_NUMBER,
        notes: Mapping[Topic, Words] | None = None,
    ) -> None:
        self.arranged: Mapping[Topic, Words] = notes or {}
        """The notes of players, of which some say how they have arranged their pieces."""
        self.draft = draft if draft is not None else Draft()
        if self.draft.action is None:
            super().__init__(view, thinking=thinking, left=left)
        else:
            made, spots = drafts.by_name(view.state, self.draft), drafts.spots(view.state, self.draft)
            super().__init__(view, self.draft.action, made, spots, thinking, left)
        self.spec = view.program.spec.view
        self.memo = memo(view.program)

    @property
    def colours(self) -> Colours:
        """The colours of the game."""
        if "colours" not in self.memo:
            self.memo["colours"] = Colours(self.program)
        found: Colours = self.memo["colours"]
        return found


@lru_cache(maxsize=64)
def memo(_program: Program) -> dict[Any, Any]:
    """A value that is computed once for each program."""
    return {}
