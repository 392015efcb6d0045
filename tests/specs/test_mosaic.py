"""What the rules of Stack Swap Mosaic require and a spec cannot show: time, the last move, restart, stages, style."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Action, Event, Game, State, load
from interpreter.position import TO_MOVE
from runtime.bots import bot_for, made, view_for
from runtime.bots.bot import playing_options
from runtime.session.hints import best_action
from runtime.session.session import Session
from runtime.show import log_lines, move_text
from runtime.show.stages import stages

ROOT = Path(__file__).resolve().parents[2]
LEVELS = ("easy", "medium", "hard")


@cache
def mosaic(name: str = "mosaic") -> Game:
    """The game, loaded once."""
    return load(name)


def field(state: State, name: str) -> Any:
    """A field of a state."""
    return state.data[state.program.layout.fields[name].index]


def swap(state: State, text: str) -> Action:
    """A swap, given by its sites."""
    return mosaic().action(state, f"swap {text}")


def positions(game: Game, count: int) -> list[State]:
    """Positions from games in which moves of the hard computer alternate with others."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        seed += 1
        state = game.new(seed=seed)
        while not state.over and len(found) < count:
            found.append(state)
            legal = game.legal(state)
            state = game.advance(state, legal[len(found) % len(legal)])
    return found


def test_a_swap_can_be_seen_beforehand() -> None:
    game = mosaic()
    state = game.new()
    view = game.view(state, "human")
    told = game.preview(view, swap(state, "d2 e2"))
    assert told is not None
    assert [event.name for event in told.events[:3]] == ["swapped", "matched", "fell"]
    assert told.events[1] == Event("matched", {"wave": 1, "count": 3, "sites": (11, 17, 23)})
    assert told.state is not None
    assert field(told.state, "score") == (None, 3, 0)
    assert [site for site in range(1, 37) if not field(told.state, "cell.colour")[site]] == [5, 11, 17]
    assert game.preview(view, swap(state, "a1 b1")) is None
    # Nothing about the future can be told: it is the same for every seed.
    other = state.program.state(tuple(999 if value == 12345 else value for value in state.data))
    assert game.preview(game.view(other, "human"), swap(state, "d2 e2")) == told


def test_a_move_is_written_with_row_column_and_direction() -> None:
    session = Session(mosaic())
    session.perform(swap(session.state, "d2 e2"))
    assert move_text(session.game, session.history[0], 1) == "row 2, column 4, east"
    assert log_lines(session.game, 1, session.history[0]) == ("You swapped d2 and e2, +9 in 2 waves.",)


def test_the_computer_answers_before_its_time_is_up() -> None:
    game = mosaic()
    for level in LEVELS:
        bot = bot_for(game, game.new(), "ai", level)
        for number, state in enumerate(positions(game, 12)):
            choice = bot.choose(view_for(game, state, state.data[TO_MOVE]), number)
            assert choice.action in game.legal(state)
            assert not choice.guard_fired


def test_the_guard_stops_a_computer_that_takes_too_long() -> None:
    game, state = mosaic(), mosaic().new()
    assert game.spec.ai is not None
    assert game.spec.ai.delay_ms == 500
    # The wait takes half a second of the two seconds.
    limits = [playing_options(state.program, level).think_ms for level in LEVELS]
    assert limits == [1000, 1500, 1500]
    endless = replace(playing_options(state.program, "hard"), depth=60, budget=10**9, think_ms=200)
    choice = made(game, state, "human", endless).choose(view_for(game, state, "human"), 1)
    assert choice.guard_fired
    assert choice.action in game.legal(state)


def test_the_computer_does_not_see_the_coming_tokens() -> None:
    """What luck will bring has no influence on its choice, unless it may see ahead."""
    game = mosaic()
    state = game.new(seed=3)
    seeds = state.program.layout.fields["engine.seed"].index
    others = [state.program.state((*state.data[:seeds], seed, *state.data[seeds + 1 :])) for seed in range(6)]
    for level in LEVELS:
        bot = bot_for(game, state, "human", level)
        choices = {bot.choose(view_for(game, other, "human"), 1).action for other in others}
        assert len(choices) == 1
    seeing = game.new(seed=3, settings={"ai_sees_refills": True})
    ahead = [seeing.program.state((*state.data[:seeds], seed, *state.data[seeds + 1 :])) for seed in range(6)]
    bot = bot_for(game, seeing, "human", "hard")
    assert len({bot.choose(view_for(game, other, "human"), 1).action for other in ahead}) > 1


