"""Piles on a board: where each piece of a pile lies, and which part of it is visible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from renderer.nodes import Box
from renderer.scene.geometry import Cells
from runtime.show.values import CARD_ASPECT, BoardShown, BoardStyle, PieceShown

CARDS = ("card", "back")
SIDEWAYS = ("left", "right")
OPEN, CLOSED, BESIDE = 0.33, 0.11, 1.0
"""How much of a piece the next one leaves uncovered where there is room, as a share of its length: of a card that shows
its face, of one that does not, and of others, which lie side by side."""
TALL_CARDS, WIDE_CARDS, LONG = 2.75, 1.6, 5.0
"""How many pieces long a cell is in which cards fan out down or up, cards to a side, or other pieces."""
CLOSE = 0.18
"""The same for pieces that fan out within a cell of one piece."""
SHORT = 1.4
"""A fan is close where its cell is less than so many pieces long."""
CLOSE_ROOM, HEAP_ROOM = 0.7, 0.03
"""How much of a cell a piece is given where fans are close, and how much less for each edge that a heap may show."""
CLOSE_EDGE = 0.03
"""How much of a cell a close fan leaves free at either end."""
EDGES = 4
"""How many edges are seen of what lies beneath the top of a heap; of a higher one the height is written."""
CARD_EDGE, EDGE = 0.016, 0.085
"""How thick a card and another piece are, seen from above at a slant, as a share of their size."""
CROWDED = 0.5
"""Where less than this share of each piece is seen, their number is written."""
CLICKABLE = 4
"""Edges of fewer pixels are too thin to be pointed at."""


class Part(Box):
    """The visible part of a piece in a pile."""

    __slots__ = ()


class Under(Box):
    """The box of a site whose pile is pointed at piece by piece."""

    __slots__ = ()


class Lying(NamedTuple):
    """A piece of a pile: the box that it fills, and its visible part; nothing if that is too small."""

    box: Box
    seen: Part | None


class Heap(NamedTuple):
    """The pieces of a pile, the lowest first; `counted`: there are too many to count by looking."""

    lying: tuple[Lying, ...]
    counted: bool


def cells_of(board: BoardShown) -> Cells:
    """The kind of cells on a board: longer for a fan, unless the spec gives their size."""
    style = board.style
    fans = tuple((shown.site, shown.fan) for shown in board.sites if shown.fan) if style.pile > 1 else ()
    if not fans or isinstance(style.cell_size, tuple):
        return Cells(aspect=style.aspect)
    longest = 1 + (style.pile - 1) * (OPEN if style.cards else BESIDE)
    tall, wide = (TALL_CARDS, WIDE_CARDS) if style.cards else (LONG, LONG)
    return Cells(style.aspect, fans, min(tall, longest), min(wide, longest))


def closed(board: BoardShown, boxes: Mapping[int, Box], size: tuple[int, int]) -> bool:
    """Whether a pile of the board fans out within a cell that has room for little more than one piece."""
    if board.style.pile == 1:
        return False
    wide, high = upright(*size) if board.style.cards else (min(size), min(size))
    return any(
        boxes[shown.site].width < SHORT * wide if shown.fan in SIDEWAYS else boxes[shown.site].height < SHORT * high
        for shown in board.sites
        if shown.fan and shown.site in boxes
    )


def room_share(style: BoardStyle, fanned: bool, close: bool) -> float:
    """The share of a cell that a piece gets, so that its whole pile stays within the cell."""
    if close:
        return CLOSE_ROOM
    return 1.0 if fanned or style.cards else 1.0 - HEAP_ROOM * min(style.pile - 1, EDGES)


def upright(width: int, height: int) -> tuple[int, int]:
    """The largest playing card that fits into a box."""
    wide = min(width, int(height / CARD_ASPECT))
    return max(1, wide), max(1, min(height, round(wide * CARD_ASPECT)))


def piled(piece: PieceShown, width: int, height: int, share: float = 1.0) -> tuple[int, int]:
    """The room for one piece of a pile in a cell of a given size, or in a share of it."""
    width, height = round(width * share), round(height * share)
    side = min(width, height)
    return upright(width, height) if piece.look.shape in CARDS else (side, side)


def heap_of(
    pieces: Sequence[PieceShown],
    sizes: Sequence[tuple[int, int]],
    cell: Box,
    base: Box,
    way: str,
    room: tuple[int, int],
    close: bool = False,
) -> Heap:
    """The pile of a site, which fans out within its cell or is stacked. `sizes` are those of the pieces' bodies, `room`
    is the room for each. `close`: fans are centred in cells that are hardly longer than a piece."""
    if not way:
        return _stacked(pieces, sizes, base)
    return _close(pieces, sizes, cell, way) if close else _fanned(pieces, sizes, cell, way, room)


# Fans


def _fanned(
    pieces: Sequence[PieceShown], sizes: Sequence[tuple[int, int]], cell: Box, way: str, room: tuple[int, int]
) -> Heap:
    wide, high = sizes[0]
    # Around the first piece is as much room as there is in a cell of one piece.
    inner = cell.inside((room[0] - wide) // 2, 0) if way in SIDEWAYS else cell.inside(0, (room[1] - high) // 2)
    length, whole = (wide, inner.width) if way in SIDEWAYS else (high, inner.height)
    steps = [_step(piece) * length for piece in pieces[:-1]]
    share = _share(steps, whole - length)
    found = _spread(sizes, inner, way, [round(start * share) for start in accumulate(steps, initial=0.0)])
    return Heap(found, share < CROWDED and pieces[-1].look.shape not in CARDS)


def _close(pieces: Sequence[PieceShown], sizes: Sequence[tuple[int, int]], cell: Box, way: str) -> Heap:
    """A fan centred in its cell."""
    edge = round(min(cell.width, cell.height) * CLOSE_EDGE)
    inner = cell.inside(edge)
    sideways = way in SIDEWAYS
    length = max(wide if sideways else high for wide, high in sizes)
    whole = inner.width if sideways else inner.height
    steps = [(_step(piece) if piece.look.shape in CARDS else CLOSE) * length for piece in pieces[:-1]]
    share = _share(steps, whole - length)
    before = round((whole - length - sum(steps) * share) / 2)
    found = _spread(sizes, inner, way, [before + round(start * share) for start in accumulate(steps, initial=0.0)])
    return Heap(found, share < CROWDED and pieces[-1].look.shape not in CARDS)


def _share(steps: Sequence[float], free: float) -> float:
    """The share of a fan's full steps that there is room for."""
    return min(1.0, max(0.0, free) / sum(steps)) if steps else 1.0


