"""Signs on boards and in zones: where one may go, what was done last, what is chosen, highlighted or held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

from renderer.nodes import LIFTED, Box, Node, Skin
from renderer.scene.ui import Dragged, Ui
from renderer.skins import node
from renderer.skins.marks import Dot, Halo, Ring, Wash
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from renderer.skins.theme import Theme
from runtime.session.draft import Spot
from runtime.show.colours import BLACK, WHITE, contrast, legible, luminance, mixed, opposite
from runtime.show.stages import Call
from runtime.show.values import BoardStyle, Presentation

DOT = 0.24
"""How large a dot on an empty place is, in cells."""
THIN, LONG = 0.34, 0.5
"""How thick and how long the line on an empty edge is, as shares of the edge."""
SEEN = 1.7
"""The least contrast of a sign with what lies around it."""
PLAIN, LAST_ALPHA = 1.9, 0.75
"""The same of the sign of an empty place of the last move, and how opaque that is."""
CALLED = "call:"
"""Begins the keys of what is called out."""
CALL_HEIGHT, CALL_SIZE = LIFTED + 20, 21
CALL_GROUND, CALL_EDGE = "#23262e", "#ffcf40"
"""What is called out is above all that moves, dark on every board, and has an edge as bright as a flash."""
LIFTED_SCALE = 1.06
GHOST_ALPHA = 0.3


class Place(NamedTuple):
    """The place of a sign. `round`: the cell itself is a point or a hex; `disc`: there is something round on it;
    `solid`: there is anything on it at all. `z` is the height of signs there, `ground` the surrounding colour."""

    key: str
    box: Box
    round: bool
    z: int
    solid: bool
    ground: str
    disc: bool = False
    border: bool = False
    """Whether it is an edge or a corner, which is narrow."""


def _radius(box: Box, round_: bool) -> float:
    side = min(box.width, box.height)
    return side / 2 if round_ else max(2, round(side * 0.12))


def _within(place: Place, share: float) -> Box:
    """The box that a sign fills: a circle in the centre, or the box itself."""
    box = place.box
    if place.round:
        side = min(box.width, box.height)
        side = max(1, round(side * share))
        side -= (int(min(box.width, box.height)) - side) % 2
        x, y = box.middle
        return Box(int(x - side / 2), int(y - side / 2), side, side)
    inset = max(0, round(min(box.width, box.height) * (1 - share) / 2))
    return box.inside(inset)


def _around(place: Place, share: float) -> tuple[Box, float]:
    """The box and radius of a ring around the thing in a place."""
    there = place._replace(round=place.round or place.disc)
    box = _within(there, share)
    return box, _radius(box, there.round)


@lru_cache(maxsize=512)
def _ring(width: int, height: int, radius: float, colour: str, thickness: float) -> Ring:
    return Ring(width, height, radius, colour, thickness)


@lru_cache(maxsize=512)
def _wash(width: int, height: int, radius: float, colour: str, alpha: float, soft: bool) -> Wash:
    return Wash(width, height, radius, colour, alpha, soft)


@lru_cache(maxsize=256)
def _dot(side: int, colour: str) -> Dot:
    return Dot(side, colour)


def _seen(colour: str, ground: str) -> str:
    """A colour for a sign that stands out from its background."""
    return legible(colour, ground, opposite(ground), SEEN)


def _seen_through(colour: str, ground: str, alpha: float) -> str:
    """A colour for a translucent sign that stands out from its background: as close as possible, lighter or darker."""
    for step in range(10):
        for ink in (WHITE, BLACK):
            closer = mixed(colour, ink, step / 10)
            if contrast(mixed(ground, closer, alpha), ground) >= PLAIN:
                return closer
    return opposite(ground)


def _put(key: str, skin: Skin, box: Box, z: int, alpha: float = 1.0) -> Node:
    return node(key, skin, box.x, box.y, z, alpha=alpha)


def stroke_width(box: Box, share: float = 0.045) -> int:
    """The thickness of a sign's border: a share of a box of 50 pixels, and only a little more on larger ones."""
    return max(2, round(share * sqrt(50 * min(box.width, box.height))))


@lru_cache(maxsize=8192)
def valid_node(place: Place, colour: str) -> Node:
    """A legal target: a dot on an empty place, a ring around something that can be taken or chosen."""
    colour = _seen(colour, place.ground)
    if place.border and not place.solid:
        return _valid_border(place, colour)
    if place.solid:
        box, radius = _around(place, 0.94)
        ring = _ring(int(box.width), int(box.height), radius, colour, stroke_width(box, 0.04))
        return _put(f"valid:{place.key}", ring, box, place.z + 1, 0.8)
    side = min(place.box.width, place.box.height)
    size = max(3, round(side * DOT))
    size += (int(side) - size) % 2
    x, y = place.box.middle
    box = Box(int(x - size / 2), int(y - size / 2), size, size)
    return _put(f"valid:{place.key}", _dot(size, colour), box, place.z, 0.85)


