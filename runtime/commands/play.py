"""The command `play`: in a window, in the terminal, or between random players if there is neither.

Each of these imports what it needs when it runs: a window loads the game at the same time as its own libraries.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from runtime.messages import Problem

if TYPE_CHECKING:
    from runtime.request import Request
    from runtime.terminal.table import Lines

GROUP = "tilewright.window"


def part(name: str) -> Callable[..., Any]:
    """The object that a package provides under this name in the group `tilewright.window`; imported now, not before."""
    for found in entry_points(group=GROUP, name=name):
        loaded: Callable[..., Any] = found.load()
        return loaded
    raise Problem(f"The part of Tilewright that does ‘{name}’ is missing.", "Reinstall it with ‘pip install -e .’.")


def run(name: str | None, wanted: Request, terminal: bool = False, window: bool = False) -> None:
    """Play in a window if one can be opened, otherwise in the terminal if there is one, otherwise let random players
    play."""
    if terminal and (window or wanted.watch or wanted.spoken):
        other = "--window" if window else "--watch" if wanted.watch else "--spoken"
        raise Problem(f"--terminal and {other} do not go together.", "Leave one of them out.")
    _require_engine(name, wanted)
    asked = sys.stdin.isatty() and sys.stdout.isatty()
    why_not: str | None = None
    if not terminal:
        why_not = part("play")(name, wanted)
        if why_not is None:
            return
        if window or wanted.watch:
            raise Problem(why_not, f"Leave {'--window' if window else '--watch'} out to play without one.")
        if asked:
            print(why_not, file=sys.stderr)
    if terminal or asked:
        _in_terminal(name, wanted)
    else:
        from runtime.commands import alone

        alone.run(name, wanted)
        print(why_not, file=sys.stderr)


def _require_engine(name: str | None, wanted: Request) -> None:
    """Refuse machine code for a game that has none, before anything is opened. Others are chosen later, and think in
    what they can."""
    from interpreter.native import engine

    if name is None or engine() != "native":
        return
    from interpreter import load
    from runtime import arguments

    arguments.require_engine(load(arguments.spec(name)), wanted.level, arguments.settings(wanted.settings))


def _in_terminal(name: str | None, wanted: Request) -> None:
    from rich.console import Console

    from interpreter import load, watched
    from runtime import arguments
    from runtime.commands.output import coloured, steered
    from runtime.files import sweep_all
    from runtime.keep.saves import Saves
    from runtime.terminal.loop import begun, play
    from runtime.terminal.table import Keyboard

    sweep_all()
    keyboard = Keyboard()
    try:
        chosen = name if name is not None else _asked_for(keyboard)
        game = load(arguments.spec(chosen))
        wanted.require_tutorial(game)
        console = Console(
            file=steered(sys.stdout),
            color_system="auto" if coloured(sys.stdout) else None,
            highlight=False,
            markup=False,
            emoji=False,
        )
        with watched():
            table = begun(console, keyboard, game, wanted, Saves())
        table.called = chosen
    except (EOFError, KeyboardInterrupt):
        print()
        return
    play(table, wanted.tutorial)


def _asked_for(keyboard: Lines) -> str:
    """The game that the player picks from the list."""
    from interpreter import catalogue
    from runtime import arguments
    from runtime.commands import list_games

    list_games.run(as_json=False)
    names = list(catalogue.shipped())
    while True:
        answer = keyboard.read("Which game? ", lambda typed: [name for name in names if name.startswith(typed)])
        if answer.strip() in ("?", "help"):
            print(f"Type a name from the first column, such as {names[0]}. Tab completes it; Ctrl-C leaves.")
        elif answer.strip():
            meant = arguments.called(answer) or answer.strip()
            try:
                arguments.spec(meant)
            except Problem as problem:
                print(f"{problem} {problem.help or ''}".strip())
            else:
                return meant
