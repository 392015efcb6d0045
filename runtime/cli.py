"""The command `tilewright`: how each command is called. The work is done in `runtime.commands`.

Commands are imported when they run, so that help and usage errors appear at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from runtime.commands.output import BROKEN_PIPE, Guarded, report, silence_stdout


class _Commands(TyperGroup):
    """The commands; whatever goes wrong in one of them becomes a message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except (typer.Exit, typer.Abort, TyperException):
            raise
        except (Exception, KeyboardInterrupt) as problem:
            raise typer.Exit(report(problem, bool(ctx.params.get("debug")))) from None


app = typer.Typer(
    name="tilewright",
    cls=_Commands,
    help="Turns a YAML rule spec into a playable, testable, drawable board game.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _games(begun: str) -> list[str]:
    """The shell's suggestions where a game is expected."""
    from interpreter import catalogue

    return [name for name in catalogue.names(Path.cwd()) if name.startswith(begun)]


Specs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH", help="Spec files, folders or names; default: all shipped games.", autocompletion=_games
    ),
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The name of a game, or a spec file.", autocompletion=_games)
]
Level = Annotated[str | None, typer.Option("--level", metavar="NAME", help="The level; default: the first.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a setting; may be repeated.")
]
Seed = Annotated[int, typer.Option("--seed", help="The seed of everything random.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


Engine = Annotated[
    Literal["auto", "python", "native"] | None,
    typer.Option(
        "--engine",
        help="What bots think in: python, native (machine code), or auto: native for every game that has it.",
    ),
]


def _think_in(engine: Literal["auto", "python", "native"] | None) -> None:
    """Have bots think in what was asked for, in this process and in all that it starts."""
    if engine is not None:
        from interpreter.native import choose_engine

        choose_engine(engine)


def _print_version(wanted: bool) -> None:
    if wanted:
        from runtime.messages import version

        print(f"tilewright {version()}")
        raise typer.Exit


@app.callback()
def tilewright(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a problem.")] = False,
) -> None:
    """Options of all commands."""


@app.command("list")
def list_games(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", help="Show only games with these words in their names or descriptions."),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games that come with Tilewright."""
    from runtime.commands import list_games

    list_games.run(as_json, words or [])


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="The name of a game, or a spec file; default: you choose.", autocompletion=_games
        ),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal.")] = False,
    window: Annotated[bool, typer.Option("--window", help="Play in a window.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Reload the spec file whenever it changes, in a window.")
    ] = False,
    tutorial: Annotated[bool, typer.Option("--tutorial", help="Learn the game first, lesson by lesson.")] = False,
    spoken: Annotated[
        str | None,
        typer.Option(
            "--spoken",
            metavar="FILE",
            help="Write what happens in the window to a file that a screen reader follows; - is the terminal.",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="NAME=WHO", help="Who plays a player: person or computer; may be repeated."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The seed of everything random.")] = None,
    level: Level = None,
    settings: Settings = None,
    resume: Annotated[
        bool | None,
        typer.Option("--resume/--fresh", help="Continue the game played last, or start a new one; default: ask."),
    ] = None,
    engine: Engine = None,
) -> None:
    """Play a game in a window, or in the terminal."""
    from runtime.commands import play
    from runtime.request import Request

    _think_in(engine)
    wanted = Request(seed, level, settings or [], seat or [], resume, watch, tutorial, spoken)
    play.run(game, wanted, terminal, window)


@app.command()
def check(
    paths: Specs = None,
    output: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How mistakes are printed: text or json.")
    ] = "text",
    as_json: Json = False,
    quick: Annotated[bool, typer.Option("--quick", help="Read the specs only; no game is begun.")] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Play each spec for up to a minute instead of a second.")
    ] = False,
) -> None:
    """Check specs; show every mistake at its line and column. Games are begun in every way and played at random."""
    from runtime.commands import check
    from runtime.messages import Problem
    from runtime.playtest.trial import THOROUGH, USUAL

    if quick and thorough:
        raise Problem("--quick and --thorough do not go together.", "Leave one of them out.")
    effort = None if quick else THOROUGH if thorough else USUAL
    check.run(paths or [], as_json or output == "json", effort)


@app.command("test")
def run_tests(
    paths: Specs = None,
    junit: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Also write a JUnit XML file.")] = None,
    only: Annotated[
        str,
        typer.Option("-k", metavar="WORD", help="Only tests with this in their name or that of their spec."),
    ] = "",
    reach: Annotated[bool, typer.Option("--reach", help="Also list what no test of a spec reaches.")] = False,
    engine: Engine = None,
    as_json: Json = False,
) -> None:
    """Run the acceptance tests of specs."""
    from runtime.commands import test

    _think_in(engine)
    test.run(paths or [], junit, only, reach, as_json)


@app.command()
def trace(game: GameName, as_json: Json = False) -> None:
    """Show which tests cover which rule, and what none reaches."""
    from runtime.commands import trace

    trace.run(game, as_json)


@app.command()
def mutate(
    game: GameName,
    count: Annotated[
        int | None, typer.Option("-n", min=1, metavar="N", help="How many changes to try; default: 100.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Try every change there is.")] = False,
    part: Annotated[
        str,
        typer.Option("--in", metavar="PLACE", help="Only rules with this in their place, such as actions.place or ai."),
    ] = "",
    seed: Annotated[int, typer.Option("--seed", help="Another seed picks other changes.")] = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="K", help="How many processes; default: all cores.")
    ] = None,
    draft: Annotated[
        bool,
        typer.Option("--draft", help="Print them as entries of GAME.equivalents.yaml, without the reasons."),
    ] = False,
    engine: Engine = None,
    as_json: Json = False,
) -> None:
    """Change rules a little; show which changes no test notices."""
    from runtime.commands import mutate
    from runtime.messages import Problem

    if everything and count is not None:
        raise Problem("--all and -n do not go together.", "Leave one of them out.")
    _think_in(engine)
    mutate.run(game, None if everything else count or 100, seed, part, workers, draft, as_json)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new game, and of its file.")],
    parent: Annotated[
        str | None, typer.Option("--from", metavar="GAME", help="Write a variant of this game instead.")
    ] = None,
) -> None:
    """Write a new spec: a small game, or a variant of another."""
    from runtime.commands import new

    new.run(name, parent)


