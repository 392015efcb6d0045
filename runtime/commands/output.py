"""Tables and colours on a terminal, plain text elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO


def coloured(stream: TextIO) -> bool:
    """Whether the stream shows colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), least: int | None = None
) -> None:
    """Print a table; `numbers` are the columns that are set to the right.

    Where a terminal is too narrow, columns are left out from the right, but for the first `least`.
    """
    if sys.stdout.isatty():
        count = fitting(headings, rows, shutil.get_terminal_size().columns, least or len(headings))
        _rich_table(headings[:count], [row[:count] for row in rows], numbers)
        return
    print("\n".join(plain_table(headings, rows, numbers)))


def fitting(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int, least: int) -> int:
    """How many columns of a table there is room for; `least` at least, which must wrap if need be."""
    widths = [max(len(line[column]) for line in [headings, *rows]) for column in range(len(headings))]
    counts = range(len(headings), least, -1)
    # Rich keeps a blank on each side of a cell and at both ends.
    return next((count for count in counts if sum(widths[:count]) + 3 * count + 1 <= width), least)


def plain_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()
) -> list[str]:
    """The lines of a table in columns parted by blanks."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    return [
        "  ".join(
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _rich_table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for column, heading in enumerate(headings):
        # A name that is cut short cannot be typed.
        table.add_column(heading, justify="right" if column in numbers else "left", no_wrap=column == 0)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def print_json(value: Any) -> None:
    """Print a value for other programs."""
    print(json_text(value))


def json_text(value: Any) -> str:
    """A value as JSON, in lines."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def write(text: str, path: Path, quiet: bool = False) -> None:
    """Write a file, with the folders that it needs, and say so unless something else is printed for a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    if not quiet:
        print(f"Wrote {path}.")
