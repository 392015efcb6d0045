"""Running the acceptance tests of specs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import typer

from interpreter import Game, SpecError, load
from interpreter.spec.diagnostics import render
from runtime import arguments
from runtime.commands.output import FAILED, coloured, print_json, say, working_on, write
from runtime.commands.trace import reach_lines
from runtime.messages import Problem
from runtime.playtest.sharing import Tick, in_order
from runtime.testing.reach import Gap, gaps, reached_by
from runtime.testing.report import Suite, failures_text, junit_xml, suite_record
from runtime.testing.runner import TestResult, run_tests


@dataclass(frozen=True, slots=True)
class TestedSpec:
    """The result for one spec: its suite (none if none of its tests was selected), the printed lines, and what no test
    reaches (none if that was not requested)."""

    suite: Suite | None
    lines: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] | None = None


def run(named: Sequence[str], junit: Path | None, word: str, reach: bool = False, as_json: bool = False) -> None:
    """Print a line for each spec, every failure in full, and how many tests passed and failed.

    With `reach` it also prints what no test of a spec reaches. Specs are tested on all cores and reported in their
    order.
    """
    paths = arguments.specs(named)
    prepare = partial(_prepared, paths, word, reach, coloured(sys.stdout))
    found = [each for each in in_order(prepare, len(paths), None if as_json else _tell) if each.suite is not None]
    suites = [each.suite for each in found if each.suite is not None]
    if word and not suites:
        raise Problem(f"No test has ‘{word}’ in its name.")
    if junit is not None:
        write(junit_xml(suites), junit, quiet=as_json)
    passed = sum(result.passed for suite in suites for result in suite.results)
    failed = sum(not result.passed for suite in suites for result in suite.results)
    failed += sum(suite.problems is not None for suite in suites)
    if as_json:
        records = [suite_record(each.suite, each.gaps) for each in found if each.suite is not None]
        print_json({"passed": passed, "failed": failed, "specs": records})
    else:
        print(f"{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(FAILED)


def _prepared(paths: Sequence[Path], word: str, reach: bool, colour: bool) -> Callable[[int, Tick], TestedSpec]:
    return lambda number, _tick: tested(paths[number], word, reach, colour)


def _tell(found: TestedSpec) -> None:
    if found.lines:
        say(*found.lines)
        sys.stdout.flush()


def tested(path: Path, word: str, reach: bool, colour: bool) -> TestedSpec:
    """The tests of one spec, run."""
    try:
        with working_on(path):
            game = load(path)
    except SpecError as error:
        problems = (render(each, colour) for each in error.diagnostics.errors)
        return TestedSpec(Suite(path.stem, problems=error.diagnostics), (f"{path.stem}: cannot be tested", *problems))
    arguments.require_engine(game)
    with working_on(path):
        results = run_tests(game, _chosen(game, word))
        if word and not results:
            return TestedSpec(None)
        missed = tuple(gaps(game, reached_by(results))) if reach else None
    reached = reach_lines(game, missed) if missed is not None else []
    return TestedSpec(Suite(game.name, tuple(results)), (*lines(game.name, results), *reached), missed)


def lines(name: str, results: Sequence[TestResult]) -> list[str]:
    """A spec in one line, and after it each test that failed."""
    failures = [result for result in results if not result.passed]
    counts = [f"{len(results) - len(failures)} passed"] if results else ["no tests"]
    if failures:
        counts.append(f"{len(failures)} failed")
    return [f"{name}: {', '.join(counts)}", *failures_text(failures)]


def _chosen(game: Game, word: str) -> list[str] | None:
    """The tests with the word in their name, or all if the name of the spec contains it."""
    sought = word.lower()
    if sought in game.name.lower():
        return None
    return [str(name) for name in game.spec.acceptance if sought in str(name).lower()]
