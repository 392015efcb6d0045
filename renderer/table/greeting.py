"""The cards before a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.table.cards import OfSpec

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
    view = table.session.game.spec.view
    ready = view.overlays.ready if view is not None and view.overlays is not None else None
    if ready is not None and (button in ("restart", "new_game") or button in (ready.after or ())):
        table.cards.lay(OfSpec("ready"))
