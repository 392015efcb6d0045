"""Random games in machine code are those of Python, game by game."""

from collections.abc import Iterator

import pytest

from interpreter import load
from interpreter.native import choose_engine, engine
from runtime.playtest.simulation import Simulation, simulate


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = engine()
    yield
    choose_engine(before)


def both(name: str, count: int, **given: int) -> tuple[Simulation, Simulation]:
    """The same games in machine code and in Python."""
    game = load(name)
    choose_engine("native")
    native = simulate(game, count, **given)
    choose_engine("python")
    return native, simulate(game, count, **given)


@pytest.mark.parametrize("name", ["connect_four", "game_2048", "leduc_poker", "kalah"])
def test_games_are_the_same(name: str) -> None:
    native, python = both(name, 40, seed=5)
    assert native.played == python.played


def test_games_that_go_on_are_stopped_alike() -> None:
    native, python = both("draughts", 10, most_moves=30)
    assert native.played == python.played
    assert native.summary()["unfinished"] == 10


def test_games_shared_among_processes_are_the_same() -> None:
    native, python = both("connect_four", 600, workers=2)
    assert native.played == python.played
