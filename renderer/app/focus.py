"""Where the keyboard goes next: from spot to spot by position on the screen, and from button to button in order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from renderer.nodes import Box, Node, Scene
from renderer.scene.piles import Part, Under

Point = tuple[float, float]

WAYS: dict[str, tuple[int, int]] = {"Up": (0, -1), "Down": (0, 1), "Left": (-1, 0), "Right": (1, 0)}
SIDEWAYS = 2.5
"""How much worse it is, out of line, to stray from the way than to go further on it."""
IN_LINE = 0.75
"""What lies no further aside than this part of its size is in line: of that the nearest counts."""
SLANTING = 1.1
"""Up and down this much counts as in line, so that a slanting step comes before a jump over a hole: where every other
square is missing, nothing else leads from one row to the next."""
WIDE = 1.5
"""What lies further aside than this, for each step ahead, is only gone to if there is nothing else."""
NEAR = 2.0
"""Pixels that do not count as going anywhere."""
SAME_ROW = 8.0
"""Pixels by which things of one row may stand higher or lower."""


def pointable(spots: Mapping[Any, Box]) -> dict[Any, Box]:
    """The spots that the cursor visits: every site that does not lie under another one, the pieces that are not on a
    site, and those of a pile in place of its site. The topmost come last."""
    piled = {spot: box for spot, box in spots.items() if isinstance(box, Part)}
    spots = {spot: box for spot, box in spots.items() if not isinstance(box, Part | Under)}
    sites = {spot: box for spot, box in spots.items() if isinstance(spot, int)}
    middles, under = [box.middle for box in sites.values()], _covered(sites)
    free = {
        spot: box
        for spot, box in spots.items()
        if not isinstance(spot, int) and not any(box.holds(*middle) for middle in middles)
    }
    return {**{site: box for site, box in sites.items() if site not in under}, **free, **piled}


def _covered(sites: Mapping[int, Box]) -> set[int]:
    """The sites whose centre lies under a later one."""
    rank = {site: number for number, site in enumerate(sites)}
    by_x = sorted(sites, key=lambda site: sites[site].middle[0])
    middles = [sites[site].middle[0] for site in by_x]
    return {
        site
        for upper, box in sites.items()
        for site in by_x[bisect_left(middles, box.x) : bisect_left(middles, box.right)]
        if rank[site] < rank[upper] and box.holds(*sites[site].middle)
    }


def first_spot(spots: Mapping[Any, Box], *wanted: frozenset[Any]) -> Any | None:
    """Where the cursor starts: at one of the first of the wanted spots that exist, as near to the centre as
    possible."""
    if not spots:
        return None
    found = next((each for each in wanted if each & spots.keys()), frozenset(spots))
    able = {spot: box for spot, box in spots.items() if spot in found}
    left, top = min(box.x for box in spots.values()), min(box.y for box in spots.values())
    right, bottom = max(box.right for box in spots.values()), max(box.bottom for box in spots.values())
    middle = ((left + right) / 2, (top + bottom) / 2)
    return min(able, key=lambda spot: _squared(able[spot].middle, middle))


def nearest(spots: Mapping[Any, Box], place: Point) -> Any | None:
    """The spot nearest to a place."""
    return min(spots, key=lambda spot: _squared(spots[spot].middle, place), default=None)


def _squared(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


class Cursor(NamedTuple):
    """The spot that the keyboard points to. `line` is the point whose row and column it keeps to, so that going up and
    down over shifted rows leads back to where it started."""

    spot: Any
    line: Point


def moved(spots: Mapping[Any, Box], cursor: Cursor, way: str) -> Cursor:
    """The cursor after an arrow key; unchanged if there is nothing that way."""
    here = spots[cursor.spot]
    others = {spot: box for spot, box in spots.items() if spot != cursor.spot}
    if way in ("Left", "Right"):
        # Along a rack these keys lead no further than its end: up and down lead to the board.
        others = {
            spot: box
            for spot, box in others.items()
            if isinstance(spot, int) == isinstance(cursor.spot, int)
            or abs(box.middle[1] - here.middle[1]) <= IN_LINE * max(here.height, box.height)
        }
    found = next_place(others, here, way, cursor.line)
    if found is None:
        return cursor
    x, y = spots[found].middle
    upright = way in ("Up", "Down")
    near = abs((x if upright else y) - cursor.line[0 if upright else 1]) <= (here.width if upright else here.height)
    if not near:
        return Cursor(found, (x, y))
    return Cursor(found, (cursor.line[0], y) if upright else (x, cursor.line[1]))


def next_place(boxes: Mapping[Any, Box], at: Box, way: str, line: Point | None = None) -> Any | None:
    """The nearest box in a direction, in the row or column of a point; None if there is none."""
    right, down = WAYS[way]
    x, y = at.middle
    across = (line if line is not None else at.middle)[1 if right else 0]
    best: tuple[int, float] | None = None
    found: Any | None = None
    for name, box in boxes.items():
        there = box.middle
        ahead = (there[0] - x) * right + (there[1] - y) * down
        if ahead <= NEAR:
            continue
        aside = abs(there[1 if right else 0] - across)
        beside = max(at.height, box.height) if right else max(at.width, box.width)
        if aside <= (IN_LINE if right else SLANTING) * beside:
            rank = (0, ahead + aside / 2)
        else:
            rank = (1 if aside <= WIDE * ahead else 2, ahead + SIDEWAYS * aside)
        if best is None or rank < best:
            best, found = rank, name
    return found


def next_row(boxes: Mapping[Any, Box], at: Box, way: str) -> Any | None:
    """The box in the next row up or down that is least to the side; None if there is no further row."""
    x, y = at.middle
    ahead = {name: (box.middle[1] - y) * WAYS[way][1] for name, box in boxes.items()}
    further = [name for name, distance in ahead.items() if distance > SAME_ROW]
    if not further:
        return None
    first = min(ahead[name] for name in further)
    row = [name for name in further if ahead[name] <= first + SAME_ROW]
    return min(row, key=lambda name: abs(boxes[name].middle[0] - x) - boxes[name].width / 2)


def next_key(keys: Sequence[str], at: str | None, back: bool = False) -> str | None:
    """The next of some keys, wrapping round."""
    if not keys:
        return None
    if at not in keys:
        return keys[-1] if back else keys[0]
    return keys[(keys.index(at) + (-1 if back else 1)) % len(keys)]


def key_boxes(scene: Scene) -> dict[str, Box]:
    """The boxes of the nodes that the keyboard can reach and press."""
    found: dict[str, Box] = {}
    for key in scene.focus:
        node = scene.by_key.get(key)
        if node is not None and node.target is not None:
            found[key] = node.box
    return found


# What is longer than its room


def scroll_bar(scene: Scene) -> Node | None:
    """The scroll bar: that of the card on top, or else of the page."""
    return scene.by_key.get("card:scroll", scene.by_key.get("scroll"))


def has_bar(scene: Scene) -> bool:
    """Whether there is anything to scroll."""
    return scroll_bar(scene) is not None


def scrolled(scene: Scene) -> dict[str, Box]:
    """The boxes of the scrolled nodes, as far as they are visible: those to the left of the bar."""
    bar = scroll_bar(scene)
    if bar is None:
        return {}
    return {
        key: box
        for key, box in key_boxes(scene).items()
        if box.right <= bar.x and bar.y <= box.middle[1] <= bar.y + bar.height
    }
