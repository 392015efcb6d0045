"""Guessing what was meant."""

import pytest

from interpreter.spec.suggest import closest, did_you_mean, suggestion


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


@pytest.mark.parametrize(
    ("word", "names", "expected"),
    [
        ("faces", ["title", "seat", "facing"], "facing"),
        ("spelled", ["moved", "spelt"], "spelt"),
        ("empty", ["full", "empties"], "empties"),
        ("placing", ["move", "place"], "place"),
        ("bees", ["byer", "add"], None),
        ("minimax", ["random", "search", "tree"], "search"),
        ("Monte-Carlo", ["random", "search", "tree"], "tree"),
        ("pieces", ["boards", "entities"], "entities"),
    ],
)
def test_other_forms_and_other_words(word: str, names: list[str], expected: str | None) -> None:
    assert did_you_mean(word, names) == (f"Did you mean ‘{expected}’?" if expected else None)


def test_phrases_are_found_among_many() -> None:
    others = [f"the {number}th of these rules is there to be hindered" for number in range(200)]
    assert suggestion("there are 5 hints", [*others, "there are five hints"]) == "Did you mean ‘there are five hints’?"


def test_of_many_names_the_nearest_come_first_and_the_rest_is_left_out() -> None:
    names = [f"{letter}{letter}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert suggestion("twilight", [*names, "highlights"]) == (
        "There are highlights, aaa, bbb, ccc, ddd, eee, fff, ggg, hhh, iii, jjj, kkk, lll, mmm, nnn, ooo and others."
    )
    long = [f"{letter} {'word ' * 20}".strip() for letter in "abcdef"]
    assert suggestion("x", long) == f"There are {', '.join(long[:3])} and others."
