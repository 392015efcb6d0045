"""Work shared among processes."""

import os
from collections.abc import Callable
from functools import partial
from time import sleep

import pytest

from runtime.playtest.sharing import Shared, Tick, cores, in_order, start_method

METHODS = ["fork", "spawn"] if start_method() == "fork" else ["spawn"]


def squares() -> Callable[[int, Tick], int]:
    return lambda number, _tick: number * number


def places(home: int, pause: float) -> Callable[[int, Tick], int]:
    """Which process does the work; the starter takes its time, so that its helpers get some of it."""

    def work(_number: int, tick: Tick) -> int:
        if os.getpid() == home:
            sleep(pause)
            tick()
        return os.getpid()

    return work


def failing(home: int, here_too: bool) -> Callable[[int, Tick], int]:
    def work(number: int, _tick: Tick) -> int:
        sleep(0.02 if os.getpid() == home else 0)
        if number == 7 and (here_too or os.getpid() != home):
            raise KeyError("seven")
        return number

    return work


def dying(home: int) -> Callable[[int, Tick], int]:
    if os.getpid() != home:
        os._exit(9)
    return lambda number, _tick: number


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_stand_in_order(method: str, workers: int) -> None:
    assert Shared(squares, 100, workers, method=method).run() == [number * number for number in range(100)]


def test_there_may_be_nothing_to_do() -> None:
    assert Shared(squares, 0, 2).run() == []


def test_short_work_is_done_alone() -> None:
    assert set(Shared(partial(places, os.getpid(), 0), 50, 2, patience=60).run()) == {os.getpid()}


@pytest.mark.parametrize("method", METHODS)
def test_long_work_is_shared(method: str) -> None:
    assert len(set(Shared(partial(places, os.getpid(), 0.2), 60, 3, patience=0.1, method=method).run())) >= 2


def test_progress_goes_up_to_the_end() -> None:
    told: list[int] = []
    Shared(partial(places, os.getpid(), 0.02), 30, 2, progress=told.append).run()
    assert told == sorted(told)
    assert told[-1] == 30


@pytest.mark.parametrize("method", METHODS)
def test_what_a_helper_fails_to_do_is_done_here(method: str) -> None:
    assert Shared(partial(failing, os.getpid(), False), 40, 3, method=method).run() == list(range(40))


@pytest.mark.parametrize("method", METHODS)
def test_helpers_that_die_are_replaced(method: str) -> None:
    assert Shared(partial(dying, os.getpid()), 40, 3, method=method).run() == list(range(40))


def test_a_problem_shows_as_what_it_is() -> None:
    with pytest.raises(KeyError, match="seven"):
        Shared(partial(failing, os.getpid(), True), 40, 2).run()


def test_there_is_a_core() -> None:
    assert cores() >= 1


def test_results_are_told_in_order_and_once_as_they_come() -> None:
    told: list[int] = []
    assert in_order(squares, 30, told.append) == [number * number for number in range(30)]
    assert told == [number * number for number in range(30)]


def test_what_comes_before_a_failure_has_been_told() -> None:
    told: list[int] = []
    with pytest.raises(KeyError, match="seven"):
        in_order(partial(failing, os.getpid(), True), 9, told.append)
    assert told[:7] == list(range(7))[: len(told)]
