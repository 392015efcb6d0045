"""Changed specs under test."""

import time
from pathlib import Path

import pytest

from interpreter import load
from runtime.testing.mutants import SpecChange, changes
from runtime.testing.mutation import Known, TooLong, Trial, Trials, deadline, known
from runtime.testing.runner import run_tests

LOOP = """\
- repeat: 5000
        until: left >= 0
        do:
          - repeat: 200
            do: [left += 1]
      - left -= n"""
TAKEN, TOO_MANY = "two are taken", "three are too many"


def work(seconds: float) -> None:
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass


def trials_of(path: Path) -> Trials:
    game = load(path)
    return Trials(path, game, [known(result, game.spec.game.source.name) for result in run_tests(game)])


def change_of(path: Path, line: int, what: str) -> SpecChange:
    return next(each for each in changes(load(path).spec) if (each.span.line, each.what) == (line, what))


def test_a_test_notices(stones: Path) -> None:
    trials = trials_of(stones)
    assert trials.run(change_of(stones, 22, "‘-=’ becomes ‘+=’")) == Trial("noticed", TAKEN)
    assert trials.run(change_of(stones, 15, "‘it <= most’ always holds")) == Trial("noticed", TOO_MANY)


def test_the_tests_that_reach_a_change_are_asked_first(stones: Path) -> None:
    text = stones.read_text(encoding="utf-8")
    idle = "acceptance:\n  nothing is done:\n    then: [left == 5]\n"
    stones.write_text(text.replace("acceptance:\n", idle), encoding="utf-8")
    trials = trials_of(stones)
    asked = [test.name for test in trials.order(change_of(stones, 19, "‘<=’ becomes ‘<’"))]
    assert asked == [TAKEN, TOO_MANY, "nothing is done"]
    assert trials.run(change_of(stones, 15, "‘it <= most’ always holds")) == Trial("noticed", TOO_MANY)
    assert trials.order(change_of(stones, 19, "‘<=’ becomes ‘<’"))[0].name == TOO_MANY


def test_no_test_notices(stones: Path) -> None:
    assert trials_of(stones).run(change_of(stones, 26, "‘0’ becomes ‘1’")) == Trial("survived")


def test_the_checker_refuses(stones: Path) -> None:
    found = trials_of(stones).run(change_of(stones, 7, "‘1’ becomes ‘0’"))
    assert found.fate == "refused"
    assert "columns" in found.by


def test_what_takes_too_long_is_noticed_too(stones: Path) -> None:
    stones.write_text(stones.read_text(encoding="utf-8").replace("- left -= n", LOOP), encoding="utf-8")
    endless = change_of(stones, 23, "‘left >= 0’ never holds")
    slow = Trials(stones, load(stones), [Known(TAKEN, 0.0, frozenset(), ())], least=0.05)
    assert slow.run(endless) == Trial("too slow", TAKEN)


def test_the_deadline_interrupts_and_then_rests() -> None:
    with pytest.raises(TooLong), deadline(0.05):
        work(60)
    with deadline(0.05):
        pass
    work(0.1)


def test_tests_beside_the_spec_notice(stones: Path) -> None:
    rules, tests = stones.read_text(encoding="utf-8").split("acceptance:\n")
    stones.write_text(rules, encoding="utf-8")
    stones.with_name("stones.tests.yaml").write_text("acceptance:\n" + tests, encoding="utf-8")
    assert trials_of(stones).run(change_of(stones, 22, "‘-=’ becomes ‘+=’")) == Trial("noticed", TAKEN)


def test_a_variant_finds_its_parent(stones: Path) -> None:
    variant = stones.with_name("more_stones.yaml")
    variant.write_text("game: more_stones\nextends: stones\ntitle: More\nstate: {left: 5}\n", encoding="utf-8")
    assert trials_of(variant).run(change_of(variant, 4, "‘5’ becomes ‘6’")) == Trial("noticed", TAKEN)
