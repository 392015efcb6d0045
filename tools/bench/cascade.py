"""Cascades, swaps that make a line, and a hard computer player, on positions from games between such players.

A cascade is a swap with all its waves, computed by the packed kernel and by the plain one. Swaps are listed by the
mover, and by trying the effects of every swap. The computer chooses as it does in play, one move in each position.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter

from interpreter import Action, Game, State, load, loads
from interpreter.library.steps.cascade import Cascade, Cascading, plain_cascade
from interpreter.spec import catalogue
from runtime.bots import bot_for, view_for
from tools.bench.stopwatch import best_rates, collector_off
from tools.bench.table import Row

ROUNDS = 9
POSITIONS = 200
LEVEL = "hard"
SEED = 1
GAMES = ("mosaic", "mosaic_duel")


def positions(game: Game, count: int) -> list[State]:
    """Positions from games whose moves are taken in turn from the list."""
    found: list[State] = []
    while len(found) < count:
        state = game.new(seed=SEED + len(found))
        while not state.over and len(found) < count:
            found.append(state)
            legal = game.legal(state)
            state = game.advance(state, legal[len(found) % len(legal)])
    return found


def swapped(state: State, action: Action) -> bytes:
    """The values of all sites after a swap."""
    column = bytearray(state.entries("cell.colour"))
    first, second = action[1:]
    column[first], column[second] = column[second], column[first]
    return bytes(column)


def settle(cascade: Cascade, columns: list[bytes], values: tuple[int, ...], number: int) -> int:
    """Lets all boards settle; each round has different luck."""
    for column in columns:
        cascade(bytearray(column), number, 0, values, None)
    return len(columns)


def listed(game: Game, states: list[State], _round: int) -> int:
    for state in states:
        game.legal(state)
    return len(states)


def without_mover(game: Game, states: list[State]) -> tuple[Game, list[State]]:
    """The same game and states, but with swaps tried one by one."""
    text = (catalogue.SPECS / "mosaic.yaml").read_text(encoding="utf-8")
    plain = loads(text.replace("    moves: line_swaps(a, b)\n", ""), "mosaic.yaml")
    program = plain.new(settings=game.settings.shown(states[0].program.settings)).program
    return plain, [program.state(state.data) for state in states]


def cascade_figures(game: Game, states: list[State]) -> dict[str, float | None]:
    program = states[0].program
    steps = (each for step in program.actions["swap"].effects for each in step.all_steps())
    step = next(each for each in steps if isinstance(each, Cascading))
    columns = [swapped(state, action) for state in states for action in game.legal(state)[::5]]
    values = tuple(range(1, program.settings["colours"] + 1))
    packed = step.kernel(program.schema, program.layout, "grid")
    plain = plain_cascade(step.well(program.schema, program.layout, "grid"))
    contenders: dict[str, Callable[[int], int]] = {
        "packed": partial(settle, packed, columns, values),
        "plain": partial(settle, plain, columns, values),
    }
    rates = best_rates(contenders, ROUNDS)
    return {
        "cascades/s": rates["packed"],
        "plain/s": rates["plain"],
        "cascades/plain": rates["packed"] / rates["plain"],
    }


def swap_figures(game: Game, states: list[State]) -> dict[str, float | None]:
    tried, same = without_mover(game, states[:20])
    contenders: dict[str, Callable[[int], int]] = {
        "mover": partial(listed, game, states),
        "tried": partial(listed, tried, same),
    }
    rates = best_rates(contenders, ROUNDS)
    return {"lists/s": rates["mover"], "tried/s": rates["tried"], "lists/tried": rates["mover"] / rates["tried"]}


def computer_figures(game: Game, states: list[State]) -> dict[str, float | None]:
    bots = {player: bot_for(game, states[0], player, LEVEL) for player in (1, 2)}
    taken = []
    with collector_off():
        for number, state in enumerate(states):
            player = state.mover
            view = view_for(game, state, player)
            start = perf_counter()
            bots[player].choose(view, number)
            taken.append(1000 * (perf_counter() - start))
    return {"hard ms": sum(taken) / len(taken), "worst ms": max(taken)}


def row(name: str) -> Row:
    game = load(name)
    states = positions(game, POSITIONS)
    figures = cascade_figures(game, states) | swap_figures(game, states) | computer_figures(game, states)
    return Row(name, figures)


def rows() -> list[Row]:
    return [row(name) for name in GAMES]
