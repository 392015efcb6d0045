"""Many games between bots, and their figures: who wins, how long a game is, how many actions are legal."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from math import sqrt
from time import perf_counter
from typing import Any

from interpreter import Action, Fault, Game, State, watched
from interpreter.expressions import Number
from interpreter.program import Program, rolled
from interpreter.spec.diagnostics import Diagnostics
from interpreter.streams import number_below
from runtime.bots import Chooser
from runtime.bots.random_bot import choose as random_action
from runtime.playtest import compiled
from runtime.playtest.seats import AT_RANDOM, Seated, bots_for, chosen, seated
from runtime.playtest.sharing import Shared, Tick, cores, nothing

NORMAL_95 = 1.959963984540054
MOST_MOVES = 2000
"""After so many moves a game is stopped unless it is said otherwise: some never end by themselves."""
PATIENCE = 0.05
SCORE = "score"
_SEEDS = 1 << 53
_NAME = re.compile(r"[a-z_]\w*")
Scores = Mapping[str, tuple[int, ...]]


def share(part: int, whole: int) -> dict[str, float] | None:
    """A share and the Wilson interval that contains the true one nineteen times out of twenty."""
    if not whole:
        return None
    rate, z = part / whole, NORMAL_95
    middle = (rate + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z * sqrt(rate * (1 - rate) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    low = max(0.0, middle - reach) if part else 0.0
    high = min(1.0, middle + reach) if part < whole else 1.0
    return {"rate": round(rate, 4), "low": round(low, 4), "high": round(high, 4)}


def spread(values: Sequence[int], least: str, most: str) -> dict[str, int | float] | None:
    """The extremes and the median of some values; None if there are none."""
    if not values:
        return None
    return {
        least: min(values),
        "median": round(statistics.median(values), 1),
        "mean": mean(sum(values), len(values)),
        most: max(values),
    }


def mean(total: int, count: int) -> float:
    """The mean of a number of values."""
    return round(total / count, 2) if count else 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its course and its end. `ended_by` is None if it was stopped after too many moves.

    `scores` has the counters that people see, each with one value or one for each player.
    """

    seed: int
    moves: int
    legal: int
    most_legal: int
    ended_by: str | None
    winner: str | None
    won: bool | None
    scores: Scores = field(default_factory=dict)
    fault: Fault | None = None
    payoff: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Simulation:
    """All games of one run, and how long it took."""

    game: str
    players: tuple[str, ...]
    bots: tuple[str, ...]
    level: str | None
    settings: Mapping[str, Any]
    seed: int
    played: tuple[Played, ...]
    seconds: float
    most_moves: int = MOST_MOVES

    @property
    def faults(self) -> list[Played]:
        """The games that a mistake of the spec cut short."""
        return [each for each in self.played if each.fault is not None]

    def summary(self) -> dict[str, Any]:
        """The run in figures; all except the speed follow from the seed."""
        games = len(self.played)
        ended = [each for each in self.played if each.ended_by is not None]
        alone = len(self.players) == 1
        wins = {player: sum(each.winner == player for each in ended) for player in self.players}
        if alone:
            wins = {self.players[0]: sum(each.won is True for each in ended)}
        losses = sum(each.won is False for each in ended)
        return {
            "game": self.game,
            "level": self.level,
            "settings": dict(self.settings),
            "seed": self.seed,
            "bots": dict(zip(self.players, self.bots, strict=True)),
            "games": games,
            "wins": wins,
            "win_rates": {player: share(number, games) for player, number in wins.items()},
            "losses": losses if alone else None,
            "draws": None if alone else len(ended) - sum(wins.values()),
            "undecided": len(ended) - sum(wins.values()) - losses if alone else None,
            "unfinished": games - len(ended) - len(self.faults),
            "most_moves": self.most_moves,
            "faults": len(self.faults),
            "faulty_games": [{"seed": each.seed, "fault": str(each.fault)} for each in self.faults],
            "ends": dict(sorted(Counter(str(each.ended_by) for each in ended).items())),
            "moves": spread([each.moves for each in ended], "shortest", "longest"),
            "scores": {name: self._score(name, ended) for name in (ended[0].scores if ended else ())},
            "payoffs": self._payoffs(ended),
            "legal_actions": {
                "mean": mean(sum(each.legal for each in self.played), sum(each.moves for each in self.played)),
                "most": max((each.most_legal for each in self.played), default=0),
            },
            "games_per_second": round(games / self.seconds, 1) if self.seconds else None,
        }

    def _payoffs(self, ended: Sequence[Played]) -> dict[str, Any] | None:
        """The spread of each player's payoff; None if no end pays."""
        paid = [each.payoff for each in ended if each.payoff is not None]
        if not paid:
            return None
        return {player: spread([each[player] for each in paid], "lowest", "highest") for player in self.players}

    def _score(self, name: str, ended: Sequence[Played]) -> dict[str, Any] | None:
        """The spread of a counter: as one, or for each player."""
        columns = list(zip(*(each.scores[name] for each in ended), strict=True))
        found = [spread(column, "lowest", "highest") for column in columns]
        return found[0] if len(found) == 1 else dict(zip(self.players, found, strict=True))


