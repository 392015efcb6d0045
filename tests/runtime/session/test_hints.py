"""Hints: first where, then what, never more than the player may know unless the spec says so."""

from pathlib import Path

import pytest

from interpreter import Game, State, load, loads
from runtime.bots.bot import playing_options
from runtime.session.hints import Hint, best_action, chosen_spots, hint
from tests.shipped import shared_out

PUZZLE = """\
game: doors
title: Doors
settings: {help: {default: 2, range: 0..9}}
boards:
  grid:
    columns: 3
    rows: 1
    cell:
      prize: {is: flag, seen_by: nobody}
      open: flag
setup:
  - b1.prize = true
actions:
  open_door:
    title: Open a door
    choose: {c: {from: grid, where: not it.open}}
    effects:
      - c.open = true
  wait:
    title: Wait a while
    effects:
      - waited += 1
state: {waited: 0}
end_conditions:
  found: {when: b1.open, won: true}
  bored: {when: waited == 5, won: false}
ai:
  bot: solver
  sees_all: true
  only:
    open_door: c.prize
    wait: false
assist: {hints: {limit: help, bot: solver, about: [open_door]}}
"""


def after(game: Game, moves: str) -> State:
    state = game.new(1)
    for move in moves.split(", "):
        state = game.advance(state, game.action(state, move))
    return state


def test_a_clue_of_the_spec_is_said_first_and_lights_nothing() -> None:
    game = loads(PUZZLE.replace("    title: Open a door", "    clue: The prize is behind {c.name}.", 1), "doors.yaml")
    state = game.new(3)
    assert hint(game, state, "you", "where", 1) == Hint("where", "The prize is behind b1.", (), None)
    told = hint(game, state, "you", "what", 1)
    assert told is not None and (told.text, told.spots) == ("Open door b1.", (2,))


def test_the_first_tier_says_where_and_the_second_what() -> None:
    game = load("connect_four")
    state = after(game, "drop a6, drop a6, drop b6, drop b6, drop c6, drop g6")
    top = state.program.schema.topology.names.index("d6")
    assert hint(game, state, "yellow", "where", 1) == Hint("where", "Look at d6.", (top,), None)
    assert hint(game, state, "yellow", "what", 1) == Hint("what", "Drop a disc into d1.", (top,), ("drop", top))


def test_a_piece_is_hinted_at_by_its_site() -> None:
    game = load("breakthrough")
    state = game.new()
    found = hint(game, state, "white", "what", 1)
    assert found is not None and found.action is not None
    names = state.program.schema.topology.names
    assert found.text == f"Move from {names[found.spots[0]]} to {names[found.spots[1]]}."


def test_without_a_site_the_action_is_named() -> None:
    game = loads(PUZZLE.replace("about: [open_door]", "about: [wait]"), "doors.yaml")
    found = hint(game, game.new(3), "you", "where", 1)
    assert found == Hint("where", "Consider: Wait a while.", (), None)
    assert hint(game, game.new(3), "you", "what", 1) == Hint("what", "Use Wait a while.", (), ("wait",))


def test_where_there_is_one_action_and_nowhere_to_look_it_is_told_at_once() -> None:
    game = load("game_2048")
    state = game.new(3)
    first, second = (hint(game, state, "you", tier, 1) for tier in ("where", "what"))
    assert first == second
    assert first is not None and first.tier == "what"
    assert first.action in game.legal(state)
    assert first.text == f"Slide {game.notation(state, first.action)}."


def test_a_solver_that_sees_all_gives_the_right_door() -> None:
    game = loads(PUZZLE, "doors.yaml")
    state = game.new()
    for seed in range(10):
        assert hint(game, state, "you", "what", seed) == Hint("what", "Open door b1.", (2,), ("open_door", 2))


