"""What it costs to save a move in a game of some length: a line of its journal, compared with rewriting the whole game.

Both are on disk when the clock stops. A move of the journal is written, synced and checked against other writers.
"""

import tempfile
from pathlib import Path

from interpreter import load
from runtime.keep.saves import Saves
from runtime.session.session import Session
from tools.bench.stopwatch import seconds
from tools.bench.table import Row

LENGTHS = (10, 1_000, 8_000)
MOVES = 30


def rows() -> list[Row]:
    """A row for each length of a game."""
    game = load("lights_out")
    session = Session(game, "warm_up", {"limit": "none"}, seed=1)
    lamps = [game.action(session.state, f"press {site}") for site in ("a1", "b2")]
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        saves = Saves(Path(folder))
        keeping = saves.keep(session)
        for length in LENGTHS:
            keeping.end()
            while len(session.history) < length:
                session.perform(lamps[len(session.history) % 2])
            keeping = saves.keep(session, instead=keeping.path)
            before, plain, journal = keeping.bytes_written, list[float](), list[float]()
            for _ in range(MOVES):
                journal.append(seconds(lambda: session.perform(lamps[len(session.history) % 2])))
            written = keeping.bytes_written - before
            whole = min(seconds(lambda: saves.write(session, "whole")) for _ in range(3))
            size = saves.path("whole").stat().st_size
            keeping.end()
            for _ in range(MOVES):
                plain.append(seconds(lambda: session.perform(lamps[len(session.history) % 2])))
            figures = {
                "ms a move": 1000 * (sorted(journal)[MOVES // 2] - sorted(plain)[MOVES // 2]),
                "bytes a move": written / MOVES,
                "whole ms": 1000 * whole,
                "whole bytes": size,
            }
            found.append(Row(f"{length:,} moves", figures))
    return found
