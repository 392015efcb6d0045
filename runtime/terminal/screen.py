"""A whole position as lines: boards, what stands beside them, the key to the symbols and the status."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style
from rich.text import Text

from runtime.presentation.boards import board_title, board_titles
from runtime.presentation.panels import status
from runtime.presentation.shown import Shown
from runtime.terminal.cells import Cell, CellReader
from runtime.terminal.drawing import LABEL, Marks, drawn_board
from runtime.terminal.surroundings import surroundings

GAP = 3
STATUS = Style(bold=True)


def position(shown: Shown, marks: Marks, width: int = 80, plain: bool = False) -> list[Text]:
    """Everything that a player sees of a position."""
    boards, key = _boards(shown, marks, width - 2, plain)
    lines = _beside(boards, surroundings(shown), width - 2)
    if key:
        lines += [Text(line, LABEL) for line in wrap("   ".join(key), width - 2)]
    said = status(shown)
    if said and not shown.view.state.over:
        lines += [Text(line, STATUS) for line in wrap(said, width - 2)]
    return [Text("  ") + line if line.plain else line for line in lines]


def _boards(shown: Shown, marks: Marks, width: int, plain: bool) -> tuple[list[Text], list[str]]:
    """All boards, side by side where they fit, and the key to their symbols."""
    topology = shown.schema.topology
    blocks: list[list[Text]] = []
    meanings: dict[str, str] = {}
    for name, board in shown.schema.boards.items():
        reader = CellReader(shown, name)
        for instance in board.instances:
            cells = reader.cells(instance)
            meanings |= _meanings(cells)
            drawn = drawn_board(topology, instance, cells, marks, width, plain, board_titles(shown, name))
            title = board_title(shown, name, instance)
            blocks.append([Text(f"{title}:", LABEL), *drawn] if title else drawn)
    lines = blocks[0] if blocks else []
    for block in blocks[1:]:
        if _width(lines) + GAP + _width(block) <= width:
            lines = side_by_side(lines, block)
        else:
            lines = [*lines, *block]
    return lines, [f"{symbol} {meaning}" for symbol, meaning in meanings.items() if symbol != meaning]


def _meanings(cells: dict[int, Cell]) -> dict[str, str]:
    found = {cell.text: cell.meaning for cell in cells.values() if cell.meaning is not None and not cell.empty}
    return dict(sorted(found.items(), key=lambda item: (item[0].lower(), item[0])))


def _beside(boards: list[Text], rows: Sequence[tuple[str, str]], width: int) -> list[Text]:
    """The boards with labels and values to their right, or below where that is too wide."""
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
