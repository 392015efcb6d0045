"""Where things are on the table: boards, zones, the side panel and the status bar.

All of it is computed in whole pixels from a few sizes, and cached: the places change only when the window or the kinds
of things on the table do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from typing import Literal, NamedTuple

from renderer.nodes import Box
from renderer.scene.placement import LEAST_EXACT
from renderer.skins.theme import Size

SMALLEST_WINDOW = (800, 600)
"""Everything fits into a window of so many design units; in a smaller one the unit shrinks."""
USUAL_WINDOW = (1280, 800)
"""In a larger window than this the unit grows, but more slowly than the window."""
LEAST_UNIT = 0.1
"""However small a desktop makes a window, rows and lines keep a height."""
GROWTH, MOST_GROWTH = 0.85, 1.9

MARGIN, GAP = 18, 16
STATUS_HEIGHT = 38
TITLE_HEIGHT = 30
SIDE_NARROWEST, SIDE_WIDEST = 252, 460
TABLE_NARROWEST = 270
"""Below narrower boards the status bar would have no room for a sentence."""
LARGEST_CELL = 240
LEAST_MORE, MOST_MORE = 1.25, 2.0
"""Where others leave it room, a board has so much larger cells than they; with less than the least it has the same."""
HOLE = 0.8
"""What cells count whose boards do not fill the rows in which they stand."""
ZONE_SMALLEST, ZONE_LARGEST, ZONE_CARD = 38, 64, 84
"""The size of a piece in a zone, and the largest width of a card."""
ZONE_LABEL, ZONE_PADDING = 22, 10

Side = Literal["above", "below", "left", "right"]


class ZoneShape(NamedTuple):
    """What the layout needs to know about a zone: where it wants to be, and how many pieces side by side it has room
    for; `aspect` is their height relative to their width."""

    instance: str
    at: Side
    cells: float
    labelled: bool
    aspect: float = 1.0

    @property
    def largest(self) -> float:
        """The maximum width of a piece, in design units."""
        return ZONE_LARGEST if self.aspect == 1.0 else ZONE_CARD


class TableShape(NamedTuple):
    """What the layout needs to know about a table. `boards` are their widths and heights in cells.

    `side_height` is how many pixels the side panel needs below the boards, in a window that is too narrow to have it
    beside them.
    """

    boards: tuple[tuple[float, float], ...]
    zones: tuple[ZoneShape, ...]
    titled: bool
    side_height: int
    largest: float = LARGEST_CELL
    """The largest that a cell may be, in design units."""
    rows: tuple[tuple[int, ...], ...] = ()
    """Which boards stand in each row, by their numbers; empty: those that leave the largest cells."""


class TableLayout(NamedTuple):
    """Where everything is. `titles` is empty if no board has one."""

    boards: tuple[Box, ...]
    titles: tuple[Box, ...]
    zones: tuple[tuple[str, Box], ...]
    side: Box
    beside: bool
    status: Box
    cell: float
    table: Box


def unit_of(size: Size) -> float:
    """The number of pixels in a design unit: the scale of the screen, less in a tiny window, more in a huge one. Larger
    texts need larger buttons, rows and panels: everything except the boards, which get the room that is left."""
    fits = max(LEAST_UNIT, min(size.width / SMALLEST_WINDOW[0], size.height / SMALLEST_WINDOW[1]))
    roomy = min(size.width / USUAL_WINDOW[0], size.height / USUAL_WINDOW[1]) / size.scale
    return size.text * min(fits, size.scale * min(MOST_GROWTH, max(1.0, float(roomy**GROWTH))))


def whole(box: Box) -> Box:
    """A box with its edges on whole pixels."""
    x, y, width, height = box
    left, top = round(x), round(y)
    return Box(left, top, max(0, round(x + width) - left), max(0, round(y + height) - top))


def columns_of(box: Box, count: int, gap: float) -> list[Box]:
    """A box divided into columns of equal width."""
    width = (box.width - gap * (count - 1)) / count
    return [whole(Box(box.x + number * (width + gap), box.y, width, box.height)) for number in range(count)]


def balanced(count: int, columns: int) -> list[int]:
    """The number of things in each row, chosen so that no row has many fewer than another."""
    rows = ceil(count / max(1, columns))
    return [count // rows + (row < count % rows) for row in range(rows)]


def grid_of(box: Box, count: int, columns: int, height: float, gap: float) -> list[Box]:
    """Boxes in rows of up to this many columns, from the top of a box; every row is filled."""
    return rows_of(box, balanced(count, columns), height, gap)


def rows_of(box: Box, counts: Sequence[int], height: float, gap: float) -> list[Box]:
    """Boxes in rows of given lengths, from the top of a box; every row is filled."""
    boxes: list[Box] = []
    for row, across in enumerate(counts):
        boxes += columns_of(Box(box.x, box.y + row * (height + gap), box.width, height), across, gap)
    return boxes


def keys_of(box: Box, count: int, columns: int, height: float, gap: float) -> list[Box]:
    """Boxes of equal size in rows of this many columns, the last row being shorter: like keys of a keyboard."""
    boxes: list[Box] = []
    for row in range(ceil(count / columns)):
        boxes += columns_of(Box(box.x, box.y + row * (height + gap), box.width, height), columns, gap)
    return boxes[:count]


@lru_cache(maxsize=256)
def table_layout(shape: TableShape, window: Box, unit: float) -> TableLayout:
    """The table in a window: the side panel on the right, or below if that leaves clearly larger boards."""
    beside = _beside(shape, window, unit)
    below = _below(shape, window, unit)
    wide = window.width > window.height * 1.05
    return beside if beside.cell * (1.3 if wide else 1.0) >= below.cell else below


def _beside(shape: TableShape, window: Box, unit: float) -> TableLayout:
    space, gap = window.inside(MARGIN * unit), GAP * unit
    room = Box(0, 0, space.width - gap - SIDE_NARROWEST * unit, space.height - _bar(unit))
    block = _best_block(shape, room, unit)
    width = min(max(block.width, TABLE_NARROWEST * unit), room.width)
    side_width = min(SIDE_WIDEST * unit, space.width - gap - width)
    table = Box(space.x, space.y, space.width - gap - side_width, space.height)
    side = whole(Box(table.right + gap, space.y, side_width, space.height))
    return _placed(block, table, side, True, unit)


def _below(shape: TableShape, window: Box, unit: float) -> TableLayout:
    space, gap = window.inside(MARGIN * unit), GAP * unit
    side_height = min(shape.side_height, space.height * 0.5)
    table = Box(space.x, space.y, space.width, space.height - gap - side_height)
    block = _best_block(shape, Box(0, 0, table.width, table.height - _bar(unit)), unit)
    side = whole(Box(space.x, table.bottom + gap, space.width, side_height))
    return _placed(block, table, side, False, unit)


def _bar(unit: float) -> float:
    """The room that the status bar takes from the table."""
    return (STATUS_HEIGHT + GAP * 0.6) * unit


# Boards and zones


class _Block(NamedTuple):
    """Boards with the zones around them, as large as possible: the cell, the columns of boards, the total size.

    `shape` has the sizes of the boards in that cell, even of those that have larger ones."""

    shape: TableShape
    cell: float
    columns: int
    width: float
    height: float


def _best_block(shape: TableShape, room: Box, unit: float) -> _Block:
    """The given arrangement of the boards, or the one with the largest cells. One with a hole in it must be worth
    it."""
    if shape.rows:
        return _block(shape, room, unit, len(shape.boards))
    blocks = [_block(shape, room, unit, columns) for columns in range(1, max(1, len(shape.boards)) + 1)]
    return max(blocks, key=lambda block: block.cell * (HOLE if len(shape.boards) % block.columns else 1.0))


def _block(shape: TableShape, room: Box, unit: float, columns: int) -> _Block:
    def fits(cell: float) -> bool:
        width, height = _extent(shape, columns, cell, unit)
        return width <= room.width and height <= room.height

    cell = _largest(fits, shape.largest * unit)
    width, height = _extent(shape, columns, cell, unit)
    if max(width / room.width, height / room.height) < LEAST_EXACT:
        # Cells of the size that the spec gives would look lost: how far they grow is for the boards to say.
        cell = _largest(fits, LARGEST_CELL * unit)
    shape = _roomy(shape, columns, cell, room, unit)
    width, height = _extent(shape, columns, cell, unit)
    rows = max(sum(_zone_widths(shape, at, unit)) for at in ("above", "below"))
    return _Block(shape, cell, columns, max(width, min(rows, room.width)), height)


def _roomy(shape: TableShape, columns: int, cell: float, room: Box, unit: float) -> TableShape:
    """The boards enlarged into the room that the largest of them leave: a few dice beside a long list need not be as
    small as its lines. Boards of equal size stay equal."""
    most = min(MOST_MORE, shape.largest * unit / cell)
    for size in dict.fromkeys(shape.boards):

        def enlarged(share: float, size: tuple[float, float] = size, shape: TableShape = shape) -> TableShape:
            larger = (size[0] * share, size[1] * share)
            return shape._replace(boards=tuple(larger if each == size else each for each in shape.boards))

        def fits(share: float, enlarged: Callable[[float], TableShape] = enlarged) -> bool:
            width, height = _extent(enlarged(share), columns, cell, unit)
            return width <= room.width and height <= room.height

        share = _largest(fits, most)
        if share >= LEAST_MORE:
            shape = enlarged(share)
    return shape


def _largest(fits: Callable[[float], bool], most: float) -> float:
    """The largest number up to `most` that fits, given that anything smaller than a fitting number fits too."""
    if fits(most):
        return most
    low, high = 1.0, most
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _extent(shape: TableShape, columns: int, cell: float, unit: float) -> tuple[float, float]:
    boards = _boards_extent(shape, columns, cell, unit)
    sides = _strips(shape, cell, unit)
    return boards[0] + sides["left"] + sides["right"], boards[1] + sides["above"] + sides["below"]


def _boards_extent(shape: TableShape, columns: int, cell: float, unit: float) -> tuple[float, float]:
    gap, title = GAP * unit, TITLE_HEIGHT * unit if shape.titled else 0.0
    rows = _rows(shape, columns)
    return (
        max((row.width(cell, gap) for row in rows), default=0.0),
        sum(row.height * cell + title for row in rows) + gap * max(0, len(rows) - 1),
    )


class _Row(NamedTuple):
    """Boards side by side: their numbers, the width of each place and the height of all, in cells."""

    boards: tuple[int, ...]
    widths: tuple[float, ...]
    height: float

    def width(self, cell: float, gap: float) -> float:
        """Their total width."""
        return sum(self.widths) * cell + gap * (len(self.widths) - 1)


def _rows(shape: TableShape, columns: int) -> list[_Row]:
    """The rows of boards: as given, or in columns."""
    numbers = range(len(shape.boards))
    rows = shape.rows or [tuple(numbers[start : start + columns]) for start in range(0, len(numbers), columns)]
    found = []
    for row in rows:
        columns_wide = [max(board[0] for board in shape.boards[column::columns]) for column in range(len(row))]
        own = [shape.boards[number][0] for number in row]
        height = max(shape.boards[number][1] for number in row)
        found.append(_Row(row, tuple(own if shape.rows else columns_wide), height))
    return found


def zone_cell(cell: float, unit: float, largest: float = ZONE_LARGEST) -> float:
    """The size of a piece in a zone, given the size of one on the board."""
    return min(max(cell * 0.8, ZONE_SMALLEST * unit), largest * unit)


def _strips(shape: TableShape, cell: float, unit: float) -> dict[str, float]:
    """The thickness of the strip of zones on each side of the boards, including the gap beside it."""
    strips = dict.fromkeys(("above", "below", "left", "right"), 0.0)
    for zone in shape.zones:
        label = ZONE_LABEL * unit if zone.labelled else 0.0
        piece = zone_cell(cell, unit, zone.largest)
        thick = piece * zone.aspect + 2 * ZONE_PADDING * unit + label
        if zone.at in ("left", "right"):
            thick = max(piece + 2 * ZONE_PADDING * unit, 96 * unit)
        strips[zone.at] = max(strips[zone.at], thick + GAP * unit)
    return strips


def _placed(block: _Block, table: Box, side: Box, beside: bool, unit: float) -> TableLayout:
    """Everything in the middle of the table, and the status bar below it."""
    gap, status_height = GAP * unit, STATUS_HEIGHT * unit
    shape, strips = block.shape, _strips(block.shape, block.cell, unit)
    space = Box(table.x, table.y, table.width, table.height - _bar(unit))
    width, height = _boards_extent(shape, block.columns, block.cell, unit)
    # A row of zones may be wider than the boards: these are in its middle.
    left = space.x + (space.width - strips["left"] - width - strips["right"]) / 2 + strips["left"]
    top = space.y + (space.height - block.height) / 2 + strips["above"]
    middle = Box(left, top, width, height)
    boards, titles = _boards(block, middle, unit)
    zones = [
        *_row_of_zones(
            shape, "above", Box(space.x, top - strips["above"], space.width, strips["above"] - gap), middle, unit
        ),
        *_column_of_zones(shape, "left", Box(left - strips["left"], top, strips["left"] - gap, height), gap),
        *_column_of_zones(shape, "right", Box(middle.right + gap, top, strips["right"] - gap, height), gap),
        *_row_of_zones(
            shape, "below", Box(space.x, middle.bottom + gap, space.width, strips["below"] - gap), middle, unit
        ),
    ]
    status = whole(Box(table.x, table.bottom - status_height, table.width, status_height))
    return TableLayout(boards, titles, tuple(zones), side, beside, status, block.cell, whole(table))


def _boards(block: _Block, middle: Box, unit: float) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    shape = block.shape
    gap, title = GAP * unit, TITLE_HEIGHT * unit if shape.titled else 0.0
    boards: dict[int, Box] = {}
    titles: dict[int, Box] = {}
    y = middle.y
    for row in _rows(shape, block.columns):
        # Rows that are given stand in the middle, columns one below the other.
        x = middle.x + ((middle.width - row.width(block.cell, gap)) / 2 if shape.rows else 0.0)
        for number, wide in zip(row.boards, row.widths, strict=True):
            across, down = shape.boards[number]
            own = Box(
                x + (wide - across) * block.cell / 2,
                y + title + (row.height - down) * block.cell / 2,
                across * block.cell,
                down * block.cell,
            )
            boards[number] = whole(own)
            if title:
                titles[number] = whole(Box(x, own.y - title, wide * block.cell, title))
            x += wide * block.cell + gap
        y += row.height * block.cell + title + gap
    return tuple(boards[number] for number in sorted(boards)), tuple(titles[number] for number in sorted(titles))


def _row_of_zones(shape: TableShape, at: Side, strip: Box, middle: Box, unit: float) -> list[tuple[str, Box]]:
    """Zones side by side above or below the boards: as wide as their pieces need, centred on the boards."""
    zones = [zone for zone in shape.zones if zone.at == at]
    if not zones:
        return []
    gap = GAP * unit
    wanted = _zone_widths(shape, at, unit)
    room = strip.width - gap * (len(zones) - 1)
    share = min(1.0, room / sum(wanted))
    total = sum(wanted) * share + gap * (len(zones) - 1)
    x = min(max(middle.middle[0] - total / 2, strip.x), strip.right - total)
    placed = []
    for zone, width in zip(zones, wanted, strict=True):
        placed.append((zone.instance, whole(Box(x, strip.y, width * share, strip.height))))
        x += width * share + gap
    return placed


def _zone_widths(shape: TableShape, at: str, unit: float) -> list[float]:
    """The preferred widths of the zones above or below the boards, without the gaps between them."""
    zones = [zone for zone in shape.zones if zone.at == at]
    return [max(zone.cells * zone.largest * 1.06 + 2 * ZONE_PADDING, 132) * unit for zone in zones]


def _column_of_zones(shape: TableShape, at: Side, strip: Box, gap: float) -> list[tuple[str, Box]]:
    """Zones one below another, to the left or right of the boards."""
    zones = [zone for zone in shape.zones if zone.at == at]
    height = (strip.height - gap * (len(zones) - 1)) / max(1, len(zones))
    return [
        (zone.instance, whole(Box(strip.x, strip.y + number * (height + gap), strip.width, height)))
        for number, zone in enumerate(zones)
    ]
