"""The time spent on a game: the share of each expression in random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from interpreter import Game, load, watched
from interpreter.program import sampled
from interpreter.spec.diagnostics import marked, visible
from interpreter.spec.nodes import Span
from runtime import arguments
from runtime.bots import NoSuchLevel
from runtime.commands.output import print_json
from runtime.messages import Problem, counted

MOST_MOVES = 2000
"""A game that has not come to an end after so many moves is left for a new one."""
LEAST_SHARE = 0.005


@dataclass(frozen=True, slots=True)
class Profile:
    """The games played, the processor time in seconds, and how often each expression was seen."""

    game: str
    games: int
    moves: int
    seconds: float
    met: Counter[Span | None]

    def shares(self) -> list[tuple[Span, float]]:
        """The expressions with their shares of the time, most expensive first."""
        total = max(1, self.met.total())
        return [(span, count / total) for span, count in self.met.most_common() if span is not None]


def run(
    name: str, seconds: float, seed: int, level: str | None, given: Sequence[str], most: int, as_json: bool
) -> None:
    """Play random games for a number of seconds and print the expressions that took the time."""
    game = load(arguments.spec(name))
    try:
        found = profiled(game, seconds, seed, level, arguments.settings(given))
    except NoSuchLevel as problem:
        raise Problem(str(problem)) from None
    if as_json:
        print_json(_figures(found))
    else:
        print("\n".join(_lines(found, most)))


def profiled(game: Game, seconds: float, seed: int, level: str | None, settings: dict[str, Any]) -> Profile:
    """Play random games for a number of seconds of processor time."""
    draw, games, moves = Random(seed), 0, 0
    with watched(), sampled() as met:
        began = process_time()
        end = began + seconds
        while process_time() < end:
            state = game.new(seed=draw.randrange(1 << 32), level=level, settings=settings)
            games += 1
            for _ in range(MOST_MOVES):
                if state.over or process_time() >= end:
                    break
                state = game.advance(state, draw.choice(game.legal(state)))
                moves += 1
        took = process_time() - began
    return Profile(str(game.spec.game), games, moves, took, met)


def _lines(found: Profile, most: int) -> list[str]:
    rate = found.moves / found.seconds
    lines = [
        f"{found.game}: {rate:,.0f} random moves a second; {counted(found.games, 'game')}, "
        f"{counted(found.moves, 'move')}, {found.seconds:.1f} seconds of processor time"
    ]
    shares = [(span, share) for span, share in found.shares() if share >= LEAST_SHARE]
    for span, share in shares[:most]:
        text, indent, carets = marked(span)
        place, shown = f"{visible(span.source.name)}:{span.line}:{span.column}", visible(text)
        lines += [f"{_share(share)}  {place}", f"         {shown}".rstrip(), f"         {' ' * indent}{'^' * carets}"]
    rest = 1 - sum(share for _, share in shares[:most])
    return [*lines, f"{_share(rest)}  other expressions, and the engine itself"]


def _share(part: float) -> str:
    return f"{100 * part:5.1f} %"


def _figures(found: Profile) -> dict[str, Any]:
    return {
        "game": found.game,
        "games": found.games,
        "moves": found.moves,
        "seconds": round(found.seconds, 3),
        "moves_per_second": round(found.moves / found.seconds, 1),
        "expressions": [
            {
                "share": round(share, 4),
                "file": span.source.name,
                "line": span.line,
                "column": span.column,
                "end_line": span.end_line,
                "end_column": span.end_column,
                "text": span.text,
            }
            for span, share in found.shares()
        ],
    }
