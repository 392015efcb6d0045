"""Rows of figures and how they are printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class NotMeasured(Exception):
    """A section cannot run here; the text says why."""


@dataclass(frozen=True, slots=True)
class Row:
    """Something measured: figures by column title. None stands for a figure that could not be taken."""

    name: str
    figures: Mapping[str, float | None] = field(default_factory=dict)
    note: str = ""


def figure(value: float | None) -> str:
    """About three significant digits, with separators for thousands: 1,234,567 · 12.3 · 0.93 · 0.021 · 0.0025."""
    if value is None:
        return "–"
    steps = {100: 0, 10: 1, 0.1: 2, 0.01: 3}
    digits = next((digits for least, digits in steps.items() if abs(value) >= least), 4 if value else 2)
    return f"{value:,.{digits}f}"


def table(title: str, rows: Sequence[Row]) -> str:
    """The rows under a title, columns in the order in which they first occur, notes below."""
    titles = list(dict.fromkeys(column for row in rows for column in row.figures))
    lines = [[title, *titles]]
    lines += [[row.name, *(figure(row.figures.get(column)) for column in titles)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    printed = [
        name.ljust(widths[0])
        + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        for name, *cells in lines
    ]
    notes = dict.fromkeys(row.note for row in rows if row.note)
    return "\n".join([printed[0], "-" * len(printed[0]), *printed[1:], *notes])
