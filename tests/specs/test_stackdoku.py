"""What the rules of Stackdoku require and a spec cannot show: many deals, hints throughout, difficulty, daily games."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, State, load
from interpreter.position import PieceValue
from interpreter.streams import number_below
from runtime.digest import state_digest
from runtime.session.daily import daily_session
from runtime.session.draft import Draft
from runtime.session.hints import cannot_be_won, hint
from runtime.session.session import Session
from runtime.show import present
from tests.specs.singles_player import plays

REPOSITORY = Path(__file__).parents[2]
LEVELS = ("easy", "medium", "hard")


@cache
def stackdoku(name: str = "stackdoku") -> Game:
    """The game, loaded once."""
    return load(name)


def field(state: State, name: str) -> Any:
    """A field of a state."""
    return state.data[state.program.layout.fields[name].index]


def numbers(state: State) -> list[int]:
    """The sudoku, cell by cell; 0 is an empty cell."""
    at, number = field(state, "at.tile"), field(state, "tile.number")
    return [number[at[site]] if at[site] else 0 for site in state.program.schema.topology.boards["grid"].sites]


def solutions(cells: list[int], most: int = 2) -> int:
    """How many solutions a nine-by-nine sudoku has, counting up to a limit, found by trying the narrowest cell first,
    with masks of numbers."""
    rows, columns, boxes, empty = [0] * 9, [0] * 9, [0] * 9, []
    for place, number in enumerate(cells):
        row, column = divmod(place, 9)
        box = row // 3 * 3 + column // 3
        if number:
            assert not (rows[row] | columns[column] | boxes[box]) >> number & 1
            rows[row] |= 1 << number
            columns[column] |= 1 << number
            boxes[box] |= 1 << number
        else:
            empty.append((row, column, box))

    def count(found: int) -> int:
        if not empty:
            return found + 1
        taken, at = max((bin(rows[r] | columns[c] | boxes[b]).count("1"), n) for n, (r, c, b) in enumerate(empty))
        assert taken <= 9
        row, column, box = empty.pop(at)
        for number in range(1, 10):
            if not (rows[row] | columns[column] | boxes[box]) >> number & 1 and found < most:
                for unit, place in ((rows, row), (columns, column), (boxes, box)):
                    unit[place] ^= 1 << number
                found = count(found)
                for unit, place in ((rows, row), (columns, column), (boxes, box)):
                    unit[place] ^= 1 << number
        empty.insert(at, (row, column, box))
        return found

    return count(0)


def replayed(game: Game, state: State) -> State:
    """The state after the recorded solution: pair by pair, with each number placed at once where it belongs."""
    turn, at = field(state, "tile.turn"), field(state, "at.tile")
    stack = [at[site] for site in state.program.schema.topology.boards["stack"].sites if at[site]]
    for number in range(1, len(stack) // 2 + 1):
        pair = [tile for tile in stack if turn[tile] == number]
        assert len(pair) == 2
        outcome = game.apply(state, ("pair", *pair))
        assert outcome.refusal is None, outcome.refusal
        state = outcome.state
        for tile in pair:
            answer, held, value = (field(state, name) for name in ("cell.answer", "at.tile", "tile.number"))
            grid = state.program.schema.topology.boards["grid"].sites
            cell = next(site for site in grid if not held[site] and answer[site] == value[tile])
            outcome = game.apply(state, ("place", tile, cell))
            assert outcome.refusal is None, outcome.refusal
            state = outcome.state
    return state


# Deals


@pytest.mark.parametrize("count", [20, pytest.param(300, marks=pytest.mark.soak)])
@pytest.mark.parametrize("level", LEVELS)
def test_every_deal_is_solved_by_its_recorded_solution_and_has_no_other(level: str, count: int) -> None:
    game = stackdoku()
    empties = {"easy": 36, "medium": 44, "hard": 50}[level]
    for seed in range(count):
        state = game.new(seed, level)
        grid = numbers(state)
        assert grid.count(0) == empties
        missing = Counter({number: 9 - grid.count(number) for number in range(1, 10)})
        stack, at = state.program.schema.topology.boards["stack"].sites, field(state, "at.tile")
        held = Counter(field(state, "tile.number")[at[site]] for site in stack)
        assert held == +missing
        assert all(number % 2 == 0 for number in missing.values())
        assert solutions(grid) == 1
        end = game.status(replayed(game, state))
        assert (end.ended_by, end.won) == ("solved", True)


ASKED = """
from interpreter import load
from runtime.digest import state_digest
game = load("stackdoku")
for level in ("easy", "medium", "hard"):
    for puzzle in (1, 2, 77):
        print(state_digest(game, game.new(5, level, {"puzzle": puzzle})))
