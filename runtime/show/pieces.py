"""Pieces as they are shown, on boards and in zones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from interpreter.expressions import Number, Words, Zone, terms
from interpreter.position import PieceValue
from interpreter.spec.model import ZoneView
from interpreter.views import NO_LOOK, Key
from runtime.session.arrangement import PLACES, arrangeable, keeps_gaps, put, settled, whole
from runtime.show.looks import Looks, Plain, over_cells, plain_piece, usual_shape
from runtime.show.shown import Shown
from runtime.show.values import Look, PieceShown, ZoneShown, by_name, plain_name

MOST_KEPT = 20_000
CARDS = ("card", "back")
At = Literal["above", "below", "left", "right"]
As = Literal["row", "counter"]
SIDES = ("left", "right")
MOST_BACKS = 14
"""How many pieces are drawn from behind; if there are more, they are counted."""


class PieceReader:
    """Reads pieces of one kind."""

    def __init__(self, shown: Shown, kind: str) -> None:
        self.kind = kind
        self.plan = shown.plan.piece(kind)
        self.properties = tuple(shown.schema.kinds[kind].properties.values())
        self.hideable = kind in shown.program.sight.zones or any(
            prop.column in shown.program.sight.hidden for prop in self.properties
        )
        self.footprint = shown.plan.size(kind)
        self._plain: dict[Any, Plain] = {}
        self._made: dict[Any, PieceShown] = {}

    def shown(
        self,
        shown: Shown,
        places: Sequence[tuple[int, tuple[int, ...]]],
        looks: Looks | None = None,
        keys: Sequence[Key] = (),
    ) -> list[PieceShown]:
        """Pieces with the sites that they cover, nothing for a piece in a zone; `keys` are those of their looks."""
        numbers = [number for number, _ in places]
        sizes = [(1, 1)] * len(places) if self.footprint is None else [self.size(shown, each) for each in numbers]
        sized = zip(numbers, sizes, strict=True)
        cells = [(number, i) for number, (wide, high) in sized for i in range(1, wide * high + 1)]
        face, corner = self.plan.face, self.plan.corner
        faces = iter(shown.faces(face, self.kind, cells)) if face is not None else None
        corners = shown.faces(corner, self.kind, [(number, 1) for number in numbers]) if corner is not None else None
        entries = [shown.view.entries(prop.column) for prop in self.properties]
        found = []
        for place, (number, sites) in enumerate(places):
            wide, high = sizes[place]
            plain, unseen = self._plainly(shown, number, tuple([column[number] for column in entries]))
            key = keys[place] if keys else NO_LOOK
            written = tuple(next(faces) for _ in range(wide * high)) if faces is not None else None
            small = (corners[place] or "") if corners is not None else ""
            found.append(self._made_piece((number, sites, (wide, high), key, written, small, plain, unseen), looks))
        return found

    def _made_piece(self, made_of: tuple[Any, ...], looks: Looks | None) -> PieceShown:
        kept = (id(looks), id(made_of[-2]), *made_of[:-2], made_of[-1])
        found = self._made.get(kept)
        if found is None:
            if len(self._made) > MOST_KEPT:
                self._made.clear()
            found = self._made[kept] = self._piece(made_of, looks)
        return found

    def _piece(self, made_of: tuple[Any, ...], looks: Looks | None) -> PieceShown:
        number, sites, size, key, written, corner, plain, unseen = made_of
        given = looks.look(key) if looks is not None else None
        if written is not None:
            faces = tuple(text or "" for text in written)
            # A text made of nothing, like upper(none), hides as well as none.
            hidden = (self.hideable and all(text is None for text in written)) or (unseen and not any(written))
        else:
            hidden = unseen and not plain.face
            # What a look tells by its colour needs no initial.
            faces = over_cells(plain.face or ("" if given is not None else plain.word), size[0] * size[1])
        if given is not None and given.face is not None:
            faces, hidden = over_cells(given.face, size[0] * size[1]), hidden and not given.face
        assert plain.look is not None
        look = plain.look if given is None else completed(given, plain.look, any(faces))
        if written is not None and given is None:
            look = replace(look, shape="tile")
        if looks is not None and looks.of_borders:
            # A bar or a post, which has no room for an initial.
            look = replace(look, shape=given.shape if given is not None else None)
            faces = faces if written is not None else (plain.face,)
        return PieceShown(self.kind, number, sites, look, faces, "" if hidden else corner, hidden, size)

    def _plainly(self, shown: Shown, number: int, raw: tuple[Any, ...]) -> tuple[Plain, bool]:
        """A piece by its properties, and whether some of them are not visible now: remembered ones are not shown."""
        unseen: tuple[str, ...] = ()
        if self.hideable:
            sees, view = shown.program.sight.sees, shown.view
            columns = ((prop.name, prop.column) for prop in self.properties)
            unseen = tuple(name for name, column in columns if not sees(view.data, view.viewer, column, number))
        key = (raw, unseen)
        found = self._plain.get(key)
        if found is None:
            if len(self._plain) > MOST_KEPT:
                self._plain.clear()
                self._made.clear()
            decode = shown.program.shown
            values = [
                (prop, None if prop.name in unseen else decode(prop.column, value))
                for prop, value in zip(self.properties, raw, strict=True)
            ]
            found = self._plain[key] = plain_piece(shown.schema, shown.colours, self.kind, values)
        return found, bool(unseen)

    def size(self, shown: Shown, number: int) -> tuple[int, int]:
        """How many columns and rows a piece covers."""
        if self.footprint is None:
            return 1, 1
        wide, high = (shown.value(each, {"it": PieceValue(self.kind, number)}) for each in self.footprint)
        return (wide if isinstance(wide, int) else 1), (high if isinstance(high, int) else 1)


def piece_reader(shown: Shown, kind: str) -> PieceReader:
    """The reader of a kind, made once for each program."""
    memo, key = shown.memo, ("pieces", kind)
    if key not in memo:
        memo[key] = PieceReader(shown, kind)
    found: PieceReader = memo[key]
    return found


def completed(given: Look, plain: Look, has_face: bool) -> Look:
    """A look of the spec with its open parts filled in. The paper and the back of a card are the theme's."""
    if given.shape in CARDS:
        return given
    standing = plain.icon if given.shape in (None, "figure") and not has_face else None
    icon = given.icon or standing
    shape = given.shape or usual_shape(icon, has_face or plain.shape == "tile")
    return replace(given, shape=shape, colour=given.colour or plain.colour, icon=icon)


