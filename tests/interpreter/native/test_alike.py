"""Machine code plays every game as Python does: the same lists in the same order, the same positions."""

from collections.abc import Iterator
from random import Random

import pytest

from interpreter import Game, State, load, loads
from interpreter.native import Machine, choose_engine, engine, machine_now, why_python
from interpreter.spec.catalogue import shipped
from tests.interpreter.rules.test_turn_steps import FREEING, SIXES, marks
from tests.shipped import marked

STAYS = "it uses a word list"
IN_PYTHON = {"klondike": "‘seen_before’ compares what somebody may not know"}
"""What stays in Python besides word games, and why."""
WORDS = sorted(name for name in shipped() if load(name).new(seed=0).program.schema.lexicon is not None)


@pytest.fixture(autouse=True)
def _native() -> Iterator[None]:
    before = engine()
    choose_engine("native")
    yield
    choose_engine(before)


def plain(actions: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Actions with lists as tuples."""
    return [tuple(tuple(each) if isinstance(each, list) else each for each in action) for action in actions]


def play_alike(game: Game, machine: Machine, start: State, random: Random, longest: int) -> int:
    """Play at random in both, and compare every list and every position; gives how many moves were made."""
    state = start
    machine.begin()
    position = machine.position(state.data)
    for move in range(longest):
        legal = game.legal(state)
        assert machine.legal(position) == plain(legal), move
        if state.over:
            return move
        action = random.choice(legal)
        state = game.advance(state, action)
        machine.apply(position, action)
        assert machine.data(position, state.data) == state.data, (move, action)
    return longest


def machine_for(name: str) -> tuple[Game, Machine]:
    """A game and its machine code."""
    game = load(name)
    program = game.new(seed=0).program
    machine = machine_now(program)
    assert machine is not None, why_python(program)
    return game, machine


NATIVE = [name for name in shipped() if name not in IN_PYTHON and name not in WORDS]


@pytest.mark.parametrize("name", [marked(name, name) for name in NATIVE])
def test_random_games_go_alike(name: str) -> None:
    game, machine = machine_for(name)
    moves = sum(play_alike(game, machine, game.new(seed=seed), Random(seed), 60) for seed in range(3))
    assert moves > 10


@pytest.mark.soak
@pytest.mark.parametrize("name", NATIVE)
def test_two_hundred_random_games_go_alike(name: str) -> None:
    game, machine = machine_for(name)
    for seed in range(200):
        play_alike(game, machine, game.new(seed=seed), Random(seed), 400)


@pytest.mark.parametrize("name", [*IN_PYTHON, *WORDS])
def test_what_stays_in_python_says_why(name: str) -> None:
    assert why_python(load(name).new(seed=0).program) == IN_PYTHON.get(name, STAYS)


@pytest.mark.parametrize(
    ("turns", "more"),
    [
        (SIXES, {"limit": "die == 1"}),
        ("  when_stuck:\n    - die += 1\n    - if: die < 4\n      then: [again]", FREEING),
        ("  when_stuck:\n    - again\n    - end: early", {"limit": "die == 0", "effects": "die = 1"}),
    ],
)
def test_one_who_is_stuck_has_another_turn_alike(turns: str, more: dict[str, str]) -> None:
    game = marks(turns, **more)
    machine = machine_now(game.new().program)
    assert machine is not None, why_python(game.new().program)
    assert sum(play_alike(game, machine, game.new(seed), Random(seed), 60) for seed in range(20)) >= 20


NOWHERE = """
game: nowhere
title: Nowhere
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag}}
state: {lamp: {is: site or none}}
actions:
  light:
    choose:
      c: {from: grid, where: "len(walk(lamp, x to y in grid until not y.lit)) == 0"}
    effects: [c.lit = true]
  choose:
    choose: {c: grid}
    effects: ["lamp = if lamp == c then none else c"]
end_conditions:
  all_lit: {when: all(s.lit for s in grid), won: true}
"""


def test_a_walk_from_nowhere_arrives_nowhere_alike() -> None:
    game = loads(NOWHERE, "nowhere.yaml")
    machine = machine_now(game.new().program)
    assert machine is not None, why_python(game.new().program)
    assert len(game.legal(game.new())) == 6
    assert sum(play_alike(game, machine, game.new(seed), Random(seed), 60) for seed in range(5)) > 20


def test_games_with_a_mark_of_what_was_seen_count_it_alike() -> None:
    game, machine = machine_for("go")
    state = game.new(seed=0)
    for number in range(40):
        state = game.advance(state, Random(number).choice(game.legal(state)))
    machine.begin()
    assert machine.legal(machine.position(state.data)) == game.legal(state)
