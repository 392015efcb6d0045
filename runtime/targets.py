"""Which specs a command is about: files, folders and names → paths; `name=value` → settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter import SpecError
from interpreter.spec import catalogue
from runtime.problem import Problem

ENDINGS = (".yaml", ".yml")


def specs(named: Sequence[str]) -> list[Path]:
    """The spec files that the arguments mean, each once; without arguments all that come with Tilewright."""
    if not named:
        return list(catalogue.shipped().values())
    found: dict[Path, Path] = {}
    for name in named:
        for path in _meant(name):
            found.setdefault(path.resolve(), path)
    return list(found.values())


def spec(name: str) -> Path:
    """The one spec file that an argument means: a file, a spec in the current folder, or a shipped game."""
    try:
        return catalogue.find(name, Path.cwd())
    except SpecError as error:
        [diagnostic] = error.diagnostics
        raise Problem(diagnostic.message, diagnostic.help or "‘tilewright list’ shows the games.") from None


def _meant(name: str) -> list[Path]:
    folder = Path(name)
    if not folder.is_dir() or name in catalogue.names(Path.cwd()):
        return [spec(name)]
    inside = sorted(_spec_files(folder))
    if not inside:
        raise Problem(f"There is no spec in the folder {name}.")
    return inside


def _spec_files(folder: Path) -> Iterator[Path]:
    """The YAML files in a folder and the folders in it, but nothing hidden."""
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _spec_files(entry)
        elif entry.suffix in ENDINGS:
            yield entry


def settings(given: Sequence[str]) -> dict[str, str]:
    """Settings from `name=value`."""
    chosen: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Problem(f"‘{text}’ is no setting.", "Write it as --set name=value.")
        chosen[name.strip()] = value.strip()
    return chosen
