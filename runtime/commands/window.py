"""The parts of Tilewright that draw, found by name: the runtime knows no renderer."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from runtime.problem import Problem

GROUP = "tilewright.window"


def part(name: str) -> Callable[..., Any]:
    """What a package offers under this name in the group `tilewright.window`; imported now, not before."""
    for found in entry_points(group=GROUP, name=name):
        loaded: Callable[..., Any] = found.load()
        return loaded
    raise Problem(f"The part of Tilewright that does ‘{name}’ is missing.", "Install it anew with ‘pip install -e .’.")
