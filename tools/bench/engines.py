"""Random games of larger classics by our engine and by others, both driven from Python.

Turns are counted, because a turn of the other engine may take more or fewer actions than ours. OpenSpiel is C++ behind
a binding and changes its state in place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any

from interpreter import load
from tools.bench.games import Contender, open_spiel
from tools.bench.stopwatch import best_rates
from tools.bench.table import NotMeasured, Row

ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Contest:
    """One of our games and that of another engine: how many actions make a turn in each, and how many games a round
    has.

    A game is abandoned after `longest` turns, as random players may wander for ever. If turns take more or fewer
    actions, `our_turns` and `their_turns` tell how many turns have led to a state.
    """

    name: str
    other: str
    theirs: Callable[[], Contender]
    games: int
    bar: float
    settings: Mapping[str, Any] = field(default_factory=dict)
    our_actions: int = 1
    their_actions: int = 1
    longest: int = 1000
    our_turns: Callable[[Any], int] | None = None
    their_turns: Callable[[Any], int] | None = None


def rolls(state: Any) -> int:
    """How many rolls of dice, and so turns, have led to a state of OpenSpiel."""
    return sum(each.player < 0 for each in state.full_history())


def python_chess() -> Contender:
    """The chess of python-chess, with the same ends as ours."""
    try:
        from chess import Board
    except ImportError as problem:
        raise NotMeasured("python-chess is not installed; CONTRIBUTING.md says how to add it.") from problem

    def legal(board: Board) -> list[Any]:
        return list(board.legal_moves)

    def apply(board: Board, move: Any) -> Board:
        board.push(move)
        return board

    def over(board: Board) -> bool:
        drawn = board.halfmove_clock >= 100 or board.is_repetition(3) or board.is_insufficient_material()
        return drawn or not any(board.legal_moves)

    return Contender(Board, legal, apply, over)


CONTESTS = [
    Contest("amazons", "OpenSpiel", partial(open_spiel, "amazons"), 20, 0.15, our_actions=2, their_actions=3),
    Contest(
        "backgammon",
        "OpenSpiel",
        partial(open_spiel, "backgammon"),
        4,
        0.15,
        our_turns=attrgetter("turn_number"),
        their_turns=rolls,
    ),
    Contest("chess", "python-chess", python_chess, 5, 0.3),
    Contest("go", "OpenSpiel", partial(open_spiel, "go(board_size=9)"), 10, 0.05),
    Contest("wall_race", "OpenSpiel", partial(open_spiel, "quoridor"), 4, 0.02, longest=324),
]


def ours(contest: Contest) -> Contender:
    """Our own engine."""
    game = load(contest.name)
    return Contender(partial(game.new, seed=1, settings=contest.settings), game.legal, game.advance, attrgetter("over"))


def play(
    contender: Contender, games: int, longest: int, actions: int, turns: Callable[[Any], int] | None, seed: int
) -> int:
    """Plays random games and returns the number of turns made."""
    new, legal, apply, over = contender.new, contender.legal, contender.apply, contender.over
    chance = seed
    made = 0
    for _ in range(games):
        state = new()
        left = longest * actions
        while left and not over(state):
            listed = legal(state)
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            state = apply(state, listed[(chance >> 12) % len(listed)])
            left -= 1
        made += turns(state) if turns else (longest * actions - left) // actions
    return made


def row(contest: Contest) -> Row:
    """The turns per second of both, their ratio, and the ratio to reach."""
    size = (contest.games, contest.longest)
    contenders = {"ours": partial(play, ours(contest), *size, contest.our_actions, contest.our_turns)}
    note = ""
    try:
        contenders["theirs"] = partial(play, contest.theirs(), *size, contest.their_actions, contest.their_turns)
    except NotMeasured as problem:
        note = str(problem)
    rates = best_rates(contenders, ROUNDS)
    ratio = rates["ours"] / rates["theirs"] if "theirs" in rates else None
    figures = {"turns/s": rates["ours"], "theirs": rates.get("theirs"), "ratio": ratio, "at least": contest.bar}
    return Row(f"{contest.name} : {contest.other}", figures, note)


def rows() -> list[Row]:
    """A row for each contest."""
    return [row(contest) for contest in CONTESTS]