def simulate(
    game: Game,
    count: int,
    seed: int = 0,
    level: str | None = None,
    settings: Mapping[str, Any] | None = None,
    bots: Sequence[str] = (AT_RANDOM,),
    workers: int | None = 1,
    progress: Callable[[int], None] | None = None,
    most_moves: int = MOST_MOVES,
) -> Simulation:
    """Play a number of games with a number of processes; None means as many as there are processors and work for them.

    The same seed gives the same games, whoever plays them. A bot's nodes are limited, but not its time. A game is
    stopped after `most_moves`, without a result.
    """
    start = perf_counter()
    choice = game.settings.choose(level, settings)
    program = game.program(choice)
    names = bots_for(game.players, bots)
    seated(game, program.state(program.blank()), names)
    patience = PATIENCE if workers is None else 0.0
    hands = cores() if workers is None else workers
    if all(name == AT_RANDOM for name in names) and compiled.machine_for(program, count) is not None:
        seeds = [game_seed(seed, number + 1) for number in range(count)]
        scored = scores if any(_score_variables(program)) else None
        short = compiled.played(game, seeds, choice.level, settings, most_moves, scored, hands, patience, progress)
        at_length = _Lengthened(program)
        played = tuple(
            play_one(game, number, choice.level, settings, names, most_moves=most_moves)
            if each is None
            else at_length(number, each)
            for number, each in zip(seeds, short, strict=True)
        )
    else:
        prepare = partial(_prepared, game.spec, seed, choice.level, settings, names, most_moves)
        played = tuple(Shared(prepare, count, hands, patience, progress).run())
    shown = game.settings.shown(choice.values)
    taken = perf_counter() - start
    return Simulation(game.name, game.players, names, choice.level, shown, seed, played, taken, most_moves)


def _prepared(
    spec: Any, seed: int, level: str | None, settings: Mapping[str, Any] | None, bots: Sequence[str], most_moves: int
) -> Callable[[int, Tick], Played]:
    """The function that plays the games of a run by number, from 0, in any process."""
    game = Game(spec, Diagnostics())

    def play(number: int, tick: Tick) -> Played:
        return play_one(game, game_seed(seed, number + 1), level, settings, bots, tick, most_moves)

    return play


class _Lengthened:
    """Gives games that machine code has played their words."""

    def __init__(self, program: Program) -> None:
        self.words = program.schema.players.words
        self.end_name = cache(program.end_name)

    def __call__(self, seed: int, short: compiled.Short) -> Played:
        moves, legal, most_legal, end, winner, won, scores, payoff = short
        return Played(
            seed,
            moves,
            legal,
            most_legal,
            self.end_name(end) if end else None,
            self.words[winner - 1] if winner else None,
            won,
            scores,
            None,
            dict(zip(self.words, payoff, strict=True)) if payoff is not None else None,
        )


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run; the first has the number 1."""
    return number_below(seed, "games", number, _SEEDS)[0]


def play_one(
    game: Game,
    seed: int,
    level: str | None = None,
    settings: Mapping[str, Any] | None = None,
    bots: Sequence[str] = (AT_RANDOM,),
    tick: Tick = nothing,
    most_moves: int = MOST_MOVES,
) -> Played:
    """Play one game from start to end, or up to its last allowed move."""
    course = _Course(game, seed, most_moves)
    try:
        with watched():
            state = game.new(seed, level, settings)
            # Bots are made anew for each game, so that none remembers another.
            seats = seated(game, state, bots_for(game.players, bots))
            state = state.program.guarded(partial(course.play, state, seats, tick))
    except Fault as fault:
        return Played(seed, course.moves, course.legal, course.most_legal, None, None, None, {}, fault)
    status = game.status(state)
    return Played(
        seed,
        course.moves,
        course.legal,
        course.most_legal,
        status.ended_by,
        status.winner,
        status.won,
        scores(state),
        payoff=status.payoff,
    )


class _Course:
    """The course of one game, until it ends or is cut short."""

    __slots__ = ("game", "legal", "most_legal", "most_moves", "moves", "seed")

    def __init__(self, game: Game, seed: int, most_moves: int) -> None:
        self.game = game
        self.seed = seed
        self.most_moves = most_moves
        self.moves = self.legal = self.most_legal = 0

    def play(self, state: State, seats: Sequence[Seated], tick: Tick) -> State:
        """Play to the end, or until there are too many moves."""
        game, seed, most_moves = self.game, self.seed, self.most_moves
        while not state.over and self.moves < most_moves:
            legal = game.legal(state)
            action = chosen(seats, state, legal, _move_seed(seed, self.moves + 1))
            state = game.advance(state, action)
            self.moves += 1
            self.legal += len(legal)
            self.most_legal = max(self.most_legal, len(legal))
            tick()
        return state


def scores(state: State) -> dict[str, tuple[int, ...]]:
    """The numbers of the state that people see: `score`, and those that the panels beside the board name, except
    dice."""
    found = {}
    for name, per_player in _score_variables(state.program):
        value = state.variable(name)
        found[name] = tuple(value) if per_player else (value,)
    return found


def _score_variables(program: Program) -> Iterator[tuple[str, bool]]:
    view = program.spec.view
    panels = view.panels if view is not None and view.panels is not None else {}
    named = {word for text in panels.values() for word in _NAME.findall(str(text))}
    dice = rolled(program)
    for variable in program.schema.variables.values():
        shown = variable.name == SCORE or (variable.name in named and variable.name not in dice)
        if shown and isinstance(variable.type, Number) and variable.per in (None, program.schema.players):
            yield variable.name, variable.per is not None


def playing(game: Game, state: State, seed: int, bot: Chooser = random_action) -> Iterator[tuple[State, Action, State]]:
    """The moves of one game: the state before, the action and the state after; at most MOST_MOVES of them."""
    for move in range(1, MOST_MOVES + 1):
        if state.over:
            return
        before = state
        action, state = before.program.guarded(partial(_one_move, game, before, _move_seed(seed, move), bot))
        yield before, action, state


def _move_seed(seed: int, move: int) -> int:
    return number_below(seed, "moves", move, _SEEDS)[0]


def _one_move(game: Game, state: State, seed: int, bot: Chooser) -> tuple[Action, State]:
    action = bot(game, state, seed)
    return action, game.advance(state, action)
