"""Rules that never end, in every use of a game except the window: stopped and located, with the game as it was."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from interpreter import Abandoned, Game, State, load, loads, watched
from interpreter.program.watch import limited
from runtime.bots import bot_for, choice_of, move_of, view_for
from runtime.keep.saves import Saves
from runtime.playtest.simulation import play_one, simulate
from runtime.session.session import Session
from runtime.session.thinker import MoveFound, NotFound, Task, Thinker, rules_of
from runtime.show import present
from runtime.terminal.loop import play
from runtime.terminal.table import Table
from runtime.testing.runner import run_tests
from tests.runtime.terminal.conftest import Typed

HOSTILE = Path(__file__).resolve().parents[1] / "data" / "hostile.yaml"
STOPPED = "This takes longer than 0.3 seconds and was stopped."

TESTS = """
acceptance:
  an action without an end:
    when: [spin]
    then: [count == 1]
  a list without an end:
    given: {settings: {endless: moves}}
    when: [listing]
    then: [count == 1]
  a start without an end:
    given: {settings: {endless: setup}}
    then: [count == 1]
  what comes after is as ever:
    when: [{light: a1}]
    then: [count == 1]
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return loads(HOSTILE.read_text(encoding="utf-8"), "hostile.yaml")


@pytest.fixture(autouse=True)
def _impatient() -> Iterator[None]:
    # Less would be too little for a garbage collection in a process that has run a thousand tests.
    with limited(0.3):
        yield


def test_tests_fail_at_the_place_and_the_others_run() -> None:
    game = loads(HOSTILE.read_text(encoding="utf-8") + TESTS, "hostile.yaml")
    results = run_tests(game)
    assert [
        (result.name, [(failure.span.line, failure.message) for failure in result.failures]) for result in results
    ] == [
        ("an action without an end", [(38, f"Fault: {STOPPED} (at line 66 of the test)")]),
        ("a list without an end", [(46, f"Fault: {STOPPED} (at line 70 of the test)")]),
        ("a start without an end", [(24, f"Fault: {STOPPED} (at line 72 of the test)")]),
        ("what comes after is as ever", []),
    ]


def test_simulated_games_count_it_as_a_fault(game: Game) -> None:
    found = simulate(game, 4, seed=1)
    assert [each.fault is not None and each.fault.span is not None for each in found.played] == [True] * 4
    assert {(each.fault.message, each.fault.span.line) for each in found.played if each.fault and each.fault.span} == {
        (STOPPED, 38)
    }
    assert found.summary()["faults"] == 4


def test_a_start_without_an_end_is_a_fault_of_the_simulated_game(game: Game) -> None:
    played = play_one(game, 1, settings={"endless": "setup"})
    assert played.moves == 0
    assert played.fault is not None
    assert str(played.fault) == f"hostile.yaml:24:17: fault: {STOPPED}"


