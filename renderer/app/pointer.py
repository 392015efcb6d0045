"""The pointer: what it is over, and what it presses, holds, drags, slides and swipes.

Fingers and pens act as the pointer: the system turns the first touch into a mouse, and pyglet reports nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from renderer.app.focus import scroll_bar
from renderer.nodes import Box, Node, Scene, Target
from renderer.scene.geometry import spot_at
from renderer.scene.ui import Dragged
from runtime.session.draft import Spot

if TYPE_CHECKING:
    from renderer.app.app import App

DRAG_FROM = 7
"""A press that moved by so many design units is a drag."""
DOUBLE = 0.4
"""Two clicks within so many seconds are a double click."""
HOLD = 0.5
"""A press that stays where it is for so many seconds is one with the right button, where that means something."""
NEAR = 8
"""A press that misses everything by no more than so many design units is meant for what is nearest."""


class Press(NamedTuple):
    """What was under the pointer when its button went down, and where that was."""

    key: str | None
    spot: Spot | None
    x: float
    y: float


class Swipe(NamedTuple):
    """A press that scrolls what is under it: how high a row is, and how many rows it has scrolled so far."""

    row: float
    rows: int


class Clicked(NamedTuple):
    """A node that was clicked, where and when."""

    key: str
    x: float
    y: float
    now: float


class Pointer:
    """The pointer of an app. `_done` is the place of the last gesture, until the pointer leaves it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.place: tuple[float, float] | None = None
        self._press: Press | None = None
        self._clicked: Clicked | None = None
        self._done: Box | None = None
        self._swipe: Swipe | None = None
        self._pressed_at = 0.0
        self._dragging = self._lifted = self._hand = False

    def forget(self) -> None:
        """Forget what was pressed, because another page is on top."""
        self._press, self._clicked, self._done, self._swipe, self._dragging = None, None, None, None, False

    def at(self, scene: Scene) -> tuple[Node | None, Spot | None]:
        """The pressable node under the pointer, or the spot."""
        if self.place is None:
            return None, None
        node = scene.target_at(*self.place)
        if node is not None and node.target is not None:
            if node.target.kind == "spot":
                return None, node.target.value
            return (None if node.target.kind == "shield" else node), None
        return None, spot_at(scene.spots, *self.place) if self.app.screen.takes_spots else None

    def _aimed_at(self, scene: Scene) -> tuple[Node | None, Spot | None]:
        """The target of a press: whatever is under it, or else the nearest thing that a finger may just have missed."""
        found = self.at(scene)
        if found != (None, None) or self.place is None:
            return found
        reach = NEAR * self.app.size.scale
        near: list[tuple[float, Node | None, Spot | None]] = []
        for node in reversed(scene.nodes):
            if node.target is not None and node.target.kind == "shield" and node.box.holds(*self.place):
                break
            if node.target is not None and node.target.kind not in ("shield", "spot"):
                near.append((_distance(node.box, *self.place), node, None))
        else:
            if self.app.screen.takes_spots:
                near += [(_distance(box, *self.place), None, spot) for spot, box in scene.spots.items()]
        distance, key, target = min(near, key=lambda each: each[0], default=(reach, None, None))
        return (key, target) if distance < reach else (None, None)

    def follow(self, scene: Scene) -> bool:
        """Find out what is under the pointer now, and return whether that has changed.

        Where something was just done, the result should stay visible: not what the next click there would do, nor why a
        button that was just pressed cannot be pressed again.
        """
        pointing = self.app.pointing
        node, spot = self.at(scene) if not pointing.keyboard else (None, None)
        self._show_hand((node is not None and node.enabled) or (spot is not None and spot in self.app.screen.wanted))
        if self._done is not None and (self.place is None or not self._done.holds(*self.place)):
            self._done = None
        if node is not None and not node.enabled and self._done is not None:
            node = None
        key = node.key if node is not None else None
        hovered = spot if self._done is None else None
        if (key, hovered) == (pointing.hovered_key, pointing.hovered):
            return False
        self.app.point(hovered_key=key, hovered=hovered)
        return True

    def _show_hand(self, hand: bool) -> None:
        """Show the pointer as a hand over anything that can be pressed."""
        if hand != self._hand:
            self._hand = hand
            self.app.effect("cursor", "hand" if hand else "")

    # Moving, pressing, letting go

    def moved(self) -> None:
        """Move the pointer; if it is pressed on a spot, that is a drag."""
        if self._press is not None:
            self._drag(self._press)
        if self.app.pointing.keyboard:
            self.app.point(keyboard=False)
        self.follow(self.app.scene)

    def _drag(self, press: Press) -> None:
        assert self.place is not None
        x, y = self.place
        if press.key is not None:
            self._slide(press.key)
        far = max(abs(x - press.x), abs(y - press.y)) > DRAG_FROM * self.app.size.scale
        if press.spot is None and (far or self._swipe is not None):
            self._scroll(press)
        if press.spot is not None and not self._dragging and far:
            self._dragging = self.app.screen.drags(press.spot)
            self._lifted = self._dragging and self.app.screen.lifts(press.spot)
        if press.spot is not None and self._dragging and self._lifted:
            self.app.point(dragged=Dragged(press.spot, x, y))

    def _scroll(self, press: Press) -> None:
        """Scroll row by row with a swipe over a list that is longer than its room; a press that has scrolled is not a
        click."""
        assert self.place is not None
        y = self.place[1]
        if self._swipe is None:
            node = self.app.scene.by_key.get(press.key or "")
            slides = node is not None and node.target is not None and node.target.kind in ("slider", "field")
            row = row_height(self.app.scene, self.app.screen.visible_rows)
            if slides or row is None or abs(y - press.y) < abs(self.place[0] - press.x):
                return
            self._swipe = Swipe(row, 0)
        rows = round((press.y - y) / self._swipe.row)
        if rows != self._swipe.rows:
            self.app.screen.scroll(rows - self._swipe.rows)
            self._swipe = Swipe(self._swipe.row, rows)
            self.app.changed()

    def _slide(self, key: str) -> None:
        """Move a slider with the pointer; one that is higher than wide has its low end at the top."""
        node = self.app.scene.by_key.get(key)
        if node is None or node.target is None or node.target.kind != "slider" or self.place is None:
            return
        upright = node.height > node.width
        share = (self.place[1] - node.y) / node.height if upright else (self.place[0] - node.x) / node.width
        self.app.screen.slide(node.target, min(1.0, max(0.0, share)))

    def pressed(self) -> None:
        """Handle its button going down."""
        node, spot = self._aimed_at(self.app.scene)
        key = node.key if node is not None else None
        assert self.place is not None
        self._press, self._dragging, self._swipe = Press(key, spot, *self.place), False, None
        self._pressed_at = self.app.now
        field = node is not None and node.target is not None and node.target.kind == "field"
        self.app.point(pressed_key=key, keyboard=False, focus=key if field else None)
        if key is not None:
            self._slide(key)

    def tick(self) -> None:
        """Let time pass: a press that was held long enough acts like the right button."""
        press = self._press
        if press is None or press.spot is None or self._dragging or self.app.now - self._pressed_at < HOLD:
            return
        if self.app.screen.takes_spots and self.app.screen.holds(press.spot):
            self._press = None
            self._done = self.app.scene.spots.get(press.spot)
            self.app.point(pressed_key=None)
            self.app.screen.press_right(press.spot)

    def pressed_right(self) -> None:
        """Handle its right button going down."""
        _, spot = self._aimed_at(self.app.scene)
        if spot is not None and self.app.screen.takes_spots:
            self._done = self.app.scene.spots.get(spot)
            self.app.screen.press_right(spot)
        else:
            self.app.screen.cancel()

    def released(self) -> None:
        """Handle its button going up: end a drag, or press what is still under it."""
        press, self._press = self._press, None
        if press is None:
            return
        dragging, self._dragging = self._dragging, False
        swiped, self._swipe = self._swipe, None
        scene = self.app.scene
        node, end = self._aimed_at(scene)
        if swiped is not None:
            self.app.point(pressed_key=None)
            return
        self._done = scene.spots.get(end) if press.spot is not None and (dragging or press.spot == end) else None
        self.app.point(pressed_key=None, dragged=None)
        if press.spot is not None and dragging:
            self.app.screen.drop(press.spot, end, node.target if node is not None else None)
        elif press.spot is not None and press.spot == end:
            self.app.screen.press(Target("spot", "", press.spot))
        elif press.spot is None and (node.key if node is not None else None) == press.key:
            meant = self._meant(scene, node, press)
            if meant is not None:
                self._click(meant)

    def _click(self, node: Node) -> None:
        """Press a node that is under the pointer."""
        assert node.target is not None and self.place is not None
        self._clicked = Clicked(node.key, *self.place, self.app.now)
        if node.enabled:
            self._done = node.box
            self.app.press(node.target)
        else:
            self.app.screen.press_disabled(node.target)

    def _meant(self, scene: Scene, node: Node | None, press: Press) -> Node | None:
        """The target of a click: the second of a double click is meant for the target of the first, wherever that has
        gone, even if a card now covers it."""
        clicked = self._clicked
        if clicked is None or self.app.now - clicked.now > DOUBLE:
            return node
        if max(abs(press.x - clicked.x), abs(press.y - clicked.y)) > DRAG_FROM * self.app.size.scale:
            return node
        first = scene.by_key.get(clicked.key)
        chosen = first is not None and first.target is not None and first.target.kind == "option"
        return first if first is not None and chosen else node

    def let_go(self) -> bool:
        """Give up a drag, and return whether there was one."""
        dragging = self._dragging
        if dragging:
            self.forget()
            self.app.point(pressed_key=None, dragged=None)
        return dragging


def _distance(box: Box, x: float, y: float) -> float:
    """The distance of a place from a box that it is outside of."""
    return max(box.x - x, x - box.right, box.y - y, y - box.bottom, 0.0)


def row_height(scene: Scene, rows: int) -> float | None:
    """The height of a row of the scrolled list; None if there is nothing to scroll."""
    bar = scroll_bar(scene)
    return bar.height / rows if bar is not None and rows else None
