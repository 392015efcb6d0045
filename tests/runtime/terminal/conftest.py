"""Tables with typed lines from a list, and printed text to look at."""

from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from interpreter import Game
from runtime.saves import Saves
from runtime.session import Seat, Session
from runtime.terminal.keyboard import Complete
from runtime.terminal.loop import play
from runtime.terminal.table import Table


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


Played = Callable[..., list[str]]


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "saves")


def table_for(game: Game, lines: Iterable[str], saves: Saves, **options: object) -> tuple[Table, StringIO]:
    """A table at which people play all players, unless `seats` says otherwise."""
    everyone: dict[str, Seat] = {player: "person" for player in game.players}
    seats = {**everyone, **options.pop("seats", {})}  # type: ignore[dict-item]
    session = Session(game, seats=seats, **{"seed": 1, **options})  # type: ignore[arg-type]
    out = StringIO()
    console = Console(file=out, width=80, color_system=None, highlight=False, markup=False, emoji=False)
    return Table(console, Typed(lines), session, saves, kept=False), out


@pytest.fixture
def played(saves: Saves) -> Played:
    """Play some lines; gives all that was printed."""

    def run(game: Game, *lines: str, **options: object) -> list[str]:
        table, out = table_for(game, lines, saves, **options)
        play(table)
        return [line.rstrip() for line in out.getvalue().splitlines()]

    return run