def test_the_difficulty_can_be_changed_in_the_midst_of_a_game() -> None:
    game = mosaic()
    changeable = [str(name) for name, setting in game.spec.settings.items() if setting.change is not None]
    assert changeable == ["difficulty", "ai_sees_refills", "show_valid_moves"]


def test_restart_resets_everything() -> None:
    session = Session(mosaic(), seed=77)
    start = session.state
    while not session.state.over:
        session.perform(session.legal[0])
    assert session.status.over
    session.restart()
    assert session.state == start
    assert list(session.history) == []
    assert field(session.state, "score") == (None, 0, 0)
    assert field(session.state, "moves") == (None, 0, 0)
    assert not session.status.over


def test_the_last_move_is_known() -> None:
    session = Session(mosaic())
    session.perform(swap(session.state, "d2 e2"))
    last = session.history[-1]
    assert (last.player, last.text) == ("human", "swap d2 e2")
    assert session.seat_to_move == "computer"


def test_a_cascade_is_told_in_stages() -> None:
    game = mosaic()
    state = game.new()
    action = swap(state, "d2 e2")
    outcome = game.apply(state, action)
    shown = stages(game, state, outcome.events, outcome.state, 1, action)
    names = [[event.name for event in stage.events if event.name != "changed"] for stage in shown]
    assert names == [["swapped"], ["matched"], ["fell"], ["filled"], ["matched"], ["filled", "made_swap"]]
    assert [stage.milliseconds for stage in shown] == [180] * 6
    swapped, matched, fell, filled = (field(stage.state, "cell.colour") for stage in shown[:4])
    assert bytes(sorted(swapped)) == bytes(sorted(field(state, "cell.colour")))
    assert [site for site in range(1, 37) if not matched[site]] == [11, 17, 23]
    assert [site for site in range(1, 37) if not fell[site]] == [5, 11, 17]
    assert 0 not in filled[1:]
    assert shown[-1].state == outcome.state


def test_the_board_has_the_style_of_the_document() -> None:
    view = mosaic().spec.view
    assert view is not None and view.boards is not None and view.colours is not None and view.animate is not None
    grid = next(iter(view.boards.values()))
    assert grid.cell_size == 45
    assert [str(grid.lines), str(grid.outline), str(grid.valid), str(grid.last_move)] == [
        "#333333",
        "#aaaaaa",
        "#66ccff",
        "#ffcc00",
    ]
    assert [str(view.colours[name]) for name in view.colours][:2] == ["#1e90ff", "#ff6347"]
    assert {str(name): str(value) for name, value in view.animate.items()} == {
        "swap": "180",
        "matched": "180",
        "fell": "180",
        "filled": "180",
    }


def test_the_same_seed_and_moves_give_the_same_digests_in_every_process() -> None:
    code = (
        "from runtime.session.session import Session\n"
        "from interpreter import load\n"
        "from runtime.bots import bot_for, view_for\n"
        "session = Session(load('mosaic'), seed=5)\n"
        "for number in range(12):\n"
        "    bot = bot_for(session.game, session.state, session.state.to_move, ('hard', 'medium')[number % 2])\n"
        "    session.perform(bot.choose(view_for(session.game, session.state, session.state.to_move), number).action)\n"
        "print([move.digest for move in session.history])\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop().split(",")) == 12


def test_hints_are_about_the_best_swap() -> None:
    game = mosaic()
    state = game.new()
    assert best_action(game, state, "human", 1) == swap(state, "c4 c5")


@pytest.mark.parametrize("name", ["mosaic", "mosaic_duel"])
def test_whole_games_end(name: str) -> None:
    game = mosaic(name)
    for seed in range(5):
        state, moves = game.new(seed=seed), 0
        while not state.over:
            legal = game.legal(state)
            assert 0 not in field(state, "cell.colour")[1:]
            state = game.advance(state, legal[moves % len(legal)])
            moves += 1
        assert moves <= 40
        assert game.status(state).ended_by in ("target_reached", "target_reached_by_round", "moves_used_up")