@app.command()
def simulate(
    game: GameName,
    count: Annotated[int, typer.Option("-n", min=1, metavar="N", help="How many games.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="NAME,...",
            help="A bot for each player, or one for all; ai: as the spec says, ai:LEVEL: at that level.",
        ),
    ] = "random",
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, metavar="K", help="How many processes; default: all cores.")
    ] = None,
    level: Level = None,
    settings: Settings = None,
    most_moves: Annotated[
        int, typer.Option("--moves", min=1, metavar="N", help="Stop a game after this many moves, without a result.")
    ] = 2000,
    engine: Engine = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games on all cores; show figures."""
    from runtime.commands import simulate

    _think_in(engine)
    simulate.run(game, count, bots, seed, workers, level, settings or [], most_moves, as_json)


@app.command("compile")
def compile_game(
    game: GameName,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Also write the C file, or the module of WebAssembly.")
    ] = None,
    target: Annotated[
        Literal["native", "wasm"], typer.Option("--target", help="What to compile for: native, this machine; or wasm.")
    ] = "native",
    level: Level = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Compile a game to machine code, or say why it stays in Python."""
    from runtime.commands import compile_game
    from runtime.messages import Problem

    if target == "wasm" and (out is None or as_json):
        raise Problem(
            "--target wasm writes a file, and nothing else.", "Name the file with --out, and leave --json out."
        )
    if target == "wasm" and out is not None:
        compile_game.write_webassembly(game, out, level, settings or [])
    else:
        compile_game.run(game, out, level, settings or [], as_json)


