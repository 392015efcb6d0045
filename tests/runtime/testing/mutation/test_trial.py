"""Changed specs under test."""

import time
from pathlib import Path

import pytest

from interpreter import load
from runtime.testing.mutants import SpecChange, changes
from runtime.testing.mutation import TooLong, Trial, Trials, deadline

TESTS = ("two are taken", "three are too many")


def change_of(path: Path, line: int, what: str) -> SpecChange:
    return next(each for each in changes(load(path).spec) if (each.span.line, each.what) == (line, what))


def test_a_test_notices(stones: Path) -> None:
    trials = Trials(stones, TESTS, 5.0)
    assert trials.run(change_of(stones, 22, "‘-=’ becomes ‘+=’")) == Trial("noticed", "two are taken")
    assert trials.run(change_of(stones, 15, "‘it <= most’ always holds")) == Trial("noticed", "three are too many")
    assert trials.tests == ["three are too many", "two are taken"]


def test_no_test_notices(stones: Path) -> None:
    assert Trials(stones, TESTS, 5.0).run(change_of(stones, 26, "‘0’ becomes ‘1’")) == Trial("survived")


def test_the_checker_refuses(stones: Path) -> None:
    found = Trials(stones, TESTS, 5.0).run(change_of(stones, 7, "‘1’ becomes ‘0’"))
    assert found.fate == "refused"
    assert "columns" in found.by


def test_what_takes_too_long_is_noticed_too(stones: Path) -> None:
    assert Trials(stones, TESTS, 0.0001).run(change_of(stones, 26, "‘0’ becomes ‘1’")) == Trial("too slow")


def test_the_deadline_interrupts_and_then_rests() -> None:
    start = time.perf_counter()
    with pytest.raises(TooLong), deadline(0.05):
        time.sleep(10)
    assert time.perf_counter() - start < 2
    with deadline(0.05):
        pass
    time.sleep(0.1)


def test_tests_beside_the_spec_notice(stones: Path) -> None:
    rules, tests = stones.read_text(encoding="utf-8").split("acceptance:\n")
    stones.write_text(rules, encoding="utf-8")
    stones.with_name("stones.tests.yaml").write_text("acceptance:\n" + tests, encoding="utf-8")
    found = Trials(stones, TESTS, 5.0).run(change_of(stones, 22, "‘-=’ becomes ‘+=’"))
    assert found == Trial("noticed", "two are taken")


def test_a_variant_finds_its_parent(stones: Path) -> None:
    variant = stones.with_name("more_stones.yaml")
    variant.write_text("game: more_stones\nextends: stones\ntitle: More\nstate: {left: 5}\n", encoding="utf-8")
    assert Trials(variant, TESTS, 5.0).run(change_of(variant, 4, "‘5’ becomes ‘6’")) == Trial("noticed", TESTS[0])
