"""Each kind of gesture, and the spots that are worth one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter import BadAction
from interpreter.expressions import Letter, Number, Piece, Site, Type, Words, strip
from interpreter.position import PieceValue
from runtime import draft as drafts
from runtime.choosing import Choosing
from runtime.draft import Draft, NotChoosable, Spot
from runtime.gestures.cursor import moved_cursor
from runtime.gestures.drags import directed, drag
from runtime.gestures.hand import (
    ARROWS,
    Button,
    Click,
    Drag,
    Gesture,
    Key,
    Pick,
    Playing,
    Pressed,
    RightClick,
    value_at,
)
from runtime.gestures.letters import typed_letter
from runtime.gestures.naming import only_submits
from runtime.gestures.readings import Readings


def press(playing: Playing, draft: Draft, gesture: Gesture) -> Pressed:
    """What comes of a gesture."""
    readings = Readings(playing.game, playing.state)
    match gesture:
        case Click():
            return click(readings, draft, gesture.spot)
        case RightClick():
            return right_click(readings, draft, gesture.spot)
        case Drag():
            if gesture.start == gesture.end:
                return click(readings, draft, gesture.start)
            return drag(readings, draft, gesture.start, gesture.end)
        case Button():
            return button(readings, draft, gesture.action)
        case Pick():
            return pick(readings, draft, gesture.value, gesture.to)
        case Key():
            return key(readings, draft, gesture.name, gesture.lit)


def targets(playing: Playing, draft: Draft) -> frozenset[Spot]:
    """The sites and pieces that could be clicked to go on, or to begin a move: what a window lights up."""
    readings, found = Readings(playing.game, playing.state), set[Spot]()
    going_on = [draft, *readings.others(draft)] if draft.action is not None else []
    for reading in going_on or [start for start in readings.beginnings() if readings.possible(start)]:
        kinds = drafts.slots(playing.state, reading)
        for name, values in readings.candidates(reading).items():
            kind = strip(kinds[name])
            if isinstance(kind, Piece):
                found.update(PieceValue(kind.kind, value) for value in values)
            elif isinstance(kind, Site):
                found.update(values)
    return frozenset(found)


# Clicks


def click(readings: Readings, draft: Draft, spot: Spot) -> Pressed:
    """A click goes on with what is begun, takes back what is chosen, or begins a move."""
    if draft.action is not None:
        for reading in (draft, *readings.others(draft)):
            grown = readings.with_spot(reading, spot)
            if grown is not None:
                return readings.done(reading, grown)
        instead = readings.instead(draft, spot)
        if instead is not None:
            return Pressed(instead)
        if spot in readings.chosen(readings.begun(draft)):
            return Pressed(readings.without(draft, spot))
        if draft.armed or draft.items or draft.parts:
            return readings.refused(draft, [draft], spot)
    begun = _begun(readings, draft, spot)
    if begun is not None:
        return begun
    if not draft.empty:
        return readings.refused(draft, [draft, *readings.others(draft)], spot)
    favoured = [start for group in readings.groups("click", draft.cursor) for start in group]
    return readings.refused(draft, favoured, spot)


def right_click(readings: Readings, draft: Draft, spot: Spot) -> Pressed:
    """A click with the right button begins an action that is kept for it; otherwise it gives up what is half chosen."""
    starts = readings.beginnings(draft.cursor, right=True)
    if not starts or draft.armed or not draft.empty:
        return Pressed(drafts.clear(readings.state, draft))
    for start in starts:
        grown = readings.with_spot(start, spot)
        if grown is not None:
            return readings.done(start, grown)
    return readings.refused(draft, starts, spot)


def _begun(readings: Readings, draft: Draft, spot: Spot) -> Pressed | None:
    """The action that a click begins, or why one that is kept for clicks cannot begin; None if there is none."""
    for group in readings.groups("click", draft.cursor):
        begun = [(start, grown) for start in group if (grown := readings.with_spot(start, spot)) is not None]
        complete = [pair for pair in begun if readings.complete(pair[1])]
        for start, grown in (*complete, *begun):
            return readings.done(start, grown)
        owners = [start for start in group if _is_owned(readings, start, spot)]
        if owners and draft.empty:
            return readings.refused(draft, owners, spot)
    return None


def _is_owned(readings: Readings, start: Draft, spot: Spot) -> bool:
    """Whether a spot belongs to an action that is kept for clicks, though it cannot be chosen now."""
    choice = drafts.choice_of(readings.state, start)
    if readings.tag(start) != "click" or choice is None:
        return False
    value = value_at(readings.state, spot, choice.item.type)
    choosing = Choosing(readings.game, readings.state, start.action or "")
    return value is not None and value in choosing.domain(choice.domain, choice.item.type, {})


# Keys


def key(readings: Readings, draft: Draft, name: str, lit: frozenset[Spot] = frozenset()) -> Pressed:
    """Arrows choose a direction or move the cursor, Space clicks there, with Shift and Enter right, Enter submits, the
    others take back."""
    if name in ARROWS:
        found = directed(readings, draft, ARROWS[name])
        if found is not None:
            return found
        return Pressed(replace(draft, cursor=moved_cursor(readings.state, draft.cursor, ARROWS[name])))
    match name:
        case "Enter":
            return enter(readings, draft)
        case "Shift+Enter":
            return right_click(readings, draft, draft.cursor) if draft.cursor else Pressed(draft)
        case "Space":
            return _at_cursor(readings, draft)
        case "Backspace":
            return Pressed(drafts.backspace(readings.state, draft))
        case "Escape":
            return Pressed(drafts.clear(readings.state, draft))
    return _typed(readings, draft, name, lit)


def enter(readings: Readings, draft: Draft) -> Pressed:
    """Submit what is ready, or end a list so that the next choice can be made; otherwise click at the cursor."""
    choice = drafts.choice_of(readings.state, draft)
    if drafts.ready(readings.state, draft):
        return Pressed(draft, drafts.submit(readings.state, draft))
    if draft.action is None or choice is None or choice.form == "one" or draft.parts:
        return _at_cursor(readings, draft)
    if len(draft.items) >= choice.low:
        return Pressed(drafts.close(readings.state, draft))
    if choice is readings.plans[draft.action].choices[-1]:
        # Too short: doing it tells so in the words of the spec.
        return Pressed(draft, (draft.action, *draft.values, draft.items))
    return Pressed(draft)


def _at_cursor(readings: Readings, draft: Draft) -> Pressed:
    return click(readings, draft, draft.cursor) if draft.cursor else Pressed(draft)


def _typed(readings: Readings, draft: Draft, name: str, lit: frozenset[Spot]) -> Pressed:
    """A letter or digit answers the question that is open; a letter also a word that begins with it.

    Without a question a letter picks the next lettered thing of a list.
    """
    kinds = drafts.slots(readings.state, draft)
    for slot, values in drafts.questions(readings.game, readings.state, draft).items():
        value = _typed_value(strip(kinds[slot]), values, name.lower())
        if value is not None:
            return pick(readings, draft, value, slot)
    return typed_letter(readings, draft, name, lit) or Pressed(draft)


def _typed_value(kind: Type, values: tuple[Any, ...], name: str) -> Any | None:
    fitting: list[Any] = []
    if isinstance(kind, Letter):
        fitting = [value for value in values if value == name]
    elif isinstance(kind, Number):
        fitting = [value for value in values if str(value) == name]
    elif isinstance(kind, Words):
        fitting = [value for value in values if value <= len(kind.words) and kind.words[value - 1].startswith(name)]
    return fitting[0] if len(fitting) == 1 else None


# Buttons and menus


def button(readings: Readings, draft: Draft, action: str) -> Pressed:
    """A button does its action, submits what was chosen for it, or names the action that is meant from now on; where
    nothing has been laid it submits nothing. `clear` takes back all that is chosen."""
    if action == "stop":
        return Pressed(draft, ("stop",))
    if action == "clear":
        return Pressed(drafts.clear(readings.state, draft))
    if action not in readings.plans:
        raise BadAction(f"There is no action {action} in this game.")
    if draft.action == action and not draft.empty:
        return enter(readings, drafts.put_down(readings.state, draft))
    if draft.empty and only_submits(readings.state.program, readings.plans[action]):
        return Pressed(draft)
    started = drafts.start(readings.state, action, armed=True, cursor=draft.cursor)
    if readings.complete(started):
        return Pressed(draft, drafts.submit(readings.state, started))
    barred = Choosing(readings.game, readings.state, action).barred()
    return Pressed(draft, refusal=barred) if barred is not None else Pressed(started)


def pick(readings: Readings, draft: Draft, value: Any, to: str | None) -> Pressed:
    """A value from a menu."""
    try:
        return readings.done(draft, drafts.add(readings.game, readings.state, draft, value, to))
    except NotChoosable as problem:
        choice = drafts.choice_of(readings.state, draft)
        offered = drafts.questions(readings.game, readings.state, draft)
        if choice is not None and value in offered.get(choice.name, ()):
            return readings.tried(draft, value)
        return Pressed(draft, refusal=problem.refusal)
