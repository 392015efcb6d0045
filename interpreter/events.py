"""What happened during an action, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.position import Position

Change: TypeAlias = "tuple[int, int | None, Any]"
"""A field of the state by its index, the entry of it that changed or None for all of it, and what is there now."""


@dataclass(slots=True)
class Event:
    """One thing that happened. Field values are plain: sites, pieces and words as numbers.

    `changes` is what the step has done to the state by then. Specs and recorded games know nothing of it, and two
    events are equal without it.
    """

    name: str
    fields: Mapping[str, Any]
    changes: tuple[Change, ...] = field(default=(), compare=False, repr=False)

    def repaints(self, position: Position) -> bool:
        """Whether it sets a property of all cells at once."""
        cells = position.program.places.cells
        return any(entry is None and index in cells for index, entry, _ in self.changes)


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
