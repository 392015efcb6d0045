"""A record of games: the moves, what else was legal at each of them, the luck, and how each game ended.

It is a gzipped file of JSON lines: a heading, then one line per game.
"""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "truth"


def weight(move: str) -> int:
    """What a typed move adds to the checksum of a list of moves."""
    return crc32(move.encode())


def checksum(moves: Iterable[str]) -> int:
    """A checksum of a list of typed moves, whatever their order."""
    return sum(map(weight, moves)) & 0xFFFF


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game. For each move, `counts` and `sums` give the number of legal moves and their checksum.

    `luck` lists what each stream of the rules gave, in order. A game without `returns` was abandoned before its end.
    """

    moves: Sequence[str]
    counts: Sequence[int]
    sums: Sequence[int]
    returns: Sequence[float] | None
    luck: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """The recorded games of one game of ours, under the same settings."""

    game: str
    source: str
    settings: Mapping[str, Any]
    games: Sequence[RecordedGame]

    def write(self, path: Path) -> None:
        """Write the record; equal records make equal files."""
        heading = {"game": self.game, "source": self.source, "settings": dict(self.settings)}
        lines = [heading, *({**asdict(game), "sums": _packed(game.sums)} for game in self.games)]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        path.write_bytes(gzip.compress(text.encode(), mtime=0))

    @classmethod
    def read(cls, path: Path) -> "Record":
        """The record of a file."""
        heading, *games = map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines())
        return cls(**heading, games=[RecordedGame(**{**game, "sums": _unpacked(game["sums"])}) for game in games])


def _packed(sums: Sequence[int]) -> str:
    return "".join(f"{each:04x}" for each in sums)


def _unpacked(text: str) -> list[int]:
    return [int(text[at : at + 4], 16) for at in range(0, len(text), 4)]


def paths() -> list[Path]:
    """The records there are."""
    return sorted(FOLDER.glob("*.jsonl.gz"))


def path_of(name: str) -> Path:
    """Where the record of a name is stored."""
    return FOLDER / f"{name}.jsonl.gz"
