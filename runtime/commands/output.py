"""Tables and colours on a terminal, plain text elsewhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO


def coloured(stream: TextIO) -> bool:
    """Whether the stream shows colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
    """Print a table; `numbers` are the columns that are set to the right."""
    if sys.stdout.isatty():
        _rich_table(headings, rows, numbers)
        return
    print("\n".join(plain_table(headings, rows, numbers)))


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
        table.add_column(heading, justify="right" if column in numbers else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def print_json(value: Any) -> None:
    """Print a value for other programs."""
    print(json_text(value))


def json_text(value: Any) -> str:
    """A value as JSON, in lines."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def write(text: str, path: Path) -> None:
    """Write a file, with the folders that it needs, and say so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"Wrote {path}.")
