"""Searches in machine code choose as those in Python do, for the same seed and budget."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from interpreter import load
from interpreter.native import choose_engine, engine, machine_now
from runtime.bots import Choice, made, playing_options, view_for

CHOICES = 50
NO_CLOCK = 1 << 40


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = engine()
    yield
    choose_engine(before)


def both(name: str, bot: str, choices: int, budget: int = 800) -> list[tuple[Choice, Choice]]:
    """What a bot chooses in machine code and in Python, in positions of random games."""
    game, found = load(name), []
    state = game.new(seed=1)
    choose_engine("native")
    assert machine_now(state.program) is not None
    options = replace(playing_options(state.program), bot=bot, budget=budget, think_ms=NO_CLOCK)
    random = Random(name)
    while len(found) < choices:
        if state.over:
            state = game.new(seed=random.randrange(1000))
        player = made(game, state, state.mover, options)
        view, seed = view_for(game, state, state.mover), random.randrange(1 << 30)
        choose_engine("native")
        native = player.choose(view, seed)
        choose_engine("python")
        found.append((native, player.choose(view, seed)))
        for _ in range(3):
            if not state.over:
                state = game.advance(state, random.choice(game.legal(state)))
    return found


def assert_alike(pairs: list[tuple[Choice, Choice]]) -> None:
    """Nothing but the time may differ."""
    for native, python in pairs:
        assert (native.action, native.nodes, native.ranking) == (python.action, python.nodes, python.ranking)


@pytest.mark.parametrize("bot", ["tree", "search"])
@pytest.mark.parametrize("name", ["connect_four", "chess", "nine_mens_morris", "game_2048", "peg_solitaire"])
def test_choices_are_the_same(name: str, bot: str) -> None:
    assert_alike(both(name, bot, 5))


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["tree", "search"])
@pytest.mark.parametrize(
    "name",
    [
        "amazons",
        "breakthrough",
        "chess",
        "connect_five",
        "connect_four",
        "dots_and_boxes",
        "draughts",
        "fox_and_geese",
        "freecell",
        "go",
        "gomoku",
        "hex",
        "kalah",
        "klotski",
        "marble_push",
        "nine_mens_morris",
        "peg_solitaire",
        "reversi",
        "sokoban",
        "tafl",
        "tic_tac_toe",
        "wall_race",
    ],
)
def test_fifty_choices_are_the_same(name: str, bot: str) -> None:
    assert_alike(both(name, bot, CHOICES, 2_000))
