"""A recorded game, played again and compared, looked at in a window, or written as a test."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from interpreter import Game, SpecError, catalogue, load, read_file, watched
from runtime import arguments
from runtime.commands.alone import final, result
from runtime.commands.output import FAILED
from runtime.commands.play import part
from runtime.keep.journal import read
from runtime.keep.recording import LARGEST, BadRecording, Recording
from runtime.keep.replay import changed_since, replayed
from runtime.keep.saves import Replays, Saves
from runtime.messages import Problem, counted
from runtime.session.session import moves_made
from runtime.testing.transcript import transcript


@watched()
def run(
    named: str,
    verify: bool = False,
    spec: str | None = None,
    window: bool = False,
    as_test: str | None = None,
    last: int | None = None,
) -> None:
    """Play the game again; show it in a window, print its moves and boards or a test of them, or only that everything
    matches the recording."""
    _require_one(verify, window, as_test, last)
    file = _file(named)
    try:
        recording = read(read_file(file, LARGEST), str(file))
        game = load(arguments.spec(spec)) if spec is not None else _game(recording, str(file))
        session = replayed(recording, game, str(file))
    except BadRecording as problem:
        typer.echo(f"error: {problem.message}\n  help: {problem.help}", err=True)
        raise typer.Exit(FAILED) from None
    if as_test is not None:
        print(transcript(session, as_test, last), end="")
        typer.echo(_where_to_put_it(game), err=True)
        return
    count = counted(moves_made(session.history), "move")
    if window:
        why_not: str | None = part("replay")(session)
        if why_not is None:
            return
        raise Problem(why_not, "Leave --window out to read the moves.")
    if verify:
        what = changed_since(recording, game)
        though = "" if what is None else f", although the {what} has changed since"
        print(f"{file}: {game.title}, {count}, every state as recorded{though}.")
        return
    print(f"{game.title}, seed {session.seed}")
    for number, move in enumerate(session.history, start=1):
        print(f"{number:>4}. {move.player}: {move.text}")
    ending = result(game, session.state, len(session.history)) if session.state.over else f"Not over after {count}."
    print("\n".join(["", *final(game, session.state), ending]))


def _where_to_put_it(game: Game) -> str:
    """The file in which a test of a game belongs."""
    spec = Path(game.spec.game.source.name)
    tests = catalogue.tests_of(spec)
    if tests.is_file():
        return f"Put it in {tests}, below ‘acceptance:’."
    return f"Put it in {spec}, below ‘acceptance:’, or in a file {tests} of its own."


def _require_one(verify: bool, window: bool, as_test: str | None, last: int | None) -> None:
    asked = [name for name, wanted in (("--verify", verify), ("--window", window), ("--as-test", as_test)) if wanted]
    if len(asked) > 1:
        raise Problem(f"{' and '.join(asked)} do not go together.", "Leave one of them out.")
    if last is not None and as_test is None:
        raise Problem("--last is about a test.", "Add --as-test NAME.")


def _file(named: str) -> Path:
    """The named file; for the name of a game, the one that was started last, or else finished last."""
    file = Path(named)
    if file.exists() or not re.fullmatch(r"[a-z][a-z0-9_]*", named):
        return file
    started = Saves().started(named)
    if started:
        return started[0].path
    finished = [kept.path for kept in Replays().all() if kept.game == named]
    if not finished:
        what = f"There is no file {named}, and no game of that name has been played here."
        raise Problem(what, f"Play it: tilewright play {named}")
    return finished[0]


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
