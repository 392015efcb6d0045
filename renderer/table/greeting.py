"""The cards before a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.table.cards import OfSpec
from runtime.presentation.overlays import is_ready_again

if TYPE_CHECKING:
    from renderer.table.table import Table


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
