"""How games begin at a table, and the cards before them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter import Fault
from renderer.table.cards import OfSpec
from renderer.table.outcomes import show_fault
from runtime.presentation.overlays import is_ready_again

if TYPE_CHECKING:
    from renderer.table.table import Table


def begin_anew(table: Table, begin: Callable[[], None]) -> bool:
    """Begin another game; whether that could be done, as its setup may meet a mistake of the spec."""
    table.cards.clear()
    if table.record is not None:
        table.record.let_go()
    try:
        begin()
    except Fault as fault:
        show_fault(table, fault, "this game cannot begin")
        return False
    return True


def welcome(table: Table) -> None:
    """The introduction the first time, then what the spec says is ready."""
    if table.session.history or table.lessons is not None:
        return
    overlays, game = table.presented().overlays, table.session.game.name
    preferences = table.host.surroundings.preferences
    if "ready" in overlays:
        table.cards.lay(OfSpec("ready"))
    if "intro" in overlays and game not in preferences.value.introduced:
        table.cards.lay(OfSpec("intro", lambda: preferences.note_introduced(game)))


def greet_again(table: Table, button: str) -> None:
    """The card that the spec shows after a button, if it wants so."""
    if is_ready_again(table.session.game.spec, button):
        table.cards.lay(OfSpec("ready"))
