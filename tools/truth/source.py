"""Another engine's game, and how its positions are expressed in our moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tools.truth.record import Record, RecordedGame, checksum

Ways = Mapping[tuple[str, ...], tuple[int, ...]]
"""Every legal turn, or part of one: moves as they are typed in our game, and the actions of the other engine that do
the same. `()` on our side means that the turn passes without a move."""


Drawn = list[tuple[str, str]]
"""What streams of our rules give: stream and value, in order."""


def no_luck(state: Any, _outcome: int) -> Drawn:
    raise AssertionError(f"Luck in a game without it: {state}")


def own_returns(state: Any) -> list[float]:
    """What each player got, according to the other engine."""
    returned: list[float] = state.returns()
    return returned


def any_move(chance: Random, moves: list[str], _state: Any) -> str:
    """One of the moves, all equally likely."""
    return chance.choice(moves)


@dataclass(frozen=True, slots=True)
class Source:
    """A game of OpenSpiel that our `game` is compared with.

    `luck` says, for an outcome of chance, what the streams of our rules give. `choose` draws the move to make. A game
    is abandoned after `longest` turns.
    """

    game: str
    outside: str
    ways: Callable[[Any], Ways]
    settings: Mapping[str, Any] = field(default_factory=dict)
    luck: Callable[[Any, int], Drawn] = no_luck
    returns: Callable[[Any], list[float] | None] = own_returns
    choose: Callable[[Random, list[str], Any], str] = any_move
    longest: int = 1000

    def record(self, games: int, seed: int) -> Record:
        """Play random games in the other engine and record them."""
        import pyspiel

        outside = pyspiel.load_game(self.outside)
        played = [self.recorded(outside.new_initial_state(), Random(f"{seed}/{number}")) for number in range(games)]
        return Record(self.game, f"OpenSpiel {self.outside}, seed {seed}", self.settings, played)

    def recorded(self, state: Any, chance: Random) -> RecordedGame:
        """A random game from a state of the other engine, which is changed."""
        moves, counts, sums = list[str](), list[int](), list[int]()
        luck: dict[str, list[str]] = {}
        turns = 0
        while not state.is_terminal() and turns < self.longest:
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                outcome = chance.choices(outcomes, odds)[0]
                for stream, value in self.luck(state, outcome):
                    luck.setdefault(stream, []).append(value)
                state.apply_action(outcome)
                continue
            ways = dict(self.ways(state))
            turns += 1
            done: tuple[str, ...] = ()
            while done not in ways:
                next_moves = sorted({way[len(done)] for way in ways if way[: len(done)] == done})
                counts.append(len(next_moves))
                sums.append(checksum(next_moves))
                moves.append(self.choose(chance, next_moves, state))
                done = (*done, moves[-1])
            for action in ways[done]:
                state.apply_action(action)
        return RecordedGame(moves, counts, sums, self.returns(state) if state.is_terminal() else None, luck)
