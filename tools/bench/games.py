"""Random games played by hand-written Python, by the engine, and by OpenSpiel if it is installed.

All three run in the same loop with the same cheap choice of moves. OpenSpiel is C++ behind a binding and changes its
state in place; the others make a new state for each move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from types import ModuleType
from typing import Any

from interpreter import load
from tools.bench import hand_connect_four, hand_hex, hand_reversi, hand_tic_tac_toe
from tools.bench.stopwatch import best_rates
from tools.bench.table import NotMeasured, Row

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Match:
    """One game in its three forms, and how many games make a round."""

    name: str
    by_hand: ModuleType
    open_spiel: str
    games: int


MATCHES = (
    Match("tic_tac_toe", hand_tic_tac_toe, "tic_tac_toe", 2000),
    Match("connect_four", hand_connect_four, "connect_four", 600),
    Match("reversi", hand_reversi, "othello", 50),
    Match("hex", hand_hex, "hex(board_size=11,swap=true)", 80),
)


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to play a game."""

    new: Callable[[], Any]
    legal: Callable[[Any], list[Any]]
    apply: Callable[[Any, Any], Any]
    over: Callable[[Any], bool]


def play(contender: Contender, games: int, seed: int) -> int:
    """Plays random games to their ends and returns the number of moves made."""
    new, legal, apply, over = contender.new, contender.legal, contender.apply, contender.over
    chance = seed
    moves = 0
    for _ in range(games):
        state = new()
        while not over(state):
            actions = legal(state)
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            state = apply(state, actions[(chance >> 12) % len(actions)])
            moves += 1
    return moves


def by_hand(match: Match) -> Contender:
    game = match.by_hand
    return Contender(game.new, game.legal, game.apply, game.over)


def by_engine(match: Match) -> Contender:
    game = load(match.name)
    return Contender(partial(game.new, seed=1), game.legal, game.advance, attrgetter("over"))


def by_open_spiel(match: Match) -> Contender:
    return open_spiel(match.open_spiel)


def open_spiel(name: str) -> Contender:
    """A game of OpenSpiel, with its name and parameters there."""
    try:
        import pyspiel
    except ImportError as problem:
        raise NotMeasured("OpenSpiel is not installed; CONTRIBUTING.md says how to add it.") from problem
    game = pyspiel.load_game(name)

    def apply(state: Any, action: int) -> Any:
        state.apply_action(action)
        return state

    return Contender(game.new_initial_state, pyspiel.State.legal_actions, apply, pyspiel.State.is_terminal)


WAYS = {"hand": by_hand, "engine": by_engine, "open_spiel": by_open_spiel}


def row(match: Match) -> Row:
    contenders: dict[str, Callable[[int], int]] = {}
    notes = []
    for way, prepare in WAYS.items():
        try:
            contenders[way] = partial(play, prepare(match), match.games)
        except NotMeasured as problem:
            notes.append(str(problem))
    rates = best_rates(contenders, ROUNDS)
    others = ("hand", "open_spiel")
    ratios = {f"engine/{other}": rates["engine"] / rates[other] if other in rates else None for other in others}
    return Row(match.name, {f"{way} moves/s": rates.get(way) for way in WAYS} | ratios, " ".join(notes))


def rows() -> list[Row]:
    return [row(match) for match in MATCHES]
