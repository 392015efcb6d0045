"""Work on rules that takes too much time or memory is stopped where it is, and nothing else ever is."""

from __future__ import annotations

import os
import pickle
import threading
import time
import warnings
from collections.abc import Callable
from traceback import walk_tb

import pytest

from interpreter import Abandoned, Fault, Game, load, loads, watched
from interpreter.expressions import Evaluator, StateWorld
from interpreter.game import Outcome
from interpreter.program.watch import limited
from interpreter.spec.catalogue import shipped

HOSTILE = """\
game: hostile
title: Hostile
players: {you: {}}
settings:
  endless: {default: false}
boards: {grid: {columns: 3, rows: 3}}
state:
  count: 0
  rounds: 10000
setup:
  - if: endless
    then:
      - repeat: rounds
        do:
          - repeat: rounds
            do:
              - count = 1
define:
  some: 1..250
  slow: count(a for a in some for b in some for c in some if a * b + c > rounds)
actions:
  tick:
    effects:
      - count += 1
  spin:
    effects:
      - repeat: rounds
        do:
          - repeat: rounds
            do:
              - count = count + 1
  listing:
    choose:
      n: 1..1
    validate:
      early: {check: count == 1, else: Not yet.}
      slowly: {check: slow < 0, else: "There are {slow}."}
    effects:
      - count = n
end_conditions:
  done: {when: count > 50, won: true}
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return loads(HOSTILE, "hostile.yaml")


def stopped(work: Callable[[], object], seconds: float = 0.1, megabytes: float = 512) -> Abandoned:
    with limited(seconds, megabytes), pytest.raises(Abandoned) as caught, watched():
        work()
    return caught.value


def place(fault: Fault) -> tuple[str, int, int]:
    assert fault.span is not None
    return fault.span.source.name, fault.span.line, fault.span.column


def test_an_action_is_stopped_at_its_step(game: Game) -> None:
    state = game.new()
    fault = stopped(lambda: game.apply(state, ("spin",)))
    assert place(fault) == ("hostile.yaml", 31, 17)
    assert fault.message == "This takes longer than 0.1 seconds and was stopped."
    assert str(fault) == "hostile.yaml:31:17: fault: This takes longer than 0.1 seconds and was stopped."


def test_what_bots_do_is_stopped_too(game: Game) -> None:
    state = game.new()
    assert place(stopped(lambda: game.advance(state, ("spin",)))) == ("hostile.yaml", 31, 17)


def test_the_game_is_as_it_was_and_goes_on(game: Game) -> None:
    state = game.new()
    before = state.data
    stopped(lambda: game.apply(state, ("spin",)))
    assert state.data == before
    after = game.apply(state, ("tick",))
    assert isinstance(after, Outcome)
    assert after.state.variable("count") == 1


def test_a_start_is_stopped(game: Game) -> None:
    fault = stopped(lambda: game.new(settings={"endless": True}))
    assert place(fault) == ("hostile.yaml", 17, 17)


def test_a_list_of_moves_and_a_check_are_stopped(game: Game) -> None:
    state = game.advance(game.new(), ("tick",))
    assert place(stopped(lambda: game.legal(state))) == ("hostile.yaml", 37, 7)
    assert place(stopped(lambda: game.check(state, ("listing", 1)))) == ("hostile.yaml", 37, 7)
    # The evaluator knows which part of an expression it is computing.
    [_, slowly] = state.program.actions["listing"].checks
    evaluator = Evaluator(StateWorld(state.program, state.data, 1))
    assert place(stopped(lambda: evaluator.value(slowly.term, {})))[:2] == ("hostile.yaml", 20)


def test_memory_is_bounded(game: Game) -> None:
    # Events are stored while an action goes on, so many here that they would fill any memory.
    state = game.new()
    fault = stopped(lambda: game.apply(state, ("spin",)), 20, 40)
    assert place(fault) == ("hostile.yaml", 31, 17)
    assert fault.message == "This takes more than 40 MB of memory and was stopped."


def test_what_was_made_by_then_is_let_go(game: Game) -> None:
    state = game.new()
    fault = stopped(lambda: game.apply(state, ("spin",)))
    names = [frame.f_code.co_filename for frame, _ in walk_tb(fault.__traceback__)]
    assert [name for name in names if name.startswith("<hostile")] == []


def test_other_threads_are_watched(game: Game) -> None:
    state = game.new()
    caught: list[Abandoned] = []

    def work() -> None:
        try:
            with watched():
                game.apply(state, ("spin",))
        except Abandoned as fault:
            caught.append(fault)

    with limited(0.1):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert [place(fault) for fault in caught] == [("hostile.yaml", 31, 17)]
    assert [str(fault) for fault in caught] == [
        "hostile.yaml:31:17: fault: This takes longer than 0.1 seconds and was stopped."
    ]


def test_other_processes_are_watched(game: Game) -> None:
    # A fork in the middle of watched work does not have a timer of its own yet.
    state = game.new()
    with limited(0.1), watched(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # The test runner may have threads.
        child = os.fork()
        if not child:
            code = 1
            try:
                with watched():
                    game.apply(state, ("spin",))
            except Abandoned:
                code = 42
            finally:
                os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


def test_a_fault_can_be_sent_to_another_process(game: Game) -> None:
    state = game.new()
    fault = stopped(lambda: game.apply(state, ("spin",)))
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is Abandoned
    assert str(again) == str(fault)


def busy(seconds: float) -> None:
    """Be busy for that much processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_nothing_but_work_for_the_rules_is_stopped() -> None:
    with limited(0.05), watched():
        busy(0.3)


def test_many_short_pieces_of_work_may_take_as_long_as_they_like() -> None:
    game = load(shipped()["tic_tac_toe"])
    state = game.new()
    with limited(0.05), watched():
        end = time.thread_time() + 0.3
        while time.thread_time() < end:
            assert len(game.legal(state)) == 9


def test_nothing_is_stopped_outside(game: Game) -> None:
    state = game.new()
    with limited(0.05):
        stopped(lambda: game.apply(state, ("spin",)), 0.05)
        busy(0.2)
        with watched():
            pass
        busy(0.2)


def test_one_watch_may_stand_in_another(game: Game) -> None:
    state = game.new()
    with limited(0.1), watched():
        with pytest.raises(Abandoned), watched():
            game.apply(state, ("spin",))
        with pytest.raises(Abandoned):
            game.apply(state, ("spin",))


def test_a_function_may_be_watched(game: Game) -> None:
    @watched()
    def spin() -> object:
        return game.apply(game.new(), ("spin",))

    with limited(0.1), pytest.raises(Abandoned):
        spin()


@pytest.mark.parametrize(("given", "seconds"), [("0.1", "0.1"), ("nonsense", "10"), ("0", "0.05")])
def test_patience_can_be_set_from_outside(given: str, seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.program.watch import PATIENCE, patience

    monkeypatch.setenv(PATIENCE, given)
    assert patience() == float(seconds)
