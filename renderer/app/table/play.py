"""Playing by hand: gestures become a draft, a draft becomes a move, and the result is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from interpreter import Abandoned, Action, Fault, Refusal, State
from interpreter.expressions import strip
from interpreter.spec.diagnostics import found_in_play, render
from renderer.app.display import Display
from renderer.app.screen import Pointing
from renderer.nodes import spot_key
from runtime.session import draft as drafts
from runtime.session.draft import Draft, Spot
from runtime.session.gestures import busiest_places, press, targets
from runtime.session.hand import ARROWS, Button, Click, Drag, Gesture, Key, Lift, Pick, RightClick, with_counterparts
from runtime.session.hints import previewed
from runtime.session.letters import laying_actions, takes_letters
from runtime.session.session import Change, Session
from runtime.show.confirmation import of_action
from runtime.show.values import Presentation

if TYPE_CHECKING:
    from renderer.app.table.table import Table

Guard = Callable[[Action | Draft], Refusal | None]
SWIPE = "Swipe across the board, or press an arrow key."
NOTHING_THERE = "Nothing can be done there now."
TYPE_THERE = "Type a letter to place it here, or choose a tile first. Click again to write {}."


@dataclass(frozen=True, slots=True)
class Came:
    """The result of a gesture.

    `chosen`: the draft has changed. `performed`: a move was made. `refused`: nothing has changed, and `refusal` says
    why. `confirm`: the move in `action` has to be confirmed first. `fault`: the spec has a mistake. `nothing`: the
    gesture meant nothing.
    """

    what: Literal["nothing", "chosen", "performed", "refused", "confirm", "fault"]
    action: Action | None = None
    refusal: Refusal | None = None
    fault: Fault | None = None


NOTHING = Came("nothing")


class Play:
    """The hands of the person whose turn it is. `guard` may refuse moves that the rules would allow, as a lesson does.

    `rests`: another process plays, and this one only looks on.
    """

    def __init__(self, session: Session, guard: Guard | None = None) -> None:
        self.session = session
        self.guard = guard
        self.rests = False
        self.draft = drafts.begin(session.state)
        self._asked: Draft | None = None
        self._targets: tuple[State, Draft, frozenset[Spot]] | None = None
        self._unsubscribe = session.subscribe(self._changed)

    def end(self) -> None:
        """Stop playing this session."""
        self._unsubscribe()

    def _changed(self, change: Change) -> None:
        if change.what in ("started", "performed", "undone", "redone"):
            self.draft = drafts.begin(self.session.state)

    # Gestures

    def make(self, gesture: Gesture) -> Came:
        """Carry out a gesture."""
        before = self.draft
        try:
            pressed = press(self.session, before, gesture)
        except Fault as fault:
            return Came("fault", fault=fault)
        grown = replace(pressed.draft, cursor=0)
        if self.guard is not None and (pressed.action is not None or grown != before):
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
        """Click on a site or piece."""
        return self.make(Click(spot))

    def right_click(self, spot: Spot) -> Came:
        """Click with the right button."""
        return self.make(RightClick(spot))

    def lift(self, spot: Spot) -> Came:
        """A site or piece is taken up by the keyboard."""
        return self.make(Lift(spot))

    def drag(self, start: Spot, end: Spot | None) -> Came:
        """Drag from one to another."""
        return self.make(Drag(start, end))

    def button(self, action: str) -> Came:
        """Press the button of an action. Pressing that of the action already named gives it up."""
        if self.draft.action == action and self.draft.armed and self.draft.empty:
            return self.make(Key("Escape"))
        return self.make(Button(action))

    def pick(self, value: object, slot: str | None) -> Came:
        """Answer a question."""
        return self.make(Pick(value, slot))

    def arrow(self, way: str) -> Came:
        """Press an arrow key, if a direction is wanted; otherwise do nothing."""
        assert way in ARROWS
        return self.make(Key(way))

    def key(self, name: str, lit: frozenset[Spot] = frozenset()) -> Came:
        """Press Enter, Backspace, Escape, or a letter that answers a question or picks a piece that shows it,
        highlighted ones first."""
        return self.make(Key(name, lit))

    # Moves

    def attempt(self, action: Action, kept: Draft) -> Came:
        """Try a move; a legal one that must be confirmed waits for that. If the move is not made, `kept` stays
        chosen."""
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
        """Make a move, or find out why not."""
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
        return not self.rests and not self.session.state.over and self.session.seat_to_move == "person"

    @property
    def keeps_right(self) -> bool:
        """Whether an action is reserved for the right button."""
        plans = self.session.state.program.actions.values()
        return any(plan.spec.gesture == "right_click" for plan in plans)

    @property
    def takes_letters(self) -> bool:
        """Whether letters pick pieces that show them."""
        return self.may_play and takes_letters(self.session, self.draft)

    def targets(self) -> frozenset[Spot]:
        """The sites and pieces that could be clicked now; a piece counts along with its site, a site with its
        pieces."""
        if not self.may_play:
            return frozenset()
        known = self._targets
        if known is None or known[0] is not self.session.state or known[1] != self.draft:
            state = self.session.state
            try:
                found = targets(self.session, self.draft)
            except Abandoned as fault:
                state.program.tell_later(fault)
                found = frozenset()
            known = self._targets = (state, self.draft, with_counterparts(state, found))
        return known[2]

    def busiest_places(self) -> frozenset[Spot]:
        """The sites where most of the possible placements would go."""
        try:
            return frozenset(busiest_places(self.session)) if self.may_play else frozenset()
        except Abandoned as fault:
            self.session.state.program.tell_later(fault)
            return frozenset()


def show(table: Table, came: Came, spot: Spot | None, end: Spot | None = None) -> None:
    """Show the result of a gesture that was made at a spot, or from there to the end of a drag."""
    if came.what == "performed" or (came.what == "chosen" and not _keeps_to_the_hint(table)):
        table.voice.hush()
    if came.what == "chosen":
        table.host.sound("pick")
        if table.lessons is not None:
            table.lessons.chosen(table.play.draft)
    elif came.refusal is not None:
        _refuse(table, came.refusal, spot, end)
    elif came.fault is not None:
        show_fault(table, came.fault)
    elif came.what == "confirm" and came.action is not None:
        _confirm(table, came.action)
    elif came.what == "nothing" and spot is not None and _takes_a_letter(table, spot):
        if table.cursor == spot:
            table.way = "Right" if table.writes_down else "Down"
        table.host.point_at(spot)
        table.voice.say(TYPE_THERE.format("across" if table.writes_down else "downwards"))
    elif came.what == "nothing" and spot is not None:
        table.voice.say(SWIPE if _wants_direction(table) else NOTHING_THERE, about=(end, spot))


def _takes_a_letter(table: Table, spot: Spot) -> bool:
    """Whether a letter typed now can go to a spot: a site without a piece, in games where letters are placed."""
    laying = laying_actions(table.session.state.program)
    return bool(laying) and isinstance(spot, int) and table.play.takes_letters


def _keeps_to_the_hint(table: Table) -> bool:
    """Whether everything chosen so far was pointed out by a hint: then the rest of the hint is still wanted."""
    state, voice = table.session.state, table.voice
    return voice.mood == "hint" and drafts.spots(state, table.play.draft) <= with_counterparts(state, voice.lit)


def _wants_direction(table: Table) -> bool:
    """Whether a move may begin with a direction, which clicks cannot express."""
    program = table.session.state.program
    return any(
        plan.choices and strip(plan.choices[0].item.type) == program.schema.directions
        for plan in program.actions.values()
    )


def _refuse(table: Table, refusal: Refusal, spot: Spot | None, end: Spot | None) -> None:
    if table.lessons is not None:
        refusal = table.lessons.instead(refusal)
    button, chosen = f"button:{refusal.action}", drafts.spots(table.session.state, table.play.draft)
    cursor = table.cursor if table.on_keyboard and not table.on_button else None
    table.voice.say(refusal.text, "refused", refusal.shows, (end, spot, cursor, button, *sorted(chosen, key=str)))
    table.host.sound("refuse")
    if spot is None:
        table.host.shake([button])
        return
    pieces = [piece for board in table.presented().boards for piece in board.pieces if spot in piece.sites]
    table.host.shake([spot_key(spot), *(spot_key(piece.value) for piece in pieces)])


def _confirm(table: Table, action: Action) -> None:
    question = of_action(table.session.view(), action)
    assert question is not None
    table.cards.ask_first(question, lambda: table.take(table.play.perform(action)))


def show_fault(table: Table, fault: Fault, undone: str = "this move cannot be made") -> None:
    """Show a mistake of the spec, and what did not happen because of it."""
    table.voice.say(f"The spec has a mistake; {undone}.", "refused")
    table.cards.show_problems("A mistake in the spec", render(found_in_play(fault.message, fault.span)))


def tell_what_was_stopped(table: Table) -> None:
    """Say once that part of the view took too long and is left out."""
    untold = table.session.state.program.untold
    if untold:
        fault = untold.pop(0)
        show_fault(table, fault, "a part of the game is not shown")
        table.host.changed()


class Foreseeing:
    """What the player's hands are about to do, shown as far as `assist.preview` allows it."""

    def __init__(self, play: Play, display: Display) -> None:
        self.play = play
        self.display = display
        self._shown: tuple[Any, Presentation | None] = (None, None)

    def shown(self, pointing: Pointing, viewer: int) -> Presentation | None:
        """The position as it would look after that move."""
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
