"""Plugins of third parties: modules that register steps, functions, movers and bots when they are imported.

A package names such a module under the entry point group `tilewright.plugins`.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

ENTRY_POINTS = "tilewright.plugins"


class BadPlugin(Exception):
    """A plugin offers something that cannot be taken."""


@cache
def load_plugins() -> tuple[str, ...]:
    """Import every plugin, once; what cannot be loaded is told, and the others are there all the same."""
    problems = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            entry.load()
        except Exception as problem:
            why = str(problem) if isinstance(problem, BadPlugin) else f"{type(problem).__name__}: {problem}"
            problems.append(f"The plugin ‘{entry.name}’ ({entry.value}) cannot be loaded. {why.rstrip('.')}.")
    return tuple(problems)