def _spread(sizes: Sequence[tuple[int, int]], inner: Box, way: str, starts: Sequence[int]) -> tuple[Lying, ...]:
    """Pieces at some distances along the direction of a fan."""
    length = max(wide if way in SIDEWAYS else high for wide, high in sizes)
    boxes = [_at(inner, way, start, length, size) for start, size in zip(starts, sizes, strict=True)]
    seen = [_strip(box, way, after - start) for box, (start, after) in zip(boxes, pairwise(starts), strict=False)]
    return tuple(Lying(box, part) for box, part in zip(boxes, [*seen, Part(*boxes[-1])], strict=True))


def _step(piece: PieceShown) -> float:
    """The visible length of a piece if there is room."""
    if piece.look.shape not in CARDS:
        return BESIDE
    return CLOSED if piece.hidden or piece.look.shape == "back" else OPEN


def _at(inner: Box, way: str, start: int, length: int, size: tuple[int, int]) -> Box:
    """The box of a piece centred in a part of a fan that is as long as its longest piece."""
    wide, high = size
    x, y = inner.x + (inner.width - wide) / 2, inner.y + (inner.height - high) / 2
    if way in SIDEWAYS:
        x = (inner.x + start if way == "right" else inner.right - length - start) + (length - wide) / 2
    else:
        y = (inner.y + start if way == "down" else inner.bottom - length - start) + (length - high) / 2
    return Box(int(x), int(y), wide, high)


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
    """Pieces on top of one another in the centre of a cell: each is a little higher than the one beneath."""
    above = min(len(pieces) - 1, EDGES)
    tall = max(high for _, high in sizes)
    cards = pieces[-1].look.shape in CARDS
    rise = max(1, min(round(tall * (CARD_EDGE if cards else EDGE)), int((base.height - tall) / above))) if above else 0
    middle, level = base.middle
    found = []
    for number, (wide, high) in enumerate(sizes):
        up = rise * max(0, number - (len(sizes) - 1 - above))
        x = int(middle - wide / 2 + (above * rise / 2 - up if cards else 0))
        box = Box(x, int(level - high / 2 + above * rise / 2) - up, wide, high)
        edge = number >= len(sizes) - 1 - above and rise >= CLICKABLE
        seen = Part(box.x, box.bottom - rise, wide, rise) if edge else None
        found.append(Lying(box, Part(*box) if number == len(sizes) - 1 else seen))
    return Heap(tuple(found), len(pieces) > EDGES + 1)
