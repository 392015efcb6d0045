"""Changed specs, tested on all cores: which changes no test notices, and which of these nobody could."""

from __future__ import annotations

import gc
import random
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any, Literal, TypeAlias

from interpreter import Diagnostic, Game, SpecError, load, load_equivalents, loads
from interpreter.spec.diagnostics import diagnosed, to_json
from interpreter.spec.model import Equivalent
from runtime.playtest.sharing import Shared, Tick, cores
from runtime.testing.equivalents import Explained
from runtime.testing.mutants import SpecChange, changes
from runtime.testing.runner import TestResult, run_test

Fate: TypeAlias = Literal["noticed", "refused", "too slow", "survived"]
LEAST_SECONDS = 2.0
AGAIN = 0.5
LOADING = 1.0
"""How long it takes to load the largest of specs, about."""
PATIENCE_FACTOR = 10
"""A test of a changed spec may take that many times as long as with the right one."""


class TooLong(BaseException):
    """The time is up. No handler of ordinary errors on the way may catch it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TooLong in here after a number of seconds of work, however busy the machine is.

    Only the main thread of a process can be interrupted.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    # What is raised while garbage is collected is lost, so that waits; and what is lost all the same is raised again.
    collecting = gc.isenabled()
    gc.disable()
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Trial:
    """The fate of a change: the test that noticed it, the message that refused it, or nothing."""

    fate: Fate
    by: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """The facts about a test from a run on the correct spec: how long it takes, and what it reaches."""

    name: str
    seconds: float
    actions: frozenset[str]
    conditions: tuple[tuple[int, int], ...]

    def meets(self, change: SpecChange) -> int:
        """How likely the test is to notice a change: it tests the very condition, or tries the action, or neither."""
        start, end = change.span.start, change.span.end
        if any(first < end and start < last for first, last in self.conditions):
            return 2
        section, _, rest = change.path.partition(".")
        return int(section == "actions" and rest.partition(".")[0] in self.actions)


def known(result: TestResult, source: str) -> Known:
    """The facts from a test's result, with conditions in one source."""
    reached = result.reached
    tested = (span for span, outcomes in reached.conditions.items() if outcomes and span.source.name == source)
    tried = reached.actions | {action for action, _ in reached.refusals}
    spans = tuple(sorted((span.start, span.end) for span in tested))
    return Known(result.name, result.seconds, frozenset(tried), spans)


class Trials:
    """Tries changes one after another. Tests that reach the changed part come first, the quickest of them leading, but
    the test that noticed the previous change runs before all others."""

    def __init__(self, path: Path, game: Game, tests: Sequence[Known], least: float = LEAST_SECONDS) -> None:
        self.path = path
        self.least = least
        self.written = {str(name): (name, test) for name, test in game.spec.acceptance.items()}
        self.acceptance = game.spec.acceptance
        self.tests = sorted(tests, key=lambda test: test.seconds)
        self._last = ""

    def order(self, change: SpecChange) -> list[Known]:
        """The tests in the order in which they are run for a change."""
        return sorted(self.tests, key=lambda test: (test.name != self._last, -test.meets(change)))

    def run(self, change: SpecChange) -> Trial:
        """Try one change."""
        try:
            return self._tested(change)
        except Exception as problem:
            problem.add_note(f"with {change.span.source.name}:{change.span.line} where {change.what}")
            raise

    def _tested(self, change: SpecChange) -> Trial:
        try:
            with deadline(self._limit(LOADING)):
                game = loads(change.applied(), change.span.source.name, self.path, self.acceptance)
        except SpecError as error:
            return Trial("refused", error.diagnostics.errors[0].message)
        except TooLong:
            return Trial("too slow")
        for test in self.order(change):
            try:
                with deadline(self._limit(test.seconds)):
                    result = run_test(game, *self.written[test.name])
            except TooLong:
                return Trial("too slow", test.name)
            for failure in result.failures:
                if failure.bug is not None:
                    raise failure.bug
            if not result.passed:
                self._last = test.name
                return Trial("noticed", test.name)
        return Trial("survived")

    def _limit(self, seconds: float) -> float:
        return max(self.least, PATIENCE_FACTOR * seconds)