"""


def test_the_same_seed_level_and_number_make_the_same_puzzle_in_two_processes() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True, cwd=REPOSITORY,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
        ).stdout.split()
        for seed in ("1", "2")
    ]  # fmt: skip
    game = stackdoku()
    here = [state_digest(game, game.new(5, level, {"puzzle": puzzle})) for level in LEVELS for puzzle in (1, 2, 77)]
    assert told == [here, here]
    assert len(set(here)) == 9


@pytest.mark.parametrize("shape", ["low", "terrace", "tower"])
@pytest.mark.parametrize("empties", [4, 13, 36, 44, 50])
def test_every_shape_takes_every_number_of_tiles(shape: str, empties: int) -> None:
    game = stackdoku()
    state = game.new(3, None, {"shape": shape, "empties": empties})
    places = len(state.program.schema.topology.boards["stack"].sites)
    assert numbers(state).count(0) == min(empties, places) // 2 * 2
    assert game.status(replayed(game, state)).won


def test_the_same_day_gives_the_same_puzzle() -> None:
    game, day = stackdoku(), date(2026, 3, 14)
    first = daily_session(game, day)
    assert first.level == "medium"
    again = daily_session(game, day)
    other = daily_session(game, date(2026, 3, 15))
    assert numbers(first.state) == numbers(again.state)
    assert field(first.state, "tile.number") == field(again.state, "tile.number")
    assert numbers(first.state) != numbers(other.state)


@pytest.mark.parametrize("name", ["stackdoku_mini", "stackdoku_turtle"])
@pytest.mark.parametrize("level", LEVELS)
def test_variants_are_solved_by_their_recorded_solutions(name: str, level: str) -> None:
    game = stackdoku(name)
    for seed in range(5):
        assert game.status(replayed(game, game.new(seed, level))).won


# Hints


def by_hints(game: Game, state: State, seed: int) -> State:
    """Play to the end as hints say."""
    while not state.over:
        found = hint(game, state, "you", "what", seed)
        assert found is not None
        assert found.action is not None
        state = game.apply(state, found.action).state
    return state


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.soak)])
def test_games_played_purely_by_hints_are_won(count: int) -> None:
    game = stackdoku()
    for seed in range(count):
        end = by_hints(game, game.new(seed, LEVELS[seed % 3]), seed)
        assert game.status(end).ended_by == "solved"


def strayed(game: Game, state: State, seed: int) -> State:
    """The state after some random legal steps, as long as the game can still be won."""
    for step in range(30):
        legal = game.legal(state)
        number, _ = number_below(seed, "straying", step, len(legal))
        after = game.advance(state, legal[number])
        if after.over or cannot_be_won(after):
            return state
        state = after
    return state


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.soak)])
def test_hints_lead_home_from_where_luck_has_led(count: int) -> None:
    game = stackdoku()
    for seed in range(count):
        state = strayed(game, game.new(seed, LEVELS[seed % 3]), seed)
        assert game.status(by_hints(game, state, seed)).won


def winnable(game: Game, state: State, known: dict[Any, bool]) -> bool:
    """Whether a win is possible, found by trying everything."""
    if state.over:
        return bool(game.status(state).won)
    key = game.key(state)
    if key not in known:
        known[key] = any(winnable(game, game.advance(state, action), known) for action in game.legal(state))
    return known[key]


@pytest.mark.parametrize("seed", range(4))
def test_doomed_is_what_no_play_can_win(seed: int) -> None:
    game, known, seen = stackdoku("stackdoku_mini"), dict[Any, bool](), set[bool]()
    for walk in range(12):
        state = game.new(seed, "easy")
        for step in range(20):
            if state.over:
                break
            assert cannot_be_won(state) != winnable(game, state, known)
            seen.add(cannot_be_won(state))
            legal = game.legal(state)
            state = game.advance(state, legal[number_below(seed, f"walk {walk}", step, len(legal))[0]])
    assert False in seen


# What is hidden


def free_tiles(state: State) -> set[int]:
    """The tiles that could be part of a pair, whatever they show."""
    topology, at = state.program.schema.topology, field(state, "at.tile")
    return {
        at[site]
        for site in topology.boards["stack"].sites
        if at[site]
        and not any(at[over] for over in topology.above[site])
        and not (any(at[side] for side in topology.left[site]) and any(at[side] for side in topology.right[site]))
    }


def test_hidden_numbers_are_not_in_the_view() -> None:
    game = stackdoku()
    state = game.new(4, "hard")
    view = game.view(state, "you")
    free, stack = free_tiles(state), state.program.schema.topology.boards["stack"].sites
    shown = view.data[state.program.layout.fields["tile.number"].index]
    tiles = {field(state, "at.tile")[site] for site in stack}
    assert {tile for tile in tiles if shown[tile]} == free
    assert set(view.data[state.program.layout.fields["cell.answer"].index]) == {0}


def test_what_is_lit_gives_hidden_numbers_away_to_nobody() -> None:
    game = stackdoku()
    session = Session(game, "medium", {"hidden_shows": "chosen_tiles"}, 4)
    free = free_tiles(session.state)
    first = min(free)
    targets = present(session, Draft("pair", (first,))).targets
    lit = {spot.number for spot in targets if isinstance(spot, PieceValue)} & free
    assert lit >= free - {first}


# Difficulty


def test_the_tray_never_grows_with_difficulty() -> None:
    game = stackdoku()
    assert [game.settings.choose(level, None).values["tray_size"] for level in LEVELS] == [8, 6, 6]


@pytest.mark.soak
def test_a_player_of_singles_wins_less_on_harder_levels() -> None:
    game = stackdoku()
    won = {level: sum(plays(game, game.new(1000 + seed, level)) for seed in range(200)) for level in LEVELS}
    assert won["easy"] >= won["medium"] + 20
    assert won["medium"] >= won["hard"] + 20


def test_a_player_of_singles_wins_easy_deals() -> None:
    game = stackdoku()
    assert sum(plays(game, game.new(1000 + seed, "easy")) for seed in range(10)) >= 8
