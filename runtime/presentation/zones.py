"""Zones as they are shown: rows of pieces, or counters where nobody may look inside."""

from __future__ import annotations

from typing import Literal, cast

from interpreter.expressions import Number, Words, Zone, terms
from interpreter.spec.model import ZoneView
from runtime.presentation.looks import Looks
from runtime.presentation.pieces import piece_reader
from runtime.presentation.sections import by_name, plain_name
from runtime.presentation.shown import Shown
from runtime.presentation.values import PieceShown, ZoneShown

At = Literal["above", "below", "left", "right"]
As = Literal["row", "counter"]

MOST_BACKS = 14
"""So many pieces are drawn from behind; more are counted."""


def zones_shown(shown: Shown) -> tuple[ZoneShown, ...]:
    """The zones that the spec shows, and those that players choose from; without a word of it all of them."""
    written = shown.spec.zones if shown.spec is not None else None
    if written is None:
        return tuple(each for zone in shown.schema.zones.values() for each in _zone(shown, zone, None))
    views = by_name(written)
    seen = [name for name in views if shown.holds(shown.plan.zone(name).when)]
    wanted = [*seen, *(name for name in _chosen_from(shown) if name not in views)]
    return tuple(each for name in wanted for each in _zone(shown, shown.schema.zones[name], views.get(name)))


def _chosen_from(shown: Shown) -> tuple[str, ...]:
    """The zones that choices are made from."""
    memo = shown.memo
    if "zones" not in memo:
        domains: list[terms.Term | None] = []
        for plan in shown.program.actions.values():
            for choice in plan.choices:
                domains += [choice.domain, *(part.domain for part in choice.fields)]
        memo["zones"] = tuple(
            dict.fromkeys(
                part.zone
                for domain in domains
                if domain is not None
                for part in terms.walk(domain)
                if isinstance(part, terms.ZoneTerm)
            )
        )
    found: tuple[str, ...] = memo["zones"]
    return found


def _zone(shown: Shown, zone: Zone, view: ZoneView | None) -> list[ZoneShown]:
    plan = shown.plan.zone(zone.name)
    label = shown.text(plan.label) if plan.label is not None else plain_name(zone.name)
    if zone.per is None:
        return [_instance(shown, zone, view, None, label)]
    if plan.of is not None:
        key = shown.value(plan.of)
        return [_instance(shown, zone, view, key, label)] if isinstance(key, int) else []
    keys = zone_keys(shown, zone)
    alone = len(keys) == 1
    return [_instance(shown, zone, view, key, label if alone else f"{label}, {title}") for key, title in keys]


def zone_keys(shown: Shown, zone: Zone) -> list[tuple[int, str]]:
    """The zones under one name: the key of each, and what people call it."""
    if isinstance(zone.per, Words):
        names = shown.schema.titles if zone.per == shown.schema.players else zone.per.words
        return [(number, str(name)) for number, name in enumerate(names, start=1)]
    low = zone.per.low if isinstance(zone.per, Number) and zone.per.low is not None else 1
    return [(number, str(number)) for number in range(low, low + zone.count)]


def is_hidden(shown: Shown, zone: Zone, key: int | None) -> bool:
    """Whether the viewer may not look into a zone."""
    return zone.seen_by == "nobody" or (zone.seen_by == "owner" and key != shown.view.viewer)


def _instance(shown: Shown, zone: Zone, view: ZoneView | None, key: int | None, label: str) -> ZoneShown:
    held = shown.world.zone(zone.name, key)
    owner = key if key is not None and zone.per == shown.schema.players else 0
    hidden = is_hidden(shown, zone, key)
    drawn_as = str(view.as_) if view is not None and view.as_ is not None else _usual_form(zone, hidden, len(held))
    at = str(view.at) if view is not None and view.at is not None else _usual_place(shown, owner, drawn_as)
    pieces: tuple[PieceShown, ...] = ()
    if drawn_as == "row":
        looks, numbers = _looks(shown, zone), [piece.number for piece in held]
        keys = shown.keys(looks.plan, numbers) if looks is not None else ()
        pieces = tuple(piece_reader(shown, zone.kind).shown(shown, [(each, ()) for each in numbers], looks, keys))
    room = zone.size
    instance = zone.name if key is None else f"{zone.name}[{_key_name(zone, key)}]"
    covers_many = shown.schema.kinds[zone.kind].covers_many
    return ZoneShown(
        zone.name, instance, label, owner, cast(At, at), cast(As, drawn_as), len(held), room, pieces, covers_many
    )


def _looks(shown: Shown, zone: Zone) -> Looks | None:
    """The looks that the spec gives the pieces of a zone, made once for each program."""
    plan = shown.plan.zone(zone.name).looks
    if plan is None:
        return None
    memo, key = shown.memo, ("zone", zone.name)
    if key not in memo:
        memo[key] = Looks(shown, plan)
    found: Looks = memo[key]
    return found


def _key_name(zone: Zone, key: int) -> str:
    return str(zone.per.words[key - 1]) if isinstance(zone.per, Words) else str(key)


def _usual_form(zone: Zone, hidden: bool, count: int) -> str:
    """A zone that nobody may see is counted, and so is one with many pieces that are seen only from behind."""
    return "counter" if zone.seen_by == "nobody" or (hidden and count > MOST_BACKS) else "row"


def _usual_place(shown: Shown, owner: int, drawn_as: str) -> str:
    if drawn_as == "counter":
        return "right"
    return "above" if owner and owner != shown.view.viewer else "below"
