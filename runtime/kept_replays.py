"""Games that were played to their end, kept to be looked at again: the latest ones, each in a file of its own."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from runtime.files import data_folder, write_atomically
from runtime.recording import recording_of, written
from runtime.session import Session
from runtime.statistics import Result

MOST = 200
"""So many games are kept; older ones go."""
STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"(\d{8}-\d{6})(?:\.\d+)? ([a-z][a-z0-9_]*) (\d+) (won|lost|drawn|played)")


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game, as its file name tells: when it ended, which game, how many moves it took and how it ended."""

    path: Path
    ended: datetime
    game: str
    moves: int
    result: str


class Replays:
    """The kept games in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "replays"

    def keep(self, session: Session, result: Result, ended: datetime) -> Path | None:
        """Keep a game; None if the disk would not have it."""
        text = written(recording_of(session))
        rest = f"{session.game.name} {len(session.history)} {result}.json"
        stamp, number = ended.strftime(STAMP), 1
        path = self.folder / f"{stamp} {rest}"
        while path.exists():
            number += 1
            path = self.folder / f"{stamp}.{number} {rest}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text)
        except OSError:
            return None
        for old in self.all()[MOST:]:
            with suppress(OSError):
                old.path.unlink()
        return path

    def all(self) -> list[Kept]:
        """Every kept game, the latest first."""
        found = [kept for path in self.folder.glob("*.json") if (kept := _kept(path)) is not None]
        return sorted(found, key=lambda kept: (kept.ended, kept.path.name), reverse=True)


def _kept(path: Path) -> Kept | None:
    match = _NAME.fullmatch(path.stem)
    if match is None:
        return None
    try:
        ended = datetime.strptime(match[1], STAMP)
    except ValueError:
        return None
    return Kept(path, ended, match[2], int(match[3]), match[4])
