"""The games to choose from: those that come with Tilewright, and the user's own files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from interpreter import cache_folder, catalogue, is_plain, keep, kept, load_spec, read_file
from interpreter.spec.diagnostics import Diagnostics, probably, render
from interpreter.spec.model import KINDS, Spec
from runtime.files import data_folder
from runtime.session import daily
from runtime.session.daily import has_daily

HOUSE, OTHERS, OWN, OPENED = "Tilewright originals", "Other games", "Your games", "Opened before"
KIND_TITLES = dict(zip(KINDS, ("Board games", "Word games", "Puzzles", "Cards and dice"), strict=True))
HEADINGS = (HOUSE, *KIND_TITLES.values(), OTHERS, OWN, OPENED)
"""What lists of games are divided by, in their order."""
FOLDER = "listed"
LARGEST = 1 << 20
"""A spec has no more bytes."""
PARENT = re.compile(rb"^extends: *([a-z][a-z0-9_]*)", re.MULTILINE)
STROKES = re.compile(r"[’'ʼ]")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a spec says about its game to people who choose one. `extends` is the game that it is a variant of."""

    name: str
    title: str
    about: str = ""
    kind: str = ""
    also_called: tuple[str, ...] = ()
    minutes: int | None = None
    players: int = 1
    levels: tuple[str, ...] = ()
    settings: int = 0
    daily: bool = False
    tutorial: bool = False
    extends: str = ""


@dataclass(frozen=True, slots=True)
class Listed(Facts):
    """A game to choose. `key` is its name if it comes with Tilewright, otherwise its path; `group` is its heading,
    `parent` the key of the game under that heading beneath which it is folded.

    A spec with mistakes is listed with its `problem`: what is wrong, in a designer's words.
    """

    key: str = ""
    path: Path = Path()
    group: str = ""
    parent: str = ""
    problem: str = ""


class Library:
    """All games in one place. A file is read again only if it has changed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "games"
        self._read: dict[Path, tuple[int, Facts | str]] = {}

    def shipped(self) -> list[Listed]:
        """The games that come with Tilewright, each variant after its parent."""
        paths = {name: path.resolve() for name, path in catalogue.shipped().items()}
        facts = {name: self._facts(path) for name, path in paths.items()}
        listed = []
        for name, path in paths.items():
            root = _root(name, facts)
            parent = root if root != name else ""
            listed.append(_listed(facts[name], name, path, _heading(facts[root], paths[root]), parent))
        titles = {each.key: each.title for each in listed}
        return sorted(listed, key=lambda each: _place(each, titles))

    def all(self, opened: Iterable[Path] = ()) -> list[Listed]:
        """Every game: those under headings, then the user's own, then those that were opened before."""
        listed = self.shipped()
        seen = {each.path for each in listed}
        others = {OWN: catalogue.files(self.folder), OPENED: [path for path in opened if is_plain(path)]}
        for group, paths in others.items():
            found = dict.fromkeys(path.resolve() for path in paths)
            own = [(path, self._facts(path)) for path in found if path not in seen]
            seen.update(found)
            named = [_listed(facts, str(path), path, group) for path, facts in own]
            listed += sorted(named, key=lambda each: each.title.lower())
        return listed

    def state(self, opened: Iterable[Path] = ()) -> tuple[tuple[Path, int], ...]:
        """The user's own files, and when each was changed: as long as that is the same, so is the list."""
        return tuple((path, _changed(path)) for path in (*catalogue.files(self.folder), *opened))

    def _facts(self, path: Path) -> Facts | str:
        """What a spec says about its game, or what is wrong with it."""
        changed = _changed(path)
        known = self._read.get(path)
        if known is None or known[0] != changed:
            known = self._read[path] = (changed, remembered(path))
        return known[1]