@dataclass(frozen=True, slots=True)
class Survey:
    """The changes that were tried, each with its fate; `possible` is how many there are in all.

    `reasons` says why changes make no difference, `stale` which of these reasons no longer apply.
    """

    game: str
    possible: int
    seed: int
    tried: tuple[tuple[SpecChange, Trial], ...]
    seconds: float
    reasons: Mapping[int, str]
    stale: tuple[Diagnostic, ...]

    @property
    def survivors(self) -> list[SpecChange]:
        """The changes that no test notices and that nobody has explained."""
        return [change for change, trial in self.tried if trial.fate == "survived" and not self.reason(change)]

    @property
    def explained(self) -> int:
        """How many changes no test notices because they make no difference."""
        return self.number("survived") - len(self.survivors)

    def reason(self, change: SpecChange) -> str:
        """Why a change makes no difference, if somebody has explained it."""
        return self.reasons.get(id(change), "")

    def number(self, *fates: Fate) -> int:
        """How many changes had this fate."""
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
            "explained": self.explained,
            "survived": len(self.survivors),
            "stale": to_json(self.stale),
            "changes": [_written(change, trial, self.reason(change)) for change, trial in self.tried],
            "seconds": round(self.seconds, 1),
        }


def _written(change: SpecChange, trial: Trial, reason: str) -> dict[str, Any]:
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
        "reason": reason,
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
    """Try a number of changes of a spec, or all of them for None; `results` are those of its tests without any change.

    With `part`, try only those whose rule has this in its path.
    """
    start = perf_counter()
    game = load(path)
    entries, diagnostics = load_equivalents(path)
    diagnostics.raise_if_errors()
    every = changes(game.spec)
    explained = Explained(entries, every)
    possible = [change for change in every if part in change.path]
    chosen = list(range(len(possible)))
    if count is not None and count < len(possible):
        chosen = sorted(random.Random(seed).sample(chosen, count))
    source = game.spec.game.source.name
    tests = tuple(known(result, source) for result in results)
    prepare = partial(_prepared, path, part, tuple(chosen), tests)
    trials = Shared(prepare, len(chosen), cores() if workers is None else workers, 0.0, progress).run()
    tried = tuple((possible[number], trial) for number, trial in zip(chosen, trials, strict=True))
    reasons = {id(change): str(entry.reason) for change in possible if (entry := explained.of(change)) is not None}
    stale = (*explained.unknown(), *_noticed(explained, tried))
    return Survey(game.name, len(possible), seed, tried, perf_counter() - start, reasons, stale)


def _noticed(explained: Explained, tried: Iterable[tuple[SpecChange, Trial]]) -> Iterator[Diagnostic]:
    """The entries for which a test notices every change that was tried."""
    trials: dict[int, list[Trial]] = {}
    for change, trial in tried:
        if (entry := explained.of(change)) is not None:
            trials.setdefault(id(entry), []).append(trial)
    for entry in explained.entries:
        found = trials.get(id(entry), [])
        if found and all(trial.fate != "survived" for trial in found):
            yield noticed(entry, found[0])


def noticed(entry: Equivalent, trial: Trial) -> Diagnostic:
    """The report of an entry whose change is noticed after all."""
    message = f"A test notices this change: ‘{trial.by}’."
    if trial.fate == "refused":
        message = f"The checker refuses this change: {trial.by}"
    return diagnosed("noticed-change", entry.before.span, message, "Delete this entry: the change makes a difference.")


def _prepared(path: Path, part: str, chosen: tuple[int, ...], tests: tuple[Known, ...]) -> Callable[[int, Tick], Trial]:
    """The function that tries the chosen changes by number, in any process."""
    game = load(path)
    possible = [change for change in changes(game.spec) if part in change.path]
    trials = Trials(path, game, tests)

    def run(number: int, tick: Tick) -> Trial:
        tick()
        return trials.run(possible[chosen[number]])

    return run