def _valid_border(place: Place, colour: str) -> Node:
    """An edge or a corner that can be chosen: a thin line along its middle, or a dot."""
    box = place.box
    thick = max(3, round(min(box.width, box.height) * THIN))
    wide, high = (thick if side == min(box.width, box.height) else side * LONG for side in (box.width, box.height))
    wide, high = (size + (int(side) - size) % 2 for size, side in zip((round(wide), round(high)), box[2:], strict=True))
    x, y = box.middle
    inner = Box(int(x - wide / 2), int(y - high / 2), wide, high)
    return _put(f"valid:{place.key}", _wash(wide, high, thick / 2, colour, 1.0, False), inner, place.z, 0.6)


@lru_cache(maxsize=256)
def last_node(place: Place, colour: str) -> Node:
    """A place of the last move: a soft frame, or a small ring on a stone."""
    if place.round:
        box = _within(place, 0.5 if place.solid else 0.7)
    else:
        box = _within(place, 0.94)
    thick = stroke_width(box, 0.1 if place.round else 0.06)
    if not place.solid:
        colour = _seen_through(colour, place.ground, LAST_ALPHA)
    elif not place.round:
        colour = _seen(colour, place.ground)
    ring = _ring(int(box.width), int(box.height), _radius(box, place.round), colour, thick)
    return _put(f"last:{place.key}", ring, box, place.z, 0.9 if place.solid else LAST_ALPHA)


@lru_cache(maxsize=256)
def chosen_node(place: Place, colour: str) -> Node:
    """A ring around what is chosen."""
    box, radius = _around(place, 1.0)
    ring = _ring(int(box.width), int(box.height), radius, colour, stroke_width(box, 0.07))
    return _put(f"chosen:{place.key}", ring, box, place.z + 1)


@lru_cache(maxsize=64)
def hover_nodes(place: Place, valid: str | None) -> tuple[Node, ...]:
    """A touch of light under the pointer; with a ring, in the colour of legal choices, if the thing can be chosen."""
    box, radius = _around(place, 0.96)
    width, height = int(box.width), int(box.height)
    found = [_put("hover:wash", _wash(width, height, radius, WHITE, 0.14, False), box, place.z + 1)]
    if valid is not None:
        ring = _ring(width, height, radius, _seen(valid, place.ground), stroke_width(box, 0.055))
        found.append(_put("hover:ring", ring, box, place.z + 1))
    return tuple(found)


@lru_cache(maxsize=256)
def lit_nodes(place: Place, colour: str) -> tuple[Node, ...]:
    """The glow of things that a hint or a refusal points out; their own colours remain recognisable."""
    box = _within(place, 0.94)
    radius = _radius(box, place.round)
    colour = _seen(colour, place.ground)
    halo = Halo(int(box.width), int(box.height), radius, colour)
    wash = _wash(int(box.width), int(box.height), radius, colour, 0.15 if place.solid else 0.25, False)
    return (
        _put(f"lit:{place.key}", halo, box, place.z + 1),
        _put(f"lit:{place.key}:wash", wash, box, place.z + 1),
    )


@lru_cache(maxsize=64)
def cursor_nodes(place: Place, focus: str, scale: float) -> tuple[Node, ...]:
    """The keyboard's place: a ring between two of the opposite lightness, so that it is visible on any background."""
    thick, thin = max(2, round(3 * scale)), max(1, round(1.5 * scale))
    inner = _within(place, 1.0)
    outer = inner.inside(-thin)
    radius = _radius(inner, place.round)
    other = BLACK if luminance(focus) > 0.4 else WHITE
    under = _ring(int(outer.width), int(outer.height), radius + thin, other, thick + 2 * thin)
    over = _ring(int(inner.width), int(inner.height), radius, focus, thick)
    return _put("cursor:under", under, outer, place.z + 2, 0.85), _put("cursor", over, inner, place.z + 2)


def shadow_node(box: Box, scale: float) -> Node:
    """The shadow of something that is held above the board."""
    width, height = int(box.width), int(box.height)
    wash = _wash(width, height, min(width, height) / 4, BLACK, 0.45, True)
    return _put("shadow:dragged", wash, Box(box.x, box.y + round(7 * scale), width, height), LIFTED)


Find = Callable[[Spot], Place | None]
"""Where the sign of a spot goes; None if the spot is elsewhere."""


