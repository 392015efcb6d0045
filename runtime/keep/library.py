"""The games that can be chosen: those that come with Tilewright, and files of the user's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from interpreter import catalogue, is_plain, load_spec
from interpreter.spec.diagnostics import Diagnostics, render
from interpreter.spec.model import Spec
from runtime.files import data_folder

GROUPS = {".": "Games", "variants": "Variants", "classics": "Classics"}
OWN, OPENED = "Your games", "Opened before"


@dataclass(frozen=True, slots=True)
class Listed:
    """A game that can be chosen. `key` is its name if it comes with Tilewright, else its path.

    A spec with mistakes is listed with its `problem`: what is wrong, as a designer reads it.
    """

    key: str
    path: Path
    name: str
    title: str
    about: str = ""
    levels: tuple[str, ...] = ()
    daily: bool = False
    tutorial: bool = False
    group: str = ""
    problem: str = ""


class Library:
    """All games in one place. A file is read again only when it has changed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "games"
        self._read: dict[Path, tuple[int, Listed]] = {}

    def all(self, opened: Iterable[Path] = ()) -> list[Listed]:
        """Every game, in groups."""
        found: dict[Path, tuple[str, str]] = {}
        for name, path in catalogue.shipped().items():
            found[path.resolve()] = (name, GROUPS[path.parent.name if path.parent != catalogue.SPECS else "."])
        for path in catalogue.files(self.folder):
            found.setdefault(path.resolve(), (str(path), OWN))
        for path in opened:
            if is_plain(path):
                found.setdefault(path.resolve(), (str(path), OPENED))
        order = [*GROUPS.values(), OWN, OPENED]
        listed = [self._listed(path, key, group) for path, (key, group) in found.items()]
        return sorted(listed, key=lambda each: (order.index(each.group), each.title.lower()))

    def _listed(self, path: Path, key: str, group: str) -> Listed:
        try:
            changed = path.stat().st_mtime_ns
        except OSError:
            # It is gone, or cannot be looked at: reading it says so.
            changed = 0
        known = self._read.get(path)
        if known is None or known[0] != changed or known[1].group != group:
            known = self._read[path] = (changed, read_listed(path, key, group))
        return known[1]


def read_listed(path: Path, key: str, group: str = "") -> Listed:
    """A game as its file describes it."""
    spec, diagnostics = load_spec(path)
    if spec is None or diagnostics.errors:
        return Listed(key, path, path.stem, path.stem, group=group, problem=_problem(diagnostics))
    return Listed(
        key,
        path,
        str(spec.game),
        str(spec.title),
        plain_text(spec),
        tuple(str(level) for level in spec.levels),
        spec.daily is not None,
        spec.tutorial is not None,
        group,
    )


def plain_text(spec: Spec) -> str:
    """What a spec says about its game."""
    return " ".join(str(spec.about).split()) if spec.about is not None else ""


def _problem(diagnostics: Diagnostics) -> str:
    return "\n\n".join(render(each) for each in diagnostics.errors)
