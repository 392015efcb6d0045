"""Piles on a board: where each piece of one lies, and which part of it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from renderer.nodes import Box
from renderer.scene.geometry import Cells
from runtime.show.values import CARD_ASPECT, BoardShown, PieceShown

CARDS = ("card", "back")
OPEN, CLOSED, BESIDE = 0.33, 0.11, 1.0
"""How much of a piece the next one leaves uncovered where there is room, as a share of its length: of a card that shows
its face, of one that does not, and of others, which lie side by side."""
TALL_CARDS, WIDE_CARDS, LONG = 2.75, 1.6, 5.0
"""How many pieces long a cell is in which cards fan out down or up, cards to a side, or other pieces."""
EDGES = 4
"""How many edges are seen of what lies beneath the top of a heap; of a higher one the height is written."""
CARD_EDGE, EDGE = 0.016, 0.085
"""How thick a card and another piece are, seen from above at a slant, as a share of their size."""
CROWDED = 0.5
"""Where less than this share of each piece is seen, their number is written."""
CLICKABLE = 4
"""Edges of fewer pixels are too thin to be pointed at."""


class Part(Box):
    """The part of a piece in a pile that is seen."""

    __slots__ = ()


class Under(Box):
    """The box of a site whose pile is pointed at piece by piece."""

    __slots__ = ()


class Lying(NamedTuple):
    """A piece of a pile: the box that it fills, and the part of it that is seen; nothing if that is too little."""

    box: Box
    seen: Part | None


class Heap(NamedTuple):
    """The pieces of a pile, the lowest first; `counted`: there are too many to be told by looking."""

    lying: tuple[Lying, ...]
    counted: bool


def cells_of(board: BoardShown) -> Cells:
    """What the cells of a board are like: with a fan they are longer, unless the spec says how large they are."""
    style = board.style
    fans = tuple((shown.site, shown.fan) for shown in board.sites if shown.fan) if style.pile > 1 else ()
    if not fans or isinstance(style.cell_size, tuple):
        return Cells(aspect=style.aspect)
    longest = 1 + (style.pile - 1) * (OPEN if style.cards else BESIDE)
    tall, wide = (TALL_CARDS, WIDE_CARDS) if style.cards else (LONG, LONG)
    return Cells(style.aspect, fans, min(tall, longest), min(wide, longest))


def upright(width: int, height: int) -> tuple[int, int]:
    """The largest playing card that fits into a box."""
    wide = min(width, int(height / CARD_ASPECT))
    return max(1, wide), max(1, min(height, round(wide * CARD_ASPECT)))


def piled(piece: PieceShown, width: int, height: int) -> tuple[int, int]:
    """The room that one piece of a pile takes in a cell of a size."""
    side = min(width, height)
    return upright(width, height) if piece.look.shape in CARDS else (side, side)


def heap_of(
    pieces: Sequence[PieceShown],
    sizes: Sequence[tuple[int, int]],
    cell: Box,
    base: Box,
    way: str,
    room: tuple[int, int],
) -> Heap:
    """The pile of a site, which fans out within its cell or lies on its base. `sizes` are those of the pieces' bodies,
    `room` is what each is given."""
    return _fanned(pieces, sizes, cell, way, room) if way else _stacked(pieces, sizes, base)


# Fans


def _fanned(
    pieces: Sequence[PieceShown], sizes: Sequence[tuple[int, int]], cell: Box, way: str, room: tuple[int, int]
) -> Heap:
    lying = way in ("left", "right")
    wide, high = sizes[0]
    # Around the first piece is as much room as there is in a cell of one piece.
    edge_x, edge_y = (room[0] - wide) // 2, (room[1] - high) // 2
    inner = cell.inside(edge_x, edge_y) if lying else cell.inside((cell.width - wide) // 2, edge_y)
    length, whole = (wide, inner.width) if lying else (high, inner.height)
    steps = [_step(piece) * length for piece in pieces[:-1]]
    share = min(1.0, max(0.0, whole - length) / sum(steps)) if steps else 1.0
    starts = [round(start * share) for start in accumulate(steps, initial=0.0)]
    boxes = [_at(inner, way, start, size) for start, size in zip(starts, sizes, strict=True)]
    seen = [_strip(box, way, after - start) for box, (start, after) in zip(boxes, pairwise(starts), strict=False)]
    found = [Lying(box, part) for box, part in zip(boxes, [*seen, Part(*boxes[-1])], strict=True)]
    return Heap(tuple(found), share < CROWDED and pieces[-1].look.shape not in CARDS)


def _step(piece: PieceShown) -> float:
    """How much of a piece is seen where there is room."""
    if piece.look.shape not in CARDS:
        return BESIDE
    return CLOSED if piece.hidden or piece.look.shape == "back" else OPEN


def _at(inner: Box, way: str, start: int, size: tuple[int, int]) -> Box:
    wide, high = size
    if way in ("left", "right"):
        x = inner.x + start if way == "right" else inner.right - wide - start
        return Box(int(x), int(inner.y + (inner.height - high) / 2), wide, high)
    y = inner.y + start if way == "down" else inner.bottom - high - start
    return Box(int(inner.x), int(y), wide, high)


def _strip(box: Box, way: str, seen: int) -> Part:
    """The part of a piece that the next one leaves uncovered."""
    match way:
        case "down":
            return Part(box.x, box.y, box.width, min(seen, box.height))
        case "up":
            return Part(box.x, max(box.y, box.bottom - seen), box.width, min(seen, box.height))
        case "right":
            return Part(box.x, box.y, min(seen, box.width), box.height)
    return Part(max(box.x, box.right - seen), box.y, min(seen, box.width), box.height)


# Heaps


def _stacked(pieces: Sequence[PieceShown], sizes: Sequence[tuple[int, int]], base: Box) -> Heap:
    """Pieces on one another: each is a little higher than the one beneath."""
    above = min(len(pieces) - 1, EDGES)
    wide, high = sizes[-1]
    cards = pieces[-1].look.shape in CARDS
    rise = max(1, round(high * (CARD_EDGE if cards else EDGE))) if above else 0
    left, top = base.middle[0] - wide / 2, base.middle[1] - high / 2 + above * rise / 2
    found = []
    for number, (wide, high) in enumerate(sizes):
        up = rise * max(0, number - (len(sizes) - 1 - above))
        box = Box(int(left + above * rise / 2 - up) if cards else int(left), int(top - up), wide, high)
        edge = number >= len(sizes) - 1 - above and rise >= CLICKABLE
        seen = Part(box.x, box.bottom - rise, wide, rise) if edge else None
        found.append(Lying(box, Part(*box) if number == len(sizes) - 1 else seen))
    return Heap(tuple(found), len(pieces) > EDGES + 1)
