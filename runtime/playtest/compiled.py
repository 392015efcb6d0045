"""Many games between players who move at random, in machine code: the same games as in Python, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from interpreter import Fault, Game, State
from interpreter.native import GaveUp, Machine, ended_games, engine, machine_now, machine_of
from interpreter.program import Program
from interpreter.spec.diagnostics import Diagnostics
from runtime.playtest.sharing import Shared, Tick

BATCH = 256
WORTH_COMPILING = 500
"""From so many games on, a program is compiled first."""


class Short(NamedTuple):
    """One game in few numbers, as it is handed from process to process: `end` is 0 if the game was stopped."""

    moves: int
    legal: int
    most_legal: int
    end: int
    winner: int
    won: bool | None
    scores: dict[str, tuple[int, ...]]
    payoff: tuple[int, ...] | None


Batch = bytes | list[Short | None]
"""Games as processes hand them over: as machine code has written them, or one by one."""
Scored = Callable[[State], dict[str, tuple[int, ...]]]


def machine_for(program: Program, count: int) -> Machine | None:
    """The machine code for so many random games, if it is there or worth making."""
    if count >= WORTH_COMPILING or engine() == "native":
        return machine_now(program)
    return machine_of(program) if engine() != "auto" else None


def played(
    game: Game,
    seeds: list[int],
    level: str | None,
    settings: Mapping[str, Any] | None,
    most_moves: int,
    scored: Scored | None,
    workers: int,
    patience: float,
    progress: Callable[[int], None] | None,
) -> list[Short | None]:
    """The games with these seeds; None for one that Python has to play. `scored` reads what people see counted."""
    prepare = partial(_prepared, game.spec, seeds, level, settings, most_moves, scored)
    batches = -(-len(seeds) // BATCH)

    def told(done: int) -> None:
        if progress is not None:
            progress(min(len(seeds), done * BATCH))

    found: list[Batch] = Shared(prepare, batches, workers, patience, told).run()
    sizes = [min(BATCH, len(seeds) - number * BATCH) for number in range(batches)]
    return [each for batch, size in zip(found, sizes, strict=True) for each in _read(batch, size)]


def _read(batch: Batch, size: int) -> list[Short | None]:
    """The games of a batch; None for those that are missing."""
    if isinstance(batch, list):
        return batch
    read: list[Short | None] = []
    for moves, legal, most_legal, result, _ in ended_games(batch):
        end, winner, won = result or (0, 0, None)
        read.append(Short(moves, legal, most_legal, end, winner, won, {}, None))
    return read + [None] * (size - len(read))


def _prepared(
    spec: Any,
    seeds: list[int],
    level: str | None,
    settings: Mapping[str, Any] | None,
    most_moves: int,
    scored: Scored | None,
) -> Callable[[int, Tick], Batch]:
    """What plays a batch of games by its number, in any process."""
    game = Game(spec, Diagnostics())

    def play(number: int, tick: Tick) -> Batch:
        tick()
        return _batch(game, seeds[number * BATCH : (number + 1) * BATCH], level, settings, most_moves, scored)

    return play


def _batch(
    game: Game,
    seeds: list[int],
    level: str | None,
    settings: Mapping[str, Any] | None,
    most_moves: int,
    scored: Scored | None,
) -> Batch:
    start = game.new(seeds[0], level, settings)
    program = start.program
    machine = machine_now(program)
    if machine is None:
        return [None for _ in seeds]
    if program.steps.streams or scored is not None or program.schema.pays:
        return [_one(game, machine, seed, level, settings, most_moves, scored) for seed in seeds]
    # Without luck all games begin alike, and nothing is asked of their ends but who has won.
    machine.begin()
    return machine.played_many(machine.position(start.data), seeds, most_moves)


def _one(
    game: Game,
    machine: Machine,
    seed: int,
    level: str | None,
    settings: Mapping[str, Any] | None,
    most_moves: int,
    scored: Scored | None,
) -> Short | None:
    """One game from a start of its own; None if it fails on the way."""
    try:
        state = game.new(seed, level, settings)
        machine.begin()
        each = machine.played(machine.position(state.data), seed, most_moves, state.data)
    except (GaveUp, Fault):
        return None
    assert each.data is not None
    after = state.program.state(each.data)
    result = after.result
    end, winner, won, payoff = (0, 0, None, None) if result is None else result
    return Short(
        each.moves, each.legal, each.most_legal, end, winner, won, scored(after) if scored is not None else {}, payoff
    )
