"""A game between random players, if there is nobody to ask: every move, the final boards and the result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import Game, State, catalogue, load, watched
from interpreter.spec.diagnostics import both
from runtime import arguments
from runtime.commands import list_games
from runtime.messages import Problem, counted
from runtime.playtest.simulation import MOST_MOVES, playing
from runtime.show.board_text import board_text

if TYPE_CHECKING:
    from runtime.request import Request


@watched()
def run(name: str | None, wanted: Request) -> None:
    """Print every move, the final boards and the result; without a name list the games and play one."""
    if name is None:
        list_games.run(as_json=False)
        print()
    game = load(_any_game() if name is None else arguments.spec(name))
    wanted.require_tutorial(game)
    if wanted.tutorial:
        raise Problem("There is nobody to teach: this is neither a window nor a terminal.", "Leave --tutorial out.")
    arguments.seats(game, wanted.seats)
    ignored = [name for name, given in (("--seat", wanted.seats), ("--resume", wanted.resume)) if given]
    if ignored:
        message = "There is nobody to play: this is neither a window nor a terminal, so random players play."
        raise Problem(message, f"Leave {both(ignored)} out.")
    seed = wanted.seed if wanted.seed is not None else int(game.spec.seed or 0)
    state = game.new(seed, wanted.level, arguments.settings(wanted.settings))
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
    instances = [(str(board), each) for board in game.spec.boards for each in program.schema.boards[board].instances]
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
