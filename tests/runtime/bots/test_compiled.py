"""Searches in machine code choose as those in Python do, for the same seed and budget."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from interpreter import load
from interpreter.native import choose_engine, engine, machine_now, machine_of, why_python
from interpreter.program import Program
from runtime.bots import Choice, made, playing_options, view_for
from tests.compilers import BROKEN, SLOW, Use, script, use
from tests.processes import until

__all__ = ["use"]
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
@pytest.mark.parametrize(
    "name", ["connect_four", "chess", "nine_mens_morris", "game_2048", "peg_solitaire", "go", "backgammon"]
)
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


# While there is no machine code


def choices(name: str, moves: int, between: dict[int, object] | None = None) -> list[Choice]:
    """What one bot chooses in the course of a game; something else is done before some moves."""
    game = load(name)
    state, found = game.new(seed=1), []
    options = replace(playing_options(state.program), bot="tree", budget=400, think_ms=NO_CLOCK)
    bot = made(game, state, 1, options)
    for number in range(moves):
        act = (between or {}).get(number)
        if callable(act):
            act(state.program)
        found.append(bot.choose(view_for(game, state, 1), number))
        for seed in range(2):
            legal = game.legal(state)
            state = game.advance(state, found[-1].action if not seed else legal[number % len(legal)])
    return found


def alike(one: list[Choice], other: list[Choice]) -> bool:
    return [(each.action, each.nodes, each.ranking) for each in one] == [
        (each.action, each.nodes, each.ranking) for each in other
    ]


def test_a_game_that_is_compiled_while_it_is_played_is_played_the_same(use: Use, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    use(script(tmp_path, "cc-slow", SLOW.format(gate=gate)))
    there = []

    def look(program: Program) -> None:
        there.append(machine_of(program, at_once=True) is not None)

    def open_gate(program: Program) -> None:
        look(program)
        gate.touch()
        until(lambda: machine_of(program) is not None)
        look(program)

    native = choices("reversi", 8, {1: look, 4: open_gate, 7: look})
    assert there == [False, False, True, True]
    choose_engine("python")
    assert alike(native, choices("reversi", 8))


def test_bots_choose_without_a_compiler_and_with_one_that_fails(use: Use, tmp_path: Path) -> None:
    choose_engine("python")
    python = choices("reversi", 2)
    choose_engine("native")
    for command in ("", "/bin/false", script(tmp_path, "cc-broken", BROKEN)):
        use(command)
        assert alike(choices("reversi", 2), python), command
    reason = why_python(load("reversi").new(seed=0).program)
    assert reason == "cc-broken (broken 1.0) could not compile it: program.c:1:1: error: out of ideas"
