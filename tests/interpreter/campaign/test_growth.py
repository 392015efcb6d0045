"""The time for a check is proportional to the size of a spec, whatever it has many of: calls are counted."""

import sys
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from interpreter import load
from interpreter.spec.diagnostics import MOST_MISTAKES, Diagnostic, render
from runtime.commands.check import check_spec
from tests.interpreter.campaign import growing
from tests.interpreter.campaign.growing import RIGHT, WRONG, Grown

MUCH = 150
"""The number of items from which the growth of correct specs is measured."""
MOST_GROWTH = 3.0
"""How much more the second doubling may add than the first: 2 if growth is linear, 4 if it is quadratic."""
SOON = [
    growing.plain_actions,
    growing.many_steps,
    growing.many_variables,
    growing.many_phases,
    growing.many_words,
    growing.many_tests,
    growing.repeated_letters,
]


@pytest.fixture(autouse=True)
def _ready(tmp_path: Path) -> None:
    """Build in advance what is built once for all specs."""
    checked(growing.spec(), tmp_path)


def checked(text: str, folder: Path) -> list[Diagnostic]:
    """Everything that is reported about a spec."""
    path = folder / "growing.yaml"
    path.write_text(text, encoding="utf-8")
    found = list(check_spec(path))
    for diagnostic in found:
        render(diagnostic)
    return found


def calls(text: str, folder: Path) -> int:
    """How many functions are called to check a spec."""
    count = 0

    def note(_frame: FrameType, event: str, _what: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        checked(text, folder)
    finally:
        sys.setprofile(before)
    return count


def growth(grown: Grown, base: int, folder: Path) -> float:
    """What the second doubling of a spec adds to its check, relative to what the first added."""
    once, twice, four_times = (calls(grown(size * base), folder) for size in (1, 2, 4))
    # A few hundred calls more or less mean nothing.
    return (four_times - twice) / max(twice - once, 1000)


@pytest.mark.parametrize("grown", SOON)
def test_checking_grows_with_the_spec(grown: Grown, tmp_path: Path) -> None:
    assert growth(grown, MUCH // 2, tmp_path) < MOST_GROWTH


@pytest.mark.soak
@pytest.mark.parametrize("grown", RIGHT)
def test_checking_grows_with_anything_there_is_more_of(grown: Grown, tmp_path: Path) -> None:
    assert growth(grown, MUCH, tmp_path) < MOST_GROWTH


@pytest.mark.soak
@pytest.mark.parametrize("grown", WRONG)
def test_checking_grows_with_a_spec_of_many_mistakes(grown: Grown, tmp_path: Path) -> None:
    assert growth(grown, 2 * MOST_MISTAKES + 100, tmp_path) < MOST_GROWTH


def test_thousands_of_actions_compile_and_play(tmp_path: Path) -> None:
    path = tmp_path / "growing.yaml"
    path.write_text(growing.plain_actions(3000), encoding="utf-8")
    game = load(path)
    state = game.new()
    assert len(game.legal(state)) == 3000
    outcome = game.apply(state, Random(1).choice(game.legal(state)))
    assert outcome.refusal is None


def test_checking_stops_after_many_mistakes(tmp_path: Path) -> None:
    found = checked(growing.unknown_names(MOST_MISTAKES + 100), tmp_path)
    said = [each for each in found if each.code != "unknown-name"]
    assert len(found) == MOST_MISTAKES + 1
    assert [each.message for each in said] == [
        f"Checking stopped here, after {MOST_MISTAKES} mistakes; there may be more."
    ]
    assert said[0].span is not None


def test_one_mistake_in_many_places_is_said_once(tmp_path: Path) -> None:
    [found] = checked(growing.repeated_letters(MOST_MISTAKES - 1), tmp_path)
    assert (found.code, len(found.also)) == ("duplicate-letter", MOST_MISTAKES - 3)


def test_a_spec_of_as_many_mistakes_as_there_may_be_is_checked_to_its_end(tmp_path: Path) -> None:
    found = checked(growing.unknown_names(MOST_MISTAKES - 1), tmp_path)
    assert {each.code for each in found} == {"unknown-name"} and len(found) == MOST_MISTAKES - 1
