"""A move cut into stages, which a window shows one after the other: the swap, what matched, what fell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from interpreter import Action, Event, Game, State
from interpreter.expressions import Number, strip
from runtime.draft import Spot
from runtime.presentation.shown import Shown
from runtime.sliding import slides_between

USUAL = 180
"""Milliseconds of a stage whose length the spec does not say."""
FLASH = 500
"""Milliseconds for which sites flash."""
LONGEST = 5000
MOST_STAGES = 60

RUNS = frozenset({"created", "moved", "removed", "changed", "swapped"})
"""Events of single pieces and cells: those of one name that follow each other belong together."""


class Stage(NamedTuple):
    """One stage: the state that it leads to, what happened in it, how long it takes, what slides from where to where
    and which sites flash."""

    state: State
    events: tuple[Event, ...]
    milliseconds: int
    slides: tuple[tuple[Spot, Spot], ...]
    flashes: frozenset[int]


def stages(
    game: Game,
    before: State,
    events: Sequence[Event],
    after: State,
    viewer: int,
    action: Action | None = None,
) -> list[Stage]:
    """The stages of a move, at least one; the last leads to `after`.

    States are whole: what the viewer may not know is left out when they are presented, but slides and flashes are
    told only as far as the viewer can follow them. `action` is what was done: `view.animate` may name it, and what
    was chosen tells which of several pieces alike has moved.
    """
    cutting = _Cutting(game, before, events, after, viewer, action)
    cutting.cut()
    return cutting.found


class _Named(NamedTuple):
    """What `view.animate` says of an event: how long it takes, or which sites flash."""

    milliseconds: int | None
    flashes: frozenset[int]


class _Cutting:
    """Follows the events of one move and closes stages on the way."""

    def __init__(
        self, game: Game, before: State, events: Sequence[Event], after: State, viewer: int, action: Action | None
    ) -> None:
        self.game = game
        self.after = after
        self.events = tuple(events)
        self.viewer = viewer
        self.action = action or ("",)
        self.entries = before.program.view_plan.animate
        self.now = before
        self.found: list[Stage] = []
        self.last = before
        self.pending: list[Event] = []
        self.removed: set[tuple[str, int]] = set()
        self.run: str | None = None
        self.run_length = USUAL
        named = self._named(Event(str(self.action[0]), {}))
        self.whole = named.milliseconds if named is not None else None
        self.whole_flashes = named.flashes if named is not None else frozenset[int]()

    def cut(self) -> None:
        """Follow all events."""
        for event in self.events:
            if len(self.found) >= MOST_STAGES - 1:
                self.pending.append(event)
                continue
            named = self._named(event)
            acts = event.repaints(self.now)
            if event.name == "created" and (event.fields["kind"], event.fields["piece"]) in self.removed:
                # Its number was that of another piece until now, which must be gone before this one is shown.
                self._close(self._length())
            if self.run is not None and (named is not None or acts) and event.name != self.run:
                self._close(self.run_length)
            elif self._shows_before(event, named, acts):
                self._close(self._length())
            self.now = self.now.after((event,))
            self.pending.append(event)
            if event.name == "removed":
                self.removed.add((event.fields["kind"], event.fields["piece"]))
            if named is not None:
                self._reached(event, named)
            elif acts:
                self._close(USUAL)
        self._finish()

    def _shows_before(self, event: Event, named: _Named | None, acts: bool) -> bool:
        """Whether what happened up to an event is shown before it."""
        if self.run is not None or not self.pending or not self._has_moved():
            return False
        return acts or (named is not None and event.name not in RUNS and self.whole is not None)

    def _reached(self, event: Event, named: _Named) -> None:
        """An event that `view.animate` names: it closes a stage, or goes on with its run."""
        if event.name in RUNS and named.milliseconds is not None:
            self.run, self.run_length = event.name, named.milliseconds
        else:
            self._close(named.milliseconds if named.milliseconds is not None else FLASH, named.flashes)

    def _length(self) -> int:
        """How long what is pending takes."""
        if self.run is not None:
            return self.run_length
        return self.whole if self.whole is not None else USUAL

    def _has_moved(self) -> bool:
        """Whether anything stands elsewhere or looks different than at the last stage."""
        return not self.last.same_places(self.now)

    def _close(self, milliseconds: int, flashes: frozenset[int] = frozenset()) -> None:
        """End a stage here."""
        self._add(self.now, milliseconds, flashes)

    def _add(self, state: State, milliseconds: int, flashes: frozenset[int]) -> None:
        events, self.pending, self.run = tuple(self.pending), [], None
        self.removed.clear()
        slides = slides_between(self.game, self.last, state, events, self.viewer, self.action)
        self.found.append(Stage(state, events, milliseconds, slides, flashes))
        self.last = state

    def _finish(self) -> None:
        """The rest of the move; where nothing is left to be seen, the last stage leads to the end of the move."""
        flashes = self.whole_flashes
        if self.found and not flashes and self.run is None and self.last.same_places(self.after):
            last = self.found[-1]
            self.found[-1] = last._replace(state=self.after, events=(*last.events, *self.pending))
            return
        length = self._length() if not flashes else max(self._length(), FLASH)
        self._add(self.after, length, flashes)

    def _named(self, event: Event) -> _Named | None:
        """What `view.animate` says of an event as it happens; None if it says nothing."""
        plan = self.entries.get(event.name)
        if plan is None or plan.value is None:
            return None
        shown = Shown(self.game.view(self.now, self.viewer))
        value = shown.event_value(plan, event)
        if isinstance(strip(plan.value.type), Number):
            return _Named(max(0, min(int(value), LONGEST)) if value is not None else USUAL, frozenset())
        spots = value if isinstance(value, list) else [value]
        return _Named(None, frozenset(site for spot in spots if (site := shown.world.site_of(spot))))
