"""What a deal may ask about taking pieces: where they lie, never what they show."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.steps.base import StepChecker
from interpreter.steps.placing import columns_of


def refuse_faces(steps: StepChecker, kind: str, removable: terms.Term) -> None:
    """Report a condition that reads what a piece shows: that is dealt only after it is known when pieces may go."""
    places = {f"{kind}.site", f"{kind}.zone"}
    for part in terms.walk(removable):
        if isinstance(part, terms.ColumnItem) and part.column in columns_of(steps.schema, kind) - places:
            name = part.column.split(".")[1]
            message = f"‘{name}’ is dealt only after it is known when pieces may go."
            steps.error("dealt-later", part.node.span, message, "Let removable ask where pieces lie.")
            return
