"""A spec’s tests protect what it tells the computer and its hints: a negated condition makes one of them fail."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import catalogue, load, load_equivalents
from runtime.testing.equivalents import Explained
from runtime.testing.mutants import SpecChange, changes
from runtime.testing.mutation import Trials, known
from runtime.testing.runner import run_tests
from tests.shipped import is_variant

IN_MAKE_TEST = ("lights_out", "minesweeper", "sudoku")
"""Specs whose tests are quick."""


def turned_round(change: SpecChange) -> bool:
    """Whether a change negates a condition of the computer’s rules or of hints."""
    return change.path.startswith(("ai", "assist.hints")) and (
        change.what.endswith("is turned round") or change.what == "‘==’ becomes ‘!=’"
    )


def games() -> list[Any]:
    """The games by name; most of them wait for `make soak`."""
    names = [name for name, path in catalogue.shipped().items() if not is_variant(path)]
    return [pytest.param(name, marks=[] if name in IN_MAKE_TEST else [pytest.mark.soak]) for name in names]


@pytest.mark.parametrize("name", games())
def test_advice_cannot_be_turned_round_unnoticed(name: str) -> None:
    path = catalogue.shipped()[name]
    game = load(path)
    trials = Trials(path, game, [known(result, game.spec.game.source.name) for result in run_tests(game)])
    tried = [change for change in changes(game.spec) if turned_round(change)]
    survived = [change for change in tried if trials.run(change).fate == "survived"]
    explained = Explained(load_equivalents(path)[0], survived)
    assert [f"{change.span.line}: {change.what}" for change in survived if explained.of(change) is None] == []
