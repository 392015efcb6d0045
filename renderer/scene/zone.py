"""A zone as nodes: a tray with its pieces in a row, or a counter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from math import hypot
from typing import NamedTuple, TypeGuard

from interpreter.position import PieceValue
from renderer.nodes import LIFTED, PANEL, PIECE, SIGN, Box, Node, Skin, Target, spot_key
from renderer.scene.board import AROUND, BoardScene
from renderer.scene.labels import Style, line_nodes
from renderer.scene.layout import ZONE_LABEL, ZONE_PADDING
from renderer.scene.painter import body, spread
from renderer.scene.signs import Inks, Place, held_nodes, sign_nodes
from renderer.scene.ui import Ui
from renderer.skins import node
from renderer.skins.marks import Wash
from renderer.skins.paper import Paper
from renderer.skins.theme import Theme
from renderer.skins.tokens import Token
from runtime.session.draft import Spot
from runtime.show.colours import BLACK, WHITE, luminance
from runtime.show.pieces import rearranged
from runtime.show.values import CARD_ASPECT, PieceShown, Presentation, ZoneShown

SMALL, LARGEST, LARGER = 44, 84, 1.3
"""Pieces are at most so many times as large as cells on the board; but may always have the first of these sizes, and
never more than the second, in design units."""
WITH_PLACES, SMALLEST = 0.75, 0.5
"""How far pieces shrink, as a share of that: before empty places are left out, and before they overlap."""
GAP, GAP_OF_LONG = 0.08, 0.3
"""The room between two pieces, as a share of a cell: where each has one cell, and where some have several. Those must
not run into one another."""
INDEX_WIDE, INDEX_HIGH = 0.3, 0.27
"""How much of a card in a hand must be seen beside the next one, or below it, as a share of its length."""
MOST_SLOTS = 24
"""A zone with more room than this shows no empty places."""
RISEN = 0.07
DARK = 0.03
"""Racks with less luminance are as good as black."""
TRAY_Z = PANEL + 20
FEW = 2


class PieceRow(NamedTuple):
    """Where the pieces of a zone lie: the box of each piece and of each empty place; `side` is the size of a cell."""

    boxes: tuple[Box, ...]
    empty: tuple[Box, ...]
    side: int


def zone_nodes(
    zone: ZoneShown, presentation: Presentation, ui: Ui, box: Box, theme: Theme, scale: float, cell: float
) -> BoardScene:
    """A zone in a box. `cell` is the size of a cell on the board: pieces are not much larger than that."""
    if zone.as_ == "counter":
        return BoardScene(counter_nodes(zone.instance, zone.label, zone.count, box, theme, scale), {}, cell, (box,))
    tray = _tray(box, bool(zone.label), scale)
    upright = zone.at in ("left", "right") and tray.height > tray.width
    room = zone.room if zone.room is not None and zone.room <= MOST_SLOTS else 0
    largest = max(1, int(min(max(cell * LARGER, SMALL * scale), LARGEST * scale)))
    row = _row(zone, room, tray, upright, largest, scale)
    still = tray_nodes(zone.instance, zone.label, box, tray, row.empty, theme, scale)
    place = _place_pointed_at(zone, ui, row, tray)
    if place is not None and ui.dragged is not None and isinstance(ui.dragged.spot, PieceValue):
        zone = rearranged(zone, ui.dragged.spot.number, place)
        row = _row(zone, room, tray, upright, largest, scale)
        still = tray_nodes(zone.instance, zone.label, box, tray, row.empty, theme, scale)
        still = (*still, _place_node(zone.instance, place, tray, theme))
    drawing = _Drawing(zone, presentation, ui, row, theme, scale)
    nodes = [*still, *drawing.nodes()]
    nodes.sort(key=lambda each: each.z)
    return BoardScene(tuple(nodes), drawing.spots, float(row.side), (box,))


def _row(zone: ZoneShown, room: int, tray: Box, upright: bool, largest: int, scale: float) -> PieceRow:
    """Where the pieces of a zone lie, and which places are empty."""
    sizes = tuple(piece.size for piece in zone.pieces)
    if zone.cards:
        return hand_of(len(sizes), tray, upright, scale)
    if not zone.places or set(sizes) != {(1, 1)}:
        return row_of(sizes, room, tray, upright, largest, scale)
    everywhere = row_of(((1, 1),) * max(room, *(place + 1 for place in zone.places)), 0, tray, upright, largest, scale)
    boxes, taken = everywhere.boxes, set(zone.places)
    empty = tuple(box for place, box in enumerate(boxes) if place not in taken)
    return PieceRow(tuple(boxes[place] for place in zone.places), empty, everywhere.side)


def _place_pointed_at(zone: ZoneShown, ui: Ui, row: PieceRow, tray: Box) -> int | None:
    """The place in a zone to which one of its pieces is dragged; None if its player may not choose that, or the piece
    is elsewhere."""
    dragged = ui.dragged
    if dragged is None or not zone.own or not tray.holds(dragged.x, dragged.y):
        return None
    if dragged.spot not in {piece.value for piece in zone.pieces}:
        return None
    places = sorted((*row.boxes, *row.empty)) if zone.places else row.boxes
    far = [hypot(box.middle[0] - dragged.x, box.middle[1] - dragged.y) for box in places]
    return far.index(min(far))


def _place_node(instance: str, place: int, tray: Box, theme: Theme) -> Node:
    """The drop target for a piece that is moved within its own zone."""
    ground = Paper(int(tray.width), int(tray.height), 0, theme.rack)
    return Node(f"place:{instance}", ground, *tray, LIFTED, alpha=0.0, target=Target("place", instance, place))


def _tray(box: Box, labelled: bool, scale: float) -> Box:
    """The tray, below the label."""
    label = round(ZONE_LABEL * scale) if labelled and box.height > 2 * ZONE_LABEL * scale else 0
    x, y = round(box.x), round(box.y) + label
    return Box(x, y, max(1, int(box.right) - x), max(1, int(box.bottom) - y))


@lru_cache(maxsize=512)
def row_of(
    sizes: tuple[tuple[int, int], ...], room: int, tray: Box, upright: bool, largest: int, scale: float
) -> PieceRow:
    """Pieces in a row on a tray, or in a column, with empty places up to its room. If there are many they shrink; if
    there are still more, they overlap. `largest` is the largest size of a cell."""
    padding = min(round(ZONE_PADDING * scale), int(min(tray.width, tray.height) * 0.16))
    inner = tray.inside(padding)
    if upright:
        turned = Box(inner.y, inner.x, inner.height, inner.width)
        flat = _laid(tuple((high, wide) for wide, high in sizes), room, turned, largest)
        return PieceRow(tuple(map(_turned, flat.boxes)), tuple(map(_turned, flat.empty)), flat.side)
    return _laid(sizes, room, inner, largest)


@lru_cache(maxsize=512)
def hand_of(count: int, tray: Box, upright: bool, scale: float) -> PieceRow:
    """Cards in a row on a tray, as high as it is, or in a column, as wide as it is: side by side, or overlapping if
    there is not enough room. They shrink only if too little of each would be visible."""
    inner = tray.inside(min(round(ZONE_PADDING * scale), int(min(tray.width, tray.height) * 0.1)))
    along, across = (inner.height, inner.width) if upright else (inner.width, inner.height)
    length = int(min(across * CARD_ASPECT if upright else across / CARD_ASPECT, along))
    seen = INDEX_HIGH if upright else INDEX_WIDE
    if count > 1:
        length = max(1, min(length, int(along / (1 + seen * (count - 1)))))
    wide, high = (round(length / CARD_ASPECT), length) if upright else (length, round(length * CARD_ASPECT))
    starts = _starts([length] * count, round(length * GAP), along)
    boxes = tuple(
        Box(int(inner.x + (inner.width - wide) / 2), int(inner.y + start), wide, high)
        if upright
        else Box(int(inner.x + start), int(inner.y + (inner.height - high) / 2), wide, high)
        for start in starts
    )
    return PieceRow(boxes, (), wide)


def _turned(box: Box) -> Box:
    return Box(box.y, box.x, box.height, box.width)


def _laid(sizes: Sequence[tuple[int, int]], room: int, inner: Box, largest: int) -> PieceRow:
    highest = max((high for _, high in sizes), default=1)
    largest = max(1, min(largest, int(inner.height / highest)))
    empties = max(0, room - len(sizes))
    length = sum(wide for wide, _ in sizes)
    gap = GAP_OF_LONG if any(wide > 1 for wide, _ in sizes) else GAP
    side = _fitting(length + empties, len(sizes) + empties, gap, largest, inner.width, WITH_PLACES)
    while empties and _length(length + empties, len(sizes) + empties, gap, side) > inner.width:
        empties -= 1
    if not empties:
        side = _fitting(length, len(sizes), gap, largest, inner.width, SMALLEST)
    places = [*sizes, *[(1, 1)] * empties]
    longest = max((wide for wide, _ in places), default=1)
    side = max(1, min(side, int(inner.width / longest)))
    starts = _starts([wide * side for wide, _ in places], round(side * gap), inner.width)
    boxes = [
        Box(int(inner.x + start), int(inner.y + (inner.height - high * side) / 2), wide * side, high * side)
        for start, (wide, high) in zip(starts, places, strict=True)
    ]
    return PieceRow(tuple(boxes[: len(sizes)]), tuple(boxes[len(sizes) :]), side)


def _starts(lengths: list[int], gap: int, width: float) -> list[float]:
    """Where pieces begin: side by side in the middle, or overlapping like a hand of cards, with the last one fully
    visible."""
    total = sum(lengths) + gap * max(0, len(lengths) - 1)
    if total <= width:
        first = (width - total) / 2
        return [first + sum(lengths[:number]) + gap * number for number in range(len(lengths))]
    closer = (width - lengths[-1]) / max(1, sum(lengths[:-1]))
    return [min(sum(lengths[:number]) * closer, width - length) for number, length in enumerate(lengths)]


def _fitting(length: int, count: int, gap: float, largest: int, width: float, least: float) -> int:
    """The size of cells at which this many cells, in this many pieces, fit; at least a share of the largest size."""
    side = largest
    while side > max(1, int(largest * least)) and _length(length, count, gap, side) > width:
        side -= 1
    return side


def _length(length: int, count: int, gap: float, side: int) -> int:
    return length * side + max(0, count - 1) * round(side * gap)


@lru_cache(maxsize=256)
def tray_nodes(
    instance: str, label: str, box: Box, tray: Box, empty: tuple[Box, ...], theme: Theme, scale: float
) -> tuple[Node, ...]:
    """The tray with its label and its empty places."""
    paper = Paper(
        int(tray.width), int(tray.height), round(12 * scale), theme.rack, theme.rack_low, theme.rack_edge,
        max(1, round(scale)), round(6 * scale), lip=max(2, round(4 * scale)),
    )  # fmt: skip
    found = [node(f"zone:{instance}", paper, tray.x, tray.y, TRAY_Z)]
    if tray.y > box.y + 1:
        words = Box(box.x + 2 * scale, box.y, box.width - 4 * scale, tray.y - box.y - 3 * scale)
        style = Style(12 * scale, theme.ink_soft, bold=True)
        found += line_nodes(f"label:zone:{instance}", label.upper(), words, style, TRAY_Z)
    # On a rack that is as good as black a shadow would not be seen.
    shade, strength = (WHITE, 0.2) if luminance(theme.rack) < DARK else (BLACK, 0.16)
    for number, slot in enumerate(empty):
        inset = slot.inside(max(1, round(slot.width * 0.04)))
        skin = Wash(int(inset.width), int(inset.height), max(2, round(slot.width * 0.12)), shade, strength)
        found.append(node(f"slot:{instance}:{number}", skin, inset.x, inset.y, TRAY_Z + 1))
    return tuple(found)


def counter_nodes(instance: str, label: str, count: int, box: Box, theme: Theme, scale: float) -> tuple[Node, ...]:
    """The number of pieces in a zone: a pill with its label and the number."""
    x, y = round(box.x), round(box.y)
    height = min(int(box.bottom) - y, round(56 * scale))
    y += (int(box.bottom) - y - height) // 2
    pill = Box(x, y, int(box.right) - x, height)
    edge = max(1, round(scale))
    radius = min(height / 2, round(10 * scale))
    paper = Paper(int(pill.width), height, radius, theme.well, None, theme.well_edge, edge, 0, inset=True)
    inner = pill.inside(12 * scale, 0)
    number = Style(min(20 * scale, height * 0.5), theme.ink, bold=True)
    wide = number.width_of(str(count))
    right = Box(inner.right - wide, pill.y, wide, height)
    left = Box(inner.x, pill.y, max(0.0, inner.width - wide - 8 * scale), height)
    words = Style(min(12 * scale, height * 0.4), theme.ink_soft, bold=True)
    return (
        node(f"zone:{instance}", paper, pill.x, pill.y, TRAY_Z),
        *line_nodes(f"label:zone:{instance}", label.upper(), left, words, TRAY_Z + 1, smallest=9 * scale),
        *line_nodes(f"label:count:{instance}", str(count), right, number, TRAY_Z + 1, "right"),
    )


class _Drawing:
    """The pieces of one zone at one moment."""

    def __init__(
        self, zone: ZoneShown, presentation: Presentation, ui: Ui, row: PieceRow, theme: Theme, scale: float
    ) -> None:
        self.zone = zone
        self.presentation = presentation
        self.ui = ui
        self.row = row
        self.theme = theme
        self.scale = scale
        self.spots: dict[Spot, Box] = {
            piece.value: box for piece, box in zip(zone.pieces, row.boxes, strict=True) if piece.look.show
        }
        self.seen = _seen_parts(self.spots) if zone.cards else self.spots

    def nodes(self) -> list[Node]:
        """The pieces, and the signs on them."""
        found: list[Node] = []
        rise = round(self.row.side * RISEN)
        dragged = self.ui.dragged
        for piece, made in self._pieces():
            if dragged is not None and dragged.spot == piece.value:
                found += held_nodes(made, dragged, self.scale, size=piece.size)
            elif piece.value in self.presentation.chosen or self._touched(piece.value):
                found.append(replace(made, y=made.y - rise))
            else:
                found.append(made)
        inks = Inks.of(self.theme)
        return found + sign_nodes(self._place, self.presentation, self.ui, inks, self.scale, self._telling)

    def _pieces(self) -> list[tuple[PieceShown, Node]]:
        """The pieces in their places, with all their texts in letters of one size."""
        made = [
            (piece, drawn)
            for number, (piece, box) in enumerate(zip(self.zone.pieces, self.row.boxes, strict=True))
            if (drawn := piece_node(piece, box, self.theme, min(number, 48))) is not None
        ]
        sizes = {drawn.skin.face_size for _, drawn in made if _is_written_on(drawn.skin)}
        if len(sizes) < FEW:
            return made
        largest = min(sizes)
        return [
            (piece, replace(drawn, skin=replace(drawn.skin, largest=largest)))
            if _is_written_on(drawn.skin)
            else (piece, drawn)
            for piece, drawn in made
        ]

    def _place(self, spot: Spot) -> Place | None:
        box = self.seen.get(spot) if isinstance(spot, PieceValue) else None
        if box is None or not isinstance(spot, PieceValue):
            return None
        if self.zone.cards:
            box = box.inside(-round(min(box.width, box.height) * AROUND))
        if spot in self.presentation.chosen or self._touched(spot):
            box = Box(box.x, box.y - round(self.row.side * RISEN), box.width, box.height)
        return Place(f"{spot.kind}:{spot.number}", box, False, SIGN, True, self.theme.rack)

    def _touched(self, piece: PieceValue) -> bool:
        """Whether a card rises because the pointer is on it and it can be chosen."""
        pointed = self.zone.cards and self.ui.hovered == piece and self.ui.dragged is None
        return pointed and piece in self.presentation.targets

    def _telling(self, targets: list[Place]) -> list[Place]:
        """The spots that need a sign: none if every piece can be chosen."""
        return [] if len(targets) > FEW and len(targets) == len(self.spots) else targets


def _seen_parts(boxes: dict[Spot, Box]) -> dict[Spot, Box]:
    """The visible part of each card in a hand: what the next one leaves uncovered."""
    spots = list(boxes)
    found = {}
    for spot, after in zip_longest(spots, spots[1:]):
        box = boxes[spot]
        if after is not None:
            across, down = boxes[after].x - box.x, boxes[after].y - box.y
            wide = min(box.width, across) if across > 0 else box.width
            box = Box(box.x, box.y, wide, min(box.height, down) if down > 0 else box.height)
        found[spot] = box
    return found


def _is_written_on(skin: Skin) -> TypeGuard[Token]:
    return isinstance(skin, Token) and bool(skin.face) and not skin.back


def piece_node(piece: PieceShown, box: Box, theme: Theme, above: int) -> Node | None:
    """A piece in a zone."""
    width, height = int(box.width), int(box.height)
    skin: Skin | None
    if len(piece.faces) > 1 or piece.size != (1, 1):
        skin = spread(piece, _cells(piece.size, width, height), width, height, theme)
    else:
        share = 1.0 if piece.look.shape in ("tile", "square", "card", "back") else None
        skin = body(piece.look, width, height, theme, piece.faces[0], piece.corner, piece.hidden, share=share)
    if skin is None:
        return None
    across, down = skin.size
    x, y = box.middle
    margin = skin.margin
    left, top = int(x - (across - 2 * margin) / 2), int(y - (down - 2 * margin) / 2)
    return node(spot_key(piece.value), skin, left, top, PIECE + 2 + above)


def _cells(size: tuple[int, int], width: int, height: int) -> tuple[tuple[float, float, float, float], ...]:
    """The centre, width and height of each cell of a piece, row by row."""
    wide, high = width / size[0], height / size[1]
    return tuple(
        ((column + 0.5) * wide, (row + 0.5) * high, wide, high) for row in range(size[1]) for column in range(size[0])
    )
