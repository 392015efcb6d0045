"""When a piece may be taken, asked while pieces are taken and put back in thought."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.steps.base import StepChecker
from interpreter.steps.placing import columns_of


def emit_removable(lowering: Lowering, kind: str, piece: str, removable: terms.Term) -> str:
    """Write a function of which piece stands on each site, and of a piece: whether it may be taken. Gives its name."""
    code = lowering.code
    name, at = code.fresh("q"), lowering.column(f"at.{kind}")
    kept = lowering.settled, lowering.fused, lowering.peeled, lowering.searches, lowering.leave_empty
    # What is known about the position as it stands does not hold in thought.
    lowering.settled, lowering.fused, lowering.peeled, lowering.searches, lowering.leave_empty = {}, {}, {}, {}, False
    with code.block(f"def {name}({at}, {piece}):"):
        code.line(f"return {lowering.condition(removable)}")
    lowering.settled, lowering.fused, lowering.peeled, lowering.searches, lowering.leave_empty = kept
    return name


def refuse_faces(steps: StepChecker, kind: str, removable: terms.Term) -> None:
    """Report a condition that reads what a piece shows: that is dealt only after it is known when pieces may go."""
    places = {f"{kind}.site", f"{kind}.zone"}
    for part in terms.walk(removable):
        if isinstance(part, terms.ColumnItem) and part.column in columns_of(steps.schema, kind) - places:
            name = part.column.split(".")[1]
            message = f"‘{name}’ is dealt only after it is known when pieces may go."
            steps.error("dealt-later", part.node.span, message, "Let removable ask where pieces lie.")
            return
