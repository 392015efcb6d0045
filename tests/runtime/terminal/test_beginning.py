"""How a game begins: from the start, or where it was left."""

import re
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
    """Answers to questions, which are recorded."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        self.prompts.append(prompt)
        return self.lines.pop(0)

    def waits(self, seconds: float) -> bool:
        return True


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
    [prompt] = lines.prompts
    asked = r"You have an unfinished game \(2 moves, played (today|yesterday) at \d+:\d\d\)\. Continue it\? \[Y/n\] "
    assert re.fullmatch(asked, prompt)
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


@pytest.mark.parametrize("resume", [True, None])
def test_a_save_that_cannot_be_read_is_put_aside_and_told(left: Saves, resume: bool | None) -> None:
    [path] = left.folder.iterdir()
    path.write_text("0123456789abcdef {}\n")
    if resume:
        with pytest.raises(Problem, match=r"is damaged in line 1\.") as told:
            at(left, Request(resume=True))
        printed = str(told.value.help)
    else:
        out = StringIO()
        table = begun(Console(file=out, width=500), Answers(), load("tic_tac_toe"), Request(), left)
        assert table.session.history == []
        printed = out.getvalue()
    [kept] = left.folder.glob("tic_tac_toe 1.damaged-*.save")
    assert f"It is kept as {kept}." in printed
    assert kept.read_text() == "0123456789abcdef {}\n"


def test_what_comes_before_a_damaged_line_is_continued(left: Saves) -> None:
    [path] = left.folder.iterdir()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + lines[2].replace(b"b1", b"b2", 1))
    out = StringIO()
    table = begun(Console(file=out, width=500), Answers(), load("tic_tac_toe"), Request(resume=True), left)
    assert [move.text for move in table.session.history] == ["place a1"]
    [kept] = left.folder.glob("tic_tac_toe 1.damaged-*.save")
    told = f"The saved game is damaged from line 3 on. It continues after 1 move. The damaged file is kept as {kept}.\n"
    assert out.getvalue() == told
    assert path.read_bytes() == lines[0] + lines[1]


def test_of_several_games_the_one_played_last_comes_first(left: Saves, table_for: TableFor) -> None:
    play(table_for(load("tic_tac_toe"), "c3", seed=2)[0])
    [first, second] = left.started("tic_tac_toe")
    assert (first.seed, first.moves, second.seed, second.moves) == (2, 1, 1, 2)
    assert len(at(left, Request(), "")[0].session.history) == 1
    assert len(at(left, Request(), "2")[0].session.history) == 2
    table, lines = at(left, Request(), "7", "x", "n")
    assert (table.session.history, len(lines.prompts)) == ([], 3)
    assert len(at(left, Request(resume=True))[0].session.history) == 1


def test_who_names_a_seed_means_the_game_that_was_started_with_it(left: Saves) -> None:
    table, lines = at(left, Request(seed=1), "y")
    assert (len(table.session.history), len(lines.prompts)) == (2, 1)
    assert at(left, Request(seed=1, resume=False))[0].session.history == []
    assert at(left, Request(seats=["nought=person"]))[0].session.history == []
    with pytest.raises(Problem, match="There is no unfinished game"):
        at(left, Request(seed=4, resume=True))


def test_seats_are_pairs() -> None:
    game = load("tic_tac_toe")
    assert seats(game, ["cross=computer", "nought=person"]) == {"cross": "computer", "nought": "person"}
    with pytest.raises(Problem, match="‘cross’ is not a seat"):
        seats(game, ["cross"])
    with pytest.raises(Problem, match="There is no player ‘crosss’ in Tic-tac-toe"):
        seats(game, ["crosss=person"])


def test_a_script_may_play(monkeypatch: pytest.MonkeyPatch, saves: Saves) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(saves.folder.parent))
    arguments = ["play", "tic_tac_toe", "--terminal", "--seat", "nought=person"]
    found = CliRunner().invoke(app, arguments, input="a1\nb1\na2\nb2\na3\n")
    assert found.exit_code == 0
    assert "Cross> a1\n" in found.stdout
    assert "Cross has three in a row." in found.stdout


def test_saves_that_cannot_be_looked_at_are_not_taken_for_none(table_for: TableFor, saves: Saves) -> None:
    saves.folder.parent.mkdir(exist_ok=True)
    saves.folder.write_text("no folder")
    table, out = table_for(load("tic_tac_toe"), "games", "load")
    play(table)
    assert out.getvalue().count("Your saved games cannot be read: Not a directory.") == 2
    with pytest.raises(NotADirectoryError):
        begun(Console(file=StringIO()), Answers(), load("tic_tac_toe"), Request(resume=True), saves)


def test_a_save_that_cannot_be_read_now_stays_where_it_is(saves: Saves) -> None:
    path = saves.folder / "tic_tac_toe 1.save"
    path.mkdir(parents=True)
    game = load("tic_tac_toe")
    with pytest.raises(Problem, match="cannot be read: It is a folder, not a file"):
        begun(Console(file=StringIO()), Answers(), game, Request(resume=True), saves)
    (saves.folder / "tic_tac_toe mine.json").mkdir()
    with pytest.raises(OSError, match="cannot be read"):
        saves.clear(game, "tic_tac_toe mine")
    assert sorted(each.name for each in saves.folder.iterdir()) == ["tic_tac_toe 1.save", "tic_tac_toe mine.json"]


def test_a_new_game_beside_the_unfinished_one_of_the_specs_own_seed_draws_another(saves: Saves) -> None:
    def begin(*answers: str) -> tuple[Table, StringIO]:
        out = StringIO()
        return begun(Console(file=out, width=80), Answers(*answers), load("mosaic"), Request(), saves), out

    table, out = begin("quit")
    play(table)
    assert table.session.seed == 12345
    assert "A new game" not in out.getvalue()
    table, _ = begin("swap d2 e2", "quit")
    play(table)
    table, out = begin("n", "quit")
    play(table)
    assert table.session.seed != 12345
    assert f"A new game, seed {table.session.seed}." in out.getvalue()
