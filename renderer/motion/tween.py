"""From one scene to the next: which nodes slide, appear, vanish or change, and where each is at any time between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, NamedTuple

from renderer.nodes import LIFTED, Box, Node, Scene

Easing = Literal["linear", "out", "in"]

APPEARS_FROM = 0.6
"""The scale from which something new grows, and to which something that goes shrinks."""
TURNS_FROM = 0.9
"""The scale from which something that changes its look grows."""
RISE = 12
"""How far below its place a card begins, in pixels."""
QUICK = 220
"""Milliseconds that appearing, vanishing and changing take at most, however long the stage is."""
LATER = 0.6
"""The part of a slide after which something changes that the slide runs into."""
ROOM = 0.5
"""The part of a stage after which something new appears, if anything slides."""
STAYS = 0.5
"""What is no more pixels away from where it was has not moved."""
MOST = 240
"""With more changes than this the new picture is shown at once."""

GONE = "~"
"""Ends the key of what is drawn on only while it vanishes."""


class Fall(NamedTuple):
    """How far from its place a falling thing begins, and the box outside which it is invisible."""

    across: float
    down: float
    clip: Box


NO_FALLS: Mapping[str, Fall] = MappingProxyType({})


class Pose(NamedTuple):
    """Where a node is and how it is drawn."""

    x: float
    y: float
    alpha: float = 1.0
    scale: float = 1.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Tween:
    """The way of one node from a pose to another. Times are in milliseconds; before `delay` it is in its first pose.

    `gone` says that nothing is left of it afterwards. `z` is the height at which it is drawn on the way.
    """

    key: str
    node: Node
    start: Pose
    end: Pose
    delay: float
    length: float
    easing: Easing
    z: int
    gone: bool = False
    clip: Box | None = None

    @property
    def ends(self) -> float:
        """When it ends."""
        return self.delay + self.length

    def at(self, milliseconds: float) -> Node:
        """The node at a time since the beginning."""
        return posed(self.node, self.pose(milliseconds), self.key, self.z, self.clip)

    def pose(self, milliseconds: float) -> Pose:
        """The pose at a time since the beginning."""
        if milliseconds >= self.ends:
            return self.end
        if milliseconds <= self.delay:
            return self.start
        part = eased(self.easing, (milliseconds - self.delay) / self.length)
        return Pose(*(a + (b - a) * part for a, b in zip(self.start, self.end, strict=True)))


def eased(easing: Easing, part: float) -> float:
    """How far a motion has got after a share of its time."""
    match easing:
        case "out":
            return 1 - (1 - part) ** 3
        case "in":
            return part * part
    return part


def posed(node: Node, pose: Pose, key: str, z: int, clip: Box | None = None) -> Node:
    """A node in a pose."""
    return Node(
        key,
        node.skin,
        pose.x,
        pose.y,
        node.width,
        node.height,
        z,
        pose.alpha,
        pose.angle,
        pose.scale,
        node.target,
        node.enabled,
        clip,
    )


def pose_of(node: Node) -> Pose:
    """The pose of a node at rest."""
    return Pose(node.x, node.y, node.alpha, node.scale, node.angle)


def plan(
    before: Scene,
    after: Scene,
    slides: Mapping[str, str],
    milliseconds: float,
    falls: Mapping[str, Fall] = NO_FALLS,
) -> tuple[Tween, ...]:
    """The tweens from one scene to the next; nodes without one change at once.

    Only things on boards and in zones move, and cards that open or close. For things that move without an identity of
    their own, `slides` maps the old key to the key in the new scene; `falls` are for what is new.
    """
    if before.nodes is after.nodes or milliseconds <= 0 or _laid_out_anew(before, after):
        return ()
    found = [*_on_boards(before, after, slides, milliseconds, falls), *_cards(before, after, milliseconds)]
    return tuple(found) if len(found) <= MOST else ()


def is_thing(key: str) -> bool:
    """Whether a key belongs to something on a board or in a zone."""
    return key.startswith(("piece:", "site:"))


def _laid_out_anew(before: Scene, after: Scene) -> bool:
    """Whether the boards have changed or moved, in which case nothing has moved on them."""
    if before.size != after.size:
        return True
    grounds = [
        {key: node.box for key, node in scene.by_key.items() if key[:7] == "ground:"} for scene in (before, after)
    ]
    return grounds[0] != grounds[1]


# Boards and zones


def _on_boards(
    before: Scene, after: Scene, slides: Mapping[str, str], milliseconds: float, falls: Mapping[str, Fall]
) -> list[Tween]:
    quick = min(milliseconds, QUICK)
    old, new = before.by_key, after.by_key
    joining = {
        source: target
        for source, target in slides.items()
        if target.startswith("piece:") and target in old and source in old
    }
    arriving = {target: source for source, target in slides.items() if source not in joining}
    leaving = {source for source, target in slides.items() if target in new and _leaves(source, target, old, new)}
    joined = set(joining.values())
    found: list[Tween] = []
    fresh: list[Node] = []
    for key, node in new.items():
        was = old.get(key)
        if was is not None and key not in arriving and key not in leaving and _same(was, node):
            continue
        if not is_thing(key):
            continue
        source = arriving.get(key)
        if source is not None:
            start = old.get(source) or _standing(node, source, before)
            if start is not None:
                found.append(_slide(start, node, milliseconds))
                if was is not None and key not in leaving:
                    found.append(_covered(was, milliseconds))
                continue
        if was is None or key in leaving:
            if key not in leaving or not _bares(old.get(slides[key]), node):
                fresh.append(node)
            continue
        delay = milliseconds * LATER if key in joined else 0.0
        found += _altered(was, node, milliseconds, quick, delay)
    for key in [key for key in old if key not in new]:
        if key in joining:
            found.append(_joining(old[key], new.get(joining[key]), milliseconds))
        elif is_thing(key) and key not in leaving:
            found.append(_vanishing(old[key], quick))
    found += [_falling(node, falls[node.key], milliseconds) for node in fresh if node.key in falls]
    fresh = [node for node in fresh if node.key not in falls]
    # What is new waits until there is room for it.
    delay = milliseconds * ROOM if any(tween.z >= LIFTED for tween in found) else 0.0
    return found + [_appearing(node, delay, min(milliseconds - delay, QUICK)) for node in fresh]


def _leaves(source: str, target: str, old: Mapping[str, Node], new: Mapping[str, Node]) -> bool:
    """Whether the thing drawn at the source goes to the target. An empty place that something passed through stays."""
    was, stays = old.get(source), new.get(source)
    return was is None or stays is None or was.skin != stays.skin or was.skin == new[target].skin


def _bares(covered: Node | None, node: Node) -> bool:
    """Whether something that slides away uncovers the same thing that it will cover: an empty place."""
    return covered is not None and covered.skin == node.skin


def _same(was: Node, node: Node) -> bool:
    """Whether a node looks the same as before, in the same place. Most do, so this has to be fast."""
    return was is node or (
        was.x == node.x
        and was.y == node.y
        and (was.skin is node.skin or was.skin == node.skin)
        and was.alpha == node.alpha
        and was.scale == node.scale
        and was.width == node.width
        and was.height == node.height
        and was.angle == node.angle
    )


def _standing(node: Node, key: str, scene: Scene) -> Node | None:
    """A node as it would be on a site where nothing is drawn."""
    _, _, number = key.partition(":")
    box: Box | None = scene.spots.get(int(number)) if key.startswith("site:") and number.isdigit() else None
    if box is None:
        return None
    x, y = box.middle
    return replace(node, x=x - node.width / 2, y=y - node.height / 2)


def _altered(was: Node, node: Node, milliseconds: float, quick: float, delay: float) -> list[Tween]:
    """A node that is in both scenes: it slides, changes its look, or both."""
    place = _centred(was, node)
    moved = abs(place.x - was.x) > STAYS or abs(place.y - was.y) > STAYS
    turned = was.skin is not node.skin and was.skin != node.skin
    if moved and _is_held(node):
        return []
    if not turned:
        if moved:
            return [_slide(was, node, milliseconds)]
        return [Tween(node.key, node, pose_of(was), pose_of(node), 0.0, quick, "out", node.z)]
    length = min(milliseconds - delay, QUICK)
    if not moved:
        fresh = pose_of(node)._replace(alpha=0.0, scale=node.scale * TURNS_FROM)
        still, gone = pose_of(was), pose_of(was)._replace(alpha=0.0)
        return [
            Tween(was.key + GONE, was, still, gone, delay + length * 0.4, length * 0.6, "linear", node.z, gone=True),
            Tween(node.key, node, fresh, pose_of(node), delay, length, "out", node.z),
        ]
    slides = _slide(was, node, milliseconds)
    fades = replace(slides, start=slides.start._replace(alpha=0.0))
    if delay:
        fresh = pose_of(node)._replace(alpha=0.0, scale=node.scale * TURNS_FROM)
        fades = replace(slides, start=fresh, delay=delay, length=length)
    # The old look goes along beneath the new one, so that nothing shines through.
    along = replace(slides, key=was.key + GONE, node=was, start=pose_of(was), end=_centred(was, node), gone=True)
    return [along, fades]


def _is_held(node: Node) -> bool:
    """Whether a node is in the player's hand: it follows the pointer at once."""
    return node.z >= LIFTED


