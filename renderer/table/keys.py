"""The keys of the table."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from renderer.focus import WAYS
from renderer.table.cards import MENU, OfSpec
from renderer.table.typing import take_back, type_letter

if TYPE_CHECKING:
    from renderer.table.table import Table

COMMANDS = {"z": "undo", "y": "redo", "h": "hint", "r": "restart", "n": "new_game", "p": "pause", "f1": "help"}


def pressed(table: Table, name: str, shift: bool, control: bool) -> bool:
    """Do what a key means; false if it is for the keyboard's way through the page."""
    top = table.cards.top
    if top is not None:
        return top.key(name, shift, control) or _on_card(table, name)
    if table.asked and _answers(table, name):
        return True
    if table.play.may_play and _plays(table, name, shift):
        return True
    if table.asks_letters and not control and len(name) == 1 and not name.isdigit():
        type_letter(table, name)
        return True
    if name == "Escape":
        return _escape(table)
    command = COMMANDS.get(name.lower())
    if control and command == "undo" and shift:
        command = "redo"
    if command is None:
        return False
    table.command(command)
    return True


def _on_card(table: Table, name: str) -> bool:
    """Keys for the cards that offer what every game has."""
    if isinstance(table.cards.top, OfSpec) and name == "Escape":
        table.command("close")
        return True
    command = COMMANDS.get(name.lower(), "")
    if table.cards.top is not None and command in _offered(table, table.cards.top.name):
        table.command(command)
        return True
    return False


def _offered(table: Table, card: str) -> Collection[str]:
    """The commands that keys give while a card is open: in the menu all of them, elsewhere what the card has."""
    if card == MENU:
        return COMMANDS.values()
    shown = table.presented().overlays.get(card) if card in ("stuck", "result") else None
    return [button.name for button in shown.buttons if button.enabled] if shown is not None else []


def _answers(table: Table, name: str) -> bool:
    """A letter or digit answers the question; Escape and Backspace take back what led to it."""
    if len(name) == 1 or name in ("Escape", "Backspace"):
        came = table.play.key(name)
    else:
        return False
    table.take(came)
    return True


def _plays(table: Table, name: str, shift: bool) -> bool:
    """Keys that go on with a move."""
    if name in WAYS and not table.on_button:
        came = table.play.arrow(name)
    elif name == "Backspace":
        take_back(table)
        return True
    elif name == "Enter" and not shift and not table.on_button:
        came = table.play.key(name)
    else:
        return False
    table.take(came, table.cursor if came.what == "refused" else None)
    return came.what != "nothing"


def _escape(table: Table) -> bool:
    """Give up what is half chosen, close what is wrong with the spec, hush; or open the menu."""
    if not table.play.draft.empty or table.play.draft.armed:
        if table.play.key("Escape").what == "chosen":
            table.voice.hush()
            return True
    if table.cards.problems is not None:
        table.cards.hide_problems()
    elif table.voice.lit:
        table.voice.hush()
    else:
        table.command("menu")
    return True
