"""A changed spec is loaded and tested until a test fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from interpreter import Game, SpecError, loads
from runtime.acceptance.runner import TestResult, run_test
from runtime.mutation.change import Change
from runtime.mutation.deadline import TooLong, deadline

Fate: TypeAlias = Literal["noticed", "refused", "too slow", "survived"]


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

    def run(self, change: Change) -> Trial:
        """Try one change."""
        try:
            with deadline(self.seconds):
                return self._tested(change)
        except TooLong:
            return Trial("too slow")
        except Exception as problem:
            problem.add_note(f"with {change.span.source.name}:{change.span.line} where {change.what}")
            raise

    def _tested(self, change: Change) -> Trial:
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
