"""Functions over the game itself: what can be done, what was seen, what a player knows."""

from __future__ import annotations

from typing import Any

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.registry import function

GROUP = "game"


def _can(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.can(lowering, call.extra[0])


@function("can(action) -> flag", group=GROUP, emit=_can)
def can(world: Any, action: str) -> bool:
    """Whether the player whose turn it is has a legal way to do the action."""
    return bool(world.can(action))


def _stuck(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.stuck(lowering, lowering.value(call.arguments[0]))


@function("stuck(player) -> flag", group=GROUP, emit=_stuck)
def stuck(world: Any, player: int) -> bool:
    """Whether the player would have no legal action, were it their turn now."""
    return bool(world.stuck(player))


def _seen_before(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.seen_before(lowering, call)


@function("seen_before(value…) -> number", group=GROUP, emit=_seen_before)
def seen_before(world: Any, *values: Any) -> int:
    """How many earlier states of this game had all these values."""
    return int(world.seen_before(values))


def _knows(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.knows(lowering, call)


@function("knows(player, value) -> flag", group=GROUP, emit=_knows)
def knows(world: Any, player: int, value: Any) -> bool:
    """Whether a player may know a property, such as d4.card.picture."""
    return bool(world.knows(player, value))


def _chosen(lowering: Lowering, call: terms.FunctionCall) -> str:
    return lowering.calls.chosen(lowering, call.arguments[0])


@function("chosen(piece | site) -> flag", group=GROUP, emit=_chosen)
def chosen(world: Any, what: Any) -> bool:
    """Whether the piece or site is part of what the player is choosing."""
    return bool(world.chosen(what))
