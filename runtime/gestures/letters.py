"""Letters that are typed where a list of lettered things is chosen: each picks one that shows it."""

from __future__ import annotations

from typing import Any

from interpreter import Refusal, View
from interpreter.expr.scope import Property
from interpreter.expr.types import Letter, Piece, Site, Type, strip
from interpreter.rules.plans import ChoicePlan
from interpreter.rules.program import Program
from runtime import draft as drafts
from runtime.draft import Draft
from runtime.gestures.hand import Playing, Pressed
from runtime.gestures.readings import Readings

WILD = "*"


def takes_letters(playing: Playing, draft: Draft) -> bool:
    """Whether letters may be typed to choose what shows them: then they are no commands."""
    return bool(_lists(Readings(playing.game, playing.state), draft))


def typed_letter(readings: Readings, draft: Draft, name: str) -> Pressed | None:
    """The first thing that shows a letter is added to the list; None where no letters are chosen."""
    letter = name.lower()
    if not (letter.isalpha() or letter == WILD) or len(letter) != 1:
        return None
    lists = _lists(readings, draft)
    # Only what the player sees may be typed.
    state = readings.state
    view = readings.game.view(state, state.data[0])
    for reading in lists:
        kinds = drafts.slots(state, reading)
        for slot, values in readings.candidates(reading).items():
            for value in values:
                if _letter(view, kinds[slot], value) == letter:
                    return readings.done(reading, drafts.add(readings.game, state, reading, value, slot))
    if not lists:
        return None
    held = _held(readings, view, draft)
    text = f"Put the {held} down first." if held else f"There is no {letter.upper()} that can be chosen now."
    return Pressed(draft, refusal=Refusal("typed", text, lists[0].action or "", None))


def _held(readings: Readings, view: View, draft: Draft) -> str:
    """The letter of what is picked up and has no place yet."""
    choice = drafts.choice_of(readings.state, draft)
    for part, value in zip(choice.fields if choice is not None else (), draft.parts, strict=False):
        shown = _letter(view, part.variable.type, value) if value is not None else None
        if shown is not None:
            return shown.upper()
    return ""


def _lists(readings: Readings, draft: Draft) -> list[Draft]:
    """The actions for which a list of lettered things is being chosen, or could be begun."""
    state = readings.state
    if state.over:
        return []
    begun = readings.beginnings(draft.cursor) if draft.action is None else [draft]
    found: list[Draft] = []
    for reading in begun:
        choice = drafts.choice_of(state, reading)
        if choice is not None and is_lettered(state.program, choice):
            found.append(reading)
    return found


def plays_by_letters(program: Program) -> bool:
    """Whether letters are ever typed to play a game: its commands then need Ctrl throughout."""
    return any(is_lettered(program, choice) for plan in program.actions.values() for choice in plan.choices)


def is_lettered(program: Program, choice: ChoicePlan) -> bool:
    """Whether a list, or all that an action asks for, is chosen from what shows letters."""
    alone = any(len(plan.choices) == 1 and plan.choices[0] is choice for plan in program.actions.values())
    if choice.form == "one" and not alone:
        return False
    kinds = [part.variable.type for part in choice.fields] or [choice.item.type]
    return any(_lettered(program, kind) for kind in kinds)


def _lettered(program: Program, kind: Type) -> list[Property]:
    """The properties of what is chosen that are letters."""
    inner = strip(kind)
    properties: list[Property] = []
    if isinstance(inner, Piece):
        properties += program.schema.kinds[inner.kind].properties.values()
    elif isinstance(inner, Site):
        for board in program.schema.boards.values():
            properties += board.cells.values()
    return [each for each in properties if isinstance(strip(each.type), Letter)]


def _letter(view: View, kind: Type, value: Any) -> str | None:
    """The letter that a piece or cell shows to a viewer; None if it shows none."""
    layout = view.program.layout
    for each in _lettered(view.program, kind):
        field = layout.fields.get(each.column)
        shown = layout.decode_value(each.column, view.data[field.index][value]) if field is not None else None
        if shown is not None:
            return str(shown)
    return None