def _changed(path: Path) -> int:
    """When a file was changed; 0 if it is gone, or cannot be examined: reading it says so."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _listed(facts: Facts | str, key: str, path: Path, group: str, parent: str = "") -> Listed:
    if isinstance(facts, str):
        return Listed(path.stem, path.stem, key=key, path=path, group=group, parent=parent, problem=facts)
    said = {each.name: getattr(facts, each.name) for each in fields(Facts)}
    return Listed(**said, key=key, path=path, group=group, parent=parent)


def _root(name: str, facts: dict[str, Facts | str]) -> str:
    """The game that a shipped game is a variant of, directly or through another variant; itself if it is not one."""
    found = facts[name]
    while isinstance(found, Facts) and found.extends in facts:
        name = found.extends
        found = facts[name]
    return name


def _heading(facts: Facts | str, path: Path) -> str:
    """The heading of a shipped game: our own games are known by their folder, the others are sorted by kind."""
    if path.parent == catalogue.SPECS:
        return HOUSE
    return KIND_TITLES.get(facts.kind, OTHERS) if isinstance(facts, Facts) else OTHERS


def _place(listed: Listed, titles: dict[str, str]) -> tuple[int, str, bool, str]:
    family = titles[listed.parent or listed.key]
    return HEADINGS.index(listed.group), family.lower(), bool(listed.parent), listed.title.lower()


# Searching


def plain(text: str) -> str:
    """A text in the form used for searching: without capitals, apostrophes and hyphens."""
    return STROKES.sub("", text).replace("-", " ").lower()


def searched(games: Sequence[Listed], wanted: str) -> list[Listed]:
    """The games that match every word of a search: first those whose name begins with it, under any of their names,
    then those with the words in another name, then those whose description matches."""
    words = plain(wanted).split()
    if not words:
        return list(games)
    ranked = [(rank, listed) for listed in games if (rank := _rank(listed, words)) is not None]
    return [listed for _, listed in sorted(ranked, key=lambda each: each[0])]


def _rank(listed: Listed, words: list[str]) -> int | None:
    named = " ".join(words)
    names = [plain(name) for name in (listed.title, *listed.also_called)]
    if named in names:
        return 0
    for rank, text in enumerate((names[0], " ".join(names)), 1):
        if all(word in text for word in words):
            return rank
    described = f"{' '.join(names)} {listed.name} {plain(listed.about)} {plain(listed.group)}"
    return 3 if all(word in described for word in words) else None


def other_name(listed: Listed, wanted: str) -> str:
    """The other name by which a search has found a game; empty if its title matches too."""
    words = plain(wanted).split()
    if not words or all(word in plain(listed.title) for word in words):
        return ""
    return next((name for name in listed.also_called if all(word in plain(name) for word in words)), "")


def resembling(games: Iterable[Listed], wanted: str) -> tuple[str, Listed] | None:
    """The name that was probably meant, and its game."""
    names = {plain(name): (name, each) for each in games for name in (*each.also_called, each.title)}
    meant = probably(plain(wanted), names)
    return None if meant is None else names[meant]


# Reading specs


def remembered(path: Path) -> Facts | str:
    """What a spec says about its game, or what is wrong with it.

    Reading a spec takes 20 ms, and there are many: the results are cached until a file changes that they depend on.
    """
    digest = _digest(path)
    place = cache_folder() / FOLDER / f"{path.stem}-{digest}.json"
    found = kept(place) if digest else None
    if found is not None:
        return _restored(json.loads(bytes(found)))
    facts = read_facts(path)
    if digest and isinstance(facts, Facts):
        keep(place, json.dumps(asdict(facts)).encode())
    return facts


def _restored(content: dict[str, Any]) -> Facts:
    lists = {name: tuple(value) for name, value in content.items() if isinstance(value, list)}
    return Facts(**{**content, **lists})


def _digest(path: Path) -> str:
    """The fingerprint of everything that a spec's facts depend on: its files, its parents', and the code that reads
    them."""
    try:
        made = blake2b(_code(), digest_size=10)
        for file in _files(path, []):
            content = read_file(file, LARGEST)
            made.update(b"%d " % len(content) + content)
    except OSError:
        return ""
    return made.hexdigest()


def _files(path: Path, seen: list[Path]) -> Iterator[Path]:
    """A spec, its tests, and those of the games that it extends."""
    seen.append(path)
    yield path
    if is_plain(catalogue.tests_of(path)):
        yield catalogue.tests_of(path)
    parent = PARENT.search(read_file(path, LARGEST))
    found = catalogue.locate(parent[1].decode(), path.parent) if parent is not None else None
    if found is not None and found.resolve() not in seen:
        yield from _files(found.resolve(), seen)


@lru_cache(maxsize=1)
def _code() -> bytes:
    """The fingerprint of the code that reads specs."""
    made = blake2b(digest_size=10)
    for file in (*sorted(Path(catalogue.__file__).parent.glob("*.py")), Path(__file__), Path(daily.__file__)):
        made.update(read_file(file, LARGEST))
    return made.digest()


def read_facts(path: Path) -> Facts | str:
    """What a spec says about its game according to its file, or what is wrong with it."""
    spec, diagnostics = load_spec(path)
    if spec is None or diagnostics.errors:
        return _problem(diagnostics)
    return Facts(
        name=str(spec.game),
        title=str(spec.title),
        about=plain_text(spec),
        kind=str(spec.kind or ""),
        also_called=tuple(str(name) for name in spec.also_called),
        minutes=spec.minutes,
        players=max(1, len(spec.players)),
        levels=tuple(str(level) for level in spec.levels),
        settings=len(spec.settings),
        daily=has_daily(spec),
        tutorial=spec.tutorial is not None,
        extends=str(spec.extends or ""),
    )


def plain_text(spec: Spec) -> str:
    """What a spec says about its game."""
    return " ".join(str(spec.about).split()) if spec.about is not None else ""


def _problem(diagnostics: Diagnostics) -> str:
    return "\n\n".join(render(each) for each in diagnostics.errors)
