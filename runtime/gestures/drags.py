"""Drags: from one spot to another, onto a record of a list, or as a swipe in a direction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from runtime import draft as drafts
from runtime.draft import Draft, Spot
from runtime.gestures.hand import Pressed, direction_between, value_at
from runtime.gestures.readings import Readings


def drag(readings: Readings, draft: Draft, start: Spot, end: Spot | None) -> Pressed:
    """A drag makes the two choices of a move, places or moves a record, or swipes; off the board it takes back."""
    if end is None:
        return Pressed(readings.without(draft, start) if start in readings.chosen(draft) else draft)
    placed = _placed(readings, draft, start, end)
    if placed is not None:
        return Pressed(placed)
    if draft.items or draft.parts:
        return readings.refused(draft, [readings.with_spot(draft, start) or draft], end)
    groups = list(readings.groups("drag", draft.cursor))
    if draft.armed and draft.action is not None:
        groups = [[drafts.start(readings.state, draft.action, True, draft.cursor)]]
    lifted: list[Draft] = []
    for group in groups:
        made: list[tuple[Draft, Draft]] = []
        for beginning in group:
            first = _lifted(readings, beginning, start)
            if first is not None:
                lifted.append(first)
                second = readings.with_spot(first, end) or readings.with_direction(first, start, end)
                made += [(beginning, second)] if second is not None else []
        complete = [pair for pair in made if readings.complete(pair[1])]
        for beginning, second in (*complete, *made):
            return readings.done(beginning, second)
        if lifted:
            break
    direction = direction_between(readings.state, start, end)
    swept = directed(readings, draft, direction) if direction else None
    if swept is not None:
        return swept
    if lifted:
        return readings.refused(draft, lifted, end)
    return readings.refused(draft, [beginning for group in groups for beginning in group], start)


def _lifted(readings: Readings, beginning: Draft, start: Spot) -> Draft | None:
    """What is taken up at the start of a drag: chosen now, or fixed by the continuation that must be made."""
    if beginning.values and start in readings.chosen(beginning):
        return beginning
    return readings.with_spot(beginning, start)


def directed(readings: Readings, draft: Draft, direction: int) -> Pressed | None:
    """A direction for what is begun, or for the first action that chooses one; None if nothing takes it."""
    taking: list[Draft] = []
    for reading in readings.beginnings(draft.cursor) if draft.action is None else [draft]:
        choice = drafts.choice_of(readings.state, reading)
        if choice is None or choice.form != "one" or not readings.wants_direction(choice.item.type):
            continue
        if direction in readings.candidates(reading)[choice.name]:
            return readings.done(reading, drafts.add(readings.game, readings.state, reading, direction))
        taking.append(reading)
    return readings.tried(taking[0], direction) if taking else None


# Records


def _placed(readings: Readings, draft: Draft, start: Spot, end: Spot) -> Draft | None:
    """One more record for a list, made by a drag from the rack to a site, or one that is moved to another site."""
    choice = drafts.choice_of(readings.state, draft)
    if choice is None or not choice.fields:
        return None
    whole = replace(draft, parts=())
    begun = _taken_up(readings, whole, start) if start in readings.chosen(whole) else None
    begun = begun if begun is not None else readings.with_spot(whole, start)
    return readings.with_spot(begun, end) if begun is not None and begun.parts else None


def _taken_up(readings: Readings, draft: Draft, spot: Spot) -> Draft | None:
    """The draft with the record on a spot half chosen again: all of it but where it stood."""
    shorter = readings.without(draft, spot)
    for name, value in _other_parts(readings, draft, spot).items():
        if value in readings.candidates(shorter).get(name, ()):
            shorter = drafts.add(readings.game, readings.state, shorter, value, name)
    return shorter if shorter.parts else None


def _other_parts(readings: Readings, draft: Draft, spot: Spot) -> dict[str, Any]:
    """The parts of the record that stands on a spot, without that spot."""
    choice = drafts.choice_of(readings.state, draft)
    assert choice is not None
    for record in draft.items:
        parts = list(zip(choice.fields, record, strict=True))
        here = [part for part, value in parts if value_at(readings.state, spot, part.variable.type) == value]
        if here:
            return {part.name: value for part, value in parts if part not in here}
    return {}
