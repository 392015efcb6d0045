"""The keys of the table: commands, and letters that take tiles to the cursor."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.boards import EAST, SOUTH
from interpreter.expressions import Number, Site, strip
from renderer.app.focus import WAYS
from renderer.app.table.cards import MENU, OfSpec
from runtime.session import draft as drafts
from runtime.session.draft import Draft, Spot
from runtime.session.gestures import press
from runtime.session.hand import Click, with_counterparts
from runtime.session.letters import places_numbers, plays_by_letters

if TYPE_CHECKING:
    from renderer.app.table.table import Table

COMMANDS = {
    "z": "undo", "y": "redo", "h": "hint", "r": "restart", "n": "new_game", "p": "pause", "v": "turn", "f1": "help",
    "s": "shuffle_rack",
}  # fmt: skip
ROUND = {"Up": "Down", "Down": "Up", "Left": "Right", "Right": "Left"}
"""Where an arrow key leads on a board that is turned round."""


def type_letter(table: Table, name: str) -> None:
    """Pick a piece that shows a letter. If it is to be placed and the cursor is on a place for it, it goes there;
    otherwise to the place that continues the last one."""
    came = table.play.key(name, with_counterparts(table.session.state, table.pointed_out))
    draft, places = table.play.draft, table.play.targets()
    cursor = table.cursor if table.on_keyboard and table.cursor in places else None
    at = cursor if cursor is not None else _after_the_last(table, draft, places)
    if came.what != "chosen" or not draft.parts or at not in places:
        table.take(came)
        return
    assert at is not None
    table.take(table.play.click(at), at)
    if table.asked:
        # What a wild one stands for has just been typed.
        table.take(table.play.key(name))
    if at not in _sites(table, table.play.draft):
        # It may not stand there: whoever types looks at the same place still.
        return
    following = _next(table, at, places, table.writes_down)
    if following is not None and cursor is not None:
        table.host.point_at(following)


def _after_the_last(table: Table, draft: Draft, places: frozenset[Spot]) -> Spot | None:
    """The next place after the last one used; downwards if the last two were in a column."""
    topology, choice = table.session.state.program.schema.topology, drafts.choice_of(table.session.state, draft)
    fields = choice.fields if choice is not None else ()
    at = next((place for place, part in enumerate(fields) if isinstance(strip(part.variable.type), Site)), None)
    placed = [record[at] for record in draft.items] if at is not None else []
    if not placed:
        return None
    downwards = len(placed) > 1 and topology.column[placed[-1]] == topology.column[placed[-2]]
    return _next(table, placed[-1], places, downwards)


def _next(table: Table, at: Spot, places: frozenset[Spot], downwards: bool) -> Spot | None:
    """The next place in the direction of writing: to the right, or down."""
    topology = table.session.state.program.schema.topology
    steps = topology.step_table(SOUTH if downwards else EAST)
    site = steps[at] if isinstance(at, int) else 0
    while site and site != at:
        if site in places:
            return site
        site = steps[site]
    return None


def take_back(table: Table) -> None:
    """Take back what was chosen last; the cursor returns to its place."""
    before = table.play.draft
    table.take(table.play.key("Backspace"))
    gone = _sites(table, before) - _sites(table, table.play.draft)
    if len(gone) == 1 and table.on_keyboard and before.items:
        table.host.point_at(next(iter(gone)))


def _sites(table: Table, draft: Draft) -> set[Spot]:
    return {spot for spot in drafts.spots(table.session.state, draft) if isinstance(spot, int)}


def pressed(table: Table, name: str, shift: bool, control: bool) -> bool:
    """Do what a key means; return False if it is for the keyboard's way through the page."""
    top = table.cards.top
    if top is not None:
        return top.key(name, shift, control) or _on_card(table, name, control)
    if name == "Enter" and not shift and not table.on_button and _goes_on(table):
        return True
    if table.pencilling.key(table, name, shift, control):
        return True
    if table.asked and _answers(table, name):
        return True
    if table.play.may_play and _plays(table, name, shift):
        return True
    if table.asks_letters and not control and len(name) == 1 and not name.isdigit():
        type_letter(table, name)
        return True
    if name.isdigit() and not control and (_answers_at_cursor(table, name) or _takes_number(table, name)):
        return True
    if name == "Escape":
        return _escape(table)
    command = COMMANDS.get(name.lower())
    if control and command == "undo" and shift:
        command = "redo"
    typed = len(name) == 1 and not control and plays_by_letters(table.session.state.program)
    if command is None or typed:
        # Who types letters may type one too many when the game has ended.
        return False
    table.command(command)
    return True