def zones_shown(shown: Shown) -> tuple[ZoneShown, ...]:
    """The zones that the spec shows, and those that players choose from; all of them if the spec does not say."""
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
    if zone.per is None:
        return [_instance(shown, zone, view, None, _label(shown, zone, None))]
    if plan.of is not None:
        key = shown.value(plan.of)
        return [_instance(shown, zone, view, key, _label(shown, zone, key))] if isinstance(key, int) else []
    keys = zone_keys(shown, zone)
    told = len(keys) == 1 or plan.says_whose
    labels = (_label(shown, zone, key) if told else f"{_label(shown, zone, key)}, {title}" for key, title in keys)
    found = [_instance(shown, zone, view, key, label) for (key, _), label in zip(keys, labels, strict=True)]
    # Beside a board the viewer's own is the lowest, as it is below those of others around it.
    viewer = shown.view.viewer
    return sorted(found, key=lambda each: each.at in SIDES and each.as_ == "row" and 0 < each.owner == viewer)


def _label(shown: Shown, zone: Zone, key: int | None) -> str:
    """The label beside a zone, or beside one of several; `it` is its owner."""
    label = shown.plan.zone(zone.name).label
    if label is None:
        return plain_name(zone.name)
    return shown.text(label, {"it": key} if key is not None else None)


def zone_keys(shown: Shown, zone: Zone) -> list[tuple[int, str]]:
    """The zones that share a name: the key of each, and what people call it."""
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
    looks_plan = shown.plan.zone(zone.name).looks
    cards = looks_plan is not None and looks_plan.of_cards
    alike = cast(At, at), cast(As, drawn_as), len(held), room, pieces, covers_many, cards
    own = drawn_as == "row" and owner in (0, shown.view.viewer) and zone.name in arrangeable(shown.program)
    found = ZoneShown(zone.name, instance, label, owner, *alike, own=own)
    return _arranged(shown, found) if own else found


def _arranged(shown: Shown, zone: ZoneShown) -> ZoneShown:
    """A zone in its player's arrangement."""
    noted = shown.arranged.get((PLACES, zone.instance), ())
    gaps = keeps_gaps(shown.program, zone.name)
    if not noted and not gaps:
        return zone
    pieces = {piece.number: piece for piece in zone.pieces}
    places = settled(whole(noted), list(pieces), gaps)
    lying = [(place, pieces[number]) for place, number in enumerate(places) if number]
    at = tuple(place for place, _ in lying) if gaps else ()
    return replace(zone, pieces=tuple(piece for _, piece in lying), places=at)


def rearranged(zone: ZoneShown, piece: int, place: int) -> ZoneShown:
    """A zone with a piece in another place."""
    pieces = {each.number: each for each in zone.pieces}
    numbers = list(pieces)
    if not zone.places:
        return replace(zone, pieces=tuple(pieces[number] for number in put(numbers, piece, place) if number))
    lying = dict(zip(zone.places, numbers, strict=True))
    after = put([lying.get(at, 0) for at in range(max(zone.places) + 1)], piece, place)
    taken = [(at, number) for at, number in enumerate(after) if number]
    return replace(zone, pieces=tuple(pieces[number] for _, number in taken), places=tuple(at for at, _ in taken))


def _looks(shown: Shown, zone: Zone) -> Looks | None:
    """The spec's looks for the pieces of a zone, made once for each program."""
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
    """The default form of a zone: one that nobody may see is counted, and so is one with many face-down pieces."""
    return "counter" if zone.seen_by == "nobody" or (hidden and count > MOST_BACKS) else "row"


def _usual_place(shown: Shown, owner: int, drawn_as: str) -> str:
    if drawn_as == "counter":
        return "right"
    return "above" if owner and owner != shown.view.viewer else "below"
