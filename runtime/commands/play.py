"""A game to be played: in the terminal by people, or between random players where there is nobody to ask."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import Game, State, load
from interpreter.spec import catalogue
from runtime.board_text import board_text
from runtime.commands import list_games, targets
from runtime.commands.output import coloured, counted
from runtime.commands.problems import Problem
from runtime.simulate import MOST_MOVES, playing

if TYPE_CHECKING:
    from runtime.terminal.keyboard import Lines


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for. `resume` is None if the player is to be asked."""

    seed: int | None = None
    level: str | None = None
    settings: Sequence[str] = ()
    seats: Sequence[str] = ()
    resume: bool | None = None

    @property
    def names_a_game(self) -> bool:
        """Whether a certain new game is asked for."""
        return self.seed is not None or self.level is not None or bool(self.settings) or bool(self.seats)


def run(name: str | None, wanted: Wanted, terminal: bool = False, window: bool = False) -> None:
    """Play in the terminal if there is one or it is asked for, otherwise let random players play."""
    if window:
        print("The window is not built yet; ‘tilewright play GAME --terminal’ plays here.")
    elif terminal or (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        _in_terminal(name, wanted)
    else:
        _alone(name, wanted)


# In the terminal


def _in_terminal(name: str | None, wanted: Wanted) -> None:
    from rich.console import Console

    from runtime.saves import Saves
    from runtime.terminal.beginning import begun
    from runtime.terminal.keyboard import Keyboard
    from runtime.terminal.loop import play

    keyboard = Keyboard()
    try:
        chosen = name if name is not None else _asked_for(keyboard)
        game = load(targets.spec(chosen))
        console = Console(
            color_system="auto" if coloured(sys.stdout) else None, highlight=False, markup=False, emoji=False
        )
        table = begun(console, keyboard, game, wanted, Saves())
        table.called = chosen
    except (EOFError, KeyboardInterrupt):
        print()
        return
    play(table)


def _asked_for(keyboard: Lines) -> str:
    """The game that the player picks from the list."""
    list_games.run(as_json=False)
    names = list(catalogue.shipped())
    while True:
        answer = keyboard.read("Which game? ", lambda typed: [name for name in names if name.startswith(typed)])
        if answer.strip():
            try:
                targets.spec(answer.strip())
            except Problem as problem:
                print(f"{problem} {problem.help or ''}".strip())
            else:
                return answer.strip()


# Where there is nobody to ask


def _alone(name: str | None, wanted: Wanted) -> None:
    """Print every move, the final boards and the result; without a name list the games and play one."""
    if name is None:
        list_games.run(as_json=False)
        print()
    seed = wanted.seed or 0
    game = load(_any_game() if name is None else targets.spec(name))
    state = game.new(seed, wanted.level, targets.settings(wanted.settings))
    print(f"{game.title}, seed {seed}")
    moves = 0
    for before, action, after in playing(game, state, seed):
        moves += 1
        state = after
        print(f"{moves:>4}. {before.to_move}: {game.text(before, action)}")
    print("\n".join(["", *final(game, state), result(game, state, moves)]))


def _any_game() -> Path:
    return next(iter(catalogue.shipped().values()))


def final(game: Game, state: State) -> list[str]:
    """The boards as pictures, each with its name if there are several."""
    program = state.program
    instances = [
        (str(board), each) for board in game.spec.boards for each in program.schema.boards[board].instances
    ]
    lines: list[str] = []
    for board, instance in instances:
        if len(instances) > 1:
            lines.append(f"{instance}:")
        lines += [board_text(program, state.data, board, instance), ""]
    return lines


def result(game: Game, state: State, moves: int) -> str:
    """How the game ended, in a sentence."""
    status = game.status(state)
    if not status.over:
        return f"Nobody has won after {MOST_MOVES} moves."
    titles = dict(zip(game.players, state.program.schema.titles, strict=True))
    if len(game.players) == 1:
        outcome = {True: "Won", False: "Lost", None: "Over"}[status.won]
    else:
        outcome = "A draw" if status.winner is None else f"{titles[status.winner]} won"
    said = f" {status.text}" if status.text else ""
    return f"{outcome} after {counted(moves, 'move')} ({status.ended_by}).{said}"
