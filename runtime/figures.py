"""Figures about many games: shares with their intervals, and how far values spread."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import sqrt

NORMAL_95 = 1.959963984540054


def share(part: int, whole: int) -> dict[str, float] | None:
    """A share and the Wilson interval in which the true one lies nineteen times in twenty."""
    if not whole:
        return None
    rate, z = part / whole, NORMAL_95
    middle = (rate + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z * sqrt(rate * (1 - rate) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    low = max(0.0, middle - reach) if part else 0.0
    high = min(1.0, middle + reach) if part < whole else 1.0
    return {"rate": round(rate, 4), "low": round(low, 4), "high": round(high, 4)}


def spread(values: Sequence[int], least: str, most: str) -> dict[str, int | float] | None:
    """The ends and the middle of some values; None if there are none."""
    if not values:
        return None
    return {
        least: min(values),
        "median": round(statistics.median(values), 1),
        "mean": mean(sum(values), len(values)),
        most: max(values),
    }


def mean(total: int, count: int) -> float:
    """The mean of so many values."""
    return round(total / count, 2) if count else 0.0
