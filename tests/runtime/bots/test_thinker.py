"""The thinking process: it chooses as at the table, can be interrupted or die, and is never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Game, load, loads
from interpreter.native import choose_engine, engine, machine_now
from runtime.bots import bot_for
from runtime.session.session import Session
from runtime.session.thinker import GONE, Answer, HintsFound, MoveFound, NotFound, Thinking
from tests.processes import alive, cpu_seconds, until

ROOT = Path(__file__).resolve().parents[3]

RACE = """\
game: race
title: Race
players: {one: {title: One}, two: {title: Two, seat: computer}}
boards:
  line: {columns: 5, rows: 1, cell: {taken: player or none}}
actions:
  take:
    choose:
      c: {from: line, where: it.taken == none, else: Taken.}
    effects:
      - c.taken = me
end_conditions:
  full:
    when: all(x.taken != none for x in line)
    winner: none
"""

DIVIDES = """\
ai:
  bot: search
  depth: 2
  evaluate: 6 // (count(x for x in line if x.taken == none) - 3)
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect_four")


@pytest.fixture
def thinking(game: Game) -> Iterator[Thinking]:
    made = Thinking(game)
    yield made
    made.close()


def awaited(thinking: Thinking) -> Answer:
    found: list[Answer] = []

    def come() -> bool:
        if (answer := thinking.answer()) is not None:
            found.append(answer)
        return bool(found)

    until(come)
    return found[0]


def test_it_chooses_what_the_computer_at_the_table_chooses(game: Game, thinking: Thinking) -> None:
    session = Session(game, seed=5)
    for _ in range(3):
        session.perform(session.legal[2], "person")
        bot = bot_for(game, session.state, session.state.to_move)
        thinking.ask("move", session.state, session.bot_seed())
        found = awaited(thinking)
        session.play_computer(lambda view, seed, bot=bot: bot.choose(view, seed).action)
        assert isinstance(found, MoveFound)
        assert (found.action, found.guard_fired) == (session.history[-1].action, False)


def test_hints_of_all_tiers_come_from_one_search(game: Game, thinking: Thinking) -> None:
    session = Session(game, seed=5)
    thinking.ask("hint", session.state, 7)
    found = awaited(thinking)
    assert isinstance(found, HintsFound)
    where, what = found.hints
    assert (where.tier, where.text, where.action) == ("where", "Look at d6.", None)
    assert (what.tier, what.text, what.action) == ("what", "Drop a disc into d1.", ("drop", where.spots[0]))


def test_a_game_that_is_only_a_text_can_be_thought_about() -> None:
    game = loads(RACE)
    thinking = Thinking(game)
    session = Session(game)
    session.perform(session.legal[0], "person")
    thinking.ask("move", session.state, 3)
    found = awaited(thinking)
    assert isinstance(found, MoveFound)
    assert found.action in session.legal
    thinking.close()


def test_what_is_cancelled_is_not_answered_and_does_not_hold_up_what_follows() -> None:
    game = load("nine_mens_morris")
    thinking, session = Thinking(game), Session(game)
    for text in ("place a1", "place g7", "place d2"):
        session.perform(game.action(session.state, text))
    thinking.warm(session.state)
    first = thinking.ask("move", session.state, 1)
    second = thinking.ask("move", session.state, 2)
    assert second != first
    process = thinking.process_id
    found = awaited(thinking)
    assert (found.number, thinking.process_id) == (second, process)
    thinking.ask("move", session.state, 3)
    thinking.cancel()
    assert not thinking.busy
    assert thinking.answer() is None
    thinking.close()


def test_a_process_that_dies_is_started_once_more(game: Game, thinking: Thinking) -> None:
    session = Session(game, seed=5)
    thinking.ask("hint", session.state, 7)
    awaited(thinking)
    first = thinking.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    thinking.ask("hint", session.state, 7)
    assert isinstance(awaited(thinking), HintsFound)
    second = thinking.process_id
    assert second not in (None, first)
    assert second is not None
    os.kill(second, signal.SIGKILL)
    thinking.ask("hint", session.state, 7)
    found = awaited(thinking)
    assert isinstance(found, NotFound)
    assert found.text == GONE
    assert thinking.broken
    thinking.ask("move", session.state, 7)
    assert isinstance(awaited(thinking), NotFound)