@app.command()
def profile(
    game: GameName,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, metavar="N", help="How many seconds of processor time to play.")
    ] = 3.0,
    most: Annotated[int, typer.Option("-n", min=1, metavar="N", help="How many expressions to show.")] = 10,
    seed: Seed = 0,
    level: Level = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Show which expressions take the most time in random play."""
    from runtime.commands import profile

    profile.run(game, seconds, seed, level, settings or [], most, as_json)


@app.command()
def replay(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A recorded or saved game; the name of a game: the one played last."),
    ],
    verify: Annotated[bool, typer.Option("--verify", help="Only say whether it comes out as recorded.")] = False,
    spec: Annotated[
        str | None, typer.Option("--spec", metavar="GAME", help="Its spec; default: by the name of the game.")
    ] = None,
    window: Annotated[bool, typer.Option("--window", help="Look at it in a window, move by move.")] = False,
    as_test: Annotated[
        str | None, typer.Option("--as-test", metavar="NAME", help="Write it as an acceptance test of this name.")
    ] = None,
    last: Annotated[
        int | None,
        typer.Option("--last", min=1, metavar="N", help="Put only this many of the last moves into the test."),
    ] = None,
) -> None:
    """Show a recorded game again, or write it as a test."""
    from runtime.commands import replay

    replay.run(file, verify, spec, window, as_test, last)


@app.command()
def shot(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The picture to write: a PNG file.")],
    seed: Annotated[int | None, typer.Option("--seed", help="The seed of everything random; default: 0.")] = None,
    level: Level = None,
    settings: Settings = None,
    actions: Annotated[
        Path | None,
        typer.Option("--actions", metavar="FILE", help="First take the actions in this file, one per line."),
    ] = None,
    moves: Annotated[int, typer.Option("--moves", min=0, metavar="N", help="Then let bots make this many moves.")] = 0,
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAME,...", help="A bot for each player, or one for all, as for simulate.")
    ] = "random",
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="Width and height in pixels.")] = "1280x800",
    theme: Annotated[str, typer.Option("--theme", help="The theme: dark, light or high_contrast.")] = "dark",
    patterns: Annotated[
        bool, typer.Option("--patterns", help="Patterns, and colours that everybody can tell apart.")
    ] = False,
    overlay: Annotated[
        str | None, typer.Option("--overlay", metavar="NAME", help="A card in front: intro, result, scores …")
    ] = None,
) -> None:
    """Draw a position as a picture, without a window."""
    from runtime.commands import play

    play.part("shot")(
        game,
        out,
        seed=seed,
        level=level,
        settings=settings or [],
        actions=actions,
        moves=moves,
        bots=bots,
        size=size,
        theme_name=theme,
        patterns=patterns,
        overlay=overlay,
    )


@app.command()
def schema(
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it to this file.")] = None,
) -> None:
    """Print the JSON Schema of spec files, for editors."""
    from runtime.commands import schema

    schema.run(out)


@app.command()
def reference(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for the pages.")] = Path(
        "docs/reference"
    ),
) -> None:
    """Write the reference of the language as Markdown."""
    from runtime.commands import reference

    reference.run(out)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Say what this machine has, what is missing, and how to get it."""
    from runtime.commands import doctor

    doctor.run(as_json)


def main() -> None:
    """Run the command line. Characters that the terminal cannot show are replaced; a reader who leaves is not an
    error."""
    if sys.stdin is None:
        # Whoever started the command closed this stream.
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
        if not isinstance(getattr(sys, name), Guarded):
            setattr(sys, name, Guarded(getattr(sys, name)))
    output = sys.stdout
    try:
        try:
            app(prog_name="tilewright")
        finally:
            output.flush()
    except BrokenPipeError:
        silence_stdout()
        sys.exit(BROKEN_PIPE)
    except SystemExit:
        if sys.stdout is output:
            raise
        # Typer met the broken pipe itself, and put something in place of stdout that swallows the rest.
        sys.exit(BROKEN_PIPE)
