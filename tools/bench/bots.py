"""Bots on the engine compared with the same searches over hand-written games.

`alpha-beta` has neither an evaluation nor a table in either form; `playouts` are random games to the end. `search` and
`tree` are the bots as they play. Everything is counted in actions tried.
"""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from interpreter import Game, State, load
from runtime.bots import Options, made
from runtime.bots.bot import Allowance, playing_options
from runtime.bots.search import WIN, AlphaBeta
from runtime.bots.tree import Playouts
from tools.bench import hand_connect_four, hand_reversi
from tools.bench.stopwatch import best_rates
from tools.bench.table import Row

ROUNDS = 5
MATCHES: tuple[tuple[str, ModuleType, int, int], ...] = (
    ("connect_four", hand_connect_four, 5, 40),
    ("reversi", hand_reversi, 4, 8),
)


def hand_alpha_beta(game: ModuleType, state: Any, player: int, depth: int, alpha: int, beta: int) -> tuple[int, int]:
    """The value of a position by plain alpha-beta, and how many actions were tried."""
    if game.over(state):
        winner = game.winner(state)
        return (0 if not winner else 1 if winner == player else -1), 0
    if depth == 0:
        return 0, 0
    mine, tried = state.to_move == player, 0
    best = -2 if mine else 2
    for action in game.legal(state):
        value, more = hand_alpha_beta(game, game.apply(state, action), player, depth - 1, alpha, beta)
        tried += more + 1
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, tried


def by_hand(game: ModuleType, depth: int, _round: int) -> int:
    return hand_alpha_beta(game, game.new(), 1, depth, -2, 2)[1]


def by_engine(state: State, depth: int, _round: int) -> int:
    program, allowance = state.program, Allowance(1 << 60, None)
    search = AlphaBeta(program, state.mover, None, program.legal, allowance, remembers=False)
    for action in program.legal(state.data):
        search.after(state.data, action, depth - 1, -WIN, WIN)
    return allowance.nodes


def hand_playouts(game: ModuleType, games: int, number: int) -> int:
    chance, moves = number, 0
    for _ in range(games):
        state = game.new()
        while not game.over(state):
            actions = game.legal(state)
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            state = game.apply(state, actions[(chance >> 12) % len(actions)])
            moves += 1
    return moves


def engine_playouts(state: State, games: int, number: int) -> int:
    allowance = Allowance(1 << 60, None)
    playouts = Playouts(state.program, state.mover, None, allowance, number)
    for _ in range(games):
        playouts.play(state.data)
    return allowance.nodes


def by_bot(game: Game, state: State, options: Options, number: int) -> int:
    player = state.mover
    return made(game, state, player, options).choose(game.view(state, player), number).nodes


def row(name: str, hand: ModuleType, depth: int, games: int) -> Row:
    game = load(name)
    state = game.new()
    evaluate = playing_options(state.program).evaluate
    contenders: dict[str, Callable[[int], int]] = {
        "hand alpha-beta": partial(by_hand, hand, depth),
        "alpha-beta": partial(by_engine, state, depth),
        "hand playouts": partial(hand_playouts, hand, games),
        "playouts": partial(engine_playouts, state, games),
        "search": partial(by_bot, game, state, Options("search", depth=depth, budget=10000, evaluate=evaluate)),
        "tree": partial(by_bot, game, state, Options("tree", budget=10000)),
    }
    rates = best_rates(contenders, ROUNDS)
    figures: dict[str, float | None] = {f"{way} nodes/s": rate for way, rate in rates.items()}
    for way in ("alpha-beta", "playouts"):
        figures[f"{way}/hand"] = rates[way] / rates[f"hand {way}"]
    figures["tree/playouts"] = rates["tree"] / rates["playouts"]
    return Row(name, figures)


def rows() -> list[Row]:
    return [row(*match) for match in MATCHES]