def _goes_on(table: Table) -> bool:
    """Press the button of a lesson that has Enter for a key, wherever the cursor is."""
    waits = table.lessons.waits_for_enter if table.lessons is not None else None
    if waits is None:
        return False
    table.command(waits)
    return True


def _on_card(table: Table, name: str, control: bool) -> bool:
    """Handle keys for the cards that offer what every game has."""
    if isinstance(table.cards.top, OfSpec) and name == "Escape":
        table.command("close")
        return True
    command = COMMANDS.get(name.lower(), "")
    if table.cards.top is not None and command in _offered(table, table.cards.top.name, control):
        table.command(command)
        return True
    return False


def _offered(table: Table, card: str, control: bool) -> Collection[str]:
    """The commands that keys give while a card is open: all of them in the menu, elsewhere only those on the card.

    In games where letters are typed, the menu takes them only with Ctrl, like everything else there."""
    if card == MENU:
        return COMMANDS.values() if control or not plays_by_letters(table.session.state.program) else ()
    shown = table.presented().overlays.get(card) if card in ("stuck", "result") else None
    return [button.name for button in shown.buttons if button.enabled] if shown is not None else []


def _answers(table: Table, name: str) -> bool:
    """Let a letter or digit answer the question; Escape and Backspace take back whatever led to it."""
    if len(name) == 1 or name in ("Escape", "Backspace"):
        came = table.play.key(name)
    else:
        return False
    table.take(came)
    return True


def _answers_at_cursor(table: Table, name: str) -> bool:
    """Choose the place at the keyboard's cursor and answer its question with a digit, if a number is asked for after a
    place; a digit never makes any other move."""
    play, cursor = table.play, table.cursor
    if cursor is None or not table.on_keyboard or table.on_button or not play.may_play:
        return False
    plans = table.session.state.program.actions.values()
    if not any(len(plan.choices) > 1 and isinstance(strip(plan.choices[1].item.type), Number) for plan in plans):
        return False
    if press(table.session, play.draft, Click(cursor)).action is not None:
        return False
    came = play.click(cursor)
    table.take(play.key(name) if came.what == "chosen" and table.asked else came, cursor)
    return True


def _takes_number(table: Table, name: str) -> bool:
    """A digit takes up a piece with that number; where the keyboard points at a place for it, it goes there."""
    play = table.play
    if table.on_button or not play.may_play or not places_numbers(table.session.state.program):
        return False
    able = play.targets() | table.presented().chosen
    pieces = (piece for zone in table.presented().zones for piece in zone.pieces if piece.faces[0] == name)
    found = next((piece.value for piece in pieces if piece.value in able), None)
    if found is None or press(table.session, play.draft, Click(found)).action is not None:
        return False
    if found not in drafts.spots(table.session.state, play.draft):
        table.take(play.click(found), found)
    cursor = table.cursor if table.on_keyboard else None
    if isinstance(cursor, int) and cursor in play.targets():
        table.take(play.click(cursor), cursor)
    return True


def _plays(table: Table, name: str, shift: bool) -> bool:
    """Handle keys that continue a move."""
    if name in WAYS and not table.on_button:
        came = table.play.arrow(ROUND[name] if table.display.turned else name)
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
    """Give up what is half chosen, close the problems of the spec, dismiss the message; or open the menu."""
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
