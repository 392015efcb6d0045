"""Playing by hand: gestures become a draft, a draft becomes a move, and what came of it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from interpreter import Action, Fault, Refusal, State
from runtime import draft as drafts
from runtime.draft import Draft, Spot
from runtime.gestures import (
    Button,
    Click,
    Drag,
    Gesture,
    Key,
    Pick,
    RightClick,
    busiest_places,
    press,
    takes_letters,
    targets,
)
from runtime.gestures.hand import ARROWS, with_counterparts
from runtime.session import Change, Session

Guard = Callable[[Action | Draft], Refusal | None]


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a gesture.

    `chosen`: the draft has changed. `performed`: a move was made. `refused`: nothing has changed, and `refusal` says
    why. `confirm`: the move in `action` is to be confirmed first. `fault`: the spec has a mistake. `nothing`: it meant
    nothing.
    """

    what: Literal["nothing", "chosen", "performed", "refused", "confirm", "fault"]
    action: Action | None = None
    refusal: Refusal | None = None
    fault: Fault | None = None


NOTHING = Came("nothing")


class Play:
    """The hands of the person whose turn it is. `guard` may refuse what the rules would allow: a lesson does."""

    def __init__(self, session: Session, guard: Guard | None = None) -> None:
        self.session = session
        self.guard = guard
        self.draft = drafts.begin(session.state)
        self._asked: Draft | None = None
        self._targets: tuple[State, Draft, frozenset[Spot]] | None = None
        self._unsubscribe = session.subscribe(self._changed)

    def end(self) -> None:
        """Play no more at this session."""
        self._unsubscribe()

    def _changed(self, change: Change) -> None:
        if change.what in ("started", "performed", "undone", "redone"):
            self.draft = drafts.begin(self.session.state)

    # Gestures

    def make(self, gesture: Gesture) -> Came:
        """Make a gesture."""
        before = self.draft
        pressed = press(self.session, before, gesture)
        grown = replace(pressed.draft, cursor=0)
        if self.guard is not None and (pressed.action is not None or (grown != before and not pressed.refusal)):
            refusal = self.guard(pressed.action or grown)
            if refusal is not None:
                return Came("refused", refusal=refusal)
        if pressed.action is not None:
            return self.attempt(pressed.action, pressed.draft)
        self.draft = grown
        if pressed.refusal is not None:
            return Came("refused", refusal=pressed.refusal)
        return Came("chosen") if self.draft != before else NOTHING

    def click(self, spot: Spot) -> Came:
        """A click on a site or piece."""
        return self.make(Click(spot))

    def right_click(self, spot: Spot) -> Came:
        """A click with the right button."""
        return self.make(RightClick(spot))

    def drag(self, start: Spot, end: Spot | None) -> Came:
        """A drag from one to another."""
        return self.make(Drag(start, end))

    def button(self, action: str) -> Came:
        """The button of an action. That of an action that was named already gives it up."""
        if self.draft.action == action and self.draft.armed and self.draft.empty:
            return self.make(Key("Escape"))
        return self.make(Button(action))

    def pick(self, value: object, slot: str | None) -> Came:
        """An answer to a question."""
        return self.make(Pick(value, slot))

    def arrow(self, way: str) -> Came:
        """An arrow key, where a direction is wanted; nothing where it is not."""
        assert way in ARROWS
        return self.make(Key(way))

    def key(self, name: str, lit: frozenset[Spot] = frozenset()) -> Came:
        """Enter, Backspace, Escape, or a letter that answers a question or picks what shows it, what is lit first."""
        return self.make(Key(name, lit))

    # Moves

    def attempt(self, action: Action, kept: Draft) -> Came:
        """Try a move; one that asks to be confirmed, and is legal, waits for that. `kept` stays chosen otherwise."""
        session = self.session
        plan = session.state.program.actions.get(action[0])
        try:
            refusal = session.game.check(session.state, action)
            if refusal is None and plan is not None and plan.spec.confirm is not None:
                self._asked = replace(kept, cursor=0)
                return Came("confirm", action)
            return self.perform(action, kept)
        except Fault as fault:
            return Came("fault", action, fault=fault)

    def perform(self, action: Action, kept: Draft | None = None) -> Came:
        """Make a move, or hear why not."""
        kept = kept if kept is not None else self._asked or self.draft
        self._asked = None
        try:
            outcome = self.session.perform(action)
        except Fault as fault:
            return Came("fault", action, fault=fault)
        if outcome.refusal is not None:
            self.draft = replace(kept, cursor=0)
            return Came("refused", action, outcome.refusal)
        return Came("performed", action)

    # What could be done

    @property
    def may_play(self) -> bool:
        """Whether it is a person's turn."""
        return not self.session.state.over and self.session.seat_to_move == "person"

    @property
    def takes_letters(self) -> bool:
        """Whether letters pick what shows them."""
        return self.may_play and takes_letters(self.session, self.draft)

    def targets(self) -> frozenset[Spot]:
        """The sites and pieces that could be clicked now; a piece counts with its site, a site with its pieces."""
        if not self.may_play:
            return frozenset()
        known = self._targets
        if known is None or known[0] is not self.session.state or known[1] != self.draft:
            state, found = self.session.state, targets(self.session, self.draft)
            known = self._targets = (state, self.draft, with_counterparts(state, found))
        return known[2]

    def busiest_places(self) -> frozenset[Spot]:
        """The sites where most of what can be laid would be laid."""
        return frozenset(busiest_places(self.session)) if self.may_play else frozenset()
