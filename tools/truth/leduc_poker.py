"""Leduc poker: OpenSpiel plays one deal, and calls it a call even if nobody has bet; we call that a check."""

from typing import Any

from tools.truth.source import Drawn, Source, Ways

FOLD, CALL, RAISE = range(3)
CARDS = ("Jh", "Js", "Qh", "Qs", "Kh", "Ks")


def ways(state: Any) -> Ways:
    """What can be done; a player who may fold has a bet to call."""
    actions = state.legal_actions()
    names = {FOLD: "fold", CALL: "call" if FOLD in actions else "check", RAISE: "raise"}
    return {(names[action],): (action,) for action in actions}


def luck(_state: Any, outcome: int) -> Drawn:
    """The card that is drawn."""
    return [("cards", CARDS[outcome])]


SOURCE = Source("leduc_poker", "leduc_poker", ways, {"deals": 1}, luck)
