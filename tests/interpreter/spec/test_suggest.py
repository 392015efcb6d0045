"""Guessing what was meant."""

import pytest

from interpreter.spec.suggest import closest, did_you_mean


@pytest.mark.parametrize(
    ("word", "names", "expected"),
    [
        ("gird", ["grid", "rack"], "grid"),
        ("colums", ["rows", "columns"], "columns"),
        ("Grid", ["grid"], "grid"),
        ("x", ["y"], None),
        ("to", ["of"], None),
        ("too", ["to", "too_far"], "to"),
        ("nothing", ["grid", "rack"], None),
        ("neighbors", ["neighbours"], "neighbours"),
        ("ab", [], None),
    ],
)
def test_closest(word: str, names: list[str], expected: str | None) -> None:
    assert closest(word, names) == expected


def test_the_question() -> None:
    assert did_you_mean("gird", ["grid"]) == "Did you mean ‘grid’?"
    assert did_you_mean("grid", ["grid"]) is None
    assert did_you_mean("zzz", ["grid"]) is None
