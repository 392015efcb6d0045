"""A recorded game, played again and compared, or looked at in a window."""

from __future__ import annotations

from pathlib import Path

import typer

from interpreter import Game, SpecError, load
from interpreter.spec import catalogue
from runtime import targets
from runtime.commands.alone import final, result
from runtime.commands.problems import FAILED
from runtime.commands.window import part
from runtime.problem import Problem
from runtime.recording import BadRecording, Recording, read
from runtime.replay import replayed
from runtime.wording import counted


def run(file: Path, verify: bool, spec: str | None, changed_spec: bool, window: bool = False) -> None:
    """Play the game again; show it in a window, print its moves and boards, or only that all is as recorded."""
    if verify and window:
        raise Problem("--verify and --window do not go together.", "Leave one of them out.")
    try:
        recording = read(file.read_bytes(), str(file))
        game = load(targets.spec(spec)) if spec is not None else _game(recording, str(file))
        session = replayed(recording, game, str(file), changed_spec)
    except BadRecording as problem:
        help = problem.help.replace("allow a changed spec", "add --changed-spec")
        typer.echo(f"error: {problem.message}\n  help: {help}", err=True)
        raise typer.Exit(FAILED) from None
    count = counted(len(session.history), "move")
    if window:
        why_not: str | None = part("replay")(session)
        if why_not is None:
            return
        typer.echo(why_not, err=True)
    if verify:
        print(f"{file}: {game.title}, {count}, every state as recorded.")
        return
    print(f"{game.title}, seed {session.seed}")
    for number, move in enumerate(session.history, start=1):
        print(f"{number:>4}. {move.player}: {move.text}")
    ending = result(game, session.state, len(session.history)) if session.state.over else f"Not over after {count}."
    print("\n".join(["", *final(game, session.state), ending]))


def _game(recording: Recording, name: str) -> Game:
    """The game that a recording names: a spec in the current folder, or one that comes with Tilewright."""
    try:
        return load(catalogue.find(recording.game, Path.cwd()) if recording.game.isidentifier() else recording.game)
    except SpecError as error:
        if any(diagnostic.code == "unknown-game" for diagnostic in error.diagnostics):
            raise BadRecording(
                "unknown_game",
                f"There is no game ‘{recording.game}’ here, of which {name} is a recording.",
                "Name its spec with --spec FILE.",
            ) from None
        raise
