"""Playing in a terminal: the turns of people and of the computer, until somebody leaves."""

from __future__ import annotations

from rich.console import Console

from interpreter import Fault, Game, watched
from runtime.arguments import new, unfinished
from runtime.keep.saves import Saves
from runtime.messages import counted
from runtime.request import Request
from runtime.session.session import Session
from runtime.show.moves import keeps_secrets
from runtime.show.panels import ending
from runtime.show.shown import Shown
from runtime.terminal.commands import complain, computer_moves, perform, run_command, tell_fault
from runtime.terminal.lessons import teach
from runtime.terminal.reader import Command, Do, Meaning, completions, read_line
from runtime.terminal.table import Lines, Table


def begun(console: Console, lines: Lines, game: Game, wanted: Request, saves: Saves) -> Table:
    """The table with a session at it: the unfinished one, or a new one.

    A new game takes the place of the unfinished one only with its first move.
    """
    left = unfinished(game, wanted, saves)
    if left is not None and _goes_on(lines, left, wanted):
        return Table(console, lines, left, saves, kept=True)
    return Table(console, lines, new(game, wanted), saves, kept=False)


def _goes_on(lines: Lines, left: Session, wanted: Request) -> bool:
    """Whether to go on with an unfinished game: as the command line says, or the player."""
    if wanted.resume is not None or wanted.names_a_game:
        return bool(wanted.resume)
    count = counted(len(left.history), "move")
    answer = lines.read(f"There is an unfinished game ({count}). Go on with it? [Y/n] ")
    return answer.strip().lower() not in ("n", "no")


@watched()
def play(table: Table, tutorial: bool = False) -> None:
    """Play until the player leaves, after the tutorial if that is asked for.

    At the end of the input, or when it is broken off, the game is kept.
    """
    try:
        welcome(table)
        if tutorial:
            teach(table)
        while not table.leaving:
            try:
                _turn(table)
            except Fault as fault:
                table.redraw = False
                tell_fault(table, fault, "this cannot be done")
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
        mine, others = sides["person"], " and ".join(sides["computer"])
        if mine == ["You"] and others == "Computer":
            table.say("You play against the computer.")
        elif len(mine) == 1:
            table.say(f"You play {mine[0]}, the computer plays {others}.")
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
        computer_moves(table)
        return
    _hand_over(table)
    if table.redraw:
        table.show()
        if session.state.over:
            _tell_end(table)
    line = table.lines.read(_prompt(table), lambda typed: completions(table.game, table.state, typed))
    if line.strip():
        meaning = read_line(line, table.game, table.state, table.moves, table.numbered, table.lit)
        _obey(table, meaning)


def _prompt(table: Table) -> str:
    if table.state.over:
        return "Over> "
    return f"{table.title(table.state.to_move)}> " if len(table.game.players) > 1 else "> "


def _hand_over(table: Table) -> None:
    """Where one may not see what another does, the next person looks only when the other looks away."""
    viewer = table.viewer
    if viewer == table.seen_by or not keeps_secrets(table.state.program) or len(table.persons) < 2:
        table.seen_by = viewer
        return
    name = table.title(table.game.players[viewer - 1])
    table.console.clear()
    table.lines.read(f"It is {name}’s turn. Hand over, then press Enter. ")
    table.seen_by, table.redraw = viewer, True


# Moves


def _obey(table: Table, meaning: Meaning) -> None:
    if isinstance(meaning, Command) and meaning.name == "tutorial":
        teach(table)
    elif isinstance(meaning, Command):
        run_command(table, meaning.name, meaning.argument)
    elif isinstance(meaning, Do):
        perform(table, meaning.action)
    else:
        complain(table, meaning)


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
    persons = [game.players.index(player) + 1 for player in table.persons]
    shown = Shown(game.view(session.state, table.viewer), left=session.left)
    ended = ending(shown, persons, game.status(session.state).text)
    return [*([] if ended.told else [ended.outcome]), *ended.text.splitlines()]
