"""What a person or the computer does at the table, and how it is told."""

from __future__ import annotations

from interpreter import Action, Fault, Refusal
from interpreter.spec.diagnostics import found_in_play, render
from runtime.presentation.log import log_lines
from runtime.presentation.moves import worded
from runtime.presentation.shown import Shown
from runtime.session import Move
from runtime.terminal.reading import Barred, Which, Wrong
from runtime.terminal.table import Table

MOST_OFFERED = 12


def perform(table: Table, action: Action) -> None:
    """Do an action of a person, or tell why not."""
    session, state = table.session, table.state
    confirm = state.program.plans[action[0]].spec.confirm if action[0] in state.program.plans else None
    if confirm is not None and table.game.check(state, action) is None:
        view = table.game.view(state, table.viewer)
        if not table.confirmed(state.program.say(confirm, view.data, view.viewer)):
            return
    try:
        outcome = session.perform(action)
    except Fault as fault:
        tell_fault(table, fault)
        return
    if outcome.refusal is not None:
        refuse(table, outcome.refusal, action)
        return
    table.changed()
    _tell_events(table, session.history[-1])
    _show_between(table)


def complain(table: Table, meaning: Barred | Which | Wrong) -> None:
    """Tell why a line means no single action."""
    if isinstance(meaning, Barred):
        refuse(table, meaning.refusal, None)
    elif isinstance(meaning, Wrong):
        table.say(meaning.text)
    else:
        texts = [worded(table.game.text(table.state, action)) for action in meaning.actions]
        more = f" and {len(texts) - MOST_OFFERED} more" if len(texts) > MOST_OFFERED else ""
        table.say(f"Which one? {', '.join(texts[:MOST_OFFERED])}{more}.")


def refuse(table: Table, refusal: Refusal, action: Action | None) -> None:
    """Tell why something was refused, and where to look."""
    table.refused = (table.state, refusal, action)
    table.say(refusal.text, style="bold")
    if refusal.shows:
        names = table.state.program.schema.topology.names
        table.say(f"Look at {', '.join(names[site] for site in refusal.shows)}.")
        table.lit = frozenset(refusal.shows)
        table.redraw = True


def computer_moves(table: Table) -> None:
    """The computer thinks and moves; then its move is told."""
    session, player = table.session, table.state.to_move
    try:
        with table.busy(f"{table.title(player)} is thinking…"):
            session.play_computer(table.chooser())
    except Fault as fault:
        tell_fault(table, fault)
        table.leaving = True
        return
    table.changed()
    told, *more = log_lines(table.game, table.viewer, session.history[-1])
    table.say(told, style="bold")
    table.say(*more)
    _show_between(table)


def _show_between(table: Table) -> None:
    """Show what the computer's next move may cover again, where something is hidden; and all where nobody plays."""
    playing_on = not table.state.over and table.session.seat_to_move == "computer"
    if playing_on and (table.state.program.sight.hides or not table.persons):
        table.show()


def _tell_events(table: Table, move: Move) -> None:
    """What the spec's log says of a move."""
    table.say(*Shown(table.game.view(move.after, table.viewer)).log(move.events))


def tell_fault(table: Table, fault: Fault, undone: str = "this move cannot be made") -> None:
    """A mistake of the spec, and what did not happen because of it."""
    table.say(f"The spec has a mistake; {undone}.", style="bold")
    table.say(*render(found_in_play(fault.message, fault.span)).splitlines())
