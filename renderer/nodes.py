"""The parts of a picture: keyed nodes, each a skin at a place. Pixels from the top left corner; no GL anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from PIL.Image import Image

from interpreter.position import PieceValue
from runtime.session.draft import Spot

# Heights: what has a higher one is drawn later.
GROUND, PANEL, BOARD, MARK, PIECE, SIGN, LIFTED, CARD, TIP = range(0, 900, 100)


def spot_key(spot: Spot) -> str:
    """The key of a piece, or of what a site shows by its own properties."""
    return f"piece:{spot.kind}:{spot.number}" if isinstance(spot, PieceValue) else f"site:{spot}"


class Skin(Protocol):
    """A recipe for a small picture. Skins are hashable values, so each is drawn only once."""

    @property
    def size(self) -> tuple[int, int]:
        """The size of the picture, known without drawing it."""

    @property
    def margin(self) -> int:
        """How far the picture reaches beyond the skin's own box on each side, for a shadow."""

    def draw(self) -> Image:
        """The picture, RGBA, in its final size."""


class Target(NamedTuple):
    """The meaning of pointing at a node.

    `kind` is `spot` (value: a site or piece), `action` (name: from the spec), `command` (name: undo, menu, close …),
    `option` (name: the field, value: one of its options), `field` (a text field), `slider` (value: its range), `place`
    (name: a zone, value: the place in it for what is dragged) or `shield` (it hides what is beneath it).
    """

    kind: str
    name: str = ""
    value: Any = None


@dataclass(frozen=True, slots=True)
class Node:
    """A skin at a place. (x, y) is the top left corner of its box before it is turned and scaled about its centre.

    `enabled` is false for nodes that are drawn but cannot be pressed. Only the part within its `clip` is drawn, unless
    it is turned or scaled.
    """

    key: str
    skin: Skin
    x: float
    y: float
    width: float
    height: float
    z: int
    alpha: float = 1.0
    angle: float = 0.0
    scale: float = 1.0
    target: Target | None = None
    enabled: bool = True
    clip: Box | None = None

    @property
    def box(self) -> Box:
        """Its box."""
        return Box(self.x, self.y, self.width, self.height)


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inside(
        self, left: float, top: float | None = None, right: float | None = None, bottom: float | None = None
    ) -> Box:
        """The box without a margin: the same on all sides, or one for each side."""
        top = left if top is None else top
        right = left if right is None else right
        bottom = top if bottom is None else bottom
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom


@dataclass(frozen=True)
class Scene:
    """A picture of the whole window. Nodes come in drawing order.

    `spots` gives the box of every site and piece that can be pointed at, the topmost last. `focus` has the keys of the
    nodes that the keyboard can reach, in order; spots come between them under the key of their board or zone.
    """

    size: tuple[int, int]
    nodes: tuple[Node, ...]
    spots: Mapping[Any, Box] = field(default_factory=dict)
    focus: tuple[str, ...] = ()

    @cached_property
    def by_key(self) -> dict[str, Node]:
        """Every node by its key."""
        return {node.key: node for node in self.nodes}

    def target_at(self, x: float, y: float) -> Node | None:
        """The topmost node with a target at a place; a node of kind `shield` hides what is beneath it."""
        for node in reversed(self.nodes):
            if node.target is not None and node.box.holds(x, y):
                return node
        return None
