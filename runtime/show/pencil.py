"""Pencil marks as they are shown."""

from __future__ import annotations

from textwrap import wrap

from runtime.session.pencil import Pencil
from runtime.show.values import PencilShown


def pencil_shown(pencil: Pencil, player: int) -> PencilShown | None:
    """The pencil marks that a player sees; None in games without any."""
    plan = pencil.plan
    if plan is None:
        return None
    marks = {cell: tuple(value in marked for value in plan.values) for cell, marked in pencil.marks(player).items()}
    return PencilShown(plan.texts, marks)


def marks_told(pencil: Pencil, player: int, cell: int) -> str:
    """The marks of one cell, in words: `e5: 1 2.`"""
    plan, there = pencil.plan, pencil.marks(player).get(cell, frozenset())
    assert plan is not None
    texts = [text for value, text in zip(plan.values, plan.texts, strict=True) if value in there]
    return f"{pencil.session.state.program.schema.topology.names[cell]}: {' '.join(texts) or 'no marks'}."


def pencil_lines(pencil: Pencil, player: int, width: int) -> list[str]:
    """The pencil marks that a player sees, in words: `Pencil marks: e5 1 2 · f5 2 7`."""
    shown = pencil_shown(pencil, player)
    if shown is None or not shown.marks:
        return []
    names = pencil.session.state.program.schema.topology.names
    cells = (
        " ".join([names[cell], *(text for text, there in zip(shown.texts, marks, strict=True) if there)])
        for cell, marks in shown.marks.items()
    )
    # What belongs to one cell stays in one line.
    text = "\N{NO-BREAK SPACE}· ".join(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in cells)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(f"Pencil marks: {text}", width)]