def test_a_solver_that_sees_what_the_player_sees_does_not_know() -> None:
    game = loads(PUZZLE.replace("  sees_all: true\n", ""), "doors.yaml")
    state = game.new()
    actions = {best_action(game, state, "you", seed) for seed in range(20)}
    assert actions == {("open_door", 1), ("open_door", 2), ("open_door", 3)}


def test_the_computer_itself_never_sees_all() -> None:
    assert not playing_options(loads(PUZZLE, "doors.yaml").new().program).sees_all


def test_there_is_no_hint_when_the_game_is_over_or_another_is_to_move() -> None:
    game = load("tic_tac_toe")
    assert hint(game, game.new(), "nought", "what", 1) is None
    over = after(game, "place a1, place b2, place b1, place c3, place c1")
    assert hint(game, over, "cross", "what", 1) is None


def test_hints_find_the_shortest_way_of_a_puzzle() -> None:
    text = "game: walk\ntitle: Walk\nboards: {grid: {columns: 5, rows: 1}}\nstate: {at: 1}\nactions:\n"
    text += "  go: {choose: {n: {from: 1..3, where: at + it <= 9}}, effects: [at += n]}\n"
    text += "end_conditions: {there: {when: at == 8, won: true}, past: {when: at > 8, won: false}}\n"
    text += "assist: {hints: {bot: solver}}\n"
    game = loads(text, "walk.yaml")
    state = game.new()
    steps = 0
    while not state.over:
        action = best_action(game, state, "you", steps)
        assert action is not None
        state = game.advance(state, action)
        steps += 1
    assert (steps, game.status(state).won) == (3, True)


@pytest.mark.parametrize("name", shared_out(1))
def test_every_game_has_a_first_hint(name: str) -> None:
    game = load(name)
    state = game.new(2)
    found = hint(game, state, state.to_move, "what", 1)
    assert found is not None and found.action is not None
    assert game.check(state, found.action) is None
    lit = [spot for spots in chosen_spots(state, found.action) for spot in spots]
    assert found.spots == tuple(dict.fromkeys(lit))


def test_a_hint_does_not_steer_around_what_is_hidden() -> None:
    game = load(Path(__file__).parents[2] / "data" / "secrets" / "mines.yaml")
    starts = [game.new(seed) for seed in range(20)]
    told = {hint(game, state, 1, "what", 3) for state in starts}
    assert len(told) == 1
    (found,) = told
    assert found is not None and found.action is not None
    assert {bool(state.read("cell.mine", found.action[1])) for state in starts} == {True, False}


LEVELS = """\
game: steps
title: Steps
settings: {strength: {default: DEFAULT, options: [easy, hard]}}
players: {one: {}, two: {}}
boards: {grid: {columns: 5, rows: 1, cell: {used: flag}}}
state: {moves: 0}
actions:
  use:
    choose: {c: {from: grid, where: not it.used}}
    effects: [c.used = true, moves += 1]
end_conditions:
  full: {when: moves == 5, winner: none}
ai:
  level: strength
  levels:
    easy: {bot: ranked, rules: [{do: use, rank: [{least: c.column}]}]}
    hard: {bot: ranked, rules: [{do: use, rank: [{most: c.column}]}]}
"""


@pytest.mark.parametrize(("level", "expected"), [("easy", "use a1"), ("hard", "use e1")])
def test_hints_come_from_the_bot_of_the_level_that_is_played(level: str, expected: str) -> None:
    game = loads(LEVELS.replace("DEFAULT", level), "steps.yaml")
    state = game.new()
    found = best_action(game, state, 1, seed=1)
    assert found is not None
    assert game.text(state, found) == expected


def test_hints_come_from_the_first_level_where_none_is_asked_for() -> None:
    game = loads(LEVELS.replace("  level: strength\n", "").replace("DEFAULT", "hard"), "steps.yaml")
    state = game.new()
    found = best_action(game, state, 1, seed=1)
    assert found is not None
    assert game.text(state, found) == "use a1"
