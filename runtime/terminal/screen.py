"""A whole position as lines: boards, zones, panels, the key to the symbols and the status."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rich.style import Style
from rich.text import Text

from interpreter.drawing import symbol_in_parts
from runtime.show.board_text import SymbolReader, value_text
from runtime.show.boards import board_reader, board_title, board_titles
from runtime.show.panels import panels, status
from runtime.show.pieces import zones_shown
from runtime.show.shown import Shown
from runtime.show.values import NO_TITLES, PieceShown, ZoneShown, rows_of_boards
from runtime.terminal.drawing import (
    CARDS,
    LABEL,
    UNSEEN,
    UPRIGHT,
    Cell,
    CellReader,
    Marks,
    card_text,
    drawn_board,
    lettered,
    written_on,
)

NOTHING = "–"
PILES, FROM_BELOW = "Piles", "from the bottom to the top"
GAP = 3
STATUS = Style(bold=True)


def surroundings(shown: Shown) -> list[tuple[str, str]]:
    """Piles, zones and panels in the order of the spec; those that the viewer may not see are counted, not shown."""
    zones = [(zone.label, _content(shown, zone)) for zone in zones_shown(shown)]
    return [*_piles(shown), *zones, *((panel.label, panel.value) for panel in panels(shown))]


def _piles(shown: Shown) -> list[tuple[str, str]]:
    """The piles, the lowest piece first, in the symbols of the boards; without those that fan out down or up, which the
    board shows completely, and those with nothing visible."""
    found = []
    for name, board in shown.schema.boards.items():
        if board.pile == 1:
            continue
        boards = board_reader(shown, name).shown(shown)
        symbols = SymbolReader(shown.program, shown.view.data, name)
        told = {each.site for drawn in boards for each in drawn.sites if each.fan in UPRIGHT}
        pieces = (piece for each in boards for piece in each.pieces if piece.sites[0] not in told)
        for site, pile in groupby(pieces, key=lambda piece: piece.sites[0]):
            texts = [UNSEEN if piece.hidden else _symbol(shown, symbols, piece) for piece in pile]
            if len(texts) > 1 and set(texts) != {UNSEEN}:
                found.append((shown.schema.topology.names[site], _in_a_row(texts)))
    return [(PILES, FROM_BELOW), *found] if found else []


def _symbol(shown: Shown, symbols: SymbolReader, piece: PieceShown) -> str:
    return card_text(shown, piece) if piece.look.shape in CARDS else written_on(piece) or symbols.piece(piece.value)


def _in_a_row(texts: Sequence[str]) -> str:
    """The pieces of a pile as specs write them: `w*3 b`."""
    runs = ((text, len(list(same))) for text, same in groupby(texts))
    return " ".join(text if count == 1 else f"{text}*{count}" for text, count in runs)


def _content(shown: Shown, zone: ZoneShown) -> str:
    if zone.as_ == "counter" or (zone.pieces and all(piece.hidden for piece in zone.pieces)):
        return str(zone.count)
    return " ".join(_piece_text(shown, piece) for piece in zone.pieces) or NOTHING


def _piece_text(shown: Shown, piece: PieceShown) -> str:
    """A piece in a zone, as actions name it: its symbol in parts, its face, or its first property."""
    properties = shown.schema.kinds[piece.kind].properties

    def read(name: str) -> Any:
        return shown.world.read(properties[name].column, piece.value)

    in_parts = symbol_in_parts(shown.program.legends, piece.kind, read)
    if in_parts is not None:
        return in_parts
    if piece.look.shape in CARDS:
        return card_text(shown, piece)
    if shown.plan.piece(piece.kind).face is not None:
        return "".join(piece.faces) or UNSEEN
    prop = next(iter(properties.values()), None)
    if prop is None:
        return piece.kind
    value = read(prop.name)
    return UNSEEN if value is None else value_text(value, prop.type)


def position(shown: Shown, marks: Marks, width: int = 80, plain: bool = False, turned: bool = False) -> list[Text]:
    """Everything that a player sees of a position; `turned`: boards are seen from the opposite side."""
    boards, key = _boards(shown, marks, width - 2, plain, turned)
    lines = _beside(boards, surroundings(shown), width - 2)
    if key:
        lines += [Text(line, LABEL) for line in wrap("   ".join(key), width - 2)]
    said = status(shown)
    if said and not shown.view.state.over:
        lines += [Text(line, STATUS) for line in wrap(said, width - 2)]
    return [Text("  ") + line if line.plain else line for line in lines]


def _boards(shown: Shown, marks: Marks, width: int, plain: bool, turned: bool) -> tuple[list[Text], list[str]]:
    """All boards, placed by the spec or side by side if they fit, and the key to their symbols."""
    topology = shown.schema.topology
    blocks: list[list[Text]] = []
    sides: list[str] = []
    meanings: dict[str, str] = {}
    for name, board in shown.schema.boards.items():
        if board.of:
            continue
        readers = [CellReader(shown, each.name) for each in (board, *shown.schema.borders(name))]
        for number, instance in enumerate(board.instances):
            cells: dict[int, Cell] = {}
            for reader in readers:
                own = reader.cells(reader.board.instances[number])
                # Bars and posts of one kind are drawn without their letter.
                meanings |= _meanings(own) if not reader.board.of or lettered(own.values()) else {}
                cells |= own
            titles = board_titles(shown, name)
            round_ = turned and titles == NO_TITLES
            drawn = drawn_board(topology, instance, cells, marks, width, plain, titles, round_)
            title = board_title(shown, name, instance)
            blocks.append([Text(f"{title}:", LABEL), *drawn] if title else drawn)
            sides.append(board_reader(shown, name).style.at)
    rows = rows_of_boards(sides) or (tuple(range(len(blocks))),)
    lines = [line for row in rows for line in _in_a_line([blocks[number] for number in row], width)]
    return lines, [f"{symbol} {meaning}" for symbol, meaning in meanings.items() if symbol != meaning]


def _in_a_line(blocks: list[list[Text]], width: int) -> list[Text]:
    """Boards side by side as far as they fit, and below one another if they do not."""
    lines = blocks[0] if blocks else []
    for block in blocks[1:]:
        fits = _width(lines) + GAP + _width(block) <= width
        lines = side_by_side(lines, block) if fits else [*lines, *block]
    return lines


def _meanings(cells: dict[int, Cell]) -> dict[str, str]:
    found = {cell.text: cell.meaning for cell in cells.values() if cell.meaning is not None and not cell.empty}
    return dict(sorted(found.items(), key=lambda item: (item[0].lower(), item[0])))


def _beside(boards: list[Text], rows: Sequence[tuple[str, str]], width: int) -> list[Text]:
    """The boards with labels and values to their right, or below if that is too wide."""
    if not rows:
        return boards
    widest = max(len(label) for label, _ in rows)
    aligned = [Text.assemble((f"{label:<{widest}}  ", LABEL), value) for label, value in rows]
    if _width(boards) + GAP + _width(aligned) <= width:
        return side_by_side(boards, [Text(), *aligned])
    below = "   ".join(f"{label}: {value}" for label, value in rows)
    return [*boards, *(Text(line) for line in wrap(below, width))]


def side_by_side(left: Sequence[Text], right: Sequence[Text]) -> list[Text]:
    """Two blocks of lines next to each other."""
    across = _width(left) + GAP
    lines = []
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        if number < len(right) and right[number].plain:
            line = line + Text(" " * (across - len(line.plain))) + right[number]
        lines.append(line)
    return lines


def _width(lines: Sequence[Text]) -> int:
    return max((len(line.plain) for line in lines), default=0)
