"""What an action would do, as far as its player can know: from what that player sees, up to the first draw."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from interpreter.events import Event
from interpreter.faults import Fault, Unknowable
from interpreter.position import HEADER
from interpreter.rules.refusal import refuse
from interpreter.rules.sampling import View
from interpreter.state import Action, State
from interpreter.streams import UNSEEN, Unforeseen


@dataclass(frozen=True, slots=True)
class Foresight:
    """What would happen: `events` up to the first random draw, and the state after all if nothing is drawn."""

    events: tuple[Event, ...]
    state: State | None


def foresee(view: View, action: Action) -> Foresight | None:
    """What would come of an action; None if it is refused, or if what is hidden decides.

    The action is done to the view, so that nothing can be told that the viewer does not know. Nobody knows what any
    stream will give: the first draw stops it, and a cascade goes on without refills.
    """
    program, data = view.program, list(view.data)
    for name, field in program.layout.fields.items():
        if name.startswith("stream."):
            data[field.index] = UNSEEN
    known, events = tuple(data), list[Event]()
    if action[0] == "stop" or program.simultaneous(known):
        return None
    done, hides = program.full()[f"do_{action[0]}"], bool(view.hidden)
    try:
        if program.guarded(lambda: refuse(program, known, action), hides) is not None:
            return None
        after = program.guarded(lambda: done(known, action, events), hides)
    except Unforeseen:
        return Foresight(tuple(events), None)
    except (Fault, Unknowable):
        return None
    if any(event.name == "matched" for event in events):
        # Refills were left out: what was done is known, but not who can go on from there.
        after = (*known[:HEADER], *after[HEADER:])
        events = list(takewhile(lambda event: event.name not in ("passed", "ended"), events))
    return Foresight(tuple(events), program.state(after))
