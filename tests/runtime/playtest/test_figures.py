"""Figures about many games."""

import pytest

from runtime.playtest.simulation import mean, share, spread


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        (0, 10, {"rate": 0.0, "low": 0.0, "high": 0.2775}),
        (10, 10, {"rate": 1.0, "low": 0.7225, "high": 1.0}),
        (5, 10, {"rate": 0.5, "low": 0.2366, "high": 0.7634}),
        (81, 263, {"rate": 0.308, "low": 0.2553, "high": 0.3662}),
        (1, 1, {"rate": 1.0, "low": 0.2065, "high": 1.0}),
    ],
)
def test_share(part: int, whole: int, expected: dict[str, float]) -> None:
    assert share(part, whole) == expected


def test_there_is_no_share_of_nothing() -> None:
    assert share(0, 0) is None


def test_spread() -> None:
    assert spread([4, 1, 1, 7], "low", "high") == {"low": 1, "median": 2.5, "mean": 3.25, "high": 7}
    assert spread([], "low", "high") is None


def test_mean() -> None:
    assert (mean(10, 3), mean(0, 0)) == (3.33, 0.0)
