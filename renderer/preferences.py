"""What a player prefers, and what the window remembers: kept in a file of the user's own."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, get_args

from renderer.animation import Speed
from renderer.theme import ThemeName
from runtime.files import data_folder
from runtime.stored import read_stored, write_stored

FORMAT = 1
MOST_OPENED = 12


@dataclass(frozen=True, slots=True)
class Preferences:
    """`highlights`: legal choices are lit where the game wants it. `introduced` are the games whose introduction was
    read, `opened` the spec files that were opened by their path, the latest first."""

    theme: ThemeName = "dark"
    patterns: bool = False
    animation: Speed = "normal"
    sound: bool = True
    highlights: bool = True
    introduced: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


class StoredPreferences:
    """The preferences on disk. What is missing or makes no sense there is as usual."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder if folder is not None else data_folder()) / "preferences.json"
        self.value = _read(read_stored(self.path))

    def change(self, **changes: Any) -> Preferences:
        """Change some and write them down."""
        changed = replace(self.value, **changes)
        if changed != self.value:
            self.value = changed
            write_stored(self.path, {"format": FORMAT, **asdict(changed)})
        return self.value

    def note_opened(self, path: Path) -> None:
        """Remember a spec file that was opened by its path."""
        others = [each for each in self.value.opened if each != str(path)]
        self.change(opened=(str(path), *others)[:MOST_OPENED])

    def note_introduced(self, game: str) -> None:
        """Remember that the introduction of a game was read."""
        if game not in self.value.introduced:
            self.change(introduced=(*self.value.introduced, game))


def _read(content: dict[str, Any]) -> Preferences:
    usual = Preferences()
    found: dict[str, Any] = {}
    for entry in fields(Preferences):
        value = content.get(entry.name)
        if isinstance(getattr(usual, entry.name), tuple):
            if isinstance(value, list) and all(isinstance(item, str) for item in value):
                found[entry.name] = tuple(value)
        elif type(value) is type(getattr(usual, entry.name)):
            found[entry.name] = value
    if found.get("theme") not in get_args(ThemeName):
        found.pop("theme", None)
    if found.get("animation") not in get_args(Speed):
        found.pop("animation", None)
    return Preferences(**found)