def _centred(node: Node, on: Node) -> Pose:
    """The pose of a node centred on another, and as large."""
    x, y = on.x + on.width / 2 - node.width / 2, on.y + on.height / 2 - node.height / 2
    scale = on.scale * on.width / node.width if node.width else on.scale
    return Pose(x, y, node.alpha, scale, on.angle)


def _slide(was: Node, node: Node, milliseconds: float) -> Tween:
    start = _centred(node, was)._replace(alpha=was.alpha)
    return Tween(node.key, node, start, pose_of(node), 0.0, milliseconds, "out", max(node.z, LIFTED))


def _joining(was: Node, target: Node | None, milliseconds: float) -> Tween:
    """Something that slides into something else and disappears in it."""
    end = _centred(was, target) if target is not None else pose_of(was)._replace(alpha=0.0)
    return Tween(was.key + GONE, was, pose_of(was), end, 0.0, milliseconds * LATER, "out", LIFTED, gone=True)


def _appearing(node: Node, delay: float, length: float) -> Tween:
    start = pose_of(node)._replace(alpha=0.0, scale=node.scale * APPEARS_FROM)
    return Tween(node.key, node, start, pose_of(node), delay, length, "out", node.z)


def _falling(node: Node, fall: Fall, milliseconds: float) -> Tween:
    """Something new that falls into place from beyond an edge. It stays below anything that slides."""
    start = pose_of(node)._replace(x=node.x + fall.across, y=node.y + fall.down)
    return Tween(node.key, node, start, pose_of(node), 0.0, milliseconds, "out", node.z, clip=fall.clip)


