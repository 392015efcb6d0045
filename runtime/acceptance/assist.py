"""What help a player has left: `assist.undo_left`, `assist.hints_left`, `assist.lives_left`."""

from __future__ import annotations

from interpreter.expr.types import NOTHING, NUMBER, Record, Type
from interpreter.rules.program import Program
from runtime.limits import limit_value

KINDS = ("undo", "hints", "lives")


def assist_limits(program: Program) -> tuple[int | None, ...]:
    """How often each kind of help may be used; None is any number of times."""
    assist = program.spec.assist
    sections = () if assist is None else (assist.undo, assist.hints, assist.lives)
    return tuple(limit_value(program, section.limit if section is not None else None) for section in sections) or (
        None,
        None,
        None,
    )


def assist_type(program: Program) -> Record:
    """The type of `assist`: a number where there is a limit, none where there is not."""
    fields: list[tuple[str, Type]] = []
    for kind, limit in zip(KINDS, assist_limits(program), strict=True):
        fields.append((f"{kind}_left", NOTHING if limit is None else NUMBER))
    return Record(tuple(fields))


def assist_value(program: Program, undone: int) -> tuple[int | None, ...]:
    """The value of `assist` after so many undos."""
    undos, hints, lives = assist_limits(program)
    return (None if undos is None else undos - undone, hints, lives)
