"""The acceptance tests of the games notice if a slip of the pen breaks a rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from interpreter import catalogue, load
from runtime.testing import run_test
from tests.shipped import whole

BROKEN = Path(__file__).with_name("broken_rules.yaml")


class Broken(NamedTuple):
    """A text in a spec, and a wrong version of it. `rule` is what no longer holds.

    `missed` says why the tests of the spec cannot notice it yet.
    """

    spec: str
    rule: str
    replace: str
    by: str
    why: str
    missed: str = ""

    @property
    def text(self) -> str:
        """The spec with the mistake in it; the rest of its text, including tests, stays the same."""
        text = whole(catalogue.find(self.spec))
        assert text.count(self.replace) == 1, f"Not once in {self.spec}: {self.replace}"
        return text.replace(self.replace, self.by)


def broken_rules() -> list[Broken]:
    """Every break, in the order in which they are written."""
    return [Broken(**entry) for entry in yaml.safe_load(BROKEN.read_text(encoding="utf-8"))]


def cases() -> list[Any]:
    """The first break of each spec always runs; the others wait for `make soak`."""
    seen: set[str] = set()
    found = []
    for broken in broken_rules():
        marks = [pytest.mark.soak] if broken.spec in seen else []
        if broken.missed:
            marks.append(pytest.mark.xfail(reason=broken.missed))
        seen.add(broken.spec)
        found.append(pytest.param(broken, id=f"{broken.rule} {broken.why}", marks=marks))
    return found


@pytest.mark.parametrize("broken", cases())
def test_a_broken_rule_is_noticed(broken: Broken, tmp_path: Path) -> None:
    # Word lists and tables are found by name, so the spec may be in any folder.
    path = tmp_path / f"{broken.spec}.yaml"
    path.write_text(broken.text, encoding="utf-8")
    game = load(path)
    noticed = (not run_test(game, name, test).passed for name, test in game.spec.acceptance.items())
    assert any(noticed), f"No test notices: {broken.why}"


def test_every_text_that_is_broken_still_stands_in_its_spec() -> None:
    assert all(broken.text for broken in broken_rules())


def test_there_are_more_than_ten_breaks_of_each_game_of_our_own() -> None:
    specs = [broken.spec for broken in broken_rules()]
    assert all(specs.count(spec) > 10 for spec in ("stacks", "mosaic", "word_cell", "khi", "stackdoku"))
    assert sum(bool(broken.missed) for broken in broken_rules()) <= 2
