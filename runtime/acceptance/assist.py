"""What help a player has left: `assist.undo_left`, `assist.hints_left`, `assist.lives_left`."""

from __future__ import annotations

from interpreter.expressions import NOTHING, NUMBER, Record
from interpreter.program import Program
from runtime.limits import limits_of


def assist_type(program: Program) -> Record:
    """The type of `assist`, of which `Session.left` is the value: a number where there is a limit, none elsewhere."""
    limits = limits_of(program)
    kinds = (("undo", limits.undo), ("hints", limits.hints), ("lives", limits.lives))
    return Record(tuple((f"{kind}_left", NOTHING if limit is None else NUMBER) for kind, limit in kinds))
