"""Random games and searches in machine code, in Python and by OpenSpiel, all in processor time of one run.

Playouts by OpenSpiel are driven from Python move by move, or are those of its own evaluator, in C++. Searches count
actions that were tried.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import process_time
from typing import Any

from interpreter import Game, State, load
from interpreter.native import Machine, choose_engine, machine_now
from interpreter.spec.catalogue import shipped
from runtime.bots import made, playing_options, view_for
from tools.bench.games import Contender, open_spiel, play
from tools.bench.stopwatch import best_rates
from tools.bench.table import NotMeasured, Row

ROUNDS = 3
LONGEST = 400
SECONDS = 0.15
"""About how long each contender plays in a round."""
BUDGET = 4_000
NO_CLOCK = 1 << 40
ROLLOUTS = 20


@dataclass(frozen=True, slots=True)
class Peer:
    """The same game by OpenSpiel. `moves` is how many of its actions make one of ours."""

    name: str
    moves: float = 1.0


PEERS = {
    "amazons": Peer("amazons", 1.5),
    "breakthrough": Peer("breakthrough"),
    "connect_four": Peer("connect_four"),
    "draughts": Peer("checkers"),
    "go": Peer("go(board_size=9)"),
    "gomoku": Peer("mnk(m=15,n=15,k=5)"),
    "hex": Peer("hex(board_size=11,swap=true)"),
    "kalah": Peer("mancala"),
    "nine_mens_morris": Peer("nine_mens_morris"),
    "reversi": Peer("othello"),
    "tic_tac_toe": Peer("tic_tac_toe"),
    "wall_race": Peer("quoridor"),
}
SEARCHED = ("breakthrough", "chess", "connect_four", "draughts", "hex", "reversi")


def in_python(game: Game, start: State, seconds: float, seed: int) -> int:
    """Play at random for about so long; gives how many moves were made."""
    end, chance, moves = process_time() + seconds, seed + 1, 0
    legal, advance = game.legal, game.advance
    while process_time() < end:
        state = start
        for _ in range(LONGEST):
            if state.over:
                break
            actions = legal(state)
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            state = advance(state, actions[(chance >> 12) % len(actions)])
            moves += 1
    return moves


def in_machine_code(machine: Machine, start: State, games: int, seed: int) -> int:
    """Play so many games at random; gives how many moves were made."""
    machine.begin()
    return machine.wander(machine.position(start.data), games, seed, LONGEST)


def _games_for(machine: Machine, start: State) -> int:
    """How many games take about as long as the others play."""
    games, taken = 1, 0.0
    while taken < SECONDS / 3:
        games *= 2
        begin = process_time()
        in_machine_code(machine, start, games, 0)
        taken = process_time() - begin
    return games


def by_open_spiel(peer: Peer, seconds: float, seed: int) -> int:
    """Games of OpenSpiel driven from Python, for about so long."""
    import pyspiel

    contender = open_spiel(peer.name)

    def over(state: Any) -> bool:
        while state.is_chance_node():
            actions, _ = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(actions[seed % len(actions)])
        return bool(pyspiel.State.is_terminal(state))

    end, moves = process_time() + seconds, 0
    while process_time() < end:
        moves += play(Contender(contender.new, contender.legal, contender.apply, over), 1, seed + moves)
    return moves


def by_its_evaluator(peer: Peer, moves_a_game: float, seconds: float, seed: int) -> int:
    """Games that the evaluator of OpenSpiel plays to their ends in C++; gives about how many moves they had."""
    import pyspiel

    game, seed = pyspiel.load_game(peer.name), seed + 1
    # A search of two simulations, each of which is evaluated by so many games from there to the end.
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, seed, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    end, games = process_time() + seconds, 0
    while process_time() < end:
        bot.step(state)
        games += 2 * ROLLOUTS
    return int(games * moves_a_game)


def _moves_a_game(peer: Peer) -> float:
    """How many moves a random game of OpenSpiel has on average, without those of chance."""
    contender = open_spiel(peer.name)

    def over(state: Any) -> bool:
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        return bool(state.is_terminal())

    return play(Contender(contender.new, contender.legal, contender.apply, over), 30, 1) / 30


def playouts(name: str) -> Row:
    """Random play of one game."""
    game = load(name)
    start = game.new(seed=1)
    machine = machine_now(start.program)
    if machine is None:
        raise NotMeasured(f"{name} stays in Python")
    contenders: dict[str, Callable[[int], int]] = {
        "native": partial(in_machine_code, machine, start, _games_for(machine, start)),
        "python": partial(in_python, game, start, SECONDS),
    }
    peer, note = PEERS.get(name), ""
    if peer is not None:
        try:
            length = _moves_a_game(peer)
            contenders["open_spiel"] = partial(by_open_spiel, peer, SECONDS)
            contenders["open_spiel_cpp"] = partial(by_its_evaluator, peer, length, SECONDS)
        except NotMeasured as problem:
            note = str(problem)
    rates = best_rates(contenders, ROUNDS)
    factor = {"open_spiel": peer.moves, "open_spiel_cpp": peer.moves} if peer is not None else {}
    ratios = {
        f"native/{other}": rates["native"] * factor.get(other, 1.0) / rates[other] if other in rates else None
        for other in ("python", "open_spiel", "open_spiel_cpp")
    }
    return Row(name, {"native moves/s": rates["native"], **ratios}, note)


def searching(name: str, bot: str) -> Row:
    """One search of a game, nodes a second."""
    game = load(name)
    state = game.new(seed=1)
    options = replace(playing_options(state.program), bot=bot, budget=BUDGET, think_ms=NO_CLOCK, only={})
    player, view = made(game, state, state.mover, options), view_for(game, state, state.mover)

    def nodes(engine: str, number: int) -> int:
        choose_engine(engine)  # type: ignore[arg-type]
        return sum(player.choose(view, number).nodes for _ in range(10 if engine == "native" else 1))

    choose_engine("native")
    assert machine_now(state.program) is not None
    rates = best_rates({"native": partial(nodes, "native"), "python": partial(nodes, "python")}, ROUNDS)
    figures = {"native moves/s": rates["native"], "native/python": rates["native"] / rates["python"]}
    return Row(f"{name}, {bot}", figures)


def rows() -> list[Row]:
    """A row for each game that plays in machine code, and for some searches."""
    found = []
    choose_engine("native")
    for name in shipped():
        try:
            found.append(playouts(name))
        except NotMeasured:
            continue
    for bot in ("tree", "search"):
        found += [searching(name, bot) for name in SEARCHED]
    choose_engine("auto")
    return found

