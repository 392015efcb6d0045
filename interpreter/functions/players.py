"""Functions over players and directions."""

from __future__ import annotations

from typing import Any

from interpreter.boards import leaps as leaps_of
from interpreter.boards import opposite as way_back
from interpreter.boards import turned as turn
from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.types import Listing
from interpreter.expr.walks import spot_of
from interpreter.registry import function

GROUP = "players"


def _facing(lowering: Lowering, call: terms.FunctionCall) -> str:
    return (
        f"{lowering.constant((0, *lowering.schema.facings), 'facing')}[{lowering.value(call.arguments[0])}]"
    )


@function("facing(player) -> direction", group=GROUP, needs="facing", fixed=True, emit=_facing)
def facing(world: Any, player: int) -> int:
    """The direction a player looks in."""
    return int(world.schema.facings[player - 1])


def _turned(lowering: Lowering, call: terms.FunctionCall) -> str:
    what, player = call.arguments
    facings = (0, *lowering.schema.facings)
    listed = isinstance(what.type, Listing)
    known = _known(what)
    if known is not None:
        table = tuple(_turn(known, direction) if direction else known for direction in facings)
        return f"{lowering.constant(table, 'turned')}[{lowering.value(player)}]"
    name = "turned_all" if listed else "turned"
    return f"{name}({lowering.value(what)}, {lowering.constant(facings, 'facing')}[{lowering.value(player)}])"


def _known(term: terms.Term) -> Any:
    if isinstance(term, terms.Constant):
        return term.value
    if isinstance(term, terms.Listed) and all(isinstance(item, terms.Constant) for item in term.items):
        return tuple(item.value for item in term.items if isinstance(item, terms.Constant) and item.value is not None)
    return None


def _turn(what: Any, direction: int) -> Any:
    return (
        tuple(turn(each, direction) for each in what)
        if isinstance(what, tuple | list)
        else turn(what, direction)
    )


@function(
    "turned(direction, player) -> direction",
    "turned(list direction, player) -> list direction",
    group=GROUP, needs="facing",
    fixed=True,
    emit=_turned,
)
def turned(world: Any, what: Any, player: int) -> Any:
    """The directions as if north were where that player faces."""
    result = _turn(what, world.schema.facings[player - 1])
    return list(result) if isinstance(what, list | tuple) else result


@function("opposite(direction) -> direction", group=GROUP, fixed=True)
def opposite(direction: int) -> int:
    """The direction that leads back."""
    return way_back(direction)


def _row(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology = lowering.schema.topology
    tables = (
        (0,) * (topology.count + 1),
        *(topology.row_table(direction) for direction in lowering.schema.facings),
    )
    site, player = call.arguments
    return f"{lowering.constant(tables, 'rows')}[{lowering.value(player)}][{spot_of(lowering, site)}]"


@function("row(spot, player) -> number", group=GROUP, needs="facing", fixed=True, emit=_row)
def row(world: Any, spot: Any, player: int) -> int:
    """The row of a spot counted from that player's own side; 0 off the board."""
    return int(world.schema.topology.row_table(world.schema.facings[player - 1])[world.site_of(spot) or 0])


@function("leaps(number, number) -> list direction", group=GROUP, fixed=True, bound="near")
def leaps(a: int, b: int) -> list[int]:
    """The directions of all jumps of a by b."""
    return list(leaps_of(a, b))
