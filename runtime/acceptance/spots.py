"""Sites and pieces by the names that a test calls them."""

from __future__ import annotations

from interpreter.expr.types import Piece
from interpreter.position import PieceValue
from interpreter.rules.notation import Notation
from interpreter.state import State
from runtime.draft import Spot


def spot_name(state: State, spot: Spot) -> str:
    """A site by its name, a piece by where it stands or by its symbol."""
    if isinstance(spot, PieceValue):
        return Notation(state.program).value_text(state.data, spot.number, Piece(spot.kind))
    return str(state.program.schema.topology.names[spot])
