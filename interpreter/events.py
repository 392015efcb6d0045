"""What happened during an action, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened. Field values are plain: sites, pieces and words as numbers."""

    name: str
    fields: Mapping[str, Any]


BUILT_IN: dict[str, tuple[str, ...]] = {
    "created": ("kind", "piece", "site", "zone"),
    "moved": ("kind", "piece", "source", "target", "zone"),
    "swapped": ("first", "second", "property"),
    "removed": ("kind", "piece", "site"),
    "dealt": ("zone", "count"),
    "shuffled": ("what",),
    "matched": ("wave", "count", "sites"),
    "fell": ("wave", "sources", "targets", "property", "board", "after"),
    "filled": ("wave", "sites", "property", "board", "after"),
    "changed": ("property", "of", "value"),
    "passed": ("player",),
    "phase": ("name",),
    "ended": ("name",),
}
"""The events of the engine itself and their fields."""
