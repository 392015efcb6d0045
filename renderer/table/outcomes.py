"""What comes of a gesture, as it is shown: a refusal shakes and says why, a move that asks first gets a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter import Action, Event, Fault, Refusal
from interpreter.expressions import strip
from interpreter.spec.diagnostics import found_in_play, render
from renderer.nodes import spot_key
from renderer.sounds import Sound
from renderer.table.play import Came
from runtime import draft as drafts
from runtime.draft import Spot
from runtime.gestures.hand import with_counterparts

if TYPE_CHECKING:
    from renderer.table.table import Table

SOUNDS: dict[str, Sound] = {"removed": "capture", "matched": "capture", "swapped": "slide"}
"""The sounds of events that are heard above the move itself, the loudest first."""
SWIPE = "Swipe across the board, or press an arrow key."
NOTHING_THERE = "Nothing can be done there now."


def show(table: Table, came: Came, spot: Spot | None) -> None:
    """Show what came of a gesture that was made at a spot."""
    if came.what == "performed" or (came.what == "chosen" and not _keeps_to_the_hint(table)):
        table.voice.hush()
    if came.what == "chosen":
        table.host.sound("pick")
        if table.lessons is not None:
            table.lessons.chosen(table.play.draft)
    elif came.refusal is not None:
        _refuse(table, came.refusal, spot)
    elif came.fault is not None:
        show_fault(table, came.fault)
    elif came.what == "confirm" and came.action is not None:
        _confirm(table, came.action)
    elif came.what == "nothing" and spot is not None:
        table.voice.say(SWIPE if _wants_direction(table) else NOTHING_THERE)


def _keeps_to_the_hint(table: Table) -> bool:
    """Whether all that is chosen by now was pointed out by a hint: then the rest of it is still wanted."""
    state, voice = table.session.state, table.voice
    return voice.mood == "hint" and drafts.spots(state, table.play.draft) <= with_counterparts(state, voice.lit)


def _wants_direction(table: Table) -> bool:
    """Whether a move may begin with a direction, which no click can give."""
    program = table.session.state.program
    return any(
        plan.choices and strip(plan.choices[0].item.type) == program.schema.directions
        for plan in program.actions.values()
    )


def _refuse(table: Table, refusal: Refusal, spot: Spot | None) -> None:
    if table.lessons is not None:
        refusal = table.lessons.instead(refusal)
    table.voice.say(refusal.text, "refused", refusal.shows)
    table.host.sound("refuse")
    if spot is None:
        table.host.shake([f"button:{refusal.action}"])
        return
    pieces = [piece for board in table.presented().boards for piece in board.pieces if spot in piece.sites]
    table.host.shake([spot_key(spot), *(spot_key(piece.value) for piece in pieces)])


def _confirm(table: Table, action: Action) -> None:
    view = table.session.view()
    plan = view.program.actions[action[0]]
    assert plan.spec.confirm is not None
    text = view.program.say(plan.spec.confirm, view.data, view.viewer)
    table.cards.ask_first(text, lambda: table.take(table.play.perform(action)))


def show_fault(table: Table, fault: Fault, undone: str = "this move cannot be made") -> None:
    """A mistake of the spec, and what did not happen because of it."""
    table.voice.say(f"The spec has a mistake; {undone}.", "refused")
    table.cards.show_problems("A mistake in the spec", render(found_in_play(fault.message, fault.span)))


def sound_of(events: Sequence[Event]) -> Sound:
    """The sound of a move, by the loudest thing that happened in it."""
    names = {event.name for event in events}
    return next((sound for name, sound in SOUNDS.items() if name in names), "move")
