"""The keyboard's way through a page: from button to button, and from spot to spot on the boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from renderer.app.focus import (
    WAYS,
    Cursor,
    has_bar,
    key_boxes,
    moved,
    nearest,
    next_key,
    next_place,
    next_row,
    pointable,
    scrolled,
)
from renderer.nodes import Box, Node, Target
from runtime.session.draft import Spot

if TYPE_CHECKING:
    from renderer.app.app import App

IN_FIELDS = ("Space", "Left", "Right")
"""Keys that belong to a text field while the keyboard is on one."""
LINES = 2
"""How many lines of a text an arrow key scrolls."""


class Keyboard:
    """The keyboard of an app. `cursor` is where it points on the boards."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.cursor: Cursor | None = None
        self._last: Box | None = None
        """Where the node was that the keyboard was on last; it may have been scrolled out of sight."""
        self._places: dict[str, tuple[Spot, tuple[float, float]]] = {}
        """Where it pointed last on each board and in each zone."""
        self._visited: tuple[Mapping[Spot, Box], dict[Spot, Box]] = ({}, {})

    def _pointable(self) -> dict[Spot, Box]:
        """The spots that the cursor visits, computed once for each picture."""
        spots = self.app.scene.spots
        if self._visited[0] is not spots:
            self._visited = (spots, pointable(spots))
        return self._visited[1]

    def forget(self) -> None:
        """Start again, because another page is on top or everything has moved."""
        self.cursor = self._last = None
        self._places = {}

    def point_at(self, spot: Spot | None) -> None:
        """Put the cursor on a spot; if a card covers it, the cursor will be there afterwards. None takes it away."""
        if spot is None:
            self.forget()
        else:
            spots = self._pointable()
            self.cursor = Cursor(spot, spots[spot].middle) if spot in spots else None
        self.app.point(cursor=spot)

    @property
    def field(self) -> str | None:
        """The name of the text field that the keyboard is on."""
        node = self._node()
        target = node.target if node is not None else None
        return target.name if target is not None and target.kind == "field" else None

    def _node(self) -> Node | None:
        """The node that the keyboard is on."""
        return self.app.scene.by_key.get(self.app.pointing.focus or "")

    def is_typing(self, name: str) -> bool:
        """Whether a key belongs to the text field that the keyboard is on."""
        return (len(name) == 1 or name in IN_FIELDS) and self.field is not None

    def pressed(self, name: str, shift: bool) -> None:
        """Handle a key that means nothing to the page itself."""
        if name == "Tab":
            self._tab(shift)
        elif name == "Escape":
            self.app.screen.escape()
        elif name in ("Enter", "Space"):
            self._enter(shift, name == "Space")
        elif name in WAYS:
            self._arrow(name)

    # Tab

    def _tab(self, back: bool) -> None:
        keys = self._order()
        inside = [key for key in scrolled(self.app.scene) if key in keys]
        if inside and self._focused() == inside[0 if back else -1] and self.app.screen.scroll(-1 if back else 1):
            # What comes next has just come into sight.
            keys = self._order()
        self._note_place()
        focus = next_key(keys, self._focused(), back)
        self._go_to(focus)
        spots = self._spots_of(focus) if focus is not None else {}
        if spots and self.app.pointing.cursor not in spots:
            self._point_to(self._returned(focus or "", spots), spots)

    def _note_place(self) -> None:
        """Remember where the cursor is, on the board or in the zone that it is in."""
        ground = self._focused()
        if ground is not None and self.cursor is not None and self.cursor.spot in self._spots_of(ground):
            self._places[ground] = (self.cursor.spot, self.cursor.line)

    def _returned(self, key: str, spots: Mapping[Spot, Box]) -> Spot | None:
        """Where the cursor goes on a board or in a zone: back to where it was, or next to what has gone from there."""
        if key not in self._places:
            return self.app.screen.first_of(spots)
        spot, place = self._places[key]
        return spot if spot in spots else nearest(spots, place)

    def _order(self) -> list[str]:
        return [key for key in self.app.scene.focus if self._reachable(key)]

    def _go_to(self, key: str | None) -> None:
        """Put the keyboard on a node."""
        self.app.point(focus=key)
        self._last = key_boxes(self.app.scene).get(key or "", self._last)

    def _reachable(self, key: str) -> bool:
        node = self.app.scene.by_key.get(key)
        return node is not None and node.enabled and (node.target is not None or bool(self._spots_of(key)))

    def _focused(self) -> str | None:
        """The key that the keyboard is on; a cursor on a board is on that board."""
        focus, cursor = self.app.pointing.focus, self.app.pointing.cursor
        if focus is not None or cursor is None:
            return focus
        return next((key for key in self.app.scene.focus if cursor in self._spots_of(key)), None)

    def _spots_of(self, key: str) -> dict[Spot, Box]:
        """The spots of a board or zone."""
        node = self.app.scene.by_key.get(key)
        if node is None or not self.app.screen.takes_spots or _is_button(node):
            return {}
        ground = node.box
        return {spot: box for spot, box in self._pointable().items() if ground.holds(*box.middle)}

    # Enter

    def _enter(self, shift: bool, space: bool) -> None:
        """Press whatever the keyboard is on; with Shift, like the right mouse button. Space takes up what the mouse
        would have to drag."""
        node = self._node()
        if node is not None and node.target is not None and node.enabled and _is_button(node):
            if node.target.kind != "field":
                self.app.press(node.target)
            return
        cursor = self.app.pointing.cursor
        if cursor is not None and cursor in self.app.scene.spots and self.app.screen.takes_spots:
            if shift:
                self.app.screen.press_right(cursor)
            elif not (space and self.app.screen.take_up(cursor)):
                self.app.screen.press(Target("spot", "", cursor))
        else:
            self.app.screen.submit()

    # Arrows

    def _arrow(self, way: str) -> None:
        """Move among spots, or among buttons if there are no spots."""
        node = self._node()
        on_button = node is not None and _is_button(node)
        if not on_button and self.app.screen.takes_spots and self.app.scene.spots:
            self._move_cursor(way)
            return
        if way in ("Up", "Down") and self._scroll(way):
            return
        boxes = key_boxes(self.app.scene)
        here = boxes.get(self.app.pointing.focus or "")
        if here is None and self.app.pointing.focus is not None and self._last is not None:
            focus = nearest(boxes, self._last.middle)
        elif here is None:
            focus = next_key(list(boxes), None, way in ("Up", "Left"))
        else:
            focus = self._next(boxes, here, way)
        if focus is not None:
            self._go_to(focus)
        elif here is not None and self.app.screen.takes_spots:
            self._leave_buttons(here, way)

    def _next(self, boxes: Mapping[str, Box], here: Box, way: str) -> str | None:
        """The next node that way: on forms and lists the one in the next row, however wide those further away are."""
        in_rows = self.app.screen.in_rows and way in ("Up", "Down")
        found: str | None = next_row(boxes, here, way) if in_rows else next_place(boxes, here, way)
        return found

    def _scroll(self, way: str) -> bool:
        """Scroll to something that is out of sight, and return whether there is anything. A text is scrolled by
        lines."""
        scene, rows = self.app.scene, 1 if way == "Down" else -1
        inside = scrolled(scene)
        if not inside:
            return has_bar(scene) and self.app.screen.scroll(rows * LINES)
        here = inside.get(self.app.pointing.focus or "")
        if here is None or self._next(inside, here, way) is not None or not self.app.screen.scroll(rows):
            return False
        inside = scrolled(self.app.scene)
        found = self._next(inside, inside.get(self.app.pointing.focus or "", here), way)
        if found is not None:
            self._go_to(found)
        return True

    def _leave_buttons(self, here: Box, way: str) -> None:
        """Go from the outermost button to the boards with an arrow key."""
        spots = self._pointable()
        spot = next_place(spots, here, way)
        if spot is not None:
            self._point_to(spot, spots)
            self.app.point(focus=None)

    def _move_cursor(self, way: str) -> None:
        self._note_place()
        spots = self._pointable()
        if self.cursor is not None and self.cursor.spot not in spots:
            # What it pointed to has gone: it goes on from there.
            self._point_to(nearest(spots, self.cursor.line), spots)
        if self.cursor is None:
            known = self.app.pointing.cursor
            self._point_to(known if known in spots else self.app.screen.first_of(spots), spots)
        else:
            self.cursor = moved(spots, self.cursor, way)
            self.app.point(cursor=self.cursor.spot)
        self.app.point(focus=None)

    def _point_to(self, spot: Spot | None, spots: Mapping[Spot, Box]) -> None:
        self.cursor = Cursor(spot, spots[spot].middle) if spot is not None else None
        self.app.point(cursor=spot)


def _is_button(node: Node) -> bool:
    return node.target is not None and node.target.kind != "spot"
