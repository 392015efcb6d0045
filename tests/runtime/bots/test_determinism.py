"""The same view and seed give the same choice, in this process and in any other."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

SCRIPT = """
from interpreter import load
from runtime.bots import Options, made
from runtime.bots.bot import playing_options
for name in ("connect_four", "breakthrough", "memory", "game_2048", "hex"):
    game = load(name)
    state = game.new(7)
    for move in range(4):
        player = state.data[0]
        for bot in ("random", "ranked", "search", "tree"):
            options = Options(bot, depth=2, budget=400, evaluate=playing_options(state.program).evaluate)
            choice = made(game, state, player, options).choose(game.view(state, player), move)
            assert not choice.guard_fired
            print(name, bot, choice.nodes, *[game.text(state, action) for action in choice.ranking[:5]])
        state = game.advance(state, choice.action)
"""


def told(hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_choices_are_the_same_in_other_processes() -> None:
    first = told("1")
    assert first == told("20011")
    assert len(first.splitlines()) == 5 * 4 * 4


def test_choices_are_the_same_on_every_platform() -> None:
    lines = told("0").splitlines()
    assert [line for line in lines if line.startswith(("connect_four tree", "connect_four random"))] == [
        "connect_four random 0 drop b6 drop c6 drop d6 drop a6 drop g6",
        "connect_four tree 403 drop a6 drop e6 drop b6 drop d6 drop c6",
        "connect_four random 0 drop e6 drop d6 drop g6 drop c6 drop a6",
        "connect_four tree 423 drop b6 drop d6 drop c6 drop f6 drop a6",
        "connect_four random 0 drop b6 drop f6 drop d6 drop g6 drop e6",
        "connect_four tree 411 drop d6 drop a6 drop g6 drop e6 drop c6",
        "connect_four random 0 drop f6 drop e6 drop g6 drop c6 drop d6",
        "connect_four tree 413 drop e6 drop c6 drop d6 drop f6 drop b6",
    ]
