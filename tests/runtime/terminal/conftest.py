"""Tables with typed lines from a list, and printed text to look at."""

from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from interpreter import Game
from runtime.keep.saves import Saves
from runtime.session.session import Seat, Session
from runtime.terminal.loop import play
from runtime.terminal.table import Complete, Table


class Typed:
    """Lines that are typed one after the other; then the input ends."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.prompts: list[str] = []

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        self.prompts.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    def waits(self, seconds: float) -> bool:
        return True


TableFor = Callable[..., tuple[Table, StringIO]]


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "saves")


@pytest.fixture
def table_for(saves: Saves) -> TableFor:
    """Make a table at which people play all players, unless `seats` says otherwise, and return it with what it
    prints."""

    def made(game: Game, *lines: str, seats: dict[str, Seat] | None = None, **options: Any) -> tuple[Table, StringIO]:
        everyone: dict[str, Seat] = dict.fromkeys(game.players, "person")
        session = Session(game, seats={**everyone, **(seats or {})}, **{"seed": 1, **options})
        out = StringIO()
        console = Console(file=out, width=80, color_system=None, highlight=False, markup=False, emoji=False)
        return Table(console, Typed(lines), session, saves), out

    return made


@pytest.fixture
def played(table_for: TableFor) -> Callable[..., list[str]]:
    """Play some lines and return everything that was printed."""

    def run(game: Game, *lines: str, **options: Any) -> list[str]:
        table, out = table_for(game, *lines, **options)
        play(table)
        return [line.rstrip() for line in out.getvalue().splitlines()]

    return run
