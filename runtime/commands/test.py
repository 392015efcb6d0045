"""Running the acceptance tests of specs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from interpreter import Game, SpecError, load
from interpreter.spec.diagnostics import render
from runtime import targets
from runtime.acceptance.junit import Suite, junit_xml
from runtime.acceptance.reach import gaps, reached_by
from runtime.acceptance.report import failures_text
from runtime.acceptance.runner import TestResult, run_tests
from runtime.commands.output import coloured, write
from runtime.commands.problems import FAILED, working_on
from runtime.commands.trace import reach_lines
from runtime.problem import Problem


def run(named: Sequence[str], junit: Path | None, word: str, reach: bool = False) -> None:
    """Print a line for each spec, every failure in full, and how many tests passed and failed.

    With `reach` also what no test of a spec reaches.
    """
    suites: list[Suite] = []
    for path in targets.specs(named):
        try:
            with working_on(path):
                game = load(path)
        except SpecError as error:
            suites.append(Suite(path.stem, problems=error.diagnostics))
            print(f"{path.stem}: cannot be tested")
            print("\n".join(render(each, coloured(sys.stdout)) for each in error.diagnostics.errors))
            continue
        with working_on(path):
            results = run_tests(game, _chosen(game, word))
        if results or not word:
            suites.append(Suite(game.name, tuple(results)))
            print("\n".join(lines(game.name, results)), flush=True)
            if reach:
                print("\n".join(reach_lines(game, gaps(game, reached_by(results)))), flush=True)
    if word and not suites:
        raise Problem(f"No test has ‘{word}’ in its name.")
    if junit is not None:
        write(junit_xml(suites), junit)
    passed = sum(result.passed for suite in suites for result in suite.results)
    failed = sum(not result.passed for suite in suites for result in suite.results)
    failed += sum(suite.problems is not None for suite in suites)
    print(f"{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(FAILED)


def lines(name: str, results: Sequence[TestResult]) -> list[str]:
    """A spec in one line, and after it each test that failed."""
    failures = [result for result in results if not result.passed]
    counts = [f"{len(results) - len(failures)} passed"] if results else ["no tests"]
    if failures:
        counts.append(f"{len(failures)} failed")
    return [f"{name}: {', '.join(counts)}", *failures_text(failures)]


def _chosen(game: Game, word: str) -> list[str] | None:
    """The tests with the word in their name, or all if the spec has it in its own."""
    sought = word.lower()
    if sought in game.name.lower():
        return None
    return [str(name) for name in game.spec.acceptance if sought in str(name).lower()]
