"""The computer's turns at the table: its moves are made when they are there; without it a person plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import Action, Fault
from renderer.table.computer import Failed
from renderer.table.outcomes import show_fault

if TYPE_CHECKING:
    from renderer.table.table import Table


def let_play(table: Table, now: float) -> None:
    """Make the computer's move once it is thought out."""
    found = table.computer.move(now)
    if isinstance(found, Failed):
        _play_without(table, found.text)
    elif found is not None:
        _move(table, found)


def _move(table: Table, action: Action) -> None:
    try:
        refusal = table.session.perform(action, "computer").refusal
    except Fault as fault:
        _play_without(table, "The computer’s move cannot be made.")
        show_fault(table, fault)
        return
    if refusal is not None:
        _play_without(table, "The computer chose a move that is not allowed.")
    else:
        table.voice.hush()


def _play_without(table: Table, text: str) -> None:
    """The computer cannot play: a person plays on for it."""
    session = table.session
    player = session.state.to_move
    session.seats[player] = "person"
    title = table.looking.title(session.game.players.index(player) + 1)
    table.voice.say(f"{text} Play {title} yourself, or start a new game.", "refused")
    table.host.changed()
