"""Small changes of a spec that none of its tests would notice."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import typer

from interpreter import load
from interpreter.spec.diagnostics import render
from runtime import arguments
from runtime.commands.output import FAILED, bar, coloured, print_json, say
from runtime.commands.test import lines as test_lines
from runtime.messages import Problem, counted
from runtime.testing.equivalents import drafts
from runtime.testing.mutants import SpecChange
from runtime.testing.mutation import Survey, survey
from runtime.testing.runner import run_tests

MOST_LINES = 6


def run(name: str, count: int | None, seed: int, part: str, workers: int | None, draft: bool, as_json: bool) -> None:
    """Try changes and print those that no test notices; one without a reason is a failure, and so is an outdated
    reason."""
    path = arguments.spec(name)
    game = load(path)
    arguments.require_engine(game)
    results = run_tests(game)
    if not results:
        raise Problem(f"{game.name} has no tests.", "Write some under acceptance first.")
    if not all(result.passed for result in results):
        print("\n".join(test_lines(game.name, results)), file=sys.stderr)
        print("Tests that fail cannot notice anything. Fix them first.", file=sys.stderr)
        raise typer.Exit(FAILED)
    with bar(count) as progress:
        found = survey(path, results, count, seed, part, workers, progress)
    if not found.tried:
        raise Problem(f"No rule of {game.name} that can be changed has ‘{part}’ in its place.")
    if as_json:
        print_json(found.summary())
    elif draft:
        print("\n".join(drafts(found.survivors, path)))
    else:
        print("\n".join(lines(found)))
    for each in found.stale:
        say(render(each, coloured(sys.stderr)), "", stream=sys.stderr)
    if found.survivors or found.stale:
        raise typer.Exit(FAILED)


def lines(found: Survey) -> list[str]:
    """The changes that no test notices, each with the lines before and after, and counts of all results."""
    shown = [line for change in found.survivors for line in change_lines(change)]
    tried = counted(len(found.tried), "change")
    if len(found.tried) < found.possible:
        tried = f"{len(found.tried)} of {counted(found.possible, 'change')}"
    noticed, refused = found.number("noticed", "too slow"), found.number("refused")
    accepted = len(found.tried) - refused
    share = f" ({100 * noticed // accepted} %)" if accepted else ""
    explained = f"{found.explained} make no difference, " if found.explained else ""
    unnoticed = len(found.survivors)
    goes = "goes" if unnoticed == 1 else "go"
    counts = f"Tests notice {noticed}{share}, the checker refuses {refused}, "
    counts += f"{explained}and {unnoticed} {goes} unnoticed."
    stale = [_stale_line(len(found.stale))] if found.stale else []
    return [*shown, f"{found.game}: {tried} tried. {counts}", *stale]


def _stale_line(number: int) -> str:
    if number == 1:
        return "1 entry about a change without a difference is out of date."
    return f"{number} entries about changes without a difference are out of date."


def change_lines(change: SpecChange) -> Iterator[str]:
    """A change as people read it."""
    span = change.span
    before, after = change.lines
    yield f"{span.source.name}:{span.line}:{span.column}: no test notices that {change.what} (in {change.path})"
    for sign, written in (("-", before), ("+", after)):
        for number, line in enumerate(written[:MOST_LINES]):
            yield f"  {sign} {span.line + number} | {line}"
        if len(written) > MOST_LINES:
            yield f"  {sign} … {counted(len(written) - MOST_LINES, 'line')} more"
    yield ""
