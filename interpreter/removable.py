"""Generated code that says whether a piece may be taken while pieces are taken and put back in thought."""

from __future__ import annotations

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering


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
