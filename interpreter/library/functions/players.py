"""Functions over players, directions and the game itself."""

from __future__ import annotations

from typing import Any

from interpreter.boards import leaps as leaps_of
from interpreter.boards import opposite as way_back
from interpreter.boards import turned as turn
from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.scope import Scope
from interpreter.language.types import Listing
from interpreter.registry import function

PLAYERS = "players"
GAME = "game"


def _facing(lowering: Lowering, call: terms.FunctionCall) -> str:
    return f"{lowering.constant((0, *lowering.schema.facings), 'facing')}[{lowering.value(call.arguments[0])}]"


@function("facing(player) -> direction", group=PLAYERS, needs="facing", fixed=True, emit=_facing)
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
    return tuple(turn(each, direction) for each in what) if isinstance(what, tuple | list) else turn(what, direction)


@function(
    "turned(direction, player) -> direction",
    "turned(list direction, player) -> list direction",
    group=PLAYERS,
    needs="facing",
    fixed=True,
    emit=_turned,
)
def turned(world: Any, what: Any, player: int) -> Any:
    """The directions as if north were the way that player faces."""
    result = _turn(what, world.schema.facings[player - 1])
    return list(result) if isinstance(what, list | tuple) else result


@function("opposite(direction) -> direction", group=PLAYERS, fixed=True)
def opposite(direction: int) -> int:
    """The direction that leads back."""
    return way_back(direction)


def _opponent(lowering: Lowering, call: terms.FunctionCall) -> str:
    return f"(3 - {lowering.value(call.arguments[0])})"


def _two_players(scope: Scope, arguments: tuple[terms.Term, ...]) -> tuple[Any, ...] | str:
    if len(scope.schema.players.words) == 2:
        return ()
    written = arguments[0].node.source
    return f"opponent needs exactly two players. Write sure(first(onward(players, {written}, 1))) for the next one."


@function("opponent(player) -> player", group=PLAYERS, fixed=True, emit=_opponent, resolve=_two_players)
def opponent(player: int) -> int:
    """The other of two players."""
    return 3 - player


def _row(lowering: Lowering, call: terms.FunctionCall) -> str:
    topology = lowering.schema.topology
    tables = (
        (0,) * (topology.count + 1),
        *(topology.row_table(direction) for direction in lowering.schema.facings),
    )
    site, player = call.arguments
    return f"{lowering.constant(tables, 'rows')}[{lowering.value(player)}][{lowering.spot(site)}]"


@function("row(spot, player) -> number", group=PLAYERS, needs="facing", fixed=True, emit=_row)
def row(world: Any, spot: Any, player: int) -> int:
    """The row of a spot, counted from that player's own side; 0 off the board."""
    return int(world.schema.topology.row_table(world.schema.facings[player - 1])[world.site_of(spot) or 0])


@function("leaps(number, number) -> list direction", group=PLAYERS, fixed=True, bound="near")
def leaps(a: int, b: int) -> list[int]:
    """The directions of all jumps of a by b."""
    return list(leaps_of(a, b))


def _can(lowering: Lowering, call: terms.FunctionCall) -> str:
    player = lowering.value(call.arguments[0]) if call.arguments else lowering.name_global("me")
    return lowering.calls.can(call.extra[0], player)


@function("can(action) -> flag", "can(action, player) -> flag", group=GAME, emit=_can)
def can(world: Any, action: str, player: int | None = None) -> bool:
    """Whether the player whose turn it is has a legal way to take the action; or whether the named player would have
    one if it were their turn."""
    return bool(world.can(action, player))


def _stuck(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.stuck(lowering, lowering.value(call.arguments[0]))


@function("stuck(player) -> flag", group=GAME, emit=_stuck)
def stuck(world: Any, player: int) -> bool:
    """Whether the player would have no legal action if it were their turn now."""
    return bool(world.stuck(player))


def _payoff(lowering: Lowering, call: terms.FunctionCall) -> str:
    return f"paid(data[3], {lowering.value(call.arguments[0])})"


@function("payoff(player) -> number or none", group=GAME, needs="payoff", emit=_payoff)
def payoff(world: Any, player: int) -> int | None:
    """What a player gets at the end, according to `payoff` of the end condition; none while the game goes on.

    At an end without `payoff` the winner gets 1, the others get -1, and a draw gives 0.
    """
    found: int | None = world.payoff(player)
    return found


def _seen_before(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.seen_before(lowering, call)


@function("seen_before(value…) -> number", group=GAME, emit=_seen_before)
def seen_before(world: Any, *values: Any) -> int:
    """How many earlier states of this game had all these values, as everybody saw them.

    Anything that somebody may not see counts as hidden. For a board, zone or variable with one for each player, all of
    them are compared; pieces count by place and face. Their order in a zone counts only if the rules do more with the
    zone than choose from it, count in it and put pieces into it: in a hand it does not, in a deck it does.
    """
    return int(world.seen_before(values))


def _knows(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.knows(lowering, call)


@function("knows(player, value) -> flag", group=GAME, emit=_knows)
def knows(world: Any, player: int, value: Any) -> bool:
    """Whether a player may know a property, such as d4.card.picture."""
    return bool(world.knows(player, value))


def _chosen(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.chosen(lowering, call.arguments[0])


@function("chosen(piece | site) -> flag", group=GAME, emit=_chosen)
def chosen(world: Any, what: Any) -> bool:
    """Whether the piece or site is part of what the player is choosing."""
    return bool(world.chosen(what))
