"""What pointer, keyboard and draft add to the things on a board or in a zone: signs on them, and what is held."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from renderer.boards import signs
from renderer.boards.signs import Place
from renderer.nodes import LIFTED, Box, Node
from renderer.theme import Theme
from renderer.ui import Dragged, Ui
from runtime.draft import Spot
from runtime.presentation.values import BoardStyle, Presentation

LIFTED_SCALE = 1.06
GHOST_ALPHA = 0.3
Find = Callable[[Spot], Place | None]
"""Where the sign of a spot goes; None if the spot is elsewhere."""


class Inks(NamedTuple):
    """The colours of signs on one board or zone."""

    valid: str
    last_move: str
    theme: Theme

    @classmethod
    def of(cls, theme: Theme, style: BoardStyle | None = None) -> Inks:
        """Those that a board's style names, else those of the theme."""
        style = style if style is not None else BoardStyle()
        return cls(theme.paint(style.valid, theme.valid), theme.paint(style.last_move, theme.last_move), theme)


def places_of(find: Find, spots: Iterable[Spot]) -> list[Place]:
    """Where the signs of some spots go; a piece and its site have one sign."""
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
    found = [signs.last_node(place, inks.last_move) for place in places_of(find, last_move)]
    targets = places_of(find, presentation.targets)
    found += [signs.valid_node(place, inks.valid) for place in telling(targets)]
    chosen = places_of(find, presentation.chosen)
    found += [signs.chosen_node(place, theme.accent_edge) for place in chosen]
    found += _hovered(find, targets, ui, inks)
    lit, taken = places_of(find, ui.lit), {place.key for place in chosen}
    for place in lit:
        # Of several things that are pointed out, those that are chosen by now need no light any more.
        if len(lit) == 1 or place.key not in taken:
            found += signs.lit_nodes(place, theme.lit)
    if ui.cursor is not None:
        for place in places_of(find, [ui.cursor]):
            found += signs.cursor_nodes(place, theme.focus, scale)
    return found


def _hovered(find: Find, targets: list[Place], ui: Ui, inks: Inks) -> list[Node]:
    place = find(ui.hovered) if ui.hovered is not None else None
    if place is None:
        return []
    if place in targets:
        return list(signs.hover_nodes(place, inks.valid))
    return list(signs.hover_nodes(place, None)) if ui.dragged is None else []


def held_nodes(thing: Node, dragged: Dragged, scale: float) -> list[Node]:
    """Something that is dragged: a ghost where it was, and itself with its shadow under the pointer."""
    x, y = round(dragged.x - thing.width / 2), round(dragged.y - thing.height / 2)
    margin = thing.skin.margin
    box = Box(x + margin, y + margin, thing.width - 2 * margin, thing.height - 2 * margin)
    return [
        replace(thing, key=f"ghost:{thing.key}", alpha=GHOST_ALPHA),
        signs.shadow_node(box, scale),
        replace(thing, x=x, y=y, z=LIFTED + 1, scale=LIFTED_SCALE),
    ]
