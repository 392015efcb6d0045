"""Many changes of a spec, tried on all cores, and which of them no test notices."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from interpreter import load
from runtime.acceptance.runner import TestResult
from runtime.mutation.change import Change
from runtime.mutation.changes import changes
from runtime.mutation.trial import Fate, Trial, Trials
from runtime.sharing import Shared, Tick, cores

LEAST_SECONDS = 5.0
PATIENCE_FACTOR = 10
"""A changed spec may take that many times as long as the tests of the right one."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The changes that were tried, each with what became of it; `possible` is how many there are in all."""

    game: str
    possible: int
    seed: int
    tried: tuple[tuple[Change, Trial], ...]
    seconds: float

    @property
    def survivors(self) -> list[Change]:
        """What no test notices."""
        return [change for change, trial in self.tried if trial.fate == "survived"]

    def number(self, *fates: Fate) -> int:
        """How many changes came out so."""
        return sum(trial.fate in fates for _, trial in self.tried)

    def summary(self) -> dict[str, Any]:
        """The survey for other programs."""
        return {
            "game": self.game,
            "seed": self.seed,
            "possible": self.possible,
            "tried": len(self.tried),
            "noticed": self.number("noticed", "too slow"),
            "refused": self.number("refused"),
            "survived": self.number("survived"),
            "changes": [_written(change, trial) for change, trial in self.tried],
            "seconds": round(self.seconds, 1),
        }


def _written(change: Change, trial: Trial) -> dict[str, Any]:
    before, after = change.lines
    span = change.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "rule": change.path,
        "what": change.what,
        "before": before,
        "after": after,
        "fate": trial.fate,
        "by": trial.by,
    }


def survey(
    path: Path,
    results: list[TestResult],
    count: int | None,
    seed: int = 0,
    part: str = "",
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Survey:
    """Try so many changes of a spec, None are all; `results` are those of its tests as it stands.

    With `part` only those whose rule has this in its path.
    """
    start = perf_counter()
    game = load(path)
    possible = [change for change in changes(game.spec) if part in change.path]
    chosen = list(range(len(possible)))
    if count is not None and count < len(possible):
        chosen = sorted(random.Random(seed).sample(chosen, count))
    quickest = sorted(results, key=lambda result: result.seconds)
    limit = max(LEAST_SECONDS, PATIENCE_FACTOR * sum(result.seconds for result in results))
    prepare = partial(_prepared, path, part, tuple(chosen), tuple(result.name for result in quickest), limit)
    trials = Shared(prepare, len(chosen), cores() if workers is None else workers, 0.0, progress).run()
    tried = tuple((possible[number], trial) for number, trial in zip(chosen, trials, strict=True))
    return Survey(game.name, len(possible), seed, tried, perf_counter() - start)


def _prepared(
    path: Path, part: str, chosen: tuple[int, ...], tests: tuple[str, ...], seconds: float
) -> Callable[[int, Tick], Trial]:
    """What tries the chosen changes by their numbers, in any process."""
    possible = [change for change in changes(load(path).spec) if part in change.path]
    trials = Trials(path, tests, seconds)

    def run(number: int, tick: Tick) -> Trial:
        tick()
        return trials.run(possible[chosen[number]])

    return run


