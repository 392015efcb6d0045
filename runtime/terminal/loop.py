"""Playing in a terminal: the turns of people and of the computer, until somebody leaves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from time import monotonic

from rich.console import Console

from interpreter import Fault, Game, watched
from runtime.arguments import new, opened, unfinished
from runtime.keep.keeping import Keeping, Opened, why_unsaved
from runtime.keep.recording import BadRecording
from runtime.keep.saves import Saves, Started
from runtime.messages import Problem, counted, whole_number
from runtime.request import Request
from runtime.session.pencil import is_pencilled
from runtime.session.session import moves_made
from runtime.show.moves import keeps_secrets
from runtime.show.present import present
from runtime.show.started import first_words, summary
from runtime.terminal.commands import complain, computer_moves, numbered, perform, run_command, tell_fault
from runtime.terminal.lessons import teach
from runtime.terminal.reader import Command, Do, Meaning, completions, read_line
from runtime.terminal.sharing import is_shared, share
from runtime.terminal.table import Lines, Table, print_lines

LONGEST_PAUSE = 300.0
"""Who thinks for longer about a move has left the game alone."""


def begun(console: Console, lines: Lines, game: Game, wanted: Request, saves: Saves) -> Table:
    """The table with a session at it: a started one, or a new one. A new game is on disk from its first move."""
    opened = _continued(console, lines, game, wanted, saves)
    if opened is None:
        return Table(console, lines, new(game, wanted, saves), saves)
    table = Table(console, lines, opened.session, saves, opened)
    if opened.told:
        table.say(opened.told, style="bold")
    return table


def _continued(console: Console, lines: Lines, game: Game, wanted: Request, saves: Saves) -> Opened | None:
    """The started game to continue: as the command line says, or the player."""
    left = unfinished(game, wanted, saves)
    while left:
        unreadable = [each for each in left if not each.is_readable]
        chosen = unreadable[0] if unreadable else left[0] if wanted.resume else _chosen(console, lines, left)
        if chosen is None:
            return None
        try:
            return opened(game, wanted, saves, chosen)
        except BadRecording as problem:
            if wanted.resume:
                raise Problem(problem.message, problem.help) from None
            print_lines(console, str(problem))
            left.remove(chosen)
    return None


def _chosen(console: Console, lines: Lines, left: Sequence[Started]) -> Started | None:
    """Which of the started games the player wants to continue; None for a new one."""
    today = date.today()
    if len(left) == 1:
        answer = lines.read(f"You have an unfinished game ({summary(left[0], today)}). Continue it? [Y/n] ")
        return None if answer.strip().lower() in ("n", "no") else left[0]
    print_lines(console, "You have unfinished games:", *numbered(left, today))
    while True:
        answer = lines.read("Which one? Type its number, Enter for the first, or ‘n’ for a new game: ").strip().lower()
        if answer in ("n", "no", "new"):
            return None
        number = whole_number(answer) if answer else 1
        if number is not None and 1 <= number <= len(left):
            return left[number - 1]


@watched()
def play(table: Table, tutorial: bool = False) -> None:
    """Play until the player leaves, after the tutorial if requested.

    At the end of the input, or on an interrupt, the game is saved.
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
    if not table.session.history:
        table.say(*_introduction(table))
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
    if first := first_words(table.session):
        table.say(first)
    table.say("Type a move, ‘moves’ to see all, or ‘help’.")


def _introduction(table: Table) -> list[str]:
    """What the game is about, and the texts of its cards before the first move."""
    about, overlays = table.game.spec.about, present(table.session, viewer=table.viewer).overlays
    said = [overlays[name].text for name in ("intro", "ready") if name in overlays]
    told = [str(about)] if about is not None else []
    return list(dict.fromkeys(line for text in (*told, *said) for line in text.splitlines()))


def farewell(table: Table) -> None:
    """Say what is on disk, after a last attempt to write it there."""
    session, keeping = table.session, table.keeping
    if keeping is None or keeping.busy:
        table.stop_keeping()
        table.say("Goodbye.")
        return
    keeping.end()
    if keeping.problem is not None:
        table.say(f"{why_unsaved(keeping.problem, table.saves.folder)} {_lost(keeping)}", style="bold")
    elif keeping.overtaken or session.status.over or not (session.history or is_pencilled(session.notes)):
        table.say("Goodbye.")
    elif not session.history:
        table.say(f"Your pencil marks are saved; ‘tilewright play {table.called}’ continues.")
    else:
        moves = counted(moves_made(session.history), "move")
        table.say(f"Saved after {moves}; ‘tilewright play {table.called}’ continues.")


def _lost(keeping: Keeping) -> str:
    """The part of a game that is not on disk."""
    if keeping.path is None:
        return "The game is lost."
    return "The last move is lost." if keeping.unsaved == 1 else f"The last {keeping.unsaved} moves are lost."


def _turn(table: Table) -> None:
    """Make one move of the computer, or read one line from a person."""
    if is_shared(table):
        share(table)
        return
    table.tell_opening()
    session = table.session
    if not session.state.over and session.seat_to_move == "computer":
        computer_moves(table)
        return
    _hand_over(table)
    if table.redraw:
        table.show()
        if session.state.over:
            _tell_end(table)
    begun = monotonic()
    line = table.lines.read(_prompt(table), lambda typed: completions(table.game, table.state, typed))
    if not session.status.over:
        session.seconds += min(monotonic() - begun, LONGEST_PAUSE)
    if line.strip():
        meaning = read_line(line, table.game, table.state, table.moves, table.numbered, table.lit)
        _obey(table, meaning)


def _prompt(table: Table) -> str:
    if table.state.over:
        return "Over> "
    return f"{table.title(table.state.to_move)}> " if len(table.game.players) > 1 else "> "


def _hand_over(table: Table) -> None:
    """Let the next person look only when the other looks away, if one may not see what the other does."""
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
    """Say how the game ended, and what the player can do now."""
    session = table.session
    overlays = present(session, viewer=table.viewer).overlays
    card = overlays["stuck" if session.recovery else "result"]
    table.say(card.title, *card.text.splitlines(), style="bold")
    if session.recovery:
        table.say(f"Type {' or '.join(f'‘{way}’' for way in session.recovery)} to go on.")
        return
    if table.summary:
        table.say(table.summary)
    undo = " ‘undo’ takes a move back," if session.can_undo else ""
    table.say(f"‘new’ starts another game, ‘restart’ this one again,{undo} ‘quit’ leaves.")
