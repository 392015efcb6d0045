"""Changed specs, tested on all cores: which changes no test notices."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any, Literal, TypeAlias

from interpreter import Game, SpecError, load, loads
from runtime.playtest.sharing import Shared, Tick, cores
from runtime.testing.mutants import SpecChange, changes
from runtime.testing.runner import TestResult, run_test

Fate: TypeAlias = Literal["noticed", "refused", "too slow", "survived"]
LEAST_SECONDS = 5.0
PATIENCE_FACTOR = 10
"""A changed spec may take that many times as long as the tests of the right one."""


class TooLong(BaseException):
    """The time is up. No handler of ordinary errors on the way may keep it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TooLong in here after so many seconds. Only the main thread of a process can be interrupted."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a change: the test that noticed it, the message that refused it, or nothing."""

    fate: Fate
    by: str = ""


class Trials:
    """Tries changes one after the other; the test that noticed one last comes first."""

    def __init__(self, path: Path, tests: Sequence[str], seconds: float) -> None:
        self.path = path
        self.tests = list(tests)
        self.seconds = seconds

    def run(self, change: SpecChange) -> Trial:
        """Try one change."""
        try:
            with deadline(self.seconds):
                return self._tested(change)
        except TooLong:
            return Trial("too slow")
        except Exception as problem:
            problem.add_note(f"with {change.span.source.name}:{change.span.line} where {change.what}")
            raise

    def _tested(self, change: SpecChange) -> Trial:
        try:
            game = loads(change.applied(), change.span.source.name, self.path)
        except SpecError as error:
            return Trial("refused", error.diagnostics.errors[0].message)
        for name in self.tests:
            result = _result(game, name)
            for failure in result.failures:
                if failure.bug is not None:
                    raise failure.bug
            if not result.passed:
                self.tests.remove(name)
                self.tests.insert(0, name)
                return Trial("noticed", name)
        return Trial("survived")


def _result(game: Game, name: str) -> TestResult:
    written, test = next((key, test) for key, test in game.spec.acceptance.items() if key == name)
    return run_test(game, written, test)


@dataclass(frozen=True, slots=True)
class Survey:
    """The changes that were tried, each with what became of it; `possible` is how many there are in all."""

    game: str
    possible: int
    seed: int
    tried: tuple[tuple[SpecChange, Trial], ...]
    seconds: float

    @property
    def survivors(self) -> list[SpecChange]:
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


def _written(change: SpecChange, trial: Trial) -> dict[str, Any]:
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