def test_helpers_of_a_simulation_stop_it_too(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    # With threads around, they are not forked but started afresh, and know only what the environment says.
    monkeypatch.setenv("TILEWRIGHT_PATIENCE", "0.3")
    found = simulate(game, 4, seed=1, workers=2)
    assert [each.fault is not None for each in found.played] == [True] * 4


def test_the_computer_makes_another_move(game: Game) -> None:
    state = game.advance(game.new(1), ("light", 5))
    view = view_for(game, state, "computer")
    bot = bot_for(game, state, "computer")
    with watched():
        with pytest.raises(Abandoned):
            choice_of(bot, view, 3)
        found = move_of(bot, view, 3)
        assert found.guard_fired
        assert found.action[0] == "light"
        assert move_of(bot, view, 3).action == found.action
        assert game.check(state, found.action) is None


def task(game: Game, state: State) -> Task:
    return Task(1, "move", rules_of(game), game.encode(state), state.mover, 3)


def test_the_process_that_thinks_answers(game: Game) -> None:
    state = game.advance(game.new(1), ("light", 5))
    found = Thinker().answer(task(game, state))
    assert isinstance(found, MoveFound)
    assert found.action[0] == "light"


def test_where_the_moves_cannot_be_listed_it_says_where(game: Game) -> None:
    state = game.advance(game.new(1, settings={"endless": "moves"}), ("light", 5))
    found = Thinker().answer(task(game, state))
    assert found == NotFound(1, f"hostile.yaml:46:17: fault: {STOPPED}")


def test_a_session_is_as_it_was(game: Game) -> None:
    session = Session(game, seed=1)
    session.perform(("light", 1))
    before = session.state
    heard: list[object] = []
    session.subscribe(heard.append)
    with watched(), pytest.raises(Abandoned):
        session.perform(("spin",))
    assert session.state is before
    assert [move.action for move in session.history] == [("light", 1)]
    assert heard == []
    session.undo()
    assert session.state.variable("count") == 0


def test_what_cannot_be_shown_is_left_out_and_said_once() -> None:
    game = load(HOSTILE)
    session = Session(game, seed=1, settings={"endless": "view"})
    with limited(0.3), watched():
        assert [(panel.label, panel.value) for panel in present(session).panels] == [("Count", "0"), ("Slow", "–")]
        assert [fault.span.line for fault in session.state.program.untold if fault.span is not None] == [16]
        session.perform(("light", 1))
        present(session)
    assert len(session.state.program.untold) == 1


def test_moves_that_cannot_be_listed_leave_the_rest_to_be_seen() -> None:
    game = load(HOSTILE)
    session = Session(game, seed=1, settings={"endless": "moves"})
    with watched():
        shown = present(session)
    assert [button.name for button in shown.buttons if button.enabled][:2] == ["spin", "listing"]
    assert len(shown.targets) == 9
    assert [fault.span.line for fault in session.state.program.untold if fault.span is not None] == [46]


def printed(game: Game, folder: Path, *lines: str, settings: dict[str, str] | None = None) -> list[str]:
    out = StringIO()
    console = Console(file=out, width=80, color_system=None, highlight=False, markup=False, emoji=False)
    session = Session(game, seed=1, settings=settings)
    play(Table(console, Typed(lines), session, Saves(folder), kept=False))
    return [line.strip() for line in out.getvalue().splitlines()]


def test_a_player_at_a_terminal_goes_on(game: Game, tmp_path: Path) -> None:
    said = printed(game, tmp_path, "spin", "light a1", "undo", "quit")
    assert "The spec has a mistake; this move cannot be made." in said
    assert "38 |               - count = count + 1" in said
    assert any(line.startswith("Computer: light") for line in said)
    assert any(line.startswith("Undone: light a1") for line in said)


def test_a_terminal_without_a_list_of_moves_goes_on(game: Game, tmp_path: Path) -> None:
    said = printed(game, tmp_path, "moves", "light a1", "undo", "quit", settings={"endless": "moves"})
    assert said.count("The spec has a mistake; this cannot be done.") >= 1
    assert "46 |               - count = count + 1" in said
    assert said[-1] == "Goodbye."


def test_a_terminal_leaves_out_what_takes_too_long(tmp_path: Path) -> None:
    with limited(0.3):
        said = printed(load(HOSTILE), tmp_path, "light a1", "quit", settings={"endless": "view"})
    assert said.count("The spec has a mistake; a part of the game is not shown.") == 1
    assert any(line.startswith("16 |   slow: count(a for a in some") for line in said)


def test_commands_end_with_the_place(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    shot = subprocess.run(
        [sys.executable, "-m", "runtime", "shot", str(HOSTILE), "--set", "endless=setup", "--out", str(picture)],
        env={"PATH": "", "HOME": str(tmp_path), "TILEWRIGHT_PATIENCE": "0.3", "TILEWRIGHT_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shot.returncode == 1
    assert f"hostile.yaml:24:17: error: {STOPPED} [fault]" in shot.stderr
    assert not picture.exists()
