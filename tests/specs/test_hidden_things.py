"""A spec’s tests protect what it hides: revealing it makes one of them fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from interpreter import Game, catalogue, load, load_equivalents, loads
from runtime.testing import run_test

HIDING = re.compile(r"seen_by: (nobody|owner)\b|seen_if: ([^\n}]+)")
SPEAKS_OF_IT = re.compile(r"knows\(|hidden")


class Hidden(NamedTuple):
    """Something that a spec hides, and the text that hides it."""

    path: Path
    start: int
    end: int
    line: str

    @property
    def laid_open(self) -> str:
        """The spec in which everybody sees it."""
        text = self.path.read_text(encoding="utf-8")
        seen = "all" if text[self.start : self.end] in ("nobody", "owner") else "true"
        return text[: self.start] + seen + text[self.end :]


def hidden_things() -> Iterator[Hidden]:
    for path in catalogue.shipped().values():
        rules = path.read_text(encoding="utf-8").partition("\nacceptance:")[0]
        for found in HIDING.finditer(rules):
            group = 1 if found[1] else 2
            line = rules[rules.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0].strip()
            yield Hidden(path, found.start(group), found.end(group), line)


def is_explained(hidden: Hidden) -> bool:
    """Whether the file beside the spec explains why it may be revealed."""
    entries, _ = load_equivalents(hidden.path)
    return any(entry.rule.endswith(("seen_by", "seen_if")) and str(entry.before) == hidden.line for entry in entries)


def noticed_by(game: Game) -> str | None:
    """The test that fails; those that mention what is hidden are tried first."""
    tests = sorted(game.spec.acceptance.items(), key=lambda each: SPEAKS_OF_IT.search(each[1].span.text) is None)
    return next((str(name) for name, test in tests if not run_test(game, name, test).passed), None)


@pytest.mark.parametrize("hidden", list(hidden_things()), ids=lambda hidden: f"{hidden.path.stem}: {hidden.line[:60]}")
def test_nothing_hidden_can_be_laid_open_unnoticed(hidden: Hidden) -> None:
    if is_explained(hidden):
        return
    tests = load(hidden.path).spec.acceptance
    assert noticed_by(loads(hidden.laid_open, hidden.path.name, hidden.path, tests)) is not None


def test_there_are_hidden_things_of_every_kind() -> None:
    found = list(hidden_things())
    assert len(found) >= 20
    assert {"nobody", "owner"} < {each.path.read_text(encoding="utf-8")[each.start : each.end] for each in found}
