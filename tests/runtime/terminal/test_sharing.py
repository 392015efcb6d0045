"""One game in two terminals: the second is told and watches, plays a copy or takes over; nothing is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from interpreter import Game, load
from runtime.keep.keeping import Keeping
from runtime.keep.saves import Saves
from runtime.session.session import Session
from runtime.terminal.loop import play
from runtime.terminal.table import Complete, Table


class Scripted:
    """Typed lines, between which something may happen elsewhere."""

    def __init__(self, *lines: str | Callable[[], None]) -> None:
        self.lines = list(lines)
        self.asked: list[str] = []

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        self.asked.append(prompt)
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return line
            line()
        raise EOFError

    def waits(self, seconds: float) -> bool:
        if self.lines and not isinstance(self.lines[0], str):
            happens = self.lines.pop(0)
            assert not isinstance(happens, str)
            happens()
            return False
        return True


@pytest.fixture(scope="module")
def lamps() -> Game:
    return load("lights_out")


@pytest.fixture
def first(saves: Saves, lamps: Game) -> Keeping:
    """Somebody who has made a move and continues to play."""
    session = Session(lamps, seed=1)
    keeping = saves.keep(session)
    press(session, "a1")
    return keeping


def press(session: Session, *sites: str) -> None:
    for site in sites:
        assert session.perform(session.game.action(session.state, f"press {site}")).refusal is None


def second(saves: Saves, first: Keeping, *lines: str | Callable[[], None]) -> tuple[Table, str]:
    """Open the same game and type some lines; return the table and what was printed."""
    path = first.path
    assert path is not None
    opened = saves.open(first.session.game, path)
    out = StringIO()
    console = Console(file=out, width=200, color_system=None, highlight=False, markup=False, emoji=False)
    table = Table(console, Scripted(*lines), opened.session, saves, opened)
    play(table)
    return table, out.getvalue()


def moves(saves: Saves, game: Game, path: Path) -> list[str]:
    return [move.text for move in saves.open(game, path).session.history]


def test_the_second_is_told_and_may_leave(saves: Saves, lamps: Game, first: Keeping) -> None:
    _, printed = second(saves, first, "q")
    assert "This game is open in another window or terminal." in printed
    assert printed.splitlines()[-1] == "Goodbye."
    press(first.session, "b2")
    assert (first.problem, first.overtaken) == (None, False)


def test_the_second_looks_on(saves: Saves, lamps: Game, first: Keeping) -> None:
    table, printed = second(saves, first, "l", lambda: press(first.session, "b2"), "press c3", first.session.undo, "q")
    assert "You are looking on: every move made there is shown here." in printed
    assert "press b2" in printed.lower()
    assert "Saved after" not in printed
    assert table.session.state == first.session.state
    assert first.path is not None
    assert moves(saves, lamps, first.path) == ["press a1"]


def test_the_second_plays_a_copy(saves: Saves, lamps: Game, first: Keeping) -> None:
    table, printed = second(saves, first, "c", "press c3", lambda: press(first.session, "b2"), "quit")
    assert printed.splitlines()[-1] == "Saved after 2 moves; ‘tilewright play lights_out’ continues."
    assert table.keeping is not None and table.keeping.path is not None and first.path is not None
    assert moves(saves, lamps, table.keeping.path) == ["press a1", "press c3"]
    assert moves(saves, lamps, first.path) == ["press a1", "press b2"]


def test_the_second_takes_over_and_the_first_writes_no_more(saves: Saves, lamps: Game, first: Keeping) -> None:
    table, printed = second(saves, first, "t", "press c3", lambda: press(first.session, "b2"), "press d4", "quit")
    assert "You have taken over." in printed
    assert first.overtaken
    assert table.keeping is not None and first.path is not None
    assert moves(saves, lamps, first.path) == ["press a1", "press c3", "press d4"]


def test_who_was_taken_over_is_told_with_the_next_move(saves: Saves, lamps: Game, first: Keeping) -> None:
    path = first.path
    assert path is not None
    first.end()
    taken: list[Keeping] = []

    def take_over() -> None:
        opened = saves.open(lamps, path)
        taken.append(saves.keep(opened.session, opened))
        taken[0].take_over()
        press(opened.session, "e5")

    table, printed = second(saves, first, take_over, "press b2", "c", "press c3", "quit")
    assert "This game was taken over in another window or terminal." in printed
    assert "Your last move is not saved there; a copy keeps it." in printed
    assert table.keeping is not None and table.keeping.path is not None
    assert moves(saves, lamps, path) == ["press a1", "press e5"]
    assert moves(saves, lamps, table.keeping.path) == ["press a1", "press b2", "press c3"]


def test_a_game_that_is_gone_meanwhile_goes_on_as_a_copy(saves: Saves, lamps: Game, first: Keeping) -> None:
    def give_up() -> None:
        first.end()
        assert first.path is not None
        first.path.unlink()

    table, printed = second(saves, first, "l", give_up, "press b2", "quit")
    assert "That game is gone: it was finished or given up." in printed
    assert [move.text for move in table.session.history] == ["press a1", "press b2"]
    assert [each.moves for each in saves.started()] == [2]


# Several games


def test_started_games_are_listed_and_continued(saves: Saves, lamps: Game) -> None:
    for level, seed, sites in (("easy", 7, ["a1", "b2"]), ("classic", 8, ["c3"])):
        session = Session(lamps, level, seed=seed)
        keeping = saves.keep(session)
        press(session, *sites)
        keeping.end()
    lines = ["games", "press d4", "games", "games 9", "games 1", "games 3", "press e5", "quit"]
    out = StringIO()
    console = Console(file=out, width=200, color_system=None, highlight=False, markup=False, emoji=False)
    table = Table(console, Scripted(*lines), Session(lamps, seed=9), saves)
    play(table)
    printed = out.getvalue()
    assert "  1. Classic, seed 8, 1 move, played " in printed
    assert "  2. Easy, seed 7, 2 moves, played " in printed
    assert "  1. Classic, seed 9, 1 move, played " in printed
    assert "Type a number from 1 to 3." in printed
    assert "You are playing this one." in printed
    assert (table.session.level, len(table.session.history)) == ("easy", 3)
    assert sorted((each.seed, each.moves) for each in saves.started()) == [(7, 3), (8, 1), (9, 1)]


def test_a_new_game_leaves_the_old_one_or_gives_it_up(saves: Saves, lamps: Game) -> None:
    for answer, kept in (("y", True), ("g", False)):
        before = len(saves.started())
        out = StringIO()
        lines = Scripted("press a1", "new", "", "new", answer, "press b2")
        table = Table(Console(file=out, width=200), lines, Session(lamps, seed=1 + kept), saves)
        play(table)
        asked = "Start a new game? Your game with 1 move stays under ‘games’. "
        assert lines.asked[2] == f"{asked}(y = start new game, g = give it up, Enter = keep playing) "
        assert len(saves.started()) - before == (2 if kept else 1)
        assert any(each.seed == 1 + kept for each in saves.started()) == kept


def test_a_finished_game_is_kept_as_a_replay_and_no_longer_listed(saves: Saves) -> None:
    game = load("tic_tac_toe")
    out = StringIO()
    seats = {"cross": "person", "nought": "person"}
    table = Table(Console(file=out, width=200), Scripted("a1", "b1", "a2", "b2", "a3", "undo", "redo", "quit"),
                  Session(game, seed=1, seats=seats), saves)  # fmt: skip
    play(table)
    assert saves.started() == []
    [replay] = (saves.folder.parent / "replays").iterdir()
    assert replay.name.endswith("tic_tac_toe 5 played.json")
    assert list(saves.folder.iterdir()) == []
