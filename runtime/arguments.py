"""The meaning of commands' arguments: which specs, which game, and how it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter import Game, SpecError, catalogue
from interpreter.spec.diagnostics import did_you_mean
from runtime.keep.keeping import Opened
from runtime.keep.library import Library, plain, resembling
from runtime.keep.saves import Saves, Started
from runtime.messages import Problem
from runtime.request import Request
from runtime.session.session import Seat, Session

ENDINGS = (".yaml", ".yml")


def specs(named: Sequence[str]) -> list[Path]:
    """The spec files that the arguments refer to, each once; without arguments, all that come with Tilewright."""
    if not named:
        return list(catalogue.shipped().values())
    found: dict[Path, Path] = {}
    for name in named:
        for path in _meant(name):
            found.setdefault(path.resolve(), path)
    return list(found.values())


def spec(name: str) -> Path:
    """The one spec file that an argument refers to: a file, a spec in the current folder, or a shipped game."""
    if Path(name).is_dir() and name not in catalogue.names(Path.cwd()):
        raise Problem(f"‘{name}’ is a folder.", "Name one of the specs in it.")
    try:
        return catalogue.find(name, Path.cwd())
    except SpecError as error:
        [diagnostic] = error.diagnostics
        message = f"There is no file {name}." if diagnostic.code == "no-file" else diagnostic.message
        help = _resembling(name) or diagnostic.help
        raise Problem(message, help) from None


def _resembling(name: str) -> str | None:
    """Explain a name that was not found: suggest a file that resembles it, or the game that people call by that
    name."""
    path = Path(name)
    if path.suffix in ENDINGS:
        near = did_you_mean(path.name, (each.name for each in catalogue.files(path.parent)))
        known = path.stem if path.stem in catalogue.shipped() else None
        return near or (f"Did you mean ‘{known}’?" if known is not None else None)
    games = Library().shipped()
    for each in games:
        for other in each.also_called:
            if plain(other) == plain(name.replace("_", " ")):
                return f"{other} is {each.title} here: write ‘{each.key}’."
    meant = called(name)
    if meant is not None:
        return f"Did you mean ‘{meant}’?"
    near = did_you_mean(name, catalogue.names(Path.cwd()))
    found = resembling(games, name.replace("_", " ")) if near is None else None
    return near if found is None else f"Did you mean {found[0]}? Write ‘{found[1].key}’."


def called(text: str) -> str | None:
    """The name of the shipped game that people call by a name: its title, another name for it, or the beginning of no
    other game's name."""
    name = text.strip().lower()
    if name in catalogue.shipped():
        return name
    games = Library().shipped()
    wanted = plain(name.replace("_", " "))
    titles = [(plain(each.title), each.key) for each in games]
    others = [(plain(other), each.key) for each in games for other in each.also_called]
    named = [key for called, key in (*titles, *others) if called == wanted]
    begun = [each.key for each in games if name and each.key.startswith(name)]
    return named[0] if named else begun[0] if len(begun) == 1 else None


def _meant(name: str) -> list[Path]:
    if not name:
        raise Problem("An empty name means no spec.", "Name a spec, a folder (. is this one) or a game.")
    folder = Path(name)
    if not folder.is_dir() or name in catalogue.names(Path.cwd()):
        return [spec(name)]
    inside = sorted(set(_spec_files(folder, set())))
    if not inside:
        raise Problem(f"There is no spec in the folder {name}.")
    return inside


def _spec_files(folder: Path, seen: set[Path]) -> Iterator[Path]:
    """The specs in a folder and its subfolders, except hidden ones; links may form loops.

    Test files belong to the spec beside them; without one they are reported as if they were specs.
    """
    if folder.resolve() in seen:
        return
    seen.add(folder.resolve())
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _spec_files(entry, seen)
        elif entry.suffix in ENDINGS and entry.is_file():
            spec = catalogue.spec_of(entry)
            yield spec if spec.is_file() else entry


def settings(given: Sequence[str]) -> dict[str, str]:
    """Settings from `name=value`."""
    chosen: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Problem(f"‘{text}’ is not a setting.", "Write it as --set name=value.")
        chosen[name.strip()] = value.strip()
    return chosen


def require_engine(game: Game, level: str | None = None, given: Mapping[str, Any] | None = None) -> None:
    """Refuse `--engine native` for a game that stays in Python, with the reason."""
    # Most commands never need it, and the window starts sooner without it.
    from interpreter.native import NO_COMPILER, engine, how_to_install, why_no_compiler, why_python

    if engine() != "native":
        return
    reason = why_python(game.program(game.settings.choose(level, given)))
    if reason is None:
        return
    if reason == NO_COMPILER:
        raise Problem(f"There is no machine code for {game.name}: {why_no_compiler()}.", how_to_install())
    help = "‘--engine auto’ plays it in Python, and everything that can be in machine code."
    raise Problem(f"{game.name} stays in Python: {reason}.", help)


def new(game: Game, wanted: Request, saves: Saves) -> Session:
    """A new game as requested."""
    session = Session(game, wanted.level, settings(wanted.settings), wanted.seed, seats(game, wanted.seats))
    if wanted.seed is None:
        draw_again(session, saves)
    return session


def draw_again(session: Session, saves: Saves) -> None:
    """Draw another seed if the game with the spec's own seed is unfinished on disk."""
    if session.game.spec.seed is not None and saves.same(session) is not None:
        session.new_game()


def unfinished(game: Game, wanted: Request, saves: Saves) -> list[Started]:
    """The started games that may be continued, the most recently played first.

    Naming a level, settings or players begins a new game; naming a seed means the game that was started with it.
    """
    if wanted.resume is False or (wanted.resume is None and wanted.names_a_game and wanted.seed is None):
        return []
    fitting = [each for each in saves.started(game.name) if not each.is_readable or _fits(game, wanted, each)]
    problem = saves.unreadable() if wanted.resume and not fitting else None
    if problem is not None:
        raise problem
    if wanted.resume and not fitting:
        raise Problem(f"There is no unfinished game of {game.title}.", "Leave --resume out to start one.")
    return fitting


def _fits(game: Game, wanted: Request, started: Started) -> bool:
    """Whether a started game matches the command line."""
    if wanted.seed not in (None, started.seed) or wanted.level not in (None, started.level):
        return False
    if not wanted.settings:
        return True
    chosen = game.settings.choose(started.level, settings(wanted.settings))
    return game.settings.shown(chosen.values) == started.settings


def opened(game: Game, wanted: Request, saves: Saves, started: Started) -> Opened:
    """A started game, with the requested seats; BadRecording if it cannot be continued."""
    found = saves.open(game, started.path)
    found.session.seats.update(seats(game, wanted.seats))
    return found


def seats(game: Game, given: Sequence[str]) -> dict[str, Seat]:
    """Who plays whom, from `white=person`."""
    found: dict[str, Seat] = {}
    for text in given:
        player, _, seat = (part.strip() for part in text.partition("="))
        if seat not in ("person", "computer"):
            raise Problem(f"‘{text}’ is not a seat.", "Write it as --seat name=person or --seat name=computer.")
        if player not in game.players:
            guess = did_you_mean(player, game.players) or f"There are {', '.join(game.players)}."
            raise Problem(f"There is no player ‘{player}’ in {game.title}.", guess)
        found[player] = "computer" if seat == "computer" else "person"
    return found
