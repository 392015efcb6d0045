"""What the commands of the terminal player do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter import BadSetting, Fault, View
from runtime.hints import TIERS, Hint, hint
from runtime.presentation.moves import move_text
from runtime.recording import BadRecording
from runtime.saves import BadName
from runtime.session import Move, Unavailable
from runtime.terminal.acting import tell_fault
from runtime.terminal.pages import help_page, moves_page, rules_page, settings_page
from runtime.terminal.table import Table
from runtime.terminal.why import explained
from runtime.wording import whole_number


def run_command(table: Table, name: str, argument: str) -> None:
    """Do what a command asks for."""
    try:
        _COMMANDS[name](table, argument)
    except (Unavailable, BadSetting, BadRecording) as problem:
        table.say(str(problem))
    except Fault as fault:
        tell_fault(table, fault, "this cannot be done")


def _help(table: Table, _argument: str) -> None:
    table.say("", *help_page(table.game, table.state))


def _moves(table: Table, argument: str) -> None:
    texts = [table.game.text(table.state, action) for action in table.number_moves()]
    table.say(*moves_page(texts, argument, table.width))


def _board(table: Table, _argument: str) -> None:
    table.redraw = True


def _hint(table: Table, _argument: str) -> None:
    session = table.session

    def look(_view: View, tier: int) -> Hint | None:
        with table.busy("Looking for a hint…"):
            kind = TIERS[min(tier, len(TIERS)) - 1]
            return hint(table.game, table.state, table.state.to_move, kind, session.bot_seed())

    found = session.hint(look)
    if found is None:
        table.say("There is nothing to hint at.")
        return
    left = session.left[1]
    more = " Ask again to hear what to do." if found.tier == "where" else ""
    count = f" Hints left: {left}." if left is not None else ""
    sites = [spot for spot in found.spots if isinstance(spot, int)]
    table.lit = frozenset(sites)
    table.show()
    # What only lights up in a window has a name here.
    names = [table.state.program.schema.topology.names[site] for site in sites]
    exact = table.game.text(table.state, found.action) if found.action is not None else " ".join(names)
    told = all(word in found.text.lower() for word in exact.lower().replace("_", " ").split())
    table.say(f"Hint: {found.text}{'' if told else f' ({exact})'}{more}{count}", style="bold")


def _undo(table: Table, _argument: str) -> None:
    session = table.session
    count = len(session.history)
    session.undo()
    table.changed()
    taken = session.undone[len(session.history) - count :]
    left = session.left[0]
    table.say(f"Taken back: {_texts(table, taken[::-1])}.{'' if left is None else f' Undos left: {left}.'}")


def _redo(table: Table, _argument: str) -> None:
    session = table.session
    count = len(session.history)
    session.redo()
    table.changed()
    table.say(f"Made again: {_texts(table, session.history[count:])}.")


def _texts(table: Table, moves: Sequence[Move]) -> str:
    return ", ".join(move_text(table.game, move, table.viewer) for move in moves)


def _why(table: Table, _argument: str) -> None:
    if table.refused is None:
        table.say("No move was refused just now.")
        return
    state, refusal, action = table.refused
    table.say(*explained(table.game, state, refusal, action))


def _rules(table: Table, _argument: str) -> None:
    table.say("", *rules_page(table.game, table.width))


def _settings(table: Table, argument: str) -> None:
    if not argument:
        table.say(*settings_page(table.session))
        return
    name, equals, value = (part.strip() for part in argument.partition("="))
    if not equals:
        table.say("Write it as ‘settings name=value’.")
        return
    if table.game.settings.may_change(name):
        table.session.change_settings({name: value})
        table.changed()
        table.say(f"From now on {name} = {value}.")
        return
    table.game.settings.value(name, value)
    if table.may_give_up():
        table.begin({name: value})
        table.say(f"A new game with {name} = {value}.")


def _seed(table: Table, argument: str) -> None:
    if not argument:
        table.say(f"The seed of this game is {table.session.seed}.")
    elif (seed := whole_number(argument)) is None:
        table.say("A seed is a whole number.")
    elif table.may_give_up():
        table.session.new_game(seed)
        table.changed()
        table.say(f"A new game with seed {argument}.")


def _restart(table: Table, _argument: str) -> None:
    if table.may_give_up():
        table.session.restart()
        table.changed()
        table.say("The same game from its start.")


def _new(table: Table, _argument: str) -> None:
    if table.may_give_up():
        table.session.new_game()
        table.changed()
        table.say(f"A new game, seed {table.session.seed}.")


def kept_name(table: Table, name: str) -> str:
    """The name of the file in which a player keeps a game: each game has names of its own."""
    return f"{table.game.name} {name}"


def _save(table: Table, argument: str) -> None:
    try:
        path = table.saves.write(table.session, kept_name(table, argument) if argument else None)
    except BadName:
        table.say(f"‘{argument}’ is no name for a saved game; use letters, digits, blanks, - and _.")
    except OSError as problem:
        table.say(f"The game could not be saved: {problem.strerror}.")
    else:
        table.say(f"Saved in {path}.")


def _load(table: Table, argument: str) -> None:
    if not argument:
        start = kept_name(table, "")
        names = [name.removeprefix(start) for name in table.saves.names() if name.startswith(start)]
        table.say(f"Kept games: {', '.join(names)}." if names else "You have kept no game; ‘save name’ does.")
        return
    try:
        session = table.saves.load(table.game, kept_name(table, argument))
    except BadName as problem:
        table.say(str(problem))
        return
    if session is None:
        table.say(f"There is no kept game ‘{argument}’.")
    elif table.may_give_up():
        table.sit_at(session)
        table.say(f"Going on with ‘{argument}’.")


def _life(table: Table, _argument: str) -> None:
    table.session.spend_life()
    table.changed()
    left = table.session.left[2]
    table.say(f"You go on with one life less.{'' if left is None else f' Lives left: {left}.'}")


def _quit(table: Table, _argument: str) -> None:
    table.leaving = True


_COMMANDS: dict[str, Callable[[Table, str], None]] = {
    "help": _help,
    "moves": _moves,
    "board": _board,
    "hint": _hint,
    "undo": _undo,
    "redo": _redo,
    "why": _why,
    "rules": _rules,
    "settings": _settings,
    "seed": _seed,
    "restart": _restart,
    "new": _new,
    "save": _save,
    "load": _load,
    "life": _life,
    "quit": _quit,
}
