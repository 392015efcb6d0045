"""Modules that register steps, functions, movers and bots when they are imported: ours, and third-party plugins.

A package names such a module under the entry point group `tilewright.plugins`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

OURS = ("interpreter.library.functions", "interpreter.library.steps", "interpreter.library.movers")
ENTRY_POINTS = "tilewright.plugins"


class BadPlugin(Exception):
    """The error of a plugin that offers something unusable."""


@cache
def load_plugins() -> tuple[str, ...]:
    """Import our modules, then every plugin, once; those that cannot be loaded are reported, and the others are loaded
    anyway."""
    for package in OURS:
        for module in iter_modules(import_module(package).__path__):
            import_module(f"{package}.{module.name}")
    problems = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            entry.load()
        except Exception as problem:
            why = str(problem) if isinstance(problem, BadPlugin) else f"{type(problem).__name__}: {problem}"
            problems.append(f"The plugin ‘{entry.name}’ ({entry.value}) cannot be loaded. {why.rstrip('.')}.")
    return tuple(problems)
