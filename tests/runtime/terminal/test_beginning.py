"""How a game begins: anew, or where it was left."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from interpreter import load
from runtime.arguments import seats
from runtime.cli import app
from runtime.keep.saves import Saves
from runtime.messages import Problem
from runtime.request import Request
from runtime.terminal.loop import begun, play
from runtime.terminal.table import Complete, Table

TableFor = Callable[..., Any]


class Answers:
    """Answers to questions, which are kept."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        self.prompts.append(prompt)
        return self.lines.pop(0)


@pytest.fixture
def left(table_for: TableFor, saves: Saves) -> Saves:
    """A folder with an unfinished game of two moves."""
    play(table_for(load("tic_tac_toe"), "a1", "b1")[0])
    return saves


def at(saves: Saves, wanted: Request, *answers: str) -> tuple[Table, Answers]:
    lines = Answers(*answers)
    return begun(Console(file=StringIO()), lines, load("tic_tac_toe"), wanted, saves), lines


def test_the_player_is_asked_about_an_unfinished_game(left: Saves) -> None:
    table, lines = at(left, Request(), "")
    assert lines.prompts == ["There is an unfinished game (2 moves). Go on with it? [Y/n] "]
    assert [move.text for move in table.session.history] == ["place a1", "place b1"]
    assert at(left, Request(), "n")[0].session.history == []


def test_options_decide_without_asking(left: Saves) -> None:
    assert len(at(left, Request(resume=True))[0].session.history) == 2
    assert at(left, Request(resume=False))[0].session.history == []
    assert at(left, Request(seed=4))[0].session.seed == 4


def test_a_seat_may_change_when_a_game_goes_on(left: Saves) -> None:
    table, _ = at(left, Request(resume=True, seats=["nought=computer"]))
    assert table.session.seats == {"cross": "person", "nought": "computer"}


def test_there_may_be_nothing_to_go_on_with(saves: Saves) -> None:
    assert at(saves, Request())[0].session.history == []
    with pytest.raises(Problem, match="There is no unfinished game of Tic-tac-toe"):
        at(saves, Request(resume=True))


def test_a_save_that_cannot_be_read_is_told_or_put_aside(left: Saves, table_for: TableFor) -> None:
    path = left.path("tic_tac_toe")
    path.write_text(path.read_text()[:-40])
    with pytest.raises(Problem, match="is cut short"):
        at(left, Request(resume=True))
    assert at(left, Request())[0].session.history == []
    table, out = table_for(load("tic_tac_toe"), "c3")
    play(table)
    [kept] = left.folder.glob("tic_tac_toe.damaged-*.json")
    assert f"An older saved game that could not be used is now {kept}." in out.getvalue().replace("\n", " ")


def test_seats_are_pairs() -> None:
    game = load("tic_tac_toe")
    assert seats(game, ["cross=computer", "nought=person"]) == {"cross": "computer", "nought": "person"}
    with pytest.raises(Problem, match="‘cross’ is no seat"):
        seats(game, ["cross"])
    with pytest.raises(Problem, match="There is no player ‘crosss’ in Tic-tac-toe"):
        seats(game, ["crosss=person"])


def test_a_script_may_play(monkeypatch: pytest.MonkeyPatch, saves: Saves) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(saves.folder.parent))
    arguments = ["play", "tic_tac_toe", "--terminal", "--seat", "nought=person"]
    found = CliRunner().invoke(app, arguments, input="a1\nb1\na2\nb2\na3\n")
    assert found.exit_code == 0
    assert "Cross> a1\n" in found.stdout
    assert "Cross has three in line." in found.stdout
