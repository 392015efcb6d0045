"""Playing in a terminal: the turns of persons and of the computer, until somebody leaves."""

from __future__ import annotations

from interpreter import Action, Fault, Refusal
from interpreter.spec.diagnostics import Diagnostic, render
from runtime.commands.output import counted
from runtime.session import Move
from runtime.terminal.commands import run_command
from runtime.terminal.completion import completions
from runtime.terminal.moves import move_text, worded
from runtime.terminal.reading import Barred, Command, Do, Meaning, Which, Wrong, read_line
from runtime.terminal.shown import Shown
from runtime.terminal.table import Table

MOST_OFFERED = 12


def play(table: Table) -> None:
    """Play until the player leaves. At the end of the input, or when it is broken off, the game is kept."""
    try:
        welcome(table)
        while not table.leaving:
            _turn(table)
    except EOFError:
        table.say("")
    except KeyboardInterrupt:
        table.say("")
    farewell(table)


def welcome(table: Table) -> None:
    """Say which game this is and who plays whom."""
    game = table.game
    table.say(game.title, style="bold")
    if game.spec.about is not None and not table.session.history:
        table.say(str(game.spec.about))
    if len(game.players) > 1:
        sides = {
            seat: [table.title(player) for player in game.players if table.session.seats[player] == seat]
            for seat in ("person", "computer")
        }
        if len(sides["person"]) == 1:
            table.say(f"You play {sides['person'][0]}, the computer plays {' and '.join(sides['computer'])}.")
        elif sides["computer"]:
            table.say(f"The computer plays {' and '.join(sides['computer'])}.")
    table.say("Type a move, ‘moves’ to see all, or ‘help’.")


def farewell(table: Table) -> None:
    """Say that nothing is lost."""
    session = table.session
    if not session.history or session.status.over:
        table.say("Goodbye.")
    else:
        table.say(f"Saved after {counted(len(session.history), 'move')}; ‘tilewright play {table.called}’ goes on.")


def _turn(table: Table) -> None:
    """One move of the computer, or one line from a person."""
    session = table.session
    if not session.state.over and session.seat_to_move == "computer":
        _computer(table)
        return
    _hand_over(table)
    if table.redraw:
        table.show()
        if session.state.over:
            _tell_end(table)
    line = table.lines.read(_prompt(table), lambda typed: completions(table.game, table.state, typed))
    if line.strip():
        meaning = read_line(line, table.game, table.state, table.moves, table.numbered)
        _obey(table, meaning)


def _prompt(table: Table) -> str:
    if table.state.over:
        return "Over> "
    return f"{table.title(table.state.to_move)}> " if len(table.game.players) > 1 else "> "


def _hand_over(table: Table) -> None:
    """Where something is hidden, the next person looks only when the other looks away."""
    viewer = table.viewer
    if viewer == table.seen_by or not table.state.program.sight.hides or len(table.persons) < 2:
        table.seen_by = viewer
        return
    name = table.title(table.game.players[viewer - 1])
    table.console.clear()
    table.lines.read(f"It is {name}’s turn. Hand over, then press Enter. ")
    table.seen_by, table.redraw = viewer, True


# Moves


def _obey(table: Table, meaning: Meaning) -> None:
    if isinstance(meaning, Command):
        run_command(table, meaning.name, meaning.argument)
    elif isinstance(meaning, Do):
        perform(table, meaning.action)
    elif isinstance(meaning, Barred):
        _refuse(table, meaning.refusal, None)
    elif isinstance(meaning, Which):
        texts = [worded(table.game.text(table.state, action)) for action in meaning.actions]
        more = f" and {len(texts) - MOST_OFFERED} more" if len(texts) > MOST_OFFERED else ""
        table.say(f"Which one? {', '.join(texts[:MOST_OFFERED])}{more}.")
    elif isinstance(meaning, Wrong):
        table.say(meaning.text)


def perform(table: Table, action: Action) -> None:
    """Do an action of a person, or tell why not."""
    session, state = table.session, table.state
    confirm = state.program.plans[action[0]].spec.confirm if action[0] in state.program.plans else None
    if confirm is not None and table.game.check(state, action) is None:
        shown = Shown(table.game.view(state, table.viewer))
        if not table.confirmed(shown.text(confirm)):
            return
    try:
        outcome = session.perform(action)
    except Fault as fault:
        _tell_fault(table, fault)
        return
    if outcome.refusal is not None:
        _refuse(table, outcome.refusal, action)
        return
    table.changed()
    _tell_events(table, session.history[-1])
    _show_between(table)


def _refuse(table: Table, refusal: Refusal, action: Action | None) -> None:
    table.refused = (table.state, refusal, action)
    table.say(refusal.text, style="bold")
    if refusal.shows:
        names = table.state.program.schema.topology.names
        table.say(f"Look at {', '.join(names[site] for site in refusal.shows)}.")
        table.lit = frozenset(refusal.shows)
        table.redraw = True


def _computer(table: Table) -> None:
    """The computer thinks and moves; then its move is told."""
    session, player = table.session, table.state.to_move
    try:
        with table.busy(f"{table.title(player)} is thinking…"):
            session.play_computer(table.chooser())
    except Fault as fault:
        _tell_fault(table, fault)
        table.leaving = True
        return
    table.changed()
    move = session.history[-1]
    table.say(f"{table.title(player)}: {move_text(table.game, move, table.viewer)}", style="bold")
    _tell_events(table, move)
    _show_between(table)


def _show_between(table: Table) -> None:
    """Show what the computer's next move may cover again, where something is hidden; and all where nobody plays."""
    playing_on = not table.state.over and table.session.seat_to_move == "computer"
    if playing_on and (table.state.program.sight.hides or not table.persons):
        table.show()


def _tell_events(table: Table, move: Move) -> None:
    """What the spec's log says of a move."""
    shown = Shown(table.game.view(move.after, table.viewer))
    table.say(*shown.log(move.events))


def _tell_fault(table: Table, fault: Fault) -> None:
    """A mistake of the spec: the move did not happen."""
    table.say("The spec has a mistake; this move cannot be made.", style="bold")
    table.say(render(Diagnostic("fault", fault.message, fault.span)))


# The end


def _tell_end(table: Table) -> None:
    """How the game ended, and what can be done now."""
    session = table.session
    status = table.game.status(session.state)
    if session.recovery:
        ways = " or ".join(f"‘{way}’" for way in session.recovery)
        table.say(f"{status.text} You can go on with {ways}.".strip(), style="bold")
        return
    table.say(*end_lines(table), style="bold")
    table.say("‘new’ starts another game, ‘restart’ this one again, ‘undo’ takes a move back, ‘quit’ leaves.")


def end_lines(table: Table) -> list[str]:
    """The result in words: as the spec says it to a lone person, with who won."""
    session, game = table.session, table.game
    status = game.status(session.state)
    alone = len(game.players) == 1
    viewer = table.viewer
    mine = status.won if alone else status.winner == game.players[viewer - 1]
    draw = not alone and status.winner is None
    own = Shown(game.view(session.state, viewer)).result(mine, draw) if len(table.persons) == 1 else None
    if alone:
        plain = {True: "You have won.", False: "You have lost.", None: "The game is over."}[status.won]
    else:
        plain = "A draw." if status.winner is None else f"{table.title(status.winner)} has won."
    return [line for line in (own or plain, status.text) if line]