def _vanishing(node: Node, length: float) -> Tween:
    end = pose_of(node)._replace(alpha=0.0, scale=node.scale * APPEARS_FROM)
    return Tween(node.key + GONE, node, pose_of(node), end, 0.0, length, "in", node.z, gone=True)


def _covered(node: Node, milliseconds: float) -> Tween:
    """Something that is covered by what arrives on it, and disappears by then."""
    gone = pose_of(node)._replace(alpha=0.0)
    length = milliseconds * (1 - LATER)
    return Tween(node.key + GONE, node, pose_of(node), gone, milliseconds * LATER, length, "linear", node.z, gone=True)


# Cards


def _cards(before: Scene, after: Scene, milliseconds: float) -> list[Tween]:
    """A card that opens fades in and rises; one that closes fades out. Changes on an open card happen at once."""
    old, new = ([node for key, node in scene.by_key.items() if key[:5] == "card:"] for scene in (before, after))
    length = min(milliseconds, QUICK)
    if new and not old:
        return [Tween(node.key, node, _lowered(node, after), pose_of(node), 0.0, length, "out", node.z) for node in new]
    if old and not new:
        return [
            Tween(
                node.key + GONE,
                node,
                pose_of(node),
                pose_of(node)._replace(alpha=0.0),
                0.0,
                length,
                "out",
                node.z,
                gone=True,
            )
            for node in old
        ]
    return []


def _lowered(node: Node, scene: Scene) -> Pose:
    """The pose in which a card begins; a node that covers the whole window only fades."""
    rise = 0 if node.width >= scene.size[0] else RISE
    return Pose(node.x, node.y + rise, 0.0, node.scale, node.angle)