def test_a_spec_that_was_changed_on_disk_is_not_played_by_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "race.yaml"
    path.write_text(RACE)
    game = load(path)
    path.write_text(RACE.replace("columns: 5", "columns: 6"))
    thinking, session = Thinking(game), Session(game)
    thinking.ask("move", session.state, 1)
    found = awaited(thinking)
    assert isinstance(found, NotFound)
    assert found.text == "The spec was changed in the meantime."
    thinking.close()


def test_a_fault_that_a_bot_meets_is_told_with_its_place() -> None:
    game = loads(RACE + DIVIDES, "race.yaml")
    thinking, session = Thinking(game), Session(game)
    thinking.ask("move", session.state, 1)
    found = awaited(thinking)
    assert isinstance(found, NotFound)
    assert found.text == "race.yaml:19:13: fault: This divides by zero."
    thinking.close()


def test_closing_leaves_no_process(game: Game) -> None:
    thinking, session = Thinking(game), Session(game, seed=5)
    thinking.warm(session.state)
    process = thinking.process_id
    assert process is not None and alive(process)
    thinking.ask("move", session.state, 1)
    thinking.close()
    until(lambda: not alive(process))
    assert thinking.process_id is None


PARENT = """\
import sys, time
from interpreter import load
from runtime.session.session import Session
from runtime.session.thinker import Thinking

if __name__ == "__main__":
    game = load("nine_mens_morris")
    thinking = Thinking(game)
    session = Session(game)
    thinking.ask("move", session.state, 1)
    print(thinking.process_id, flush=True)
    time.sleep(60)
"""


def test_the_process_ends_when_the_one_that_started_it_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        assert alive(process)
        parent.kill()
        parent.wait()
        until(lambda: not alive(process))


ENDLESS = """\
game: endless
title: Endless
players: {one: {title: One}, two: {title: Two, seat: computer}}
boards:
  grid: {columns: 15, rows: 15, cell: {taken: player or none}}
actions:
  take:
    choose:
      c: {from: grid, where: it.taken == none and (turn_number > 1 or it == a1 or it == b1), else: Taken.}
    effects:
      - c.taken = me
end_conditions:
  full:
    when: all(x.taken != none for x in grid)
    winner: none
ai:
  bot: search
  depth: 9
  budget: 10000000
  think_ms: 600000
  evaluate: count(a for a in grid for b in grid for d in line(a1, row) if a.taken == none and b.taken == none)
assist:
  hints: {bot: random, limit: none}
"""
"""The search of one first move takes some ten seconds in machine code: nothing in Python gets a turn meanwhile."""


@pytest.fixture
def _native() -> Iterator[None]:
    before = engine()
    choose_engine("native")
    yield
    choose_engine(before)


@pytest.mark.usefixtures("_native")
def test_a_long_search_in_machine_code_ends_when_it_is_cancelled() -> None:
    game = loads(ENDLESS)
    session = Session(game)
    assert machine_now(session.state.program) is not None
    thinking = Thinking(game)
    thinking.warm(session.state)
    thinking.ask("hint", session.state, 1)
    assert isinstance(awaited(thinking), HintsFound)
    process = thinking.process_id
    assert process is not None
    began = cpu_seconds(process)
    thinking.ask("move", session.state, 1)
    until(lambda: cpu_seconds(process) > began + 1)
    thinking.cancel()
    cancelled = cpu_seconds(process)
    thinking.ask("hint", session.state, 1)
    assert isinstance(awaited(thinking), HintsFound)
    assert cpu_seconds(process) - cancelled < 1
    assert thinking.process_id == process
    thinking.close()


def test_a_warm_process_has_the_game_compiled(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_ENGINE", "auto")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    thinking = Thinking(game)
    thinking.warm(Session(game, seed=5).state)
    until(lambda: list((tmp_path / "native").glob("*.so")))
    thinking.close()
