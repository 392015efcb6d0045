"""What help a player has left: `assist.undo_left`, `assist.hints_left`, `assist.lives_left`."""

from __future__ import annotations

from interpreter.expr.types import NOTHING, NUMBER, Record, Type
from interpreter.rules.program import Program
from runtime.limits import limits_of
from runtime.presentation.values import Left
from runtime.session import Used

KINDS = ("undo", "hints", "lives")


def assist_limits(program: Program) -> Left:
    """How often each kind of help may be used; None is any number of times."""
    limits = limits_of(program)
    return limits.undo, limits.hints, limits.lives


def assist_type(program: Program) -> Record:
    """The type of `assist`: a number where there is a limit, none where there is not."""
    fields: list[tuple[str, Type]] = []
    for kind, limit in zip(KINDS, assist_limits(program), strict=True):
        fields.append((f"{kind}_left", NOTHING if limit is None else NUMBER))
    return Record(tuple(fields))


def assist_value(program: Program, used: Used) -> Left:
    """The value of `assist` after so much help."""
    undos, hints, lives = assist_limits(program)
    return (
        None if undos is None else undos - used.undos,
        None if hints is None else hints - used.hints,
        None if lives is None else lives - used.lives,
    )
