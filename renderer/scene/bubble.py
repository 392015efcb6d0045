"""The bubble that shows a refusal next to its cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from renderer.nodes import TIP, Box, Node
from renderer.scene.labels import Style, lines_of, text_nodes
from renderer.scene.layout import MARGIN, whole
from renderer.scene.ui import Bubble, Ui
from renderer.skins.paper import Balloon, Side
from renderer.skins.theme import Size, Theme

WIDEST, SIZE = 360, 15
EVEN_STEPS = 16
"""In so many steps of its width lines are made even."""
ACROSS, DOWN = 14, 9
"""The room left and right of the text, and above and below it, in design units."""
TAIL, GAP = 10, 3
"""How long the tail is, and how far its tip stays from what it points to."""
SIDES: tuple[Side, ...] = ("above", "below", "right", "left")
"""Where the bubble goes, the best first."""


def bubble_nodes(
    ui: Ui, nodes: Sequence[Node], spots: Mapping[Any, Box], size: Size, theme: Theme, unit: float
) -> list[Node]:
    """The bubble beside the first visible one of its places, clear of the things that are pointed out."""
    bubble = ui.bubble
    about = _place(bubble, nodes, spots) if bubble is not None else None
    if bubble is None or about is None:
        return []
    style = Style(SIZE * unit, theme.ink, bold=True)
    lines = _even_lines(bubble.text, min(WIDEST * unit, size.width / 2), style)
    # A pixel more, so that no line is wrapped once more.
    words = max(style.width_of(line) for line in lines) + 1
    width, height = words + 2 * ACROSS * unit, len(lines) * style.line + 2 * DOWN * unit
    lit = [spots[spot] for spot in ui.lit if spot in spots]
    side, box = _beside(about, (width, height), size, unit, [about, *lit])
    middle = about.middle[0] - box.x if side in ("above", "below") else about.middle[1] - box.y
    edge = max(2, round(2 * unit))
    skin = Balloon(
        int(box.width), int(box.height), round(10 * unit), theme.card, theme.warning, edge, side, round(TAIL * unit),
        round(middle),
    )  # fmt: skip
    inner = box.inside(ACROSS * unit, DOWN * unit)._replace(width=words + 1)
    return [
        Node("bubble", skin, box.x - skin.margin, box.y - skin.margin, *skin.size, TIP),
        *text_nodes("bubble:text", bubble.text, inner, style, TIP + 1),
    ]


def _even_lines(text: str, width: float, style: Style) -> tuple[str, ...]:
    """A text in as few lines as a width allows, all about equally long, so that no word is alone on the last."""
    count = len(lines_of(text, width, style))
    widths = (width * step / EVEN_STEPS for step in range(EVEN_STEPS // 2, EVEN_STEPS + 1))
    return next(lines for each in widths if len(lines := lines_of(text, each, style)) == count)


def _place(bubble: Bubble, nodes: Iterable[Node], spots: Mapping[Any, Box]) -> Box | None:
    """The place of the first visible thing that the bubble is about."""
    boxes = {node.key: node.box.inside(node.skin.margin) for node in nodes}
    for about in bubble.about:
        box = boxes.get(about) if isinstance(about, str) else spots.get(about)
        if box is not None:
            return Box(*box)
    return None


def _beside(about: Box, wanted: tuple[float, float], size: Size, unit: float, free: list[Box]) -> tuple[Side, Box]:
    """The side of a place where the bubble has room without covering any of some boxes, and its box there."""
    found = [(side, _at(side, about, wanted, size, unit)) for side in SIDES]
    window = Box(0, 0, size.width, size.height)

    def cost(each: tuple[Side, Box]) -> tuple[bool, int]:
        box = each[1]
        inside = box.x >= 0 and box.y >= 0 and box.right <= window.right and box.bottom <= window.bottom
        return not inside, sum(_meet(box, other) for other in free)

    return min(found, key=cost)


def _at(side: Side, about: Box, wanted: tuple[float, float], size: Size, unit: float) -> Box:
    """A bubble of a given size on one side of a place, shifted along it as far as needed to stay within the window."""
    width, height = wanted
    margin, far = MARGIN * unit / 2, (TAIL + GAP) * unit
    x, y = about.middle[0] - width / 2, about.middle[1] - height / 2
    x = min(max(x, margin), size.width - margin - width)
    y = min(max(y, margin), size.height - margin - height)
    match side:
        case "above":
            y = about.y - far - height
        case "below":
            y = about.bottom + far
        case "right":
            x = about.right + far
        case "left":
            x = about.x - far - width
    return whole(Box(x, y, width, height))


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