class Inks(NamedTuple):
    """The colours of signs on one board or zone."""

    valid: str
    last_move: str
    theme: Theme

    @classmethod
    def of(cls, theme: Theme, style: BoardStyle | None = None) -> Inks:
        """The colours that a board's style names, or else those of the theme."""
        style = style if style is not None else BoardStyle()
        return cls(theme.paint(style.valid, theme.valid), theme.paint(style.last_move, theme.last_move), theme)


def places_of(find: Find, spots: Iterable[Spot]) -> list[Place]:
    """The places for the signs of some spots; a piece and its site have one sign."""
    found: dict[str, Place] = {}
    for spot in spots:
        place = find(spot)
        if place is not None:
            found[place.key] = place
    return list(found.values())


def sign_nodes(
    find: Find,
    presentation: Presentation,
    ui: Ui,
    inks: Inks,
    scale: float,
    telling: Callable[[list[Place]], list[Place]],
) -> list[Node]:
    """All signs. `telling` picks the targets that are worth a sign before they are pointed at."""
    theme = inks.theme
    # What is pointed out now must not be taken for what was done last.
    last_move = ui.last_move if not ui.lit else ()
    found = [last_node(place, inks.last_move) for place in places_of(find, last_move)]
    targets = places_of(find, presentation.targets)
    found += [valid_node(place, inks.valid) for place in telling(targets)]
    chosen = places_of(find, presentation.chosen)
    found += [chosen_node(place, theme.accent_edge) for place in chosen]
    found += _hovered(find, targets, ui, inks)
    lit, taken = places_of(find, ui.lit), {place.key for place in chosen}
    for place in lit:
        # Of several things that are pointed out, those already chosen no longer need a light.
        if len(lit) == 1 or place.key not in taken:
            found += lit_nodes(place, theme.lit)
    if ui.cursor is not None:
        for place in places_of(find, [ui.cursor]):
            found += cursor_nodes(place, theme.focus, scale)
    return found


def _hovered(find: Find, targets: list[Place], ui: Ui, inks: Inks) -> list[Node]:
    place = find(ui.hovered) if ui.hovered is not None else None
    if place is None:
        return []
    if place in targets:
        return list(hover_nodes(place, inks.valid))
    return list(hover_nodes(place, None)) if ui.dragged is None else []


def call_nodes(calls: Iterable[Call], spots: Mapping[Any, Box], width: int, unit: float) -> list[Node]:
    """Call-outs: each text bright on dark, at the centre of its sites and within the window."""
    found: list[Node] = []
    for number, call in enumerate(calls):
        boxes = [spots[site] for site in call.sites if site in spots]
        if not boxes:
            continue
        label = Label(call.text, round(CALL_SIZE * unit), WHITE, bold=True)
        wide, high = label.size[0] + 2 * round(10 * unit), label.size[1] + 2 * round(5 * unit)
        paper = Paper(wide, high, high / 2, CALL_GROUND, None, CALL_EDGE, max(1, round(1.5 * unit)))
        x = (min(box.x for box in boxes) + max(box.right for box in boxes)) / 2 - wide / 2
        y = (min(box.y for box in boxes) + max(box.bottom for box in boxes)) / 2 - high / 2
        x, y = round(min(max(x, 0), width - wide)), round(max(y, 0))
        key = f"{CALLED}{number}"
        inside = (x + (wide - label.size[0]) // 2, y + (high - label.size[1]) // 2)
        found += [Node(key, paper, x, y, wide, high, CALL_HEIGHT)]
        found += [Node(f"{key}:text", label, *inside, *label.size, CALL_HEIGHT + 1)]
    return found


def held_nodes(
    thing: Node, dragged: Dragged, scale: float, first: Node | None = None, size: tuple[int, int] = (1, 1)
) -> list[Node]:
    """Something that is dragged: a ghost in its old place, and the thing itself with its shadow under the pointer.
    Things on top of the `first` one in a pile move along with it.

    A piece of several cells, as `size` says, is held by the first of them: that one lands under the pointer."""
    base = first if first is not None else thing
    edge, margin = base.skin.margin, thing.skin.margin
    x = round(dragged.x - edge - (base.width - 2 * edge) / size[0] / 2 + thing.x - base.x)
    y = round(dragged.y - edge - (base.height - 2 * edge) / size[1] / 2 + thing.y - base.y)
    box = Box(x + margin, y + margin, thing.width - 2 * margin, thing.height - 2 * margin)
    return [
        replace(thing, key=f"ghost:{thing.key}", alpha=GHOST_ALPHA),
        *([shadow_node(box, scale)] if base is thing else []),
        replace(thing, x=x, y=y, z=LIFTED + 1, scale=LIFTED_SCALE),
    ]
